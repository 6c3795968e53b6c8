//! Contacts: the customers of a company.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_storage::{
    contacts::{self, CONTACTS_A_PAGE, ContactForm},
    model::{
        ContactId,
        contact::{Contact, ExtraInfo},
        event::{Entity, NewEvent},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::fields::{self, Done, EVERYBODY};
use crate::{app::App, caller::Caller, error::ApiError, valid::Valid};

/// Digits of a phone number with its country code (E.164 has at most 15).
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a name, number or e-mail; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 30 a page.
    page_number: Option<i64>,
}

/// A page of contacts by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactPage {
    /// The contacts of this page.
    contacts: Vec<Contact>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A new contact.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewContact {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Phone number with country code in any notation; 8 to 15 digits.
    #[garde(skip)]
    number: String,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// Free name and value pairs.
    #[garde(length(max = 50), dive)]
    extra_info: Option<Vec<ExtraInfoBody>>,
}

/// A changed contact; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactChange {
    /// 2 to 50 characters.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Phone number with country code in any notation; 8 to 15 digits.
    #[garde(skip)]
    number: Option<String>,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// Free name and value pairs.
    #[garde(length(max = 50), dive)]
    extra_info: Option<Vec<ExtraInfoBody>>,
}

/// A free name and value pair.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ExtraInfoBody {
    /// What it is.
    #[garde(length(chars, min = 1, max = 100))]
    name: String,
    /// The value.
    #[garde(length(chars, max = 1000))]
    value: String,
}

/// A page of the company's contacts.
#[utoipa::path(tag = "contacts", params(ListQuery), responses((status = 200, body = ContactPage)))]
#[get("/contacts")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<ListQuery>,
) -> Result<web::Json<ContactPage>, ApiError> {
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, CONTACTS_A_PAGE);
    let mut reader = app.db.read().await?;
    let found = contacts::list(&mut reader.conn(), caller.company, search, page).await?;
    Ok(web::Json(ContactPage {
        contacts: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A contact.
#[utoipa::path(tag = "contacts", params(("id" = i64, Path)), responses((status = 200, body = Contact), (status = 404, description = "ERR_NO_CONTACT_FOUND")))]
#[get("/contacts/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<Contact>, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        contacts::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}

/// Adds a contact.
#[utoipa::path(
    tag = "contacts",
    request_body = NewContact,
    responses((status = 200, body = Contact), (status = 400, description = "ERR_VALIDATION, ERR_DUPLICATED_CONTACT"))
)]
#[post("/contacts")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewContact>,
) -> Result<web::Json<Contact>, ApiError> {
    let Valid(body) = body;
    let form = ContactForm {
        name: body.name.trim().to_owned(),
        number: digits(&body.number)?,
        email: body.email.unwrap_or_default().trim().to_owned(),
        extra_info: pairs(body.extra_info.unwrap_or_default()),
    };
    let now = app.clock.now();
    let done = app
        .db
        .change(caller.company, now, async |conn, told| {
            let contact = contacts::insert(conn, caller.company, &form, now).await?;
            told.push(event(json!({ "action": "create", "contact": contact })));
            Ok::<_, ApiError>(contact)
        })
        .await?;
    (app.tell)(done.events);
    Ok(web::Json(done.value))
}

/// Changes a contact.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    request_body = ContactChange,
    responses(
        (status = 200, body = Contact),
        (status = 400, description = "ERR_VALIDATION, ERR_DUPLICATED_CONTACT"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[put("/contacts/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
    body: Valid<ContactChange>,
) -> Result<web::Json<Contact>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .db
        .change(caller.company, now, async |conn, told| {
            let stored = contacts::get(conn, caller.company, *id).await?;
            let form = changed(stored, body)?;
            let contact = contacts::update(conn, caller.company, *id, &form, now).await?;
            told.push(event(json!({ "action": "update", "contact": contact })));
            Ok::<_, ApiError>(contact)
        })
        .await?;
    (app.tell)(done.events);
    Ok(web::Json(done.value))
}

/// Deletes a contact that has never had a ticket. Admins only.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND"),
        (status = 409, description = "ERR_CONTACT_IN_USE")
    )
)]
#[delete("/contacts/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let done = app
        .db
        .change(caller.company, app.clock.now(), async |conn, told| {
            contacts::delete(conn, caller.company, *id).await?;
            told.push(event(json!({ "action": "delete", "contactId": *id })));
            Ok::<_, ApiError>(())
        })
        .await?;
    (app.tell)(done.events);
    Ok(web::Json(Done {
        message: "Contact deleted.",
    }))
}

fn event(payload: Value) -> NewEvent {
    NewEvent {
        entity: Entity::Contact,
        rooms: EVERYBODY.to_vec(),
        scope: None,
        payload,
    }
}

/// The stored contact with what the body changes. A group's number is its id and stays.
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

/// The digits of a phone number written in any notation.
fn digits(number: &str) -> Result<String, ApiError> {
    let is_phone = number
        .chars()
        .all(|c| c.is_ascii_digit() || " +-().".contains(c));
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    if is_phone && NUMBER_DIGITS.contains(&digits.len()) {
        Ok(digits)
    } else {
        Err(ApiError::field(
            "number",
            "must be a phone number of 8 to 15 digits",
        ))
    }
}

fn pairs(bodies: Vec<ExtraInfoBody>) -> Vec<ExtraInfo> {
    bodies
        .into_iter()
        .map(|body| ExtraInfo {
            name: body.name,
            value: body.value,
        })
        .collect()
}
