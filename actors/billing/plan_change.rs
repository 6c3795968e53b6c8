//! A company takes another plan by itself. Whoever calls these functions has the company's turn, so that what they look at stays
//! true until they write.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn, StorageError,
    billing::{
        differences::{self, NewDifference},
        invoices,
    },
    companies::{
        self,
        plan_changes::{self, Planned},
        sign_ups,
    },
    model::{
        CompanyId, ErrorCode, InvoiceId, PlanId,
        company::{CompanyDetails, Plan},
        event::NewEvent,
        invoice::InvoiceKind,
    },
};

use super::{
    Billing, company_changed,
    invoicing::{bill_renewals, use_credit},
};
use crate::{
    ActorError,
    rules::{
        calendar::zone_or_default,
        plan_change::{Chooser, Effect, Excess, effect, excess, is_offered},
    },
};

/// An invoice for a difference is good for so long: later it would ask for days that are over.
const GOOD_FOR: TimeDelta = TimeDelta::days(3);
/// So long after its end it is cancelled: what was paid in the last minute is still on its way.
const LAPSES_AFTER: TimeDelta = TimeDelta::hours(3);
/// Companies looked at by one look.
const AT_ONCE: i64 = 100;

/// A plan as a company may choose it.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The plan.
    pub plan: Plan,
    /// When it would count; nothing for the plan that the company has.
    pub effect: Option<Effect>,
    /// What the company has to give up before.
    pub excess: Vec<Excess>,
}

/// What a company chooses from.
#[derive(Debug)]
pub struct Choice {
    /// The company as it is.
    pub company: CompanyDetails,
    /// The plan that it will have, if it has chosen one for later.
    pub planned: Option<Planned>,
    chooser: Option<Chooser>,
}

impl Choice {
    /// Looks at a company.
    ///
    /// # Errors
    /// `Refused(NoCompanyFound)`.
    pub async fn read(conn: &mut Conn<'_>, company: CompanyId) -> Result<Self, StorageError> {
        let details = companies::get_details(conn, company).await?;
        let billed = invoices::get_billed(conn, company).await?;
        let chooser = details.company.due_date.map(|due_date| Chooser {
            due_date,
            trial_until: details.trial_expiration,
            recurrence: details.recurrence,
            zone: zone_or_default(billed.time_zone.as_deref()),
        });
        Ok(Self {
            planned: plan_changes::find(conn, company).await?,
            company: details,
            chooser,
        })
    }

    /// Why nothing can be chosen now. A company without an end does not pay by itself, one that is switched off may do nothing,
    /// and what was paid for a smaller plan is not paid back.
    pub fn closed(&self) -> Option<ErrorCode> {
        let company = &self.company.company;
        if !company.status {
            Some(ErrorCode::CompanyInactive)
        } else if self.chooser.is_none() {
            Some(ErrorCode::PlanNotOwn)
        } else if self.is_paid_for() {
            Some(ErrorCode::PlanChangePaid)
        } else {
            None
        }
    }

    /// Whether the plan that was chosen for later is paid already.
    pub fn is_paid_for(&self) -> bool {
        let at = self.planned.as_ref().and_then(|planned| planned.at);
        at.zip(self.company.company.due_date)
            .is_some_and(|(at, due)| at < due)
    }

    /// What a plan would mean.
    pub fn offer(&self, plan: Plan, now: DateTime<Utc>) -> Offer {
        let own = &self.company.company.plan;
        let chooser = self.chooser.filter(|_| plan.id != own.id);
        let excess = if plan.id == own.id {
            Vec::new()
        } else {
            excess(self.company.usage, &plan)
        };
        Offer {
            effect: chooser.map(|chooser| effect(chooser, own.value, plan.value, now)),
            excess,
            plan,
        }
    }
}

/// The plans that a company may choose from, its own among them, the cheapest first.
///
/// # Errors
/// `Database`.
pub async fn offers(
    conn: &mut Conn<'_>,
    choice: &Choice,
    now: DateTime<Utc>,
) -> Result<Vec<Offer>, StorageError> {
    let own = choice.company.plan_id;
    let all = sign_ups::list_plans(conn).await?.into_iter();
    let all = all.filter(|plan| plan.id == own || is_offered(plan));
    Ok(all.map(|plan| choice.offer(plan, now)).collect())
}

/// A company takes a plan: at once, when the difference is paid, with its next payment or at the end of what is paid. What it
/// had chosen before is forgotten; choosing the plan that it has is taking that back.
///
/// # Errors
/// `Refused`: why nothing can be chosen ([`Choice::closed`]); `PlanTooSmall`.
pub async fn choose(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    choice: &Choice,
    offer: &Offer,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let company = choice.company.company.id;
    if let Some(code) = choice.closed() {
        return Err(code.into());
    }
    if !offer.excess.is_empty() {
        return Err(ErrorCode::PlanTooSmall.into());
    }
    forget(conn, company, now).await?;
    let plan = offer.plan.id;
    match offer.effect {
        None => {}
        Some(Effect::Now) => plan_changes::apply(conn, company, plan, now).await?,
        Some(Effect::NextPayment) => plan_changes::set(conn, company, plan, None, now).await?,
        Some(Effect::From(at)) => plan_changes::set(conn, company, plan, Some(at), now).await?,
        Some(Effect::Difference(cents)) => {
            let due_date = choice.company.company.due_date.unwrap_or(now);
            bill_difference(conn, company, &offer.plan, cents, due_date, now).await?;
        }
    }
    bill_renewals(conn, company, now).await?;
    use_credit(conn, told, company, now).await?;
    told.push(company_changed(conn, company).await?);
    Ok(())
}

