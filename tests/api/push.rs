//! Browsers without an open page are told of customers' messages: by a push service of the tests, whose browsers really
//! read what comes and check who sent it.

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, new_number,
    push_service::{Browser, PushService},
    support::{Backend, Session, TestDesk, TestSocket, backends, until},
    ticket_of,
};

const PASSWORD: &str = "Aurora123";
const CONTACT: &str = "mailto:mesa@aurora.example";

async fn start(backend: Backend) -> TestDesk {
    let service = (
        "GUICHE__PUSH__OWN_SERVICE",
        PushService::shared().url.as_str(),
    );
    TestDesk::start(backend, &[service, ("GUICHE__PUSH__CONTACT", CONTACT)]).await
}

/// Runs a body on a desk of each database whose push service is the tests' own.
async fn on_both(body: impl AsyncFn(&TestDesk)) {
    static SQLITE: OnceCell<TestDesk> = OnceCell::const_new();
    static POSTGRES: OnceCell<TestDesk> = OnceCell::const_new();
    for backend in backends() {
        let cell = match backend {
            Backend::Sqlite => &SQLITE,
            Backend::Postgres => &POSTGRES,
        };
        body(cell.get_or_init(async || start(backend).await).await).await;
    }
}

/// An attendant of Marina's queues whom no other test knows, and a browser that may tell him.
async fn attendant(desk: &TestDesk) -> (Session, Browser) {
    let email = format!("{}@aurora.example", new_number());
    desk.hire(std::slice::from_ref(&email)).await;
    let session = Session::sign_in(&desk.base, &email, PASSWORD).await;
    let browser = subscribed(&session).await;
    (session, browser)
}

async fn subscribed(session: &Session) -> Browser {
    let browser = PushService::shared().browser();
    let wish = browser.subscription();
    session.post("/push/subscriptions", &wish).await.ok();
    browser
}

/// A new customer writes twice to `connection`. When the witness has heard the second message, what was decided about the
/// first one has been done. Answers the ticket and the number.
async fn new_customer(desk: &TestDesk, connection: i64, witness: &Browser) -> (Value, String) {
    let number = new_number();
    desk.say(connection, &number, "Beatriz", "Oi").await;
    let ticket = ticket_of(&desk.session(ADMIN).await, &number, "pending").await;
    heard(witness, &ticket, 1).await;
    desk.say(connection, &number, "Beatriz", "Alguém aí?").await;
    heard(witness, &ticket, 2).await;
    (ticket, number)
}

async fn heard(browser: &Browser, ticket: &Value, times: usize) {
    until("the browser is told", async || {
        browser.told_of(ticket).len() >= times
    })
    .await;
}

fn subscriptions(desk: &TestDesk, browser: &Browser) -> i64 {
    let endpoint = &browser.endpoint;
    desk.number(&format!(
        "SELECT count(*) FROM push_subscriptions WHERE endpoint = '{endpoint}'"
    ))
}

async fn until_away(desk: &TestDesk, session: &Session, is_away: bool) {
    let rows = format!(
        "SELECT count(*) FROM presences WHERE user_id = {}",
        session.id()
    );
    until("the desk knows whether he is there", async || {
        (desk.number(&rows) == 0) == is_away
    })
    .await;
}

