//! The pictures that customers show of themselves: asked for when they are heard and again after some days, kept as files of
//! the company, and let go of with them.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Row, asked, get};
use crate::{
    Conn, Result,
    media::{self, StoredMedia},
    model::{CompanyId, ConnectionId, ContactId, MediaId, contact::Contact},
    on,
};

/// How long a picture is taken for the one that its owner shows.
pub const GOOD_FOR: TimeDelta = TimeDelta::days(7);
/// A picture that is to be asked for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePicture {
    /// Whose.
    pub contact: ContactId,
    /// Where he is written to.
    pub number: String,
    /// A group.
    pub is_group: bool,
    /// What the provider called the picture that is here; empty for none.
    pub mark: String,
    /// This try, from 1.
    pub attempts: i64,
}

asked_of_contacts!("contact_pictures", GOOD_FOR);

/// A customer shows another picture: it is due whenever the one before was asked for.
///
/// # Errors
/// `Database` when contact or connection are not the company's.
pub async fn want_again(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (contact, connection): (ContactId, ConnectionId),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "INSERT INTO contact_pictures (company_id, contact_id, connection_id, next_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, contact_id) DO UPDATE SET
               connection_id = excluded.connection_id, next_at = excluded.next_at, attempts = 0",
        )
        .bind(company)
        .bind(contact)
        .bind(connection)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// Takes the picture that has been due on a number for longest; after five tries it is left until the customer is heard
/// again some days later.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<Option<DuePicture>> {
    let Some((contact, attempts)) = claim_next(conn, company, connection, now).await? else {
        return Ok(None);
    };
    let mark = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT mark FROM contact_pictures WHERE company_id = $1 AND contact_id = $2",
        )
        .bind(company)
        .bind(contact.id)
        .fetch_one(c)
        .await
    })?;
    Ok(Some(DuePicture {
        contact: contact.id,
        number: contact.number,
        is_group: contact.is_group,
        mark,
        attempts,
    }))
}

/// Puts a picture, its link and the provider's word for it in the place of the one before, which is let go of; `None` takes
/// it away. `None` as an answer: the contact is gone, and whoever kept the file removes it.
///
/// # Errors
/// `Database`.
pub async fn replace(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    picture: Option<(&StoredMedia, &str, &str)>,
    now: DateTime<Utc>,
) -> Result<Option<Contact>> {
    let before: Option<Option<MediaId>> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT media_id FROM contact_pictures WHERE company_id = $1 AND contact_id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await)?;
    let Some(before) = before else {
        return Ok(None);
    };
    let (file, link, mark) = match picture {
        Some((file, link, mark)) => {
            let id = media::insert_of_customer(conn, company, now, file).await?;
            (Some(id), link, mark)
        }
        None => (None, "", ""),
    };
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE contact_pictures SET media_id = $3, mark = $4, next_at = NULL, asked_at = $5, attempts = 0
         WHERE company_id = $1 AND contact_id = $2"
    )
    .bind(company)
    .bind(contact)
    .bind(file)
    .bind(mark)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    let row: Option<Row> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
        "UPDATE contacts SET profile_pic_url = $3, updated_at = $4 WHERE company_id = $1 AND id = $2 RETURNING ",
        columns!()
    ))
    .bind(company)
    .bind(contact)
    .bind(link)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    let before: Vec<MediaId> = before.into_iter().collect();
    media::release(conn, company, &before, now).await?;
    Ok(row.map(Contact::from))
}

/// Two contacts become one: whoever stays keeps his picture, or takes over that of `gone`. Answers the files that are to be
/// released when `gone` is removed.
pub(super) async fn take_over(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (kept, gone): (&Contact, &Contact),
) -> Result<Vec<MediaId>> {
    if kept.profile_pic_url.is_empty() && !gone.profile_pic_url.is_empty() {
        on!(&mut *conn, |c| {
            sqlx::query(
            "DELETE FROM contact_pictures WHERE company_id = $1 AND contact_id = $2 AND media_id IS NULL"
        )
        .bind(company)
        .bind(kept.id)
        .execute(c)
        .await
        .map(drop)
        })?;
        on!(&mut *conn, |c| sqlx::query(
            "UPDATE contact_pictures SET contact_id = $2 WHERE company_id = $1 AND contact_id = $3"
        )
        .bind(company)
        .bind(kept.id)
        .bind(gone.id)
        .execute(c)
        .await
        .map(drop))?;
        on!(&mut *conn, |c| sqlx::query(
            "UPDATE contacts SET profile_pic_url = $3 WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(kept.id)
        .bind(&gone.profile_pic_url)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT media_id FROM contact_pictures WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL"
    )
    .bind(company)
    .bind(gone.id)
    .fetch_all(c)
    .await
    })?)
}
