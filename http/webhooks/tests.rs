//! Webhooks against a real database: what is stored, what is refused, what Meta gets to hear.

use std::future::Future as _;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use actix_web::{App, http::StatusCode, test, test::TestRequest, web};
use chrono::{DateTime, Utc};
use guiche_actors::publisher::EventPublisher;
use guiche_storage::{
    Conn, Db, Result, companies,
    connections::{self, ConnectionForm},
    delivery::inbox,
    fixtures::migrated::migrated,
    model::{
        Clock, CompanyId, ConnectionId,
        connection::{ConnectionTexts, ProviderKind},
        event::CommittedEvent,
        inbound::RawEvent,
    },
    security::seal::{CloudSecrets, Sealer, set_cloud_secrets},
};
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::route_list::RouteList;

use super::{Directory, Intake, Webhooks, configure, intake::Bundle};

const NUMBER: &str = "106540352242922";

#[derive(Debug)]
struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }
}

/// A database with one Cloud API connection and one of the simulator.
pub(super) struct Desk {
    pub(super) db: Db,
    webhooks: Webhooks,
    pub(super) company: CompanyId,
    pub(super) cloud: ConnectionId,
    simulator: ConnectionId,
    woken: Arc<AtomicUsize>,
    pub(super) told: Arc<Mutex<Vec<CommittedEvent>>>,
    _folder: tempfile::TempDir,
}

pub(super) async fn desk() -> Desk {
    let folder = tempfile::tempdir().unwrap();
    let db = migrated(&folder.path().join("desk.db")).await.unwrap();
    let sealer = Arc::new(Sealer::new(&[7; 32]));
    let (company, cloud, simulator) = db
        .write(async |conn| made(conn, &sealer).await)
        .await
        .unwrap();
    let woken = Arc::new(AtomicUsize::default());
    let counter = Arc::clone(&woken);
    let told = Arc::<Mutex<Vec<CommittedEvent>>>::default();
    let telling = Arc::clone(&told);
    let webhooks = Webhooks {
        intake: Intake::start(db.clone()),
        directory: Directory::new(db.clone(), sealer),
        clock: Arc::new(Fixed),
        wake_inbox: Arc::new(move |_, _| {
            counter.fetch_add(1, Ordering::Relaxed);
        }),
        wake_past: Arc::new(|_, _| ()),
        tell: EventPublisher::new(move |events| telling.lock().unwrap().extend(events)),
        body_bytes_max: 1 << 20,
    };
    Desk {
        db,
        webhooks,
        company,
        cloud,
        simulator,
        woken,
        told,
        _folder: folder,
    }
}

async fn made(
    conn: &mut Conn<'_>,
    sealer: &Sealer,
) -> Result<(CompanyId, ConnectionId, ConnectionId)> {
    let now = DateTime::UNIX_EPOCH;
    let company = company(conn, "c").await?;
    let mut form = form("Oficial", Some(NUMBER));
    let cloud = connections::insert(conn, company, ProviderKind::Cloud, &form, now).await?;
    let cloud = cloud.connection.id;
    let secrets = CloudSecrets {
        access_token: "EAAG".to_owned(),
        app_secret: "app-secret".to_owned(),
        verify_token: "verify-me".to_owned(),
    };
    set_cloud_secrets(conn, company, cloud, sealer, &secrets).await?;
    (form.name, form.phone_number_id) = ("Simulador".to_owned(), None);
    let simulator = connections::insert(conn, company, ProviderKind::Simulator, &form, now).await?;
    Ok((company, cloud, simulator.connection.id))
}

async fn company(conn: &mut Conn<'_>, name: &str) -> Result<CompanyId> {
    let now = DateTime::UNIX_EPOCH;
    let plan = companies::NewPlan {
        name,
        users: 9,
        connections: 9,
        queues: 9,
        value: 0.0,
        features: companies::Feature::ALL,
    };
    let plan = companies::insert_plan(conn, now, &plan).await?;
    let company = companies::NewCompany {
        name,
        email: None,
        phone: None,
        plan,
        due_date: None,
    };
    companies::insert(conn, now, &company).await
}

