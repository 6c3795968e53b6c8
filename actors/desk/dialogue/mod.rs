//! What the desk says by itself: reads what the decision looks at, and does what it decides, in the transaction in which
//! that happened which it answers. Nothing is decided here: see `rules/dialogue`.

mod apply;
mod facts;
mod idle;

pub(super) use facts::Facts;
pub use facts::{feature_of, running_bot};
pub use idle::EndIdle;

use guiche_storage::{
    Conn, connections,
    model::{
        ConnectionId, ContactId, MessageId, TicketId,
        inbound::{InboundContent, InboundMessage},
        ticket::Ticket,
    },
    queues::dialogues,
    tickets::{self, ratings},
};

use super::{Changes, DeskContext, inbound::Received};
use crate::{
    ActorError,
    rules::dialogue::{Action, Input, Memory, Reply, Said, Schedule, State, decide, may_answer},
};
use apply::apply;

/// What was decided, and what of.
#[derive(Debug)]
pub(super) struct Decided {
    state: State,
    actions: Vec<Action>,
    /// What becomes of the memory is stored.
    remembers: bool,
    /// The message that it answers, for bots to be asked about.
    message: Option<MessageId>,
}

impl Decided {
    /// The rating that is kept, if it is one.
    pub(super) fn rating(&self) -> Option<i64> {
        self.actions.iter().find_map(|action| match action {
            Action::Rate { rate, .. } => Some(*rate),
            _ => None,
        })
    }
}

/// Answers a customer's message that was stored in a ticket, whose row is held.
///
/// # Errors
/// `Storage`.
pub(super) async fn answer(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    (ticket, is_new): (&Ticket, bool),
    (message, id): (&InboundMessage, MessageId),
) -> Result<(), ActorError> {
    let is_attended = ticket.user_id.is_some();
    if message.from_me || !may_answer(ticket.is_group, is_attended) {
        return Ok(());
    }
    let said = Said {
        text: text_of(&message.content),
        choice: message.choice.as_deref(),
        is_call: message.content == InboundContent::MissedCall,
        is_first: is_new,
        key: &format!("{}:{}", received.connection, message.provider_id),
    };
    let company = facts::company(desk, c, changes).await?;
    let waits_in_silence = ticket.queue_id.is_some()
        && !ticket.chatbot
        && !is_new
        && company.schedule == Schedule::Disabled
        && said.choice.is_none()
        && !said.is_call
        && !Reply::read(said.text).is_home();
    if waits_in_silence {
        return Ok(());
    }
    let Some(facts) = facts::line(desk, c, changes, received.connection).await? else {
        return Ok(());
    };
    let memory = memory_of(desk, c, ticket).await?;
    let mut state = State {
        line: facts::line_of(desk, c, changes, &facts, [ticket.queue_id, None, None]).await?,
        talk: facts::talk(ticket, memory, None),
        company,
    };
    let first = state.talk.queue.or(state.line.only());
    facts::add_menu(desk, c, &mut state.line, first).await?;
    let mut actions = decide(&state, &Input::Said(said), received.now);
    let chosen = actions.iter().find_map(|action| match action {
        Action::SetQueue(queue) => *queue,
        _ => None,
    });
    if chosen.is_some() && chosen != first {
        // its menu was not read for all that might be chosen
        facts::add_menu(desk, c, &mut state.line, chosen).await?;
        actions = decide(&state, &Input::Said(said), received.now);
    }
    let decided = Decided {
        state,
        actions,
        remembers: true,
        message: Some(id),
    };
    apply(desk, c, changes, ticket, decided).await
}

/// What a customer's message says of an ended conversation that he was asked about: the ticket it belongs to, and what is to
/// be done when it is stored there. Anything that is no answer ends the wait.
///
/// # Errors
/// `Storage`.
pub(super) async fn hear_rating(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    contact: ContactId,
    message: &InboundMessage,
) -> Result<Option<(TicketId, Decided)>, ActorError> {
    let asked = ratings::find_asked(c, desk.company, contact, message.sent_at).await?;
    let Some(asked) = asked else { return Ok(None) };
    // tickets are held before their episodes, as everywhere
    tickets::write::lock(c, desk.company, asked.ticket_id).await?;
    let ticket = tickets::get(c, desk.company, asked.ticket_id).await?;
    let text = match &message.content {
        InboundContent::Text { body } => Some(body.as_str()),
        _ => None,
    };
    let input = Input::Answered {
        episode: asked.episode,
        text,
        key: &message.provider_id,
    };
    let mut state = facts::service(desk, c, changes, &ticket, asked.episode, true).await?;
    state.talk.is_group = false;
    let actions = decide(&state, &input, desk.now());
    if actions.contains(&Action::StopAsking) {
        ratings::stop_asking(c, desk.company, contact).await?;
        return Ok(None);
    }
    let decided = Decided {
        state,
        actions,
        remembers: false,
        message: None,
    };
    Ok(Some((asked.ticket_id, decided)))
}

