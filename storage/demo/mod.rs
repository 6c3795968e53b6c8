//! Demonstration data: two companies with people, queues and some weeks of conversations, made only in an empty database.
//!
//! The texts stand in `aurora.json` and `vida.json` (see `script`), the files in `files/`. Times are counted back from
//! now, so that the list always shows some of today.

mod chats;
mod companies;
mod conversations;
mod files;
mod messages;
mod schedules;
mod script;

use chrono::{DateTime, Utc};

use crate::{
    Conn, Db, Result,
    announcements::{self, AnnouncementForm},
    companies as company_rows,
    companies::{Feature, NewPlan},
    media::MediaStore,
    model::{Clock, CompanyId, PlanId, user::Profile},
    on,
};

pub use companies::{AURORA, GUICHE, VIDA};

/// Password of everybody at Lojas Aurora.
const AURORA_PASSWORD: &str = "Aurora123";
/// Password of everybody at Clínica Vida.
const VIDA_PASSWORD: &str = "Vida1234";
/// Password of the super user.
const SUPER_PASSWORD: &str = "Super1234";

/// A log-in of the demonstration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct DemoLogin {
    /// The company's name.
    pub company: &'static str,
    /// The user's name.
    pub name: &'static str,
    /// His e-mail.
    pub email: &'static str,
    /// His password.
    pub password: &'static str,
    /// What he is.
    pub profile: Profile,
}

/// Every log-in of the demonstration, in the order in which they are offered.
pub const LOGINS: [DemoLogin; 6] = [
    login(
        AURORA,
        "Helena Castro",
        "admin@aurora.example",
        AURORA_PASSWORD,
        Profile::Admin,
    ),
    login(
        AURORA,
        "Marina Duarte",
        "marina@aurora.example",
        AURORA_PASSWORD,
        Profile::User,
    ),
    login(
        AURORA,
        "Rafael Lima",
        "rafael@aurora.example",
        AURORA_PASSWORD,
        Profile::User,
    ),
    login(
        VIDA,
        "Paula Mendes",
        "admin@vida.example",
        VIDA_PASSWORD,
        Profile::Admin,
    ),
    login(
        VIDA,
        "Tiago Ferraz",
        "tiago@vida.example",
        VIDA_PASSWORD,
        Profile::User,
    ),
    login(
        GUICHE,
        "Equipe Guichê",
        "super@guiche.example",
        SUPER_PASSWORD,
        Profile::Admin,
    ),
];

const fn login(
    company: &'static str,
    name: &'static str,
    email: &'static str,
    password: &'static str,
    profile: Profile,
) -> DemoLogin {
    DemoLogin {
        company,
        name,
        email,
        password,
        profile,
    }
}

/// Makes the demonstration data, all of it or nothing, unless the database has a company already. `hash` hashes a
/// password. Answers whether it was made.
///
/// # Errors
/// Those of `hash`, `File` when a picture cannot be stored, `Taken` when another node was faster.
pub async fn seed(
    db: &Db,
    clock: &dyn Clock,
    media: &MediaStore,
    hash: impl AsyncFn(String) -> Result<String>,
) -> Result<bool> {
    if !is_empty(&mut db.read().await?.conn()).await? {
        return Ok(false);
    }
    let now = clock.now();
    let mut hashes = Vec::new();
    for password in [AURORA_PASSWORD, VIDA_PASSWORD, SUPER_PASSWORD] {
        hashes.push((password, hash(password.to_owned()).await?));
    }
    db.write(async |conn| {
        if !is_empty(conn).await? {
            return Ok(false);
        }
        let plan = insert_plan(conn, now).await?;
        for shape in companies::ALL {
            let desk = companies::insert(conn, now, plan, shape, &hashes).await?;
            if let Some(text) = shape.script {
                let contacts = script::read(text)?;
                conversations::insert(conn, media, now, &desk, contacts).await?;
                schedules::insert(conn, now, &desk).await?;
                chats::insert(conn, now, &desk).await?;
            } else {
                announce(conn, now, desk.company).await?;
            }
        }
        Ok(true)
    })
    .await
}

/// What those who run the server tell everybody.
async fn announce(conn: &mut Conn<'_>, now: DateTime<Utc>, company: CompanyId) -> Result<()> {
    let forms = [
        (
            "Bem-vindo ao Guichê",
            "Esta é uma demonstração: escreva pelo simulador e veja a mensagem chegar à fila.",
            3,
        ),
        (
            "Manutenção programada",
            "No domingo, das 2h às 3h, o serviço fica fora do ar.\nAs mensagens chegam assim que ele voltar.",
            1,
        ),
    ];
    for (title, text, priority) in forms {
        let form = AnnouncementForm {
            title: title.to_owned(),
            text: text.to_owned(),
            priority,
            status: true,
            company: None,
            visible_from: None,
            visible_until: None,
        };
        announcements::insert(conn, company, &form, now).await?;
    }
    Ok(())
}

async fn is_empty(conn: &mut Conn<'_>) -> Result<bool> {
    let any: bool = on!(conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM companies)"
    )
    .fetch_one(c)
    .await)?;
    Ok(!any)
}

async fn insert_plan(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<PlanId> {
    let plan = NewPlan {
        name: "Completo",
        users: 50,
        connections: 10,
        queues: 20,
        value: 399.9,
        features: Feature::ALL,
    };
    company_rows::insert_plan(conn, now, &plan).await
}
