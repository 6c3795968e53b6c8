//! Invitations: by link and by mail, once, for a week, and within the plan.

use serde_json::{Value, json};

use super::{
    MARINA,
    companies::{company, plan},
    new_number,
    support::{
        Backend, MailServer, SUPER, Session, TestDesk, TestSocket, backends, on_both, until,
    },
};

const NONE: (u16, &str) = (404, "ERR_NO_INVITATION_FOUND");
const PASSWORD: &str = "Padaria123";

/// What stands behind `#` in the link.
fn token(made: &Value) -> String {
    let link = made["link"].as_str().expect("a link");
    let (page, token) = link.split_once("/invitation#").expect("the page");
    assert!(page.starts_with("http"), "{link}");
    token.to_owned()
}

fn newcomer(token: &str, email: &str) -> Value {
    json!({ "token": token, "name": "Joana Farias", "email": email, "password": PASSWORD })
}

fn new_email() -> String {
    format!("{}@padaria.example", new_number())
}

/// What is refused leaves the link as good as it was.
async fn refuses_bad_newcomers(stranger: &Session, token: &str) {
    let weak =
        json!({ "token": token, "name": "Joana", "email": new_email(), "password": "fraca" });
    let weak = stranger.post("/invitations/accept", &weak).await;
    assert_eq!(weak.refusal(), (400, "ERR_VALIDATION"));
    let taken = newcomer(token, MARINA);
    let taken = stranger.post("/invitations/accept", &taken).await;
    assert_eq!(taken.refusal(), (400, "ERR_EMAIL_ALREADY_EXISTS"));
    let nobody = json!({ "token": token, "name": "Joana Farias", "password": PASSWORD });
    let nobody = stranger.post("/invitations/accept", &nobody).await;
    assert_eq!(nobody.refusal(), (400, "ERR_VALIDATION"));
}

#[tokio::test]
async fn whoever_has_the_link_comes_in_once_as_it_says() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, admin) = company(&host, &json!({})).await;
        let queue = json!({ "name": "Balcão", "color": "#0ea371" });
        let queue = admin.post("/queue", &queue).await.ok();
        let gone = json!({ "name": "Encomendas", "color": "#9b4dca" });
        let gone = admin.post("/queue", &gone).await.ok();
        let mut page = TestSocket::open(desk, &admin).await;
        let wish = json!({ "profile": "supervisor", "queueIds": [queue["id"], gone["id"]] });
        let invitation = admin.post("/invitations", &wish).await.ok();
        let name = format!("company-{}-invitation", made["id"]);
        let told = page.event(&name).await;
        assert_eq!(
            (&told["action"], &told["invitationId"]),
            (&json!("create"), &invitation["id"])
        );
        let listed = admin.get("/invitations").await.ok();
        assert_eq!(listed[0]["id"], invitation["id"]);
        assert_eq!(listed[0]["invitedBy"], admin.user["name"]);
        let token = token(&invitation);
        assert!(!listed.to_string().contains(&token), "told once only");
        assert_eq!(invitation["mailSent"], json!(null));
        // a queue that goes meanwhile goes from the invitation
        let path = format!("/queue/{}", gone["id"]);
        admin.delete(&path).await.ok();

        let stranger = desk.stranger();
        let shown = stranger
            .post("/invitations/open", &json!({ "token": token }))
            .await
            .ok();
        assert_eq!(shown["company"], made["name"]);
        assert_eq!(shown["profile"], "supervisor");
        let email = new_email();
        refuses_bad_newcomers(&stranger, &token).await;
        let wish = newcomer(&token, &email);
        stranger.post("/invitations/accept", &wish).await.ok();

        let told = page.event_where(&name, |it| it["action"] == "delete").await;
        assert_eq!(told["invitationId"], invitation["id"]);
        let again = newcomer(&token, &new_email());
        let again = stranger.post("/invitations/accept", &again).await;
        assert_eq!(again.refusal(), NONE);
        let joana = Session::sign_in(&desk.base, &email, PASSWORD).await;
        assert_eq!(joana.user["companyId"], made["id"]);
        assert_eq!(joana.user["profile"], "supervisor");
        assert_eq!(joana.user["super"], false);
        let queues = joana.user["queues"].as_array().expect("a list").clone();
        assert_eq!(queues.len(), 1, "{queues:?}");
        assert_eq!(queues[0]["id"], queue["id"]);
        // who came, and how, is in the record
        let record = admin.get("/audit?entity=user").await.ok();
        let first = &record["records"][0];
        assert_eq!(
            (&first["userName"], &first["route"]),
            (
                &json!("Joana Farias"),
                &json!("POST /api/invitations/accept")
            )
        );
        assert!(!record.to_string().contains(PASSWORD));
    })
    .await;
}

#[tokio::test]
async fn of_many_who_use_one_link_at_once_one_comes_in() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let invitation = admin.post("/invitations", &json!({})).await.ok();
        let token = token(&invitation);
        let stranger = desk.stranger();
        let come = async || {
            let wish = newcomer(&token, &new_email());
            stranger.post("/invitations/accept", &wish).await
        };
        let answers = tokio::join!(come(), come(), come(), come());
        let answers = [answers.0, answers.1, answers.2, answers.3];
        let inside = answers.iter().filter(|it| it.status.is_success()).count();
        assert_eq!(inside, 1);
        let users = admin.get("/users").await.ok();
        assert_eq!(users["count"], 2);
    })
    .await;
}

