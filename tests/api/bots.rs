//! Bots of others in conversations: asked outside the lanes, answered once, taken out by people, and given up after two
//! failures. A stub on a port of its own stands for n8n, a webhook, Typebot and Dialogflow.

use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    ADMIN, MARINA,
    bot_peer::{Asked, OWN, Peer, Reply},
    connection, messages, new_number,
    support::{Backend, Session, TestDesk, backends, until},
    ticket_of,
};

/// A desk of its own whose number is answered by a service.
pub struct Stage {
    pub desk: TestDesk,
    pub admin: Session,
    marina: Session,
    matriz: i64,
    pub peer: Peer,
    integration: Value,
}

impl Stage {
    pub async fn start(backend: Backend, peer: Peer, more: Value) -> Self {
        let dialogflow = peer.url.clone();
        let desk = TestDesk::start(
            backend,
            &[OWN, ("GUICHE__INTEGRATIONS__DIALOGFLOW_URL", &dialogflow)],
        )
        .await;
        desk.open().await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let matriz = connection(&admin, "Matriz").await;
        let mut wish = json!({ "type": "webhook", "name": "Fluxo", "urlN8N": format!("{}/entrada", peer.url) });
        for (field, value) in more.as_object().expect("fields") {
            wish[field] = value.clone();
        }
        let integration = admin.post("/queueIntegration", &wish).await.ok()["id"].clone();
        let stage = Self {
            desk,
            admin,
            marina,
            matriz,
            peer,
            integration,
        };
        stage.connect(&stage.integration).await;
        stage
    }

    /// Lets the number be answered by it, or by nobody.
    async fn connect(&self, integration: &Value) {
        let wish = json!({ "integrationId": integration });
        let path = format!("/whatsapp/{}", self.matriz);
        self.admin.put(&path, &wish).await.ok();
    }

    pub async fn says(&self, number: &str, text: &str) {
        self.desk.say(self.matriz, number, "Bia", text).await;
    }

    pub fn integration(&self) -> &Value {
        &self.integration
    }

    /// The customer sends something that is no text.
    pub async fn sends(&self, number: &str, mut content: Value) {
        content["from"] = json!(number);
        content["pushName"] = json!("Bia");
        let done = self.desk.simulator_post(self.matriz, "messages", &content);
        done.await;
    }

    pub async fn heard(&self, number: &str) -> Vec<String> {
        let heard = self.desk.reached(self.matriz, number).await;
        heard
            .into_iter()
            .map(|text| text.trim_start_matches('\u{200e}').to_owned())
            .collect()
    }

    /// Whether the customer's phone shows that he is being written to.
    pub async fn is_written_to(&self, number: &str) -> bool {
        let phones = self.desk.phones(self.matriz).await;
        let phone = phones.iter().find(|phone| phone["number"] == number);
        phone.is_some_and(|phone| phone["isWrittenTo"] == true)
    }

    pub async fn hears(&self, number: &str, expected: &[&str]) {
        until(&format!("the customer hears {expected:?}"), async || {
            self.heard(number).await.len() >= expected.len()
        })
        .await;
        assert_eq!(self.heard(number).await, expected);
    }

    pub async fn ticket(&self, number: &str, status: &str) -> Value {
        ticket_of(&self.admin, number, status).await
    }

    /// Nothing is left to be asked.
    pub async fn rests(&self) {
        until("nothing is to be asked any more", async || {
            self.desk.number("SELECT COUNT(*) FROM bot_turns") == 0
        })
        .await;
    }

    async fn queue(&self, name: &str) -> Value {
        let all = self.admin.get("/queue").await.ok();
        let mut all = all.as_array().expect("queues").iter();
        all.find(|queue| queue["name"] == name).expect("a queue")["id"].clone()
    }
}

/// Says what it was told.
fn echo(asked: &Asked) -> Reply {
    let body = asked.body["message"]["body"].as_str().unwrap_or_default();
    Reply::Json(json!({ "reply": format!("Eco: {body}") }))
}

