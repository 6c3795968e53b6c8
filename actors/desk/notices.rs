//! What the provider says of a customer is a line in his conversation: he said nothing himself, so it opens no ticket, counts
//! as nothing unread and answers no question.

use guiche_storage::{
    Conn,
    connections::notices::{NOTICE, is_said},
    contacts::{self, ContactForm, Moved},
    messages::{self, write::NewMessage},
    model::{
        ContactId,
        contact::Contact,
        event::Written,
        inbound::{InboundNotice, Person, Says},
        message::{Author, MessageDetails},
    },
    tickets,
};
use uuid::Uuid;

use super::{
    Changes, DeskContext,
    inbound::Received,
    inbound_message::{known, tell_contact, tell_found},
};
use crate::{ActorError, rules::placement::tell_message};

/// The words for what is said, as pages translate them.
const NUMBER_CHANGED: &str = "numberChanged";
const NUMBER_TAKEN: &str = "numberTaken";
const ACCOUNT_CHANGED: &str = "accountChanged";
const IDENTITY_CHANGED: &str = "identityChanged";
const OPTED_OUT: &str = "optedOut";
const OPTED_IN: &str = "optedIn";
const OTHER: &str = "other";

/// Applies a notice. Told twice, the second time says nothing new.
///
/// # Errors
/// `Storage`.
pub(super) async fn apply(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    notice: &InboundNotice,
) -> Result<(), ActorError> {
    let (company, now) = (desk.company, received.now);
    let line = |what| Line {
        notice,
        what,
        about: None,
    };
    match &notice.says {
        Says::Moved(to) => return moved(desk, c, changes, received, (notice, to)).await,
        Says::Named(name) => {
            return rename(desk, c, changes, received, (&notice.person, name)).await;
        }
        Says::Listed => {
            known(desk, c, changes, (&notice.person, false), now).await?;
        }
        Says::OptedOut(out) => {
            let contact = known(desk, c, changes, (&notice.person, false), now).await?;
            if contacts::set_opt_out(c, company, contact.id, *out, now).await? {
                let contact = contacts::get(c, company, contact.id).await?;
                changes.push(tell_contact(Written::Changed, &contact));
                let what = if *out { OPTED_OUT } else { OPTED_IN };
                say(desk, c, changes, received, (&contact, line(what))).await?;
            }
        }
        // beside the conversation: its caller has it asked for
        Says::Pictured => {}
        Says::IdentityChanged | Says::Other => {
            let is_identity = notice.says == Says::IdentityChanged;
            let what = if is_identity { IDENTITY_CHANGED } else { OTHER };
            if let Some(contact) = contacts::find_person(c, company, &notice.person).await? {
                say(desk, c, changes, received, (&contact, line(what))).await?;
            }
        }
    }
    Ok(())
}

/// Somebody has other names now.
async fn moved(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    (notice, to): (&InboundNotice, &Person),
) -> Result<(), ActorError> {
    let (company, now) = (desk.company, received.now);
    match contacts::move_person(c, company, (&notice.person, to), now).await? {
        Moved::Unknown | Moved::Known(_) => {}
        Moved::Done(found) => {
            tell_found(desk, c, changes, &found).await?;
            let has_number = !to.address.is_empty() && !to.is_hidden();
            let line = Line {
                notice,
                what: if has_number {
                    NUMBER_CHANGED
                } else {
                    ACCOUNT_CHANGED
                },
                about: None,
            };
            say(desk, c, changes, received, (&found.contact, line)).await?;
        }
        Moved::Taken { contact, holder } => {
            tracing::warn!(
                contact.id = %contact.id, holder.id = %holder.id,
                "a customer's new number is another contact's"
            );
            for (one, other) in [(&contact, &holder), (&holder, &contact)] {
                if !is_said(c, company, (one.id, other.id), NUMBER_TAKEN).await? {
                    let line = Line {
                        notice,
                        what: NUMBER_TAKEN,
                        about: Some(other.id),
                    };
                    say(desk, c, changes, received, (one, line)).await?;
                }
            }
        }
    }
    Ok(())
}

/// A group has its own name, and not that of whoever wrote in it first.
async fn rename(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    (group, name): (&Person, &str),
) -> Result<(), ActorError> {
    let (company, now) = (desk.company, received.now);
    if desk.settings(c, changes).await?.ignores_groups {
        return Ok(());
    }
    let named = Person {
        name: Some(name.to_owned()),
        ..group.clone()
    };
    let contact = known(desk, c, changes, (&named, true), now).await?;
    if contact.name != name {
        let form = ContactForm {
            name: name.to_owned(),
            number: contact.number,
            email: contact.email,
            extra_info: contact.extra_info,
        };
        let contact = contacts::update(c, company, contact.id, &form, now).await?;
        changes.push(tell_contact(Written::Changed, &contact));
    }
    Ok(())
}

/// What is to be said.
struct Line<'a> {
    notice: &'a InboundNotice,
    what: &'static str,
    about: Option<ContactId>,
}

/// Puts a line into a contact's running ticket, else into his last one; where there is none nobody has to be told. It is
/// nobody's whisper: it leaves the desk as little as one, and is counted as little.
async fn say(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    (contact, line): (&Contact, Line<'_>),
) -> Result<(), ActorError> {
    let (company, now) = (desk.company, received.now);
    let ticket_id = match tickets::write::lock_running(c, company, contact.id).await? {
        Some(running) => Some(running),
        None => tickets::find_last(c, company, contact.id)
            .await?
            .map(|last| last.id),
    };
    let Some(ticket_id) = ticket_id else {
        return Ok(());
    };
    // a notice that stands in two conversations has its provider's id in none
    let provider_id = line
        .notice
        .provider_id
        .clone()
        .filter(|_| line.about.is_none());
    let message = NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id,
        contact_id: contact.id,
        connection_id: Some(received.connection),
        provider_id,
        body: line.what.to_owned(),
        from_me: true,
        read: true,
        media_id: None,
        media_type: Some(NOTICE.to_owned()),
        location: None,
        ack: 2,
        is_private: true,
        quoted_id: None,
        author: Author::Bot,
        user_id: None,
        client_id: None,
        send_state: None,
        author_id: line.about,
        details: MessageDetails::default(),
        sent_at: line.notice.at.min(now),
    };
    let Some(id) = messages::write::insert(c, company, &message, now).await? else {
        return Ok(());
    };
    let ticket = tickets::get(c, company, ticket_id).await?;
    let shown = messages::get(c, company, id, desk.shown(now)).await?;
    changes.push(tell_message(&shown, &ticket, contact));
    Ok(())
}
