//! What a company owes, when it is asked for, and the text of a Pix QR code (A014, A040, rule B12). Money is whole cents.

use std::fmt::Write as _;

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use guiche_storage::{
    billing::invoices::{Billed, NewInvoice},
    model::{
        company::Recurrence,
        invoice::{InvoiceStatus, PaymentOutcome},
    },
};

use super::{
    calendar::{Zone, zone_or_default},
    subscription::next_due,
};

/// An invoice is made when its due date is less than so many days away (B12).
const AHEAD_DAYS: i64 = 20;
/// The hour of the day from which invoices are made, where the server is at home (B12).
const HOUR: u32 = 3;
/// Most that a plan costs a month, in BRL; what is more is an error of somebody.
const VALUE_MAX: f64 = 1_000_000.0;
/// Bytes of a receiver's name and of his city (EMV).
const NAME_BYTES_MAX: usize = 25;
const CITY_BYTES_MAX: usize = 15;
/// Bytes of a value (two digits of length).
const VALUE_BYTES_MAX: usize = 99;
/// Where the checksum begins: its id and its length.
const CHECKSUM: &str = "6304";

/// Before when a company has to be due to get an invoice now.
pub fn billed_before(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::days(AHEAD_DAYS)
}

/// Whether invoices are made at this time of the day, where the server is at home.
pub fn is_billing_time(now: DateTime<Utc>) -> bool {
    now.with_timezone(&zone_or_default(None)).hour() >= HOUR
}

/// The invoice that a company is to have now, if any: it is switched on, pays something, and is due soon. Who pays for several
/// months at once is asked for all of them.
pub fn invoice_of(billed: &Billed, now: DateTime<Utc>) -> Option<NewInvoice> {
    let due_date = billed.due_date.filter(|due| *due < billed_before(now))?;
    let value_cents = price(billed.plan_value, billed.recurrence);
    if !billed.status || value_cents == 0 {
        return None;
    }
    let zone = zone_or_default(billed.time_zone.as_deref());
    Some(NewInvoice {
        detail: billed.plan_name.clone(),
        value_cents,
        due_date,
        due_day: due_date.with_timezone(&zone).date_naive(),
    })
}

/// What one payment costs: the months of a recurrence at the price of one.
pub fn price(a_month: f64, recurrence: Recurrence) -> i64 {
    cents(a_month) * i64::from(recurrence.months())
}

/// BRL as whole cents, rounded; what is no price is 0.
fn cents(value: f64) -> i64 {
    if !value.is_finite() || value <= 0.0 {
        return 0;
    }
    let rounded = (value.min(VALUE_MAX) * 100.0).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number up to 100 million"
    )]
    let cents = rounded as i64;
    cents
}

/// Until when a company has paid once it pays now: one payment later than what it has, or than today if that is past.
pub fn renewed(
    due_date: Option<DateTime<Utc>>,
    recurrence: Recurrence,
    now: DateTime<Utc>,
    zone: Zone,
) -> DateTime<Utc> {
    let from = due_date.map_or(now, |due| due.max(now));
    next_due(Some(from), recurrence, now, zone)
}

