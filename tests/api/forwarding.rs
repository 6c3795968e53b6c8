//! Messages are handed on to several tickets: in their order, once, with the same files, and never what is the team's own.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, messages, new_number, open_ticket,
    support::{Session, TestDesk, on_both, until},
};

const PNG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");
const PATH: &str = "/messages/forward";
const ODD: &str = "Olá {{firstName}}, nada disto é preenchido";

/// What became of each ticket: its error, or "".
fn outcomes(answer: &Value) -> Vec<(Value, String)> {
    let results = answer["results"].as_array().expect("results").iter();
    let told = results.map(|one| {
        let error = one["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(one["ok"] == true, error.is_empty(), "{one}");
        (one["id"].clone(), error)
    });
    told.collect()
}

async fn write(session: &Session, ticket: &Value, wish: Value) -> Value {
    let path = format!("/messages/{}", ticket["id"]);
    session.post(&path, &wish).await.ok()["message"]["id"].clone()
}

/// A picture of Marina's, a customer's words with a variable in them, and his first words.
async fn three(desk: &TestDesk, marina: &Session, ticket: &Value, number: &str) -> [Value; 3] {
    let first = messages(marina, ticket).await[0]["id"].clone();
    let matriz = connection(marina, "Matriz").await;
    desk.say(matriz, number, "Beatriz Nogueira", ODD).await;
    until("his words are there", async || {
        messages(marina, ticket)
            .await
            .iter()
            .any(|it| it["body"] == ODD)
    })
    .await;
    let all = messages(marina, ticket).await;
    let odd = all.iter().find(|it| it["body"] == ODD).expect("his words");
    let picture = Form::new()
        .part("medias", Part::bytes(PNG).file_name("recibo.png"))
        .text("body", "O recibo");
    let path = format!("/messages/{}", ticket["id"]);
    let sent = marina.upload(&path, picture).await.ok();
    [first, odd["id"].clone(), sent["message"]["id"].clone()]
}

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn messages_go_to_each_ticket_once_in_their_order_and_with_the_same_file() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (source, number) = open_ticket(desk, &marina).await;
        let (second, reader) = open_ticket(desk, &marina).await;
        let (third, other) = open_ticket(desk, &marina).await;
        let [first, odd, picture] = three(desk, &marina, &source, &number).await;
        let media = |id: &Value| {
            let asked = format!("SELECT media_id FROM messages WHERE id = {id}");
            desk.number(&asked)
        };
        let wish = json!({
            "ticketId": source["id"], "messageIds": [odd, picture, first, odd],
            "ticketIds": [second["id"], third["id"], second["id"]], "clientId": new_number(),
        });
        // side by side and again, as a double click and a lost answer do
        let (one, two) = tokio::join!(marina.post(PATH, &wish), marina.post(PATH, &wish));
        let all_well = vec![
            (second["id"].clone(), String::new()),
            (third["id"].clone(), String::new()),
        ];
        for answer in [one, two, marina.post(PATH, &wish).await] {
            assert_eq!(outcomes(&answer.ok()), all_well);
        }
        let words = [ODD, "O recibo", "Oi, meu pedido não chegou"];
        for (ticket, phone) in [(&second, &reader), (&third, &other)] {
            let got = messages(&marina, ticket).await;
            let ours: Vec<&Value> = got.iter().filter(|it| it["fromMe"] == true).collect();
            let bodies: Vec<&str> = ours.iter().filter_map(|it| it["body"].as_str()).collect();
            let bodies: Vec<&str> = bodies
                .into_iter()
                .filter(|body| words.contains(body))
                .collect();
            assert_eq!(bodies, words, "in the order of the request, once");
            let shown = ours.iter().find(|it| it["body"] == "O recibo");
            let shown = shown.expect("the picture");
            assert_eq!(shown["mediaType"], "image");
            assert_eq!(media(&shown["id"]), media(&picture), "the same file");
            until("all of it is on the phone", async || {
                let there = desk.reached(matriz, phone).await;
                let there = there.iter().map(String::as_str);
                there.filter(|body| words.contains(body)).eq(words)
            })
            .await;
        }
        // what was taken back afterwards does not undo it, and is not handed on any more
        let delete = format!("/messages/{picture}");
        until("it is taken back", async || {
            marina.delete(&delete).await.status.is_success()
        })
        .await;
        let again = marina.post(PATH, &wish).await.ok();
        assert_eq!(outcomes(&again), all_well);
        let mut anew = wish.clone();
        anew["clientId"] = json!(new_number());
        let refused = outcomes(&marina.post(PATH, &anew).await.ok());
        assert!(
            refused
                .iter()
                .all(|(_, error)| error == "ERR_FORWARD_UNFIT"),
            "{refused:?}"
        );
    })
    .await;
}

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn a_ticket_that_is_refused_keeps_no_other_back_and_whispers_go_nowhere() {
    on_both(async |desk| {
        let (marina, admin) = (desk.session(MARINA).await, desk.session(ADMIN).await);
        let vida = desk.session(VIDA).await;
        let (source, _) = open_ticket(desk, &marina).await;
        let (good, _) = open_ticket(desk, &marina).await;
        let (others, _) = open_ticket(desk, &admin).await;
        let (closed, _) = open_ticket(desk, &marina).await;
        let close = json!({ "status": "closed" });
        let path = format!("/tickets/{}", closed["id"]);
        marina.put(&path, &close).await.ok();
        let foreign = vida.get("/tickets?showAll=true&status=open").await.ok();
        let foreign = foreign["tickets"][0]["id"].clone();
        let text = write(&marina, &source, json!({ "body": "Segue o prazo" })).await;
        let whisper = json!({ "body": "Cliente difícil", "isPrivate": true });
        let whisper = write(&marina, &source, whisper).await;
        let forward = |messages: Value| {
            json!({
                "ticketId": source["id"], "messageIds": messages, "clientId": new_number(),
                "ticketIds": [others["id"], closed["id"], foreign, good["id"]],
            })
        };
        let told = marina.post(PATH, &forward(json!([text]))).await.ok();
        let errors: Vec<String> = outcomes(&told)
            .into_iter()
            .map(|(_, error)| error)
            .collect();
        let expected = [
            "ERR_NO_PERMISSION",
            "ERR_TICKET_CLOSED",
            "ERR_NO_TICKET_FOUND",
            "",
        ];
        assert_eq!(errors, expected);
        let told = marina
            .post(PATH, &forward(json!([text, whisper])))
            .await
            .ok();
        let last = outcomes(&told).pop().expect("a result");
        assert_eq!(last, (good["id"].clone(), "ERR_FORWARD_UNFIT".to_owned()));
        let got = messages(&marina, &good).await;
        let of = |body: &str| got.iter().filter(|it| it["body"] == body).count();
        assert_eq!(
            (of("Segue o prazo"), of("Cliente difícil")),
            (1, 0),
            "all of it or nothing"
        );

        // what is not in the conversation, or whose conversation is not the caller's to see
        let elsewhere = messages(&marina, &good).await[0]["id"].clone();
        for messages in [json!([elsewhere]), json!([text, 999_999_999])] {
            let refused = marina.post(PATH, &forward(messages)).await;
            assert_eq!(refused.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));
        }
        let refused = vida.post(PATH, &forward(json!([text]))).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_TICKET_FOUND"));
        let many: Vec<i64> = (1..=31).collect();
        let refused = marina.post(PATH, &forward(json!(many))).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let mut wide = forward(json!([text]));
        wide["ticketIds"] = json!([1, 2, 3, 4, 5, 6]);
        let refused = marina.post(PATH, &wide).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
