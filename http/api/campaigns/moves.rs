//! Starting, stopping and trying campaigns (A067, rule B11).

use actix_web::{HttpResponse, post, web};
use garde::Validate;
use guiche_actors::{
    desk::{TakeBackCampaign, TestCampaign, check_files, check_templates, tell_campaign},
    publisher::CampaignWork,
};
use guiche_storage::{
    Conn,
    audit::Entry,
    campaigns::{self, Begun},
    media::MediaStore,
    messages::Shown,
    model::{
        CampaignId, ErrorCode,
        audit::Subject,
        campaign::{Campaign, CampaignStatus, PausedReason},
        event::Written,
    },
};
use serde::Deserialize;

use super::{admit, known, list::shown};
use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// To whom a text is sent on trial.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct TestNumber {
    /// 8 to 15 digits, however they are written.
    #[garde(custom(fields::phone))]
    number: String,
}

/// What is done to a campaign.
#[derive(Clone, Copy)]
enum Move {
    Start,
    Cancel,
    Restart,
    Pause,
    Resume,
}

macro_rules! moves {
    ($($(#[$doc:meta])* $name:ident $path:literal $move:ident $codes:literal),+ $(,)?) => {
        $(
            $(#[$doc])*
            #[utoipa::path(
                tag = "campaigns",
                params(("id" = i64, Path)),
                responses(
                    (status = 204),
                    (status = 400, description = $codes),
                    (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
                    (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
                )
            )]
            #[post($path)]
            pub(super) async fn $name(
                app: web::Data<App>,
                media: web::Data<MediaStore>,
                caller: Caller,
                id: web::Path<CampaignId>,
            ) -> Result<HttpResponse, ApiError> {
                go(&app, &media, &caller, (*id, Move::$move)).await
            }
        )+
    };
}

moves! {
    /// Begins a campaign that waits, now. Admins only.
    start "/{id}/start" Start "ERR_CAMPAIGN_STATE: it does not wait; ERR_CAMPAIGN_INCOMPLETE: no text, list, valid contact or connection; ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES, ERR_TEMPLATE_KIND, ERR_TEMPLATE_PLACE, ERR_NO_TEMPLATE_FOUND: one of its templates cannot be sent; ERR_TEMPLATE_FILE: one needs a file",
    /// Stops a campaign that runs; at most what is on the wire still goes out. Admins only.
    cancel "/{id}/cancel" Cancel "ERR_CAMPAIGN_STATE: it does not run",
    /// Lets a cancelled campaign go on with those who are left, at its pace from now. Admins only.
    restart "/{id}/restart" Restart "ERR_CAMPAIGN_STATE: it was not cancelled; ERR_CAMPAIGN_INCOMPLETE, ERR_TEMPLATE_NOT_APPROVED and as to start it",
    /// Lets a campaign that runs write to nobody until it is resumed. Admins only.
    pause "/{id}/pause" Pause "ERR_CAMPAIGN_STATE: it does not run, or somebody has paused it",
    /// Lets a paused campaign go on. Admins only.
    resume "/{id}/resume" Resume "ERR_CAMPAIGN_STATE: it is not paused",
}

/// Sends the first text to a number at once, whatever the campaign's hours and pace. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "test_campaign",
    params(("id" = i64, Path)),
    request_body = TestNumber,
    responses(
        (status = 204),
        (status = 400, description = "ERR_VALIDATION, ERR_CAMPAIGN_INCOMPLETE: no text or connection; ERR_DO_NOT_CONTACT, ERR_CONTACT_BLOCKED, ERR_WINDOW_CLOSED, ERR_TEMPLATE_NOT_APPROVED"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[post("/{id}/test")]
pub(super) async fn test(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
    body: Valid<TestNumber>,
) -> Result<HttpResponse, ApiError> {
    let Valid(body) = body;
    {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        admit(&caller)?;
        known(conn, &caller, *id, shown(&app, &media)).await?;
    }
    let work = TestCampaign {
        campaign: *id,
        number: fields::phone_digits(&body.number),
        user: caller.user,
    };
    app.actors.desk(caller.company, work).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn go(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    (id, way): (CampaignId, Move),
) -> Result<HttpResponse, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        admit(caller)?;
        let links = shown(app, media);
        campaigns::lock(conn, company, id).await?;
        let before = known(conn, caller, id, links).await?;
        if !moved(conn, caller, &before, way, links).await? {
            return Err(ErrorCode::CampaignState.into());
        }
        let record = known(conn, caller, id, links).await?;
        let entry = Entry::updated(Subject::Campaign, id, &before, &record);
        caller.note(conn, &entry, now).await?;
        told.push(tell_campaign(Written::Changed, &record));
        Ok::<_, ApiError>(())
    })
    .await?;
    if matches!(way, Move::Cancel) {
        let campaign = id;
        app.actors
            .desk(company, TakeBackCampaign { campaign })
            .await?;
    }
    // its actor begins, goes on, or lets go
    app.actors.wake().campaign(company, id, CampaignWork::Poll);
    Ok(HttpResponse::NoContent().finish())
}

/// Does it; `false` where the campaign stands elsewhere.
async fn moved(
    conn: &mut Conn<'_>,
    caller: &Caller,
    campaign: &Campaign,
    way: Move,
    shown: Shown<'_>,
) -> Result<bool, ApiError> {
    let (company, id, now) = (caller.company, campaign.id, shown.now);
    let begun = match way {
        Move::Start => Begun::ByHand,
        Move::Restart => Begun::Again,
        Move::Cancel => return Ok(campaigns::cancel(conn, company, id, now).await?),
        Move::Resume => return Ok(campaigns::resume(conn, company, id, now).await?),
        Move::Pause => {
            let person = (id, PausedReason::Person);
            return Ok(campaigns::pause(conn, company, person, None, now).await?);
        }
    };
    let from: &[CampaignStatus] = match begun {
        Begun::Again => &[CampaignStatus::Cancelada],
        Begun::ByHand | Begun::ByClock => &[CampaignStatus::Inativa, CampaignStatus::Programada],
    };
    if !from.contains(&campaign.status) {
        return Ok(false);
    }
    if !campaigns::is_complete(conn, company, campaign).await? {
        return Err(ErrorCode::CampaignIncomplete.into());
    }
    check_templates(conn, company, &campaign.texts.templates).await?;
    let own = campaigns::media_of(conn, company, id).await?;
    check_files(conn, company, &campaign.texts.templates, own).await?;
    Ok(campaigns::begin(conn, company, (id, begun), now).await?)
}