/// What a company has chosen and does not have yet is forgotten.
///
/// # Errors
/// `Database`.
pub async fn forget(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    plan_changes::clear(conn, company, now).await?;
    invoices::cancel_open(conn, company, InvoiceKind::Difference, now).await?;
    Ok(())
}

/// The due date of a company has moved: what is asked for a dearer plan is reckoned anew, and a plan that was to come with the
/// next payment is there.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub(super) async fn follow_payment(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let choice = Choice::read(conn, company).await?;
    if let Some(planned) = choice.planned.as_ref().filter(|one| one.at.is_none()) {
        plan_changes::apply(conn, company, planned.plan.id, now).await?;
    }
    let Some(open) = differences::find_open(conn, company).await? else {
        return Ok(());
    };
    invoices::cancel_open(conn, company, InvoiceKind::Difference, now).await?;
    let Some(plan) = invoice_plan(conn, company, open.id).await? else {
        return Ok(());
    };
    let offer = choice.offer(plan, now);
    if let (Some(Effect::Difference(cents)), Some(due)) =
        (offer.effect, choice.company.company.due_date)
    {
        bill_difference(conn, company, &offer.plan, cents, due, now).await?;
    }
    Ok(())
}

async fn invoice_plan(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: InvoiceId,
) -> Result<Option<Plan>, StorageError> {
    let Some(plan) = differences::find_plan(conn, company, invoice).await? else {
        return Ok(None);
    };
    Ok(Some(companies::plans::get(conn, plan).await?.plan))
}

async fn bill_difference(
    conn: &mut Conn<'_>,
    company: CompanyId,
    plan: &Plan,
    value_cents: i64,
    paid_until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let new = NewDifference {
        plan: plan.id,
        detail: &plan.name,
        value_cents,
        due_date: paid_until.min(now + GOOD_FOR),
    };
    differences::insert(conn, company, new, now).await?;
    Ok(())
}

/// The difference to a plan was paid.
///
/// # Errors
/// `Refused(NoPlanFound)`.
pub(super) async fn follow_difference(
    conn: &mut Conn<'_>,
    company: CompanyId,
    plan: Option<PlanId>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let plan = plan.ok_or(ErrorCode::NoPlanFound)?;
    plan_changes::apply(conn, company, plan, now).await?;
    bill_renewals(conn, company, now).await
}

impl Billing {
    /// Lets plans count whose time has come, and cancels what was asked for a dearer plan and not paid in time.
    ///
    /// # Errors
    /// `Storage`; the rest is done the next time.
    pub async fn follow_plans(&self) -> Result<(), ActorError> {
        let now = self.clock.now();
        let (due, lapsed) = {
            let mut reader = self.db.read().await?;
            let conn = &mut reader.conn();
            (
                plan_changes::list_due(conn, now, AT_ONCE).await?,
                differences::list_lapsed(conn, now - LAPSES_AFTER, AT_ONCE).await?,
            )
        };
        for company in due {
            self.follow(company, async |conn, told| {
                let Some(planned) = plan_changes::find(conn, company).await? else {
                    // of a plan that is no more only the time is left
                    plan_changes::clear(conn, company, now).await?;
                    return Ok(());
                };
                if planned.at.is_none_or(|at| at > now) {
                    return Ok(());
                }
                plan_changes::apply(conn, company, planned.plan.id, now).await?;
                bill_renewals(conn, company, now).await?;
                use_credit(conn, told, company, now).await?;
                told.push(company_changed(conn, company).await?);
                Ok(())
            })
            .await?;
        }
        for company in lapsed {
            self.follow(company, async |conn, told| {
                let open = differences::find_open(conn, company).await?;
                if open.is_some_and(|it| it.due_date < now - LAPSES_AFTER) {
                    invoices::cancel_open(conn, company, InvoiceKind::Difference, now).await?;
                    use_credit(conn, told, company, now).await?;
                    told.push(company_changed(conn, company).await?);
                }
                Ok(())
            })
            .await?;
        }
        Ok(())
    }

    async fn follow(
        &self,
        company: CompanyId,
        work: impl AsyncFn(&mut Conn<'_>, &mut Vec<NewEvent>) -> Result<(), StorageError>,
    ) -> Result<(), ActorError> {
        let done = self
            .db
            .change(company, self.clock.now(), async |conn, told| {
                companies::take_turn(conn, company).await?;
                work(conn, told).await
            })
            .await;
        match done {
            Ok(done) => self.tell.tell(done.events),
            // deleted meanwhile
            Err(StorageError::Refused(ErrorCode::NoCompanyFound)) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
