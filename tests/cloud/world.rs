//! A desk with a number of the Cloud API, and Meta on the other side.

use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::OnceCell;

use super::{
    graph::Graph,
    support::{Backend, Session, TestDesk, backends, until},
};

pub use super::support::{Line, new_number, unique};

pub const ADMIN: &str = "admin@aurora.example";
pub const MARINA: &str = "marina@aurora.example";

/// Everything a test needs.
pub struct World<'d> {
    pub desk: &'d TestDesk,
    pub graph: &'static Graph,
    pub line: Line,
    pub admin: Session,
    pub marina: Session,
}

/// A customer with a ticket.
pub struct Talk {
    pub ticket: Value,
    pub number: String,
    /// Meta's id of his first message.
    pub wamid: String,
}

/// A desk whose Graph API is the tests' own.
pub async fn start(backend: Backend) -> TestDesk {
    let url = Graph::shared().url.as_str();
    TestDesk::start(backend, &[("GUICHE__WHATSAPP__GRAPH_URL", url)]).await
}

/// Runs a test body on the desk and the number of each database, side by side; both are shared by all tests.
pub async fn on_both(body: impl AsyncFn(&World<'_>)) {
    let each = backends().into_iter().map(async |backend| {
        let (desk, line) = shared(backend).await;
        body(&World::of(desk, line.clone()).await).await;
    });
    futures_util::future::join_all(each).await;
}

async fn shared(backend: Backend) -> &'static (TestDesk, Line) {
    static SQLITE: OnceCell<(TestDesk, Line)> = OnceCell::const_new();
    static POSTGRES: OnceCell<(TestDesk, Line)> = OnceCell::const_new();
    let cell = if backend == Backend::Sqlite {
        &SQLITE
    } else {
        &POSTGRES
    };
    cell.get_or_init(async || {
        let desk = start(backend).await;
        // tests beside each other have more numbers than the demonstration's plan
        desk.execute("UPDATE plans SET connections = 100");
        let line = new_line(&desk).await;
        (desk, line)
    })
    .await
}

/// Lets an admin enter a new number, and waits until it is connected.
pub async fn new_line(desk: &TestDesk) -> Line {
    let line = Line::unknown();
    Graph::shared().expect_token(&line.number_id, &line.access_token);
    line.enter(&desk.session(ADMIN).await).await
}

/// Seconds of today's clock, as Meta writes them.
pub fn seconds_ago(seconds: i64) -> String {
    let now = std::time::UNIX_EPOCH
        .elapsed()
        .expect("after 1970")
        .as_secs();
    (i64::try_from(now).expect("small") - seconds).to_string()
}

impl Line {
    /// A webhook of this number.
    pub fn envelope(&self, field: &str, mut value: Value) -> Value {
        value["messaging_product"] = json!("whatsapp");
        value["metadata"] =
            json!({ "display_phone_number": "551140028922", "phone_number_id": self.number_id });
        json!({ "object": "whatsapp_business_account",
            "entry": [{ "id": "102290129340398", "changes": [{ "field": field, "value": value }] }] })
    }

    /// Meta's signature.
    pub fn sign(&self, body: &str) -> String {
        sign(&self.app_secret, body)
    }
}

/// `X-Hub-Signature-256` of a body.
pub fn sign(secret: &str, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key");
    let code = mac.chain_update(body).finalize().into_bytes();
    format!("sha256={}", hex::encode(code))
}

/// A text message as Meta tells it.
pub fn text(from: &str, wamid: &str, body: &str) -> Value {
    message(
        from,
        wamid,
        &json!({ "type": "text", "text": { "body": body } }),
    )
}

/// A message of any type as Meta tells it.
pub fn message(from: &str, wamid: &str, content: &Value) -> Value {
    let mut item = content.clone();
    item["from"] = json!(from);
    item["id"] = json!(wamid);
    if item["timestamp"].is_null() {
        item["timestamp"] = json!(seconds_ago(0));
    }
    json!({ "contacts": [{ "profile": { "name": "Beatriz Nogueira" }, "wa_id": from }], "messages": [item] })
}

/// A status as Meta tells it.
pub fn status(wamid: &str, word: &str, to: &str, more: Value) -> Value {
    let mut item =
        json!({ "id": wamid, "status": word, "timestamp": seconds_ago(0), "recipient_id": to });
    let members = item.as_object_mut().expect("an object");
    members.extend(more.as_object().cloned().unwrap_or_default());
    json!({ "statuses": [item] })
}

