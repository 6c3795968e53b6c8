//! What a list of tickets asks for, and the conditions that follow from it.

use chrono::{DateTime, Utc};
use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::{
    contacts::Numbers,
    core::ids::push_ids,
    model::{
        CompanyId, ConnectionId, ErrorCode, QueueId, TagId, TicketId, UserId,
        ticket::{TicketPriority, TicketStatus},
    },
};

/// What a list asks for. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub struct TicketFilter {
    /// Who asks; `None` sees everything of the company.
    pub scope: Option<ViewerScope>,
    /// Only tickets of this user, and those that wait.
    pub mine: Option<UserId>,
    /// Only this status.
    pub status: Option<TicketStatus>,
    /// Folded text in the contact's name or number, or words of a message.
    pub search: Option<String>,
    /// Whether a part of a number is enough.
    pub numbers: Numbers,
    /// Tickets that carry every one of these tags.
    pub tags: Vec<TagId>,
    /// Tickets of any of these attendants.
    pub users: Vec<UserId>,
    /// Tickets of any of these numbers.
    pub connections: Vec<ConnectionId>,
    /// Tickets of any of these queues (or of none, where the scope allows that).
    pub queues: Option<Vec<QueueId>>,
    /// Made in this span.
    pub created: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Last changed in this span.
    pub updated: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Only with unread messages.
    pub unread: bool,
    /// Only those that are put off, or only those that are not.
    pub snoozed: Option<bool>,
    /// The urgent ones first.
    pub by_priority: bool,
    /// Only after this place in the list.
    pub after: Option<Cursor>,
}

impl TicketFilter {
    /// Whether it asks for nothing but what `ticket_counts` counts by.
    pub(super) fn is_counted(&self) -> bool {
        self.search.is_none()
            && self.tags.is_empty()
            && self.connections.is_empty()
            && self.created.is_none()
            && self.updated.is_none()
            && !self.unread
            && self.snoozed != Some(true)
    }
}

/// Which tickets a viewer may see: those of his queues, his own, and those without a queue where he may.
#[derive(Debug, Clone, Default)]
pub struct ViewerScope {
    /// The viewer.
    pub user_id: Option<UserId>,
    /// His queues.
    pub queues: Vec<QueueId>,
    /// Whether he sees tickets without a queue (S041 allTicket).
    pub without_queue: bool,
}

/// A place in the list, which is ordered by last change, newest first, within a rank where ranks count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// Last change of the last row seen.
    pub updated_at: DateTime<Utc>,
    /// Its id.
    pub id: TicketId,
    /// Its rank; of no meaning where ranks do not count.
    pub priority: TicketPriority,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}_{}_{}",
            self.updated_at.timestamp_micros(),
            self.id,
            self.priority.rank()
        )
    }
}

impl std::str::FromStr for Cursor {
    type Err = ErrorCode;

    fn from_str(text: &str) -> Result<Self, ErrorCode> {
        let (micros, rest) = text.split_once('_').ok_or(ErrorCode::Validation)?;
        // one of the release before names no rank
        let (id, rank) = rest.split_once('_').unwrap_or((rest, "1"));
        let rank = rank.parse().map_err(|_| ErrorCode::Validation)?;
        let micros = micros.parse().map_err(|_| ErrorCode::Validation)?;
        Ok(Self {
            updated_at: DateTime::from_timestamp_micros(micros).ok_or(ErrorCode::Validation)?,
            id: id.parse().map_err(|_| ErrorCode::Validation)?,
            priority: TicketPriority::of_rank(rank),
        })
    }
}

/// Adds the statement that counts what a filter lets through.
pub(super) fn push_count<DB>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    filter: &TicketFilter,
    found: Option<&[TicketId]>,
) where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    if !filter.is_counted() {
        query.push("SELECT COUNT(*) FROM tickets t");
        push_conditions(query, company, filter, found);
        return;
    }
    query.push("SELECT (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM ticket_counts t");
    let all = TicketFilter {
        snoozed: None,
        ..filter.clone()
    };
    push_conditions(query, company, &all, found);
    query.push(")");
    if filter.snoozed == Some(false) {
        // few are put off, and they have an index
        let off = TicketFilter {
            snoozed: Some(true),
            ..filter.clone()
        };
        query.push(" - (SELECT COUNT(*) FROM tickets t");
        push_conditions(query, company, &off, found);
        query.push(")");
    }
}

