//! How a company's campaigns go: pace and words of its own (A045, A141).

use std::collections::BTreeSet;

use actix_web::{get, post, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    campaigns::settings,
    model::{
        audit::Subject,
        campaign::{CampaignSettings, CampaignVariable},
        company::Setting,
    },
};
use serde::Deserialize;

use super::campaigns::admit;
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// Longest interval, in seconds; also the most messages before the longer one.
const NUMBER_MAX: i64 = 86_400;
/// Words of a company's own.
const VARIABLES_MAX: usize = 50;
/// Characters of a word.
const KEY_CHARS: std::ops::RangeInclusive<usize> = 1..=50;
/// Characters of what stands for it.
const VALUE_CHARS_MAX: usize = 1000;

/// What is to hold; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct SettingsBody {
    /// All of it together.
    #[garde(dive)]
    settings: SettingsForm,
}

/// Pace and words.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingsForm {
    /// Seconds between two of the first messages; at least 5 pass in any case.
    #[garde(inner(range(min = 0, max = NUMBER_MAX)))]
    message_interval: Option<i64>,
    /// After how many messages the other interval holds; 0 is never.
    #[garde(inner(range(min = 0, max = NUMBER_MAX)))]
    longer_interval_after: Option<i64>,
    /// Seconds between two of the later messages.
    #[garde(inner(range(min = 0, max = NUMBER_MAX)))]
    greater_interval: Option<i64>,
    /// At most 50, each word once.
    #[garde(custom(words))]
    variables: Option<Vec<CampaignVariable>>,
}

/// Mounts the routes of `/campaign-settings`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show).service(update);
}

/// The settings, each value as JSON text. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "campaign_settings",
    responses(
        (status = 200, body = [Setting]),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<Setting>>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit(&caller)?;
    let known = settings::read(conn, caller.company).await?;
    Ok(web::Json(settings::rows(&known)))
}

/// Writes the settings; campaigns that run follow from their next message on. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "write_campaign_settings",
    request_body = SettingsBody,
    responses(
        (status = 200, body = [Setting]),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<SettingsBody>,
) -> Result<web::Json<Vec<Setting>>, ApiError> {
    let Valid(SettingsBody { settings: body }) = body;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, _| {
            admit(&caller)?;
            let before = settings::read(conn, company).await?;
            let after = CampaignSettings {
                message_interval: body.message_interval.unwrap_or(before.message_interval),
                longer_interval_after: body
                    .longer_interval_after
                    .unwrap_or(before.longer_interval_after),
                greater_interval: body.greater_interval.unwrap_or(before.greater_interval),
                variables: body
                    .variables
                    .clone()
                    .unwrap_or_else(|| before.variables.clone()),
            };
            settings::write(conn, company, &after, now).await?;
            let entry = Entry::updated(Subject::CampaignSettings, company, &before, &after);
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>(after)
        })
        .await?;
    Ok(web::Json(settings::rows(&done)))
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn words(variables: &Option<Vec<CampaignVariable>>, _: &()) -> garde::Result {
    let variables = variables.as_deref().unwrap_or_default();
    if variables.len() > VARIABLES_MAX {
        return Err(garde::Error::new("must be at most 50"));
    }
    let keys: BTreeSet<&str> = variables.iter().map(|it| it.key.as_str()).collect();
    if keys.len() != variables.len() {
        return Err(garde::Error::new("must have each key once"));
    }
    let is_key = |key: &str| {
        KEY_CHARS.contains(&key.chars().count())
            && key
                .chars()
                .all(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '{' | '}'))
    };
    if !variables.iter().all(|it| is_key(&it.key)) {
        let rule = "must have keys of 1 to 50 characters without spaces and braces";
        return Err(garde::Error::new(rule));
    }
    if variables
        .iter()
        .any(|it| it.value.chars().count() > VALUE_CHARS_MAX)
    {
        return Err(garde::Error::new(
            "must have values of at most 1,000 characters",
        ));
    }
    Ok(())
}
