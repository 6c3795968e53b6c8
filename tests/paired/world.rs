//! A desk, and a number of it that is paired with a phone.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::{
    peer::Peer,
    support::{
        ADMIN, Backend, MARINA, Session, TestDesk, backends, new_number, until, until_within,
    },
};

/// How long a pairing may take: a server that is not optimised makes 812 keys for it, and stretches letters 131,072 times.
pub const PAIRING_MAX: Duration = Duration::from_mins(3);
/// The business's name, as its phone tells it.
pub const BUSINESS: &str = "Loja Aurora";

/// A number of a desk.
pub struct Number<'d> {
    pub desk: &'d TestDesk,
    pub peer: &'static Peer,
    // who signed in there, also where this is the way by another node
    home: &'d TestDesk,
    /// The connection.
    pub id: i64,
    /// The number.
    pub digits: String,
}

/// A customer with a ticket that Marina has open.
pub struct Talk {
    pub ticket: Value,
    pub customer: String,
    /// The id of his first message.
    pub first: String,
}

/// A desk whose numbers connect to the network of phones.
pub async fn start(backend: Backend, peer: &Peer, more: &[(&str, &str)]) -> TestDesk {
    let network = [("GUICHE__WHATSAPP__WEB_URL", peer.socket.as_str())];
    let desk = TestDesk::start(backend, &[&network, more].concat()).await;
    // tests beside each other have more numbers than the demonstration's plan
    desk.execute("UPDATE plans SET connections = 100");
    desk
}

async fn shared(backend: Backend, peer: &Peer) -> &'static TestDesk {
    static SQLITE: OnceCell<TestDesk> = OnceCell::const_new();
    static POSTGRES: OnceCell<TestDesk> = OnceCell::const_new();
    let cell = if backend == Backend::Sqlite {
        &SQLITE
    } else {
        &POSTGRES
    };
    cell.get_or_init(async || start(backend, peer, &[]).await)
        .await
}

