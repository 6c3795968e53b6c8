//! Settings of the company.

use actix_web::{get, put, web};
use garde::Validate;
use guiche_actors::rules::calendar;
use guiche_storage::{
    audit::{self, Entry},
    billing::banks,
    bots::{self, usage},
    companies::settings::{self, Reader},
    model::{
        ErrorCode, PromptId, QueueId,
        audit::Subject,
        company::Setting,
        event::{NewEvent, SettingsEvent},
        invoice::BankName,
    },
    queues,
    tickets::{closing_reasons, idle, leads, ratings},
};
use serde::Deserialize;
use serde_json::json;

use super::fields::{EVERYBODY, OwnCompany};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::{Query, Valid},
};

/// Switches: each `enabled` or `disabled` (A139).
const SWITCHES: [&str; 12] = [
    "userRating",
    "CheckMsgIsGroup",
    "call",
    "sendGreetingAccepted",
    "sendMsgTransfTicket",
    "sendGreetingMessageOneQueues",
    settings::HIDE_NUMBERS,
    settings::SECOND_FACTOR,
    settings::BOT_OUT_OF_HOURS,
    settings::TRANSFER_IN_HOURS,
    settings::TRANSFER_GREETING,
    bots::ASSIST_SETTING,
];
/// The installation's key of Asaas (A139).
const ASAAS: &str = "asaas";
/// Characters of such a key at least.
const BANK_KEY_CHARS_MIN: usize = 20;
/// How the family offers choices; ours are as the number can show them (rule B21).
const CHOICES: [&str; 3] = ["text", "button", "list"];
/// Whose opening hours count (A139).
const SCHEDULE_TYPES: [&str; 3] = ["disabled", "queue", "company"];

/// In which language mails and receipts may be.
const LANGUAGES: [&str; 3] = ["pt", "en", "es"];

/// A setting's new value.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct SettingChange {
    /// The setting once more, if given: that of the address.
    #[garde(skip)]
    key: Option<String>,
    /// One of the words of this key, or its text; the key of Asaas, or nothing to forget it.
    #[garde(length(chars, max = 500))]
    value: String,
}

/// The company's settings. Secrets are masked for admins and absent for others. Super users see also whether the installation
/// has a key of Asaas (`asaas`), masked.
#[utoipa::path(tag = "settings", params(OwnCompany), responses((status = 200, body = [Setting]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/settings")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<Setting>>, ApiError> {
    query.check(&caller)?;
    let as_whom = if caller.is_admin() {
        Reader::Admin
    } else {
        Reader::Anybody
    };
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let mut found = settings::list(conn, caller.company, as_whom).await?;
    if caller.is_super {
        found.retain(|setting| setting.key != ASAAS);
        let is_set = banks::has_key(conn, BankName::Asaas).await?;
        found.push(bank_key(is_set));
    }
    Ok(web::Json(found))
}

/// The key of Asaas as it is shown.
fn bank_key(is_set: bool) -> Setting {
    Setting {
        key: ASAAS.to_owned(),
        value: if is_set { audit::MASK } else { "" }.to_owned(),
    }
}

/// Keeps the installation's key of Asaas, sealed, or forgets it.
async fn set_bank_key(app: &App, caller: &Caller, key: &str) -> Result<Setting, ApiError> {
    let is_token = |byte: u8| byte.is_ascii_graphic();
    let is_key = key.len() >= BANK_KEY_CHARS_MIN && key.bytes().all(is_token);
    if !key.is_empty() && !is_key {
        return Err(ApiError::field("value", "is no key of Asaas"));
    }
    let now = app.clock.now();
    app.db
        .write(async |conn| -> Result<(), ApiError> {
            let was_set = banks::has_key(conn, BankName::Asaas).await?;
            if key.is_empty() {
                banks::clear_key(conn, BankName::Asaas).await?;
            } else {
                banks::set_key(conn, BankName::Asaas, &app.sealer, key.as_bytes(), now).await?;
            }
            // that it was changed is noted, and never what to
            let noted = json!({ "wasSet": was_set, "isSet": !key.is_empty() });
            let entry = Entry::called(Subject::Setting, ASAAS, ASAAS, &noted);
            Ok(caller.note(conn, &entry, now).await?)
        })
        .await?;
    Ok(bank_key(!key.is_empty()))
}

