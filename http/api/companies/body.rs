//! What is sent about a company, and how it becomes what is stored.

use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::rules::{calendar::Zone, subscription::next_due};
use guiche_storage::{
    companies::CompanyForm,
    model::{
        PlanId,
        company::{Billing, CompanyDetails, Recurrence},
    },
};
use serde::Deserialize;

use crate::{
    api::{
        fields::{self, present},
        moments::Moment,
    },
    error::ApiError,
};

/// Characters of a line of an address.
const LINE_CHARS_MAX: usize = 200;

/// A company to make or to change. When changing, what is absent stays.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompanyBody {
    /// 2 to 50 characters, unique on this server; required to make one.
    #[garde(inner(custom(fields::name)))]
    pub(super) name: Option<String>,
    /// E-mail of the company; required to make one.
    #[garde(inner(custom(fields::email)))]
    email: Option<String>,
    /// Phone in any notation, or empty.
    #[garde(inner(length(chars, max = 30)))]
    phone: Option<String>,
    /// What it subscribes to; required to make one.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    pub(super) plan_id: Option<PlanId>,
    /// Whether its people may change anything; they may if absent.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::switch")]
    status: Option<bool>,
    /// Whether its campaigns are switched on; as its plan says if absent.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::switch")]
    pub(super) campaigns_enabled: Option<bool>,
    /// Paid until; `null` is without end. A new company has one payment's time if absent.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    due_date: Option<Option<Moment>>,
    /// How often it pays; every month if absent.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    recurrence: Option<Recurrence>,
    /// Until when it tries the product out; `null` if it does not.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    trial_expiration: Option<Option<Moment>>,
    /// CNPJ or CPF.
    #[garde(inner(length(chars, max = 30)))]
    document: Option<String>,
    /// The name on the bill.
    #[garde(inner(length(chars, max = LINE_CHARS_MAX)))]
    billing_name: Option<String>,
    /// Street and number.
    #[garde(inner(length(chars, max = LINE_CHARS_MAX)))]
    address: Option<String>,
    /// What else an envelope needs.
    #[garde(inner(length(chars, max = LINE_CHARS_MAX)))]
    address2: Option<String>,
    /// City.
    #[garde(inner(length(chars, max = LINE_CHARS_MAX)))]
    city: Option<String>,
    /// State.
    #[garde(inner(length(chars, max = LINE_CHARS_MAX)))]
    state: Option<String>,
    /// Postal code.
    #[garde(inner(length(chars, max = 20)))]
    zipcode: Option<String>,
    /// Country.
    #[garde(inner(length(chars, max = 60)))]
    country: Option<String>,
    /// Name of a new company's first admin; the company's if absent.
    #[garde(inner(custom(fields::name)))]
    pub(super) admin_name: Option<String>,
    /// E-mail of a new company's first admin; the company's if absent.
    #[garde(inner(custom(fields::email)))]
    admin_email: Option<String>,
    /// His password, 5 to 50 characters. Without it he is invited by mail to set one.
    #[garde(inner(custom(fields::password_or_empty)))]
    #[schema(write_only)]
    password: Option<String>,
}

impl CompanyBody {
    /// The first admin's e-mail: the company's, unless he has one of his own.
    ///
    /// # Errors
    /// `Validation` where neither he nor the company has one.
    pub(super) fn admin_email(&self) -> Result<&str, ApiError> {
        let given = [&self.admin_email, &self.email];
        let mut given = given.into_iter().flatten().map(|email| email.trim());
        given
            .find(|email| !email.is_empty())
            .ok_or_else(|| ApiError::field("adminEmail", "is missing"))
    }

    /// The first admin's password, if it is given.
    pub(super) fn password(&self) -> Option<&str> {
        self.password.as_deref().filter(|text| !text.is_empty())
    }

    /// What a new company is to be.
    ///
    /// # Errors
    /// `Validation` without a name, an e-mail or a plan.
    pub(super) fn for_new(&self, now: DateTime<Utc>, zone: Zone) -> Result<CompanyForm, ApiError> {
        let missing = |field| ApiError::field(field, "is missing");
        let recurrence = self.recurrence.unwrap_or(Recurrence::Mensal);
        let name = self.name.as_deref().ok_or_else(|| missing("name"))?;
        let email = self.email.as_deref().ok_or_else(|| missing("email"))?;
        let form = CompanyForm {
            name: name.trim().to_owned(),
            email: Some(email.trim().to_owned()),
            phone: None,
            plan: self.plan_id.ok_or_else(|| missing("planId"))?,
            status: true,
            due_date: Some(next_due(None, recurrence, now, zone)),
            recurrence,
            trial_expiration: None,
            billing: Billing::default(),
        };
        Ok(self.over(form, zone))
    }

    /// The form with what the body changes.
    pub(super) fn over(&self, stored: CompanyForm, zone: Zone) -> CompanyForm {
        let at = |moment: Option<Moment>| moment.map(|moment| moment.at(zone));
        let billing = stored.billing;
        CompanyForm {
            name: match &self.name {
                Some(name) => name.trim().to_owned(),
                None => stored.name,
            },
            email: line(self.email.as_ref(), stored.email),
            phone: line(self.phone.as_ref(), stored.phone),
            plan: self.plan_id.unwrap_or(stored.plan),
            status: self.status.unwrap_or(stored.status),
            due_date: self.due_date.map_or(stored.due_date, at),
            recurrence: self.recurrence.unwrap_or(stored.recurrence),
            trial_expiration: self.trial_expiration.map_or(stored.trial_expiration, at),
            billing: Billing {
                document: line(self.document.as_ref(), billing.document),
                billing_name: line(self.billing_name.as_ref(), billing.billing_name),
                address: line(self.address.as_ref(), billing.address),
                address2: line(self.address2.as_ref(), billing.address2),
                city: line(self.city.as_ref(), billing.city),
                state: line(self.state.as_ref(), billing.state),
                zipcode: line(self.zipcode.as_ref(), billing.zipcode),
                country: line(self.country.as_ref(), billing.country),
            },
        }
    }
}

/// A line that may be empty; what is absent stays.
fn line(given: Option<&String>, stored: Option<String>) -> Option<String> {
    match given {
        Some(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        None => stored,
    }
}

/// A stored company as the form that would change nothing.
pub(super) fn form_of(stored: &CompanyDetails) -> CompanyForm {
    let company = &stored.company;
    CompanyForm {
        name: company.name.clone(),
        email: company.email.clone(),
        phone: company.phone.clone(),
        plan: stored.plan_id,
        status: company.status,
        due_date: company.due_date,
        recurrence: stored.recurrence,
        trial_expiration: stored.trial_expiration,
        billing: stored.billing.clone(),
    }
}
