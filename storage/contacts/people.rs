//! One person under all the names that `WhatsApp` has for him: his number, in either Brazilian form, and the ids that come
//! with it or stand for it (rule B20).

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{
    ContactForm, InboundContact, Merged, find, find_by_number, get, merge, numbers::one_form,
    schedule_ids, update, upsert_inbound,
};
use crate::{
    Conn, Result, StorageError,
    model::{
        CompanyId, ContactId, ErrorCode, ScheduleId, TicketId, contact::Contact, inbound::Person,
    },
    on,
};

/// Characters kept of the name by which others find somebody; `WhatsApp` allows 35.
const USERNAME_CHARS_MAX: usize = 100;

/// A contact that turned out to be the same person as another one, and went into it.
#[derive(Debug, Clone)]
pub struct Joined {
    /// The one that is no more.
    pub gone: ContactId,
    /// The newest of its tickets.
    pub tickets: Vec<TicketId>,
    /// Its schedules.
    pub schedules: Vec<ScheduleId>,
}

/// What came of somebody's change of names.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "one at a time, and gone at once")]
pub enum Moved {
    /// Nobody is known by the former names.
    Unknown,
    /// He has the new ones already.
    Known(Contact),
    /// He has them now.
    Done(Box<InboundContact>),
    /// Somebody else has them: people have to look.
    Taken {
        /// Who has changed.
        contact: Contact,
        /// Who has the new names.
        holder: Contact,
    },
}

/// The contact of a person, by his number first.
///
/// # Errors
/// `Database`.
pub async fn find_person(
    conn: &mut Conn<'_>,
    company: CompanyId,
    person: &Person,
) -> Result<Option<Contact>> {
    if !person.address.is_empty()
        && let Some(contact) = find_by_number(conn, company, &person.address).await?
    {
        return Ok(Some(contact));
    }
    find_by_ids(conn, company, &person.user_ids).await
}

/// The contact that an event comes from, made when it is new. Whatever name comes first, number or id, the person is one
/// contact as soon as both came together once.
///
/// # Errors
/// As [`upsert_inbound`].
pub async fn upsert_person(
    conn: &mut Conn<'_>,
    company: CompanyId,
    person: &Person,
    is_group: bool,
    now: DateTime<Utc>,
) -> Result<InboundContact> {
    let (mut number, mut joined) = (person.address.clone(), None);
    let (mut changed, mut waits) = (false, false);
    let by_id = find_by_ids(conn, company, &person.user_ids).await?;
    if let Some(known) = by_id {
        if person.is_hidden() {
            number = known.number;
        } else {
            match find_by_number(conn, company, &number).await? {
                None => {
                    renumber(conn, company, &known, &number, now).await?;
                    changed = true;
                }
                Some(same) if same.id == known.id => {}
                Some(other) => {
                    joined = join(conn, company, (&other, &known), now).await?;
                    waits = joined.is_none() && !is_phone(&known.number);
                }
            }
        }
    }
    let name = person.name.as_deref();
    let mut found = upsert_inbound(conn, company, &number, name, is_group, now).await?;
    if !waits {
        link(conn, company, found.contact.id, &person.user_ids).await?;
    }
    let username = person.username.as_deref().and_then(clean_username);
    if username.is_some() && username != found.contact.username {
        set_username(conn, company, found.contact.id, username.as_deref(), now).await?;
        found.contact = get(conn, company, found.contact.id).await?;
        changed = true;
    }
    found.changed |= !found.created && (changed || joined.is_some());
    found.joined = joined;
    Ok(found)
}

/// Gives the contact of `former` the names that he has now. Told twice, the second time changes nothing. A number that
/// another contact has stays there: it may have been somebody else's before, and two people's words are not mixed.
///
/// # Errors
/// `Database`.
pub async fn move_person(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (former, now_named): (&Person, &Person),
    now: DateTime<Utc>,
) -> Result<Moved> {
    let Some(contact) = find_person(conn, company, former).await? else {
        return Ok(Moved::Unknown);
    };
    let has_number = !now_named.address.is_empty() && !now_named.is_hidden();
    // one without a known number is written to by his id
    let by_id = now_named
        .user_ids
        .first()
        .filter(|_| !is_phone(&contact.number));
    let address = if has_number {
        Some(&now_named.address)
    } else {
        by_id
    };
    let mut joined = None;
    for name in address.into_iter().chain(&now_named.user_ids) {
        let holder = holder(conn, company, name).await?;
        let Some(holder) = holder.filter(|holder| holder.id != contact.id) else {
            continue;
        };
        // an id is nobody else's before or after: whoever wrote by it alone is the same person
        if !is_phone(&holder.number) {
            joined = join(conn, company, (&contact, &holder), now).await?;
        }
        if joined.is_none() {
            return Ok(Moved::Taken { contact, holder });
        }
    }
    let is_known = !link(conn, company, contact.id, &now_named.user_ids).await?;
    let contact = get(conn, company, contact.id).await?;
    let address = address.filter(|it| one_form(it) != one_form(&contact.number));
    let Some(address) = address else {
        if is_known && joined.is_none() {
            return Ok(Moved::Known(contact));
        }
        return Ok(done(contact, joined));
    };
    let contact = renumber(conn, company, &contact, address, now).await?;
    Ok(done(contact, joined))
}

