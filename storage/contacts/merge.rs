//! Two contacts that are one person become one (rule B20).

use chrono::{DateTime, Utc};

use super::{
    ContactForm, get,
    numbers::{one_form, take_turn},
    pictures, update,
};
use crate::{
    Conn, Result, media,
    model::{
        CompanyId, ContactId, ErrorCode, TicketId,
        contact::{Contact, ExtraInfo},
    },
    on,
};

/// Pairs that a contact can have.
const EXTRA_INFO_MAX: usize = 50;
/// Tickets that are named in the answer: the newest ones, which somebody may be looking at.
const TICKETS_NAMED_MAX: i64 = 100;

/// What a merge left.
#[derive(Debug, Clone)]
pub struct Merged {
    /// The contact that stays, with what it lacked.
    pub contact: Contact,
    /// The newest tickets that it took over.
    pub tickets: Vec<TicketId>,
}

/// Gives everything of `gone` to `kept` and removes `gone`. What `kept` has already stays; its number stays.
///
/// # Errors
/// `Refused(NoContactFound)` when the company lacks one of them; `Refused(ContactsBothOpen)` when both have a running
/// ticket, of which one contact has at most one.
pub async fn merge(
    conn: &mut Conn<'_>,
    company: CompanyId,
    kept: ContactId,
    gone: ContactId,
    now: DateTime<Utc>,
) -> Result<Merged> {
    // writers of a number take their turn before they hold a contact
    let number = get(conn, company, kept).await?.number;
    take_turn(conn, company, &number).await?;
    lock(conn, company, [kept, gone]).await?;
    let (stays, goes) = (
        get(conn, company, kept).await?,
        get(conn, company, gone).await?,
    );
    let running: i64 = on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM tickets WHERE company_id = $1 AND contact_id IN ($2, $3)
           AND status IN ('open', 'pending', 'lead')"
    )
    .bind(company)
    .bind(kept)
    .bind(gone)
    .fetch_one(c)
    .await)?;
    if running > 1 {
        return Err(ErrorCode::ContactsBothOpen.into());
    }
    let tickets: Vec<TicketId> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM tickets WHERE company_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT $3"
    )
    .bind(company)
    .bind(gone)
    .bind(TICKETS_NAMED_MAX)
    .fetch_all(c)
    .await
    })?;
    move_rows(conn, company, kept, gone).await?;
    move_authorship(conn, company, kept, gone).await?;
    if one_form(&stays.number) == one_form(&goes.number) {
        move_windows(conn, company, kept, gone).await?;
    }
    let files = pictures::take_over(conn, company, (&stays, &goes)).await?;
    remove(conn, company, gone).await?;
    media::release(conn, company, &files, now).await?;
    let form = joined(&stays, &goes);
    let contact = update(conn, company, kept, &form, now).await?;
    Ok(Merged { contact, tickets })
}

/// Holds both rows, the lower one first, until the transaction ends: what comes in for one of them waits.
async fn lock(conn: &mut Conn<'_>, company: CompanyId, ids: [ContactId; 2]) -> Result<()> {
    let [one, other] = ids;
    on!(conn, |c| sqlx::query(concat!(
        "SELECT id FROM contacts WHERE company_id = $1 AND id IN ($2, $3) ORDER BY id",
        for_removal!()
    ))
    .bind(company)
    .bind(one)
    .bind(other)
    .fetch_all(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Every table that names a contact and does not go with it; a test compares this with the schema.
macro_rules! each_table {
    ($with:ident) => {
        $with!("tickets");
        $with!("messages");
        $with!("schedules");
        $with!("contact_identities");
        $with!("campaign_recipients");
        $with!("bot_turns");
        $with!("webhook_deliveries");
        $with!("api_requests");
    };
}

#[cfg(test)]
pub(crate) fn moved_tables() -> Vec<&'static str> {
    let mut tables = Vec::new();
    macro_rules! name {
        ($table:literal) => {
            tables.push($table);
        };
    }
    each_table!(name);
    tables
}

async fn move_rows(
    conn: &mut Conn<'_>,
    company: CompanyId,
    kept: ContactId,
    gone: ContactId,
) -> Result<()> {
    macro_rules! give {
        ($table:literal) => {
            on!(&mut *conn, |c| sqlx::query(concat!(
                "UPDATE ",
                $table,
                " SET contact_id = $2 WHERE company_id = $1 AND contact_id = $3"
            ))
            .bind(company)
            .bind(kept)
            .bind(gone)
            .execute(c)
            .await
            .map(drop))?;
        };
    }
    each_table!(give);
    Ok(())
}

/// What he wrote in groups.
async fn move_authorship(
    conn: &mut Conn<'_>,
    company: CompanyId,
    kept: ContactId,
    gone: ContactId,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE messages SET author_id = $2 WHERE company_id = $1 AND author_id = $3"
    )
    .bind(company)
    .bind(kept)
    .bind(gone)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The official API's window belongs to a number: it is taken over where both were the same one.
async fn move_windows(
    conn: &mut Conn<'_>,
    company: CompanyId,
    kept: ContactId,
    gone: ContactId,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO contact_windows (company_id, contact_id, connection_id, last_customer_message_at)
         SELECT company_id, $2, connection_id, last_customer_message_at FROM contact_windows
         WHERE company_id = $1 AND contact_id = $3
         ON CONFLICT (company_id, contact_id, connection_id)
         DO UPDATE SET last_customer_message_at = excluded.last_customer_message_at
         WHERE contact_windows.last_customer_message_at < excluded.last_customer_message_at"
    )
    .bind(company)
    .bind(kept)
    .bind(gone)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

async fn remove(conn: &mut Conn<'_>, company: CompanyId, gone: ContactId) -> Result<()> {
    let removed = on!(conn, |c| sqlx::query(
        "DELETE FROM contacts WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(gone)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if removed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoContactFound.into())
    }
}

/// The contact that stays with what it lacks. A name that is only the number gives way to a real one.
fn joined(stays: &Contact, goes: &Contact) -> ContactForm {
    let pick = |has: bool, own: &str, other: &str| if has { own } else { other }.to_owned();
    let mut extra_info = stays.extra_info.clone();
    let is_new = |pair: &&ExtraInfo| !stays.extra_info.contains(pair);
    extra_info.extend(goes.extra_info.iter().filter(is_new).cloned());
    extra_info.truncate(EXTRA_INFO_MAX);
    // a number that stands for a name is the own one
    let has_name = stays.name != stays.number || goes.name == goes.number;
    ContactForm {
        name: pick(has_name, &stays.name, &goes.name),
        number: stays.number.clone(),
        email: pick(!stays.email.is_empty(), &stays.email, &goes.email),
        extra_info,
    }
}