pub(super) fn push_conditions<DB>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    filter: &TicketFilter,
    found: Option<&[TicketId]>,
) where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" WHERE t.company_id = ").push_bind(company.0);
    if let Some(scope) = &filter.scope {
        push_scope(query, scope);
    }
    if let Some(user) = filter.mine {
        query
            .push(" AND (t.status <> 'open' OR t.user_id = ")
            .push_bind(user.0)
            .push(")");
    }
    if let Some(status) = filter.status {
        query
            .push(" AND t.status = ")
            .push_bind(status.as_str().to_owned());
    }
    if let Some(queues) = &filter.queues {
        query.push(" AND (t.queue_id IS NULL");
        push_ids(query, " OR t.queue_id IN (", queues.iter().map(|id| id.0));
        query.push(")");
    }
    push_ids(
        query,
        " AND t.user_id IN (",
        filter.users.iter().map(|id| id.0),
    );
    push_ids(
        query,
        " AND t.connection_id IN (",
        filter.connections.iter().map(|id| id.0),
    );
    for tag in &filter.tags {
        query.push(
            " AND EXISTS (SELECT 1 FROM ticket_tags tt WHERE tt.company_id = t.company_id
               AND tt.ticket_id = t.id AND tt.tag_id = ",
        );
        query.push_bind(tag.0).push(")");
    }
    push_spans(query, filter);
    match filter.snoozed {
        Some(true) => query.push(" AND t.snoozed_at IS NOT NULL"),
        Some(false) => query.push(" AND t.snoozed_at IS NULL"),
        None => query,
    };
    if filter.unread {
        query.push(" AND t.unread_messages > 0");
    }
    if let Some(found) = found {
        // a list must not be empty
        let none = if found.is_empty() { " AND 1 = 0" } else { "" };
        query.push(none);
        push_ids(query, " AND t.id IN (", found.iter().map(|id| id.0));
    }
}

/// Adds that ticket `t` was made and last changed in the given spans.
fn push_spans<DB>(query: &mut QueryBuilder<DB>, filter: &TicketFilter)
where
    DB: Database,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    for (column, span) in [
        ("t.created_at", &filter.created),
        ("t.updated_at", &filter.updated),
    ] {
        if let Some((from, until)) = span {
            query
                .push(" AND ")
                .push(column)
                .push(" >= ")
                .push_bind(*from);
            query
                .push(" AND ")
                .push(column)
                .push(" < ")
                .push_bind(*until);
        }
    }
}

/// The order of the list.
pub(super) fn order(by_priority: bool) -> &'static str {
    if by_priority {
        " ORDER BY t.priority DESC, t.updated_at DESC, t.id DESC"
    } else {
        " ORDER BY t.updated_at DESC, t.id DESC"
    }
}

/// Adds that ticket `t` comes after a place in that order.
pub(super) fn push_after<DB>(query: &mut QueryBuilder<DB>, after: Cursor, by_priority: bool)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    if by_priority {
        query.push(" AND (t.priority, t.updated_at, t.id) < (");
        query.push_bind(after.priority.rank()).push(", ");
    } else {
        query.push(" AND (t.updated_at, t.id) < (");
    }
    query.push_bind(after.updated_at).push(", ");
    query.push_bind(after.id.0).push(")");
}

/// Adds that ticket `t` is one that the viewer may see.
pub(crate) fn push_scope<DB>(query: &mut QueryBuilder<DB>, scope: &ViewerScope)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    query
        .push(" AND ((t.queue_id IS NULL AND t.user_id = ")
        .push_bind(scope.user_id.map_or(0, |user| user.0))
        .push(")");
    if scope.without_queue {
        query.push(" OR t.queue_id IS NULL");
    }
    push_ids(
        query,
        " OR t.queue_id IN (",
        scope.queues.iter().map(|id| id.0),
    );
    query.push(")");
}
