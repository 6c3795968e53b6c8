//! Support inside a company: for a while, seen by everybody there, ended by either side, and noted.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    companies::company,
    support::{SUPER, Session, TestDesk, TestSocket, backends, on_both, unique},
};

const PASSWORD: &str = "Padaria123";

/// A company, its admin, and a super user at work there.
async fn stay(desk: &TestDesk, more: &Value) -> (Session, Session, Session, Value) {
    let host = desk.session(SUPER).await.on_this_runtime();
    let (made, admin) = company(&host, &json!({})).await;
    let mut wish = json!({ "companyId": made["id"], "reason": "Ajuda com as filas" });
    let fields = more.as_object().expect("fields").clone();
    wish.as_object_mut().expect("fields").extend(fields);
    let begun = host.post("/impersonations", &wish).await.ok();
    let guest = inside(&host, &begun);
    (host, admin, guest, begun["impersonation"].clone())
}

/// The session that a stay's token opens.
fn inside(host: &Session, begun: &Value) -> Session {
    let mut guest = host.on_this_runtime();
    guest.token = begun["token"].as_str().map(str::to_owned);
    guest.user = begun["user"].clone();
    guest
}

/// What a token says, unchecked.
fn claims(session: &Session) -> Value {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let token = session.token.as_deref().expect("a token");
    let body = token.split('.').nth(1).expect("a body");
    let body = URL_SAFE_NO_PAD.decode(body).expect("base64");
    serde_json::from_slice(&body).expect("JSON")
}

