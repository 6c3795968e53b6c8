//! `/api/v1/contacts`

use actix_web::{HttpResponse, get, patch, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_storage::{
    contacts::{self, ChangedContacts, ContactForm},
    identity::api_requests,
    model::{
        ContactId,
        contact::{Contact, ExtraInfo},
        event::{ContactEvent, Written},
        public::PublicContact,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    key::{ByKey, ContactsRead, ContactsWrite},
    once::{self, Asked, made, once},
    pages,
};
use crate::{
    api::{
        contacts::{digits, event},
        fields,
    },
    app::App,
    error::ApiError,
    valid::{Query, Valid},
};

/// Which contacts.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct ContactQuery {
    /// Part of name, number or e-mail, without case and accents.
    search: Option<String>,
    /// Changed from here on.
    updated_since: Option<DateTime<Utc>>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// 1 to 100; 50 if not said.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A page of contacts, those first whose last change is the oldest.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ContactPage {
    /// The contacts.
    data: Vec<PublicContact>,
    /// Where the next page begins; `null` on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A contact to add.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewContact {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Phone number with country code, 8 to 15 digits in any notation.
    #[garde(skip)]
    number: String,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// Free name and value pairs.
    #[garde(length(max = 50), dive)]
    extra_info: Option<Vec<Pair>>,
}

/// What changes of a contact; what is absent stays.
#[derive(Debug, Clone, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ContactChange {
    /// 2 to 50 characters.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Phone number with country code, 8 to 15 digits in any notation. A group's number is its id and stays.
    #[garde(skip)]
    number: Option<String>,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// Free name and value pairs; all of them.
    #[garde(length(max = 50), dive)]
    extra_info: Option<Vec<Pair>>,
    /// Whether nothing that he writes is taken in.
    #[garde(skip)]
    is_blocked: Option<bool>,
}

/// A free name and value pair.
#[derive(Debug, Clone, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct Pair {
    /// What it is.
    #[garde(length(chars, min = 1, max = 100))]
    name: String,
    /// The value.
    #[garde(length(chars, max = 1_000))]
    value: String,
}

impl From<Pair> for ExtraInfo {
    fn from(pair: Pair) -> Self {
        Self {
            name: pair.name,
            value: pair.value,
        }
    }
}

fn pairs(bodies: Vec<Pair>) -> Vec<ExtraInfo> {
    bodies.into_iter().map(ExtraInfo::from).collect()
}

/// The contacts, those first whose last change is the oldest: whoever asks again with the last `updated_at` that he has seen
/// misses none.
#[utoipa::path(
    tag = "contacts",
    params(ContactQuery),
    security(("key" = ["contacts:read"])),
    responses((status = 200, body = ContactPage))
)]
#[get("/contacts")]
pub(super) async fn list(
    by: ByKey<ContactsRead>,
    app: web::Data<App>,
    query: Query<ContactQuery>,
) -> Result<web::Json<ContactPage>, ApiError> {
    let limit = pages::limit(query.limit)?;
    let search = fields::search_text(query.search.as_deref())
        .map_err(|_| ApiError::field("search", "must have at most 200 characters"))?;
    let after = pages::changed_after(query.cursor.as_deref())?;
    let filter = ChangedContacts {
        search,
        since: query.updated_since,
        after: after.map(|(at, id)| (at, ContactId(id))),
    };
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let mut found = contacts::list_changed(conn, by.company, filter, limit + 1).await?;
    let has_more = pages::cut(&mut found, limit);
    let last = found.last().filter(|_| has_more);
    Ok(web::Json(ContactPage {
        next_cursor: last.map(|last| pages::after_change(last.updated_at, last.id.0)),
        data: found.iter().map(PublicContact::from).collect(),
    }))
}

