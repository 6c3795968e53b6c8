//! Invoices of the demonstration's companies, for the matrices.

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    SUPER, Session,
    world::{Role, World},
};

/// Days ahead on which a company can be due and have an invoice.
const DAYS: std::ops::RangeInclusive<i64> = 1..=19;

impl World {
    /// An open invoice of a role's company: the one that is due first, or a new one, for which its due date is moved.
    pub async fn open_invoice(&self, role: Role) -> Value {
        let admin = self.session(role).await;
        if let Some(known) = first_open(&admin).await {
            return known;
        }
        let host = self.desk.session(SUPER).await;
        let path = format!("/companies/{}", admin.company());
        for days in DAYS {
            let due = SystemClock.now() + chrono::TimeDelta::days(days);
            host.put(&path, &json!({ "dueDate": due })).await.ok();
            if let Some(made) = first_open(&admin).await {
                return made;
            }
        }
        panic!("every day of {DAYS:?} is paid");
    }
}

async fn first_open(admin: &Session) -> Option<Value> {
    let standing = admin.get("/subscription").await.ok();
    let id = standing["openInvoice"]["id"].clone();
    (!id.is_null()).then_some(id)
}
