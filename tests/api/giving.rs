//! What is told of a ticket that is given to somebody else.

use serde_json::{Value, json};

use super::{
    MARINA, RAFAEL, messages, open_ticket,
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

        let given = json!({ "userId": rafael.id(), "note": " Cliente VIP " });
        marina.put(&path, &given).await.ok();
        let is_his = |event: &Value| {
            event["ticket"]["id"] == ticket["id"] && event["ticket"]["userId"] == rafael.id()
        };
        let event = his.event_where(&name, is_his).await;
        assert_eq!(event["givenBy"], by(&marina));
        assert_eq!(event["ticket"]["unreadMessages"], 1);
        // what the giver wrote is told, and stands in the conversation for the team alone
        assert_eq!(event["note"], "Cliente VIP");
        let talk = messages(&rafael, &ticket).await;
        let note = talk.iter().find(|message| message["isPrivate"] == true);
        let note = note.expect("a note");
        assert_eq!(note["body"], "Sussurro(Marina Duarte) Cliente VIP");
        assert_eq!(note["user"]["id"], marina.id());
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