/// Runs a body with a number of its own that shows its code, on the desk of each database, side by side.
pub async fn on_both_unpaired(body: impl AsyncFn(&Number<'_>)) {
    let Some(peer) = Peer::shared().await else {
        return;
    };
    let each = backends().into_iter().map(async |backend| {
        let desk = shared(backend, peer).await;
        body(&Number::new(desk, peer).await).await;
    });
    futures_util::future::join_all(each).await;
}

/// The same with a number that is paired.
pub async fn on_both(body: impl AsyncFn(&Number<'_>)) {
    on_both_unpaired(async |number| {
        number.pair().await;
        body(number).await;
    })
    .await;
}

impl<'d> Number<'d> {
    /// A new connection that shows a code. It counts as one that has been here long: a new number writes slowly.
    pub async fn new(desk: &'d TestDesk, peer: &'static Peer) -> Self {
        let admin = desk.session(ADMIN).await;
        let digits = new_number();
        let wish = json!({ "name": format!("Celular {digits}"), "provider": "beta" });
        let made = admin.post("/whatsapp", &wish).await;
        let id = made.ok()["id"].as_i64().expect("an id");
        let number = Self {
            desk,
            peer,
            home: desk,
            id,
            digits,
        };
        let first = number.code().await;
        desk.execute(&format!(
            "UPDATE connections SET first_connected_at = '2026-01-01T00:00:00+00:00' WHERE id = {id}"
        ));
        number.ask_new_code().await;
        until("another code is shown", async || {
            number.code().await != first
        })
        .await;
        number
    }

    /// The same number by way of another node.
    pub fn at<'o>(&self, node: &'o TestDesk) -> Number<'o>
    where
        'd: 'o,
    {
        Number {
            desk: node,
            peer: self.peer,
            home: self.home,
            id: self.id,
            digits: self.digits.clone(),
        }
    }

    /// The admin's sign-in, for as long as a test lasts.
    pub async fn admin(&self) -> Session {
        self.home.session(ADMIN).await.at(&self.desk.base)
    }

    /// Marina's.
    pub async fn marina(&self) -> Session {
        self.home.session(MARINA).await.at(&self.desk.base)
    }

    /// The connection as the page shows it.
    pub async fn shown(&self) -> Value {
        self.admin()
            .await
            .get(&format!("/whatsapp/{}", self.id))
            .await
            .ok()
    }

    /// The code, as soon as it is shown.
    pub async fn code(&self) -> String {
        let find = async || {
            let shown = self.shown().await;
            shown["qrcode"].as_str().unwrap_or_default().to_owned()
        };
        let found = std::cell::RefCell::new(String::new());
        until("a code is shown", async || {
            let code = find().await;
            let is_shown = !code.is_empty();
            found.replace(code);
            is_shown
        })
        .await;
        found.take()
    }

    /// Somebody wants a new code.
    pub async fn ask_new_code(&self) {
        let path = format!("/whatsappsession/{}", self.id);
        self.admin().await.put(&path, &json!({})).await.ok();
    }

    /// Somebody wants it on again.
    pub async fn switch_on(&self) {
        let path = format!("/whatsappsession/{}", self.id);
        self.admin().await.post(&path, &json!({})).await.ok();
    }

    /// The phone scans what is shown.
    pub async fn scan(&self) {
        let code = self.code().await;
        let scan = json!({ "code": code, "number": self.digits, "business": BUSINESS });
        self.peer.run("scan", scan).await;
    }

    /// The phone scans the code, and messages can be sent.
    pub async fn pair(&self) {
        self.scan().await;
        self.until_status("CONNECTED").await;
        self.until_published().await;
    }

    /// Waits until customers can write to it.
    pub async fn until_published(&self) {
        until_within(PAIRING_MAX, "its keys are published", async || {
            self.device().await["keysLeft"].as_i64() > Some(0)
        })
        .await;
    }

    /// Waits until the connection has a status.
    pub async fn until_status(&self, status: &str) -> Value {
        let what = format!("the number is {status}");
        let reached = until_within(PAIRING_MAX * 2, &what, async || {
            self.shown().await["status"] == status
        });
        let reached = tokio::time::timeout(PAIRING_MAX, reached).await;
        let shown = self.shown().await;
        assert!(reached.is_ok(), "in vain: {what}, it is {shown}");
        shown
    }

    /// What the network knows of the devices of the number, oldest first.
    pub async fn devices(&self) -> Vec<Value> {
        let asked = json!({ "number": self.digits });
        let known = self.peer.run("device", asked).await;
        known["devices"].as_array().expect("a list").clone()
    }

    /// The last of them.
    pub async fn device(&self) -> Value {
        self.devices().await.pop().expect("a device")
    }

    /// A verb of the network about this number.
    pub async fn of_phone(&self, verb: &str, mut asked: Value) -> Value {
        asked["number"] = json!(self.digits);
        self.peer.run(verb, asked).await
    }

    /// A customer writes. Answers the id of the message.
    pub async fn says(&self, customer: &str, mut what: Value) -> String {
        what["from"] = json!(customer);
        what["to"] = json!(self.digits);
        let said = self.peer.run("say", what).await;
        said["id"].as_str().expect("an id").to_owned()
    }

    /// A customer's phone tells what became of messages of the desk.
    pub async fn told(&self, customer: &str, ids: &[&str], kind: &str) {
        let receipt = json!({ "from": customer, "to": self.digits, "ids": ids, "kind": kind });
        self.peer.run("receipt", receipt).await;
    }

    /// A new customer writes, and Marina has his ticket open.
    pub async fn talk(&self, what: Value) -> Talk {
        let customer = new_number();
        let first = self.says(&customer, what).await;
        let ticket = super::support::ticket_of(&self.marina().await, &customer, "pending").await;
        let accept = json!({ "status": "open", "userId": self.marina().await.id() });
        let path = format!("/tickets/{}", ticket["id"]);
        Talk {
            ticket: self.marina().await.put(&path, &accept).await.ok(),
            customer,
            first,
        }
    }

    /// Marina writes. Answers the message.
    pub async fn answer(&self, talk: &Talk, body: &Value) -> Value {
        let path = format!("/messages/{}", talk.ticket["id"]);
        let sent = self.marina().await.post(&path, body).await;
        sent.ok()["message"].clone()
    }

    /// The conversation, oldest message first.
    pub async fn messages(&self, talk: &Talk) -> Vec<Value> {
        let path = format!("/messages/{}", talk.ticket["id"]);
        let page = self.marina().await.get(&path).await.ok();
        page["messages"].as_array().expect("messages").clone()
    }

    /// Every text of the conversation, however many pages it has.
    pub async fn everything(&self, talk: &Talk) -> Vec<String> {
        let path = format!("/messages/{}", talk.ticket["id"]);
        let (mut texts, mut page) = (Vec::new(), path.clone());
        loop {
            let answer = self.marina().await.get(&page).await.ok();
            let all = answer["messages"].as_array().expect("messages");
            let bodies = all.iter().filter_map(|it| it["body"].as_str());
            texts.extend(bodies.map(str::to_owned));
            if answer["hasMore"] != true {
                break;
            }
            // does not shift when another one comes meanwhile, as numbered pages do
            page = format!("{path}?before={}", all[0]["id"]);
        }
        texts
    }

    /// A message of the conversation as it is now.
    pub async fn message(&self, talk: &Talk, id: &Value) -> Value {
        let all = self.messages(talk).await;
        let found = all.into_iter().find(|it| it["id"] == *id);
        found.expect("the message")
    }

    /// Waits until the conversation shows a text, and answers its message.
    pub async fn until_shown(&self, talk: &Talk, body: &str) -> Value {
        let find = async || {
            let all = self.messages(talk).await;
            all.into_iter().find(|it| it["body"] == body)
        };
        until(&format!("“{body}” is shown"), async || {
            find().await.is_some()
        })
        .await;
        find().await.expect("the message")
    }

    /// Waits until a message of the desk has come so far.
    pub async fn until_ack(&self, talk: &Talk, id: &Value, ack: i64) {
        let backend = self.desk.backend;
        until(&format!("its ack is {ack} on {backend:?}"), async || {
            self.message(talk, id).await["ack"] == ack
        })
        .await;
    }

    /// Waits until a customer's phone has got so many, and answers them.
    pub async fn until_got(&self, customer: &str, count: usize) -> Vec<Value> {
        until(&format!("the phone has got {count}"), async || {
            self.peer.got(customer).await.len() == count
        })
        .await;
        self.peer.got(customer).await
    }
}
