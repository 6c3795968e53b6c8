//! What is told of a ticket that is given to somebody else.

use serde_json::{Value, json};

use super::{
    MARINA, RAFAEL, open_ticket,
    support::{Session, TestSocket, on_both},
};

#[tokio::test]
async fn who_is_given_a_ticket_is_told_by_whom_and_finds_it_unread() {
    // spec: S064
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let mut his = TestSocket::open(desk, &rafael).await;
        his.join("joinTickets", json!("open")).await;
        his.join("joinTickets", json!("pending")).await;
        let name = format!("company-{}-ticket", rafael.company());
        let told = async |socket: &mut TestSocket, holder: Value| {
            let is_this = |event: &Value| {
                event["ticket"]["id"] == ticket["id"] && event["ticket"]["userId"] == holder
            };
            let event = socket.event_where(&name, is_this).await;
            (
                event["givenBy"].clone(),
                event["ticket"]["unreadMessages"].clone(),
            )
        };
        let by = |session: &Session| json!({ "id": session.id(), "name": session.user["name"] });

        marina
            .put(&path, &json!({ "userId": rafael.id() }))
            .await
            .ok();
        assert_eq!(
            told(&mut his, json!(rafael.id())).await,
            (by(&marina), json!(1))
        );
        // what is given back or taken was given by nobody
        rafael
            .put(&path, &json!({ "status": "pending", "userId": null }))
            .await
            .ok();
        assert_eq!(told(&mut his, Value::Null).await.0, Value::Null);
        let taken = json!({ "status": "open", "userId": rafael.id() });
        rafael.put(&path, &taken).await.ok();
        assert_eq!(
            told(&mut his, json!(rafael.id())).await,
            (Value::Null, json!(0))
        );
    })
    .await;
}
