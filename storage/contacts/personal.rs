//! Everything that is kept of one person, to be handed to him or erased (LGPD articles 18 V and VI).

use super::get;
use crate::{
    Conn, Result, media,
    model::{CompanyId, ContactId, MediaId, ScheduleId, TicketId, contact::Contact},
    on,
};

/// What an erasure took away.
#[derive(Debug, Clone)]
pub struct Erased {
    /// The person as he was.
    pub contact: Contact,
    /// Stored names of files that nothing else carries.
    pub files: Vec<String>,
}

/// Rows that name a contact, by number.
macro_rules! of_contact {
    ($name:ident, $id:ty, $sql:literal, $doc:literal) => {
        #[doc = $doc]
        ///
        /// # Errors
        /// `Database`.
        pub async fn $name(
            conn: &mut Conn<'_>,
            company: CompanyId,
            contact: ContactId,
        ) -> Result<Vec<$id>> {
            Ok(on!(conn, |c| sqlx::query_scalar($sql)
                .bind(company)
                .bind(contact)
                .fetch_all(c)
                .await)?)
        }
    };
}

of_contact!(
    ticket_ids,
    TicketId,
    "SELECT id FROM tickets WHERE company_id = $1 AND contact_id = $2 ORDER BY id",
    "The tickets of a contact."
);
of_contact!(
    schedule_ids,
    ScheduleId,
    "SELECT id FROM schedules WHERE company_id = $1 AND contact_id = $2 ORDER BY id",
    "The schedules of a contact."
);
of_contact!(
    media_ids,
    MediaId,
    "SELECT media_id FROM messages WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL
     UNION SELECT media_id FROM schedules WHERE company_id = $1 AND contact_id = $2 AND media_id IS NOT NULL",
    "The files of a contact's messages and schedules."
);

/// Removes a contact with his tickets, messages, notes, schedules, what was to be sent to him and what his provider told
/// of him. What somebody else's message carries stays.
///
/// # Errors
/// `Refused(NoContactFound)`.
pub async fn erase(conn: &mut Conn<'_>, company: CompanyId, id: ContactId) -> Result<Erased> {
    // what comes in for him waits
    on!(&mut *conn, |c| sqlx::query(concat!(
        "SELECT id FROM contacts WHERE company_id = $1 AND id = $2",
        for_removal!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    .map(drop))?;
    let contact = get(conn, company, id).await?;
    let media = media_ids(conn, company, id).await?;
    macro_rules! remove {
        ($sql:literal, $value:expr) => {
            on!(&mut *conn, |c| sqlx::query($sql)
                .bind(company)
                .bind($value)
                .execute(c)
                .await
                .map(drop))?
        };
    }
    remove!(
        "DELETE FROM tickets WHERE company_id = $1 AND contact_id = $2",
        id
    );
    remove!(
        "DELETE FROM schedules WHERE company_id = $1 AND contact_id = $2",
        id
    );
    remove!(
        "DELETE FROM outbox WHERE company_id = $1 AND recipient = $2",
        &contact.number
    );
    remove!(
        "DELETE FROM inbox WHERE company_id = $1 AND chat = $2 AND state = 'done'",
        &contact.number
    );
    remove!(
        "UPDATE messages SET author_id = NULL WHERE company_id = $1 AND author_id = $2",
        id
    );
    remove!("DELETE FROM contacts WHERE company_id = $1 AND id = $2", id);
    let mut files = Vec::new();
    for id in media {
        files.extend(media::delete(conn, company, id).await?);
    }
    Ok(Erased { contact, files })
}