impl Desk {
    /// One more number of the Cloud API.
    pub(super) async fn enter(
        &self,
        company: CompanyId,
        number: &str,
        app_secret: &str,
    ) -> ConnectionId {
        let form = form(number, Some(number));
        let secrets = CloudSecrets {
            access_token: "EAAG".to_owned(),
            app_secret: app_secret.to_owned(),
            verify_token: "verify-me".to_owned(),
        };
        let now = DateTime::UNIX_EPOCH;
        let enter = self.db.write(async |conn| {
            let made = connections::insert(conn, company, ProviderKind::Cloud, &form, now).await?;
            let (id, sealer) = (made.connection.id, Sealer::new(&[7; 32]));
            set_cloud_secrets(conn, company, id, &sealer, &secrets).await?;
            Ok::<_, guiche_storage::StorageError>(id)
        });
        enter.await.unwrap()
    }

    async fn answer(&self, request: TestRequest) -> (StatusCode, String) {
        let scope =
            web::scope("/api/webhooks").configure(|list| configure(&mut RouteList::Served(list)));
        let app = App::new()
            .app_data(web::Data::new(self.webhooks.clone()))
            .service(scope);
        let app = test::init_service(app).await;
        let response = test::call_service(&app, request.to_request()).await;
        let status = response.status();
        let body = test::read_body(response).await;
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    fn address(&self) -> String {
        format!("/api/webhooks/whatsapp/{}", self.cloud)
    }

    async fn verify(&self, query: &str) -> (StatusCode, String) {
        let uri = format!("{}?{query}", self.address());
        self.answer(TestRequest::get().uri(&uri)).await
    }

    pub(super) async fn post(&self, signature: Option<&str>, body: &[u8]) -> (StatusCode, String) {
        let mut request = TestRequest::post().uri(&self.address());
        if let Some(signature) = signature {
            request = request.insert_header(("x-hub-signature-256", signature));
        }
        self.answer(request.set_payload(body.to_vec())).await
    }

    pub(super) async fn post_signed(&self, body: &[u8]) -> StatusCode {
        self.post(Some(&signed("app-secret", body)), body).await.0
    }

    /// Keys of what is in the inbox, oldest first.
    async fn stored(&self) -> Vec<String> {
        self.stored_of(self.cloud).await
    }

    async fn stored_of(&self, connection: ConnectionId) -> Vec<String> {
        let mut reader = self.db.read().await.unwrap();
        let later = DateTime::UNIX_EPOCH + chrono::Duration::days(1);
        let rows = inbox::list_due(&mut reader.conn(), connection, later, 100).await;
        let subject = |row: inbox::InboxRow| format!("{} {}", row.chat, row.subject.unwrap());
        rows.unwrap().into_iter().map(subject).collect()
    }

    fn woken(&self) -> usize {
        self.woken.load(Ordering::Relaxed)
    }
}

pub(super) fn signed(secret: &str, body: &[u8]) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    format!(
        "sha256={}",
        hex::encode(mac.chain_update(body).finalize().into_bytes())
    )
}

fn change(number: &str, ids: &[&str]) -> Value {
    let message = |id: &&str| json!({"id": id, "from": "5511987654321", "type": "text"});
    let messages: Vec<Value> = ids.iter().map(message).collect();
    let value = json!({"metadata": {"phone_number_id": number}, "messages": messages});
    json!({"field": "messages", "value": value})
}

fn body(number: &str, ids: &[&str]) -> Vec<u8> {
    let change = change(number, ids);
    serde_json::to_vec(&json!({"entry": [{"changes": [change]}]})).unwrap()
}

#[actix_web::test]
async fn the_challenge_comes_back_for_the_right_token_only() {
    let desk = desk().await;
    let right = "hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1158201444";
    assert_eq!(
        desk.verify(right).await,
        (StatusCode::OK, "1158201444".to_owned())
    );
    for wrong in [
        "",
        "hub.mode=subscribe&hub.challenge=1",
        "hub.mode=subscribe&hub.verify_token=&hub.challenge=1",
        "hub.mode=subscribe&hub.verify_token=verify-m&hub.challenge=1",
        "hub.mode=unsubscribe&hub.verify_token=verify-me&hub.challenge=1",
        "hub.mode=subscribe&hub.verify_token=verify-me",
    ] {
        let (status, answer) = desk.verify(wrong).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{wrong}");
        assert!(answer.contains("ERR_NO_PERMISSION"));
    }
}

