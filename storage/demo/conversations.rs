//! Contacts and their tickets, in the order in which it all happened.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use super::{
    companies::Made,
    messages::{self, Conversation},
    script::{By, Episode, Person, Said},
};
use crate::{
    Conn, Result,
    contacts::{self, ContactForm},
    media::MediaStore,
    model::{
        ContactId, ErrorCode, TicketId,
        contact::{Contact, ExtraInfo},
        ticket::TicketStatus,
    },
    on, ratings,
    ticket_changes::{self, NewTicket},
    ticket_notes,
    tracking::{self, Step},
};

/// Seconds from the last line to the closing of a ticket.
const CLOSING_SECONDS: i64 = 90;

/// An episode with its times.
struct Timed {
    contact: ContactId,
    number: String,
    push_name: String,
    group: bool,
    episode: Episode,
    lines: Vec<(DateTime<Utc>, Said)>,
    started_at: DateTime<Utc>,
    ended_at: DateTime<Utc>,
}

/// Makes contacts, tickets and messages of a company.
pub(super) async fn insert(
    conn: &mut Conn<'_>,
    media: &MediaStore,
    now: DateTime<Utc>,
    made: &Made,
    people: Vec<Person>,
) -> Result<()> {
    let mut episodes = Vec::new();
    for person in people {
        episodes.extend(insert_person(conn, now, made, person).await?);
    }
    episodes.sort_by_key(|episode| episode.started_at);
    let mut lines = Vec::new();
    for timed in episodes {
        let ticket = insert_ticket(conn, made, &timed).await?;
        track(conn, made, &timed, ticket).await?;
        lines.push(conversation(made, timed, ticket)?);
    }
    messages::insert(conn, media, made.company, lines).await
}

async fn insert_person(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    made: &Made,
    person: Person,
) -> Result<Vec<Timed>> {
    let (mut timed, mut first) = (Vec::new(), now);
    for mut episode in person.episodes {
        let talk = std::mem::take(&mut episode.talk);
        let lines = with_times(now - Duration::minutes(episode.ago), talk);
        let started_at = lines.first().map_or(now, |(at, _)| *at);
        let ended_at = lines.last().map_or(now, |(at, _)| *at);
        first = first.min(started_at);
        timed.push((episode, lines, started_at, ended_at));
    }
    let form = ContactForm {
        name: person.name,
        number: person.number,
        email: person.email,
        extra_info: person
            .info
            .into_iter()
            .map(|(name, value)| ExtraInfo { name, value })
            .collect(),
    };
    let contact = insert_contact(conn, made, &form, person.group, first).await?;
    Ok(timed
        .into_iter()
        .map(|(episode, lines, started_at, ended_at)| Timed {
            contact: contact.id,
            number: form.number.clone(),
            push_name: form.name.clone(),
            group: person.group,
            episode,
            lines,
            started_at,
            ended_at,
        })
        .collect())
}

async fn insert_contact(
    conn: &mut Conn<'_>,
    made: &Made,
    form: &ContactForm,
    group: bool,
    at: DateTime<Utc>,
) -> Result<Contact> {
    if !group {
        return contacts::insert(conn, made.company, form, at).await;
    }
    let (number, name) = (form.number.as_str(), Some(form.name.as_str()));
    let found = contacts::upsert_inbound(conn, made.company, number, name, true, at).await?;
    Ok(found.contact)
}

/// Counts the times back from the last line. Without a gap of their own, lines are one to four minutes apart.
fn with_times(end: DateTime<Utc>, talk: Vec<super::script::Line>) -> Vec<(DateTime<Utc>, Said)> {
    let mut at = end;
    let mut lines = Vec::with_capacity(talk.len());
    for (place, line) in (1_i64..).zip(talk).collect::<Vec<_>>().into_iter().rev() {
        let said = line.said();
        let gap = said.gap.unwrap_or(1 + place * 7 % 4);
        lines.push((at, said));
        at -= Duration::minutes(gap) + Duration::seconds(place * 13 % 40);
    }
    lines.reverse();
    lines
}

async fn insert_ticket(conn: &mut Conn<'_>, made: &Made, timed: &Timed) -> Result<TicketId> {
    let episode = &timed.episode;
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status: episode.status,
        contact_id: timed.contact,
        user_id: episode
            .user
            .as_deref()
            .and_then(|user| made.users.get(user).copied()),
        queue_id: episode
            .queue
            .as_deref()
            .and_then(|queue| made.queues.get(queue).copied()),
        connection_id: made.connections.get(episode.connection.as_str()).copied(),
        is_group: timed.group,
    };
    let id = ticket_changes::insert(conn, made.company, &ticket, timed.started_at).await?;
    for tag in &episode.tags {
        let tag = made
            .tags
            .get(tag.as_str())
            .copied()
            .ok_or(ErrorCode::NoTagFound)?;
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO ticket_tags (company_id, ticket_id, tag_id) VALUES ($1, $2, $3)"
        )
        .bind(made.company)
        .bind(id)
        .bind(tag)
        .execute(c)
        .await
        .map(drop))?;
    }
    for note in &episode.notes {
        let author = ticket.user_id.ok_or(ErrorCode::NoUserFound)?;
        ticket_notes::insert(conn, made.company, id, author, note, timed.ended_at).await?;
    }
    Ok(id)
}

/// Waiting since the first line, served since the attendant's first answer, finished soon after the last line.
async fn track(conn: &mut Conn<'_>, made: &Made, timed: &Timed, ticket: TicketId) -> Result<()> {
    let episode = &timed.episode;
    let mut step = Step {
        connection_id: made.connections.get(episode.connection.as_str()).copied(),
        queue_id: episode
            .queue
            .as_deref()
            .and_then(|queue| made.queues.get(queue).copied()),
        user_id: None,
    };
    tracking::enter(conn, made.company, ticket, step, timed.started_at).await?;
    if let Some(user) = episode
        .user
        .as_deref()
        .and_then(|user| made.users.get(user).copied())
    {
        step.user_id = Some(user);
        let answered = timed
            .lines
            .iter()
            .find(|(_, said)| said.by == By::Attendant);
        let answered = answered.map_or(timed.started_at, |(at, _)| *at);
        tracking::enter(conn, made.company, ticket, step, answered).await?;
    }
    if episode.status == TicketStatus::Closed {
        let ended = tracking::finish(conn, made.company, ticket, closed_at(timed)).await?;
        if let (Some(ended), Some(rate)) = (ended, episode.rate) {
            ratings::rate(conn, made.company, ended.id, rate).await?;
        }
    }
    Ok(())
}

fn closed_at(timed: &Timed) -> DateTime<Utc> {
    timed.ended_at + Duration::seconds(CLOSING_SECONDS)
}

fn conversation(made: &Made, timed: Timed, ticket: TicketId) -> Result<Conversation> {
    let closed_at = (timed.episode.status == TicketStatus::Closed).then(|| closed_at(&timed));
    let connection = made
        .connections
        .get(timed.episode.connection.as_str())
        .copied();
    Ok(Conversation {
        ticket,
        contact: timed.contact,
        number: timed.number,
        push_name: timed.push_name,
        group: timed.group,
        connection: connection.ok_or(ErrorCode::NoWappFound)?,
        user: timed
            .episode
            .user
            .as_deref()
            .and_then(|user| made.users.get(user).copied()),
        unread: timed.episode.unread,
        is_lead: timed.episode.status == TicketStatus::Lead,
        closed_at,
        lines: timed.lines,
    })
}
