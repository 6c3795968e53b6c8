//! Runs a test on both databases, each time on a database of its own, and makes the rows that most tests need.
//!
//! `SQLite` is a file in a temporary folder. `PostgreSQL` is named by `GUICHE_TEST_POSTGRES_URL` (a database in which
//! this role may create others); each test gets a copy of a template that is migrated once. Without that variable the
//! `PostgreSQL` half is left out with a note, or fails when `GUICHE_TEST_REQUIRE_ALL=1`.

use std::sync::atomic::{AtomicU32, Ordering};

use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::{
    Conn, Db,
    companies::{self, Feature, NewCompany, NewPlan},
    fixtures::migrated::migrated,
    identity::users::{self, NewUser},
    model::{CompanyId, QueueId, UserId, user::Profile},
    on,
};

/// Serialises the making of the template among test programs.
const TEMPLATE_LOCK: i64 = 0x6775_6963;

/// Runs `test` on `SQLite`, then on `PostgreSQL`.
///
/// ```ignore
/// #[tokio::test]
/// async fn a_tag_is_kept() {
///     both(async |db| {
///         let company = company(&db, "Aurora").await;
///         …
///     })
///     .await;
/// }
/// ```
pub async fn both(test: impl AsyncFn(Db)) {
    let dir = tempfile::tempdir().unwrap();
    let db = migrated(&dir.path().join("test.db")).await.unwrap();
    test(db.clone()).await;
    db.close().await;

    let Some(server) = postgres_url() else { return };
    let name = make_database(&server).await;
    let db = Db::connect(&url_of(&server, &name)).await.unwrap();
    test(db.clone()).await;
    db.close().await;
    let mut admin = PgConnection::connect(&server).await.unwrap();
    admin
        .execute(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)")))
        .await
        .unwrap();
}

/// A fixed time to start from: 2026-08-03, a Monday, 13:00:00.123456 UTC.
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp_micros(1_785_762_000_123_456).unwrap()
}

/// A company whose plan has every feature.
pub async fn company(db: &Db, name: &str) -> CompanyId {
    let plan_name = format!("Plano de {name}");
    let plan = NewPlan {
        name: &plan_name,
        users: 10,
        connections: 10,
        queues: 10,
        value: 99.9,
        features: Feature::ALL,
    };
    db.write(async |conn| {
        let plan = companies::insert_plan(conn, now(), &plan).await?;
        let company = NewCompany {
            name,
            email: None,
            phone: None,
            plan,
            due_date: None,
        };
        companies::insert(conn, now(), &company).await
    })
    .await
    .unwrap()
}

/// An active user whose password hash matches nothing.
pub async fn user(
    db: &Db,
    company: CompanyId,
    email: &str,
    profile: Profile,
    queues: &[QueueId],
) -> UserId {
    let user = NewUser {
        name: email.split('@').next().unwrap(),
        email,
        password_hash: "-",
        profile,
        is_super: false,
        all_ticket: false,
        connection: None,
        queues,
    };
    db.write(async |conn| users::insert_user(conn, company, now(), &user).await)
        .await
        .unwrap()
}

/// A queue; its colour follows from its name.
pub async fn queue(db: &Db, company: CompanyId, name: &str) -> QueueId {
    let sum = name.bytes().fold(0_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let color = format!("#{:06x}", sum & 0x00ff_ffff);
    db.write(async |conn: &mut Conn<'_>| -> crate::Result<QueueId> {
        Ok(on!(conn, |c| sqlx::query_scalar(
            "INSERT INTO queues (company_id, name, color, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $4) RETURNING id"
        )
        .bind(company)
        .bind(name)
        .bind(color.as_str())
        .bind(now())
        .fetch_one(c)
        .await)?)
    })
    .await
    .unwrap()
}

fn postgres_url() -> Option<String> {
    told("GUICHE_TEST_POSTGRES_URL", "SQLite only")
}

/// The address of a server for tests. Without it, says what is left out, or fails where everything is required.
#[expect(
    clippy::disallowed_methods,
    reason = "tests are steered by variables, not by settings"
)]
#[expect(
    clippy::print_stderr,
    reason = "whoever runs the tests should see what was left out"
)]
pub fn told(name: &str, otherwise: &str) -> Option<String> {
    let url = std::env::var(name).ok().filter(|url| !url.is_empty());
    if url.is_none() {
        let required = std::env::var("GUICHE_TEST_REQUIRE_ALL").is_ok_and(|value| value == "1");
        assert!(!required, "{name} is not set");
        eprintln!("{name} is not set: {otherwise}");
    }
    url
}

/// The same server, another database.
fn url_of(server: &str, database: &str) -> String {
    let (base, query) = server
        .split_once('?')
        .map_or((server, ""), |(base, query)| (base, query));
    let (login, _) = base.rsplit_once('/').expect("postgres://host/name");
    format!("{login}/{database}?{query}")
}

/// A migrated database of its own; answers its name.
async fn make_database(server: &str) -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let template = template(server).await;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("guiche_test_{}_{number}", std::process::id());
    let mut admin = PgConnection::connect(server).await.unwrap();
    admin
        .execute(AssertSqlSafe(format!(
            "DROP DATABASE IF EXISTS {name} WITH (FORCE)"
        )))
        .await
        .unwrap();
    admin
        .execute(AssertSqlSafe(format!(
            "CREATE DATABASE {name} TEMPLATE {template}"
        )))
        .await
        .unwrap();
    name
}

/// The migrated template, named after the migrations in it.
async fn template(server: &str) -> String {
    let mut mark = 0_u64;
    for migration in sqlx::migrate!("../migrations/postgres").iter() {
        for byte in migration.checksum.iter() {
            mark = mark
                .wrapping_mul(1_099_511_628_211)
                .wrapping_add(u64::from(*byte));
        }
    }
    let name = format!("guiche_template_{mark:016x}");
    let mut admin = PgConnection::connect(server).await.unwrap();
    sqlx::query("SELECT pg_advisory_lock($1)")
        .bind(TEMPLATE_LOCK)
        .execute(&mut admin)
        .await
        .unwrap();
    let there: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)")
            .bind(&name)
            .fetch_one(&mut admin)
            .await
            .unwrap();
    if !there {
        // Migrated under another name first: a template that exists is a whole one.
        let draft = format!("{name}_draft");
        let drop_draft = format!("DROP DATABASE IF EXISTS {draft} WITH (FORCE)");
        admin.execute(AssertSqlSafe(drop_draft)).await.unwrap();
        admin
            .execute(AssertSqlSafe(format!("CREATE DATABASE {draft}")))
            .await
            .unwrap();
        let db = Db::connect(&url_of(server, &draft)).await.unwrap();
        db.migrate().await.unwrap();
        db.close().await;
        let rename = format!("ALTER DATABASE {draft} RENAME TO {name}");
        admin.execute(AssertSqlSafe(rename)).await.unwrap();
    }
    admin.close().await.unwrap();
    name
}
