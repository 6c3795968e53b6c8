//! Phone numbers that exist in two forms, and writers of one number.

use crate::{Conn, Result, model::CompanyId};

/// Country code of Brazil, whose mobile numbers exist with and without a ninth digit (rule B20).
const BRAZIL: &str = "55";
/// Digits of a Brazilian number without the ninth digit: country, area, eight digits.
const BRAZIL_SHORT_DIGITS: usize = 12;
/// Where the ninth digit stands: after country and area code.
const BRAZIL_NINTH_AT: usize = 4;

/// The other form of a Brazilian mobile number: with the ninth digit if it has none, without it if it has one.
pub(super) fn other_form(number: &str) -> Option<String> {
    if !number.starts_with(BRAZIL) || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (area, local) = number.split_at_checked(BRAZIL_NINTH_AT)?;
    let is_mobile = local.starts_with(['6', '7', '8', '9']);
    if number.len() == BRAZIL_SHORT_DIGITS && is_mobile {
        return Some(format!("{area}9{local}"));
    }
    let short = local
        .strip_prefix('9')
        .filter(|_| number.len() == BRAZIL_SHORT_DIGITS + 1)?;
    Some(format!("{area}{short}"))
}

/// The one form that stands for both of a Brazilian number: the shorter one.
pub fn one_form(number: &str) -> String {
    let other = other_form(number).filter(|other| other.len() < number.len());
    other.unwrap_or_else(|| number.to_owned())
}

/// Lets the writers of one number, in whichever form, take turns until their transactions end. The embedded database has
/// one writer anyway.
pub(super) async fn take_turn(conn: &mut Conn<'_>, company: CompanyId, number: &str) -> Result<()> {
    if let Conn::Postgres(c) = conn {
        let turn = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))")
            .bind(one_form(number))
            .bind(company)
            .execute(&mut **c)
            .await;
        c.noted(turn)?;
    }
    Ok(())
}
