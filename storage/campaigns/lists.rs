//! The contact lists of campaigns: who has a valid number, and lists that are made of a tag.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::numbers::official;
use crate::{
    Conn, Result,
    contacts::{fold, one_form},
    model::{
        CompanyId, ContactId, ContactListId, ErrorCode, TagId,
        campaign::{Campaign, CampaignText},
    },
    on,
    tickets::tags,
};

/// Contacts that are copied by one statement.
const CONTACTS_AT_ONCE: i64 = 1000;

/// Whether the company has this list.
///
/// # Errors
/// `Database`.
pub async fn has_list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
) -> Result<bool> {
    let one: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM contact_lists WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(list)
    .fetch_optional(c)
    .await)?;
    Ok(one.is_some())
}

/// How many of a list have a valid number, or one of which nobody knows that where `takes_unknown`.
///
/// # Errors
/// `Refused(NoContactListFound)`.
pub async fn count_valid(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    takes_unknown: bool,
) -> Result<i64> {
    if !has_list(conn, company, list).await? {
        return Err(ErrorCode::NoContactListFound.into());
    }
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT COUNT(*) FROM contact_list_items
         WHERE company_id = $1 AND contact_list_id = $2 AND number_key IS NOT NULL AND COALESCE(is_whatsapp_valid, $3)"
    )
    .bind(company)
    .bind(list)
    .bind(takes_unknown)
    .fetch_one(c)
    .await
    })?)
}

/// How many would come into the list that is made of a tag.
///
/// # Errors
/// `Refused(NoTagFound)`.
pub async fn count_tagged(conn: &mut Conn<'_>, company: CompanyId, tag: TagId) -> Result<i64> {
    tags::get(conn, company, tag).await?;
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM contacts c
             WHERE c.company_id = $1 AND c.number <> '' AND NOT c.is_group AND EXISTS (
               SELECT 1 FROM ticket_tags g JOIN tickets t ON t.company_id = g.company_id AND t.id = g.ticket_id
               WHERE g.company_id = $1 AND g.tag_id = $2 AND t.contact_id = c.id)",
        )
        .bind(company)
        .bind(tag)
        .fetch_one(c)
        .await
    })?)
}

/// Whether a campaign has all that it needs to begin: a connection, for each of them a text or a template of its own, a question
/// too if it asks first, and somebody in its list with a number that is on `WhatsApp`.
///
/// # Errors
/// `Database`.
pub async fn is_complete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: &Campaign,
) -> Result<bool> {
    let (Some(_), Some(list)) = (campaign.whatsapp_id, campaign.contact_list_id) else {
        return Ok(false);
    };
    let texts = &campaign.texts;
    let is_written = |words: [&str; 5], keys: [CampaignText; 5]| {
        let has_text = words.iter().any(|text| !text.trim().is_empty());
        let mut numbers = campaign.whatsapp_ids.iter();
        has_text || numbers.all(|id| texts.templates_of(*id, keys).iter().any(Option::is_some))
    };
    let asks =
        !campaign.confirmation || is_written(texts.confirmations(), CampaignText::CONFIRMATIONS);
    if !asks || !is_written(texts.messages(), CampaignText::MESSAGES) {
        return Ok(false);
    }
    let of = [campaign.id];
    let takes_unknown = !official(conn, company, &of).await?.is_empty();
    let one: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM contact_list_items
         WHERE company_id = $1 AND contact_list_id = $2 AND number_key IS NOT NULL AND COALESCE(is_whatsapp_valid, $3) LIMIT 1"
    )
    .bind(company)
    .bind(list)
    .bind(takes_unknown)
    .fetch_optional(c)
    .await
    })?;
    Ok(one.is_some())
}

/// Makes a list of the contacts whose tickets carry a tag. They have written to us: their numbers are valid. Groups and
/// contacts without a number are left out.
///
/// # Errors
/// `Database`.
pub async fn from_tag(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (name, tag): (&str, TagId),
    now: DateTime<Utc>,
) -> Result<ContactListId> {
    let list: ContactListId = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4) RETURNING id"
    )
    .bind(company)
    .bind(name)
    .bind(fold(name))
    .bind(now)
    .fetch_one(c)
    .await)?;
    let mut after = ContactId(0);
    loop {
        let people: Vec<(ContactId, String, String, String)> = on!(&mut *conn, |c| {
            sqlx::query_as(
            "SELECT c.id, c.name, c.number, c.email FROM contacts c
             WHERE c.company_id = $1 AND c.id > $3 AND c.number <> '' AND NOT c.is_group AND EXISTS (
               SELECT 1 FROM ticket_tags g JOIN tickets t ON t.company_id = g.company_id AND t.id = g.ticket_id
               WHERE g.company_id = $1 AND g.tag_id = $2 AND t.contact_id = c.id)
             ORDER BY c.id LIMIT $4"
        )
        .bind(company)
        .bind(tag)
        .bind(after)
        .bind(CONTACTS_AT_ONCE)
        .fetch_all(c)
        .await
        })?;
        let Some((last, ..)) = people.last() else {
            return Ok(list);
        };
        after = *last;
        on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
                   is_whatsapp_valid, checked_at, created_at, updated_at) ",
            );
            query.push_values(&people, |mut row, (_, name, number, email)| {
                row.push_bind(company)
                    .push_bind(list)
                    .push_bind(name)
                    .push_bind(number)
                    .push_bind(one_form(number))
                    .push_bind(email)
                    .push_bind(fold(&format!("{name} {number} {email}")))
                    .push_bind(true)
                    .push_bind(now)
                    .push_bind(now)
                    .push_bind(now);
            });
            query.push(" ON CONFLICT (company_id, contact_list_id, number_key) DO NOTHING");
            query.build().execute(c).await.map(drop)
        })?;
    }
}
