//! The board: running tickets as cards in lanes of tags or of queues, each lane in an order that people make (A072).
//!
//! A card's place is its `crm_order`; one that nobody has moved stands above the older ones. A move writes the place of one
//! card alone, between those of its neighbours; where there is no number left between them the lane is numbered anew.

use sqlx::{Database, Encode, QueryBuilder, Type};

use super::{
    Row, Ticket, ViewerScope, push_scope,
    tags::{self, TAGS_LISTED_MAX},
    ticket,
};
use crate::{
    Conn, Result,
    contacts::{self, Numbers},
    model::{
        CompanyId, ErrorCode, QueueId, TagId, TicketId, UserId,
        page::{Page, Rows},
        ticket::Tag,
    },
    on,
};

/// What lies between two cards that nobody has moved, and between two of a lane that was numbered anew.
const STEP: i64 = 65_536;
/// Beyond the first and the last card; less than a step, so that the next new ticket stands above.
const HALF_STEP: i64 = STEP / 2;
/// Places are numbers that a browser can hold.
const FIRST_MAX: i64 = 1 << 52;

/// Where a card stands in its lane; the index `tickets_on_board` is of the same words.
macro_rules! place {
    () => {
        "COALESCE(t.crm_order, t.id * -65536)"
    };
}

/// What of the lane the caller sees and looks for.
macro_rules! push_filter {
    ($query:ident, $company:ident, $filter:ident) => {
        if let Some(scope) = &$filter.scope {
            push_scope(&mut $query, scope);
        }
        match $filter.user {
            Some(Some(user)) => {
                $query.push(" AND t.user_id = ").push_bind(user);
            }
            Some(None) => {
                $query.push(" AND t.user_id IS NULL");
            }
            None => {}
        }
        match $filter.queue {
            Some(Some(queue)) => {
                $query.push(" AND t.queue_id = ").push_bind(queue);
            }
            Some(None) => {
                $query.push(" AND t.queue_id IS NULL");
            }
            None => {}
        }
        match Sought::of(&$filter.search) {
            Sought::Everything => {}
            Sought::Ticket(id) => {
                $query.push(" AND t.id = ").push_bind(id);
            }
            Sought::Contact(texts) => {
                $query.push(" AND t.contact_id IN (");
                contacts::push_ids_of(&mut $query, $company, &texts, $filter.numbers);
                $query.push(")");
            }
            Sought::Nothing => {
                $query.push(" AND 1 = 0");
            }
        }
    };
}

/// What a search text is about.
enum Sought {
    Everything,
    Ticket(i64),
    Contact(Vec<String>),
    Nothing,
}

impl Sought {
    fn of(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::Everything;
        }
        if let Some(number) = text.strip_prefix('#') {
            return number.parse().map_or(Self::Nothing, Self::Ticket);
        }
        let texts = contacts::looks(text);
        if texts.is_empty() {
            Self::Nothing
        } else {
            Self::Contact(texts)
        }
    }
}

/// A lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardLane {
    /// Of those with a tag.
    Tag(TagId),
    /// Of those in a queue, or in none.
    Queue(Option<QueueId>),
}

/// What of a lane is asked for.
#[derive(Debug, Clone, Default)]
pub struct CardFilter {
    /// Who asks; `None` sees everything of the company.
    pub scope: Option<ViewerScope>,
    /// Part of a contact's name or number, or `#` and the number of a ticket.
    pub search: String,
    /// Whether a part of a number is enough.
    pub numbers: Numbers,
    /// Only those of an attendant, or of nobody.
    pub user: Option<Option<UserId>>,
    /// Only those in a queue, or in none.
    pub queue: Option<Option<QueueId>>,
}

/// A page of a lane.
#[derive(Debug, Clone)]
pub struct LanePage {
    /// Its cards.
    pub cards: Rows<Ticket>,
    /// Unread messages of the whole lane.
    pub unread: i64,
}

