//! Tells the admins of companies that are due soon by mail: five days before, two, and on the day (rule B12).

use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta};
use guiche_config::Config;
use guiche_storage::{
    Conn, Db,
    billing::{
        invoices::{self, Billed},
        notices::{self, Notice},
    },
    companies::{self, settings},
    identity::users,
    model::{Clock, CompanyId, invoice::Invoice},
};

use super::jobs::JobDeps;
use crate::{
    ActorError,
    mail::{self, Letter},
    rules::{
        billing::price,
        calendar::zone_or_default,
        due_notice::{About, DAYS, Language, letter, notice_of},
    },
};

/// Companies and mails looked at at once; the next look goes on.
const AT_ONCE: i64 = 100;
/// A day of a company may begin and end so much before or after that of the server.
const ZONES: TimeDelta = TimeDelta::days(2);

/// A mail: nobody else sends it.
struct DueMail {
    notice: Notice,
    subject: String,
    text: String,
    /// The addresses of the company's admins.
    to: Vec<String>,
}

/// Notes who is to be told, and tells. Mails go out beside: a mail server that takes its time holds up nobody.
///
/// # Errors
/// `Storage`; the rest is told the next time.
pub(super) async fn tell_due_dates(deps: &JobDeps) -> Result<(), ActorError> {
    note(deps).await?;
    let db = &deps.db;
    let due = {
        let mut reader = db.read().await?;
        notices::list_due(&mut reader.conn(), deps.clock.now(), AT_ONCE).await?
    };
    let page = format!("{}/financeiro", deps.config.public_url());
    for notice in due {
        let now = deps.clock.now();
        let taken = db
            .write(async |conn| {
                if !notices::claim(conn, notice.company_id, &notice, now).await? {
                    return Ok(None);
                }
                compose(conn, &notice, &page, now).await
            })
            .await?;
        if let Some(mail) = taken {
            let (db, clock) = (db.clone(), Arc::clone(&deps.clock));
            actix_rt::spawn(send(db, clock, Arc::clone(&deps.config), mail));
        }
    }
    Ok(())
}

/// Notes the mails of companies whose time has come.
async fn note(deps: &JobDeps) -> Result<(), ActorError> {
    let now = deps.clock.now();
    let most = DAYS.into_iter().max().unwrap_or(0);
    let between = (now - ZONES, now + TimeDelta::days(most) + ZONES);
    let mut after = CompanyId(0);
    loop {
        let some = {
            let mut reader = deps.db.read().await?;
            notices::list_due_soon(&mut reader.conn(), between, after, AT_ONCE).await?
        };
        let Some(last) = some.last() else {
            return Ok(());
        };
        after = last.company_id;
        for company in some {
            let zone = zone_or_default(company.time_zone.as_deref());
            let due = company.due_date.and_then(|due| notice_of(due, now, zone));
            let Some((day, days)) = due else { continue };
            let id = company.company_id;
            deps.db
                .write(async |conn| notices::insert(conn, id, day, days, now).await)
                .await?;
        }
    }
}

/// The mail of a notice; none when the company has paid meanwhile, or is gone.
async fn compose(
    conn: &mut Conn<'_>,
    notice: &Notice,
    page: &str,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Option<DueMail>, ActorError> {
    let company = notice.company_id;
    let Ok(known) = companies::get(conn, company).await else {
        return Ok(None);
    };
    let billed = invoices::get_billed(conn, company).await?;
    let Some((due_day, days_left)) = days_left(&billed, notice, now) else {
        return Ok(None);
    };
    let language = settings::find(conn, company, settings::LANGUAGE).await?;
    let open = invoices::list_open_renewals(conn, company).await?;
    let open = open.iter().find(|it| Some(it.due_date) == billed.due_date);
    let whole = price(billed.plan_value, billed.recurrence);
    let about = About {
        company: &known.name,
        plan: &billed.plan_name,
        value_cents: open.map_or(whole, Invoice::to_pay_cents),
        due_day,
        days_left,
        page,
    };
    let (subject, text) = letter(Language::of(language.as_deref()), about);
    Ok(Some(DueMail {
        notice: notice.clone(),
        subject,
        text,
        to: users::list_admin_addresses(conn, company).await?,
    }))
}

/// The day of a notice and how many days are left, if the company is still due then.
fn days_left(
    billed: &Billed,
    notice: &Notice,
    now: chrono::DateTime<chrono::Utc>,
) -> Option<(NaiveDate, i64)> {
    let zone = zone_or_default(billed.time_zone.as_deref());
    let day = billed.due_date?.with_timezone(&zone).date_naive();
    let left = (day - now.with_timezone(&zone).date_naive()).num_days();
    (billed.status && day.to_string() == notice.due_day && left >= 0).then_some((day, left))
}

/// One mail to each admin. Marked before it is sent: a server that dies meanwhile sends none twice.
async fn send(db: Db, clock: Arc<dyn Clock>, config: Arc<Config>, mail: DueMail) {
    let company = mail.notice.company_id;
    let mut sent = 0_i64;
    for to in mail.to.iter().filter(|_| config.mail.host.is_some()) {
        let letter = Letter {
            to,
            subject: &mail.subject,
            text: mail.text.clone(),
        };
        match mail::send(&config.mail, letter).await {
            Ok(()) => sent += 1,
            Err(error) => {
                tracing::warn!(company.id = %company, %error, "a mail about a due date could not be sent");
            }
        }
    }
    let wanted = i64::try_from(mail.to.len()).unwrap_or(i64::MAX);
    let noted = db
        .write(async |conn| {
            notices::mailed(conn, company, &mail.notice, (sent, wanted), clock.now()).await
        })
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "mails about a due date could not be noted");
    }
}
