//! Adding, changing, joining and removing one contact.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_actors::{
    connection::provider::NumberCheck,
    desk::{MergeContacts, tell_schedule_gone},
    rules::numbers,
};
use guiche_storage::{
    contacts::{self, ContactForm, number_checks},
    media::MediaStore,
    model::{
        CompanyId, ContactId, ErrorCode,
        contact::{Contact, ExtraInfo},
        event::{ContactEvent, Written},
    },
};
use serde::Deserialize;

use super::{digits, event, phone_digits};
use crate::{
    api::{
        attachments,
        fields::{self, Done},
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A new contact.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewContact {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Phone number with country code in any notation: 8 to 50 characters with 8 to 15 digits.
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
#[derive(Debug, Clone, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactChange {
    /// 2 to 50 characters.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Phone number with country code in any notation: 8 to 50 characters with 8 to 15 digits. Who sees no numbers leaves it as it is.
    #[garde(skip)]
    number: Option<String>,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// Free name and value pairs.
    #[garde(length(max = 50), dive)]
    extra_info: Option<Vec<ExtraInfoBody>>,
    /// Whether nothing that he writes is taken in; for supervisors and admins.
    #[garde(skip)]
    blocked: Option<bool>,
}

/// Which contact is the same person.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactMerge {
    /// The contact that goes.
    #[garde(skip)]
    contact_id: ContactId,
}

/// A free name and value pair.
#[derive(Debug, Clone, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ExtraInfoBody {
    /// What it is.
    #[garde(length(chars, min = 1, max = 100))]
    name: String,
    /// The value.
    #[garde(length(chars, max = 1000))]
    value: String,
}

/// Adds a contact.
#[utoipa::path(
    tag = "contacts",
    request_body = NewContact,
    responses((status = 200, body = Contact), (
        status = 400,
        description = "ERR_VALIDATION, ERR_DUPLICATED_CONTACT; ERR_WAPP_INVALID_CONTACT: the number is not on WhatsApp, as a paired number of the company was told"
    ))
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewContact>,
) -> Result<web::Json<Contact>, ApiError> {
    let Valid(body) = body;
    let number = digits(&body.number)?;
    let form = ContactForm {
        name: body.name.trim().to_owned(),
        number: on_whatsapp(&app, caller.company, number).await?,
        email: body.email.unwrap_or_default().trim().to_owned(),
        extra_info: pairs(body.extra_info.unwrap_or_default()),
    };
    let now = app.clock.now();
    let done = app
        .change(caller.company, now, async |conn, told| {
            let contact = contacts::insert(conn, caller.company, &form, now).await?;
            told.push(event(ContactEvent::written(Written::New, &contact)));
            Ok::<_, ApiError>(contact)
        })
        .await?;
    Ok(web::Json(done))
}

/// The number as `WhatsApp` writes it, where a paired number of the company can ask. Where nobody can it is taken as it is.
async fn on_whatsapp(app: &App, company: CompanyId, number: String) -> Result<String, ApiError> {
    let asker = {
        let mut reader = app.db.read().await?;
        number_checks::find_asker(&mut reader.conn(), company).await?
    };
    let Some(asker) = asker else {
        return Ok(number);
    };
    let asked = app
        .actors
        .control()
        .check_number(company, asker, number.clone());
    match asked.await {
        Some(NumberCheck::Missing) => Err(ErrorCode::WappInvalidContact.into()),
        Some(NumberCheck::Exists { canonical }) => Ok(canonical),
        None => Ok(number),
    }
}

