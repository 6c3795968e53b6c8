//! Who refers to a file, and what becomes of one to which nobody refers any more: its row goes in the transaction that let
//! go of it, which also notes the name of its file until the bytes are gone too.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::MediaStore;
use crate::{
    AT_ONCE, Conn, Db, Result,
    core::ids::push_ids,
    model::{CompanyId, MediaId},
    on,
};

/// Files removed before it is noted that they are.
const REMOVED_AT_ONCE: i64 = 200;

/// Every table that refers to files; a test compares this with the schema.
macro_rules! owners {
    ($with:ident) => {
        $with!(
            "messages",
            "quick_messages",
            "schedules",
            "announcements",
            "file_list_options",
            "queues",
            "queue_options",
            "campaigns",
            "contact_pictures",
            "message_templates"
        )
    };
}

/// The condition that nobody refers to a row of `media`.
macro_rules! nobody_refers {
    ($($table:literal),+) => {
        concat!($(
            " AND NOT EXISTS (SELECT 1 FROM ", $table,
            " o WHERE o.company_id = media.company_id AND o.media_id = media.id)"
        ),+)
    };
}

#[cfg(test)]
pub(crate) fn owner_tables() -> Vec<&'static str> {
    macro_rules! names {
        ($($table:literal),+) => {
            vec![$($table),+]
        };
    }
    owners!(names)
}

/// Files of messages of a ticket, or of what a contact has, by number.
macro_rules! files_of {
    ($name:ident, $of:ty, $sql:literal, $doc:literal) => {
        #[doc = $doc]
        ///
        /// # Errors
        /// `Database`.
        pub async fn $name(
            conn: &mut Conn<'_>,
            company: CompanyId,
            of: $of,
        ) -> Result<Vec<MediaId>> {
            Ok(on!(conn, |c| sqlx::query_scalar($sql)
                .bind(company)
                .bind(of)
                .fetch_all(c)
                .await)?)
        }
    };
}

files_of!(
    of_ticket,
    crate::model::TicketId,
    "SELECT DISTINCT media_id FROM messages WHERE company_id = $1 AND ticket_id = $2 AND media_id IS NOT NULL",
    "The files of a ticket's messages."
);
files_of!(
    of_contact,
    crate::model::ContactId,
    "SELECT media_id FROM messages WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL
     UNION SELECT media_id FROM schedules WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL
     UNION SELECT media_id FROM contact_pictures WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL",
    "The files of a contact's messages and schedules, and his picture."
);

/// Lets go of files after what referred to them is gone: removes the rows to which nobody refers, and notes their files for
/// [`remove_released`]. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn release(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ids: &[MediaId],
    now: DateTime<Utc>,
) -> Result<usize> {
    let mut released = 0;
    for some in ids.chunks(AT_ONCE) {
        let paths: Vec<Option<String>> = on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("DELETE FROM media WHERE company_id = ");
            query.push_bind(company);
            push_ids(&mut query, " AND id IN (", some.iter().map(|id| id.0));
            query.push(owners!(nobody_refers)).push(" RETURNING path");
            query.build_query_scalar().fetch_all(c).await
        })?;
        released += paths.len();
        let paths: Vec<String> = paths.into_iter().flatten().collect();
        note_released(conn, company, &paths, now).await?;
    }
    Ok(released)
}

/// Notes files that are to be removed.
pub(crate) async fn note_released(
    conn: &mut Conn<'_>,
    company: CompanyId,
    paths: &[String],
    now: DateTime<Utc>,
) -> Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "INSERT INTO released_files (company_id, path, released_at) ",
        );
        query.push_values(paths, |mut row, path| {
            row.push_bind(company).push_bind(path).push_bind(now);
        });
        query.push(" ON CONFLICT (company_id, path) DO NOTHING");
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}

/// Rows to which nobody refers and that have not changed since `before`, of the `limit` rows of all companies that follow
/// the row `after`. Answers them and the last row that was looked at; `None` at the end.
pub(super) async fn list_unowned(
    conn: &mut Conn<'_>,
    after: MediaId,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Option<(MediaId, Vec<(CompanyId, MediaId)>)>> {
    let last: Option<MediaId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT MAX(id) FROM (SELECT id FROM media WHERE id > $1 ORDER BY id LIMIT $2) piece"
    )
    .bind(after)
    .bind(limit)
    .fetch_one(c)
    .await)?;
    let Some(last) = last else { return Ok(None) };
    let unowned = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT company_id, id FROM media WHERE id > $1 AND id <= $2 AND updated_at < $3",
        owners!(nobody_refers)
    ))
    .bind(after)
    .bind(last)
    .bind(before)
    .fetch_all(c)
    .await)?;
    Ok(Some((last, unowned)))
}

/// Removes the files that were let go of: of one company, or of all. One that cannot be removed stays noted for the next
/// time. Answers how many are gone.
///
/// # Errors
/// `Database`, `Unavailable`.
pub async fn remove_released(
    db: &Db,
    store: &MediaStore,
    company: Option<CompanyId>,
) -> Result<usize> {
    let (mut removed, mut after) = (0, (CompanyId(0), String::new()));
    loop {
        let some = {
            let mut reader = db.read().await?;
            list_released(&mut reader.conn(), company, &after).await?
        };
        let Some(last) = some.last().cloned() else {
            return Ok(removed);
        };
        after = last;
        let mut gone = Vec::with_capacity(some.len());
        for (of, path) in some {
            match store.remove(of, &path).await {
                Ok(()) => gone.push((of, path)),
                Err(error) => tracing::warn!(%error, "a file could not be removed; later again"),
            }
        }
        db.write(async |conn| forget(conn, &gone).await).await?;
        removed += gone.len();
    }
}

async fn list_released(
    conn: &mut Conn<'_>,
    company: Option<CompanyId>,
    (of, path): &(CompanyId, String),
) -> Result<Vec<(CompanyId, String)>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT company_id, path FROM released_files
         WHERE (company_id, path) > ($1, $2) AND ($3 IS NULL OR company_id = $3)
         ORDER BY company_id, path LIMIT $4"
    )
    .bind(*of)
    .bind(path)
    .bind(company)
    .bind(REMOVED_AT_ONCE)
    .fetch_all(c)
    .await)?)
}

async fn forget(conn: &mut Conn<'_>, gone: &[(CompanyId, String)]) -> Result<()> {
    for (company, path) in gone {
        on!(&mut *conn, |c| sqlx::query(
            "DELETE FROM released_files WHERE company_id = $1 AND path = $2"
        )
        .bind(*company)
        .bind(path)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(())
}
