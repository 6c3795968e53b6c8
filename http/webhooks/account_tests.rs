//! What Meta tells of accounts, against a real database.

use actix_web::http::StatusCode;
use guiche_storage::{
    connections,
    model::{
        ConnectionId,
        connection::{Connection, ConnectionStatus},
    },
};
use serde_json::{Value, json};

use super::tests::{Desk, desk, signed};

/// The account of every number in these tests.
const WABA: &str = "1";

async fn shown(desk: &Desk, id: ConnectionId) -> Connection {
    let mut reader = desk.db.read().await.unwrap();
    let found = connections::get(&mut reader.conn(), desk.company, id).await;
    found.unwrap()
}

async fn tell(desk: &Desk, waba: &str, field: &str, value: Value) {
    let body = json!({ "object": "whatsapp_business_account",
        "entry": [{ "id": waba, "time": 1_739_321_024, "changes": [{ "field": field, "value": value }] }] });
    let body = body.to_string();
    let status = desk.post_signed(body.as_bytes()).await;
    assert_eq!(status, StatusCode::OK, "{field}");
}

#[actix_web::test]
async fn an_account_that_has_ended_switches_its_numbers_off_and_says_why() {
    let partner = json!({ "event": "PARTNER_REMOVED", "waba_info": { "waba_id": WABA } });
    for (waba, value, reason) in [
        (
            WABA,
            json!({ "event": "DISABLED_UPDATE", "phone_number": "16505551111",
                "ban_info": { "waba_ban_state": "DISABLE" } }),
            "ERR_WAPP_ACCOUNT_DISABLED",
        ),
        ("of the partner", partner, "ERR_WAPP_PARTNER_REMOVED"),
        (
            WABA,
            json!({ "event": "PARTNER_APP_UNINSTALLED" }),
            "ERR_WAPP_APP_UNINSTALLED",
        ),
    ] {
        let desk = desk().await;
        let second = desk.enter(desk.company, "222", "app-secret").await;
        let of_another_app = desk.enter(desk.company, "333", "another-secret").await;
        for _ in 0..2 {
            tell(&desk, waba, "account_update", value.clone()).await;
        }
        for id in [desk.cloud, second] {
            let ended = shown(&desk, id).await;
            assert_eq!(ended.status, ConnectionStatus::Disconnected);
            assert_eq!(ended.status_reason.as_deref(), Some(reason));
        }
        let other = shown(&desk, of_another_app).await;
        assert_eq!(other.status_reason, None, "its own app would have signed");
        let told = desk.told.lock().unwrap();
        let told: Vec<_> = told
            .iter()
            .map(|event| serde_json::from_str::<Value>(event.payload.get()).unwrap())
            .map(|payload| payload["session"]["statusReason"].clone())
            .collect();
        assert_eq!(told, [reason, reason], "each number once");
    }
}

#[actix_web::test]
async fn what_does_not_end_an_account_leaves_it_on() {
    let desk = desk().await;
    let before = shown(&desk, desk.cloud).await.status;
    for value in [
        json!({ "event": "DISABLED_UPDATE", "ban_info": { "waba_ban_state": "REINSTATE" } }),
        json!({ "event": "VERIFIED_ACCOUNT" }),
    ] {
        tell(&desk, WABA, "account_update", value).await;
    }
    let ended = json!({ "event": "ACCOUNT_DELETED" });
    tell(&desk, "of somebody else", "account_update", ended).await;
    assert_eq!(shown(&desk, desk.cloud).await.status, before);
    assert!(desk.told.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn quality_limit_and_templates_are_kept_and_shown() {
    let desk = desk().await;
    let flagged = json!({ "display_phone_number": "16505551111", "event": "FLAGGED", "current_limit": "TIER_10K" });
    tell(&desk, WABA, "phone_number_quality_update", flagged).await;
    let lower = json!({ "display_phone_number": "16505551111", "event": "DOWNGRADE", "current_limit": "TIER_1K" });
    for _ in 0..2 {
        tell(&desk, WABA, "phone_number_quality_update", lower.clone()).await;
    }
    let template = |status: &str| {
        json!({ "event": status, "message_template_id": 7, "message_template_name": "pedido_pronto",
            "message_template_language": "pt_BR", "reason": "INCORRECT_CATEGORY" })
    };
    for status in ["APPROVED", "REJECTED"] {
        tell(
            &desk,
            WABA,
            "message_template_status_update",
            template(status),
        )
        .await;
    }
    let health = shown(&desk, desk.cloud).await.cloud.unwrap().health;
    assert_eq!(health.quality.as_deref(), Some("RED"));
    assert_eq!(health.limit.as_deref(), Some("TIER_1K"));
    let [state] = &health.templates[..] else {
        panic!("one template: {:?}", health.templates)
    };
    assert_eq!(
        (
            state.name.as_str(),
            state.status.as_str(),
            state.reason.as_deref()
        ),
        ("pedido_pronto", "REJECTED", Some("INCORRECT_CATEGORY"))
    );
    assert_eq!(
        desk.told.lock().unwrap().len(),
        4,
        "a repetition tells nothing"
    );
}

#[actix_web::test]
async fn an_account_of_which_nothing_can_be_kept_is_to_be_told_again() {
    let desk = desk().await;
    desk.db.close().await;
    let body = json!({ "entry": [{ "id": WABA, "changes": [
        { "field": "account_update", "value": { "event": "ACCOUNT_DELETED" } }] }] });
    let body = body.to_string();
    let signature = signed("app-secret", body.as_bytes());
    let (status, _) = desk.post(Some(&signature), body.as_bytes()).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
}
