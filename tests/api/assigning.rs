//! A queue that shares its tickets out among those who serve it.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, new_number,
    support::{Session, TestDesk, TestSocket, backends, until},
};

/// A queue of its own, with two who serve it besides theirs.
async fn queue(admin: &Session, people: [&Session; 2]) -> Value {
    let wish = json!({ "name": "Plantão", "color": "#123456", "autoAssign": true, "assignMax": 1 });
    let queue = admin.post("/queue", &wish).await.ok();
    assert_eq!(
        (&queue["autoAssign"], &queue["assignMax"]),
        (&json!(true), &json!(1))
    );
    for one in people {
        let path = format!("/users/{}", one.id());
        let had = admin.get(&path).await.ok()["queues"].clone();
        let had = had.as_array().expect("queues").iter();
        let mut ids: Vec<Value> = had.map(|each| each["id"].clone()).collect();
        ids.push(queue["id"].clone());
        admin.put(&path, &json!({ "queueIds": ids })).await.ok();
    }
    // what they hold already leaves no room
    for status in ["open", "pending"] {
        let all = format!("/tickets?showAll=true&status={status}");
        for ticket in admin.get(&all).await.ok()["tickets"]
            .as_array()
            .expect("a page")
        {
            let path = format!("/tickets/{}", ticket["id"]);
            admin.put(&path, &json!({ "status": "closed" })).await.ok();
        }
    }
    queue["id"].clone()
}

/// A ticket that waits in a queue.
async fn waiting(admin: &Session, queue: &Value) -> String {
    let contact = json!({ "name": "Cliente", "number": new_number() });
    let contact = admin.post("/contacts", &contact).await.ok();
    let wish = json!({ "contactId": contact["id"], "queueId": queue, "status": "pending" });
    let ticket = admin.post("/tickets", &wish).await.ok();
    format!("/tickets/{}", ticket["id"])
}

async fn until_held(admin: &Session, ticket: &str, who: &Session) {
    until("the ticket is his", async || {
        let ticket = admin.get(ticket).await.ok();
        ticket["userId"] == who.id() && ticket["status"] == "open"
    })
    .await;
}

#[tokio::test]
async fn tickets_that_wait_go_in_turns_to_those_who_are_there_and_have_room() {
    // spec: S043 S059
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let queue = queue(&admin, [&marina, &rafael]).await;
        let first = waiting(&admin, &queue).await;
        let second = waiting(&admin, &queue).await;
        let hers = TestSocket::open(&desk, &marina).await;
        until_held(&admin, &first, &marina).await;
        // she has no room for the second, so it waits for somebody else
        let his = TestSocket::open(&desk, &rafael).await;
        until_held(&admin, &second, &rafael).await;
        let third = waiting(&admin, &queue).await;
        marina
            .put(&first, &json!({ "status": "closed" }))
            .await
            .ok();
        until_held(&admin, &third, &marina).await;
        let steps = admin.get(&format!("{third}/steps")).await.ok();
        assert_eq!(
            (
                &steps[0]["action"],
                &steps[0]["by"],
                &steps[0]["user"]["id"]
            ),
            (&json!("assigned"), &Value::Null, &json!(marina.id()))
        );
        drop((hers, his));
    }
}
