//! The steps of a ticket: who did what with it, and when.

use serde_json::{Value, json};

use super::{ADMIN, MARINA, RAFAEL, new_number, open_ticket, support::on_both};

/// `action by → user in queue`, oldest first.
fn told(steps: &Value) -> Vec<String> {
    let name = |of: &Value| of["name"].as_str().unwrap_or("-").to_owned();
    let steps = steps.as_array().expect("steps").iter().rev();
    steps
        .map(|step| {
            let action = step["action"].as_str().expect("an action");
            let (by, user) = (name(&step["by"]), name(&step["user"]));
            format!("{action} {by} → {user} in {}", name(&step["queue"]))
        })
        .collect()
}

#[tokio::test]
async fn every_move_of_a_ticket_is_written_down_with_who_made_it() {
    // spec: S059 S060 S061 S062 S064
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let queues = admin.get("/queue").await.ok();
        let queues = queues.as_array().expect("queues").iter();
        let support = queues.clone().find(|queue| queue["name"] == "Suporte");
        let support = &support.expect("Suporte")["id"];
        for wish in [
            json!({ "status": "pending", "userId": null }),
            json!({ "userId": marina.id(), "queueId": support }),
            json!({ "informations": "{}" }),
            json!({ "status": "closed" }),
        ] {
            marina.put(&path, &wish).await.ok();
        }
        let again = json!({ "status": "open", "userId": rafael.id() });
        rafael.put(&path, &again).await.ok();
        let steps = marina.get(&format!("{path}/steps")).await.ok();
        assert_eq!(
            told(&steps),
            [
                "accepted Marina Duarte → Marina Duarte in -",
                "returned Marina Duarte → - in -",
                "transferred Marina Duarte → Marina Duarte in Suporte",
                "closed Marina Duarte → Marina Duarte in Suporte",
                "reopened Rafael Lima → Rafael Lima in Suporte",
            ]
        );
        assert!(steps[0]["at"].is_string());
    })
    .await;
}

#[tokio::test]
async fn a_ticket_that_an_attendant_opens_says_so() {
    // spec: S097
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let contact = json!({ "name": "Cliente Novo", "number": new_number() });
        let contact = admin.post("/contacts", &contact).await.ok();
        let wish = json!({ "contactId": contact["id"] });
        let ticket = admin.post("/tickets", &wish).await.ok();
        let steps = admin
            .get(&format!("/tickets/{}/steps", ticket["id"]))
            .await
            .ok();
        assert_eq!(told(&steps), ["opened Helena Castro → Helena Castro in -"]);
    })
    .await;
}