#[tokio::test]
async fn support_works_in_the_place_of_the_first_admin_and_everybody_sees_it() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, admin) = company(&host, &json!({})).await;
        let mut page = TestSocket::open(desk, &admin).await;
        let wish = json!({ "companyId": made["id"], "reason": "Ajuda com as filas" });
        let begun = host.post("/impersonations", &wish).await.ok();
        let name = format!("company-{}-impersonation", made["id"]);
        let told = page.event(&name).await;
        assert_eq!(
            (&told["action"], &told["impersonation"]),
            (&json!("create"), &begun["impersonation"])
        );
        let guest = inside(&host, &begun);
        assert_eq!((guest.id(), guest.company()), (admin.id(), admin.company()));
        assert_eq!(guest.user["super"], false, "no power over other companies");
        assert_eq!(
            guest.get("/companies").await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let claims = claims(&guest);
        assert_eq!(claims["act"]["sub"], host.id());
        assert!(
            claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap() <= 900,
            "a short token"
        );

        let seen = admin.get("/impersonations").await.ok();
        assert_eq!(seen, json!([begun["impersonation"]]));
        assert_eq!(seen[0]["actorName"], host.user["name"]);
        assert_eq!(seen[0]["reason"], "Ajuda com as filas");
        let until: DateTime<Utc> = seen[0]["expiresAt"].as_str().unwrap().parse().unwrap();
        let left = until - SystemClock.now();
        assert!(
            left > TimeDelta::minutes(29) && left <= TimeDelta::minutes(30),
            "{left}"
        );

        // the admin signs in again: both are there, and nobody is online by the guest
        let again =
            Session::sign_in(&desk.base, admin.user["email"].as_str().unwrap(), PASSWORD).await;
        again.get("/tags").await.ok();
        guest.get("/tags").await.ok();
        let path = format!("/impersonations/{}", begun["impersonation"]["id"]);
        let next = host.post(&format!("{path}/token"), &json!({})).await.ok();
        inside(&host, &next).get("/tags").await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_stay_is_ended_by_either_side_with_its_tokens_and_sockets() {
    on_both(async |desk| {
        let (host, admin, guest, shown) = stay(desk, &json!({})).await;
        let path = format!("/impersonations/{}", shown["id"]);
        let mut own = TestSocket::open(desk, &admin).await;
        let mut page = TestSocket::open(desk, &guest).await;
        admin.delete(&path).await.ok();
        assert!(page.is_closed().await);
        assert_eq!(
            guest.get("/tags").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        let name = format!("company-{}-impersonation", admin.company());
        let told = own.event(&name).await;
        assert_eq!(
            told,
            json!({ "action": "delete", "id": shown["id"], "seq": told["seq"] })
        );
        assert_eq!(admin.get("/impersonations").await.ok(), json!([]));
        let over = host.post(&format!("{path}/token"), &json!({})).await;
        assert_eq!(over.refusal(), (404, "ERR_NO_IMPERSONATION_FOUND"));
        let over = admin.delete(&path).await;
        assert_eq!(over.refusal(), (404, "ERR_NO_IMPERSONATION_FOUND"));

        let wish = json!({ "companyId": admin.company(), "reason": "De novo", "minutes": 60 });
        let first = host.post("/impersonations", &wish).await.ok();
        let second = host.post("/impersonations", &wish).await.ok();
        let ended = inside(&host, &first).get("/tags").await;
        assert_eq!(
            ended.refusal(),
            (401, "ERR_SESSION_EXPIRED"),
            "one stay at a time"
        );
        let guest = inside(&host, &second);
        host.delete(&format!(
            "/impersonations/{}",
            second["impersonation"]["id"]
        ))
        .await
        .ok();
        assert_eq!(
            guest.get("/tags").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
    })
    .await;
}

#[tokio::test]
async fn a_stay_ends_with_the_super_users_own_sign_in() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (_, _, guest, _) = stay(&desk, &json!({})).await;
        guest.get("/tags").await.ok();
        Session::sign_in(&desk.base, SUPER, "Super1234").await;
        let over = guest.get("/tags").await;
        assert_eq!(over.refusal(), (401, "ERR_SESSION_EXPIRED"));
    }
}

#[tokio::test]
async fn everything_that_support_does_is_noted_with_its_name() {
    on_both(async |desk| {
        let (host, admin, guest, _) = stay(desk, &json!({})).await;
        let name = unique();
        guest.post("/tags", &json!({ "name": name })).await.ok();
        let refused = guest
            .put("/tickets/999999999", &json!({ "status": "closed" }))
            .await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_TICKET_FOUND"));
        guest.get("/audit/export").await;
        let found = admin.get("/audit?").await.ok();
        let records = found["records"].as_array().unwrap();
        let of = |entity: &str, label: &str| {
            let mut all = records.iter();
            let found = all.find(|one| one["entity"] == entity && one["label"] == label);
            found
                .unwrap_or_else(|| panic!("no {entity} {label} in {found:?}"))
                .clone()
        };
        for record in [
            of("tag", &name),
            of("request", "POST /api/tags"),
            of("request", "PUT /api/tickets/999999999"),
            of("request", "GET /api/audit/export"),
        ] {
            assert_eq!(record["actorName"], host.user["name"], "{record}");
            assert_eq!(record["userName"], admin.user["name"], "{record}");
        }
        let begun = of("impersonation", "Ajuda com as filas");
        assert_eq!(
            (&begun["action"], &begun["userName"]),
            (&json!("create"), &host.user["name"])
        );
        admin
            .post("/tags", &json!({ "name": format!("{name}b") }))
            .await
            .ok();
        let own = admin.get(&format!("/audit?searchParam={name}b")).await.ok();
        assert_eq!(
            own["records"][0]["actorName"],
            json!(null),
            "his own work is his"
        );
        let hosts = host.get("/audit?entity=impersonation").await.ok();
        let mut all = hosts["records"].as_array().unwrap().iter();
        let found = all.find(|one| one["entityId"] == begun["entityId"]);
        assert_eq!(
            found.expect("kept when the company goes")["label"],
            "Ajuda com as filas"
        );
    })
    .await;
}

#[tokio::test]
async fn support_never_sets_a_password_and_stays_no_longer_than_an_hour() {
    on_both(async |desk| {
        let (host, admin, guest, _) = stay(desk, &json!({ "minutes": 1 })).await;
        let path = format!("/users/{}", admin.id());
        let stolen = guest.put(&path, &json!({ "password": "Minha1234" })).await;
        assert_eq!(stolen.refusal(), (403, "ERR_NO_PERMISSION"));
        let company = json!(admin.company());
        for (wish, expected) in [
            (
                json!({ "companyId": company, "reason": "Por uma hora e um", "minutes": 61 }),
                (400, "ERR_VALIDATION"),
            ),
            (
                json!({ "companyId": company, "reason": "Oi" }),
                (400, "ERR_VALIDATION"),
            ),
            (
                json!({ "companyId": 999_999_999, "reason": "Em lugar nenhum" }),
                (404, "ERR_NO_COMPANY_FOUND"),
            ),
            (
                json!({ "companyId": host.company(), "reason": "Em casa mesmo" }),
                (409, "ERR_OWN_COMPANY"),
            ),
            (
                json!({ "companyId": company, "reason": "Como outro", "userId": host.id() }),
                (404, "ERR_NO_USER_FOUND"),
            ),
        ] {
            let answer = host.post("/impersonations", &wish).await;
            assert_eq!(answer.refusal(), expected, "{wish}");
        }
        let denied = admin
            .post(
                "/impersonations",
                &json!({ "companyId": 1, "reason": "Eu também quero" }),
            )
            .await;
        assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"));
    })
    .await;
}
