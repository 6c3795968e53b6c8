//! Tickets: lists and filters, opening, accepting at once, moving, permissions.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, connection, new_number, open_ticket, support::on_both, ticket_of,
};

#[tokio::test]
async fn of_two_who_accept_at_once_one_gets_the_ticket_and_one_hears_who_has_it() {
    // spec: S059 S066
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Téo", "Bom dia").await;
        let ticket = ticket_of(&marina, &number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let wish = |id: i64| json!({ "status": "open", "userId": id });
        let (wish_a, wish_b) = (wish(marina.id()), wish(rafael.id()));
        let (a, b) = tokio::join!(marina.put(&path, &wish_a), rafael.put(&path, &wish_b));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let loser = if a.status.is_success() { &b } else { &a };
        assert_eq!(loser.body["code"], "ERR_OTHER_OPEN_TICKET");
        let inside: Value = serde_json::from_str(loser.body["error"].as_str().unwrap()).unwrap();
        assert_eq!(inside["userId"], loser.body["userId"]);
        assert!(loser.body["user"]["name"].is_string());
    })
    .await;
}

#[tokio::test]
async fn a_second_ticket_for_a_contact_is_refused_with_the_one_in_the_way() {
    // spec: S066 S073 S097 S122
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let queue = marina.user["queues"][0].clone();
        let path = format!("/tickets/{}", ticket["id"]);
        let queued = json!({ "queueId": queue["id"], "userId": marina.id() });
        marina.put(&path, &queued).await.ok();
        let wish =
            json!({ "contactId": ticket["contactId"], "status": "open", "userId": admin.id() });
        let answer = admin.post("/tickets", &wish).await;
        assert_eq!(answer.status.as_u16(), 409);
        assert_eq!(answer.body["userId"], marina.id());
        assert_eq!(answer.body["ticket"]["uuid"], ticket["uuid"]);
        // what was said in it is nobody's business who does not see its queue
        let inside: Value = serde_json::from_str(answer.body["error"].as_str().unwrap()).unwrap();
        let told: Vec<&String> = inside.as_object().unwrap().keys().collect();
        assert_eq!(told, ["id", "queue", "user", "userId", "uuid"]);
        assert_eq!(inside["user"], json!({ "name": marina.user["name"] }));
        assert_eq!(inside["queue"], json!({ "name": queue["name"] }));
        // the same beside it, for those who do not read JSON in JSON
        assert_eq!(answer.body["user"], inside["user"]);
        assert_eq!(answer.body["queue"], inside["queue"]);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_opened_for_a_contact_in_an_own_queue_only() {
    // spec: S077 S087 S096 S097
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let contact = json!({ "name": "Cliente Novo", "number": new_number() });
        let contact = admin.post("/contacts", &contact).await.ok();
        let queues = admin.get("/queue").await.ok();
        let own = marina.user["queues"][0]["id"].clone();
        let ids: Vec<&Value> = queues
            .as_array()
            .unwrap()
            .iter()
            .map(|queue| &queue["id"])
            .collect();
        let mine: Vec<&Value> = marina.user["queues"]
            .as_array()
            .unwrap()
            .iter()
            .map(|q| &q["id"])
            .collect();
        let foreign = ids.iter().find(|id| !mine.contains(id)).unwrap();

        // also who leads names a queue
        for session in [&marina, &desk.supervisor().await] {
            let wish = json!({ "contactId": contact["id"] });
            let without = session.post("/tickets", &wish).await;
            assert_eq!(without.refusal(), (400, "ERR_VALIDATION"));
            let why = &without.body["details"]["queueId"];
            assert_eq!(*why, json!(["Selecione uma fila"]));
        }
        let wish = json!({ "contactId": contact["id"], "queueId": foreign });
        assert_eq!(
            marina.post("/tickets", &wish).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let wish = json!({ "contactId": contact["id"], "queueId": own });
        let ticket = marina.post("/tickets", &wish).await.ok();
        assert_eq!(
            (&ticket["status"], &ticket["userId"]),
            (&json!("open"), &json!(marina.id()))
        );
        let by_uuid = marina
            .get(&format!("/tickets/u/{}", ticket["uuid"].as_str().unwrap()))
            .await
            .ok();
        assert_eq!(by_uuid["id"], ticket["id"]);
    })
    .await;
}

#[tokio::test]
async fn a_transfer_to_a_foreign_queue_takes_the_ticket_out_of_sight() {
    // spec: S060 S064 S080
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let back = marina
            .put(&path, &json!({ "status": "pending", "userId": null }))
            .await
            .ok();
        assert_eq!(
            (&back["status"], &back["userId"]),
            (&json!("pending"), &Value::Null)
        );

        let queues = admin.get("/queue").await.ok();
        let mine: Vec<Value> = marina.user["queues"]
            .as_array()
            .unwrap()
            .iter()
            .map(|q| q["id"].clone())
            .collect();
        let all = queues.as_array().unwrap();
        let foreign = all
            .iter()
            .map(|q| q["id"].clone())
            .find(|id| !mine.contains(id))
            .unwrap();
        let wish = json!({ "queueId": foreign, "userId": null, "status": "pending" });
        let moved = marina.put(&path, &wish).await.ok();
        assert_eq!(moved["queueId"], foreign);
        assert_eq!(
            marina.get(&path).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let list = marina.get("/tickets?status=pending").await.ok();
        let ids: Vec<_> = list["tickets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| &t["id"])
            .collect();
        assert!(!ids.contains(&&ticket["id"]));
    })
    .await;
}

#[tokio::test]
async fn only_an_admin_deletes_a_ticket() {
    // spec: S084 S099
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/tickets/{}", ticket["id"]);
        assert_eq!(
            marina.delete(&path).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        assert!(admin.delete(&path).await.ok()["message"].is_string());
        assert_eq!(
            admin.get(&path).await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn the_list_is_filtered_by_status_queue_tag_user_and_text() {
    // spec: S028 S029 S030 S095
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let find = async |query: &str| {
            let path = format!("/tickets?searchParam={number}&{query}");
            admin.get(&path).await.ok()["count"].as_i64().unwrap()
        };
        assert_eq!(find("showAll=true").await, 1);
        assert_eq!(
            find("").await,
            0,
            "an open ticket of a colleague is not mine"
        );
        assert_eq!(find("showAll=true&status=closed").await, 0);
        assert_eq!(
            find(&format!("showAll=true&users=[{}]", marina.id())).await,
            1
        );
        assert_eq!(
            find(&format!("showAll=true&users=[{}]", admin.id())).await,
            0
        );
        assert_eq!(find("showAll=true&tags=[999999]").await, 0);
        let by_text = admin
            .get("/tickets?showAll=true&status=open&searchParam=PEDIDO%20N%C3%83O")
            .await
            .ok();
        let ids: Vec<_> = by_text["tickets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| &t["id"])
            .collect();
        assert!(ids.contains(&&ticket["id"]), "text of messages is searched");
    })
    .await;
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_double() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let mut path = "/tickets?showAll=true&status=closed".to_owned();
        let (mut ids, mut count) = (Vec::new(), 0);
        for _ in 0..20 {
            let page = admin.get(&path).await.ok();
            count = page["count"].as_i64().unwrap();
            ids.extend(
                page["tickets"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|t| t["id"].as_i64().unwrap()),
            );
            let Some(cursor) = page["nextCursor"].as_str() else {
                break;
            };
            path = format!("/tickets?showAll=true&status=closed&cursor={cursor}");
        }
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
        assert!(i64::try_from(all).unwrap() >= count - 3, "{all} of {count}");
    })
    .await;
}
