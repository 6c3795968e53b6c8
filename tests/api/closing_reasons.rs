//! Why tickets are closed: the company's reasons, and when one must be given.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number, open_ticket,
    support::{Session, TestDesk, backends},
};

/// A desk of its own: how a company asks concerns every ticket of it.
async fn on_each(body: impl AsyncFn(&TestDesk, &Session, &Session)) {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        body(&desk, &admin, &marina).await;
    }
}

/// Sets how the company asks.
async fn ask(admin: &Session, word: &str) {
    let path = "/settings/closingReason";
    admin.put(path, &json!({ "value": word })).await.ok();
}

async fn close(session: &Session, ticket: &Value, reason: &Value) -> super::support::Answer {
    let path = format!("/tickets/{}", ticket["id"]);
    let wish = json!({ "status": "closed", "closingReasonId": reason });
    session.put(&path, &wish).await
}

#[tokio::test]
async fn a_reason_is_kept_in_the_ticket_and_in_its_steps_under_the_name_it_had() {
    on_each(async |desk, admin, marina| {
        let name = format!("Venda {}", new_number());
        let sold = admin
            .post("/closing-reasons", &json!({ "name": name }))
            .await
            .ok();
        ask(admin, "optional").await;
        let (ticket, _) = open_ticket(desk, marina).await;
        let closed = close(marina, &ticket, &sold["id"]).await.ok();
        assert_eq!(closed["closingReason"], name.as_str());
        let path = format!("/closing-reasons/{}", sold["id"]);
        admin.put(&path, &json!({ "name": "Vendido" })).await.ok();
        admin.delete(&path).await.ok();
        let kept = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(kept["closingReason"], name.as_str());
        let steps = marina
            .get(&format!("/tickets/{}/steps", ticket["id"]))
            .await
            .ok();
        assert_eq!(
            (&steps[0]["action"], &steps[0]["reason"]),
            (&json!("closed"), &json!(name))
        );

        let reopen = json!({ "status": "open", "userId": marina.id() });
        let open = marina
            .put(&format!("/tickets/{}", ticket["id"]), &reopen)
            .await
            .ok();
        assert_eq!(open["closingReason"], json!(null));
        let again = close(marina, &ticket, &json!(null)).await.ok();
        assert_eq!(again["closingReason"], json!(null), "optional");
    })
    .await;
}

#[tokio::test]
async fn a_required_reason_is_asked_for_where_there_is_one_to_give() {
    on_each(async |desk, admin, marina| {
        ask(admin, "required").await;
        let (first, _) = open_ticket(desk, marina).await;
        close(marina, &first, &json!(null)).await.ok();

        let reason = json!({ "name": "Dúvida resolvida" });
        let reason = admin.post("/closing-reasons", &reason).await.ok();
        let (second, _) = open_ticket(desk, marina).await;
        let refused = close(marina, &second, &json!(null)).await;
        assert_eq!(refused.refusal(), (400, "ERR_CLOSING_REASON_REQUIRED"));
        let bulk = json!({ "ticketIds": [second["id"]], "status": "closed" });
        let answer = marina.post("/tickets/bulk", &bulk).await.ok();
        assert_eq!(answer["results"][0]["error"], "ERR_CLOSING_REASON_REQUIRED");
        let unknown = close(marina, &second, &json!(999_999_999)).await;
        assert_eq!(unknown.refusal(), (404, "ERR_NO_CLOSING_REASON_FOUND"));
        let bulk = json!({ "ticketIds": [second["id"]], "status": "closed", "closingReasonId": reason["id"] });
        let answer = marina.post("/tickets/bulk", &bulk).await.ok();
        assert_eq!(answer["results"][0]["ok"], true);
        let closed = marina.get(&format!("/tickets/{}", second["id"])).await.ok();
        assert_eq!(closed["closingReason"], "Dúvida resolvida");

        ask(admin, "disabled").await;
        let (third, _) = open_ticket(desk, marina).await;
        let closed = close(marina, &third, &reason["id"]).await.ok();
        assert_eq!(closed["closingReason"], json!(null), "nobody asked");
    })
    .await;
}

#[tokio::test]
async fn admins_make_reasons_and_each_name_is_there_once() {
    on_each(async |_, admin, marina| {
        let wish = json!({ "name": " Sem resposta " });
        let denied = marina.post("/closing-reasons", &wish).await;
        assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"));
        let made = admin.post("/closing-reasons", &wish).await.ok();
        assert_eq!(made["name"], "Sem resposta");
        let again = admin.post("/closing-reasons", &wish).await;
        assert_eq!(again.refusal(), (409, "ERR_CLOSING_REASON_TAKEN"));
        let blank = admin
            .post("/closing-reasons", &json!({ "name": " " }))
            .await;
        assert_eq!(blank.refusal(), (400, "ERR_VALIDATION"));
        let odd = admin
            .put("/settings/closingReason", &json!({ "value": "sometimes" }))
            .await;
        assert_eq!(odd.refusal(), (400, "ERR_VALIDATION"));
        let listed = marina.get("/closing-reasons").await.ok();
        assert!(listed.as_array().unwrap().contains(&made));
    })
    .await;
}
