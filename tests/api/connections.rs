//! Numbers from the first code to the outage: paired by a phone, lost, told of once, back.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number,
    support::{MailServer, Session, TestDesk, TestSocket, backends, on_both, until},
};

/// A new number of the simulator that shows its code.
async fn new_line(admin: &Session) -> (i64, String) {
    let wish = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
    let made = admin.post("/whatsapp", &wish).await.ok();
    assert_eq!(made["status"], "OPENING");
    let id = made["id"].as_i64().expect("an id");
    let path = format!("/whatsapp/{id}");
    until("it shows a code", async || {
        admin.get(&path).await.ok()["qrcode"] != ""
    })
    .await;
    (id, path)
}

async fn until_status(admin: &Session, path: &str, status: &str) -> Value {
    until(&format!("it is {status}"), async || {
        admin.get(path).await.ok()["status"] == status
    })
    .await;
    admin.get(path).await.ok()
}

fn session_event(session: &Session) -> String {
    format!("company-{}-whatsappSession", session.company())
}

#[tokio::test]
async fn a_phone_scans_the_code_and_only_those_who_may_pair_see_it() {
    // spec: A053 A054 A058 A059
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut mine = TestSocket::open(desk, &admin).await;
        let mut hers = TestSocket::open(desk, &marina).await;
        let (id, path) = new_line(&admin).await;
        let of_line = |it: &Value| it["session"]["id"] == id && it["session"]["status"] == "qrcode";
        let seen = mine.event_where(&session_event(&admin), of_line).await;
        assert!(
            seen["session"]["qrcode"]
                .as_str()
                .expect("a code")
                .starts_with("2@")
        );
        let seen = hers.event_where(&session_event(&marina), of_line).await;
        assert_eq!(seen["session"]["qrcode"], "");
        assert_eq!(marina.get(&path).await.ok()["qrcode"], "");

        let phone = json!({ "number": new_number(), "name": "Joana, celular da loja" });
        desk.simulator_post(id, "session/scan", &phone).await;
        let statuses = ["PAIRING", "CONNECTED"];
        for status in statuses {
            let is = |it: &Value| it["session"]["id"] == id && it["session"]["status"] == status;
            let told = mine.event_where(&session_event(&admin), is).await;
            assert_eq!(
                told["session"]["qrcode"], "",
                "an empty code closes the dialog"
            );
        }
        let paired = admin.get(&path).await.ok();
        assert_eq!(paired["number"], phone["number"]);
        assert_eq!(paired["accountName"], phone["name"]);
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn letters_are_typed_on_the_phone_instead_and_three_codes_for_nobody_end_it() {
    // spec: A055 A099
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (id, path) = new_line(&admin).await;
        let session = format!("/whatsappsession/{id}");
        let number = new_number();
        let ask = format!("{session}/pairing-code");
        admin.post(&ask, &json!({ "number": number })).await.ok();
        until("letters are shown", async || {
            admin.get(&path).await.ok()["pairingCode"] != ""
        })
        .await;
        let letters = admin.get(&path).await.ok()["pairingCode"].clone();
        desk.simulator_post(id, "session/pair", &json!({ "code": letters }))
            .await;
        let paired = until_status(&admin, &path, "CONNECTED").await;
        assert_eq!(paired["number"], number);
        let refused = admin.post(&ask, &json!({ "number": number })).await;
        assert_eq!(refused.refusal(), (409, "ERR_WAPP_NOT_INITIALIZED"));

        let answer = admin.put(&session, &json!({})).await.ok();
        assert_eq!(answer, json!({ "message": "Starting session." }));
        for shown in 1..=3 {
            until("the next code is shown", async || {
                let one = admin.get(&path).await.ok();
                one["retries"] == shown && one["qrcode"] != ""
            })
            .await;
            desk.simulator_post(id, "session/expire", &json!({})).await;
        }
        let ended = until_status(&admin, &path, "DISCONNECTED").await;
        assert_eq!(
            (&ended["statusReason"], &ended["qrcode"]),
            (&json!("unscanned"), &json!(""))
        );
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_phone_that_goes_away_comes_back_and_one_that_signs_out_does_not() {
    // spec: A057 A058
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (id, path) = new_line(&admin).await;
        desk.simulator_post(id, "session/scan", &json!({})).await;
        until_status(&admin, &path, "CONNECTED").await;
        desk.simulator_post(id, "session/drop", &json!({ "reason": "sem internet" }))
            .await;
        let lost = until_status(&admin, &path, "TIMEOUT").await;
        assert_eq!(lost["statusReason"], "sem internet");
        until_status(&admin, &path, "CONNECTED").await;
        let of_line = async || {
            let all = admin.get("/whatsapp/health").await.ok();
            let mut all = all.as_array().expect("a list").clone().into_iter();
            all.find(|one| one["id"] == id).expect("it is there")
        };
        assert_eq!(of_line().await["reconnectsToday"], 1);

        desk.simulator_post(id, "session/logout", &json!({})).await;
        let ended = until_status(&admin, &path, "DISCONNECTED").await;
        assert_eq!(ended["statusReason"], "logged_out");
        let session = format!("/whatsappsession/{id}");
        let mut page = TestSocket::open(desk, &admin).await;
        admin.post(&session, &json!({})).await.ok();
        let opens = |it: &Value| it["session"]["id"] == id && it["session"]["status"] == "OPENING";
        page.event_where(&session_event(&admin), opens).await;
        until_status(&admin, &path, "qrcode").await;
        let answer = admin.delete(&session).await.ok();
        assert_eq!(answer, json!({ "message": "Session disconnected." }));
        until_status(&admin, &path, "DISCONNECTED").await;

        // also while it is lost: it does not come back by itself
        admin.post(&session, &json!({})).await.ok();
        until_status(&admin, &path, "qrcode").await;
        desk.simulator_post(id, "session/scan", &json!({})).await;
        until_status(&admin, &path, "CONNECTED").await;
        desk.simulator_post(id, "session/drop", &json!({ "seconds": 3600 }))
            .await;
        until_status(&admin, &path, "TIMEOUT").await;
        admin.delete(&session).await.ok();
        until_status(&admin, &path, "DISCONNECTED").await;
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_message_to_oneself_really_reaches_the_phone() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (id, path) = new_line(&admin).await;
        desk.simulator_post(id, "session/scan", &json!({})).await;
        until_status(&admin, &path, "CONNECTED").await;
        let number = new_number();
        let test = format!("{path}/test");
        let sent = admin.post(&test, &json!({ "number": number })).await.ok();
        let one = format!("{test}?trial={}", sent["id"].as_str().expect("a name"));
        until("it is sent", async || {
            admin.get(&one).await.ok()["state"] == "accepted"
        })
        .await;
        assert_eq!(desk.reached(id, &number).await.len(), 1);
        let refused = admin
            .post(&test, &json!({ "number": "5511900000000" }))
            .await
            .ok();
        let one = format!("{test}?trial={}", refused["id"].as_str().expect("a name"));
        until("it is refused", async || {
            admin.get(&one).await.ok()["state"] == "rejected"
        })
        .await;
        let why = admin.get(&one).await.ok()["error"].clone();
        assert!(why.as_str().expect("a reason").contains("not on WhatsApp"));
        // nothing of it is a conversation, and its ticks are nobody's
        let left = desk.rows(&format!(
            "SELECT id FROM inbox WHERE connection_id = {id} AND state <> 'done'"
        ));
        assert!(left.is_empty(), "{left:?}");
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn who_is_down_for_two_minutes_is_told_of_once_and_once_when_it_is_back() {
    let Some(mail) = MailServer::given() else {
        return;
    };
    for backend in backends() {
        let desk = TestDesk::start(backend, &mail.settings()).await;
        let admin = desk.session(ADMIN).await;
        let marina = desk.session(MARINA).await;
        let mut hers = TestSocket::open(&desk, &marina).await;
        let (id, path) = new_line(&admin).await;
        let name = format!(
            "Linha {id}{}",
            desk.base.rsplit(':').next().expect("a port")
        );
        admin.put(&path, &json!({ "name": name })).await.ok();
        desk.simulator_post(id, "session/scan", &json!({})).await;
        until_status(&admin, &path, "CONNECTED").await;
        desk.simulator_post(id, "session/drop", &json!({ "seconds": 3600 }))
            .await;
        until_status(&admin, &path, "TIMEOUT").await;
        assert_eq!(
            admin.get(&path).await.ok()["downToldAt"],
            Value::Null,
            "not yet"
        );

        let long_ago = "2020-01-05T10:00:00+00:00";
        desk.execute(&format!(
            "UPDATE connection_outages SET due_at = '{long_ago}' WHERE connection_id = {id}"
        ));
        let is_told =
            |it: &Value| it["session"]["id"] == id && !it["session"]["downToldAt"].is_null();
        hers.event_where(&session_event(&marina), is_told).await;
        until("the admin has a letter", async || {
            mail.count(ADMIN, &name) == 1
        })
        .await;
        until("that is noted", async || {
            let all = admin.get("/whatsapp/health").await.ok();
            let mut all = all.as_array().expect("a list").iter();
            all.any(|one| one["id"] == id && one["mailedTo"].as_i64() > Some(0))
        })
        .await;

        // a server that is started again does not tell it again
        desk.kill();
        desk.run().await;
        let admin = desk.session(ADMIN).await;
        until_status(&admin, &path, "TIMEOUT").await;
        desk.simulator_post(id, "session/restore", &json!({})).await;
        admin
            .post(&format!("/whatsappsession/{id}"), &json!({}))
            .await
            .ok();
        let back = until_status(&admin, &path, "CONNECTED").await;
        assert_eq!(back["downToldAt"], Value::Null);
        until("the admin has another letter", async || {
            mail.count(ADMIN, &name) == 2
        })
        .await;
        assert_eq!(mail.count(MARINA, &name), 0, "attendants have none");
    }
}
