//! The shape of a queue's tree: where options stand, and a whole tree in place of the one before.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::{LEVELS_MAX, MENUS_MAX, OPTIONS_MAX, SIBLINGS_MAX};
use crate::{
    Conn, Result, companies,
    model::{CompanyId, ErrorCode, MediaId, QueueId, QueueOptionId},
    on, queues,
};

/// An option of a tree that is written as a whole; parents stand before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Which, where it is there already.
    pub id: Option<QueueOptionId>,
    /// Below which node, by its place in the list.
    pub parent: Option<usize>,
    /// Title.
    pub title: String,
    /// Said when it is chosen.
    pub message: String,
}

/// Where an option stands.
#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(super) struct Place {
    pub id: QueueOptionId,
    pub parent_id: Option<QueueOptionId>,
    pub position: i64,
    pub media_id: Option<MediaId>,
}

/// Writes a whole tree: what is in it stays or is made, the rest goes. Answers what each node has become, and the
/// files of what went, which the caller lets go of.
///
/// # Errors
/// `Refused(NoQueueFound)`, `Refused(NoQueueOptionFound)` for one that is not the queue's or is there twice,
/// `Refused(QueueOptionsFull)`.
pub async fn replace(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    nodes: &[Node],
    now: DateTime<Utc>,
) -> Result<(Vec<QueueOptionId>, Vec<MediaId>)> {
    companies::take_turn(conn, company).await?;
    queues::get(conn, company, queue).await?;
    if nodes.len() > OPTIONS_MAX {
        return Err(ErrorCode::QueueOptionsFull.into());
    }
    let known = places(conn, company, queue).await?;
    let kept: Vec<QueueOptionId> = nodes.iter().filter_map(|node| node.id).collect();
    let different: BTreeSet<QueueOptionId> = kept.iter().copied().collect();
    let is_known = |id: &QueueOptionId| known.iter().any(|place| place.id == *id);
    if different.len() != kept.len() || !kept.iter().all(is_known) {
        return Err(ErrorCode::NoQueueOptionFound.into());
    }
    let mut written: Vec<Place> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let parent = match node.parent {
            Some(at) => Some(written.get(at).ok_or(ErrorCode::NoQueueOptionFound)?.id),
            None => None,
        };
        check_room(&written, parent, 1)?;
        let beside = written
            .iter()
            .filter(|place| place.parent_id == parent)
            .count();
        let position = i64::try_from(beside + 1).unwrap_or(i64::MAX);
        let id = write(conn, company, queue, node, (parent, position), now).await?;
        written.push(Place {
            id,
            parent_id: parent,
            position,
            media_id: None,
        });
    }
    let mut files = Vec::new();
    for place in known.iter().filter(|place| !different.contains(&place.id)) {
        files.extend(place.media_id);
        on!(&mut *conn, |c| sqlx::query(
            "DELETE FROM queue_options WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(place.id)
        .execute(c)
        .await
        .map(drop))?;
    }
    let ids = written.iter().map(|place| place.id).collect();
    Ok((ids, files))
}

async fn write(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    node: &Node,
    (parent, position): (Option<QueueOptionId>, i64),
    now: DateTime<Utc>,
) -> Result<QueueOptionId> {
    if let Some(id) = node.id {
        on!(conn, |c| {
            sqlx::query(
            "UPDATE queue_options SET parent_id = $4, position = $5, title = $6, message = $7, updated_at = $8
             WHERE company_id = $1 AND queue_id = $2 AND id = $3"
        )
        .bind(company)
        .bind(queue)
        .bind(id)
        .bind(parent)
        .bind(position)
        .bind(&node.title)
        .bind(&node.message)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
        })?;
        return Ok(id);
    }
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO queue_options (company_id, queue_id, parent_id, position, title, message, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id"
    )
    .bind(company)
    .bind(queue)
    .bind(parent)
    .bind(position)
    .bind(&node.title)
    .bind(&node.message)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Where the options of a queue stand.
pub(super) async fn places(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
) -> Result<Vec<Place>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, parent_id, position, media_id FROM queue_options
         WHERE company_id = $1 AND queue_id = $2 ORDER BY position, id LIMIT $3"
    )
    .bind(company)
    .bind(queue)
    .bind(MENUS_MAX)
    .fetch_all(c)
    .await)?)
}

/// Numbers the options below one from 1, with one of them at its new place; without one it goes last.
pub(super) async fn arrange(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    parent: Option<QueueOptionId>,
    moved: Option<(QueueOptionId, Option<i64>)>,
) -> Result<()> {
    let known = places(conn, company, queue).await?;
    let beside = known.iter().filter(|place| place.parent_id == parent);
    let mut order: Vec<Place> = beside.copied().collect();
    if let Some((id, position)) = moved
        && let Some(at) = order.iter().position(|place| place.id == id)
    {
        let place = order.remove(at);
        let wished = position.and_then(|position| usize::try_from(position - 1).ok());
        order.insert(wished.unwrap_or(order.len()).min(order.len()), place);
    }
    for (position, place) in (1_i64..).zip(order) {
        if place.position != position {
            on!(&mut *conn, |c| sqlx::query(
                "UPDATE queue_options SET position = $3 WHERE company_id = $1 AND id = $2"
            )
            .bind(company)
            .bind(place.id)
            .bind(position)
            .execute(c)
            .await
            .map(drop))?;
        }
    }
    Ok(())
}

/// An option and all that stands below it.
pub(super) fn below(known: &[Place], id: QueueOptionId) -> BTreeSet<QueueOptionId> {
    let mut inside = BTreeSet::from([id]);
    loop {
        let more: Vec<_> = known
            .iter()
            .filter(|place| {
                place
                    .parent_id
                    .is_some_and(|parent| inside.contains(&parent))
            })
            .filter(|place| !inside.contains(&place.id))
            .map(|place| place.id)
            .collect();
        if more.is_empty() {
            return inside;
        }
        inside.extend(more);
    }
}

/// Levels of an option with all that stands below it.
pub(super) fn depth(known: &[Place], id: QueueOptionId) -> usize {
    let inside = below(known, id);
    let levels = inside.iter().map(|one| level(known, Some(*one)));
    levels.max().unwrap_or_default() + 1 - level(known, Some(id))
}

/// How far below the root an option stands: 0 is the root itself.
fn level(known: &[Place], mut id: Option<QueueOptionId>) -> usize {
    let mut level = 0;
    while let Some(one) = id.filter(|_| level <= OPTIONS_MAX) {
        level += 1;
        let place = known.iter().find(|place| place.id == one);
        id = place.and_then(|place| place.parent_id);
    }
    level
}

/// Whether a piece of so many levels finds room below an option.
pub(super) fn check_room(
    known: &[Place],
    parent: Option<QueueOptionId>,
    levels: usize,
) -> Result<()> {
    let beside = known
        .iter()
        .filter(|place| place.parent_id == parent)
        .count();
    if beside >= SIBLINGS_MAX || level(known, parent) + levels > LEVELS_MAX {
        return Err(ErrorCode::QueueOptionsFull.into());
    }
    Ok(())
}
