//! `guiche admin create`: the first person of a company, made where nobody can sign in yet.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use anyhow::{Context as _, bail};
use guiche_config::Config;
use guiche_storage::{
    Conn, StorageError,
    companies::{self, Feature, NewCompany, NewPlan},
    identity::users::{self, NewUser},
    model::{Clock as _, CompanyId, ErrorCode, PlanId, SystemClock, user::Profile},
    security::passwords::{Cost, Passwords},
};

use crate::server::compose;

/// Shortest password of an administrator.
const PASSWORD_CHARS_MIN: usize = 8;
/// Where a program leaves the password.
const PASSWORD_VARIABLE: &str = "GUICHE_ADMIN_PASSWORD";

/// Who is to be made.
#[derive(Debug, clap::Args)]
pub struct NewAdmin {
    /// Company; made, with a plan that has everything, if there is none of this name
    #[arg(long)]
    company: Option<String>,
    /// Name of the person
    #[arg(long)]
    name: Option<String>,
    /// E-mail to sign in with
    #[arg(long)]
    email: Option<String>,
    /// Also let this person manage companies and plans
    #[arg(long = "super")]
    is_super: bool,
}

/// Makes the administrator and answers a sentence about it.
///
/// # Errors
/// When something asked for is missing or too short, or the e-mail is taken.
pub async fn create(config: &Config, new: NewAdmin) -> anyhow::Result<String> {
    let company = given_or_asked(new.company, "Company")?;
    let name = given_or_asked(new.name, "Name")?;
    let email = users::normal_email(&given_or_asked(new.email, "E-mail")?);
    if !email
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty())
    {
        bail!("{email:?} is no e-mail address");
    }
    let password = password()?;
    if password.chars().count() < PASSWORD_CHARS_MIN {
        bail!("the password needs at least {PASSWORD_CHARS_MIN} characters");
    }
    let hash = Passwords::new(Cost::STRONG)?.hash(password).await?;
    let db = compose::connect(config).await?;
    db.migrate()
        .await
        .context("the database cannot be brought to this version")?;
    let done = db
        .write(async |conn| {
            let company = company_of(conn, &company).await?;
            let user = NewUser {
                name: &name,
                email: &email,
                password_hash: &hash,
                profile: Profile::Admin,
                is_super: new.is_super,
                all_ticket: true,
                connection: None,
                queues: &[],
            };
            users::insert_user(conn, company, SystemClock.now(), &user).await
        })
        .await;
    db.close().await;
    match done {
        Ok(_) => Ok(format!("{name} ({email}) is administrator of {company}.")),
        Err(StorageError::Refused(ErrorCode::EmailAlreadyExists)) => {
            bail!("a user with the e-mail {email} exists already")
        }
        Err(error) => Err(error.into()),
    }
}

async fn company_of(conn: &mut Conn<'_>, name: &str) -> guiche_storage::Result<CompanyId> {
    if let Some(company) = companies::find_by_name(conn, name).await? {
        return Ok(company);
    }
    let plan = plan(conn).await?;
    let company = NewCompany {
        name,
        email: None,
        phone: None,
        plan,
        due_date: None,
    };
    companies::insert(conn, SystemClock.now(), &company).await
}

async fn plan(conn: &mut Conn<'_>) -> guiche_storage::Result<PlanId> {
    if let Some(plan) = companies::find_first_plan(conn).await? {
        return Ok(plan);
    }
    let everything = NewPlan {
        name: "Completo",
        users: 1_000,
        connections: 100,
        queues: 100,
        value: 0.0,
        features: Feature::ALL,
    };
    companies::insert_plan(conn, SystemClock.now(), &everything).await
}

fn given_or_asked(given: Option<String>, what: &str) -> anyhow::Result<String> {
    let text = match given {
        Some(text) => text,
        None => ask(what)?,
    };
    let text = text.trim().to_owned();
    if text.is_empty() {
        bail!("{what} is missing");
    }
    Ok(text)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a password belongs to no settings file"
)]
fn password() -> anyhow::Result<String> {
    if let Ok(password) = std::env::var(PASSWORD_VARIABLE) {
        return Ok(password);
    }
    if !std::io::stdin().is_terminal() {
        return ask("Password");
    }
    let first = rpassword::prompt_password("Password: ")?;
    if rpassword::prompt_password("Password again: ")? != first {
        bail!("the two passwords differ");
    }
    Ok(first)
}

fn ask(what: &str) -> anyhow::Result<String> {
    let mut prompt = std::io::stderr();
    if std::io::stdin().is_terminal() {
        write!(prompt, "{what}: ")?;
        prompt.flush()?;
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
