//! Settings of a company: short texts by key (A139).

mod company;

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    audit::{self, MASK},
    model::{CompanyId, company::Setting},
    on,
};

pub use self::company::{
    ClosingReasonMode, CompanySettings, HoursOf, LeadsMode, OpenAction, Timeout, TransferTexts,
    WaitingAction, read,
};

/// Settings read at once; a company has some dozens.
const SETTINGS_MAX: i64 = 500;

/// What a new company begins with (A139, rule B12); campaigns as its plan says.
pub const DEFAULTS: [(&str, &str); 9] = [
    ("userRating", "disabled"),
    ("scheduleType", "disabled"),
    ("CheckMsgIsGroup", "disabled"),
    ("call", "disabled"),
    ("chatBotType", "text"),
    ("sendGreetingAccepted", "disabled"),
    ("sendMsgTransfTicket", "disabled"),
    ("sendGreetingMessageOneQueues", "disabled"),
    (HIDE_NUMBERS, "disabled"),
];
/// Whether the company's campaigns are switched on: `true` or `false`.
pub const CAMPAIGNS_ENABLED: &str = "campaignsEnabled";

/// Whether attendants see no phone numbers of contacts (LGPD).
pub const HIDE_NUMBERS: &str = "hideNumbers";

/// Whether everybody of the company signs in with a second factor.
pub const SECOND_FACTOR: &str = "secondFactor";

/// In which language the company has its mails and receipts: `pt`, which is also meant by nothing, `en` or `es`.
pub const LANGUAGE: &str = "language";

/// Where the company is: a name of the IANA database.
pub const TIME_ZONE: &str = "timeZone";

/// Whether the bot talks out of hours, after the notice.
pub const BOT_OUT_OF_HOURS: &str = "botOutOfHours";

/// Whether the timer that transfers who chose no queue waits while that queue is closed.
pub const TRANSFER_IN_HOURS: &str = "transferTimerHours";

/// Whether it says the queue's greeting; on where nobody has said so.
pub const TRANSFER_GREETING: &str = "transferTimerGreeting";

/// Minutes after its end in which a customer's message takes an ended conversation up again; 0 for never (rule B4).
pub const REOPEN_WINDOW: &str = "reopenWindow";
/// Most minutes: a week.
pub const REOPEN_MINUTES_MAX: i64 = 7 * 24 * 60;

/// What a customer is told who goes into another queue; nothing for the desk's own words (rule B4).
pub const TRANSFER_QUEUE_TEXT: &str = "transferQueueText";
/// The same of another attendant.
pub const TRANSFER_USER_TEXT: &str = "transferUserText";
/// The same of both.
pub const TRANSFER_BOTH_TEXT: &str = "transferBothText";

/// Who reads the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Secrets appear as a mask, so that he sees whether they are set.
    Admin,
    /// Secrets do not appear.
    Anybody,
}

/// The settings, by key.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId, reader: Reader) -> Result<Vec<Setting>> {
    let rows: Vec<Setting> = on!(conn, |c| sqlx::query_as(
        "SELECT key, value FROM settings WHERE company_id = $1 ORDER BY key LIMIT $2"
    )
    .bind(company)
    .bind(SETTINGS_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows
        .into_iter()
        .filter_map(|setting| shown(setting, reader))
        .collect())
}

/// The value of a key, secrets included: for the server's own use.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, key: &str) -> Result<Option<String>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT value FROM settings WHERE company_id = $1 AND key = $2"
    )
    .bind(company)
    .bind(key)
    .fetch_optional(c)
    .await)?)
}

/// Whether a key has the value `enabled`.
///
/// # Errors
/// `Database`.
pub async fn is_enabled(conn: &mut Conn<'_>, company: CompanyId, key: &str) -> Result<bool> {
    Ok(find(conn, company, key).await?.as_deref() == Some("enabled"))
}

/// Sets the value of a key, new or not.
///
/// # Errors
/// `Database` when the company does not exist.
pub async fn set(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    key: &str,
    value: &str,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO settings (company_id, key, value, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at"
    )
    .bind(company)
    .bind(key)
    .bind(value)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Whether the value of a switch that is written `true` or `enabled` is on (rule B18: both spellings are in use).
pub fn is_on(value: Option<&str>) -> bool {
    matches!(value, Some("true" | "enabled"))
}

fn shown(setting: Setting, reader: Reader) -> Option<Setting> {
    if !audit::is_secret(&setting.key) {
        return Some(setting);
    }
    let value = if setting.value.is_empty() { "" } else { MASK };
    (reader == Reader::Admin).then(|| Setting {
        key: setting.key,
        value: value.to_owned(),
    })
}
