//! The menu of a queue: a tree of options, each with its place among its siblings, counted from 1 (A033, rule B5).

mod tree;

pub use self::tree::{Node, replace};

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use self::tree::{Place, arrange, below, check_room, depth, places};
use crate::{
    Conn, Result, companies,
    messages::{LinkedFile, Shown},
    model::{
        CompanyId, ErrorCode, MediaId, QueueId, QueueOptionId, message::MediaKind,
        queue::QueueOption,
    },
    on, queues,
};

/// Options of one queue at most.
pub const OPTIONS_MAX: usize = 200;
/// Options beside each other at most: their list has to fit into one message.
pub const SIBLINGS_MAX: usize = 30;
/// Levels of a tree at most.
pub const LEVELS_MAX: usize = 10;
/// Options read at once.
const MENUS_MAX: i64 = 10_000;

/// What an admin writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionForm {
    /// Title.
    pub title: String,
    /// Said when it is chosen.
    pub message: String,
    /// Below which option; `None` at the root.
    pub parent_id: Option<QueueOptionId>,
    /// Its place; `None` keeps it, or puts it last.
    pub position: Option<i64>,
}

/// An option as the desk needs it to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuOption {
    /// Which.
    pub id: QueueOptionId,
    /// Below which.
    pub parent_id: Option<QueueOptionId>,
    /// Its place.
    pub position: i64,
    /// Title.
    pub title: String,
    /// Said when it is chosen.
    pub message: String,
    /// Goes with it.
    pub file: Option<(MediaId, MediaKind)>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: QueueOptionId,
    queue_id: QueueId,
    parent_id: Option<QueueOptionId>,
    position: i64,
    title: String,
    message: String,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    media_kind: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! select_options {
    () => {
        "SELECT o.id, o.queue_id, o.parent_id, o.position, o.title, o.message, o.media_id, m.path AS media_path,
           m.name AS media_name, m.mime AS media_mime, m.kind AS media_kind, o.created_at, o.updated_at
         FROM queue_options o LEFT JOIN media m ON m.company_id = o.company_id AND m.id = o.media_id"
    };
}

/// The options of a queue: all, or those below one, or (`Some(None)`) at the root; in their order.
///
/// # Errors
/// `Refused(NoQueueFound)` when the company has no such queue.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    below: Option<Option<QueueOptionId>>,
    shown: Shown<'_>,
) -> Result<Vec<QueueOption>> {
    queues::get(conn, company, queue).await?;
    let rows = rows_of(conn, company, queue).await?;
    // in their order, as the rows are
    let mut children: BTreeMap<QueueOptionId, Vec<QueueOptionId>> = BTreeMap::new();
    for row in &rows {
        if let Some(parent) = row.parent_id {
            children.entry(parent).or_default().push(row.id);
        }
    }
    let rows = rows
        .into_iter()
        .filter(|row| below.is_none_or(|parent| row.parent_id == parent));
    Ok(rows
        .map(|row| {
            let children = children.remove(&row.id).unwrap_or_default();
            view(company, row, children, shown)
        })
        .collect())
}

/// An option.
///
/// # Errors
/// `Refused(NoQueueOptionFound)` when the company has none of this id.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueOptionId,
    shown: Shown<'_>,
) -> Result<QueueOption> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        select_options!(),
        " WHERE o.company_id = $1 AND o.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let row = row.ok_or(ErrorCode::NoQueueOptionFound)?;
    let children: Vec<QueueOptionId> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM queue_options WHERE company_id = $1 AND parent_id = $2 ORDER BY position, id LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(MENUS_MAX)
    .fetch_all(c)
    .await
    })?;
    Ok(view(company, row, children, shown))
}

/// The menu of a queue.
///
/// # Errors
/// `Database`.
pub async fn menu(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
) -> Result<Vec<MenuOption>> {
    let rows = rows_of(conn, company, queue).await?;
    let option = |row: Row| {
        let kind = row.media_kind.as_deref().and_then(MediaKind::parse);
        MenuOption {
            id: row.id,
            parent_id: row.parent_id,
            position: row.position,
            title: row.title,
            message: row.message,
            file: row.media_id.zip(kind),
        }
    };
    Ok(rows.into_iter().map(option).collect())
}

/// Adds an option to a queue.
///
/// # Errors
/// `Refused(NoQueueFound)`, `Refused(NoQueueOptionFound)` for its parent, `Refused(QueueOptionsFull)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    form: &OptionForm,
    now: DateTime<Utc>,
) -> Result<QueueOptionId> {
    companies::take_turn(conn, company).await?;
    queues::get(conn, company, queue).await?;
    let known = places(conn, company, queue).await?;
    check_parent(&known, form.parent_id)?;
    if known.len() >= OPTIONS_MAX {
        return Err(ErrorCode::QueueOptionsFull.into());
    }
    check_room(&known, form.parent_id, 1)?;
    let id: QueueOptionId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO queue_options (company_id, queue_id, parent_id, position, title, message, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id"
    )
    .bind(company)
    .bind(queue)
    .bind(form.parent_id)
    .bind(i64::MAX)
    .bind(&form.title)
    .bind(&form.message)
    .bind(now)
    .fetch_one(c)
    .await
    })?;
    arrange(
        conn,
        company,
        queue,
        form.parent_id,
        Some((id, form.position)),
    )
    .await?;
    Ok(id)
}