/// Changes a contact.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    request_body = ContactChange,
    responses(
        (status = 200, body = Contact),
        (status = 400, description = "ERR_VALIDATION, ERR_DUPLICATED_CONTACT"),
        (
            status = 403,
            description = "ERR_NO_PERMISSION: an attendant blocks or unblocks; ERR_NUMBER_HIDDEN: he changes a number that is hidden from him"
        ),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
    body: Valid<ContactChange>,
) -> Result<web::Json<Contact>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let stored = contacts::get(conn, caller.company, *id).await?;
            let blocked = body.blocked.filter(|blocked| *blocked != stored.blocked);
            let body = if caller.sees_numbers {
                body.clone()
            } else {
                uncovered(&stored, body.clone())?
            };
            let form = changed(stored, body)?;
            let mut contact = contacts::update(conn, caller.company, *id, &form, now).await?;
            if let Some(blocked) = blocked {
                caller.require_supervisor()?;
                contact = contacts::update_blocked(conn, caller.company, *id, blocked, now).await?;
            }
            contacts::fill_line(conn, caller.company, &mut contact).await?;
            told.push(event(ContactEvent::written(Written::Changed, &contact)));
            Ok::<_, ApiError>(contact)
        })
        .await?;
    Ok(web::Json(done))
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
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        let schedules = contacts::schedule_ids(conn, caller.company, *id).await?;
        contacts::delete(conn, caller.company, *id, now).await?;
        told.extend(schedules.into_iter().map(tell_schedule_gone));
        told.push(event(ContactEvent::Delete { contact_id: *id }));
        Ok::<_, ApiError>(())
    })
    .await?;
    attachments::clear(&app, &media, caller.company).await;
    Ok(web::Json(Done {
        message: "Contact deleted.",
    }))
}

/// Joins two contacts that are one person: the other one's tickets, messages and what else this one lacks become this
/// one's, and the other is gone. Supervisors and admins only.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    request_body = ContactMerge,
    responses(
        (status = 200, body = Contact),
        (status = 400, description = "ERR_VALIDATION: both are the same contact, or one is a group"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND"),
        (status = 409, description = "ERR_CONTACTS_BOTH_OPEN")
    )
)]
#[post("/{id}/merge")]
pub(super) async fn merge(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
    body: Valid<ContactMerge>,
) -> Result<web::Json<Contact>, ApiError> {
    caller.require_supervisor()?;
    let (Valid(ContactMerge { contact_id: gone }), kept) = (body, *id);
    {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        for id in [kept, gone] {
            if contacts::get(conn, caller.company, id).await?.is_group {
                return Err(ApiError::field("contactId", "a group stays as it is"));
            }
        }
    }
    if kept == gone {
        return Err(ApiError::field("contactId", "is the same contact"));
    }
    let contact = app
        .actors
        .desk(caller.company, MergeContacts { kept, gone });
    let mut contact = contact.await?;
    let mut reader = app.db.read().await?;
    contacts::fill_line(&mut reader.conn(), caller.company, &mut contact).await?;
    Ok(web::Json(contact))
}

/// What somebody changes who was shown the contact with its number hidden: what comes back as it was shown stays as it is
/// stored.
fn uncovered(stored: &Contact, mut body: ContactChange) -> Result<ContactChange, ApiError> {
    let known = |number: &String| {
        [&numbers::hidden(&stored.number), &stored.number].contains(&number)
            || phone_digits(number).as_ref() == Some(&stored.number)
    };
    if !body.number.take().as_ref().is_none_or(known) {
        return Err(ErrorCode::NumberHidden.into());
    }
    let shown = |text: &str| numbers::hidden_in(text, &stored.number);
    let name = numbers::hidden_name(&shown(&stored.name));
    body.name = body.name.filter(|new| new.trim() != name);
    let email = numbers::hidden_email(&stored.email, &stored.number);
    body.email = body.email.filter(|new| new.trim() != email);
    for pair in body.extra_info.iter_mut().flatten() {
        let mut pairs = stored.extra_info.iter();
        let same =
            pairs.find(|old| shown(&old.name) == pair.name && shown(&old.value) == pair.value);
        if let Some(same) = same {
            pair.name.clone_from(&same.name);
            pair.value.clone_from(&same.value);
        }
    }
    Ok(body)
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

fn pairs(bodies: Vec<ExtraInfoBody>) -> Vec<ExtraInfo> {
    bodies
        .into_iter()
        .map(|body| ExtraInfo {
            name: body.name,
            value: body.value,
        })
        .collect()
}
