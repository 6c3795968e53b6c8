//! Many tickets at once: each is decided by itself.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, new_number, open_ticket,
    support::{Session, on_both, until},
};

/// What became of each ticket: its error, or "".
fn outcomes(answer: &Value) -> Vec<(i64, String)> {
    let results = answer["results"].as_array().expect("results").iter();
    results
        .map(|one| {
            let error = one["error"].as_str().unwrap_or_default().to_owned();
            assert_eq!(one["ok"] == true, error.is_empty(), "{one}");
            (one["id"].as_i64().unwrap(), error)
        })
        .collect()
}

async fn bulk(session: &Session, wish: &Value) -> Vec<(i64, String)> {
    outcomes(&session.post("/tickets/bulk", wish).await.ok())
}

async fn state(session: &Session, ticket: &Value) -> Value {
    session
        .get(&format!("/tickets/{}", ticket["id"]))
        .await
        .ok()
}

#[tokio::test]
async fn several_tickets_are_closed_and_one_that_is_refused_keeps_none_back() {
    // spec: S061
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let (first, number) = open_ticket(desk, &marina).await;
        let (second, _) = open_ticket(desk, &marina).await;
        // another's ticket, which an attendant may not close
        let (others, _) = open_ticket(desk, &admin).await;
        let foreign = vida.get("/tickets?showAll=true&status=open").await.ok();
        let foreign = foreign["tickets"][0]["id"].clone();
        let ids = json!([
            first["id"],
            second["id"],
            others["id"],
            foreign,
            first["id"]
        ]);
        let done = bulk(&marina, &json!({ "ticketIds": ids, "status": "closed" })).await;
        let of = |ticket: &Value| {
            let found = done.iter().find(|(id, _)| ticket == id);
            found.map(|(_, error)| error.as_str())
        };
        assert_eq!(done.len(), 4, "twice the same is once");
        assert_eq!((of(&first["id"]), of(&second["id"])), (Some(""), Some("")));
        assert_eq!(of(&others["id"]), Some("ERR_NO_PERMISSION"));
        assert_eq!(of(&foreign), Some("ERR_NO_TICKET_FOUND"));
        for (ticket, status) in [(&first, "closed"), (&second, "closed"), (&others, "open")] {
            assert_eq!(state(&admin, ticket).await["status"], status);
        }
        let steps = marina
            .get(&format!("/tickets/{}/steps", first["id"]))
            .await
            .ok();
        let steps = steps.as_array().expect("steps");
        assert!(
            steps.iter().any(|step| step["action"] == "closed"),
            "{steps:?}"
        );

        // said again it is so already; a new message opens another ticket as ever
        let again = bulk(
            &marina,
            &json!({ "ticketIds": [first["id"]], "status": "closed" }),
        )
        .await;
        assert_eq!(again, [(first["id"].as_i64().unwrap(), String::new())]);
        let line = connection(&marina, "Matriz").await;
        desk.say(line, &number, "Beatriz", "Voltei").await;
        until("another waits", async || {
            let found = marina.get("/tickets?status=pending").await.ok();
            found["tickets"]
                .as_array()
                .unwrap()
                .iter()
                .any(|it| it["contact"]["number"] == number.as_str())
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn several_tickets_go_to_a_colleague_who_can_see_them() {
    // spec: S064
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (first, _) = open_ticket(desk, &marina).await;
        let (done, _) = open_ticket(desk, &marina).await;
        bulk(&marina, &json!({ "ticketIds": [done["id"]], "status": "closed" })).await;
        let own = |session: &Session| session.user["queues"].as_array().unwrap().clone();
        let his = own(&rafael)[0]["id"].clone();
        let strange = own(&marina).into_iter().find(|it| !own(&rafael).contains(it)).unwrap();

        let ids = json!([first["id"], done["id"]]);
        let unseen = json!({ "ticketIds": ids, "queueId": strange["id"], "userId": rafael.id() });
        let errors: Vec<_> = bulk(&admin, &unseen).await.into_iter().map(|it| it.1).collect();
        assert_eq!(errors, ["ERR_NO_PERMISSION", "ERR_TICKET_CLOSED"]);
        let wish = json!({ "ticketIds": ids, "queueId": his, "userId": rafael.id() });
        let errors: Vec<_> = bulk(&admin, &wish).await.into_iter().map(|it| it.1).collect();
        assert_eq!(errors, ["", "ERR_TICKET_CLOSED"]);
        let moved = state(&admin, &first).await;
        assert_eq!((&moved["userId"], &moved["queueId"]), (&json!(rafael.id()), &his));

        let to_queue = json!({
            "ticketIds": [first["id"]], "queueId": strange["id"], "userId": null, "status": "pending"
        });
        bulk(&admin, &to_queue).await;
        let waiting = state(&admin, &first).await;
        assert_eq!((&waiting["status"], &waiting["userId"]), (&json!("pending"), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn tags_are_added_to_those_that_each_ticket_has() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (first, _) = open_ticket(desk, &marina).await;
        let (second, _) = open_ticket(desk, &marina).await;
        let name = || json!({ "name": format!("Lote {}", new_number()) });
        let kept = marina.post("/tags", &name()).await.ok()["id"].clone();
        let added = marina.post("/tags", &name()).await.ok()["id"].clone();
        let wish = json!({ "ticketId": first["id"], "tags": [{ "id": kept }] });
        marina.post("/tags/sync", &wish).await.ok();
        let ids = json!([first["id"], second["id"]]);
        bulk(&marina, &json!({ "ticketIds": ids, "tags": [added] })).await;
        let tags = async |ticket: &Value| {
            let tags = state(&marina, ticket).await["tags"]
                .as_array()
                .unwrap()
                .clone();
            let mut ids: Vec<_> = tags.iter().map(|tag| tag["id"].as_i64().unwrap()).collect();
            ids.sort_unstable();
            json!(ids)
        };
        assert_eq!(tags(&first).await, json!([kept, added]));
        assert_eq!(tags(&second).await, json!([added]));
    })
    .await;
}

#[tokio::test]
async fn nothing_more_than_a_hundred_and_nothing_at_all_are_refused() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let many: Vec<i64> = (1..=101).collect();
        for wish in [
            json!({ "ticketIds": [], "status": "closed" }),
            json!({ "ticketIds": many, "status": "closed" }),
            json!({ "ticketIds": [1] }),
            json!({ "ticketIds": [1], "status": "closed", "tags": [1] }),
        ] {
            let answer = marina.post("/tickets/bulk", &wish).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{wish}");
        }
    })
    .await;
}