#[actix_web::test]
async fn a_signed_call_is_stored_once_however_often_it_comes() {
    let desk = desk().await;
    let call = body(NUMBER, &["wamid.A", "wamid.B"]);
    for _ in 0..3 {
        assert_eq!(desk.post_signed(&call).await, StatusCode::OK);
    }
    assert_eq!(
        desk.stored().await,
        ["5511987654321 wamid.A", "5511987654321 wamid.B"]
    );
    assert_eq!(desk.woken(), 3);
    assert_eq!(
        desk.post_signed(&body(NUMBER, &["wamid.C"])).await,
        StatusCode::OK
    );
    assert_eq!(desk.stored().await.len(), 3);
}

#[actix_web::test]
async fn a_call_that_cannot_be_stored_does_not_take_those_beside_it_with_it() {
    let desk = desk().await;
    let call = |connection, name: &str| {
        desk.webhooks.intake.store(vec![Bundle {
            company: desk.company,
            connection,
            at: DateTime::UNIX_EPOCH,
            events: vec![RawEvent {
                key: format!("m:{name}"),
                chat: "5511987654321".to_owned(),
                subject: Some(name.to_owned()),
                raw: json!({}),
            }],
        }])
    };
    let nobody = ConnectionId(999_999);
    let (first, lost, last) = tokio::join!(
        call(desk.cloud, "wamid.A"),
        call(nobody, "wamid.B"),
        call(desk.cloud, "wamid.C")
    );
    assert!(first.is_ok() && last.is_ok());
    assert!(lost.is_err());
    assert_eq!(
        desk.stored().await,
        ["5511987654321 wamid.A", "5511987654321 wamid.C"]
    );
}

#[actix_web::test]
async fn a_call_that_is_not_signed_by_the_app_leaves_nothing() {
    let desk = desk().await;
    let call = body(NUMBER, &["wamid.A"]);
    let other = signed("app-secret", b"another body");
    let foreign = signed("other-secret", &call);
    for signature in [
        None,
        Some(""),
        Some("sha256="),
        Some(other.as_str()),
        Some(foreign.as_str()),
    ] {
        let (status, answer) = desk.post(signature, &call).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{signature:?}");
        assert!(answer.contains("ERR_WEBHOOK_SIGNATURE"));
    }
    assert!(desk.stored().await.is_empty());
    assert_eq!(desk.woken(), 0);
}

#[actix_web::test]
async fn unknown_deleted_and_other_connections_answer_like_one_of_somebody_else() {
    let desk = desk().await;
    let call = body(NUMBER, &["wamid.A"]);
    let gone = desk.cloud;
    let (company, now) = (desk.company, DateTime::UNIX_EPOCH);
    let simulator = desk.simulator.to_string();
    let check = async |id: &str| {
        let uri = format!("/api/webhooks/whatsapp/{id}");
        let signature = ("x-hub-signature-256", signed("app-secret", &call));
        let post = TestRequest::post().uri(&uri).insert_header(signature);
        let (status, answer) = desk.answer(post.set_payload(call.clone())).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{id}");
        assert!(answer.contains("ERR_WEBHOOK_SIGNATURE"));
        let (status, answer) = desk.answer(TestRequest::get().uri(&uri)).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{id}");
        assert!(answer.contains("ERR_NO_PERMISSION"));
    };
    for id in [
        "999",
        "0",
        "-1",
        "abc",
        "99999999999999999999",
        simulator.as_str(),
    ] {
        check(id).await;
    }
    desk.db
        .write(async |conn| {
            let form = form("Simulador", None);
            connections::update(conn, company, desk.simulator, &form, now).await?;
            connections::delete(conn, company, gone, now).await
        })
        .await
        .unwrap();
    check(&gone.to_string()).await;
}

#[actix_web::test]
async fn signed_calls_without_anything_for_the_desk_are_acknowledged() {
    let desk = desk().await;
    let foreign = body("999", &["wamid.A"]);
    for call in [&b"{"[..], b"\xff\xfe", b"[]", b"{}", &foreign] {
        assert_eq!(desk.post_signed(call).await, StatusCode::OK);
    }
    assert!(desk.stored().await.is_empty());
    assert_eq!(desk.woken(), 0);
}

#[actix_web::test]
async fn every_number_of_the_app_that_signed_gets_what_came_to_one_address() {
    // before, everything for a number other than the address's own was lost and yet acknowledged
    let desk = desk().await;
    let second = desk.enter(desk.company, "222", "app-secret").await;
    let call = json!({"entry": [
        {"changes": [change(NUMBER, &["wamid.A"]), change("222", &["wamid.B", "wamid.C"])]},
        {"changes": [change("222", &["wamid.D"])]},
    ]});
    let call = call.to_string();
    for _ in 0..2 {
        assert_eq!(desk.post_signed(call.as_bytes()).await, StatusCode::OK);
    }
    assert_eq!(desk.stored().await, ["5511987654321 wamid.A"]);
    let others = ["B", "C", "D"].map(|name| format!("5511987654321 wamid.{name}"));
    assert_eq!(desk.stored_of(second).await, others);
    assert_eq!(desk.woken(), 4, "both connections are woken");
}

