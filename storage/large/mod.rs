//! `guiche seed`: companies of the size that measurements ask for, made only in an empty database.

mod rows;
mod texts;

use chrono::{DateTime, Duration, Utc};

use crate::{
    Conn, Db, Result, StorageError,
    companies::{self, Feature, NewCompany, NewPlan},
    connections::{self, ConnectionForm},
    model::{
        CompanyId, ConnectionId, ErrorCode, QueueId, UserId,
        connection::{ConnectionTexts, ProviderKind},
        user::Profile,
    },
    on,
    users::{self, NewUser},
};

/// How much of everything a company has.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Attendants; the first is the admin.
    pub users: i64,
    /// Queues; every attendant has three of them.
    pub queues: i64,
    /// Customers.
    pub contacts: i64,
    /// Tickets: of the newest ones, as many as there are customers, one in ten is open and one in a hundred waits; the
    /// rest is closed.
    pub tickets: i64,
    /// Messages, spread over the tickets; the first customer has one in a hundred of them.
    pub messages: i64,
}

impl Size {
    /// One of the many companies beside a large one.
    pub const SMALL: Self = Self {
        users: 2,
        queues: 2,
        contacts: 20,
        tickets: 40,
        messages: 400,
    };
}

/// A company that rows are made for.
#[derive(Debug)]
struct Made {
    company: CompanyId,
    users: Vec<UserId>,
    queues: Vec<QueueId>,
    connection: ConnectionId,
    now: DateTime<Utc>,
}

impl Made {
    /// The dice for a kind of row: no two companies throw the same.
    fn dice(&self, kind: u64) -> texts::Dice {
        texts::Dice::new(self.company.0.unsigned_abs() << 8 | kind)
    }
}

/// Makes `large` companies of a size and `small` ones beside them. The people of company 1 are
/// `user1@empresa1.example`, `user2@…`; the first is its admin. `tell` hears of every company made.
///
/// # Errors
/// `Taken` when the database has a company already; then nothing is made.
pub async fn seed(
    db: &Db,
    now: DateTime<Utc>,
    (large, size): (i64, Size),
    small: i64,
    password_hash: &str,
    tell: impl Fn(&str),
) -> Result<()> {
    if companies::find_first_plan(&mut db.read().await?.conn())
        .await?
        .is_some()
    {
        return Err(StorageError::Taken("the database".to_owned()));
    }
    for number in 1..=large + small {
        let size = if number <= large { size } else { Size::SMALL };
        let made = db
            .write(async |conn| insert_company(conn, now, number, size, password_hash).await)
            .await?;
        rows::insert(db, &made, size).await?;
        tell(&company_name(number));
    }
    analyze(db).await
}

fn company_name(number: i64) -> String {
    format!("Empresa {number}")
}

async fn insert_company(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    number: i64,
    size: Size,
    password_hash: &str,
) -> Result<Made> {
    let name = company_name(number);
    let plan = match companies::find_first_plan(conn).await? {
        Some(plan) => plan,
        None => insert_plan(conn, now).await?,
    };
    let company = NewCompany {
        name: &name,
        email: None,
        phone: None,
        plan,
        due_date: Some(now + Duration::days(400)),
    };
    let company = companies::insert(conn, now, &company).await?;
    let queues = insert_queues(conn, company, now, size.queues).await?;
    let form = ConnectionForm {
        name: "Matriz".to_owned(),
        is_default: true,
        queue_ids: queues.clone(),
        texts: ConnectionTexts {
            greeting_message: "Olá! Já vamos te atender.".to_owned(),
            ..ConnectionTexts::default()
        },
        phone_number_id: None,
        waba_id: None,
    };
    let written = connections::insert(conn, company, ProviderKind::Simulator, &form, now).await?;
    let mut made = Made {
        company,
        users: Vec::new(),
        queues,
        connection: written.connection.id,
        now,
    };
    for user in 1..=size.users {
        let id = insert_user(conn, &made, (number, user), password_hash).await?;
        made.users.push(id);
    }
    Ok(made)
}

async fn insert_plan(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<crate::model::PlanId> {
    let plan = NewPlan {
        name: "Completo",
        users: 1_000,
        connections: 100,
        queues: 100,
        value: 399.9,
        features: Feature::ALL,
    };
    companies::insert_plan(conn, now, &plan).await
}

async fn insert_queues(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    count: i64,
) -> Result<Vec<QueueId>> {
    let mut queues = Vec::new();
    for order in 1..=count {
        let id: QueueId = on!(&mut *conn, |c| sqlx::query_scalar(
            "INSERT INTO queues (company_id, name, color, order_queue, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $5) RETURNING id"
        )
        .bind(company)
        .bind(format!("Fila {order}"))
        .bind(format!("#{:06x}", (order * 0x01_4a_35) & 0xff_ff_ff))
        .bind(order)
        .bind(now)
        .fetch_one(c)
        .await)?;
        queues.push(id);
    }
    Ok(queues)
}

async fn insert_user(
    conn: &mut Conn<'_>,
    made: &Made,
    (company, user): (i64, i64),
    password_hash: &str,
) -> Result<UserId> {
    let is_admin = user == 1;
    let own: Vec<QueueId> = made
        .queues
        .iter()
        .copied()
        .cycle()
        .skip(usize::try_from(user).unwrap_or(0))
        .take(made.queues.len().min(3))
        .collect();
    let email = format!("user{user}@empresa{company}.example");
    let name = format!("Atendente {user}");
    let new = NewUser {
        name: &name,
        email: &email,
        password_hash,
        profile: if is_admin {
            Profile::Admin
        } else {
            Profile::User
        },
        is_super: false,
        all_ticket: is_admin,
        connection: None,
        queues: &own,
    };
    match users::insert_user(conn, made.company, made.now, &new).await {
        Err(StorageError::Refused(ErrorCode::EmailAlreadyExists)) => {
            Err(StorageError::Taken("an e-mail".to_owned()))
        }
        other => other,
    }
}

/// Tells the database how its tables look now, as it would find out itself in a while.
async fn analyze(db: &Db) -> Result<()> {
    match db {
        Db::Sqlite { write, .. } => {
            let mut held = write.take().await?;
            held.without_haste();
            sqlx::query("ANALYZE")
                .execute(&mut *held.lend())
                .await
                .map(drop)?;
        }
        Db::Postgres(pool) => {
            // a large table takes longer than a statement may
            let mut held = pool.take().await?;
            for step in ["SET statement_timeout = 0", "VACUUM (ANALYZE)"] {
                sqlx::query(step).execute(&mut *held.lend()).await?;
            }
            held.close().await?;
        }
    }
    Ok(())
}
