//! Billing on a server that has no bank.

use actix_web::http::Method;
use chrono::TimeDelta;
use guiche_storage::{
    billing::invoices::{self, NewInvoice},
    model::user::Profile,
};
use serde_json::json;

use super::callers::Desk;

#[actix_web::test]
async fn without_a_bank_invoices_are_shown_and_nothing_can_be_paid() {
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[]).await;
    let admin = desk.user(aurora, Profile::Admin, false).await;
    let now = desk.app.clock.now();
    let due_date = now + TimeDelta::days(5);
    let new = NewInvoice {
        detail: "Profissional".into(),
        value_cents: 34_900,
        due_date,
        due_day: due_date.date_naive(),
    };
    let made = desk
        .app
        .db
        .write(async |conn| invoices::insert_if_new(conn, aurora, &new, now).await);
    let id = made.await.unwrap().unwrap();
    let standing = desk.get(&admin, "/subscription").await;
    assert_eq!(
        (&standing["canPay"], &standing["openInvoice"]["id"]),
        (&json!(false), &json!(id))
    );
    let wish = json!({
        "invoiceId": id, "firstName": "Helena", "address2": "Rua das Acácias, 120", "city": "São Paulo",
        "zipcode": "01310-100", "country": "BR",
    });
    let refused = desk
        .refused(&admin, Method::POST, "/subscription", Some(wish))
        .await;
    assert_eq!(refused, (503, "ERR_BILLING_UNAVAILABLE".to_owned()));
    let told = json!({ "pix": [] });
    let path = "/subscription/webhook/pix?secret=";
    let refused = desk.refused(&admin, Method::POST, path, Some(told)).await;
    assert_eq!(refused, (401, "ERR_WEBHOOK_SIGNATURE".to_owned()));
}
