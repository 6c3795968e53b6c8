//! What a plan and a profile open and close: on every route, in what works later, and at once.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    companies::{company, plan},
    first_hour::{new_line, until_connected},
    new_number,
    support::{
        Request, SUPER, Session, TestDesk, TestSocket, document::routes, on_both, until,
        world::unknown_things,
    },
};

const PASSWORD: &str = "Padaria123";
const CLOSED: (u16, &str) = (403, "ERR_PLAN_FEATURE");

/// The flags of a plan that have routes, and what the addresses of those begin with. A new feature is named here.
const FEATURES: [(&str, &str); 17] = [
    ("useCampaigns", "/campaigns"),
    ("useCampaigns", "/campaign-settings"),
    ("useCampaigns", "/do-not-contact"),
    ("useCampaigns", "/contact-lists"),
    ("useCampaigns", "/contact-list-items"),
    ("useSchedules", "/schedules"),
    ("useInternalChat", "/chats"),
    ("useKanban", "/queue-kanban"),
    ("useKanban", "/ticket"),
    ("useKanban", "/ticket-tags"),
    ("useExternalApi", "/messages-api"),
    ("useExternalApi", "/webhooks"),
    ("useExternalApi", "/api-keys"),
    ("useIntegrations", "/queueIntegration"),
    ("useOpenAi", "/prompt"),
    ("useOpenAi", "/ai"),
    ("useOpenAi", "/knowledge"),
];

/// What anybody hears from the routes of a feature.
async fn heard(session: &Session, prefix: &str) -> BTreeSet<String> {
    let things = unknown_things();
    let of_feature = routes()
        .into_iter()
        .filter(|route| route.path.split('/').nth(1) == prefix.split('/').nth(1))
        // what other servers call has no plan
        .filter(|route| !route.is_public);
    let mut heard = BTreeSet::new();
    for route in of_feature {
        let answer = Request::fitting(&route, &things).send(session).await;
        let code = answer.refusal().1.to_owned();
        heard.insert(format!("{} {code}", route.name()));
    }
    assert!(!heard.is_empty(), "{prefix} has no routes");
    heard
}

fn is_closed(line: &str) -> bool {
    line.ends_with(CLOSED.1)
}

/// A user of the company, as its admin makes him.
async fn hired(desk: &TestDesk, admin: &Session, profile: &str) -> (Value, Session) {
    let email = format!("{}@padaria.example", new_number());
    let wish =
        json!({ "name": "Colega", "email": email, "password": PASSWORD, "profile": profile });
    let made = admin.post("/users", &wish).await.ok();
    let session = Session::sign_in(&desk.base, &email, PASSWORD).await;
    (made, session)
}

