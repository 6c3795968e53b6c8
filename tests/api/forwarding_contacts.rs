//! Messages are handed on to contacts who have no open ticket: one is opened with them, by the rules of opening one by hand, or neither.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, messages, new_number, open_ticket,
    support::{Session, TestDesk, on_both, until},
};

const PATH: &str = "/messages/forward";
const WORDS: &str = "Segue o prazo: {{firstName}} não é preenchido";

async fn contact(session: &Session) -> (Value, String) {
    let number = new_number();
    let wish = json!({ "name": "Cliente Novo", "number": number });
    let made = session.post("/contacts", &wish).await.ok();
    (made["id"].clone(), number)
}

/// Marina's open ticket and something that she said in it.
async fn said(desk: &TestDesk, marina: &Session) -> (Value, Value) {
    let (source, _) = open_ticket(desk, marina).await;
    let path = format!("/messages/{}", source["id"]);
    let sent = marina
        .post(&path, &json!({ "body": "Segue o prazo" }))
        .await;
    let sent = sent.ok()["message"]["id"].clone();
    (source, sent)
}

fn own_queue(session: &Session) -> Value {
    session.user["queues"][0]["id"].clone()
}

fn wish(source: &Value, messages: &[&Value], contacts: &Value) -> Value {
    json!({
        "ticketId": source["id"], "messageIds": messages, "ticketIds": [],
        "contacts": contacts, "clientId": new_number(),
    })
}

/// What became of each contact: its error, or "".
fn errors(answer: &Value) -> Vec<String> {
    let results = answer["contacts"].as_array().expect("contacts").iter();
    let told = results.map(|one| {
        let error = one["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(one["ok"] == true, error.is_empty(), "{one}");
        error
    });
    told.collect()
}

fn tickets_of(desk: &TestDesk, contact: &Value) -> i64 {
    desk.number(&format!(
        "SELECT COUNT(*) FROM tickets WHERE contact_id = {contact}"
    ))
}

#[tokio::test]
async fn a_contact_gets_a_ticket_with_the_messages_once_by_the_chosen_number() {
    // spec: S077 S097 S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let centro = connection(&marina, "Loja Centro").await;
        let (source, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", WORDS).await;
        until("his words are there", async || {
            messages(&marina, &source)
                .await
                .iter()
                .any(|it| it["body"] == WORDS)
        })
        .await;
        let all = messages(&marina, &source).await;
        let odd = all.iter().find(|it| it["body"] == WORDS);
        let (first, odd) = (&all[0]["id"], &odd.expect("his words")["id"]);
        let (to, phone) = contact(&marina).await;
        let queue = own_queue(&marina);
        let one = json!({ "contactId": to, "queueId": queue, "whatsappId": centro });
        let wish = wish(&source, &[odd, first], &json!([one, one]));
        // side by side and again, as a double click and a lost answer do
        let (one, two) = tokio::join!(marina.post(PATH, &wish), marina.post(PATH, &wish));
        let (one, two) = (one.ok(), two.ok());
        assert_eq!(errors(&one), [""]);
        let again = marina.post(PATH, &wish).await.ok();
        assert_eq!((&one, &one), (&two, &again), "the same ticket each time");
        assert_eq!(one["results"], json!([]));
        let made = &one["contacts"][0]["ticket"];
        let path = format!("/tickets/u/{}", made["uuid"].as_str().expect("a name"));
        let ticket = marina.get(&path).await.ok();
        assert_eq!(
            json!([
                ticket["status"],
                ticket["userId"],
                ticket["queueId"],
                ticket["whatsappId"],
                ticket["contactId"]
            ]),
            json!(["open", marina.id(), queue, centro, to])
        );
        let bodies = [WORDS, "Oi, meu pedido não chegou"];
        let got = messages(&marina, &ticket).await;
        let got: Vec<&Value> = got.iter().map(|it| &it["body"]).collect();
        assert_eq!(
            got, bodies,
            "in the order of the request, once, and nothing filled"
        );
        until("all of it is on the phone", async || {
            desk.reached(centro, &phone).await == bodies
        })
        .await;
        // closed meanwhile, a repetition still opens nothing
        let close = json!({ "status": "closed" });
        marina
            .put(&format!("/tickets/{}", made["id"]), &close)
            .await
            .ok();
        assert_eq!(marina.post(PATH, &wish).await.ok(), one);
        assert_eq!(tickets_of(desk, &to), 1);
    })
    .await;
}

