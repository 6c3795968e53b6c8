//! What businesses say of themselves, the number's own first: asked for one after another, with the same pauses as pictures.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    connections::profile as own,
    contacts::{
        self,
        profiles::{self, DueProfile},
    },
    model::{
        business_profile::BusinessProfile,
        event::{ContactEvent, NewEvent, Room, Written},
    },
};

use super::{ConnectionContext, picturing, provider::MediaError, session::Session};
use crate::ActorError;

/// Asks for what is due, if something is. Answers when to look again.
///
/// # Errors
/// `Storage`.
pub(super) async fn profile_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<Option<DateTime<Utc>>, ActorError> {
    if !session.provider.capabilities().pictures {
        return Ok(None);
    }
    let (company, connection, now) = (context.company, context.connection, context.now());
    if let Some(at) = session.picture_from().filter(|at| now < *at) {
        return Ok(Some(at));
    }
    let db = &context.db;
    let own = db.write(async |c| own::claim(c, company, connection, now).await);
    if let Some(number) = own.await? {
        ask_own(context, session, &number).await?;
        return Ok(Some(picturing::rest(context, session)));
    }
    let claim = async |c: &mut Conn<'_>| profiles::claim(c, company, connection, now).await;
    let Some(due) = db.write(claim).await? else {
        let mut reader = db.read().await?;
        return Ok(profiles::next_due(&mut reader.conn(), company, connection).await?);
    };
    ask(context, session, &due).await?;
    Ok(Some(picturing::rest(context, session)))
}

async fn ask(
    context: &ConnectionContext,
    session: &Session,
    due: &DueProfile,
) -> Result<(), ActorError> {
    let (company, contact) = (context.company, due.contact);
    let answer = session.provider.profile_of(&due.number).await;
    let now = context.now();
    match answer {
        Ok(profile) => {
            let profile = profile.and_then(BusinessProfile::tidied);
            let keep = async |c: &mut Conn<'_>, told: &mut Vec<NewEvent>| {
                profiles::keep(c, company, contact, profile.as_ref(), now).await?;
                // pages that show him look at it
                let shown = contacts::find(c, company, contact).await?;
                if let Some(mut shown) = shown.filter(|_| profile.is_some()) {
                    contacts::fill_line(c, company, &mut shown).await?;
                    let changed = ContactEvent::written(Written::Changed, &shown);
                    told.push(NewEvent::to([Room::Main], changed));
                }
                Ok::<_, ActorError>(())
            };
            let kept = context.db.change(company, now, keep).await?;
            context.tell.tell(kept.events);
        }
        Err(MediaError::Later(reason)) => {
            tracing::warn!(contact.id = %contact, reason, "what a customer says of himself could not be asked for");
        }
        Err(MediaError::Gone(_) | MediaError::Refused(_)) => {
            let settle = context
                .db
                .write(async |c| profiles::settle(c, company, contact, now).await);
            settle.await?;
        }
    }
    Ok(())
}

async fn ask_own(
    context: &ConnectionContext,
    session: &Session,
    number: &str,
) -> Result<(), ActorError> {
    let (company, connection) = (context.company, context.connection);
    match session.provider.profile_of(number).await {
        Ok(profile) => {
            let (profile, now) = (profile.and_then(BusinessProfile::tidied), context.now());
            let keep = context
                .db
                .write(async |c| own::keep(c, company, connection, profile.as_ref(), now).await);
            keep.await?;
        }
        Err(error) => {
            tracing::warn!(connection.id = %connection, %error, "a number's own profile could not be asked for");
        }
    }
    Ok(())
}
