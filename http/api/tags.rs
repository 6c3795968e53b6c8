//! Tags: coloured words on tickets. Everybody makes and gives them; supervisors and admins change and delete them.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_actors::desk::SetTags;
use guiche_storage::{
    audit::Entry,
    companies::Feature,
    model::{
        ErrorCode, TagId, TicketId, UserId,
        audit::Subject,
        event::{NewEvent, TagEvent, Written},
        page::Page,
        tag::TagDetails,
        ticket::{Tag, Ticket},
    },
    tickets::{
        board,
        tags::{self, TAGS_LISTED_MAX, TagForm},
    },
};
use serde::{Deserialize, Serialize};

use super::{
    fields::{self, Done, EVERYBODY, OwnCompany},
    tickets::one::visible,
};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Characters of a tag's name (A078).
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=50;
/// The colour of a tag that was made by its name alone, as the editor on a ticket does (S104).
const COLOR_DEFAULT: &str = "#64748b";
/// The last place of a lane.
const PRIORITY_MAX: i64 = 9_999;
/// Characters of the word under which lanes are chosen together (A024).
const CATEGORY_CHARS_MAX: usize = 30;
/// Tags that one ticket may carry.
const TAGS_OF_TICKET_MAX: usize = 50;

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 5,000 a page.
    page_number: Option<i64>,
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

/// A page of tags by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TagPage {
    /// The tags of this page.
    tags: Vec<TagDetails>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A new tag.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTag {
    /// 3 to 50 characters.
    #[garde(custom(tag_name))]
    name: String,
    /// `#rrggbb`; grey if absent.
    #[garde(inner(custom(tag_color)))]
    color: Option<String>,
    /// 1 makes it a lane of the board: supervisors and admins only.
    #[garde(inner(range(min = 0, max = 1)))]
    #[serde(default, deserialize_with = "fields::one_or_zero")]
    kanban: Option<i64>,
    /// Where its lane stands on the board, 0 to 9,999: lower ones first.
    #[garde(inner(range(min = 0, max = PRIORITY_MAX)))]
    priority: Option<i64>,
    /// Under which word lanes of the board are chosen together: one line of at most 30 characters, empty for none.
    #[garde(inner(custom(tag_category)))]
    category: Option<String>,
    /// The caller, if given; who made a tag stays.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// A changed tag; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TagChange {
    /// 3 to 50 characters.
    #[garde(inner(custom(tag_name)))]
    name: Option<String>,
    /// `#rrggbb`
    #[garde(inner(custom(tag_color)))]
    color: Option<String>,
    /// 1 for a lane of the board, else 0.
    #[garde(inner(range(min = 0, max = 1)))]
    #[serde(default, deserialize_with = "fields::one_or_zero")]
    kanban: Option<i64>,
    /// Where its lane stands on the board, 0 to 9,999: lower ones first.
    #[garde(inner(range(min = 0, max = PRIORITY_MAX)))]
    priority: Option<i64>,
    /// Under which word lanes of the board are chosen together: one line of at most 30 characters, empty for none.
    #[garde(inner(custom(tag_category)))]
    category: Option<String>,
    /// The caller, if given; who made a tag stays.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// All tags that a ticket shall carry.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketTags {
    /// Ticket number.
    #[garde(skip)]
    ticket_id: TicketId,
    /// Their ids, or objects with `id`; at most 50.
    #[garde(length(max = TAGS_OF_TICKET_MAX))]
    tags: Vec<TagRef>,
}

/// A tag that is named.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum TagRef {
    /// Its id.
    Id(TagId),
    /// An object with its id.
    Object {
        /// The id.
        id: TagId,
    },
}

impl TagRef {
    fn id(&self) -> TagId {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// Mounts the routes of `/tags`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(sync)
        .service(lanes)
        .service(list_details)
        .service(create)
        .service(show)
        .service(update)
        .service(remove);
}

/// The company's tags by name.
#[utoipa::path(tag = "tags", params(OwnCompany), responses((status = 200, body = [Tag]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/list")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<Tag>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        tags::list(&mut reader.conn(), caller.company).await?,
    ))
}

/// The company's tags by name, with how many tickets carry each.
#[utoipa::path(tag = "tags", params(ListQuery), responses((status = 200, body = TagPage), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("")]
pub(super) async fn list_details(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<TagPage>, ApiError> {
    OwnCompany::of(query.company_id).check(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, TAGS_LISTED_MAX);
    let mut reader = app.db.read().await?;
    let found = tags::list_details(&mut reader.conn(), caller.company, search, page).await?;
    Ok(web::Json(TagPage {
        tags: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// The lanes of the board: tags with their places.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TagLanes {
    /// By priority, then by name.
    lista: Vec<Tag>,
}

/// The tags that are lanes of the board, in their order.
#[utoipa::path(tag = "tags", responses((status = 200, body = TagLanes), (status = 403, description = "ERR_PLAN_FEATURE")))]
#[get("/kanban")]
pub(super) async fn lanes(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<TagLanes>, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let mut reader = app.db.read().await?;
    let lista = board::lanes(&mut reader.conn(), caller.company).await?;
    Ok(web::Json(TagLanes { lista }))
}

/// A tag.
#[utoipa::path(tag = "tags", params(("id" = i64, Path)), responses((status = 200, body = TagDetails), (status = 404, description = "ERR_NO_TAG_FOUND")))]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TagId>,
) -> Result<web::Json<TagDetails>, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        tags::get_details(&mut reader.conn(), caller.company, *id).await?,
    ))
}

