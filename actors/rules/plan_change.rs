//! What it means when a company takes another plan: when that counts, and what it costs until the end of what is paid (rule
//! B12). Money is whole cents, time is whole days of the company.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, Utc};
use guiche_storage::model::company::{Plan, Recurrence, Usage};

use super::{billing::price, calendar::Zone};

/// Bytes in a GB of a plan.
const GB: i64 = 1_000_000_000;

/// How a company stands when it chooses.
#[derive(Debug, Clone, Copy)]
pub struct Chooser {
    /// Paid until.
    pub due_date: DateTime<Utc>,
    /// Until when it tries the product out.
    pub trial_until: Option<DateTime<Utc>>,
    /// How often it pays.
    pub recurrence: Recurrence,
    /// Where it is.
    pub zone: Zone,
}

/// When another plan counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// At once: it costs the same, or nothing is paid yet and it does not cost more.
    Now,
    /// When this is paid: it is dearer.
    Difference(i64),
    /// With the next payment: it is dearer, and nothing is left of what was paid.
    NextPayment,
    /// At the end of what is paid: it is cheaper.
    From(DateTime<Utc>),
}

/// Something of which a company has more than a plan allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excess {
    /// Of what.
    pub of: Counted,
    /// How much it has; of files bytes.
    pub used: i64,
    /// How much it may have; of files bytes.
    pub most: i64,
}

/// What plans count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Active users.
    Users,
    /// Connections.
    Connections,
    /// Queues.
    Queues,
    /// Files.
    Storage,
}

/// When a plan of another price a month counts for a company that has chosen it.
pub fn effect(chooser: Chooser, from: f64, to: f64, now: DateTime<Utc>) -> Effect {
    let (from, to) = (
        price(from, chooser.recurrence),
        price(to, chooser.recurrence),
    );
    // what is tried out was not paid for
    let is_trial = chooser
        .trial_until
        .is_some_and(|until| until > now && chooser.due_date <= until);
    if is_trial || from == to {
        return Effect::Now;
    }
    let is_paid = chooser.due_date > now;
    if to < from {
        return if is_paid {
            Effect::From(chooser.due_date)
        } else {
            Effect::Now
        };
    }
    let day = |time: DateTime<Utc>| time.with_timezone(&chooser.zone).date_naive();
    match difference(
        to - from,
        chooser.recurrence,
        day(now),
        day(chooser.due_date),
    ) {
        0 => Effect::NextPayment,
        cents => Effect::Difference(cents),
    }
}

/// What is to be paid for the days from `today` to `due` of something that costs so much a payment: whole payments as such, the
/// days of a part by their share of its days. A part of a cent is not asked for.
fn difference(cents: i64, recurrence: Recurrence, today: NaiveDate, due: NaiveDate) -> i64 {
    if due <= today {
        return 0;
    }
    let months = recurrence.months();
    let before = |payments: u32| {
        let months = payments.checked_mul(months)?;
        due.checked_sub_months(Months::new(months))
    };
    let mut whole = u32::try_from(months_between(today, due)).unwrap_or(0) / months;
    if before(whole).is_none_or(|day| day < today) {
        whole = whole.saturating_sub(1);
    }
    let paid = cents.saturating_mul(i64::from(whole));
    let (Some(end), Some(begin)) = (before(whole), before(whole.saturating_add(1))) else {
        return paid;
    };
    let (left, days) = ((end - today).num_days(), (end - begin).num_days());
    paid.saturating_add(cents.saturating_mul(left) / days.max(1))
}

fn months_between(from: NaiveDate, to: NaiveDate) -> i64 {
    let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    months(to) - months(from)
}

/// What a company has to give up before it can have a plan.
pub fn excess(usage: Usage, plan: &Plan) -> Vec<Excess> {
    let bytes = plan.storage_gb.saturating_mul(GB);
    let all = [
        (Counted::Users, usage.users, plan.users),
        (Counted::Connections, usage.connections, plan.connections),
        (Counted::Queues, usage.queues, plan.queues),
        (
            Counted::Storage,
            usage.storage_bytes,
            if bytes > 0 { bytes } else { i64::MAX },
        ),
    ];
    let all = all.into_iter().filter(|(_, used, most)| used > most);
    all.map(|(of, used, most)| Excess { of, used, most })
        .collect()
}

/// Whether a company may choose a plan by itself. One that costs nothing would never be paid for, and so end.
pub fn is_offered(plan: &Plan) -> bool {
    price(plan.value, Recurrence::Mensal) > 0
}

#[cfg(test)]
#[path = "plan_change_tests.rs"]
mod tests;
