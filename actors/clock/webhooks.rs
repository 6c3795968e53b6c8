//! What is done for webhooks by the clock: what waits is told, what is old or too much goes, and the admins of a company have a
//! mail about one that the desk gave up (rule B24). What was called of integrations goes beside it (rule B14).

use std::sync::Arc;

use chrono::TimeDelta;
use guiche_config::Config;
use guiche_storage::{
    Conn, Db,
    bots::calls,
    identity::users,
    model::{
        Clock,
        event::{Change, NewEvent},
        webhook::OffReason,
    },
    webhooks::{
        deliveries,
        giving_up::{self, OffNotice},
    },
};

use super::jobs::JobDeps;
use crate::{
    ActorError,
    mail::{self, Letter},
    webhooks::tell_hook,
};

/// What was told is kept for so long.
const KEPT: TimeDelta = TimeDelta::days(30);
/// Calls to integrations are kept for so long.
const CALLS_KEPT: TimeDelta = TimeDelta::days(7);
/// Rows forgotten in one transaction, so that nobody waits long for it.
const ROWS: i64 = 1_000;
/// Addresses that are made room for by one look.
const FULL_MAX: i64 = 100;
/// Mails begun by one look.
const MAILS_AT_ONCE: usize = 50;

/// Tells what waits, and the admins of whatever was given up.
///
/// # Errors
/// `Storage`.
pub(super) async fn tell_webhooks(deps: &JobDeps) -> Result<(), ActorError> {
    deps.actors
        .webhooks()
        .refresh(&deps.actors.publisher())
        .await?;
    for _ in 0..MAILS_AT_ONCE {
        let now = deps.clock.now();
        let notice = deps
            .db
            .write(async |c| giving_up::claim_notice(c, now).await)
            .await?;
        let Some(notice) = notice else { break };
        let to = {
            let mut reader = deps.db.read().await?;
            users::list_admin_addresses(&mut reader.conn(), notice.company_id).await?
        };
        let (db, clock) = (deps.db.clone(), Arc::clone(&deps.clock));
        actix_rt::spawn(send(db, clock, Arc::clone(&deps.config), notice, to));
    }
    Ok(())
}

/// Forgets what has been kept for its time, and what is too much.
///
/// # Errors
/// `Storage`; what is left then is forgotten the next time.
pub(super) async fn forget_deliveries(deps: &JobDeps) -> Result<(), ActorError> {
    let (db, now) = (&deps.db, deps.clock.now());
    while db
        .write(async |c| deliveries::forget_before(c, now - KEPT, ROWS).await)
        .await?
        > 0
    {}
    while db
        .write(async |c| calls::forget_before(c, now - CALLS_KEPT, ROWS).await)
        .await?
        > 0
    {}
    let full = {
        let mut reader = db.read().await?;
        giving_up::list_full(&mut reader.conn(), FULL_MAX).await?
    };
    for (company, hook, waiting) in full {
        let mut waiting = waiting;
        loop {
            let room = async |c: &mut Conn<'_>, told: &mut Vec<NewEvent>| {
                let bounds = (waiting, ROWS);
                let made = giving_up::make_room(c, (company, hook), bounds, now).await?;
                if made.1 {
                    told.push(tell_hook(Change::Update, hook));
                }
                Ok::<_, ActorError>(made)
            };
            let done = db.change(company, now, room).await?;
            deps.actors.control().tell(done.events);
            if done.value.0 == 0 {
                break;
            }
            waiting = 0;
        }
    }
    Ok(())
}

/// One mail to each admin. It was taken before: a server that dies meanwhile sends none twice.
async fn send(
    db: Db,
    clock: Arc<dyn Clock>,
    config: Arc<Config>,
    notice: OffNotice,
    to: Vec<String>,
) {
    let page = format!("{}/webhooks", config.public_url());
    let (subject, text) = letter(&notice, &page);
    let mut sent = 0;
    for to in to.iter().filter(|_| config.mail.host.is_some()) {
        let letter = Letter {
            to,
            subject: &subject,
            text: text.clone(),
        };
        match mail::send(&config.mail, letter).await {
            Ok(()) => sent += 1,
            Err(error) => {
                tracing::warn!(company.id = %notice.company_id, %error, "a mail about a webhook could not be sent");
            }
        }
    }
    let wanted = i64::try_from(to.len()).unwrap_or(i64::MAX);
    let noted = db
        .write(async |c| giving_up::mailed(c, &notice, (sent, wanted), clock.now()).await)
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "mails about a webhook could not be noted");
    }
}

/// What the admins read.
fn letter(notice: &OffNotice, page: &str) -> (String, String) {
    let name = &notice.name;
    let why = match notice.off_reason {
        OffReason::Gone => "o endereço respondeu que não existe mais (410).",
        OffReason::Failing => "o endereço não aceitou nenhuma entrega em 5 dias.",
        OffReason::Overflow => "entregas demais esperavam por ele.",
    };
    let subject = format!("O webhook {name} foi desligado");
    let text = format!(
        "Olá!\n\nO webhook {name} foi desligado.\n\nMotivo: {why}\n\n\
         Nada mais é avisado a ele. Depois de consertar, ligue-o de novo e reenvie o que falhou: {page}\n"
    );
    (subject, text)
}
