//! A word that stands in every text of one company. Whoever of another company ever reads it has found a leak.

use std::{fs, io::Write as _, path::Path};

use guiche_storage::{
    companies::settings,
    model::{Clock as _, CompanyId, SystemClock},
};

use super::support::TestDesk;

/// Words of fixed sets, keys, addresses and bookkeeping: no text that people write. A new column is not among them and
/// gets the word, until somebody says here why it must not.
const NOT_TEXTS: &[&str] = &[
    "purpose",
    "used_for",
    "writes_until",
    "written_to_until",
    "snoozed_at",
    "snoozed_until",
    "action",
    "all_ticket",
    "at",
    "author",
    "away_until",
    "bank",
    "bank_ref",
    "changes",
    "cloud_health",
    "date",
    "end_time",
    "chat",
    "claim",
    "claimed_by",
    "client_id",
    "code",
    "color",
    "components",
    "connected_since",
    "details",
    "dedupe_key",
    "down_since",
    "due_date",
    "due_day",
    "dedupe",
    "end_to_end_id",
    "ended_by",
    "entity",
    "event",
    "event_key",
    "events",
    "extra_info",
    "idempotency_key",
    "key",
    "key_hash",
    "kind",
    "last_event_kind",
    "location",
    "media_mime",
    "memory",
    "media_path",
    "media_type",
    "mime",
    "node",
    "not_before",
    "number",
    "off_reason",
    "outcome",
    "prefix",
    "request_hash",
    "scopes",
    "owner",
    "password_hash",
    "path",
    "payload",
    "phone",
    "profile",
    "provider",
    "provider_id",
    "quoted_id",
    "raw",
    "recipient",
    "recurrence",
    "remote",
    "repeat_every",
    "repeat_from",
    "repeat_until",
    "resource",
    "rooms",
    "scope",
    "schedules",
    "search",
    "send_state",
    "since",
    "start_time",
    "state",
    "status",
    "step",
    "subject",
    "template",
    "token_hash",
    "txid",
    "visible_from",
    "day",
    "number_key",
    "failing_since",
    "pause_kind",
    "previous_until",
    "paused_reason",
    "sending_window",
    "templates",
    "visible_until",
];

/// The word, and the forms that the desk makes of it.
pub struct Canary {
    text: String,
    digits: String,
}

impl Canary {
    pub fn new() -> Self {
        let id = uuid::Uuid::new_v4();
        Self {
            text: format!("CANARY-B-{}", id.simple()),
            digits: format!("73{:010}", id.as_u128() % 10_000_000_000),
        }
    }

    /// The word as people would write it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a text tells it, in any case.
    pub fn is_in(&self, text: &str) -> bool {
        text.contains(&self.digits) || text.to_lowercase().contains(&self.text.to_lowercase())
    }

    /// Writes it into every text, file name, number, setting and file of a company. Answers how many columns have it.
    pub async fn plant(&self, desk: &TestDesk, company: i64) -> usize {
        let (text, digits, folded) = (&self.text, &self.digits, self.text.to_lowercase());
        let mut planted = 0;
        for [table, column, kind] in desk.columns() {
            // meant for everybody of every company
            if table == "announcements" {
                continue;
            }
            let key = if table == "companies" {
                "id"
            } else {
                "company_id"
            };
            let is_time = column.ends_with("_at");
            let known = NOT_TEXTS.contains(&&*column);
            let value = match (&*table, &*column) {
                (_, "search") => format!("'{folded} ' || search"),
                ("contacts" | "connections", "number") | ("companies", "phone") => {
                    format!("'{digits}' || id")
                }
                ("contacts", "extra_info") => {
                    format!("'[{{\"name\":\"{text}\",\"value\":\"{text}\"}}]'")
                }
                ("events", "payload") => format!("'{{\"action\":\"update\",\"x\":\"{text}\"}}'"),
                _ if kind != "TEXT" || is_time || known => continue,
                _ => format!("'{text} ' || COALESCE({column}, '')"),
            };
            desk.execute(&format!(
                "UPDATE {table} SET {column} = {value} WHERE {key} = {company}"
            ));
            planted += 1;
        }
        let place = format!(
            "{{\"latitude\":1.5,\"longitude\":2.5,\"name\":\"{text}\",\"address\":\"{text}\"}}"
        );
        desk.execute(&format!(
            "UPDATE messages SET location = '{place}' WHERE company_id = {company} AND location IS NOT NULL"
        ));
        let details = format!(
            "{{\"referral\":{{\"headline\":\"{text}\",\"body\":\"{text}\"}},\"description\":\"{text}\",\"form\":\"{text}\"}}"
        );
        desk.execute(&format!(
            "UPDATE messages SET details = '{details}' WHERE company_id = {company}"
        ));
        self.plant_profiles(desk, company);
        self.set_secret(desk, company).await;
        planted + self.mark_files(&desk.data_dir().join("media").join(company.to_string()))
    }

    /// What businesses say of themselves: the company's numbers, and its contacts to one of them.
    fn plant_profiles(&self, desk: &TestDesk, company: i64) {
        let profile = format!("{{\"name\":\"{0}\",\"description\":\"{0}\"}}", self.text);
        desk.execute(&format!(
            "UPDATE connections SET profile = '{profile}' WHERE company_id = {company}"
        ));
        desk.execute(&format!(
            "INSERT INTO contact_profiles (company_id, contact_id, connection_id, profile)
             SELECT {company}, id, (SELECT MIN(id) FROM connections WHERE company_id = {company}), '{profile}'
             FROM contacts WHERE company_id = {company}
             -- the desk may have asked for one by itself meanwhile
             ON CONFLICT (company_id, contact_id) DO UPDATE SET profile = excluded.profile"
        ));
    }

    /// A setting that only admins see, and masked; and the switch without which nobody reads campaigns.
    async fn set_secret(&self, desk: &TestDesk, company: i64) {
        let db = desk.db().await;
        let now = SystemClock.now();
        let set = db.write(async |conn| {
            let company = CompanyId(company);
            settings::set(conn, company, now, settings::CAMPAIGNS_ENABLED, "true").await?;
            settings::set(conn, company, now, "asaas", &self.text).await
        });
        set.await.expect("the setting is stored");
        db.close().await;
    }

    /// Puts it at the end of every file below a folder; what the files are does not change.
    fn mark_files(&self, folder: &Path) -> usize {
        let mut marked = 0;
        for entry in fs::read_dir(folder).expect("the company's files") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                marked += self.mark_files(&path);
                continue;
            }
            let file = fs::OpenOptions::new().append(true).open(&path);
            let mut file = file.expect("a file that can be written");
            file.write_all(self.text.as_bytes()).expect("it is written");
            marked += 1;
        }
        marked
    }
}
