//! Which of a campaign's numbers writes next, and to whom (rule B11): each has its own lane, its own day and its own warming
//! up; one that is down is left out. Who talks with the company by one of them now is written to by that one.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    campaigns::{
        self,
        running::{self, Next, Running},
    },
    connections, contacts,
    model::{
        CampaignId, ConnectionId,
        connection::{Connection, ConnectionStatus},
    },
};

use crate::{
    ActorError,
    desk::DeskContext,
    rules::{campaign::cap, capabilities::Capabilities},
};

/// People among whom one is looked for whose number is free.
const LOOKED_AHEAD: i64 = 20;

/// The numbers of a campaign.
pub(super) struct Lines {
    /// Those that are connected, in their order.
    pub up: Vec<Connection>,
    /// Those that are not.
    pub down: Vec<ConnectionId>,
}

impl Lines {
    /// The number by which somebody was written to, or any one where that is no longer a number of the campaign.
    pub fn of(&self, person: &Next) -> Option<&Connection> {
        let own = self
            .up
            .iter()
            .find(|it| Some(it.id) == person.connection_id);
        own.or(self.up.first())
    }
}

/// The numbers of a campaign, as they stand.
pub(super) async fn lines(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    id: CampaignId,
) -> Result<Lines, ActorError> {
    let mut lines = Lines {
        up: Vec::new(),
        down: Vec::new(),
    };
    for number in campaigns::numbers(c, desk.company, id).await? {
        let found = connections::find(c, desk.company, number).await?;
        match found.filter(|it| it.status == ConnectionStatus::Connected) {
            Some(connection) => lines.up.push(connection),
            None => lines.down.push(number),
        }
    }
    Ok(lines)
}

/// A connected number on this day.
pub(super) struct Number<'l> {
    pub connection: &'l Connection,
    /// To how many people it may write today.
    pub cap: i64,
    /// When it writes next.
    pub free_at: DateTime<Utc>,
    is_full: bool,
}

/// Connected numbers that may still write today.
pub(super) async fn open_numbers<'l>(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (campaign, lines): (&Running, &'l Lines),
    day: &str,
) -> Result<Vec<Number<'l>>, ActorError> {
    let now = desk.now();
    let mut numbers = Vec::new();
    for connection in &lines.up {
        let lane = running::find_lane(c, desk.company, connection.id).await?;
        let no_warm_up = Capabilities::of(connection.provider).no_warm_up;
        let cap = cap(campaign.daily_cap, now - connection.created_at, no_warm_up);
        numbers.push(Number {
            connection,
            cap,
            free_at: lane.as_ref().map_or(DateTime::UNIX_EPOCH, |it| it.next_at),
            is_full: lane.is_some_and(|it| it.day == day && it.day_count >= cap),
        });
    }
    numbers.retain(|number| !number.is_full);
    Ok(numbers)
}

/// Who is written to next.
pub(super) enum Turn<'n, 'l> {
    /// Nobody waits.
    Nobody,
    /// Somebody, by this number; the others are free at a time, if there are any.
    Now(Next, &'n Number<'l>, Option<DateTime<Utc>>),
    /// Nobody before a number is free.
    Later(DateTime<Utc>),
}

/// Whose turn it is, and by which number: the one that has rested longest, unless he talks by one of them.
pub(super) async fn turn<'n, 'l>(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    campaign: &Running,
    numbers: &'n [Number<'l>],
) -> Result<Turn<'n, 'l>, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let is_alone = numbers.len() < 2;
    let ahead = if is_alone { 1 } else { LOOKED_AHEAD };
    let people = running::next_pending(c, company, campaign.id, ahead).await?;
    if people.is_empty() {
        return Ok(Turn::Nobody);
    }
    let among: Vec<ConnectionId> = numbers.iter().map(|it| it.connection.id).collect();
    let rested = numbers.iter().filter(|it| it.free_at <= now);
    let rested = rested.min_by_key(|it| it.free_at);
    for person in people {
        let own = if is_alone {
            None
        } else {
            talks_by(desk, c, &person, &among).await?
        };
        let number = match own {
            Some(id) => numbers
                .iter()
                .find(|it| it.connection.id == id && it.free_at <= now),
            None => rested,
        };
        if let Some(number) = number {
            let others = numbers
                .iter()
                .filter(|it| it.connection.id != number.connection.id);
            let others = others.map(|it| it.free_at).min();
            return Ok(Turn::Now(person, number, others));
        }
    }
    let later = numbers.iter().map(|it| it.free_at).filter(|at| *at > now);
    Ok(Turn::Later(later.min().unwrap_or(now)))
}

async fn talks_by(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    person: &Next,
    among: &[ConnectionId],
) -> Result<Option<ConnectionId>, ActorError> {
    let Some(contact) = contacts::find_by_number(c, desk.company, &person.number).await? else {
        return Ok(None);
    };
    Ok(campaigns::talks_by(c, desk.company, contact.id, among).await?)
}