#[tokio::test]
async fn a_webhook_is_told_as_the_family_tells_it_and_answers_in_the_conversation() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(echo), json!({ "secret": "s3gredo" })).await;
        let number = new_number();
        stage.says(&number, "Bom dia").await;
        stage.hears(&number, &["Eco: Bom dia"]).await;
        stage.says(&number, "1").await;
        stage.hears(&number, &["Eco: Bom dia", "Eco: 1"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(
            (
                &ticket["useIntegration"],
                &ticket["integrationId"],
                &ticket["chatbot"],
                &ticket["queueId"]
            ),
            (&json!(true), &stage.integration, &json!(true), &Value::Null)
        );
        assert_eq!(ticket["unreadMessages"], 2, "a bot reads nothing");
        let all = messages(&stage.admin, &ticket).await;
        assert_eq!(all[1]["author"], "integration");
        let asked = &stage.peer.asked()[0];
        assert_eq!(asked.line, "POST /entrada");
        let told = &asked.body;
        assert_eq!(told["event"], "message.received");
        assert_eq!(told["key"]["remoteJid"], format!("{number}@s.whatsapp.net"));
        assert_eq!(told["key"]["fromMe"], false);
        assert_eq!(
            (&told["pushName"], &told["message"]["conversation"]),
            (&json!("Bia"), &json!("Bom dia"))
        );
        assert!(told["messageTimestamp"].is_i64() && told["key"]["id"].is_string());
        assert_eq!(
            (&told["ticket"]["id"], &told["ticket"]["uuid"]),
            (&ticket["id"], &ticket["uuid"])
        );
        assert_eq!(told["contact"]["number"], number);
        assert_eq!(
            told["connection"],
            json!({ "id": stage.matriz, "name": "Matriz" })
        );
        let mac = Hmac::<Sha256>::new_from_slice(b"s3gredo").expect("any length");
        let mac = mac
            .chain_update(asked.text.as_bytes())
            .finalize()
            .into_bytes();
        let signed = &asked.headers["x-guiche-signature"];
        assert_eq!(signed, &format!("sha256={}", hex::encode(mac)));
        stage.rests().await;
    }
}

#[tokio::test]
async fn a_person_who_accepts_ends_it_and_what_comes_too_late_is_dropped() {
    // spec: S045 S098
    for backend in backends() {
        let peer = Peer::start(|_| Reply::Held(json!({ "reply": "Tarde demais" })));
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        until("it was asked", async || stage.peer.asked().len() == 1).await;
        let ticket = stage.ticket(&number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let accept = json!({ "status": "open", "userId": stage.admin.id() });
        let open = stage.admin.put(&path, &accept).await.ok();
        assert_eq!(
            (
                &open["useIntegration"],
                &open["integrationId"],
                &open["chatbot"]
            ),
            (&json!(false), &Value::Null, &json!(false))
        );
        stage.peer.go();
        stage.rests().await;
        stage.says(&number, "Alguém?").await;
        until("the message is there", async || {
            messages(&stage.admin, &ticket).await.len() == 2
        })
        .await;
        assert_eq!(stage.heard(&number).await, [""; 0]);
        assert_eq!(stage.peer.asked().len(), 1);
        // closed and written to again, it begins again
        stage
            .admin
            .put(&path, &json!({ "status": "closed", "silently": true }))
            .await
            .ok();
        stage.peer.turn(echo);
        stage.says(&number, "De novo").await;
        stage.hears(&number, &["Eco: De novo"]).await;
    }
}

#[tokio::test]
async fn one_that_people_move_to_another_queue_is_led_by_no_bot() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(echo), json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Eco: Oi"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let vendas = json!({ "queueId": stage.queue("Vendas").await });
        let moved = stage.admin.put(&path, &vendas).await.ok();
        assert_eq!(
            (&moved["useIntegration"], &moved["integrationId"]),
            (&json!(false), &Value::Null)
        );
        stage.says(&number, "Alguém?").await;
        until("the message is there", async || {
            messages(&stage.admin, &ticket).await.len() >= 3
        })
        .await;
        stage.rests().await;
        assert_eq!(stage.peer.heard(), ["Oi"]);
    }
}