#[tokio::test]
async fn a_closed_browser_is_told_what_only_it_can_read() {
    // spec: S021
    on_both(async |desk| {
        let (session, browser) = attendant(desk).await;
        let matriz = connection(&session, "Matriz").await;
        let number = new_number();
        let text = "Meu pedido 48213 não chegou";
        desk.say(matriz, &number, "Beatriz Nogueira", text).await;
        let ticket = ticket_of(&session, &number, "pending").await;
        heard(&browser, &ticket, 1).await;
        let wanted = json!({
            "ticketId": ticket["id"], "uuid": ticket["uuid"], "name": "Beatriz Nogueira", "text": text,
        });
        assert_eq!(browser.told_of(&ticket), [wanted]);

        let pushed = browser.pushed();
        let first = pushed.iter().find(|it| browser.read(it)["uuid"] == ticket["uuid"]);
        let first = first.unwrap();
        assert_eq!(first.header("content-encoding"), "aes128gcm");
        assert_eq!(first.header("ttl"), "3600");
        assert_eq!(first.header("urgency"), "high");
        assert!(!String::from_utf8_lossy(&first.body).contains("pedido"));
        let signed = first.signed();
        let state = session.get("/push").await.ok();
        assert_eq!((&state["enabled"], &state["publicKey"]), (&json!(true), &json!(signed.public_key)));
        assert_eq!(signed.claims["aud"], PushService::shared().url);
        assert_eq!(signed.claims["sub"], CONTACT);
        let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let left = signed.claims["exp"].as_u64().unwrap() - now;
        assert!(left > 3600 && left <= 86_400, "{left}");

        // an open ticket is its attendant's alone, and replaces what the phone shows of it
        let (_, colleague) = attendant(desk).await;
        let accept = json!({ "status": "open", "userId": session.id() });
        session.put(&format!("/tickets/{}", ticket["id"]), &accept).await.ok();
        desk.say(matriz, &number, "Beatriz Nogueira", "Ainda nada").await;
        heard(&browser, &ticket, 2).await;
        desk.say(matriz, &number, "Beatriz Nogueira", "E agora?").await;
        heard(&browser, &ticket, 3).await;
        assert!(colleague.told_of(&ticket).is_empty());
        let topics = browser.pushed().into_iter().filter(|it| browser.read(it)["uuid"] == ticket["uuid"]);
        let topics: Vec<String> = topics.map(|it| it.header("topic").to_owned()).collect();
        assert!(topics.len() == 3 && topics.iter().all(|topic| *topic == topics[0] && topic.len() == 32));
        let uuid = ticket["uuid"].as_str().unwrap().replace('-', "");
        assert_ne!(topics[0], uuid);

        let log = desk.log();
        let (_, address) = browser.endpoint.rsplit_once('/').unwrap();
        let keys = browser.subscription()["keys"].clone();
        for secret in [text, address, keys["auth"].as_str().unwrap(), keys["p256dh"].as_str().unwrap()] {
            assert!(!log.contains(secret), "{secret}");
        }
    })
    .await;
}

#[tokio::test]
async fn who_has_a_page_open_is_told_there_and_not_by_push() {
    on_both(async |desk| {
        let (session, browser) = attendant(desk).await;
        let (_, witness) = attendant(desk).await;
        let matriz = connection(&session, "Matriz").await;
        let page = TestSocket::open(desk, &session).await;
        until_away(desk, &session, false).await;
        let (ticket, number) = new_customer(desk, matriz, &witness).await;
        assert!(browser.told_of(&ticket).is_empty());

        page.cut();
        until_away(desk, &session, true).await;
        desk.say(matriz, &number, "Beatriz", "Oi?").await;
        heard(&browser, &ticket, 1).await;
        assert_eq!(browser.told_of(&ticket)[0]["text"], "Oi?");
    })
    .await;
}

