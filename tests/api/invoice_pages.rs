//! A company has more invoices than one page.

use chrono::TimeDelta;
use guiche_storage::{
    StorageError,
    billing::invoices::{self, NewInvoice},
    model::{Clock as _, CompanyId, SystemClock},
};
use serde_json::json;

use super::billing::{date, on_both, owing};

#[tokio::test]
async fn a_company_reads_all_its_invoices_page_by_page() {
    // spec: A014 A106
    on_both(async |paid| {
        let (_, company, admin) = owing(paid, 10).await;
        let company = CompanyId(company["id"].as_i64().expect("a number"));
        let (db, now) = (paid.desk.db().await, SystemClock.now());
        let made = db
            .write(async |c| {
                for ago in 1..=40 {
                    let due_date = now - TimeDelta::days(ago);
                    let new = NewInvoice {
                        detail: "Profissional".to_owned(),
                        value_cents: 14_990,
                        due_date,
                        due_day: due_date.date_naive(),
                    };
                    invoices::insert_if_new(c, company, &new, now).await?;
                }
                Ok::<_, StorageError>(())
            })
            .await;
        made.expect("invoices");
        db.close().await;
        let mut read = Vec::new();
        for (page, rows, more) in [(1, 20, true), (2, 20, true), (3, 1, false), (4, 0, false)] {
            let path = format!("/invoices/all?pageNumber={page}");
            let all = admin.get(&path).await.ok();
            assert_eq!((&all["count"], &all["hasMore"]), (&json!(41), &json!(more)));
            let all = all["invoices"].as_array().expect("a list").clone();
            assert_eq!(all.len(), rows, "page {page}");
            read.extend(all.iter().map(|one| date(&one["dueDate"])));
        }
        assert!(
            read.windows(2).all(|two| two[0] > two[1]),
            "each once, the latest first"
        );
    })
    .await;
}
