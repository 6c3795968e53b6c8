//! New rights of a user count at once, on his open browsers too.

use serde_json::json;

use super::{
    event, queue, settle,
    support::{ADMIN, Session, TestDesk, TestSocket, backends, new_number, ticket_of},
};

const PASSWORD: &str = "Aurora123";

#[tokio::test]
async fn who_gets_another_queue_comes_back_and_hears_it_and_everybody_knows_him_as_he_is() {
    // spec: S087 S107 S113
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = Session::sign_in(&desk.base, ADMIN, PASSWORD).await;
        let email = format!("{}@aurora.example", new_number());
        let wish = json!({ "name": "Nova", "email": email, "password": PASSWORD });
        let mut office = TestSocket::open(&desk, &admin).await;
        let made = admin.post("/users", &wish).await.ok();
        let name = event(&admin, "user");
        let told = office
            .event_where(&name, |it| it["user"]["id"] == made["id"])
            .await;
        assert_eq!(told["action"], "create");
        assert!(
            told["user"].get("email").is_none(),
            "colleagues see no e-mail"
        );

        let own = Session::sign_in(&desk.base, &email, PASSWORD).await;
        let mut tab = TestSocket::open(&desk, &own).await;
        tab.join("joinTickets", json!("pending")).await;
        let sales = queue(&admin, "Vendas").await;
        let path = format!("/users/{}", made["id"]);
        let renamed = json!({ "name": "Nova de Verdade" });
        admin.put(&path, &renamed).await.ok();
        settle(&admin, [&mut office, &mut tab]).await;

        admin.put(&path, &json!({ "queueIds": [sales] })).await.ok();
        let change = tab
            .event_where(&name, |it| it["user"]["queues"][0]["id"] == sales)
            .await;
        assert_eq!(change["action"], "update");
        assert!(tab.is_closed().await, "it comes back with its new rights");
        let mut tab = TestSocket::open(&desk, &own).await;
        tab.join("joinTickets", json!("pending")).await;
        let line = super::connection_of_queue(&desk, &admin, "Vendas").await;
        let number = new_number();
        desk.say(line, &number, "Cliente", "Quero comprar").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        tab.event_where(&event(&own, "ticket"), |it| {
            it["ticket"]["id"] == ticket["id"]
        })
        .await;

        admin.delete(&path).await.ok();
        let gone = office
            .event_where(&name, |it| it["action"] == "delete")
            .await;
        assert_eq!(gone["userId"], made["id"]);
        assert!(tab.is_closed().await);
    }
}
