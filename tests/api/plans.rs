//! Plans: what companies may use, and how a change counts at once.

use serde_json::{Value, json};

use super::{
    companies::{company, plan},
    new_number,
    support::{SUPER, TestSocket, on_both},
};

fn path(plan: &Value) -> String {
    format!("/plans/{}", plan["id"])
}

#[tokio::test]
async fn a_plan_keeps_its_limits_its_value_and_its_seven_features() {
    // spec: A037 A103
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let features = [
            "useCampaigns",
            "useSchedules",
            "useInternalChat",
            "useExternalApi",
            "useKanban",
            "useOpenAi",
            "useIntegrations",
        ];
        let made = plan(&host, &json!({})).await;
        for feature in features {
            assert_eq!(made[feature], true, "{feature}");
        }
        let of = |plan: &Value| ["users", "connections", "queues", "value"].map(|it| plan[it].clone());
        assert_eq!(of(&made), [json!(5), json!(2), json!(3), json!(149.9)]);
        for feature in features {
            let changed = host
                .put(&path(&made), &json!({ feature: false }))
                .await
                .ok();
            assert_eq!(changed[feature], false, "{feature}");
            assert_eq!(of(&changed), of(&made), "what is absent stays");
        }
        let wish =
            json!({ "name": "Só um", "users": 1, "connections": 0, "queues": 4, "storageGb": 2, "value": 0.5 });
        let named = format!("Só {}", new_number());
        let mut wish = wish;
        wish["name"] = json!(named);
        let changed = host.put(&path(&made), &wish).await.ok();
        let shown = host.get(&path(&made)).await.ok();
        assert_eq!(changed, shown);
        for (field, value) in wish.as_object().unwrap() {
            assert_eq!(shown[field], *value, "{field}");
        }
        assert_eq!(shown["companies"], 0);
        let listed = host.get("/plans/all").await.ok();
        assert!(listed.as_array().unwrap().contains(&shown));
        let offered = desk.stranger().get("/plans/list").await.ok();
        let offer = json!({
            "id": made["id"], "name": named, "users": 1, "connections": 0, "queues": 4, "value": 0.5,
        });
        assert!(offered.as_array().unwrap().contains(&offer), "{offered}");
    })
    .await;
}

#[tokio::test]
async fn a_plan_has_a_name_of_its_own_and_goes_when_no_company_has_it() {
    // spec: A103 A124 A125
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let made = plan(&host, &json!({})).await;
        let again = json!({ "name": made["name"], "users": 1, "connections": 1, "queues": 1 });
        let taken = host.post("/plans", &again).await;
        assert_eq!(taken.refusal(), (400, "ERR_PLAN_NAME_ALREADY_EXISTS"));
        let nobody = host.post("/plans", &json!({ "name": "Sem limites" })).await;
        assert_eq!(nobody.refusal(), (400, "ERR_VALIDATION"));
        let negative = host.put(&path(&made), &json!({ "value": -1.0 })).await;
        assert_eq!(negative.refusal(), (400, "ERR_VALIDATION"));

        company(&host, &json!({ "planId": made["id"] })).await;
        assert_eq!(host.get(&path(&made)).await.ok()["companies"], 1);
        let used = host.delete(&path(&made)).await;
        assert_eq!(used.refusal(), (409, "ERR_PLAN_IN_USE"));
        let other = plan(&host, &json!({})).await;
        let renamed = json!({ "name": made["name"] });
        let taken = host.put(&path(&other), &renamed).await;
        assert_eq!(taken.refusal(), (400, "ERR_PLAN_NAME_ALREADY_EXISTS"));
        host.delete(&path(&other)).await.ok();
        let gone = host.get(&path(&other)).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_PLAN_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_changed_plan_counts_at_once_for_every_company_that_has_it() {
    // spec: A005 A093
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let made = plan(&host, &json!({ "users": 2 })).await;
        let (first, ana) = company(&host, &json!({ "planId": made["id"] })).await;
        let (second, bia) = company(&host, &json!({ "planId": made["id"] })).await;
        let mut pages = [TestSocket::open(desk, &ana).await, TestSocket::open(desk, &bia).await];
        ana.get("/chats").await.ok();
        host.put(&path(&made), &json!({ "useInternalChat": false, "users": 1 })).await.ok();
        for (page, company) in pages.iter_mut().zip([&first, &second]) {
            let event = page.event(&format!("company-{}-company", company["id"])).await;
            assert_eq!(event["company"]["plan"]["useInternalChat"], false);
            assert_eq!(event["company"]["plan"]["users"], 1);
        }
        assert_eq!(ana.get("/chats").await.refusal(), (403, "ERR_PLAN_FEATURE"));
        let more = json!({
            "name": "Mais Um", "email": format!("{}@padaria.example", new_number()), "password": "Padaria123",
        });
        let full = bia.post("/users", &more).await;
        assert_eq!(full.refusal(), (400, "ERR_PLAN_LIMIT_USERS"));
        let text = "O limite de usuários do plano foi atingido: 1.";
        assert_eq!((&full.body["message"], &full.body["limit"]), (&json!(text), &json!(1)));
        host.put(&path(&made), &json!({ "users": 2 })).await.ok();
        bia.post("/users", &more).await.ok();
    })
    .await;
}
