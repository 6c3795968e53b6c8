//! Setting a number up, against a Graph server.

use serde_json::json;

use super::{
    super::{CloudSettings, SetUp, Step, set_up},
    graph::{Answer, Graph},
};
use crate::egress::Egress;

const ADDRESS: &str = "https://desk.example/api/webhooks/whatsapp/7";

fn wish(graph: &Graph) -> SetUp {
    SetUp {
        settings: CloudSettings {
            graph_url: graph.url.clone(),
            graph_version: "v23.0".to_owned(),
            phone_number_id: "106".to_owned(),
        },
        access_token: "EAAG".to_owned(),
        waba_id: "102".to_owned(),
        pin: "204817".to_owned(),
        webhook: Some((ADDRESS.to_owned(), "verify-me".to_owned())),
        wants_history: true,
    }
}

fn number(status: &str) -> Answer {
    Answer::Json(
        200,
        json!({ "id": "106", "display_phone_number": "+55 11 4002-8922", "status": status,
            "quality_rating": "GREEN", "messaging_limit_tier": "TIER_1K", "throughput": { "level": "STANDARD" },
            "webhook_configuration": { "application": "https://elsewhere.example/", "whatsapp_business_account": ADDRESS } }),
    )
}

fn done() -> Answer {
    Answer::Json(200, json!({ "success": true }))
}

fn refusal(code: i64) -> Answer {
    Answer::Json(400, json!({ "error": { "message": "No", "code": code } }))
}

#[actix_rt::test]
async fn a_new_number_is_registered_and_its_messages_come_to_us() {
    let graph = Graph::start(vec![number("PENDING"), done(), done(), number("CONNECTED")]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    let seen = graph.seen();
    let calls: Vec<_> = seen.iter().map(|it| it.call.as_str()).collect();
    assert!(calls[0].starts_with("GET /v23.0/106"), "{calls:?}");
    assert_eq!(calls[1], "POST /v23.0/106/register");
    assert_eq!(
        seen[1].json(),
        json!({ "messaging_product": "whatsapp", "pin": "204817" })
    );
    assert_eq!(calls[2], "POST /v23.0/102/subscribed_apps");
    assert_eq!(
        seen[2].json(),
        json!({ "override_callback_uri": ADDRESS, "verify_token": "verify-me" })
    );
    assert_eq!(report.refused, None);
    assert_eq!(report.quality.as_deref(), Some("GREEN"));
    assert_eq!(report.limit.as_deref(), Some("TIER_1K"));
    assert_eq!(report.throughput.as_deref(), Some("STANDARD"));
    assert_eq!(report.webhook.as_deref(), Some(ADDRESS));
}

#[actix_rt::test]
async fn one_that_is_registered_is_left_as_it_is_and_a_refused_step_does_not_stop_the_others() {
    let graph = Graph::start(vec![number("CONNECTED"), refusal(200), number("CONNECTED")]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    assert_eq!(graph.seen().len(), 3, "nothing was registered");
    assert_eq!(report.refused.map(|(step, _)| step), Some(Step::Subscribe));
    assert_eq!(report.quality.as_deref(), Some("GREEN"));

    let graph = Graph::start(vec![
        number("OFFLINE"),
        refusal(133_005),
        done(),
        number("OFFLINE"),
    ]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    let (step, why) = report.refused.unwrap();
    assert_eq!(step, Step::Register);
    assert!(why.starts_with("133005"), "a wrong PIN: {why}");
}

/// One that a phone has in its Business app too.
fn number_of_an_app() -> Answer {
    Answer::Json(
        200,
        json!({ "id": "106", "status": "PENDING", "platform_type": "CLOUD_API", "is_on_biz_app": true }),
    )
}

#[actix_rt::test]
async fn a_number_of_the_business_app_is_not_registered_and_its_past_is_asked_for_once_it_comes_to_us()
 {
    let graph = Graph::start(vec![
        number_of_an_app(),
        done(),
        refusal(2_655_001),
        done(),
        number_of_an_app(),
    ]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    let seen = graph.seen();
    let calls: Vec<_> = seen.iter().map(|it| it.call.as_str()).collect();
    assert_eq!(calls[1], "POST /v23.0/102/subscribed_apps");
    for (at, part) in [(2, "smb_app_state_sync"), (3, "history")] {
        assert_eq!(calls[at], "POST /v23.0/106/smb_app_data");
        let body = json!({ "messaging_product": "whatsapp", "sync_type": part });
        assert_eq!(seen[at].json(), body);
    }
    assert_eq!(
        (report.refused, report.history),
        (None, Some(Ok(()))),
        "contacts were given before; what was said comes"
    );

    // refused for good: said, and the number works all the same
    let graph = Graph::start(vec![
        number_of_an_app(),
        done(),
        done(),
        refusal(2_593_109),
        number_of_an_app(),
    ]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    let why = report.history.unwrap().unwrap_err();
    assert!(why.starts_with("2593109"), "{why}");
    assert_eq!(report.refused, None);

    // not to be asked: asked before, nobody to hand it to, or not given to us
    let mut asked = wish(&graph);
    asked.wants_history = false;
    let mut unreachable = wish(&graph);
    unreachable.webhook = None;
    let given_before = vec![number_of_an_app(), done(), number_of_an_app()];
    let nobody = vec![number_of_an_app(), number_of_an_app()];
    let elsewhere = vec![number_of_an_app(), refusal(200), number_of_an_app()];
    for (mut wish, answers) in [
        (asked, given_before),
        (unreachable, nobody),
        (wish(&graph), elsewhere),
    ] {
        let count = answers.len();
        let graph = Graph::start(answers);
        wish.settings.graph_url.clone_from(&graph.url);
        let report = set_up(&wish, Egress::trusted().unwrap()).await.unwrap();
        assert_eq!((graph.seen().len(), report.history), (count, None));
    }
}

#[actix_rt::test]
async fn a_refused_token_ends_it_and_a_failure_is_for_later() {
    let graph = Graph::start(vec![refusal(190)]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap())
        .await
        .unwrap();
    assert_eq!(report.refused.map(|(step, _)| step), Some(Step::Token));
    assert_eq!(graph.seen().len(), 1);

    let graph = Graph::start(vec![Answer::Json(503, json!(null))]);
    let report = set_up(&wish(&graph), Egress::trusted().unwrap()).await;
    assert!(report.is_err());
}