/// Does what a rating decided, when its message is stored.
///
/// # Errors
/// `Storage`.
pub(super) async fn rated(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    decided: Decided,
) -> Result<(), ActorError> {
    apply(desk, c, changes, ticket, decided).await
}

/// Says what belongs to something that people did with a ticket in an episode.
///
/// # Errors
/// `Storage`.
pub(super) async fn accompany(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, episode): (&Ticket, i64),
    input: Input<'_>,
) -> Result<(), ActorError> {
    let needs_texts = matches!(input, Input::Closed { .. } | Input::RatingOver { .. });
    let mut state = facts::service(desk, c, changes, ticket, episode, needs_texts).await?;
    let forgets = matches!(input, Input::Accepted { .. } | Input::Closed { .. });
    let mut remembers = false;
    if forgets && let Some((known, memory)) = known(desk, c, ticket.contact_id).await? {
        remembers = known == ticket.id;
        state.talk.memory = memory;
    }
    let actions = decide(&state, &input, desk.now());
    let decided = Decided {
        state,
        actions,
        remembers,
        message: None,
    };
    apply(desk, c, changes, ticket, decided).await
}

/// A person closed the conversation and says nothing: the desk begins anew when it is taken up again.
///
/// # Errors
/// `Storage`.
pub(super) async fn forget(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
) -> Result<(), ActorError> {
    if let Some((known, memory)) = known(desk, c, ticket.contact_id).await?
        && known == ticket.id
    {
        let key = (ticket.contact_id, ticket.id);
        dialogues::save(c, desk.company, key, &memory.after_person(), desk.now()).await?;
    }
    Ok(())
}

/// The bot of others that led a conversation does so no more.
///
/// # Errors
/// `Storage`.
pub(super) async fn end_bot(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
) -> Result<(), ActorError> {
    let mut memory = memory_of(desk, c, ticket).await?;
    memory.bot_ended = true;
    let key = (ticket.contact_id, ticket.id);
    dialogues::save(c, desk.company, key, &memory, desk.now()).await?;
    Ok(())
}

/// How many queues a number offers, and the one of a number that has one.
///
/// # Errors
/// `Storage`.
pub(super) async fn offered(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    connection: ConnectionId,
) -> Result<Vec<guiche_storage::model::QueueId>, ActorError> {
    let facts = facts::line(desk, c, changes, connection).await?;
    let offered = facts.iter().flat_map(|facts| &facts.departments);
    Ok(offered.map(|department| department.id).collect())
}

async fn known(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    contact: ContactId,
) -> Result<Option<(TicketId, Memory)>, ActorError> {
    Ok(dialogues::find(c, desk.company, contact).await?)
}

/// What is remembered of a ticket; of an earlier one stays what is the contact's.
async fn memory_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
) -> Result<Memory, ActorError> {
    Ok(match known(desk, c, ticket.contact_id).await? {
        Some((known, memory)) if known == ticket.id => memory,
        Some((_, memory)) => memory.of_contact(),
        None => Memory::default(),
    })
}

/// The text of a message, or its caption.
fn text_of(content: &InboundContent) -> &str {
    match content {
        InboundContent::Text { body } => body,
        InboundContent::Media { caption, .. } => caption,
        InboundContent::Location(_)
        | InboundContent::Contacts { .. }
        | InboundContent::MissedCall
        | InboundContent::Unsupported { .. } => "",
    }
}

/// The number that a ticket is answered by, for what nobody wrote to: its own.
async fn texts_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
) -> Result<Option<guiche_storage::model::connection::ConnectionTexts>, ActorError> {
    let Some(id) = ticket.whatsapp_id else {
        return Ok(None);
    };
    let line = connections::find_line(c, desk.company, id).await?;
    Ok(line.map(|line| line.texts))
}

#[cfg(test)]
mod tests;
