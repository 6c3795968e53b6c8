//! Does what was decided.

use guiche_storage::{
    Conn,
    bots::{
        sessions,
        turns::{self, NewTurn},
    },
    model::{
        MessageId,
        bot::Bot,
        step::StepAction,
        ticket::{Ticket, TicketStatus},
    },
    queues::dialogues,
    tickets::{self, ratings, steps::NewStep, write::TicketPatch},
};

use super::Decided;
use crate::{
    ActorError,
    desk::{
        Changes, DeskContext,
        moves::{self, Moved},
        outgoing::{Draft, enqueue},
    },
    rules::{
        dialogue::{Action, Say, State, Talk},
        placement::{Placement, tell_ticket},
        ticket_moves::Move,
    },
};

/// Does what was decided about a ticket, whose row is held: first what becomes of it, then what is said.
pub(super) async fn apply(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    decided: Decided,
) -> Result<(), ActorError> {
    let Decided {
        state,
        actions,
        remembers,
        message,
    } = decided;
    if actions.is_empty() {
        return Ok(());
    }
    let now = desk.now();
    let mut after = state.talk.clone();
    for action in &actions {
        after.follow(action, state.line.id, now);
    }
    let ends = actions.iter().find_map(|action| match action {
        Action::Close => Some(Move::Close),
        Action::Return => Some(Move::Return),
        _ => None,
    });
    let moved = move_ticket(desk, c, changes, ticket, (&state.talk, &after), ends).await?;
    let ticket = moved.as_ref().unwrap_or(ticket);
    if let Some(message) = message
        && actions.iter().any(|it| matches!(it, Action::AskBot(_)))
    {
        let begins = state.talk.bot.is_none() || actions.contains(&Action::EndBot);
        ask_bot(desk, c, changes, ticket, (message, begins)).await?;
    }
    for action in &actions {
        match action {
            Action::Say(say) => speak(desk, c, changes, ticket, &state, say).await?,
            Action::Ask { episode, until } => {
                ratings::ask(c, desk.company, *episode, now, *until).await?;
            }
            Action::StopAsking => {
                ratings::stop_asking(c, desk.company, ticket.contact_id).await?;
            }
            Action::Rate { episode, rate } => {
                rate_episode(desk, c, changes, ticket, (*episode, *rate)).await?;
            }
            _ => {}
        }
    }
    if remembers && after.memory != state.talk.memory {
        let key = (ticket.contact_id, ticket.id);
        dialogues::save(c, desk.company, key, &after.memory, now).await?;
    }
    Ok(())
}

/// Writes where the ticket stands now, its times, and tells of it. Answers it, if anything of it changed.
async fn move_ticket(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    old: &Ticket,
    (before, after): (&Talk, &Talk),
    ends: Option<Move>,
) -> Result<Option<Ticket>, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let moves_queue = before.queue != after.queue;
    let mut patch = TicketPatch {
        queue_id: moves_queue.then_some(after.queue),
        chatbot: (old.chatbot != after.chatbot).then_some(after.chatbot),
        status: (before.status != after.status).then_some(after.status),
        ..TicketPatch::default()
    };
    if before.bot != after.bot {
        patch.use_integration = Some(after.bot.is_some());
        patch.prompt_id = Some(after.bot.and_then(Bot::prompt));
        patch.integration_id = Some(after.bot.and_then(Bot::integration));
    }
    match ends {
        Some(Move::Close) => patch.unread_messages = Some(0),
        Some(_) => patch.user_id = Some(None),
        None => {}
    }
    if patch == TicketPatch::default() {
        return Ok(None);
    }
    if let Some(kind) = ends {
        moves::complete(kind, &mut patch, now);
    }
    tickets::write::update(c, company, old.id, &patch, now).await?;
    if let Some(kind) = ends {
        let moved = Moved {
            kind,
            old,
            by: None,
            silently: true,
            note: None,
        };
        // what follows may say something by itself
        let ticket = Box::pin(moves::follow(desk, c, changes, moved)).await?;
        return Ok(Some(ticket));
    }
    if moves_queue && old.status != TicketStatus::Closed {
        let step = tickets::episodes::Step {
            connection_id: old.whatsapp_id,
            queue_id: after.queue,
            user_id: None,
        };
        tickets::episodes::enter(c, company, old.id, step, now).await?;
    }
    let ticket = tickets::get(c, company, old.id).await?;
    changes.extend(tell_ticket(Some(Placement::from(old)), &ticket));
    Ok(Some(ticket))
}

/// Stores that a bot is to be asked about a message. One that begins knows nothing of what was before.
async fn ask_bot(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    (message, begins): (MessageId, bool),
) -> Result<(), ActorError> {
    if begins {
        turns::forget(c, desk.company, ticket.id).await?;
        sessions::forget(c, desk.company, ticket.id).await?;
    }
    let turn = NewTurn {
        ticket: ticket.id,
        contact: ticket.contact_id,
        message,
    };
    turns::insert(c, desk.company, turn, desk.now()).await?;
    changes.ask_bots = true;
    Ok(())
}

/// A file and a text, each a message of its own.
async fn speak(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    state: &State,
    say: &Say,
) -> Result<(), ActorError> {
    let connection = ticket.whatsapp_id.map(|_| state.line.id);
    if let Some(file) = say.file {
        let draft = Draft {
            connection,
            media: Some(file),
            ..Draft::automatic(ticket, "", format!("{}:file", say.key))
        };
        enqueue(desk, c, changes, draft).await?;
    }
    if !say.text.is_empty() {
        let draft = Draft {
            connection,
            menu: say.menu.as_ref().filter(|_| state.line.has_choices),
            ..Draft::automatic(ticket, &say.text, say.key.clone())
        };
        enqueue(desk, c, changes, draft).await?;
    }
    Ok(())
}

async fn rate_episode(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    (episode, rate): (i64, i64),
) -> Result<(), ActorError> {
    ratings::rate(c, desk.company, episode, rate).await?;
    let step = NewStep {
        action: StepAction::Rated,
        by: None,
        user: ticket.user_id,
        queue: ticket.queue_id,
        reason: Some(rate.to_string()),
    };
    tickets::steps::insert(c, desk.company, ticket.id, step, desk.now()).await?;
    let after = tickets::get(c, desk.company, ticket.id).await?;
    changes.extend(tell_ticket(Some(Placement::from(ticket)), &after));
    Ok(())
}
