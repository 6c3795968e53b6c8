//! Finds numbers that have been down for two minutes, and those that are back: tells the company, and says which mails are
//! to be sent (rule B16).

use guiche_storage::{
    Conn, Db,
    connections::{
        self,
        outages::{self, Due, Notice},
    },
    identity::users,
    model::{Clock, event::NewEvent},
};

use crate::{ActorError, publisher::EventPublisher, rules::pairing::tell_session};

/// Outages looked at at once; the next look goes on.
const LOOKED_AT_MAX: i64 = 100;

/// Mails about an outage: nobody else sends them.
#[derive(Debug, Clone)]
pub struct OutageMail {
    /// What is told.
    pub notice: Notice,
    /// The number's name.
    pub name: String,
    /// The addresses of the company's admins.
    pub to: Vec<String>,
}

/// Tells what is due, and answers the mails about it.
///
/// # Errors
/// `Storage`.
pub async fn tell_outages(
    db: &Db,
    clock: &dyn Clock,
    tell: &EventPublisher,
) -> Result<Vec<OutageMail>, ActorError> {
    let due = {
        let mut reader = db.read().await?;
        outages::list_due(&mut reader.conn(), clock.now(), LOOKED_AT_MAX).await?
    };
    let mut mails = Vec::new();
    for one in due {
        let now = clock.now();
        let told = db
            .change(
                one.company_id,
                now,
                async |c, events: &mut Vec<NewEvent>| take(c, events, one, now).await,
            )
            .await?;
        tell.tell(told.events);
        mails.extend(told.value);
    }
    Ok(mails)
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
pub async fn note_mails(
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