#[tokio::test]
async fn who_signed_out_is_told_nothing_more() {
    on_both(async |desk| {
        let (session, browser) = attendant(desk).await;
        let (elsewhere, old) = attendant(desk).await;
        let (stopping, stopped) = attendant(desk).await;
        let (_, witness) = attendant(desk).await;
        let matriz = connection(&session, "Matriz").await;
        let (ticket, number) = new_customer(desk, matriz, &witness).await;
        for browser in [&browser, &old, &stopped] {
            heard(browser, &ticket, 2).await;
        }

        session.delete("/auth/logout").await.ok();
        let email = elsewhere.user["email"].as_str().unwrap();
        let again = Session::sign_in(&desk.base, email, PASSWORD).await;
        let new = subscribed(&again).await;
        let ended = json!({ "endpoint": stopped.endpoint });
        let delete = reqwest::Method::DELETE;
        for _ in 0..2 {
            let answer = stopping.call(delete.clone(), "/push/subscriptions", Some(&ended));
            answer.await.ok();
        }
        for _ in 0..2 {
            let times = witness.told_of(&ticket).len() + 1;
            desk.say(matriz, &number, "Beatriz", "Segredo").await;
            heard(&witness, &ticket, times).await;
        }
        heard(&new, &ticket, 2).await;
        for browser in [&browser, &old, &stopped] {
            assert_eq!(browser.told_of(&ticket).len(), 2);
        }
        assert_eq!(subscriptions(desk, &stopped), 0);
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_not_pressed() {
    on_both(async |desk| {
        let (session, gone) = attendant(desk).await;
        let (_, unknown) = attendant(desk).await;
        let (_, busy) = attendant(desk).await;
        let (_, broken) = attendant(desk).await;
        let (_, witness) = attendant(desk).await;
        let matriz = connection(&session, "Matriz").await;
        for (browser, status) in [(&gone, 410), (&unknown, 404), (&busy, 429), (&broken, 500)] {
            browser.answers(status);
        }
        let number = new_number();
        desk.say(matriz, &number, "Beatriz", "Oi").await;
        let ticket = ticket_of(&session, &number, "pending").await;
        heard(&witness, &ticket, 1).await;
        until("what is gone is forgotten", async || {
            subscriptions(desk, &gone) + subscriptions(desk, &unknown) == 0
        })
        .await;
        desk.say(matriz, &number, "Beatriz", "Alguém aí?").await;
        heard(&witness, &ticket, 2).await;
        for browser in [&busy, &broken] {
            heard(browser, &ticket, 2).await;
            assert_eq!(browser.told_of(&ticket).len(), 2, "nothing is tried again");
        }
        for browser in [&gone, &unknown] {
            assert!(!browser.pushed().is_empty());
            let told = browser.told_of(&ticket);
            assert!(told.iter().all(|it| it["text"] == "Oi"), "{told:?}");
        }
        assert_eq!(subscriptions(desk, &busy) + subscriptions(desk, &broken), 2);
    })
    .await;
}

/// A number whose customers all land in a queue that Marina has and Rafael has not.
async fn number_of_her_queue(desk: &TestDesk) -> i64 {
    let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
    let rafael = desk.session(RAFAEL).await;
    let queues = |session: &Session| session.user["queues"].as_array().unwrap().clone();
    let his = queues(&rafael);
    let mut hers = queues(&marina).into_iter();
    let queue = hers.find(|queue| his.iter().all(|other| other["id"] != queue["id"]));
    let queue = queue.expect("a queue that they do not share");
    let wish = json!({
        "name": format!("Linha {}", new_number()), "provider": "simulator", "queueIds": [queue["id"]],
    });
    let made = admin.post("/whatsapp", &wish).await.ok();
    let path = format!("/whatsapp/{}", made["id"]);
    desk.pair(made["id"].as_i64().unwrap()).await;
    until("the number is connected", async || {
        admin.get(&path).await.ok()["status"] == "CONNECTED"
    })
    .await;
    made["id"].as_i64().unwrap()
}

#[tokio::test]
async fn nobody_is_told_of_what_he_may_not_see() {
    // spec: S080 S087
    on_both(async |desk| {
        let foreign = subscribed(&desk.session(VIDA).await).await;
        let without_queue = subscribed(&desk.session(RAFAEL).await).await;
        let boss = subscribed(&desk.session(ADMIN).await).await;
        let (_, witness) = attendant(desk).await;
        let line = number_of_her_queue(desk).await;
        let (ticket, _) = new_customer(desk, line, &witness).await;
        heard(&boss, &ticket, 2).await;
        assert!(without_queue.told_of(&ticket).is_empty());
        assert!(foreign.told_of(&ticket).is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_somebody_else_uses_now_tells_him_alone() {
    on_both(async |desk| {
        let (session, browser) = attendant(desk).await;
        let (_, witness) = attendant(desk).await;
        let matriz = connection(&session, "Matriz").await;
        let vida = desk.session(VIDA).await;
        let wish = browser.subscription();
        vida.post("/push/subscriptions", &wish).await.ok();
        assert_eq!(subscriptions(desk, &browser), 1);
        let (ticket, _) = new_customer(desk, matriz, &witness).await;
        assert!(browser.told_of(&ticket).is_empty());
        // the one who had it before cannot take it away
        let ended = json!({ "endpoint": browser.endpoint });
        let delete = reqwest::Method::DELETE;
        let answer = session.call(delete, "/push/subscriptions", Some(&ended));
        answer.await.ok();
        assert_eq!(subscriptions(desk, &browser), 1);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_browser_is_refused() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let good = PushService::shared().browser().subscription();
        for endpoint in [
            "",
            "push",
            "http://push.example/1",
            "https://127.0.0.1/1",
            "https://10.0.0.1/1",
            "https://[::1]/1",
            "https://169.254.169.254/latest/meta-data",
            "https://user:pass@push.example/1",
            "file:///etc/passwd",
            &format!("https://push.example/{}", "a".repeat(2_000)),
        ] {
            let mut wish = good.clone();
            wish["endpoint"] = json!(endpoint);
            let answer = marina.post("/push/subscriptions", &wish).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{endpoint}");
        }
        for (name, value) in [
            ("auth", json!("")),
            ("auth", json!("AAAA")),
            ("auth", json!("não é base64")),
            ("p256dh", json!("")),
            ("p256dh", json!("BA".repeat(44))),
            ("p256dh", json!("A".repeat(5_000))),
            ("p256dh", json!(null)),
        ] {
            let mut wish = good.clone();
            wish["keys"][name] = value.clone();
            let answer = marina.post("/push/subscriptions", &wish).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{name} {value}");
        }
        // some browsers write the fill at the end
        let mut padded = good.clone();
        padded["keys"]["auth"] = json!(format!("{}==", good["keys"]["auth"].as_str().unwrap()));
        marina.post("/push/subscriptions", &padded).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_desk_that_does_not_push_says_so() {
    let desk = TestDesk::start(Backend::Sqlite, &[("GUICHE__PUSH__ENABLED", "false")]).await;
    let marina = desk.session(MARINA).await;
    let state = marina.get("/push").await.ok();
    assert_eq!(state, json!({ "enabled": false, "publicKey": null }));
    let wish = PushService::shared().browser().subscription();
    let answer = marina.post("/push/subscriptions", &wish).await;
    assert_eq!(answer.refusal(), (404, "ERR_NOT_FOUND"));
}

#[tokio::test]
async fn of_two_nodes_one_tells_and_both_count_who_is_there() {
    // spec: S132
    if !backends().contains(&Backend::Postgres) {
        return;
    }
    let first = start(Backend::Postgres).await;
    let (session, browser) = attendant(&first).await;
    let (there, present) = attendant(&first).await;
    let matriz = connection(&session, "Matriz").await;
    let second = first.start_peer("2").await;
    let _page = TestSocket::open(&second, &there.at(&second.base)).await;
    until_away(&first, &there, false).await;
    let mut tickets = Vec::new();
    for node in [&first, &second, &first, &second] {
        let number = new_number();
        node.say(matriz, &number, "Beatriz", "Oi").await;
        tickets.push(ticket_of(&session, &number, "pending").await);
    }
    for ticket in &tickets {
        heard(&browser, ticket, 1).await;
    }
    // one more, so that a second notice of the others would be here
    new_customer(&first, matriz, &browser).await;
    for ticket in &tickets {
        assert_eq!(browser.told_of(ticket).len(), 1);
        assert!(present.told_of(ticket).is_empty());
    }
    let keys: Vec<String> = browser
        .pushed()
        .iter()
        .map(|it| it.signed().public_key)
        .collect();
    assert!(
        keys.iter().all(|key| *key == keys[0]),
        "one key for all nodes"
    );
}
