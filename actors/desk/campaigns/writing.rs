//! A campaign writes to somebody: the files of its list first, then its own file with the text, or the text. It goes into the
//! history of his contact, the newest ticket whatever its status, which stays as it is but for its last message, or a
//! closed one for who has none (rule B11).

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    campaigns::{
        self, do_not_contact,
        running::{self, Next, Running, Turn},
        settings,
    },
    contacts,
    delivery::outbox::PRIORITY_CAMPAIGN,
    media,
    model::{
        ConnectionId, ErrorCode, MediaId, MessageId,
        campaign::{
            CampaignSettings, CampaignVariable, FailureKind, PausedFailures, RecipientState,
        },
        connection::Connection,
        contact::Contact,
        event::Written,
        message::MediaKind,
        ticket::Ticket,
    },
    tickets,
};

use super::{
    dice,
    stepping::Step,
    tell_progress,
    templates::{self, Said, said},
};
use crate::{
    ActorError,
    desk::{
        Changes, DeskContext,
        inbound_message::tell_contact,
        outgoing::{Author, Draft, Key, TemplateSend, enqueue, takes_free_text},
        scheduled::closed_ticket,
    },
    rules::campaign::{self, Reader, fill},
};

/// The part of what a recipient gets that asks him first.
const QUESTION: i64 = 0;
/// The text.
const TEXT: i64 = 1;
/// The first file of a list.
const FILES: i64 = 2;
/// A file that takes no caption.
const SOUND: i64 = 1000;

/// Why somebody is written to.
#[derive(Debug)]
pub(super) enum Wanted {
    /// It is his turn, by the pace of his number and within its day.
    First {
        day: String,
        cap: i64,
        may_hurry: bool,
        /// When the first of the campaign's other numbers is free.
        others_free_at: Option<DateTime<Utc>>,
    },
    /// He has said that he wants it.
    Answer,
}

/// Writes to a recipient, or notes why not.
pub(super) async fn write(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (running, connection): (&Running, &Connection),
    (person, wanted): (&Next, Wanted),
) -> Result<Step, ActorError> {
    if do_not_contact::has(c, desk.company, &person.number).await? {
        let end = (RecipientState::Skipped, "doNotContact");
        return leave(desk, c, running, person, end).await;
    }
    let named = (person.number.as_str(), person.name.as_str());
    let contact = contact_of(desk, c, changes, named).await?;
    if contact.blocked || contact.marketing_opt_out {
        let reason = if contact.blocked {
            "blocked"
        } else {
            "doNotContact"
        };
        let end = (RecipientState::Skipped, reason);
        return leave(desk, c, running, person, end).await;
    }
    let is_free = takes_free_text(desk, c, connection, contact.id).await?;
    let settings = settings::read(c, desk.company).await?;
    let by = (connection.id, is_free);
    let Some(content) = content(running, person, &wanted, by) else {
        let code = if is_free {
            ErrorCode::CampaignIncomplete
        } else {
            ErrorCode::WindowClosed
        };
        let end = (RecipientState::Failed, code.as_str());
        return leave(desk, c, running, person, end).await;
    };
    // before what points to it
    let ticket = ticket_of(desk, c, (&contact, connection)).await?;
    let with = (
        content.said,
        settings.variables.as_slice(),
        running.media_id,
    );
    let (filled, template) = match worded(desk, c, changes, (&ticket, person), with).await? {
        Ok(words) => words,
        Err(code) => return refused(desk, c, changes, (running, person), code).await,
    };
    let (way, whom) = ((running, connection), (person, &wanted));
    if !take_turn(desk, c, way, whom, (&content, &settings)).await? {
        return Ok(Step::Rest);
    }
    let way = (running, person);
    send(
        desk,
        c,
        changes,
        way,
        (&contact, &ticket, connection),
        (&content, &filled, template.as_ref()),
    )
    .await?;
    Ok(Step::Again)
}

