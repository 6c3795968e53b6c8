//! What a customer hears when his conversation is closed: the connection's completion message, or first the question how
//! it was (rule B7). The ticket is closed at once; only his next message may be an answer.

use chrono::Duration;
use guiche_storage::{
    Conn, connections,
    model::{
        ContactId, TicketId,
        connection::ConnectionTexts,
        inbound::{InboundContent, InboundMessage},
        step::StepAction,
        ticket::Ticket,
    },
    ratings, ticket_changes,
    ticket_steps::{self, NewStep},
    tickets,
};

use super::{
    Changes, DeskContext, DeskWork, Lane,
    outgoing::{Draft, enqueue},
};
use crate::{
    ActorError,
    rules::{
        dialogue,
        placement::{Placement, tell_ticket},
        texts,
    },
};

/// A farewell is said this long after the end of the wait and no later: who comes back to a server that was down for
/// hours is not told that an old conversation is over.
const FAREWELL_MINUTES_MAX: i64 = 5;

/// What a customer said of an episode.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rating {
    episode: i64,
    rate: i64,
}

/// Asks for a rating where the company wants one and somebody attended, or says goodbye at once.
///
/// # Errors
/// `Storage`.
pub(super) async fn begin(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    episode: i64,
) -> Result<(), ActorError> {
    let settings = desk.settings(c, changes).await?;
    let asks = settings.asks_for_rating && !ticket.is_group;
    if asks && let Some(texts) = texts_of(desk, c, ticket).await? {
        let now = desk.now();
        // who is asked about this one is asked about no other
        ratings::stop_asking(c, desk.company, ticket.contact_id).await?;
        let until = now + Duration::minutes(settings.rating_minutes);
        if ratings::ask(c, desk.company, episode, now, until).await? {
            let body = texts::rating_question(&texts.rating_message);
            let question = Draft::automatic(ticket, &body, format!("rating:{episode}"));
            enqueue(desk, c, changes, question).await?;
            return Ok(());
        }
    }
    say_goodbye(desk, c, changes, ticket, episode).await
}

/// The answer in a customer's message, and the ticket it is about. Anything else that he writes ends the wait.
///
/// # Errors
/// `Storage`.
pub(super) async fn hear(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    contact: ContactId,
    message: &InboundMessage,
) -> Result<Option<(TicketId, Rating)>, ActorError> {
    let at = message.sent_at;
    let Some(asked) = ratings::find_asked(c, desk.company, contact, at).await? else {
        return Ok(None);
    };
    let rate = match &message.content {
        InboundContent::Text { body } => dialogue::read_rating(body),
        _ => None,
    };
    let Some(rate) = rate else {
        ratings::stop_asking(c, desk.company, contact).await?;
        return Ok(None);
    };
    let episode = asked.episode;
    Ok(Some((asked.ticket_id, Rating { episode, rate })))
}

/// Keeps a rating and says goodbye.
///
/// # Errors
/// `Storage`.
pub(super) async fn rated(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    rating: Rating,
) -> Result<(), ActorError> {
    let Rating { episode, rate } = rating;
    ratings::rate(c, desk.company, episode, rate).await?;
    let step = NewStep {
        action: StepAction::Rated,
        by: None,
        user: ticket.user_id,
        queue: ticket.queue_id,
        reason: Some(rate.to_string()),
    };
    ticket_steps::insert(c, desk.company, ticket.id, step, desk.now()).await?;
    say_goodbye(desk, c, changes, ticket, episode).await?;
    let after = tickets::get(c, desk.company, ticket.id).await?;
    changes.extend(tell_ticket(Some(Placement::from(ticket)), &after));
    Ok(())
}

/// Waits no longer for the rating of an episode. Done twice, the second time finds that nobody waits.
#[derive(Debug)]
pub struct EndAsking {
    /// Which.
    pub episode: i64,
    /// Whose: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for EndAsking {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        desk.change(now, async |c, changes| {
            let over = ratings::take_over(c, company, self.episode, now).await?;
            let Some(over) = over else { return Ok(()) };
            let is_late = over.until + Duration::minutes(FAREWELL_MINUTES_MAX) < now;
            let talks = tickets::find_running(c, company, self.contact_id).await?;
            if is_late || talks.is_some() {
                return Ok(());
            }
            ticket_changes::lock(c, company, over.ticket_id).await?;
            let ticket = tickets::get(c, company, over.ticket_id).await?;
            say_goodbye(&desk, c, changes, &ticket, self.episode).await
        })
        .await
    }
}

/// The connection's completion message, once an episode.
async fn say_goodbye(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    episode: i64,
) -> Result<(), ActorError> {
    let Some(texts) = texts_of(desk, c, ticket).await? else {
        return Ok(());
    };
    let body = texts.complation_message;
    if body.trim().is_empty() {
        return Ok(());
    }
    let key = format!("completion:{episode}");
    enqueue(desk, c, changes, Draft::automatic(ticket, &body, key)).await?;
    Ok(())
}

/// The texts of a ticket's connection, if it has one.
async fn texts_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
) -> Result<Option<ConnectionTexts>, ActorError> {
    let Some(id) = ticket.whatsapp_id else {
        return Ok(None);
    };
    let connection = connections::find(c, desk.company, id).await?;
    Ok(connection.map(|connection| connection.texts))
}