#[tokio::test]
async fn a_contact_whom_somebody_else_serves_keeps_no_other_back() {
    // spec: S066 S087 S097 S122
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let (source, text) = said(desk, &marina).await;
        let (held, _) = open_ticket(desk, &rafael).await;
        let (own, _) = open_ticket(desk, &marina).await;
        let (blocked, _) = contact(&admin).await;
        let block = json!({ "blocked": true });
        admin.put(&format!("/contacts/{blocked}"), &block).await.ok();
        let (foreign, _) = contact(&vida).await;
        let queue = own_queue(&marina);
        let to = |id: &Value| json!({ "contactId": id, "queueId": queue });
        let (good, _) = contact(&marina).await;
        let five = json!([to(&held["contactId"]), to(&blocked), to(&foreign), to(&own["contactId"]), to(&good)]);
        let told = marina.post(PATH, &wish(&source, &[&text], &five)).await.ok();
        let expected = ["ERR_OTHER_OPEN_TICKET", "ERR_CONTACT_BLOCKED", "ERR_NO_CONTACT_FOUND", "", ""];
        assert_eq!(errors(&told), expected);
        let contacts = &told["contacts"];
        assert_eq!(
            json!([contacts[0]["ticket"]["uuid"], contacts[0]["user"], contacts[0]["queue"]]),
            json!([held["uuid"], { "name": rafael.user["name"] }, held["queue"].get("name").map_or(Value::Null, |name| json!({ "name": name }))])
        );
        assert_eq!(contacts[3]["ticket"]["id"], own["id"], "into the own open one");
        let got = messages(&marina, &own).await;
        assert!(got.iter().any(|it| it["body"] == "Segue o prazo"));
        let theirs = messages(&rafael, &held).await;
        assert!(theirs.iter().all(|it| it["body"] != "Segue o prazo"));
        let counts = [tickets_of(desk, &blocked), tickets_of(desk, &good)];
        assert_eq!(counts, [0, 1]);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_that_would_be_empty_or_is_not_the_senders_to_open_is_not_opened() {
    // spec: S077 S087 S097
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let vida = desk.session(VIDA).await;
        let (source, text) = said(desk, &marina).await;
        let (to, _) = contact(&marina).await;
        let queue = own_queue(&marina);
        let is_hers = |it: &&Value| {
            let queues = marina.user["queues"].as_array().expect("queues");
            queues.iter().any(|queue| queue["id"] == it["id"])
        };
        let his = rafael.user["queues"].as_array().expect("queues").iter();
        let his = his.clone().find(|it| !is_hers(it)).expect("a queue of his")["id"].clone();
        let line = connection(&vida, "Recepção").await;
        for (more, error) in [
            (json!({ "queueId": his }), "ERR_NO_PERMISSION"),
            (json!({ "queueId": 999_999_999 }), "ERR_NO_QUEUE_FOUND"),
            (
                json!({ "queueId": queue, "whatsappId": line }),
                "ERR_NO_WAPP_FOUND",
            ),
        ] {
            let mut one = more;
            one["contactId"] = to.clone();
            let told = marina
                .post(PATH, &wish(&source, &[&text], &json!([one])))
                .await
                .ok();
            assert_eq!(errors(&told), [error]);
        }
        let whisper = json!({ "body": "Cliente difícil", "isPrivate": true });
        let path = format!("/messages/{}", source["id"]);
        let whisper = marina.post(&path, &whisper).await.ok()["message"]["id"].clone();
        let one = json!([{ "contactId": to, "queueId": queue }]);
        let told = marina
            .post(PATH, &wish(&source, &[&text, &whisper], &one))
            .await
            .ok();
        assert_eq!(errors(&told), ["ERR_FORWARD_UNFIT"]);

        // what no answer by itself would help is refused as a whole
        let without = json!([{ "contactId": to }]);
        let mut many = wish(
            &source,
            &[&text],
            &json!(vec![json!({ "contactId": to, "queueId": queue }); 1]),
        );
        many["ticketIds"] = json!([1, 2, 3, 4, 5]);
        for wrong in [
            wish(&source, &[&text], &without),
            wish(&source, &[&text], &json!([])),
            many,
        ] {
            let refused = marina.post(PATH, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
        assert_eq!(tickets_of(desk, &to), 0, "nothing was opened");
    })
    .await;
}

#[tokio::test]
async fn an_admin_opens_it_without_a_queue() {
    // spec: S077
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (source, text) = said(desk, &admin).await;
        let (to, _) = contact(&admin).await;
        let without = json!([{ "contactId": to }]);
        let told = admin
            .post(PATH, &wish(&source, &[&text], &without))
            .await
            .ok();
        assert_eq!(errors(&told), [""]);
        assert_eq!(tickets_of(desk, &to), 1);
    })
    .await;
}
