//! A deleted company goes row by row, with its files, and nothing of others with it.

use std::collections::BTreeSet;

use super::{
    demo::seed,
    support::{both, company, now, user},
};
use crate::{
    Conn, Db, Result,
    companies::{self, Erased, erased_tables},
    fixtures::demo,
    media::MediaStore,
    model::{CompanyId, user::Profile},
    on,
};

/// The tables that have rows of companies, as the database knows them.
async fn tables_of_companies(db: &Db) -> BTreeSet<String> {
    let mut reader = db.read().await.unwrap();
    let sql = if db.is_shared() {
        "SELECT table_name::text FROM information_schema.columns
         WHERE table_schema = current_schema() AND column_name = 'company_id'"
    } else {
        "SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name = 'company_id'"
    };
    let found: Result<Vec<String>> = async {
        Ok(on!(&mut reader.conn(), |c| sqlx::query_scalar(sql)
            .fetch_all(c)
            .await)?)
    }
    .await;
    found.unwrap().into_iter().collect()
}

async fn rows(db: &Db, company: CompanyId) -> i64 {
    let mut count = 0;
    for table in erased_tables() {
        let sql = sqlx::AssertSqlSafe(format!(
            "SELECT COUNT(*) FROM {table} WHERE company_id = $1"
        ));
        let mut reader = db.read().await.unwrap();
        let found: Result<i64> = async {
            Ok(on!(&mut reader.conn(), |c| sqlx::query_scalar(sql)
                .bind(company)
                .fetch_one(c)
                .await)?)
        }
        .await;
        count += found.unwrap();
    }
    count
}

#[tokio::test]
async fn every_table_of_companies_is_emptied() {
    both(async |db| {
        let erased: BTreeSet<String> = erased_tables().into_iter().map(str::to_owned).collect();
        let there = tables_of_companies(&db).await;
        // a new table with rows of companies stands in `storage/companies/erase.rs` before those it points to
        assert_eq!(erased, there);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_company_leaves_nothing_and_nobody_else_loses_anything() {
    both(async |db| {
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"key").unwrap();
        assert!(seed(&db, &store).await);
        let find = async |name: &str| {
            let mut reader = db.read().await.unwrap();
            let found = companies::find_by_name(&mut reader.conn(), name).await;
            found.unwrap().unwrap()
        };
        let (aurora, vida) = (find(demo::AURORA).await, find(demo::VIDA).await);
        let kept = rows(&db, vida).await;
        assert!(rows(&db, aurora).await > 500);
        db.write(async |conn| companies::delete(conn, aurora, now()).await)
            .await
            .unwrap();
        while companies::erase_deleted(&db, &store, now()).await.unwrap() == 0 {}
        assert_eq!(rows(&db, aurora).await, 0);
        assert_eq!(rows(&db, vida).await, kept);
        assert_eq!(
            companies::erase_deleted(&db, &store, now()).await.unwrap(),
            0
        );
    })
    .await;
}

#[tokio::test]
async fn a_company_goes_piece_by_piece_and_only_one_that_was_deleted() {
    both(async |db| {
        let ours = company(&db, "Aurora").await;
        for name in ["a", "b", "c"] {
            user(
                &db,
                ours,
                &format!("{name}@aurora.example"),
                Profile::User,
                &[],
            )
            .await;
        }
        let piece = async |limit| {
            db.write(async |conn: &mut Conn<'_>| {
                companies::erase_some(conn, ours, now(), limit).await
            })
            .await
        };
        assert!(piece(2).await.is_err(), "it is in use");
        db.write(async |conn| companies::delete(conn, ours, now()).await)
            .await
            .unwrap();
        let mut pieces = 0;
        while piece(2).await.unwrap() != Erased::All {
            pieces += 1;
        }
        // two of users, one of the company's event number
        assert_eq!(pieces, 3);
        assert!(piece(2).await.is_err(), "it is gone");
    })
    .await;
}