/// Adds a tag.
#[utoipa::path(
    tag = "tags",
    request_body = NewTag,
    responses(
        (status = 200, body = TagDetails),
        (status = 400, description = "ERR_VALIDATION, ERR_TAG_NAME_TAKEN"),
        (
            status = 403,
            description = "ERR_NO_PERMISSION: a lane of the board, by an attendant; ERR_PLAN_FEATURE: a lane of no board"
        ),
        (status = 404, description = "ERR_NO_USER_FOUND: somebody else's id")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewTag>,
) -> Result<web::Json<TagDetails>, ApiError> {
    let Valid(body) = body;
    check_user(&caller, body.user_id, None)?;
    let kanban = body.kanban == Some(1);
    if kanban {
        caller.require_supervisor()?;
        caller.require_plan(Feature::Kanban)?;
    }
    let form = TagForm {
        name: body.name.trim().to_owned(),
        color: body.color.unwrap_or_else(|| COLOR_DEFAULT.to_owned()),
        kanban,
        priority: body.priority.unwrap_or_default(),
        category: body
            .category
            .as_deref()
            .map(str::trim)
            .unwrap_or_default()
            .to_owned(),
    };
    let now = app.clock.now();
    let done = app
        .change(caller.company, now, async |conn, told| {
            let tag = tags::insert(conn, caller.company, Some(caller.user), &form, now).await?;
            let entry = Entry::created(Subject::Tag, tag.id, &tag);
            caller.note(conn, &entry, now).await?;
            told.push(event(TagEvent::written(Written::New, &tag)));
            Ok::<_, ApiError>(tag)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a tag. Supervisors and admins only.
#[utoipa::path(
    tag = "tags",
    params(("id" = i64, Path)),
    request_body = TagChange,
    responses(
        (status = 200, body = TagDetails),
        (status = 400, description = "ERR_VALIDATION, ERR_TAG_NAME_TAKEN"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant; ERR_PLAN_FEATURE: a lane of no board"),
        (status = 404, description = "ERR_NO_TAG_FOUND; ERR_NO_USER_FOUND: somebody else's id")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TagId>,
    body: Valid<TagChange>,
) -> Result<web::Json<TagDetails>, ApiError> {
    caller.require_supervisor()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let stored = tags::get_details(conn, caller.company, *id).await?;
            let before = stored.clone();
            check_user(&caller, body.user_id, stored.user_id)?;
            if body.kanban == Some(1) && stored.kanban != 1 {
                caller.require_plan(Feature::Kanban)?;
            }
            let form = TagForm {
                name: body
                    .name
                    .as_deref()
                    .map_or(stored.name, |name| name.trim().to_owned()),
                color: body.color.clone().unwrap_or(stored.color),
                kanban: body.kanban.unwrap_or(stored.kanban) == 1,
                priority: body.priority.unwrap_or(stored.priority),
                category: body
                    .category
                    .as_deref()
                    .map_or(stored.category, |word| word.trim().to_owned()),
            };
            let tag = tags::update(conn, caller.company, *id, &form, now).await?;
            let entry = Entry::updated(Subject::Tag, *id, &before, &tag);
            caller.note(conn, &entry, now).await?;
            told.push(event(TagEvent::written(Written::Changed, &tag)));
            Ok::<_, ApiError>(tag)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a tag, also from the tickets that carry it. Supervisors and admins only.
#[utoipa::path(
    tag = "tags",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_TAG_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TagId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_supervisor()?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        let gone = tags::get_details(conn, caller.company, *id).await?;
        tags::delete(conn, caller.company, *id).await?;
        let entry = Entry::deleted(Subject::Tag, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(event(TagEvent::Delete { tag_id: *id }));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Tag deleted.",
    }))
}

/// Gives a ticket exactly these tags.
#[utoipa::path(
    tag = "tags",
    request_body = TicketTags,
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND")
    )
)]
#[post("/sync")]
pub(super) async fn sync(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<TicketTags>,
) -> Result<web::Json<Ticket>, ApiError> {
    let Valid(body) = body;
    let ticket = visible(&app, &caller, body.ticket_id).await?;
    let work = SetTags {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        tags: body.tags.iter().map(TagRef::id).collect(),
        keeps_others: false,
        viewer: caller.viewer(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

fn event(event: TagEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}

/// Who is named as its maker is the caller, or who made it; nobody is looked up.
fn check_user(
    caller: &Caller,
    named: Option<UserId>,
    maker: Option<UserId>,
) -> Result<(), ApiError> {
    let is_known = |id| id == caller.user || Some(id) == maker;
    if named.is_none_or(is_known) {
        Ok(())
    } else {
        Err(ErrorCode::NoUserFound.into())
    }
}

/// A name in one line of 3 to 50 characters without the spaces around it.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn tag_name(text: &str, _: &()) -> garde::Result {
    if text.chars().any(char::is_control) {
        return Err(garde::Error::new("must be one line"));
    }
    if NAME_CHARS.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 3 to 50 characters"))
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn tag_category(text: &str, _: &()) -> garde::Result {
    if text.chars().any(char::is_control) {
        return Err(garde::Error::new("must be one line"));
    }
    if text.trim().chars().count() <= CATEGORY_CHARS_MAX {
        Ok(())
    } else {
        Err(garde::Error::new("must have at most 30 characters"))
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn tag_color(text: &str, _: &()) -> garde::Result {
    let digits = text.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()) {
        Ok(())
    } else {
        Err(garde::Error::new("is not #rrggbb"))
    }
}