/// Whole days of a trial that are left, today included; none once it is over (A146).
pub fn trial_days_left(until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<i64> {
    let left = until? - now;
    if left <= TimeDelta::zero() {
        return None;
    }
    let days = left.num_days();
    Some(if left > TimeDelta::days(days) {
        days + 1
    } else {
        days
    })
}

/// What becomes of a payment, and how much of it is more than was asked for. It counts with what came for the same charge before it
/// and was too little.
pub fn outcome(
    status: InvoiceStatus,
    before_cents: i64,
    paid_cents: i64,
    owed_cents: i64,
) -> (PaymentOutcome, i64) {
    let more = before_cents.saturating_add(paid_cents) - owed_cents;
    match status {
        InvoiceStatus::Paid => (PaymentOutcome::Double, 0),
        InvoiceStatus::Cancelled => (PaymentOutcome::Late, 0),
        InvoiceStatus::Open if more < 0 => (PaymentOutcome::TooLittle, 0),
        InvoiceStatus::Open => (PaymentOutcome::Paid, more),
    }
}

/// An amount as the central bank writes it: `37.00`.
pub fn amount(cents: i64) -> String {
    let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    format!("{whole}.{rest:02}")
}

/// The cents of an amount as the central bank writes it; `None` for anything else.
pub fn parse_amount(text: &str) -> Option<i64> {
    let (whole, rest) = text.split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if rest.len() != 2 || whole.len() > 10 || !is_number(whole) || !is_number(rest) {
        return None;
    }
    let (whole, rest): (i64, i64) = (whole.parse().ok()?, rest.parse().ok()?);
    whole.checked_mul(100)?.checked_add(rest)
}

/// Whom a QR code pays.
#[derive(Debug, Clone, Copy)]
pub struct Receiver<'a> {
    /// His name.
    pub name: &'a str,
    /// His city.
    pub city: &'a str,
}

/// The text of a dynamic Pix QR code: the bank keeps the charge at `location`, an address without its scheme.
pub fn br_code(location: &str, receiver: Receiver<'_>, value_cents: i64) -> String {
    let account = [field("00", "br.gov.bcb.pix"), field("25", location)].concat();
    let mut code = [
        field("00", "01"),
        field("01", "12"),
        field("26", &account),
        field("52", "0000"),
        field("53", "986"),
        field("54", &amount(value_cents)),
        field("58", "BR"),
        field("59", &plain(receiver.name, NAME_BYTES_MAX)),
        field("60", &plain(receiver.city, CITY_BYTES_MAX)),
        field("62", &field("05", "***")),
    ]
    .concat();
    code.push_str(CHECKSUM);
    let sum = checksum(code.as_bytes());
    // writing into a text cannot fail
    let _ = write!(code, "{sum:04X}");
    code
}

/// Whether a text is a QR code whose checksum is right.
pub fn is_br_code(text: &str) -> bool {
    let Some(split) = text.len().checked_sub(4) else {
        return false;
    };
    let (Some(begin), Some(sum)) = (text.get(..split), text.get(split..)) else {
        return false;
    };
    begin.starts_with("000201")
        && begin.ends_with(CHECKSUM)
        && format!("{:04X}", checksum(begin.as_bytes())) == sum
}

/// Id, length of two digits, value. What is longer than a length can say is cut.
fn field(id: &str, value: &str) -> String {
    let value: String = value.chars().take(VALUE_BYTES_MAX).collect();
    format!("{id}{:02}{value}", value.len())
}

/// A text in plain letters: without accents, and of at most so many bytes.
fn plain(text: &str, bytes_max: usize) -> String {
    let folded = text.chars().map(unaccented);
    let kept = folded.filter(|c| c.is_ascii_graphic() || *c == ' ');
    let kept: String = kept.take(bytes_max).collect();
    kept.trim_end().to_owned()
}

/// A letter of Portuguese or Spanish without its accent.
fn unaccented(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'Á' | 'À' | 'Â' | 'Ã' | 'Ä' => 'A',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
        'Ó' | 'Ò' | 'Ô' | 'Õ' | 'Ö' => 'O',
        'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
        'Ç' => 'C',
        'Ñ' => 'N',
        other => other,
    }
}

/// CRC-16 of CCITT: polynomial 0x1021, begun with 0xFFFF (EMV).
fn checksum(bytes: &[u8]) -> u16 {
    let mut sum = 0xFFFF_u16;
    for byte in bytes {
        sum ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let carry = sum & 0x8000 != 0;
            sum <<= 1;
            if carry {
                sum ^= 0x1021;
            }
        }
    }
    sum
}

#[cfg(test)]
#[path = "billing_tests.rs"]
mod tests;
