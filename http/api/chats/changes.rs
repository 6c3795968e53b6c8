//! Making, renaming and removing chats, and who is in them: the owner's business (rule B19).

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    chats::{self, MEMBERS_MAX},
    companies::Feature,
    model::{
        ChatId, ErrorCode, UserId,
        chat::Chat,
        event::{ChatEvent, NewEvent, Room, Written},
    },
};
use serde::Deserialize;

use crate::{
    api::fields::{self, Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Somebody to be in a chat: his id, or an object with `id`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum MemberBody {
    /// His id.
    Id(UserId),
    /// An object with his id.
    Object {
        /// The id.
        id: UserId,
    },
}

impl MemberBody {
    fn id(&self) -> UserId {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// A new chat.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewChat {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    title: String,
    /// Who is in it besides the caller; 1 to 200.
    #[garde(length(min = 1, max = MEMBERS_MAX))]
    users: Vec<MemberBody>,
}

/// A changed chat; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ChatChange {
    /// 2 to 50 characters.
    #[garde(inner(custom(fields::name)))]
    title: Option<String>,
    /// Everybody who is to be in it, 1 to 200; the owner always is.
    #[garde(inner(length(min = 1, max = MEMBERS_MAX)))]
    users: Option<Vec<MemberBody>>,
}

/// Makes a chat. The caller is its owner.
#[utoipa::path(
    tag = "chats",
    request_body = NewChat,
    responses(
        (status = 200, body = Chat),
        (status = 403, description = "ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_USER_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewChat>,
) -> Result<web::Json<Chat>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let (Valid(body), now) = (body, app.clock.now());
    let members: Vec<UserId> = body.users.iter().map(MemberBody::id).collect();
    let wish = (body.title.trim(), members.as_slice());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let chat = chats::insert(conn, caller.company, caller.user, wish, now).await?;
            told.push(tell(&chat, ChatEvent::written(Written::New, &chat)));
            Ok::<_, ApiError>(chat)
        })
        .await?;
    Ok(web::Json(done))
}

/// Renames a chat or sets who is in it. Its owner only.
#[utoipa::path(
    tag = "chats",
    params(("id" = i64, Path)),
    request_body = ChatChange,
    responses(
        (status = 200, body = Chat),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not the owner"),
        (status = 404, description = "ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ChatId>,
    body: Valid<ChatChange>,
) -> Result<web::Json<Chat>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let known = chats::get(conn, caller.company, *id).await?;
            owner(&known, &caller)?;
            let members: Vec<UserId> = match &body.users {
                Some(users) => users.iter().map(MemberBody::id).collect(),
                None => known.users.iter().map(|member| member.user_id).collect(),
            };
            let title = body
                .title
                .as_deref()
                .map_or(known.title.as_str(), str::trim);
            let wish = (title, members.as_slice());
            let chat = chats::update(conn, caller.company, &known, wish, now).await?;
            told.push(tell(&chat, ChatEvent::written(Written::Changed, &chat)));
            told.extend(tell_gone(&known, |user| !chat.has(user)));
            Ok::<_, ApiError>(chat)
        })
        .await?;
    Ok(web::Json(done))
}

/// Removes a chat with everything that was written in it. Its owner only.
#[utoipa::path(
    tag = "chats",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not the owner"),
        (status = 404, description = "ERR_NO_CHAT_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ChatId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    app.change(caller.company, app.clock.now(), async |conn, told| {
        let chat = chats::get(conn, caller.company, *id).await?;
        owner(&chat, &caller)?;
        chats::delete(conn, caller.company, *id).await?;
        told.extend(tell_gone(&chat, |_| true));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Chat deleted.",
    }))
}

/// # Errors
/// `NoPermission` unless the caller is in the chat; admins too stay outside of what they are not in.
pub(super) fn member(chat: &Chat, caller: &Caller) -> Result<(), ApiError> {
    if chat.has(caller.user) {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

fn owner(chat: &Chat, caller: &Caller) -> Result<(), ApiError> {
    if chat.owner_id == caller.user {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

/// An event for the members of a chat and nobody else.
pub(super) fn tell(chat: &Chat, event: ChatEvent) -> NewEvent {
    let members = chat.users.iter();
    let rooms: Vec<Room> = members.map(|member| Room::User(member.user_id)).collect();
    NewEvent::to(rooms, event)
}

/// For those who are not in a chat any more, it is gone.
fn tell_gone(chat: &Chat, is_gone: impl Fn(UserId) -> bool) -> Option<NewEvent> {
    let members = chat.users.iter().map(|member| member.user_id);
    let rooms: Vec<Room> = members
        .filter(|user| is_gone(*user))
        .map(Room::User)
        .collect();
    (!rooms.is_empty()).then(|| NewEvent::to(rooms, ChatEvent::Delete { id: chat.id }))
}