/// What somebody reads, with the template that it is, or why that cannot be sent.
async fn worded(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, person): (&Ticket, &Next),
    (said, variables, own): (Said<'_>, &[CampaignVariable], Option<MediaId>),
) -> Result<Result<(String, Option<TemplateSend>), ErrorCode>, ActorError> {
    let reader = Reader {
        name: &person.name,
        email: &person.email,
        number: &person.number,
    };
    Ok(match said {
        Said::Text(text) => Ok((fill(text, reader, variables), None)),
        Said::Template(template) => {
            let to = (reader, variables);
            let way = (ticket, template, own);
            let filled = templates::filled(desk, c, changes, way, to).await?;
            filled.map(|(text, send)| (text, Some(send)))
        }
    })
}

/// What a recipient gets.
struct Content<'c> {
    part: i64,
    variant: i64,
    said: Said<'c>,
    state: RecipientState,
}

/// The question in a campaign that asks first, otherwise the text whose turn it is; after a yes the one of his number.
fn content<'r>(
    running: &'r Running,
    person: &Next,
    wanted: &Wanted,
    by: (ConnectionId, bool),
) -> Option<Content<'r>> {
    let is_question = running.confirmation && matches!(wanted, Wanted::First { .. });
    let sent = match wanted {
        Wanted::First { .. } if !is_question => running.sent_count,
        Wanted::First { .. } | Wanted::Answer => person.id.0,
    };
    let (variant, said) = said(&running.texts, is_question, by, sent)?;
    Some(Content {
        part: if is_question { QUESTION } else { TEXT },
        variant,
        said,
        state: if is_question {
            RecipientState::ConfirmRequested
        } else {
            RecipientState::Queued
        },
    })
}

/// Takes the turn of the number, of the campaign and of the recipient. `false`: it was stopped, or somebody was faster.
async fn take_turn(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (running, connection): (&Running, &Connection),
    (person, wanted): (&Next, &Wanted),
    (content, settings): (&Content<'_>, &CampaignSettings),
) -> Result<bool, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let mut next_at: Option<DateTime<Utc>> = None;
    if let Wanted::First {
        day,
        cap,
        may_hurry,
        others_free_at,
    } = wanted
    {
        let sent = running.sent_count + 1;
        let next = now + campaign::wait(settings, sent, *may_hurry, dice());
        let turn = Turn {
            now,
            next_at: next,
            day,
            cap: *cap,
        };
        if !running::claim_lane(c, company, connection.id, turn).await? {
            return Ok(false);
        }
        next_at = Some(others_free_at.map_or(next, |at| at.min(next)).max(now));
    }
    let turn = (running.id, running.sent_count);
    if !running::claim_turn(c, company, turn, next_at, now).await? {
        return Ok(false);
    }
    let from = match wanted {
        Wanted::First { .. } => RecipientState::Pending,
        Wanted::Answer => RecipientState::Confirmed,
    };
    let states = (from, content.state);
    Ok(running::claim_recipient(c, company, person.id, states, connection.id, now).await?)
}

/// Goes on with the next one.
async fn leave(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    running: &Running,
    person: &Next,
    end: (RecipientState, &str),
) -> Result<Step, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let turn = (running.id, running.sent_count);
    if !running::claim_turn(c, company, turn, None, now).await? {
        return Ok(Step::Rest);
    }
    running::end_recipient(c, company, person.id, end, now).await?;
    Ok(Step::Again)
}

/// Goes on without somebody whose template cannot be sent; one that nobody can get stops the campaign until a person has looked.
async fn refused(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (running, person): (&Running, &Next),
    code: ErrorCode,
) -> Result<Step, ActorError> {
    let end = (RecipientState::Failed, code.as_str());
    let step = leave(desk, c, running, person, end).await?;
    if step == Step::Rest || !templates::is_of_all(code) {
        return Ok(step);
    }
    let why = PausedFailures {
        kind: FailureKind::InRow,
        failed: 1,
        sent: 1,
    };
    let (company, now) = (desk.company, desk.now());
    campaigns::pause_for_failures(c, company, running.id, why, now).await?;
    tell_progress(desk, c, changes, running.id).await?;
    Ok(Step::Rest)
}

