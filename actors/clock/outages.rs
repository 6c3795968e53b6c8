//! Finds numbers that have been down for two minutes, and those that are back: tells the company on its pages, and its admins
//! by mail (rule B16).

use std::sync::Arc;

use guiche_config::Config;
use guiche_storage::{
    Conn, Db,
    connections::{
        self,
        outages::{self, Due, Notice},
    },
    identity::users,
    model::{Clock, event::NewEvent},
};

use super::jobs::JobDeps;
use crate::{
    ActorError,
    mail::{self, Letter},
    rules::{health::letter, pairing::tell_session},
};

/// Outages looked at at once; the next look goes on.
const LOOKED_AT_MAX: i64 = 100;

/// Mails about an outage: nobody else sends them.
struct OutageMail {
    notice: Notice,
    /// The number's name.
    name: String,
    /// The addresses of the company's admins.
    to: Vec<String>,
}

/// Tells what is due. Mails go out beside: a mail server that takes its time holds up nobody's news.
///
/// # Errors
/// `Storage`.
pub(super) async fn tell_outages(deps: &JobDeps) -> Result<(), ActorError> {
    let (db, clock) = (&deps.db, deps.now());
    let due = {
        let mut reader = db.read().await?;
        outages::list_due(&mut reader.conn(), clock.now(), LOOKED_AT_MAX).await?
    };
    for one in due {
        let now = clock.now();
        let told = db
            .change(
                one.company_id,
                now,
                async |c, events: &mut Vec<NewEvent>| take(c, events, one, now).await,
            )
            .await?;
        deps.actors.control().tell(told.events);
        if let Some(mail) = told.value {
            let (db, clock) = (db.clone(), Arc::clone(&deps.clock));
            actix_rt::spawn(send(db, clock, Arc::clone(&deps.config), mail));
        }
    }
    Ok(())
}

/// One mail to each admin. Marked before it is sent: a server that dies meanwhile sends none twice.
async fn send(db: Db, clock: Arc<dyn Clock>, config: Arc<Config>, mail: OutageMail) {
    let page = format!("{}/connections", config.public_url());
    let notice = &mail.notice;
    let lasted = notice.ended_at.unwrap_or_else(|| clock.now()) - notice.began_at;
    let is_over = notice.ended_at.is_some();
    let (subject, text) = letter(&mail.name, notice.reason.as_deref(), lasted, is_over, &page);
    let mut sent = 0;
    for to in mail.to.iter().filter(|_| config.mail.host.is_some()) {
        let letter = Letter {
            to,
            subject: &subject,
            text: text.clone(),
        };
        match mail::send(&config.mail, letter).await {
            Ok(()) => sent += 1,
            Err(error) => {
                tracing::warn!(company.id = %notice.company_id, %error, "a mail about a number could not be sent");
            }
        }
    }
    if let Err(error) = note(&db, clock.as_ref(), &mail, sent).await {
        tracing::warn!(%error, "mails about a number could not be noted");
    }
}

async fn take(
    c: &mut Conn<'_>,
    events: &mut Vec<NewEvent>,
    due: Due,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Option<OutageMail>, ActorError> {
    let Some(notice) = outages::claim(c, due, now).await? else {
        return Ok(None);
    };
    let connection = connections::find(c, due.company_id, notice.connection_id).await?;
    let Some(connection) = connection else {
        return Ok(None);
    };
    let name = connection.name.clone();
    // that it is back was told when it came
    if notice.ended_at.is_none() && notice.mail_attempts == 0 {
        events.extend(tell_session(connection));
    }
    let to = users::list_admin_addresses(c, due.company_id).await?;
    Ok(Some(OutageMail { notice, name, to }))
}

/// Notes how many of the mails were taken.
///
/// # Errors
/// `Storage`.
async fn note(
    db: &Db,
    clock: &dyn Clock,
    mail: &OutageMail,
    sent: usize,
) -> Result<(), ActorError> {
    let count = |number| i64::try_from(number).unwrap_or(i64::MAX);
    let numbers = (count(sent), count(mail.to.len()));
    db.write(async |c| outages::mailed(c, &mail.notice, numbers, clock.now()).await)
        .await?;
    Ok(())
}
