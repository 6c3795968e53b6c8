//! Everything that is kept of one person, to be handed to him or erased (LGPD articles 18 V and VI).

use chrono::{DateTime, Utc};

use super::{get, lists::items, number_checks, numbers::other_form};
use crate::{
    Conn, Result, campaigns, media,
    model::{CompanyId, ContactId, ContactListId, ScheduleId, TicketId},
    on,
};

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

/// What comes in for him waits.
async fn lock(conn: &mut Conn<'_>, company: CompanyId, id: ContactId) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(concat!(
        "SELECT id FROM contacts WHERE company_id = $1 AND id = $2",
        for_removal!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Removes a contact with his tickets, messages, notes, schedules, what was to be sent to him and what his provider told
/// of him, takes his number out of every contact list, and lets go of his files. A file that somebody else's message carries
/// stays. Answers the lists in which he stood.
///
/// # Errors
/// `Refused(NoContactFound)`.
pub async fn erase(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    now: DateTime<Utc>,
) -> Result<Vec<ContactListId>> {
    lock(conn, company, id).await?;
    let contact = get(conn, company, id).await?;
    let files = media::of_contact(conn, company, id).await?;
    let other = other_form(&contact.number);
    macro_rules! remove {
        ($sql:literal, $($value:expr),+) => {
            on!(&mut *conn, |c| sqlx::query($sql)
                .bind(company)
                $(.bind($value))+
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
        "DELETE FROM outbox WHERE company_id = $1 AND recipient IN ($2, $3)",
        &contact.number,
        other.as_deref()
    );
    remove!(
        "DELETE FROM inbox WHERE company_id = $1 AND chat IN ($2, $3) AND state <> 'new'",
        &contact.number,
        other.as_deref()
    );
    number_checks::forget(conn, company, (contact.number.as_str(), other.as_deref())).await?;
    remove!(
        "DELETE FROM webhook_deliveries WHERE company_id = $1 AND contact_id = $2",
        id
    );
    remove!(
        "DELETE FROM api_requests WHERE company_id = $1 AND contact_id = $2",
        id
    );
    remove!(
        "UPDATE messages SET author_id = NULL WHERE company_id = $1 AND author_id = $2",
        id
    );
    let person = (id, contact.number.as_str());
    campaigns::recipients::forget_person(conn, company, person, now).await?;
    remove!("DELETE FROM contacts WHERE company_id = $1 AND id = $2", id);
    let lists = items::forget_number(conn, company, &contact.number).await?;
    media::release(conn, company, &files, now).await?;
    Ok(lists)
}
