//! Many people at once, as a file or a tag brings them: in pieces, so that no piece keeps others from writing for long.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::items::{ItemForm, Row, item_columns, list_gone};
use crate::{
    Conn, Result,
    contacts::{Numbers, looks, one_form, push_ids_of},
    model::{CompanyId, ContactId, ContactListId, TagId, contact_list::ContactListItem},
    on,
};

/// People that one transaction writes.
pub const AT_ONCE: usize = 500;
/// Numbers that one statement asks for: far below the parameters that a database takes.
const KEYS_AT_ONCE: usize = 800;

/// Adds those whose number does not stand in the list yet, in either Brazilian form, and answers them: repeated, it adds
/// nothing. At most [`AT_ONCE`] in one call.
///
/// # Errors
/// `Refused(NoContactListFound)`.
pub async fn insert_unknown(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    forms: &[ItemForm],
    now: DateTime<Utc>,
) -> Result<Vec<ContactListItem>> {
    write(conn, (company, list), forms, None, now).await
}

/// `valid` is what is known of the numbers already.
async fn write(
    conn: &mut Conn<'_>,
    (company, list): (CompanyId, ContactListId),
    forms: &[ItemForm],
    valid: Option<bool>,
    now: DateTime<Utc>,
) -> Result<Vec<ContactListItem>> {
    super::get(conn, company, list).await?;
    if forms.is_empty() {
        return Ok(Vec::new());
    }
    // in one order everywhere: two imports of the same numbers wait for each other and not in a circle
    let mut forms: Vec<(Option<String>, &ItemForm)> =
        forms.iter().map(|form| (form.key(), form)).collect();
    forms.sort_by(|one, other| one.0.cmp(&other.0));
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "INSERT INTO contact_list_items
               (company_id, contact_list_id, name, number, number_key, email, search, is_whatsapp_valid, checked_at,
                created_at, updated_at) ",
        );
        query.push_values(&forms, |mut row, (key, form)| {
            row.push_bind(company)
                .push_bind(list)
                .push_bind(&form.name)
                .push_bind(&form.number)
                .push_bind(key)
                .push_bind(&form.email)
                .push_bind(form.search())
                .push_bind(valid)
                .push_bind(valid.map(|_| now))
                .push_bind(now)
                .push_bind(now);
        });
        query.push(concat!(
            " ON CONFLICT (company_id, contact_list_id, number_key) DO NOTHING RETURNING ",
            item_columns!()
        ));
        query.build_query_as().fetch_all(c).await
    })
    .map_err(list_gone)?;
    Ok(rows.into_iter().map(ContactListItem::from).collect())
}

/// Which of these numbers stand in the list, each as the form that stands for both Brazilian ones.
///
/// # Errors
/// `Database`.
pub async fn list_known_keys(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    numbers: &[&str],
) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for some in numbers.chunks(KEYS_AT_ONCE) {
        let found: Vec<String> = on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "SELECT number_key FROM contact_list_items WHERE company_id = ",
            );
            query.push_bind(company);
            query.push(" AND contact_list_id = ").push_bind(list);
            query.push(" AND number_key IN (");
            let mut keys = query.separated(", ");
            for number in some {
                keys.push_bind(one_form(number));
            }
            query.push(")");
            query.build_query_scalar().fetch_all(c).await
        })?;
        known.extend(found);
    }
    Ok(known)
}

/// Which contacts come into a list. Everything given must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct PeopleFilter<'f> {
    /// Those with a ticket that carries it.
    pub tag: Option<TagId>,
    /// Part of name, number or e-mail, without case and accents.
    pub search: &'f str,
    /// Made from here on.
    pub from: Option<DateTime<Utc>>,
    /// Made before.
    pub until: Option<DateTime<Utc>>,
}

/// Adds the next contacts behind `after` that a filter meets. Groups are left out. Who has a ticket with a tag wrote, so his
/// number is on `WhatsApp`; numbers of others are still to be asked for. Answers the last one looked at, or `None` when
/// there are no more.
///
/// # Errors
/// `Refused(NoContactListFound)`.
pub async fn add_filtered(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    filter: &PeopleFilter<'_>,
    after: ContactId,
    now: DateTime<Utc>,
) -> Result<Option<ContactId>> {
    let limit = i64::try_from(AT_ONCE).unwrap_or(i64::MAX);
    let texts = looks(filter.search);
    let found: Vec<(ContactId, String, String, String)> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT c.id, c.name, c.number, c.email FROM contacts c WHERE c.company_id = ",
        );
        query.push_bind(company);
        query.push(" AND c.id > ").push_bind(after);
        query.push(" AND NOT c.is_group AND c.number <> ''");
        if let Some(tag) = filter.tag {
            query.push(
                " AND EXISTS (SELECT 1 FROM tickets t
                    JOIN ticket_tags g ON g.company_id = t.company_id AND g.ticket_id = t.id
                    WHERE t.company_id = c.company_id AND t.contact_id = c.id AND g.tag_id = ",
            );
            query.push_bind(tag).push(")");
        }
        if !texts.is_empty() {
            query.push(" AND c.id IN (");
            push_ids_of(&mut query, company, &texts, Numbers::Parts);
            query.push(")");
        }
        if let Some(from) = filter.from {
            query.push(" AND c.created_at >= ").push_bind(from);
        }
        if let Some(until) = filter.until {
            query.push(" AND c.created_at < ").push_bind(until);
        }
        query.push(" ORDER BY c.id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    let last = found.last().map(|(id, ..)| *id);
    let forms = found.into_iter().map(|(_, name, number, email)| ItemForm {
        name,
        number,
        email,
    });
    let forms: Vec<ItemForm> = forms.collect();
    let valid = filter.tag.map(|_| true);
    write(conn, (company, list), &forms, valid, now).await?;
    Ok(last)
}