/// One contact.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    security(("key" = ["contacts:read"])),
    responses(
        (status = 200, body = PublicContact),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[get("/contacts/{id}")]
pub(super) async fn show(
    by: ByKey<ContactsRead>,
    app: web::Data<App>,
    id: web::Path<ContactId>,
) -> Result<web::Json<PublicContact>, ApiError> {
    let mut reader = app.db.read().await?;
    let contact = contacts::get(&mut reader.conn(), by.company, *id).await?;
    Ok(web::Json(PublicContact::from(&contact)))
}

/// Adds a contact.
#[utoipa::path(
    tag = "contacts",
    params(("Idempotency-Key" = Option<String>, Header, description = "Done once under this name, and answered the same for 24 hours; 1 to 100 characters")),
    request_body = NewContact,
    security(("key" = ["contacts:write"])),
    responses(
        (status = 201, body = PublicContact),
        (status = 400, description = "ERR_VALIDATION; ERR_DUPLICATED_CONTACT: the company has the number"),
        (status = 409, description = "ERR_IDEMPOTENCY_RUNNING: it is being done"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the name is that of another request")
    )
)]
#[post("/contacts")]
pub(super) async fn create(
    by: ByKey<ContactsWrite>,
    app: web::Data<App>,
    asked: Asked<NewContact>,
) -> Result<HttpResponse, ApiError> {
    let Asked { body, named } = asked;
    let form = ContactForm {
        name: body.name.trim().to_owned(),
        number: digits(&body.number)?,
        email: body.email.unwrap_or_default().trim().to_owned(),
        extra_info: pairs(body.extra_info.unwrap_or_default()),
    };
    let now = app.clock.now();
    once(&app, named, async |named| {
        let done = app
            .change(by.company, now, async |conn, told| {
                let contact = contacts::insert(conn, by.company, &form, now).await?;
                let shown = PublicContact::from(&contact);
                if let Some(named) = &named {
                    let answer = once::answer(&shown, contact.id).map_err(ApiError::internal)?;
                    api_requests::finish(conn, named, &answer).await?;
                }
                told.push(event(ContactEvent::written(Written::New, &contact)));
                Ok::<_, ApiError>(shown)
            })
            .await?;
        Ok(made(&done))
    })
    .await
}

/// Changes a contact.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    request_body = ContactChange,
    security(("key" = ["contacts:write"])),
    responses(
        (status = 200, body = PublicContact),
        (status = 400, description = "ERR_VALIDATION, ERR_DUPLICATED_CONTACT"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[patch("/contacts/{id}")]
pub(super) async fn update(
    by: ByKey<ContactsWrite>,
    app: web::Data<App>,
    id: web::Path<ContactId>,
    body: Valid<ContactChange>,
) -> Result<web::Json<PublicContact>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let company = by.company;
    let done = app
        .change(company, now, async |conn, told| {
            let stored = contacts::get(conn, company, *id).await?;
            let blocked = body.is_blocked.filter(|it| *it != stored.blocked);
            let form = changed(stored, body.clone())?;
            let mut contact = contacts::update(conn, company, *id, &form, now).await?;
            if let Some(blocked) = blocked {
                contact = contacts::update_blocked(conn, company, *id, blocked, now).await?;
            }
            told.push(event(ContactEvent::written(Written::Changed, &contact)));
            Ok::<_, ApiError>(PublicContact::from(&contact))
        })
        .await?;
    Ok(web::Json(done))
}

/// The stored contact with what the body changes.
fn changed(stored: Contact, body: ContactChange) -> Result<ContactForm, ApiError> {
    let number = match body.number {
        Some(number) if !stored.is_group && number != stored.number => digits(&number)?,
        _ => stored.number,
    };
    Ok(ContactForm {
        name: body.name.map_or(stored.name, |name| name.trim().to_owned()),
        number,
        email: body
            .email
            .map_or(stored.email, |email| email.trim().to_owned()),
        extra_info: body.extra_info.map_or(stored.extra_info, pairs),
    })
}
