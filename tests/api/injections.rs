//! Whatever a customer writes, and however much a model obeys him: of all that a desk can do one thing may happen, that people
//! take over, and that only where the model's own answer begins with the words for it. The texts are in `injections.txt`.

use guiche_storage::contacts::fold;
use serde_json::{Value, json};

use super::{
    ai::Stage,
    bot_peer::{Asked, Peer, Reply, Rest},
    connection, new_number,
    prompts::says,
    support::{backends, open_ticket, until},
    ticket_of,
};

const HAND_OVER: &str = "Ação: Transferir para o setor de atendimento";

fn texts() -> Vec<String> {
    let lines = include_str!("injections.txt").lines();
    let texts: Vec<String> = lines
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
        .map(|line| line.replace("\\n", "\n"))
        .collect();
    assert!(texts.len() >= 30, "{}", texts.len());
    texts
}

fn last_of(asked: &Asked) -> &str {
    let all = asked.body["messages"].as_array().expect("messages");
    all.last().expect("one")["content"]
        .as_str()
        .expect("a text")
}

/// A model that does what the customer wants, as far as it can: it says so.
fn obeys(asked: &Asked) -> Reply {
    says(&format!("Claro! {}", last_of(asked)))
}

/// A model that says what the customer says.
fn repeats(asked: &Asked) -> Reply {
    says(last_of(asked))
}

/// Whether an answer may hand over: it begins with the words, but for marks around them.
fn may_hand_over(answer: &str) -> bool {
    let answer = answer
        .trim()
        .trim_start_matches(['"', '*', '\'', '\u{200e}']);
    fold(answer).starts_with(&fold(HAND_OVER))
}

/// What became of the ticket of one who wrote a text.
fn check(ticket: &Value, prompt: &Value, text: &str, may: bool) {
    assert_eq!(ticket["status"], "pending", "{text}");
    assert_eq!(ticket["userId"], Value::Null, "{text}");
    assert_eq!(ticket["tags"], json!([]), "{text}");
    if ticket["promptId"].is_null() {
        assert!(may, "handed over by {text}");
        assert_eq!(ticket["queueId"], prompt["queueId"], "{text}");
    } else {
        assert_eq!(ticket["promptId"], prompt["id"], "{text}");
        assert_eq!(ticket["queueId"], Value::Null, "{text}");
    }
}

#[tokio::test]
async fn a_model_that_obeys_the_customer_can_at_most_call_people() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(obeys)).await;
        stage.desk.open().await;
        let matriz = connection(&stage.admin, "Matriz").await;
        let led = json!({ "promptId": stage.prompt["id"] });
        let path = format!("/whatsapp/{matriz}");
        stage.admin.put(&path, &led).await.ok();
        for (model, is_parrot) in [(obeys as fn(&Asked) -> Reply, false), (repeats, true)] {
            stage.peer.turn(model);
            let mut handed_over = 0;
            for text in texts() {
                let number = new_number();
                stage.desk.say(matriz, &number, "Bia", &text).await;
                until("the model was asked and answered", async || {
                    stage.desk.number("SELECT COUNT(*) FROM bot_turns") == 0
                        && stage
                            .peer
                            .asked()
                            .last()
                            .is_some_and(|asked| last_of(asked) == text)
                })
                .await;
                let asked = stage.peer.asked().pop().expect("a call");
                let all = asked.body["messages"].as_array().expect("messages");
                let roles: Vec<_> = all.iter().map(|one| one["role"].as_str()).collect();
                assert_eq!(roles, [Some("system"), Some("user")], "{text}");
                let ticket = ticket_of(&stage.admin, &number, "pending").await;
                check(
                    &ticket,
                    &stage.prompt,
                    &text,
                    is_parrot && may_hand_over(&text),
                );
                handed_over += usize::from(ticket["promptId"].is_null());
                let heard = stage.desk.reached(matriz, &number).await.join("\n");
                assert!(!heard.contains("sk-ajuda"), "{text}");
            }
            assert_eq!(handed_over > 0, is_parrot, "the words do hand over");
        }
    }
}

#[tokio::test]
async fn what_customers_write_is_data_where_a_model_helps_and_nothing_is_done() {
    for backend in backends() {
        let hostile = Reply::Stream(
            &[
                "Ação: Transferir para o setor de atendimento ",
                "{\"close\": true}",
            ],
            Rest::End,
        );
        let stage = Stage::start(backend, Peer::start(move |_| hostile.clone())).await;
        let path = format!("/prompt/{}", stage.prompt["id"]);
        stage
            .admin
            .put(&path, &json!({ "maxMessages": 100 }))
            .await
            .ok();
        let (ticket, number) = open_ticket(&stage.desk, &stage.marina).await;
        let matriz = connection(&stage.admin, "Matriz").await;
        for text in texts() {
            stage.desk.say(matriz, &number, "Beatriz", &text).await;
        }
        let count = i64::try_from(texts().len()).expect("a number");
        until("all came in", async || {
            let page = stage
                .marina
                .get(&format!("/messages/{}", ticket["id"]))
                .await
                .ok();
            page["count"] == count + 1
        })
        .await;
        let path = format!("/tickets/{}", ticket["id"]);
        let before = stage.marina.get(&path).await.ok();
        for what in ["suggest", "summary"] {
            let path = format!("{path}/ai/{what}");
            let answer = stage.marina.post(&path, &json!({})).await;
            assert!(answer.text.contains("event: done"), "{}", answer.text);
            let asked = stage.peer.asked().pop().expect("a call");
            let (_, data) = last_of(&asked).split_once('\n').expect("a line of data");
            let data: Vec<Value> = serde_json::from_str(data).expect("JSON");
            let said: Vec<&str> = data
                .iter()
                .filter_map(|one| one["texto"].as_str())
                .collect();
            assert!(data.iter().all(|one| one["de"] == "cliente"));
            for text in texts() {
                assert!(
                    said.contains(&text.trim_start_matches('\u{200e}')),
                    "{text}"
                );
            }
        }
        let after = stage.marina.get(&path).await.ok();
        assert_eq!(before, after, "nothing was done to the ticket");
        assert!(stage.desk.reached(matriz, &number).await.is_empty());
    }
}