#[tokio::test]
async fn what_it_wants_is_done() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("x"), json!({})).await;
        let (vendas, marina) = (stage.queue("Vendas").await, stage.marina.id());
        let tag = stage
            .admin
            .post("/tags", &json!({ "name": "Do fluxo" }))
            .await
            .ok()["id"]
            .clone();
        let asks = async |answer: Value| {
            let number = new_number();
            let reply = answer.clone();
            stage.peer.turn(move |_| Reply::Json(reply.clone()));
            stage.says(&number, "Oi").await;
            number
        };
        let number = asks(json!({ "reply": "Um momento", "queueId": vendas, "tagId": tag })).await;
        stage.hears(&number, &["Um momento"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(
            (
                &ticket["queueId"],
                &ticket["useIntegration"],
                &ticket["tags"][0]["id"]
            ),
            (&vendas, &json!(false), &tag)
        );
        let number = asks(json!({ "queueId": vendas, "userId": marina })).await;
        let ticket = stage.ticket(&number, "open").await;
        assert_eq!(
            (&ticket["userId"], &ticket["queueId"]),
            (&json!(marina), &vendas)
        );
        let number = asks(json!({ "reply": "Até logo", "close": true })).await;
        stage.ticket(&number, "closed").await;
        let number = asks(json!({ "stop": true })).await;
        let ticket = stage.ticket(&number, "pending").await;
        until("people are waited for", async || {
            let path = format!("/tickets/{}", ticket["id"]);
            stage.admin.get(&path).await.ok()["useIntegration"] == false
        })
        .await;
        // what is nobody's of the company is as if it were not named
        let number =
            asks(json!({ "queueId": 999_999_999, "userId": 999_999_999, "tagId": 999_999_999 }))
                .await;
        stage.rests().await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(
            (&ticket["queueId"], &ticket["userId"]),
            (&Value::Null, &Value::Null)
        );
        stage.rests().await;
    }
}

#[tokio::test]
async fn a_failure_is_tried_again_and_the_second_one_hands_on_to_people() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| Reply::Status(500)), json!({})).await;
        for bad in [
            Reply::Status(500),
            Reply::Half,
            Reply::Endless,
            Reply::Status(404),
        ] {
            let reply = bad.clone();
            stage.peer.turn(move |_| reply.clone());
            let (number, before) = (new_number(), stage.peer.asked().len());
            stage.says(&number, "Oi").await;
            let ticket = stage.ticket(&number, "pending").await;
            let path = format!("/tickets/{}", ticket["id"]);
            until(&format!("{bad:?} hands on to people"), async || {
                stage.admin.get(&path).await.ok()["useIntegration"] == false
            })
            .await;
            let asked = stage.peer.asked().len() - before;
            let tries = if matches!(bad, Reply::Status(500) | Reply::Half) {
                6
            } else {
                2
            };
            assert_eq!(asked, tries, "{bad:?}");
            assert_eq!(stage.heard(&number).await, [""; 0]);
            let all = messages(&stage.admin, &ticket).await;
            let note = all.last().expect("a note");
            assert_eq!(
                (&note["isPrivate"], &note["author"]),
                (&json!(true), &json!("integration"))
            );
            let text = note["body"].as_str().expect("a text");
            assert!(
                text.contains("A integração Fluxo falhou") && !text.contains("127.0.0"),
                "{text}"
            );
        }
        // one failure, then an answer
        let count = std::sync::atomic::AtomicUsize::new(0);
        stage.peer.turn(move |asked| {
            match count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
                0 => Reply::Status(404),
                _ => echo(asked),
            }
        });
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Eco: Oi"]).await;
        stage.rests().await;
    }
}

