//! What admins do: list, invite, take back.

use actix_web::{delete, get, post, web};
use garde::Validate;
use guiche_actors::mail::{self, Letter};
use guiche_storage::{
    audit::Entry,
    companies,
    identity::{
        invitations::{self, LIFE, NewInvitation},
        users,
    },
    model::{
        ErrorCode, InvitationId, QueueId, audit::Subject, event::InvitationEvent,
        invitation::Invitation, user::Profile,
    },
    queues,
};
use serde::{Deserialize, Serialize};

use super::event;
use crate::{
    api::fields::{self, Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Where the page stands that accepts. The token follows as the fragment, which browsers keep to themselves.
const PAGE: &str = "/invitation";

/// Whom to invite.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvitationBody {
    /// His e-mail, to which the link is mailed; without it whoever has the link may come.
    #[garde(inner(custom(fields::email)))]
    email: Option<String>,
    /// What he will be; `user` if absent.
    #[garde(skip)]
    profile: Option<Profile>,
    /// His queues.
    #[garde(inner(length(max = 100)))]
    queue_ids: Option<Vec<QueueId>>,
}

/// An invitation with its link, which is told this once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MadeInvitation {
    /// What waits now.
    #[serde(flatten)]
    invitation: Invitation,
    /// Where it is accepted.
    link: String,
    /// Whether the link was mailed; `null` where there is nobody to mail it to.
    mail_sent: Option<bool>,
}

/// The company's invitations that wait, the newest first; at most 50. Admins only.
#[utoipa::path(
    tag = "invitations",
    responses(
        (status = 200, body = [Invitation]),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<Invitation>>, ApiError> {
    caller.require_admin()?;
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        invitations::list(&mut reader.conn(), caller.company, now).await?,
    ))
}

/// Invites somebody for seven days, and mails him the link if he has an e-mail. Who was invited by the same e-mail before
/// needs the new link. Admins only.
#[utoipa::path(
    tag = "invitations",
    request_body = InvitationBody,
    responses(
        (status = 200, body = MadeInvitation),
        (status = 400, description = "ERR_VALIDATION, ERR_EMAIL_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND"),
        (status = 409, description = "ERR_INVITATIONS_FULL: 50 wait"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<InvitationBody>,
) -> Result<web::Json<MadeInvitation>, ApiError> {
    caller.require_admin()?;
    if caller.actor.is_some() {
        // support lets nobody into a company
        return Err(ErrorCode::NoPermission.into());
    }
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    app.rare_limits.check_inviting(company)?;
    let email = body.email.as_deref().map(users::normal_email);
    let mut queue_ids = body.queue_ids.unwrap_or_default();
    queue_ids.sort_unstable();
    queue_ids.dedup();
    let token = invitations::random_token()?;
    let new = NewInvitation {
        email: email.as_deref(),
        profile: body.profile.unwrap_or(Profile::User),
        queues: &queue_ids,
        invited_by: &caller.name,
    };
    let work = async |conn: &mut guiche_storage::Conn<'_>, told: &mut Vec<_>| {
        for queue in new.queues {
            queues::get(conn, company, *queue).await?;
        }
        if let Some(email) = new.email
            && users::find_by_email(conn, email).await?.is_some()
        {
            return Err(ErrorCode::EmailAlreadyExists.into());
        }
        let made = invitations::insert(conn, company, &new, &token, now).await?;
        let entry = Entry::created(Subject::Invitation, made.id, &made);
        caller.note(conn, &entry, now).await?;
        let invitation_id = made.id;
        told.push(event(InvitationEvent::Create { invitation_id }));
        let company = companies::get(conn, company).await?;
        Ok::<_, ApiError>((made, company.name))
    };
    let (invitation, company_name) = app.change(company, now, work).await?;
    let link = format!("{}{PAGE}#{token}", app.config.public_url());
    let mail_sent = match &invitation.email {
        Some(email) => Some(send(&app, email, &company_name, &link).await),
        None => None,
    };
    Ok(web::Json(MadeInvitation {
        invitation,
        link,
        mail_sent,
    }))
}

/// The invitation stands whether or not the letter can be sent: its link is told to the admin as well.
async fn send(app: &App, email: &str, company: &str, link: &str) -> bool {
    let days = LIFE.num_days();
    let letter = Letter {
        to: email,
        subject: "Convite para o Guichê",
        text: format!(
            "Olá!\n\nVocê foi convidado para atender em {company} pelo Guichê.\n\n\
             Para aceitar, abra {link}\n\nO convite vale uma única vez, por {days} dias.\n\n\
             Se você não conhece {company}, ignore esta mensagem.\n"
        ),
    };
    let sent = mail::send(&app.config.mail, letter).await;
    if let Err(error) = &sent {
        tracing::warn!(error.code = %error, "an invitation could not be mailed");
    }
    sent.is_ok()
}

/// Takes an invitation back: its link is good no more. Admins only.
#[utoipa::path(
    tag = "invitations",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INVITATION_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<InvitationId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = invitations::get(conn, company, *id, now).await?;
        invitations::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::Invitation, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(event(InvitationEvent::Delete { invitation_id: *id }));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Invitation taken back.",
    }))
}