/// Says whether somebody wants no advertisements. `false`: that was known.
///
/// # Errors
/// `Database`.
pub async fn set_opt_out(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    opt_out: bool,
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE contacts SET marketing_opt_out = $3, updated_at = $4
         WHERE company_id = $1 AND id = $2 AND marketing_opt_out <> $3"
    )
    .bind(company)
    .bind(id)
    .bind(opt_out)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(changed == 1)
}

fn done(contact: Contact, joined: Option<Joined>) -> Moved {
    Moved::Done(Box::new(InboundContact {
        contact,
        created: false,
        changed: true,
        joined,
    }))
}

/// Whether a contact's number is one, and not an id that stands for it.
fn is_phone(number: &str) -> bool {
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// Who is written to by a number or an id, or comes under it.
async fn holder(conn: &mut Conn<'_>, company: CompanyId, name: &str) -> Result<Option<Contact>> {
    match find_by_number(conn, company, name).await? {
        Some(contact) => Ok(Some(contact)),
        None => find_by_ids(conn, company, std::slice::from_ref(&name.to_owned())).await,
    }
}

/// The contact that comes under one of these ids; the first id says most.
async fn find_by_ids(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ids: &[String],
) -> Result<Option<Contact>> {
    for id in ids {
        let found: Option<ContactId> = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT contact_id FROM
               (SELECT contact_id, 0 AS place FROM contact_identities
                  WHERE company_id = $1 AND identity = $2
                UNION ALL SELECT id, 1 FROM contacts WHERE company_id = $1 AND number = $2) AS found
             ORDER BY place LIMIT 1"
        )
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await)?;
        if let Some(found) = found {
            return find(conn, company, found).await;
        }
    }
    Ok(None)
}

/// Notes ids as a contact's; those of others become his. `false`: all were his.
async fn link(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    ids: &[String],
) -> Result<bool> {
    if ids.is_empty() {
        return Ok(false);
    }
    let changed = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "INSERT INTO contact_identities (company_id, identity, contact_id) ",
        );
        query.push_values(distinct(ids), |mut row, id| {
            row.push_bind(company).push_bind(id).push_bind(contact);
        });
        query.push(
            " ON CONFLICT (company_id, identity) DO UPDATE SET contact_id = excluded.contact_id
              WHERE contact_identities.contact_id <> excluded.contact_id",
        );
        query
            .build()
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(changed > 0)
}

fn distinct(ids: &[String]) -> Vec<String> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids.dedup();
    ids
}

/// Two contacts of which one message says that they are one person. The one of which only an id was known goes into the
/// other. Where both have somebody's attention it waits for the next message after one of the tickets has ended, and
/// where both have a number people have to look: the number may have changed hands.
async fn join(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (kept, gone): (&Contact, &Contact),
    now: DateTime<Utc>,
) -> Result<Option<Joined>> {
    let collision = |why: &str| {
        tracing::warn!(
            company.id = %company, contact.id = %kept.id, other.id = %gone.id, why,
            "two contacts come under the names of one person"
        );
    };
    if is_phone(&gone.number) {
        collision("both have a number");
        return Ok(None);
    }
    let schedules = schedule_ids(conn, company, gone.id).await?;
    match merge(conn, company, kept.id, gone.id, now).await {
        Ok(Merged { tickets, .. }) => Ok(Some(Joined {
            gone: gone.id,
            tickets,
            schedules,
        })),
        Err(StorageError::Refused(ErrorCode::ContactsBothOpen)) => {
            collision("both have a running ticket");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Gives a contact another number; where it stands for a name it does so on.
async fn renumber(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: &Contact,
    number: &str,
    now: DateTime<Utc>,
) -> Result<Contact> {
    let is_unnamed = contact.name == contact.number;
    let form = ContactForm {
        name: if is_unnamed { number } else { &contact.name }.to_owned(),
        number: number.to_owned(),
        email: contact.email.clone(),
        extra_info: contact.extra_info.clone(),
    };
    update(conn, company, contact.id, &form, now).await
}

fn clean_username(name: &str) -> Option<String> {
    let visible: String = name.chars().filter(|c| !c.is_control()).collect();
    let kept: String = visible.trim().chars().take(USERNAME_CHARS_MAX).collect();
    (!kept.is_empty()).then_some(kept)
}

async fn set_username(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    username: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE contacts SET username = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(username)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
