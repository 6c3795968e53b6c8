//! Many contacts at once, as a file brings them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{ContactForm, find_by_number, insert_row, numbers::other_form, numbers::take_turn};
use crate::{
    Conn, Result,
    model::{CompanyId, ErrorCode, contact::Contact},
    on,
};

/// Numbers that one statement asks for, each in two forms: far below the parameters that a database takes.
const NUMBERS_AT_ONCE: usize = 400;

/// Which of these numbers the company has, in either Brazilian form; each in the form in which it was asked for.
///
/// # Errors
/// `Database`.
pub async fn list_known_numbers(
    conn: &mut Conn<'_>,
    company: CompanyId,
    numbers: &[&str],
) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for some in numbers.chunks(NUMBERS_AT_ONCE) {
        let stored = list_stored(conn, company, some).await?;
        let is_stored = |number: &str| {
            stored.contains(number)
                || other_form(number).is_some_and(|other| stored.contains(&other))
        };
        let asked = some.iter().filter(|number| is_stored(number));
        known.extend(asked.map(|number| (*number).to_owned()));
    }
    Ok(known)
}

async fn list_stored(
    conn: &mut Conn<'_>,
    company: CompanyId,
    numbers: &[&str],
) -> Result<HashSet<String>> {
    let forms = numbers.iter().flat_map(|number| {
        let other = other_form(number);
        std::iter::once((*number).to_owned()).chain(other)
    });
    let stored: Vec<String> = on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new("SELECT number FROM contacts WHERE company_id = ");
        query.push_bind(company).push(" AND number IN (");
        let mut list = query.separated(", ");
        for form in forms {
            list.push_bind(form);
        }
        query.push(")");
        query.build_query_scalar().fetch_all(c).await
    })?;
    Ok(stored.into_iter().collect())
}

/// Adds those contacts whose number the company does not have yet, in either Brazilian form. Answers what was added.
///
/// # Errors
/// `Database`.
pub async fn insert_unknown(
    conn: &mut Conn<'_>,
    company: CompanyId,
    forms: &[ContactForm],
    now: DateTime<Utc>,
) -> Result<Vec<Contact>> {
    let mut added = Vec::with_capacity(forms.len());
    // in one order everywhere: two imports of the same numbers wait for each other and not in a circle
    let mut forms: Vec<&ContactForm> = forms.iter().collect();
    forms.sort_by(|one, other| one.number.cmp(&other.number));
    for form in forms {
        take_turn(conn, company, &form.number).await?;
        if find_by_number(conn, company, &form.number).await?.is_some() {
            continue;
        }
        let row = insert_row(conn, company, form, false, now).await?;
        added.extend(row.map(Contact::from));
    }
    Ok(added)
}

/// The contact of a number, in either Brazilian form, or a new one that is called by it; and whether he is new. His number
/// stays as it is stored.
///
/// # Errors
/// `Refused(NoContactFound)` when he went away meanwhile; the call may be repeated.
pub async fn find_or_insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
    is_group: bool,
    now: DateTime<Utc>,
) -> Result<(Contact, bool)> {
    take_turn(conn, company, number).await?;
    if let Some(known) = find_by_number(conn, company, number).await? {
        return Ok((known, false));
    }
    let form = ContactForm {
        name: number.to_owned(),
        number: number.to_owned(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let row = insert_row(conn, company, &form, is_group, now).await?;
    let contact = row.map(Contact::from).ok_or(ErrorCode::NoContactFound)?;
    Ok((contact, true))
}
