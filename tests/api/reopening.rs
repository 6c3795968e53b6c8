//! Customers who write again soon after the end, where the company wants that to be one conversation.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA,
    campaigns::{go, hurry, list_of, make, until_status},
    connection, messages, new_number,
    support::{Session, TestDesk, TestSocket, backends, until},
    ticket_of,
};

async fn set(admin: &Session, key: &str, value: &str) {
    let value = json!({ "value": value });
    admin.put(&format!("/settings/{key}"), &value).await.ok();
}

/// A conversation in a queue that Marina had and closed.
async fn closed(desk: &TestDesk, marina: &Session, line: i64, number: &str) -> Value {
    desk.say(line, number, "Bia", "Chegou a peça?").await;
    let ticket = ticket_of(marina, number, "pending").await;
    let path = format!("/tickets/{}", ticket["id"]);
    let queues = marina.get("/queue").await.ok();
    let wish = json!({ "status": "open", "userId": marina.id(), "queueId": queues[0]["id"] });
    marina.put(&path, &wish).await.ok();
    let close = json!({ "status": "closed", "silently": true });
    marina.put(&path, &close).await.ok()
}

/// It leaves the closed ones and stands with those that wait, with what was said.
async fn moves_to_the_waiting(page: &mut TestSocket, marina: &Session, ended: &Value) {
    let event = format!("company-{}-ticket", marina.company());
    let moved = |action: &'static str| {
        let id = ended["id"].clone();
        move |it: &Value| {
            let ticket = it.get("ticketId").unwrap_or(&it["ticket"]["id"]);
            it["action"] == action && *ticket == id
        }
    };
    page.event_where(&event, moved("delete")).await;
    let told = page.event_where(&event, moved("update")).await;
    let told = (&told["ticket"]["status"], &told["ticket"]["lastMessage"]);
    assert_eq!(told, (&json!("pending"), &json!("Ah, e mais uma coisa")));
}

#[tokio::test]
async fn who_writes_again_in_time_goes_on_in_the_same_ticket_which_waits_in_its_queue() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let line = connection(&admin, "Matriz").await;
        set(&admin, "reopenWindow", "120").await;
        let number = new_number();
        let ended = closed(&desk, &marina, line, &number).await;
        let mut page = TestSocket::open(&desk, &marina).await;
        for status in ["closed", "pending"] {
            page.join("joinTickets", json!(status)).await;
        }

        desk.say(line, &number, "Bia", "Ah, e mais uma coisa").await;
        moves_to_the_waiting(&mut page, &marina, &ended).await;
        let waits = ticket_of(&marina, &number, "pending").await;
        assert_eq!(waits["id"], ended["id"]);
        assert_eq!(waits["queueId"], ended["queueId"]);
        assert!(ended["queueId"].is_number());
        assert_eq!(waits["userId"], Value::Null);
        assert_eq!(waits["closedAt"], Value::Null);
        assert_eq!(waits["unreadMessages"], 1);
        assert_eq!(waits["lastMessage"], "Ah, e mais uma coisa");
        let steps = marina
            .get(&format!("/tickets/{}/steps", ended["id"]))
            .await
            .ok();
        let step = (
            &steps[0]["action"],
            &steps[0]["by"],
            &steps[0]["queue"]["id"],
        );
        assert_eq!(step, (&json!("resumed"), &Value::Null, &ended["queueId"]));
        let said = messages(&marina, &waits).await;
        // its queue is known: nobody is asked for it again
        let last = said.last().expect("a message");
        let last = (&last["ticketId"], last["body"].as_str());
        assert_eq!(last, (&ended["id"], Some("Ah, e mais uma coisa")));

        // a second message is one of the running conversation
        desk.say(line, &number, "Bia", "Alô?").await;
        until("both are unread", async || {
            ticket_of(&marina, &number, "pending").await["unreadMessages"] == 2
        })
        .await;
        let wish = json!({ "status": "open", "userId": marina.id() });
        let path = format!("/tickets/{}", waits["id"]);
        let open = marina.put(&path, &wish).await.ok();
        assert_eq!(open["userId"], marina.id());
        // the message that brought it back is what she answers
        let answer = json!({ "body": "Pode falar" });
        let path = format!("/messages/{}", waits["id"]);
        marina.post(&path, &answer).await.ok();
        let answered = format!(
            "SELECT COUNT(*) FROM ticket_tracking WHERE ticket_id = {} AND finished_at IS NULL
               AND asked_at IS NOT NULL AND answered_at IS NOT NULL",
            waits["id"]
        );
        assert_eq!(desk.number(&answered), 1);
    }
}