impl<'d> World<'d> {
    /// The world of a desk with this number.
    pub async fn of(desk: &'d TestDesk, line: Line) -> Self {
        Self {
            desk,
            graph: Graph::shared(),
            line,
            admin: desk.session(ADMIN).await,
            marina: desk.session(MARINA).await,
        }
    }

    /// A webhook call, signed or however.
    pub async fn post_webhook(&self, body: &str, signature: Option<&str>) -> u16 {
        let url = format!(
            "{}/api/webhooks/whatsapp/{}",
            self.desk.base, self.line.connection
        );
        let mut request = reqwest::Client::new()
            .post(url)
            .header("content-type", "application/json");
        if let Some(signature) = signature {
            request = request.header("x-hub-signature-256", signature);
        }
        let answer = request
            .body(body.to_owned())
            .send()
            .await
            .expect("an answer");
        answer.status().as_u16()
    }

    /// A signed webhook, whoever made it. Answers the id of the message in it.
    pub async fn take(&self, webhook: &Value) -> Value {
        let body = webhook.to_string();
        let signature = self.line.sign(&body);
        assert_eq!(self.post_webhook(&body, Some(&signature)).await, 200);
        let id = webhook.pointer("/entry/0/changes/0/value/messages/0/id");
        id.cloned().unwrap_or_default()
    }

    /// Meta tells something about this number.
    pub async fn told(&self, value: Value) {
        self.take(&self.line.envelope("messages", value)).await;
    }

    /// A customer writes. Answers Meta's id of the message.
    pub async fn says(&self, from: &str, body: &str) -> String {
        let wamid = format!("wamid.{}", unique());
        self.told(text(from, &wamid, body)).await;
        wamid
    }

    /// Waits for the ticket of a customer.
    pub async fn ticket_of(&self, number: &str, status: &str) -> Value {
        let path = format!("/tickets?status={status}&showAll=true&searchParam={number}");
        until(&format!("{number} has a {status} ticket"), async || {
            self.marina.get(&path).await.ok()["count"] == 1
        })
        .await;
        self.marina.get(&path).await.ok()["tickets"][0].clone()
    }

    /// A new customer writes and Marina has his ticket open.
    pub async fn talk(&self) -> Talk {
        let number = new_number();
        let wamid = self.says(&number, "Oi, meu pedido não chegou").await;
        let waiting = self.ticket_of(&number, "pending").await;
        Talk {
            ticket: self.accept(&waiting).await,
            number,
            wamid,
        }
    }

    /// Marina accepts a ticket.
    pub async fn accept(&self, ticket: &Value) -> Value {
        let accept = json!({ "status": "open", "userId": self.marina.id() });
        let path = format!("/tickets/{}", ticket["id"]);
        self.marina.put(&path, &accept).await.ok()
    }

    /// Marina writes. Answers the message.
    pub async fn answer(&self, talk: &Talk, body: &str) -> Value {
        let path = format!("/messages/{}", talk.ticket["id"]);
        self.marina.post(&path, &json!({ "body": body })).await.ok()["message"].clone()
    }

    /// The messages of a conversation, oldest first.
    pub async fn messages(&self, ticket: &Value) -> Vec<Value> {
        let page = self
            .marina
            .get(&format!("/messages/{}", ticket["id"]))
            .await
            .ok();
        page["messages"].as_array().expect("messages").clone()
    }

    /// A message as it stands now.
    pub async fn shown(&self, talk: &Talk, message: &Value) -> Value {
        let all = self.messages(&talk.ticket).await;
        all.into_iter()
            .find(|one| one["id"] == message["id"])
            .expect("the message")
    }

    /// Waits until a message's sending stands so, and answers the message.
    pub async fn until_state(&self, talk: &Talk, message: &Value, state: &str) -> Value {
        until(&format!("the message is {state}"), async || {
            self.shown(talk, message).await["sendState"] == state
        })
        .await;
        self.shown(talk, message).await
    }

    /// Waits until a message has an ack.
    pub async fn until_ack(&self, talk: &Talk, message: &Value, ack: i64) {
        until(&format!("the ack is {ack}"), async || {
            self.shown(talk, message).await["ack"] == ack
        })
        .await;
    }

    /// Waits until everything that Meta told so far about a customer is applied: what comes after it is there.
    pub async fn until_applied(&self, talk: &Talk) {
        let last = format!("Até aqui {}", unique());
        self.says(&talk.number, &last).await;
        until("what was told is applied", async || {
            self.messages(&talk.ticket)
                .await
                .iter()
                .any(|it| it["body"] == last.as_str())
        })
        .await;
    }
}
