//! Who stands in a contact list.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_actors::rules::lists::{tell_item, tell_item_gone, tell_list};
use guiche_storage::{
    contacts::lists::{
        self,
        items::{self, ItemForm, PAGE_SIZE},
    },
    model::{
        ContactListId, ContactListItemId, contact_list::ContactListItem, event::Written, page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::require;
use crate::{
    api::{
        contacts::phone_digits,
        fields::{self, Done, OwnCompany},
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::{Query, Valid},
};

/// Characters of a number as it is written (A081).
const NUMBER_CHARS: std::ops::RangeInclusive<usize> = 8..=50;

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemQuery {
    /// The list.
    contact_list_id: ContactListId,
    /// Part of name, number or e-mail; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
}

/// A page of people by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactListItemPage {
    /// The people of this page.
    contacts: Vec<ContactListItem>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// Somebody new in a list.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewContactListItem {
    /// The list.
    #[garde(skip)]
    contact_list_id: ContactListId,
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Phone number with country code in any notation, 8 to 50 characters with 8 to 15 digits, or empty.
    #[garde(inner(custom(number_or_empty)))]
    number: Option<String>,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// The caller's own company, if given.
    #[garde(skip)]
    company_id: Option<i64>,
}

/// Somebody changed; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactListItemChange {
    /// 2 to 50 characters.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Phone number with country code in any notation, 8 to 50 characters with 8 to 15 digits, or empty.
    #[garde(inner(custom(number_or_empty)))]
    number: Option<String>,
    /// E-mail address, or empty.
    #[garde(inner(custom(fields::email_or_empty)))]
    email: Option<String>,
    /// The caller's own company, if given.
    #[garde(skip)]
    company_id: Option<i64>,
}

/// A page of a contact list. Admins only.
#[utoipa::path(
    tag = "contact list items",
    params(ItemQuery),
    responses(
        (status = 200, body = ContactListItemPage),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ItemQuery>,
) -> Result<web::Json<ContactListItemPage>, ApiError> {
    require(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let id = lists::get(conn, caller.company, query.contact_list_id)
        .await?
        .id;
    // a number is found however it is written
    let digits = guiche_storage::contacts::phone_digits(search);
    let search = digits.as_deref().unwrap_or(search);
    let found = items::list(conn, caller.company, id, search, page).await?;
    Ok(web::Json(ContactListItemPage {
        contacts: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// Somebody in a contact list. Admins only.
#[utoipa::path(
    tag = "contact list items",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = ContactListItem),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_ITEM_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListItemId>,
) -> Result<web::Json<ContactListItem>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        items::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}

/// Adds somebody to a contact list; his number is asked for on `WhatsApp` afterwards. Admins only.
#[utoipa::path(
    tag = "contact list items",
    request_body = NewContactListItem,
    responses(
        (status = 200, body = ContactListItem),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND"),
        (status = 409, description = "ERR_DUPLICATED_LIST_ITEM")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewContactListItem>,
) -> Result<web::Json<ContactListItem>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    OwnCompany::of(body.company_id).check(&caller)?;
    let form = ItemForm {
        name: body.name.trim().to_owned(),
        number: digits(body.number.as_deref().unwrap_or_default()),
        email: body.email.as_deref().unwrap_or_default().trim().to_owned(),
    };
    let (company, now) = (caller.company, app.clock.now());
    let made = app
        .change(company, now, async |conn, told| {
            let made = items::insert(conn, company, body.contact_list_id, &form, now).await?;
            let of = lists::get(conn, company, made.contact_list_id).await?;
            told.extend([
                tell_item(Written::New, &made),
                tell_list(Written::Changed, &of),
            ]);
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(made))
}

/// Changes somebody in a contact list; another number is asked for anew. Admins only.
#[utoipa::path(
    tag = "contact list items",
    params(("id" = i64, Path)),
    request_body = ContactListItemChange,
    responses(
        (status = 200, body = ContactListItem),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_ITEM_FOUND"),
        (status = 409, description = "ERR_DUPLICATED_LIST_ITEM")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListItemId>,
    body: Valid<ContactListItemChange>,
) -> Result<web::Json<ContactListItem>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    OwnCompany::of(body.company_id).check(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let changed = app
        .change(company, now, async |conn, told| {
            let before = items::get(conn, company, *id).await?;
            let written = |new: &Option<String>, old: &str| {
                new.as_deref()
                    .map_or_else(|| old.to_owned(), |new| new.trim().to_owned())
            };
            let form = ItemForm {
                name: written(&body.name, &before.name),
                number: body.number.as_deref().map_or(before.number, digits),
                email: written(&body.email, &before.email),
            };
            let changed = items::update(conn, company, *id, &form, now).await?;
            told.push(tell_item(Written::Changed, &changed));
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(changed))
}

/// Takes somebody out of a contact list. Admins only: who may delete contacts.
#[utoipa::path(
    tag = "contact list items",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_ITEM_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListItemId>,
) -> Result<web::Json<Done>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = items::get(conn, company, *id).await?;
        items::delete(conn, company, *id).await?;
        let of = lists::get(conn, company, gone.contact_list_id).await?;
        told.extend([tell_item_gone(&gone), tell_list(Written::Changed, &of)]);
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Contact taken out of the list.",
    }))
}

/// The digits of a number that was checked, or nothing.
fn digits(number: &str) -> String {
    phone_digits(number.trim()).unwrap_or_default()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn number_or_empty(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    let is_number = NUMBER_CHARS.contains(&text.chars().count()) && phone_digits(text).is_some();
    if text.is_empty() || is_number {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must be a phone number of 8 to 50 characters with 8 to 15 digits",
        ))
    }
}
