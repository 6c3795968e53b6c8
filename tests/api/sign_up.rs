//! A company signs itself up; a forgotten password is set anew by a code from a real mail server.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    MARINA, new_number,
    support::{Backend, MailServer, SUPER, Session, TestDesk, backends, on_both, until},
};

fn form() -> Value {
    json!({
        "name": format!("Padaria {}", new_number()),
        "email": format!("{}@padaria.example", new_number()),
        "phone": "(11) 98888-7777",
        "password": "Pao12345",
        "planId": 1,
    })
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[tokio::test]
async fn a_company_begins_with_its_admin_settings_and_three_days() {
    // spec: S005 S056 S089 S112 S141 A146
    on_both(async |desk| {
        let mut wish = form();
        // not the first plan of all, and one without campaigns
        let plans = desk.stranger().get("/plans/list").await.ok();
        let mut plans = plans.as_array().unwrap().iter();
        let chosen = &plans.find(|plan| plan["name"] == "Essencial").unwrap()["id"];
        assert_ne!(*chosen, wish["planId"]);
        wish["planId"] = chosen.clone();
        // what the server decides is not taken from the browser
        wish["dueDate"] = json!("2099-01-01T00:00:00Z");
        wish["trialExpiration"] = json!("2099-01-01T00:00:00Z");
        wish["status"] = json!(false);
        wish["recurrence"] = json!("ANUAL");
        wish["campaignsEnabled"] = json!(true);
        wish["companyId"] = json!(1);
        let made = desk
            .stranger()
            .post("/companies/cadastro", &wish)
            .await
            .ok();
        assert_eq!(made["name"], wish["name"]);
        assert_eq!(made["phone"], "11988887777");
        assert_eq!(made["status"], true);
        assert_eq!(made["plan"]["id"], *chosen);
        let due: DateTime<Utc> = text(&made["dueDate"]).parse().unwrap();
        let left = due - SystemClock.now();
        assert!(
            left > TimeDelta::hours(71) && left <= TimeDelta::hours(72),
            "{left}"
        );

        let admin = Session::sign_in(&desk.base, text(&wish["email"]), "Pao12345").await;
        assert_eq!(admin.user["profile"], "admin");
        assert_eq!(admin.user["super"], false);
        assert_eq!(admin.user["companyId"], made["id"]);
        // who signs in is told his company's due date and settings
        let company = &admin.user["company"];
        assert_eq!(company["dueDate"], made["dueDate"]);
        let told = company["settings"].as_array().expect("settings");
        assert!(told.contains(&json!({ "key": "userRating", "value": "disabled" })));
        let settings = admin.get("/settings").await.ok();
        let value = |key: &str| {
            let mut all = settings.as_array().unwrap().iter();
            all.find(|one| one["key"] == key).unwrap()["value"].clone()
        };
        assert_eq!(value("userRating"), "disabled");
        assert_eq!(value("chatBotType"), "text");
        assert_eq!(value("campaignsEnabled"), "false", "as the plan says");
        let host = desk.session(SUPER).await;
        let kept = format!("/companies/{}", made["id"]);
        let kept = host.get(&kept).await.ok();
        assert_eq!(kept["recurrence"], "MENSAL");
        assert_eq!(kept["trialExpiration"], made["dueDate"], "it is on trial");
        assert_eq!(kept["campaignsEnabled"], false);
        assert_eq!(admin.get("/contacts").await.ok()["count"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_refused_sign_up_leaves_nothing() {
    // spec: S076 S131
    on_both(async |desk| {
        let stranger = desk.stranger();
        let taken = form();
        stranger.post("/companies/cadastro", &taken).await.ok();
        let with = |field: &str, value: Value| {
            let mut body = form();
            body[field] = value;
            body
        };
        for (body, status, code) in [
            (
                with("name", taken["name"].clone()),
                400,
                "ERR_COMPANY_NAME_ALREADY_EXISTS",
            ),
            (
                with("email", json!(MARINA)),
                400,
                "ERR_EMAIL_ALREADY_EXISTS",
            ),
            (with("planId", json!(999_999)), 404, "ERR_NO_PLAN_FOUND"),
            (with("name", json!("P")), 400, "ERR_VALIDATION"),
            (with("name", json!("P".repeat(51))), 400, "ERR_VALIDATION"),
            (with("email", json!("")), 400, "ERR_VALIDATION"),
            (with("email", json!("ana@")), 400, "ERR_VALIDATION"),
            (with("password", json!("")), 400, "ERR_VALIDATION"),
            (with("password", json!("1234")), 400, "ERR_VALIDATION"),
            (
                with("password", json!("1".repeat(51))),
                400,
                "ERR_VALIDATION",
            ),
            (with("phone", json!("119888")), 400, "ERR_VALIDATION"),
            (with("phone", json!("119888877776")), 400, "ERR_VALIDATION"),
        ] {
            let answer = stranger.post("/companies/cadastro", &body).await;
            assert_eq!(answer.refusal(), (status, code), "{body}");
        }
        // an orphan company would keep its name
        let mut again = with("email", json!(MARINA));
        let refused = stranger.post("/companies/cadastro", &again).await;
        assert_eq!(refused.refusal(), (400, "ERR_EMAIL_ALREADY_EXISTS"));
        again["email"] = form()["email"].clone();
        stranger.post("/companies/cadastro", &again).await.ok();
        let plans = stranger.get("/plans/list").await.ok();
        let plan = plans.as_array().unwrap().first().unwrap();
        let fields: Vec<_> = plan.as_object().unwrap().keys().cloned().collect();
        assert_eq!(
            fields,
            ["connections", "id", "name", "queues", "users", "value"]
        );
    })
    .await;
}

#[tokio::test]
async fn the_bounds_of_the_form_themselves_are_taken_and_no_phone() {
    // spec: S076
    on_both(async |desk| {
        for (field, value) in [
            ("name", "Pé".to_owned()),
            ("name", format!("{:P<50}", new_number())),
            ("password", "12345".to_owned()),
            ("password", "1".repeat(50)),
            ("phone", "1133334444".to_owned()),
            ("phone", String::new()),
        ] {
            let mut wish = form();
            wish[field] = json!(value);
            let answer = desk.stranger().post("/companies/cadastro", &wish).await;
            assert_eq!(answer.status.as_u16(), 200, "{wish} {}", answer.body);
        }
    })
    .await;
}

#[tokio::test]
async fn sign_up_is_bounded_and_can_be_switched_off() {
    // spec: S125
    let bounded = [("GUICHE__LIMITS__SIGNUP_PER_IP_PER_HOUR", "1")];
    let desk = TestDesk::start(Backend::Sqlite, &bounded).await;
    desk.stranger()
        .post("/companies/cadastro", &form())
        .await
        .ok();
    let answer = desk.stranger().post("/companies/cadastro", &form()).await;
    assert_eq!(answer.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
    assert!(answer.retry_after());

    let off = [("GUICHE__SIGNUP__ENABLED", "false")];
    let desk = TestDesk::start(Backend::Sqlite, &off).await;
    let answer = desk.stranger().post("/companies/cadastro", &form()).await;
    assert_eq!(answer.refusal(), (403, "ERR_USER_CREATION_DISABLED"));
    assert_eq!(desk.stranger().get("/plans/list").await.ok(), json!([]));
}

/// Asks for a code, and reads it from the letter that is not the former one.
async fn mailed_code(stranger: &Session, mail: &MailServer, email: &str, former: &str) -> String {
    let asked = format!("/forgetpassword/{email}");
    stranger.post(&asked, &json!({})).await.ok();
    let codes = || {
        let letters = mail.letters(email).into_iter();
        letters.filter_map(|letter| {
            let (_, behind) = letter.split_once("digo: ")?;
            behind.split_whitespace().next().map(str::to_owned)
        })
    };
    let fresh = || codes().find(|code| code != former);
    until("the letter is there", async || fresh().is_some()).await;
    fresh().expect("a code")
}

#[tokio::test]
async fn a_code_from_the_mail_sets_a_new_password_once() {
    // spec: A073 A119 A147
    let Some(mail) = MailServer::given() else {
        return;
    };
    for backend in backends() {
        let desk = TestDesk::start(backend, &mail.settings()).await;
        let stranger = desk.stranger();
        let who = form();
        stranger.post("/companies/cadastro", &who).await.ok();
        let email = text(&who["email"]);
        let old = Session::sign_in(&desk.base, email, "Pao12345").await;

        let code = mailed_code(&stranger, &mail, email, "").await;
        let reset = |token: &str, password: &str| json!({ "email": email, "token": token, "newPassword": password });
        let weak = stranger
            .post("/resetpasswords", &reset(&code, "Outra12"))
            .await;
        assert_eq!(weak.refusal(), (400, "ERR_VALIDATION"), "seven characters");
        let wrong = stranger
            .post("/resetpasswords", &reset("AAAAAAAA", "Outra1234"))
            .await;
        assert_eq!(wrong.refusal(), (404, "ERR_RESET_CODE"));
        stranger
            .post("/resetpasswords", &reset(&code, "Outra1234"))
            .await
            .ok();
        let again = stranger
            .post("/resetpasswords", &reset(&code, "Outra1234"))
            .await;
        assert_eq!(again.refusal(), (404, "ERR_RESET_CODE"), "once");
        assert_eq!(
            old.get("/queue").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        assert!(
            Session::try_sign_in(&desk.base, email, "Pao12345")
                .await
                .is_none()
        );
        Session::sign_in(&desk.base, email, "Outra1234").await;

        // the same in the address, with a password of just eight characters
        let next = mailed_code(&stranger, &mail, email, &code).await;
        let by_address = |password: &str| format!("/resetpasswords/{email}/{next}/{password}");
        let weak = stranger.post(&by_address("Outra12"), &json!({})).await;
        assert_eq!(weak.refusal(), (400, "ERR_VALIDATION"));
        stranger
            .post(&by_address("Outra123"), &json!({}))
            .await
            .ok();
        Session::sign_in(&desk.base, email, "Outra123").await;

        let log = desk.log();
        for secret in [email, &code, &next, "Outra1234", "Outra123", "Pao12345"] {
            assert!(!log.contains(secret), "{secret} is in the log");
        }
    }
}

#[tokio::test]
async fn who_asks_for_nobodys_password_or_too_often_is_told() {
    // spec: A119 A128
    let bounded = [("GUICHE__LIMITS__FORGOT_PER_HOUR", "2")];
    let desk = TestDesk::start(Backend::Sqlite, &bounded).await;
    let stranger = desk.stranger();
    let nobody = stranger
        .post("/forgetpassword/ninguem@x.example", &json!({}))
        .await;
    assert_eq!(nobody.refusal(), (404, "ERR_NO_USER_FOUND"));
    assert_eq!(
        nobody.body["status"], 404,
        "as the family's client reads it"
    );
    // this desk has no mail server
    let known = stranger
        .post(&format!("/forgetpassword/{MARINA}"), &json!({}))
        .await;
    assert_eq!(known.refusal(), (503, "ERR_MAIL_NOT_SENT"));
    let often = stranger
        .post(&format!("/forgetpassword/{MARINA}"), &json!({}))
        .await;
    assert_eq!(often.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
}

#[tokio::test]
async fn a_new_password_has_eight_characters_with_upper_and_lower_case_and_a_digit() {
    // spec: A088 A147
    on_both(async |desk| {
        let stranger = desk.stranger();
        for (password, refusal) in [
            ("Abcdef1", (400, "ERR_VALIDATION")),
            ("abcdefg1", (400, "ERR_VALIDATION")),
            ("ABCDEFG1", (400, "ERR_VALIDATION")),
            ("Abcdefgh", (400, "ERR_VALIDATION")),
            // one that is good: only then the code is looked at
            ("Abcdefg1", (404, "ERR_RESET_CODE")),
        ] {
            let body = json!({ "email": MARINA, "token": "AAAAAAAA", "newPassword": password });
            let by_body = stranger.post("/resetpasswords", &body).await;
            assert_eq!(by_body.refusal(), refusal, "{password}");
            let path = format!("/resetpasswords/{MARINA}/AAAAAAAA/{password}");
            let by_address = stranger.post(&path, &json!({})).await;
            assert_eq!(by_address.refusal(), refusal, "{password}");
        }
    })
    .await;
}