/// Changes a setting of the company. Admins only; `asaas`, the installation's key at that service, super users only.
#[utoipa::path(
    tag = "settings",
    params(("settingKey" = String, Path)),
    request_body = SettingChange,
    responses(
        (status = 200, body = Setting),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_SETTING_FOUND, ERR_NO_QUEUE_FOUND: an action that names a queue, ERR_NO_PROMPT_FOUND")
    )
)]
#[put("/settings/{settingKey}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    key: web::Path<String>,
    body: Valid<SettingChange>,
) -> Result<web::Json<Setting>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    if key.as_str() == ASAAS && caller.is_super {
        let shown = set_bank_key(&app, &caller, body.value.trim()).await?;
        return Ok(web::Json(shown));
    }
    if body.key.as_ref().is_some_and(|named| *named != *key) {
        return Err(ApiError::field("key", "is another one than in the address"));
    }
    if !takes(&key, &body.value)? {
        return Err(ApiError::field("value", "is none of this setting's words"));
    }
    let setting = Setting {
        key: key.into_inner(),
        value: body.value,
    };
    app.change(caller.company, now, async |conn, told| {
        if let Some(queue) = named_queue(&setting) {
            queues::get(conn, caller.company, queue).await?;
        }
        if setting.key == bots::ASSIST_PROMPT_SETTING && !setting.value.is_empty() {
            let named = (setting.value.parse().ok(), None);
            bots::check(conn, caller.company, named).await?;
        }
        let before = settings::find(conn, caller.company, &setting.key).await?;
        let [before, after] = [before.as_deref(), Some(setting.value.as_str())]
            .map(|value| json!({ setting.key.as_str(): value }));
        let entry = Entry::updated(Subject::Setting, &setting.key, &before, &after);
        caller.note(conn, &entry, now).await?;
        settings::set(conn, caller.company, now, &setting.key, &setting.value).await?;
        told.push(NewEvent::to(
            EVERYBODY,
            SettingsEvent::Update {
                setting: setting.clone(),
            },
        ));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(setting))
}

/// The queue that a setting names.
fn named_queue(setting: &Setting) -> Option<QueueId> {
    match setting.key.as_str() {
        idle::BOT_ACTION | idle::NO_QUEUE_ACTION => setting.value.parse().ok(),
        _ => None,
    }
}

/// Whether a key takes a value. Keys that only the server or its super users write do not exist here.
fn takes(key: &str, value: &str) -> Result<bool, ErrorCode> {
    match key {
        "scheduleType" => Ok(SCHEDULE_TYPES.contains(&value)),
        "chatBotType" => Ok(CHOICES.contains(&value)),
        leads::MODE_SETTING => {
            Ok(["disabled", leads::NEW_CONTACTS, leads::WITH_BOT].contains(&value))
        }
        idle::BOT_SETTING | idle::NO_QUEUE_SETTING | idle::OPEN_SETTING => Ok(value
            .parse()
            .is_ok_and(|minutes| (0..=idle::MINUTES_MAX).contains(&minutes))),
        idle::BOT_ACTION | idle::NO_QUEUE_ACTION => {
            Ok(value == idle::CLOSE || value.parse::<QueueId>().is_ok())
        }
        idle::OPEN_ACTION => Ok(["pending", "closed"].contains(&value)),
        leads::EXPIRES_SETTING => Ok(value
            .parse()
            .is_ok_and(|hours| (0..=leads::EXPIRES_HOURS_MAX).contains(&hours))),
        ratings::TIMEOUT_SETTING => Ok(value
            .parse()
            .is_ok_and(|minutes| (1..=ratings::TIMEOUT_MINUTES_MAX).contains(&minutes))),
        audit::DAYS_SETTING => Ok(value.parse().is_ok_and(|days| audit::DAYS.contains(&days))),
        settings::REOPEN_WINDOW => Ok(value
            .parse()
            .is_ok_and(|minutes| (0..=settings::REOPEN_MINUTES_MAX).contains(&minutes))),
        settings::TRANSFER_QUEUE_TEXT
        | settings::TRANSFER_USER_TEXT
        | settings::TRANSFER_BOTH_TEXT => Ok(true),
        closing_reasons::SETTING => Ok(closing_reasons::ASKED.contains(&value)),
        bots::ASSIST_PROMPT_SETTING => Ok(value.is_empty() || value.parse::<PromptId>().is_ok()),
        usage::CAP_SETTING => Ok(value.is_empty()
            || value
                .parse()
                .is_ok_and(|tokens| (1..=usage::CAP_MAX).contains(&tokens))),
        usage::PRICE_SETTING => Ok(value.is_empty() || usage::price(value).is_some()),
        settings::LANGUAGE => Ok(LANGUAGES.contains(&value)),
        settings::TIME_ZONE => Ok(calendar::zone(value).is_some()),
        key if SWITCHES.contains(&key) => Ok(["enabled", "disabled"].contains(&value)),
        _ => Err(ErrorCode::NoSettingFound),
    }
}