#[tokio::test]
async fn without_a_window_and_by_another_number_a_new_ticket_begins() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let line = connection(&admin, "Matriz").await;
        let number = new_number();
        let ended = closed(&desk, &marina, line, &number).await;
        desk.say(line, &number, "Bia", "Mais uma coisa").await;
        let waits = ticket_of(&marina, &number, "pending").await;
        assert_ne!(waits["id"], ended["id"], "nobody has set a window");

        set(&admin, "reopenWindow", "10080").await;
        let other = json!({ "name": "Reserva", "provider": "simulator" });
        let other = admin.post("/whatsapp", &other).await.ok();
        let branch = other["id"].as_i64().expect("an id");
        desk.pair(branch).await;
        until("it is connected", async || {
            admin.get(&format!("/whatsapp/{branch}")).await.ok()["status"] == "CONNECTED"
        })
        .await;
        let number = new_number();
        let ended = closed(&desk, &marina, line, &number).await;
        desk.say(branch, &number, "Bia", "Aqui também?").await;
        let waits = ticket_of(&admin, &number, "pending").await;
        assert_ne!(waits["id"], ended["id"], "it ended on another number");

        // nobody attended it
        let number = new_number();
        desk.say(line, &number, "Bia", "Oi").await;
        let ignored = ticket_of(&admin, &number, "pending").await;
        let close = json!({ "status": "closed", "silently": true });
        let path = format!("/tickets/{}", ignored["id"]);
        admin.put(&path, &close).await.ok();
        desk.say(line, &number, "Bia", "Alguém aí?").await;
        let waits = ticket_of(&admin, &number, "pending").await;
        assert_ne!(waits["id"], ignored["id"]);
    }
}

#[tokio::test]
async fn who_answers_a_campaign_begins_a_ticket_that_names_it_however_soon() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let line = connection(&admin, "Matriz").await;
        hurry(&admin).await;
        set(&admin, "reopenWindow", "120").await;
        // one who never wrote, one who was attended a moment ago, and one who is talking about something else
        let (stranger, known, talking) = (new_number(), new_number(), new_number());
        let ended = closed(&desk, &marina, line, &known).await;
        desk.say(line, &talking, "Bia", "Chegou a peça?").await;
        let running = ticket_of(&admin, &talking, "pending").await;
        let all = [stranger.clone(), known.clone(), talking.clone()];
        let list = list_of(&desk, admin.company(), &all);
        let made = make(&admin, line, list, json!({})).await;
        go(&admin, &made, "/start").await;
        until_status(&admin, &made, "FINALIZADA").await;
        let campaign = json!({ "id": made["id"], "name": made["name"] });
        for number in [&stranger, &known] {
            desk.say(line, number, "Bia", "Quero saber mais").await;
            let answer = ticket_of(&admin, number, "pending").await;
            assert_eq!(answer["campaign"], campaign);
            assert_ne!(answer["id"], ended["id"]);
            // what the campaign wrote stands in an earlier ticket
            let said = messages(&admin, &answer).await;
            let written = said.iter().find(|it| it["author"] == "campaign");
            assert_ne!(written.expect("its text")["ticketId"], answer["id"]);
        }
        desk.say(line, &talking, "Bia", "Quero saber mais").await;
        until("the answer stands in the running one", async || {
            ticket_of(&admin, &talking, "pending").await["lastMessage"] == "Quero saber mais"
        })
        .await;
        let went_on = ticket_of(&admin, &talking, "pending").await;
        assert_eq!(went_on["id"], running["id"]);
        assert_eq!(went_on["campaign"], Value::Null, "it began it not");

        // who comes back with something else later answers no campaign, nor does who never got one
        let answer = ticket_of(&admin, &known, "pending").await;
        let path = format!("/tickets/{}", answer["id"]);
        let close = json!({ "status": "closed", "silently": true });
        admin.put(&path, &close).await.ok();
        for number in [known, new_number()] {
            desk.say(line, &number, "Caio", "Oi").await;
            let ticket = ticket_of(&admin, &number, "pending").await;
            assert_ne!(ticket["id"], answer["id"]);
            assert_eq!(ticket["campaign"], Value::Null);
        }
    }
}