/// A stored file and its kind.
type File = (MediaId, MediaKind);

/// Stores and queues all that a recipient gets.
async fn send(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (running, person): (&Running, &Next),
    (contact, ticket, connection): (&Contact, &Ticket, &Connection),
    (content, filled, template): (&Content<'_>, &str, Option<&TemplateSend>),
) -> Result<(), ActorError> {
    let company = desk.company;
    let mut parts: Vec<(i64, Option<File>, &str)> = Vec::new();
    let mut own = None;
    // whom a template goes to takes no file but that of the template
    if content.part == TEXT && template.is_none() {
        if let Some(list) = running.file_list_id {
            for (part, id) in (FILES..).zip(running::files(c, company, list).await?) {
                parts.push((part, Some((id, media::get(c, company, id).await?.kind)), ""));
            }
        }
        if let Some(id) = running.media_id {
            own = Some((id, media::get(c, company, id).await?.kind));
        }
    }
    if let Some((_, MediaKind::Audio)) = own {
        parts.push((SOUND, own.take(), ""));
    }
    parts.push((content.part, own, filled));
    let whom = (contact.id, ticket.id, content.variant);
    for (part, media, body) in parts {
        let key = Key::Once(format!("campaign:{}:{}:{part}", running.id, person.id));
        let part_of = Part {
            body,
            media,
            template,
            key,
        };
        let said = say(desk, c, changes, (ticket, connection), part_of).await?;
        match said {
            Some(message) => {
                let of = (running.id, person.id);
                running::note_message(c, company, of, (message, part), whom).await?;
            }
            // a file that went out before the campaign was stopped; the text itself is written once by its recipient's state
            None if part > TEXT => {}
            None => {
                let end = (RecipientState::Unknown, ErrorCode::CreatingMessage.as_str());
                running::end_recipient(c, company, person.id, end, desk.now()).await?;
            }
        }
    }
    Ok(())
}

/// The contact of a number, held until the transaction ends; made under this name when nobody has it.
pub(super) async fn contact_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (number, name): (&str, &str),
) -> Result<Contact, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let known = contacts::find_by_number(c, company, number).await?;
    let contact = if let Some(known) = known {
        known
    } else {
        let name = Some(name).filter(|name| !name.trim().is_empty());
        let made = contacts::upsert_inbound(c, company, number, name, false, now).await?;
        if made.created {
            changes.push(tell_contact(Written::New, &made.contact));
        }
        made.contact
    };
    contacts::lock(c, company, contact.id).await?;
    Ok(contact)
}

/// The ticket of a contact in which a campaign writes, held until the transaction ends.
pub(super) async fn ticket_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (contact, connection): (&Contact, &Connection),
) -> Result<Ticket, ActorError> {
    let ticket = match tickets::find_last(c, desk.company, contact.id).await? {
        Some(ticket) => ticket,
        None => closed_ticket(desk, c, contact.id, connection.id).await?,
    };
    tickets::write::lock(c, desk.company, ticket.id).await?;
    Ok(ticket)
}

/// One message of a campaign.
pub(super) struct Part<'p> {
    /// Text or caption.
    pub body: &'p str,
    /// Its file.
    pub media: Option<(MediaId, MediaKind)>,
    /// The approved text that it is; `body` is what is read of it.
    pub template: Option<&'p TemplateSend>,
    /// What makes it one message; none for a trial.
    pub key: Key,
}

/// Stores and queues a message behind what people and the desk say. `None`: it was said before.
pub(super) async fn say(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, connection): (&Ticket, &Connection),
    part: Part<'_>,
) -> Result<Option<MessageId>, ActorError> {
    let draft = Draft {
        connection: Some(connection.id),
        media: part.media,
        template: part.template,
        key: part.key,
        priority: PRIORITY_CAMPAIGN,
        ..Draft::new(ticket, Author::Campaign, part.body)
    };
    enqueue(desk, c, changes, draft).await
}
