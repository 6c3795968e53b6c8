//! Supervisors read campaigns and how they go, and change nothing of them (rule B18).

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use super::{
    ADMIN,
    campaigns::{hurry, list_of, make, numbers, path, until_status},
    connection, new_number,
    support::{Session, on_both, until},
};

fn pdf() -> Form {
    let file = Part::bytes(b"%PDF-1.4\n%%EOF\n".as_slice()).file_name("preços.pdf");
    Form::new().part("file", file)
}

async fn recipients(session: &Session, made: &Value) -> Vec<Value> {
    let found = session.get(&path(made, "/recipients")).await.ok();
    found["records"].as_array().expect("recipients").clone()
}

#[tokio::test]
async fn a_supervisor_reads_a_campaign_and_its_report() {
    on_both(async |desk| {
        let (admin, lead) = (desk.session(ADMIN).await, desk.supervisor().await);
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(2);
        let list = list_of(desk, admin.company(), &people);
        let made = make(&admin, line, list, json!({})).await;
        let upload = path(&made, "/media-upload");
        admin.upload(&upload, pdf()).await.ok();
        admin.post(&path(&made, "/start"), &json!({})).await.ok();
        until_status(&admin, &made, "FINALIZADA").await;
        until("the report has each delivery", async || {
            let all = recipients(&lead, &made).await;
            all.len() == 2 && all.iter().all(|one| one["deliveredAt"].is_string())
        })
        .await;

        let read = lead.get(&path(&made, "")).await.ok();
        assert_eq!(
            (&read["name"], &read["status"], &read["counts"]["total"]),
            (&made["name"], &json!("FINALIZADA"), &json!(2))
        );
        let link = read["mediaUrl"].as_str().expect("a link");
        assert_eq!(lead.file(link).await.status().as_u16(), 200);
        let course = lead.get(&path(&made, "/progress")).await.ok();
        let hours = course["points"].as_array().expect("hours").iter();
        let delivered: i64 = hours.filter_map(|hour| hour["delivered"].as_i64()).sum();
        assert_eq!(delivered, 2);
        let table = lead.get(&path(&made, "/recipients/export")).await.text;
        assert!(
            people.iter().all(|number| table.contains(number)),
            "{table}"
        );
        let forecast = lead.get(&path(&made, "/forecast")).await.ok();
        assert_eq!(forecast["people"], 0, "nobody waits");
        let name = made["name"].as_str().expect("a name").replace(' ', "%20");
        let page = lead
            .get(&format!("/campaigns?searchParam={name}"))
            .await
            .ok();
        assert_eq!(page["records"][0]["id"], made["id"]);
        let lines = lead.get("/campaigns/numbers").await.ok();
        let mut lines = lines["records"].as_array().expect("numbers").iter();
        assert!(lines.any(|one| one["id"] == line));

        // who stands in a list is for admins
        assert_eq!(read["contactList"]["validCount"], 2);
        assert_eq!(read["contactList"].get("contacts"), None);
        let whole = admin.get(&path(&made, "")).await.ok();
        assert_eq!(
            whole["contactList"]["contacts"].as_array().map(Vec::len),
            Some(2)
        );
    })
    .await;
}

/// What changes a campaign, and what belongs to its making.
fn refused(made: &Value, list: i64) -> Vec<(Method, String, Option<Value>)> {
    let named = json!({ "name": "Campanha da Chefe" });
    let number = json!({ "number": new_number() });
    let pace = json!({ "settings": { "messageInterval": 5 } });
    let mut all = vec![
        (Method::POST, "/campaigns".to_owned(), Some(named.clone())),
        (
            Method::POST,
            "/campaigns/forecast".to_owned(),
            Some(json!({})),
        ),
        (Method::PUT, path(made, ""), Some(named)),
        (Method::DELETE, path(made, ""), None),
        (Method::DELETE, path(made, "/media-upload"), None),
        (Method::POST, path(made, "/test"), Some(number.clone())),
        (Method::GET, "/campaign-settings".to_owned(), None),
        (Method::POST, "/campaign-settings".to_owned(), Some(pace)),
        (Method::GET, "/do-not-contact".to_owned(), None),
        (Method::POST, "/do-not-contact".to_owned(), Some(number)),
        (Method::GET, "/contact-lists".to_owned(), None),
        (Method::GET, format!("/contact-lists/{list}"), None),
    ];
    for step in ["/start", "/pause", "/resume", "/cancel", "/restart"] {
        all.push((Method::POST, path(made, step), Some(json!({}))));
    }
    all
}

#[tokio::test]
async fn a_supervisor_changes_nothing_of_a_campaign_and_reads_no_list() {
    on_both(async |desk| {
        let (admin, lead) = (desk.session(ADMIN).await, desk.supervisor().await);
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        let made = make(&admin, line, list, json!({})).await;
        let before = admin.get(&path(&made, "")).await.ok();
        for (method, address, body) in refused(&made, list) {
            let answer = lead.call(method, &address, body.as_ref()).await;
            assert_eq!(answer.refusal(), (403, "ERR_NO_PERMISSION"), "{address}");
        }
        let upload = lead.upload(&path(&made, "/media-upload"), pdf()).await;
        assert_eq!(upload.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(admin.get(&path(&made, "")).await.ok(), before);
        let made_by_her = admin.get("/campaigns?searchParam=da%20chefe").await.ok();
        assert_eq!(made_by_her["count"], 0);
        admin.delete(&path(&made, "")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_report_leads_a_supervisor_to_the_tickets_of_her_queues_alone() {
    on_both(async |desk| {
        let (admin, lead) = (desk.session(ADMIN).await, desk.supervisor().await);
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(3));
        let made = make(&admin, line, list, json!({})).await;
        admin.post(&path(&made, "/start"), &json!({})).await.ok();
        until_status(&admin, &made, "FINALIZADA").await;
        until("each was written to in a ticket", async || {
            let all = recipients(&admin, &made).await;
            all.iter()
                .all(|one| one["ticketId"].is_i64() && one["deliveredAt"].is_string())
        })
        .await;
        let hers = lead.user["queues"].as_array().expect("queues");
        let queues = admin.get("/queue").await.ok();
        let mut queues = queues.as_array().expect("a list").iter();
        let other = queues.find(|queue| hers.iter().all(|own| own["id"] != queue["id"]));
        let other = other.expect("a queue of others")["id"].to_string();
        let places = [hers[0]["id"].to_string(), other, "NULL".to_owned()];
        let all = recipients(&admin, &made).await;
        for (one, queue) in all.iter().zip(places) {
            desk.execute(&format!(
                "UPDATE tickets SET queue_id = {queue} WHERE id = {}",
                one["ticketId"]
            ));
        }

        let told = recipients(&lead, &made).await;
        assert_eq!(told.len(), 3);
        for ((known, shown), may) in all.iter().zip(&told).zip([true, false, false]) {
            let ticket = format!("/tickets/{}", known["ticketId"]);
            let opened = lead.get(&ticket).await.status.is_success();
            assert_eq!(opened, may, "{ticket}");
            for field in ["ticketId", "ticketUuid"] {
                let expected = if may {
                    known[field].clone()
                } else {
                    Value::Null
                };
                assert_eq!(shown[field], expected, "{field} of {ticket}");
            }
            assert_eq!(shown["number"], known["number"]);
        }
    })
    .await;
}