#[tokio::test]
async fn a_slow_service_holds_up_nobody_and_keeps_the_order_of_one_customer() {
    for backend in backends() {
        let peer = Peer::start(|asked| match asked.body["message"]["body"].as_str() {
            Some("lento") => Reply::Held(json!({ "reply": "enfim" })),
            _ => echo(asked),
        });
        let stage = Stage::start(backend, peer, json!({})).await;
        let (slow, quick) = (new_number(), new_number());
        stage.says(&slow, "lento").await;
        until("it is asked", async || stage.peer.asked().len() == 1).await;
        stage.says(&slow, "e mais").await;
        stage.says(&quick, "Oi").await;
        stage.hears(&quick, &["Eco: Oi"]).await;
        assert_eq!(stage.heard(&slow).await, [""; 0]);
        assert_eq!(
            stage.peer.heard(),
            ["lento", "Oi"],
            "one after another in a ticket"
        );
        // people go on meanwhile
        let ticket = stage.ticket(&slow, "pending").await;
        assert_eq!(messages(&stage.admin, &ticket).await.len(), 2);
        stage.peer.go();
        stage.hears(&slow, &["enfim", "Eco: e mais"]).await;
    }
}

#[tokio::test]
async fn a_killed_desk_asks_again_and_answers_once() {
    for backend in backends() {
        let peer = Peer::start(|_| Reply::Held(json!({ "reply": "Uma vez" })));
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        until("it is asked", async || stage.peer.asked().len() == 1).await;
        stage.desk.kill();
        stage.peer.go();
        stage.desk.run().await;
        stage.hears(&number, &["Uma vez"]).await;
        stage.rests().await;
        assert_eq!(stage.peer.asked().len(), 2, "it was asked again");
        assert_eq!(stage.heard(&number).await, ["Uma vez"]);
        let deliveries = stage.peer.asked();
        assert_eq!(
            deliveries[0].headers["x-guiche-delivery"],
            deliveries[1].headers["x-guiche-delivery"]
        );
    }
}

#[tokio::test]
async fn a_queue_hands_on_to_its_integration_when_it_is_chosen() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(echo), json!({})).await;
        stage.connect(&Value::Null).await;
        let vendas = stage.queue("Vendas").await;
        let wish =
            json!({ "integrationId": stage.integration, "greetingMessage": "Vendas às ordens." });
        stage
            .admin
            .put(&format!("/queue/{vendas}"), &wish)
            .await
            .ok();
        let number = new_number();
        stage.says(&number, "Oi").await;
        until("there is a menu", async || {
            stage.heard(&number).await.len() == 1
        })
        .await;
        assert_eq!(stage.peer.asked().len(), 0);
        stage.says(&number, "vendas").await;
        until("the queue and then the flow speak", async || {
            stage.heard(&number).await.get(1..)
                == Some(&["Vendas às ordens.".into(), "Eco: vendas".into()])
        })
        .await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(
            (&ticket["queueId"], &ticket["integrationId"]),
            (&vendas, &stage.integration)
        );
        // back to the menu
        stage.says(&number, "#").await;
        until("there is the menu again", async || {
            stage.heard(&number).await.len() == 4
        })
        .await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(
            (&ticket["queueId"], &ticket["useIntegration"]),
            (&Value::Null, &json!(false))
        );
    }
}

#[tokio::test]
async fn a_plan_without_integrations_asks_nobody() {
    // spec: A005
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(echo), json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Eco: Oi"]).await;
        stage.rests().await;
        stage
            .desk
            .execute("UPDATE plans SET use_integrations = FALSE");
        stage.says(&number, "E agora?").await;
        let ticket = stage.ticket(&number, "pending").await;
        until("people take over", async || {
            let path = format!("/tickets/{}", ticket["id"]);
            stage.admin.get(&path).await.ok()["useIntegration"] == false
        })
        .await;
        let other = new_number();
        stage.says(&other, "Oi").await;
        until("the menu answers", async || {
            stage.heard(&other).await.len() == 1
        })
        .await;
        assert_eq!(stage.peer.heard(), ["Oi"]);
    }
}