#[actix_web::test]
async fn a_number_of_another_company_or_another_app_is_like_one_that_nobody_has() {
    let desk = desk().await;
    let foreign = desk
        .db
        .write(async |conn| company(conn, "other").await)
        .await
        .unwrap();
    let of_company = desk.enter(foreign, "333", "app-secret").await;
    let of_app = desk.enter(desk.company, "444", "another-secret").await;
    for number in ["333", "444", "555"] {
        let call = body(number, &["wamid.A"]);
        let signature = signed("app-secret", &call);
        let answer = desk.post(Some(&signature), &call).await;
        assert_eq!(answer, (StatusCode::OK, String::new()), "{number}");
    }
    for connection in [desk.cloud, of_company, of_app] {
        assert!(desk.stored_of(connection).await.is_empty(), "{connection}");
    }
    assert_eq!(desk.woken(), 0);
}

#[actix_web::test]
async fn a_call_above_the_limit_is_refused_unread() {
    let desk = desk().await;
    let large = vec![b' '; desk.webhooks.body_bytes_max + 1];
    assert_eq!(
        desk.post_signed(&large).await,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(desk.post_signed(&large[1..]).await, StatusCode::OK);
}

#[actix_web::test]
async fn what_cannot_be_stored_is_to_be_sent_again() {
    let desk = desk().await;
    let call = body(NUMBER, &["wamid.A"]);
    desk.db.close().await;
    let (status, answer) = desk.post(Some(&signed("app-secret", &call)), &call).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.contains("ERR_BUSY"));
    assert_eq!(desk.woken(), 0);
}

#[actix_web::test]
async fn calls_that_come_together_share_what_is_read_and_the_next_reads_anew() {
    let desk = desk().await;
    let find = || desk.webhooks.directory.find(desk.cloud);
    let (one, other) = tokio::join!(find(), find());
    let (one, other) = (one.unwrap().unwrap(), other.unwrap().unwrap());
    assert!(Arc::ptr_eq(&one, &other), "one of them was read");
    let changed = CloudSecrets {
        app_secret: "another".to_owned(),
        ..one.secrets.clone()
    };
    let sealer = Sealer::new(&[7; 32]);
    let change = desk.db.write(async |conn| {
        set_cloud_secrets(conn, desk.company, desk.cloud, &sealer, &changed).await
    });
    change.await.unwrap();
    let call = body(NUMBER, &["wamid.A"]);
    assert_eq!(desk.post_signed(&call).await, StatusCode::UNAUTHORIZED);
    let signature = signed("another", &call);
    assert_eq!(desk.post(Some(&signature), &call).await.0, StatusCode::OK);
}

#[actix_web::test]
async fn who_waits_for_a_connection_may_leave_and_others_still_find_it() {
    let desk = desk().await;
    let directory = &desk.webhooks.directory;
    let gone = std::future::poll_fn(|cx| {
        let mut finding = Box::pin(directory.find(desk.cloud));
        let is_pending = finding.as_mut().poll(cx).is_pending();
        std::task::Poll::Ready(is_pending)
    });
    assert!(gone.await, "it was still being read");
    assert!(directory.find(desk.cloud).await.unwrap().is_some());
}

#[actix_web::test]
async fn secrets_sealed_with_another_key_ask_to_be_sent_again() {
    let mut desk = desk().await;
    let other_key = Arc::new(Sealer::new(&[8; 32]));
    desk.webhooks.directory = Directory::new(desk.db.clone(), other_key);
    let call = body(NUMBER, &["wamid.A"]);
    assert_eq!(
        desk.post_signed(&call).await,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

/// A default connection without queues; with a number one of the Cloud API.
fn form(name: &str, number: Option<&str>) -> ConnectionForm {
    ConnectionForm {
        name: name.to_owned(),
        is_default: true,
        queue_ids: vec![],
        texts: ConnectionTexts::default(),
        phone_number_id: number.map(str::to_owned),
        waba_id: number.map(|_| "1".to_owned()),
        prompt_id: None,
        integration_id: None,
    }
}