/// Changes an option, and moves it where it is said to be. Answers its queue.
///
/// # Errors
/// `Refused(NoQueueOptionFound)` for it or its parent, `Refused(QueueOptionLoop)` below itself, `Refused(QueueOptionsFull)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueOptionId,
    form: &OptionForm,
    now: DateTime<Utc>,
) -> Result<QueueId> {
    companies::take_turn(conn, company).await?;
    let queue = queue_of(conn, company, id).await?;
    let known = places(conn, company, queue).await?;
    check_parent(&known, form.parent_id)?;
    let own = known.iter().find(|place| place.id == id);
    let former = own.and_then(|place| place.parent_id);
    let moves = former != form.parent_id;
    if moves {
        let inside = below(&known, id);
        if form
            .parent_id
            .is_some_and(|parent| inside.contains(&parent))
        {
            return Err(ErrorCode::QueueOptionLoop.into());
        }
        check_room(&known, form.parent_id, depth(&known, id))?;
    }
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE queue_options SET title = $3, message = $4, parent_id = $5, updated_at = $6
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&form.title)
    .bind(&form.message)
    .bind(form.parent_id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    if moves {
        arrange(conn, company, queue, former, None).await?;
    }
    if moves || form.position.is_some() {
        arrange(
            conn,
            company,
            queue,
            form.parent_id,
            Some((id, form.position)),
        )
        .await?;
    }
    Ok(queue)
}

/// Gives an option another file, or none. Answers the file it had, which the caller lets go of.
///
/// # Errors
/// `Refused(NoQueueOptionFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueOptionId,
    media: Option<MediaId>,
    now: DateTime<Utc>,
) -> Result<Option<MediaId>> {
    let former: Option<Option<MediaId>> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT media_id FROM queue_options WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let former = former.ok_or(ErrorCode::NoQueueOptionFound)?;
    on!(conn, |c| sqlx::query(
        "UPDATE queue_options SET media_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(media)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(former)
}

/// Removes an option with all that stands below it. Answers its queue and the files, which the caller lets go of.
///
/// # Errors
/// `Refused(NoQueueOptionFound)`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueOptionId,
) -> Result<(QueueId, Vec<MediaId>)> {
    companies::take_turn(conn, company).await?;
    let queue = queue_of(conn, company, id).await?;
    let known = places(conn, company, queue).await?;
    let gone = below(&known, id);
    let own = known.iter().find(|place| place.id == id);
    let parent = own.and_then(|place| place.parent_id);
    let files = known.iter().filter(|place| gone.contains(&place.id));
    let files = files.filter_map(|place| place.media_id).collect();
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM queue_options WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    arrange(conn, company, queue, parent, None).await?;
    Ok((queue, files))
}

fn check_parent(known: &[Place], parent: Option<QueueOptionId>) -> Result<()> {
    match parent {
        Some(parent) if !known.iter().any(|place| place.id == parent) => {
            Err(ErrorCode::NoQueueOptionFound.into())
        }
        _ => Ok(()),
    }
}

async fn queue_of(conn: &mut Conn<'_>, company: CompanyId, id: QueueOptionId) -> Result<QueueId> {
    let found: Option<QueueId> = on!(conn, |c| sqlx::query_scalar(
        "SELECT queue_id FROM queue_options WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoQueueOptionFound.into())
}

async fn rows_of(conn: &mut Conn<'_>, company: CompanyId, queue: QueueId) -> Result<Vec<Row>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_options!(),
        " WHERE o.company_id = $1 AND o.queue_id = $2
          ORDER BY o.parent_id IS NOT NULL, o.parent_id, o.position, o.id LIMIT $3"
    ))
    .bind(company)
    .bind(queue)
    .bind(MENUS_MAX)
    .fetch_all(c)
    .await)?)
}

fn view(
    company: CompanyId,
    row: Row,
    children: Vec<QueueOptionId>,
    shown: Shown<'_>,
) -> QueueOption {
    let media_url = match (row.media_id, row.media_path.as_deref()) {
        (Some(id), Some(path)) => {
            let file = LinkedFile {
                id,
                path,
                name: row.media_name.as_deref().unwrap_or_default(),
                mime: row.media_mime.as_deref().unwrap_or_default(),
            };
            Some(shown.links.link(company, &file, shown.now))
        }
        _ => None,
    };
    QueueOption {
        id: row.id,
        title: row.title,
        message: row.message,
        option: row.position,
        queue_id: row.queue_id,
        parent_id: row.parent_id,
        children,
        media_path: row.media_path,
        media_name: row.media_name,
        media_mime: row.media_mime,
        media_url,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}