#[tokio::test]
async fn every_route_of_a_feature_asks_the_plan_each_time() {
    // spec: A005 A029 A093
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let nothing: Value = json!({
            "useCampaigns": false, "useSchedules": false, "useInternalChat": false, "useExternalApi": false,
            "useKanban": false, "useOpenAi": false, "useIntegrations": false,
        });
        let bare = plan(&host, &nothing).await;
        let wish = json!({ "planId": bare["id"], "campaignsEnabled": true });
        let (made, admin) = company(&host, &wish).await;
        let (_, ana) = hired(desk, &admin, "user").await;
        let (_, lead) = hired(desk, &admin, "supervisor").await;
        let path = format!("/plans/{}", bare["id"]);
        for (flag, prefix) in FEATURES {
            for caller in [&admin, &lead, &ana] {
                let heard = heard(caller, prefix).await;
                assert!(heard.iter().all(|line| is_closed(line)), "{flag}: {heard:?}");
            }
            host.put(&path, &json!({ flag: true })).await.ok();
            let open = heard(&admin, prefix).await;
            assert!(!open.iter().any(|line| is_closed(line)), "{flag}: {open:?}");
            for (other, elsewhere) in FEATURES.into_iter().filter(|(name, _)| *name != flag) {
                let heard = heard(&admin, elsewhere).await;
                assert!(heard.iter().all(|line| is_closed(line)), "{flag} is not {other}: {heard:?}");
            }
            host.put(&path, &json!({ flag: false })).await.ok();
            let heard = heard(&admin, prefix).await;
            assert!(heard.iter().all(|line| is_closed(line)), "{flag}: {heard:?}");
        }
        // campaigns are switched on by the company as well
        host.put(&path, &json!({ "useCampaigns": true })).await.ok();
        let own = format!("/companies/{}", made["id"]);
        host.put(&own, &json!({ "campaignsEnabled": false })).await.ok();
        for (_, prefix) in FEATURES.iter().filter(|(flag, _)| *flag == "useCampaigns") {
            for caller in [&admin, &lead] {
                let heard = heard(caller, prefix).await;
                assert!(heard.iter().all(|line| is_closed(line)), "{heard:?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_due_after_the_plan_lost_it_is_not_sent() {
    // spec: A005
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let large = plan(&host, &json!({})).await;
        let (_, admin) = company(&host, &json!({ "planId": large["id"] })).await;
        let line = new_line(&admin).await;
        until_connected(desk, &admin, line).await;
        let number = new_number();
        let contact = json!({ "name": "Beatriz", "number": number });
        let contact = admin.post("/contacts", &contact).await.ok();
        let path = format!("/plans/{}", large["id"]);
        // far enough away for the plan to change before
        let at = SystemClock.now() + TimeDelta::seconds(8);
        let wish = json!({ "contactId": contact["id"], "body": "Até amanhã!", "sendAt": at });
        let made = admin.post("/schedules", &wish).await.ok();
        host.put(&path, &json!({ "useSchedules": false }))
            .await
            .ok();
        let waiting = format!(
            "SELECT COUNT(*) FROM schedules WHERE id = {} AND status = 'PENDENTE'",
            made["id"]
        );
        until("its time has come", async || desk.number(&waiting) == 0).await;
        host.put(&path, &json!({ "useSchedules": true })).await.ok();
        let seen = admin.get(&format!("/schedules/{}", made["id"])).await.ok();
        assert_eq!(seen["status"], "ERRO");
        assert_eq!(seen["error"], CLOSED.1);
        assert!(desk.reached(line, &number).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_tag_is_made_a_lane_only_where_there_is_a_board() {
    // spec: A093
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let large = plan(&host, &json!({})).await;
        let (_, admin) = company(&host, &json!({ "planId": large["id"] })).await;
        let tag = |name: &str, kanban: i64| json!({ "name": name, "kanban": kanban });
        let lane = admin.post("/tags", &tag("Novo", 1)).await.ok();
        let plain = admin.post("/tags", &tag("Urgente", 0)).await.ok();
        let lane = format!("/tags/{}", lane["id"]);
        let plain = format!("/tags/{}", plain["id"]);
        let path = format!("/plans/{}", large["id"]);
        host.put(&path, &json!({ "useKanban": false })).await.ok();
        let refused = admin.post("/tags", &tag("Feito", 1)).await;
        assert_eq!(refused.refusal(), CLOSED);
        let refused = admin.put(&plain, &json!({ "kanban": 1 })).await;
        assert_eq!(refused.refusal(), CLOSED);
        // what is a lane already keeps its name and can be a tag like others
        admin.put(&lane, &tag("Chegou", 1)).await.ok();
        admin.put(&lane, &json!({ "kanban": 0 })).await.ok();
        host.put(&path, &json!({ "useKanban": true })).await.ok();
        admin.put(&plain, &json!({ "kanban": 1 })).await.ok();
    })
    .await;
}

#[tokio::test]
async fn campaigns_are_there_where_the_plan_has_them_and_the_company_switched_them_on() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let large = plan(&host, &json!({})).await;
        let (made, admin) = company(&host, &json!({ "planId": large["id"] })).await;
        let mut page = TestSocket::open(desk, &admin).await;
        let told = format!("company-{}-company", made["id"]);
        let email = admin.user["email"].as_str().expect("an e-mail");
        for (of_plan, of_company) in [(false, false), (false, true), (true, false), (true, true)] {
            let wish = json!({ "useCampaigns": of_plan });
            host.put(&format!("/plans/{}", large["id"]), &wish)
                .await
                .ok();
            let wish = json!({ "campaignsEnabled": of_company });
            host.put(&format!("/companies/{}", made["id"]), &wish)
                .await
                .ok();
            let expected = of_plan && of_company;
            page.event_where(&told, |event| {
                event["company"]["campaignsEnabled"] == expected
            })
            .await;
            let again = Session::sign_in(&desk.base, email, PASSWORD).await;
            let known = &again.user["company"]["campaignsEnabled"];
            assert_eq!(*known, expected, "plan {of_plan}, company {of_company}");
            page = TestSocket::open(desk, &again).await;
        }
    })
    .await;
}

#[tokio::test]
async fn another_profile_counts_at_once_in_every_open_browser() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (made, ana) = hired(desk, &admin, "user").await;
        let mut page = TestSocket::open(desk, &ana).await;
        assert_eq!(
            ana.get("/users").await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let path = format!("/users/{}", made["id"]);
        for (profile, sees_users, sees_dashboard) in [
            ("admin", true, true),
            ("supervisor", false, true),
            ("user", false, false),
        ] {
            let before = Session::sign_in(
                &desk.base,
                made["email"].as_str().expect("an e-mail"),
                PASSWORD,
            )
            .await;
            admin.put(&path, &json!({ "profile": profile })).await.ok();
            let old = before.get("/queue").await;
            assert_eq!(old.refusal(), (401, "ERR_SESSION_EXPIRED"), "{profile}");
            let email = made["email"].as_str().expect("an e-mail");
            let now = Session::sign_in(&desk.base, email, PASSWORD).await;
            assert_eq!(now.user["profile"], profile);
            let users = now.get("/users").await.status.is_success();
            let dashboard = now.get("/dashboard?days=7").await.status.is_success();
            assert_eq!(
                (users, dashboard),
                (sees_users, sees_dashboard),
                "{profile}"
            );
        }
        assert!(page.is_closed().await);
    })
    .await;
}
