//! How a company's campaigns go: keys whose values are JSON texts (A045).

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;

use crate::{
    Conn, Result,
    model::{CompanyId, campaign::CampaignSettings, company::Setting},
    on,
};

/// The keys, in the order in which they are answered.
const KEYS: [&str; 4] = [
    "messageInterval",
    "longerIntervalAfter",
    "greaterInterval",
    "variables",
];

/// The settings; what nobody has said is as usual (A141).
///
/// # Errors
/// `Database`.
pub async fn read(conn: &mut Conn<'_>, company: CompanyId) -> Result<CampaignSettings> {
    let rows: Vec<Setting> = on!(conn, |c| sqlx::query_as(
        "SELECT key, value FROM campaign_settings WHERE company_id = $1 ORDER BY key LIMIT 100"
    )
    .bind(company)
    .fetch_all(c)
    .await)?;
    let usual = CampaignSettings::default();
    Ok(CampaignSettings {
        message_interval: value(&rows, "messageInterval").unwrap_or(usual.message_interval),
        longer_interval_after: value(&rows, "longerIntervalAfter")
            .unwrap_or(usual.longer_interval_after),
        greater_interval: value(&rows, "greaterInterval").unwrap_or(usual.greater_interval),
        variables: value(&rows, "variables").unwrap_or(usual.variables),
    })
}

fn value<T: DeserializeOwned>(rows: &[Setting], key: &str) -> Option<T> {
    let row = rows.iter().find(|row| row.key == key)?;
    serde_json::from_str(&row.value).ok()
}

/// Settings as rows of key and JSON text.
pub fn rows(settings: &CampaignSettings) -> Vec<Setting> {
    let value = serde_json::to_value(settings).unwrap_or_default();
    let row = |key: &str| Setting {
        key: key.to_owned(),
        value: value.get(key).map(ToString::to_string).unwrap_or_default(),
    };
    KEYS.into_iter().map(row).collect()
}

/// Writes all settings.
///
/// # Errors
/// `Database`.
pub async fn write(
    conn: &mut Conn<'_>,
    company: CompanyId,
    settings: &CampaignSettings,
    now: DateTime<Utc>,
) -> Result<()> {
    for row in rows(settings) {
        on!(&mut *conn, |c| {
            sqlx::query(
            "INSERT INTO campaign_settings (company_id, key, value, updated_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at"
        )
        .bind(company)
        .bind(&row.key)
        .bind(&row.value)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
        })?;
    }
    Ok(())
}
