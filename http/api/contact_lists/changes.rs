//! Making, renaming and deleting contact lists.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_actors::rules::lists::{tell_changed, tell_list, tell_list_gone};
use guiche_storage::{
    audit::Entry,
    contacts::lists::{self, PeopleFilter},
    model::{
        ContactId, ContactListId, TagId, audit::Subject, contact_list::ContactList, event::Written,
    },
    tickets::tags,
};
use serde::Deserialize;

use super::require;
use crate::{
    api::fields::{self, Done, OwnCompany},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A new list.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewContactList {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Contacts come into it with whom everything of these holds: a ticket of theirs carries this tag.
    #[garde(skip)]
    tag_id: Option<TagId>,
    /// Part of their name, number or e-mail; case and accents do not count.
    #[garde(skip)]
    search_param: Option<String>,
    /// First day on which they were made, `yyyy-MM-dd`.
    #[garde(skip)]
    date_start: Option<String>,
    /// Last day on which they were made, `yyyy-MM-dd`.
    #[garde(skip)]
    date_end: Option<String>,
    /// The caller's own company, if given.
    #[garde(skip)]
    company_id: Option<i64>,
}

/// A changed list.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactListChange {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// The caller's own company, if given.
    #[garde(skip)]
    company_id: Option<i64>,
}

/// Adds a contact list: empty, or with the contacts that a filter meets. Admins only.
#[utoipa::path(
    tag = "contact lists",
    request_body = NewContactList,
    responses(
        (status = 200, body = ContactList),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_TAG_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewContactList>,
) -> Result<web::Json<ContactList>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    OwnCompany::of(body.company_id).check(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let filter = body.filter(&caller)?;
    let made = app
        .change(company, now, async |conn, told| {
            if let Some(tag) = body.tag_id {
                tags::get(conn, company, tag).await?;
            }
            let id = lists::insert(conn, company, body.name.trim(), now).await?;
            let record = lists::get(conn, company, id).await?;
            let entry = Entry::created(Subject::ContactList, id, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_list(Written::New, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    match filter {
        Some(filter) => Ok(web::Json(fill(&app, &caller, made.id, &filter).await?)),
        None => Ok(web::Json(made)),
    }
}

impl NewContactList {
    /// Whose contacts come into it; `None` is nobody.
    fn filter(&self, caller: &Caller) -> Result<Option<PeopleFilter<'_>>, ApiError> {
        let first = fields::day("dateStart", self.date_start.as_deref(), caller.zone)?;
        let last = fields::day("dateEnd", self.date_end.as_deref(), caller.zone)?;
        let search = fields::search_text(self.search_param.as_deref())?.trim();
        let is_asked = self.tag_id.is_some() || !search.is_empty();
        let filter = PeopleFilter {
            tag: self.tag_id,
            search,
            from: first.map(|day| day.0),
            until: last.map(|day| day.1),
        };
        let is_asked = is_asked || filter.from.is_some() || filter.until.is_some();
        Ok(is_asked.then_some(filter))
    }
}

/// Brings the contacts that a filter meets into a list, some in each transaction: nobody waits long to write.
async fn fill(
    app: &App,
    caller: &Caller,
    list: ContactListId,
    filter: &PeopleFilter<'_>,
) -> Result<ContactList, ApiError> {
    let company = caller.company;
    let mut after = Some(ContactId(0));
    while let Some(last) = after {
        let _turn = app.limiter.dear(company, caller.user).await?;
        let now = app.clock.now();
        after = app
            .change(company, now, async |conn, _| {
                let last = lists::add_filtered(conn, company, list, filter, last, now).await?;
                Ok::<_, ApiError>(last)
            })
            .await?;
    }
    let now = app.clock.now();
    app.change(company, now, async |conn, told| {
        let record = lists::get(conn, company, list).await?;
        told.extend(tell_changed(&record));
        Ok::<_, ApiError>(record)
    })
    .await
}

/// Renames a contact list. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    request_body = ContactListChange,
    responses(
        (status = 200, body = ContactList),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
    body: Valid<ContactListChange>,
) -> Result<web::Json<ContactList>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    OwnCompany::of(body.company_id).check(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let before = lists::get(conn, company, *id).await?;
            lists::rename(conn, company, *id, body.name.trim(), now).await?;
            let record = lists::get(conn, company, *id).await?;
            let entry = Entry::updated(Subject::ContactList, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_list(Written::Changed, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a contact list with everybody in it. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND"),
        (status = 409, description = "ERR_CONTACT_LIST_IN_USE: a campaign that is planned or runs writes to it")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
) -> Result<web::Json<Done>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = lists::get(conn, company, *id).await?;
        lists::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::ContactList, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(tell_list_gone(*id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Contact list deleted.",
    }))
}
