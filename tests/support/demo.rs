//! The people and numbers of the demonstration, and the first steps of most tests.

use std::sync::{
    LazyLock,
    atomic::{AtomicU64, Ordering},
};

use guiche_storage::{
    Db, StorageError,
    identity::users::{self, NewUser},
    model::{Clock as _, ErrorCode, QueueId, SystemClock, user::Profile},
};
use serde_json::{Value, json};

use super::{Session, TestDesk, until};

/// The demo's two companies and their people.
pub const ADMIN: &str = "admin@aurora.example";
pub const MARINA: &str = "marina@aurora.example";
pub const RAFAEL: &str = "rafael@aurora.example";
/// Made by the tests.
pub const SUPERVISOR: &str = "supervisora@aurora.example";
pub const VIDA: &str = "admin@vida.example";
/// The one who manages companies.
pub const SUPER: &str = "super@guiche.example";

/// The password of everybody who has an address at a company.
pub fn password(email: &str) -> &'static str {
    match email.split_once('@') {
        Some((_, "vida.example")) => "Vida1234",
        Some((_, "guiche.example")) => "Super1234",
        _ => "Aurora123",
    }
}

/// A connection of the signed-in company by name.
pub async fn connection(session: &Session, name: &str) -> i64 {
    let all = session.get("/whatsapp?session=0").await.ok();
    let found = all
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no connection {name} in {all}"))["id"]
        .as_i64()
        .expect("an id")
}

/// A number that no other test uses. They are counted on from a random one, since ten thousand random ones would not all
/// differ, in steps that change their first digits too, and end with 1, since what ends with zeros is not on `WhatsApp` for
/// the simulated phone.
pub fn new_number() -> String {
    /// Shares no factor with the ten million numbers there are.
    const STEP: u128 = 7_919_933;
    static FIRST: LazyLock<u128> = LazyLock::new(|| uuid::Uuid::new_v4().as_u128() >> 8);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let counted = *FIRST % 10_000_000 + STEP * u128::from(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("55119{:07}1", counted % 10_000_000)
}

/// Waits for the ticket of a customer and answers it.
pub async fn ticket_of(session: &Session, number: &str, status: &str) -> Value {
    let path = format!("/tickets?status={status}&showAll=true&searchParam={number}");
    until(&format!("{number} has a {status} ticket"), async || {
        session.get(&path).await.ok()["count"] == 1
    })
    .await;
    session.get(&path).await.ok()["tickets"][0].clone()
}

/// A customer writes and Marina has his ticket open. Answers ticket and number.
pub async fn open_ticket(desk: &TestDesk, session: &Session) -> (Value, String) {
    let number = new_number();
    let matriz = connection(session, "Matriz").await;
    desk.say(
        matriz,
        &number,
        "Beatriz Nogueira",
        "Oi, meu pedido não chegou",
    )
    .await;
    let ticket = ticket_of(session, &number, "pending").await;
    let accept = json!({ "status": "open", "userId": session.id() });
    let open = session
        .put(&format!("/tickets/{}", ticket["id"]), &accept)
        .await
        .ok();
    (open, number)
}

/// The messages of a ticket's conversation, oldest first.
pub async fn messages(session: &Session, ticket: &Value) -> Vec<Value> {
    let page = session
        .get(&format!("/messages/{}", ticket["id"]))
        .await
        .ok();
    page["messages"].as_array().expect("messages").clone()
}

impl TestDesk {
    /// The desk's own database.
    pub async fn db(&self) -> Db {
        let file = self.data_dir().join("guiche.db");
        let url = self
            .database_url
            .clone()
            .unwrap_or_else(|| Db::sqlite_url(&file));
        Db::connect(&url).await.expect("the desk's database")
    }

    /// A supervisor of Marina's queues; the demonstration has none.
    pub async fn supervisor(&self) -> Session {
        self.add(&[SUPERVISOR.to_owned()], Profile::Supervisor)
            .await;
        self.session(SUPERVISOR).await
    }

    /// Attendants with Marina's queues and password.
    pub async fn hire(&self, emails: &[String]) {
        self.add(emails, Profile::User).await;
    }

    async fn add(&self, emails: &[String], profile: Profile) {
        let marina = self.session(MARINA).await;
        let queues = marina.user["queues"].as_array().expect("queues");
        let queues = queues.iter().filter_map(|queue| queue["id"].as_i64());
        let queues: Vec<QueueId> = queues.map(QueueId).collect();
        let db = self.db().await;
        for email in emails {
            let added = db
                .write(async |conn| {
                    let found = users::find_by_email(conn, MARINA).await?.expect("Marina");
                    let user = NewUser {
                        name: "Colega",
                        email,
                        password_hash: &found.password_hash,
                        profile,
                        is_super: false,
                        all_ticket: profile == Profile::User,
                        connection: None,
                        queues: &queues,
                    };
                    users::insert_user(conn, found.company_id, SystemClock.now(), &user).await
                })
                .await;
            // another test may have added the same
            let known = matches!(
                added,
                Err(StorageError::Refused(ErrorCode::EmailAlreadyExists))
            );
            assert!(added.is_ok() || known, "{added:?}");
        }
        db.close().await;
    }
}

/// A queue of one who does not share it with the other.
pub(super) fn own_queue(one: &Session, other: &Session) -> Value {
    let queues = |session: &Session| session.user["queues"].as_array().expect("queues").clone();
    let others = queues(other);
    let own = queues(one)
        .into_iter()
        .find(|queue| others.iter().all(|other| other["id"] != queue["id"]));
    own.expect("a queue that they do not share")["id"].clone()
}