/// Tags that are lanes, in their order.
///
/// # Errors
/// `Database`.
pub async fn lanes(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Tag>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, name, color, priority, category FROM tags WHERE company_id = $1 AND kanban = TRUE
         ORDER BY priority, name, id LIMIT $2"
    )
    .bind(company)
    .bind(TAGS_LISTED_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// A page of a lane, the upper cards first, with the totals of the lane.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    lane: BoardLane,
    filter: &CardFilter,
    page: Page,
) -> Result<LanePage> {
    let (count, unread): (i64, i64) = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT COUNT(*), CAST(COALESCE(SUM(t.unread_messages), 0) AS BIGINT) FROM tickets t",
        );
        push_lane(&mut query, company, lane);
        push_filter!(query, company, filter);
        query.build_query_as().fetch_one(c).await
    })?;
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new("WITH page AS MATERIALIZED (SELECT t.* FROM tickets t");
        push_lane(&mut query, company, lane);
        push_filter!(query, company, filter);
        query.push(concat!(" ORDER BY ", place!(), ", t.id LIMIT "));
        query.push_bind(page.size).push(" OFFSET ");
        query.push_bind(page.offset()).push(") ");
        query.push(select_tickets!("page"));
        query.push(concat!(" ORDER BY ", place!(), ", t.id"));
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(LanePage {
        cards: Rows::new(rows.into_iter().map(ticket).collect(), count, page),
        unread,
    })
}

/// The place of a card in a lane below another one, or above all. Numbers the lane anew if there is none between.
///
/// # Errors
/// `Refused(NoTicketFound)` when the company has not the card above.
pub async fn place(
    conn: &mut Conn<'_>,
    company: CompanyId,
    lane: BoardLane,
    card: TicketId,
    below: Option<TicketId>,
) -> Result<i64> {
    if let Some(found) = free_place(conn, company, lane, card, below).await? {
        return Ok(found);
    }
    number_anew(conn, company, lane).await?;
    let found = free_place(conn, company, lane, card, below).await?;
    Ok(found.unwrap_or_default())
}

async fn free_place(
    conn: &mut Conn<'_>,
    company: CompanyId,
    lane: BoardLane,
    card: TicketId,
    below: Option<TicketId>,
) -> Result<Option<i64>> {
    let above = match below {
        Some(id) => Some((place_of(conn, company, id).await?, id)),
        None => None,
    };
    let next: Option<i64> = on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new(concat!("SELECT ", place!(), " FROM tickets t"));
        push_lane(&mut query, company, lane);
        query.push(" AND t.id <> ").push_bind(card);
        if let Some((place, id)) = above {
            query.push(concat!(" AND (", place!(), ", t.id) > ("));
            query.push_bind(place).push(", ").push_bind(id).push(")");
        }
        query.push(concat!(" ORDER BY ", place!(), ", t.id LIMIT 1"));
        query.build_query_scalar().fetch_optional(c).await
    })?;
    Ok(between(above.map(|(place, _)| place), next))
}

async fn place_of(conn: &mut Conn<'_>, company: CompanyId, id: TicketId) -> Result<i64> {
    let found: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT ",
            place!(),
            " FROM tickets t WHERE t.company_id = $1 AND t.id = $2"
        ))
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?;
    found.ok_or_else(|| ErrorCode::NoTicketFound.into())
}

/// A number between two, or beyond one.
fn between(above: Option<i64>, below: Option<i64>) -> Option<i64> {
    match (above, below) {
        (None, None) => Some(0),
        (None, Some(below)) => below.checked_sub(HALF_STEP),
        (Some(above), None) => above.checked_add(HALF_STEP),
        (Some(above), Some(below)) => {
            let room = below.checked_sub(above)?;
            (room > 1).then(|| above + room / 2)
        }
    }
}