#[tokio::test]
async fn the_plan_the_companys_standing_and_an_admin_may_close_the_door() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let small = plan(&host, &json!({ "users": 2 })).await;
        let more = json!({ "planId": small["id"] });
        let (made, admin) = company(&host, &more).await;
        let invite = async || token(&admin.post("/invitations", &json!({})).await.ok());
        let (first, second, third) = (invite().await, invite().await, invite().await);
        let stranger = desk.stranger();
        let come = async |token: &str| {
            let wish = newcomer(token, &new_email());
            stranger.post("/invitations/accept", &wish).await
        };
        // its link is good again when the company is
        let path = format!("/companies/{}", made["id"]);
        host.put(&path, &json!({ "status": false })).await.ok();
        assert_eq!(come(&first).await.refusal(), (403, "ERR_COMPANY_INACTIVE"));
        host.put(&path, &json!({ "status": true })).await.ok();
        come(&first).await.ok();
        // the limit is looked at when somebody comes, not when he is invited
        let full = come(&second).await;
        assert_eq!(full.refusal(), (400, "ERR_PLAN_LIMIT_USERS"));
        let text = "O limite de usuários do plano foi atingido: 2.";
        assert_eq!(
            (&full.body["message"], &full.body["limit"]),
            (&json!(text), &json!(2))
        );
        let plan = format!("/plans/{}", small["id"]);
        host.put(&plan, &json!({ "users": 3 })).await.ok();
        come(&second).await.ok();

        let waiting = admin.get("/invitations").await.ok();
        let path = format!("/invitations/{}", waiting[0]["id"]);
        admin.delete(&path).await.ok();
        assert_eq!(admin.delete(&path).await.refusal(), NONE);
        assert_eq!(come(&third).await.refusal(), NONE);
        let open = stranger
            .post("/invitations/open", &json!({ "token": third }))
            .await;
        assert_eq!(open.refusal(), NONE);

        let known = json!({ "email": MARINA });
        let known = admin.post("/invitations", &known).await;
        assert_eq!(known.refusal(), (400, "ERR_EMAIL_ALREADY_EXISTS"));
        let super_one = json!({ "profile": "super" });
        let super_one = admin.post("/invitations", &super_one).await;
        assert_eq!(super_one.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}

#[tokio::test]
async fn support_lets_nobody_into_a_company() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, _) = company(&host, &json!({})).await;
        let wish = json!({ "companyId": made["id"], "reason": "Ajuda com a equipe" });
        let begun = host.post("/impersonations", &wish).await.ok();
        let mut guest = host.on_this_runtime();
        guest.token = begun["token"].as_str().map(str::to_owned);
        let refused = guest.post("/invitations", &json!({})).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
    })
    .await;
}

#[tokio::test]
async fn without_a_mail_server_the_link_is_there_all_the_same() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let email = new_email();
        let wish = json!({ "email": email.to_uppercase() });
        let made = admin.post("/invitations", &wish).await.ok();
        assert_eq!(
            (&made["mailSent"], &made["email"]),
            (&json!(false), &json!(email))
        );
        // he is who was invited, whatever he writes
        let wish = newcomer(&token(&made), &new_email());
        let stranger = desk.stranger();
        stranger.post("/invitations/accept", &wish).await.ok();
        Session::sign_in(&desk.base, &email, PASSWORD).await;
    })
    .await;
}

#[tokio::test]
async fn an_invitation_is_mailed_and_its_link_is_in_no_log() {
    let Some(mail) = MailServer::given() else {
        return;
    };
    for backend in backends() {
        let desk = TestDesk::start(backend, &mail.settings()).await;
        let host = desk.session(SUPER).await;
        let (made, admin) = company(&host, &json!({})).await;
        let email = new_email();
        let invitation = admin
            .post("/invitations", &json!({ "email": email }))
            .await
            .ok();
        assert_eq!(invitation["mailSent"], true);
        until("the letter is there", async || {
            !mail.letters(&email).is_empty()
        })
        .await;
        let letter = mail.letters(&email).remove(0);
        let token = token(&invitation);
        assert!(letter.contains(&token), "{letter}");
        let name = made["name"].as_str().expect("a name");
        assert!(letter.contains(name), "{letter}");
        let wish = newcomer(&token, &email);
        desk.stranger()
            .post("/invitations/accept", &wish)
            .await
            .ok();
        let log = desk.log();
        for secret in [email.as_str(), token.as_str(), PASSWORD] {
            assert!(!log.contains(secret), "{secret} is in the log");
        }
    }
}

#[tokio::test]
async fn invitations_and_tries_are_counted_by_the_hour() {
    let bounded = [("GUICHE__LIMITS__INVITATIONS_PER_HOUR", "2")];
    let desk = TestDesk::start(Backend::Sqlite, &bounded).await;
    let host = desk.session(SUPER).await;
    let (_, admin) = company(&host, &json!({})).await;
    let (_, other) = company(&host, &json!({})).await;
    for _ in 0..2 {
        admin.post("/invitations", &json!({})).await.ok();
    }
    let often = admin.post("/invitations", &json!({})).await;
    assert_eq!(often.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
    assert!(often.retry_after());
    other.post("/invitations", &json!({})).await.ok();
    let guess = json!({ "token": "AAAAAAAA" });
    for _ in 0..2 {
        let wrong = desk.stranger().post("/invitations/open", &guess).await;
        assert_eq!(wrong.refusal(), NONE);
    }
    let often = desk
        .stranger()
        .post("/invitations/accept", &newcomer("AAAAAAAA", &new_email()))
        .await;
    assert_eq!(often.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
}