async fn number_anew(conn: &mut Conn<'_>, company: CompanyId, lane: BoardLane) -> Result<()> {
    let first: Option<i64> = on!(&mut *conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new(concat!("SELECT MIN(", place!(), ") FROM tickets t"));
        push_lane(&mut query, company, lane);
        query.build_query_scalar().fetch_one(c).await
    })?;
    let first = first.unwrap_or_default().clamp(-FIRST_MAX, FIRST_MAX);
    on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "UPDATE tickets SET crm_order = anew.place FROM (SELECT t.id, CAST(",
        );
        query.push_bind(first);
        query.push(concat!(
            " AS BIGINT) + 65536 * (ROW_NUMBER() OVER (ORDER BY ",
            place!(),
            ", t.id) - 1) AS place FROM tickets t"
        ));
        push_lane(&mut query, company, lane);
        query.push(") anew WHERE tickets.company_id = ");
        query.push_bind(company);
        query.push(" AND tickets.id = anew.id");
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}

/// Writes the place of a card. It keeps its place in the lists: a place on the board is no change of the conversation.
///
/// # Errors
/// `Refused(NoTicketFound)`.
pub async fn set_place(
    conn: &mut Conn<'_>,
    company: CompanyId,
    card: TicketId,
    place: i64,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE tickets SET crm_order = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(card)
    .bind(place)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoTicketFound.into())
    }
}

/// Puts a card into the lane of a tag.
///
/// # Errors
/// `Refused(NoTagFound)` when the company has no lane of this tag; `Database` when the ticket is not the company's.
pub async fn enter(
    conn: &mut Conn<'_>,
    company: CompanyId,
    card: TicketId,
    tag: TagId,
) -> Result<()> {
    let details = tags::get_details(conn, company, tag).await?;
    if details.kanban != 1 {
        return Err(ErrorCode::NoTagFound.into());
    }
    on!(conn, |c| sqlx::query(
        "INSERT INTO ticket_tags (company_id, ticket_id, tag_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING"
    )
    .bind(company)
    .bind(card)
    .bind(tag)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Takes a card out of the lane of a tag, or out of every lane of tags. Other tags stay on it.
///
/// # Errors
/// `Database`.
pub async fn leave(
    conn: &mut Conn<'_>,
    company: CompanyId,
    card: TicketId,
    tag: Option<TagId>,
) -> Result<()> {
    on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("DELETE FROM ticket_tags WHERE company_id = ");
        query.push_bind(company).push(" AND ticket_id = ");
        query.push_bind(card);
        query.push(" AND tag_id IN (SELECT g.id FROM tags g WHERE g.company_id = ");
        query.push_bind(company).push(" AND g.kanban = TRUE)");
        if let Some(tag) = tag {
            query.push(" AND tag_id = ").push_bind(tag);
        }
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}

fn push_lane<DB>(query: &mut QueryBuilder<DB>, company: CompanyId, lane: BoardLane)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" WHERE t.company_id = ").push_bind(company.0);
    query.push(" AND t.status IN ('open', 'pending', 'lead')");
    match lane {
        BoardLane::Tag(tag) => {
            query.push(
                " AND EXISTS (SELECT 1 FROM ticket_tags tt WHERE tt.company_id = t.company_id
                   AND tt.ticket_id = t.id AND tt.tag_id = ",
            );
            query.push_bind(tag.0).push(")");
        }
        BoardLane::Queue(Some(queue)) => {
            query.push(" AND t.queue_id = ").push_bind(queue.0);
        }
        BoardLane::Queue(None) => {
            query.push(" AND t.queue_id IS NULL");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{STEP, between};

    #[test]
    fn a_place_lies_between_its_neighbours_until_there_is_none_left() {
        assert_eq!(between(None, None), Some(0));
        assert_eq!(between(Some(-STEP), Some(0)), Some(-STEP / 2));
        assert_eq!(between(None, Some(0)), Some(-STEP / 2));
        assert_eq!(between(Some(0), None), Some(STEP / 2));
        assert_eq!(between(Some(4), Some(6)), Some(5));
        assert_eq!(between(Some(4), Some(5)), None);
        assert_eq!(between(Some(4), Some(4)), None);
        assert_eq!(between(Some(i64::MAX), None), None);
        assert_eq!(between(Some(i64::MIN), Some(i64::MAX)), None);
    }
}
