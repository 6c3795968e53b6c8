//! What Meta says of a number and of its account, beside messages.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Templates of an account that are kept; those that changed last.
pub const TEMPLATES_MAX: usize = 50;

/// How a number of the Cloud API stands with Meta, as it was told last. Words are Meta's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CloudHealth {
    /// How customers take what it sends: `GREEN`, `YELLOW`, `RED`.
    pub quality: Option<String>,
    /// How many customers it may write to first in a day: `TIER_250`, `TIER_1K`, `TIER_10K`, `TIER_100K`, `TIER_UNLIMITED`.
    pub limit: Option<String>,
    /// How fast it may send: `STANDARD`, `HIGH`.
    pub throughput: Option<String>,
    /// Where Meta brings its messages. Another address than ours gets them instead of us.
    pub webhook: Option<String>,
    /// The step of setting it up that Meta refused: `token`, `number`, `register`, `subscribe`.
    pub refused: Option<String>,
    /// Meta's words for why.
    pub refused_because: Option<String>,
    /// When Meta was asked last.
    pub checked_at: Option<DateTime<Utc>>,
    /// Of which number Meta was asked for what the Business app on its phone knows from before: it is asked once.
    pub history_asked_of: Option<String>,
    /// How much of what the Business app on its phone knows from before has been told, in percent; where it shares that.
    pub history_progress: Option<i64>,
    /// Why nothing of it is told: `declined` by the business, or Meta's code and words.
    pub history_refused: Option<String>,
    /// The templates of its account whose state was told, the last changed first; at most 50.
    pub templates: Vec<TemplateState>,
}

/// How a template stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateState {
    /// Its name.
    pub name: String,
    /// Its language: `pt_BR`.
    pub language: String,
    /// `APPROVED`, `REJECTED`, `PAUSED`, `DISABLED` and others.
    pub status: String,
    /// Why, when something is wrong.
    pub reason: Option<String>,
    /// When it was told.
    pub at: DateTime<Utc>,
}

impl CloudHealth {
    /// The same after something was told of the number's past; in whatever order, it only grows.
    pub fn note_history(&mut self, progress: Option<i64>, refused: Option<String>) {
        if progress.is_some() || refused.is_some() {
            self.history_progress = self.history_progress.max(progress);
            self.history_refused = refused;
        }
    }

    /// The same after a template has changed.
    pub fn note_template(&mut self, state: TemplateState) {
        let is_same = |it: &TemplateState| it.name == state.name && it.language == state.language;
        self.templates.retain(|it| !is_same(it));
        self.templates.insert(0, state);
        self.templates.truncate(TEMPLATES_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_stands_once_and_the_last_changed_come_first() {
        let mut health = CloudHealth::default();
        let state = |name: usize, status: &str| TemplateState {
            name: name.to_string(),
            language: "pt_BR".to_owned(),
            status: status.to_owned(),
            reason: None,
            at: DateTime::UNIX_EPOCH,
        };
        for name in 0..=TEMPLATES_MAX {
            health.note_template(state(name, "APPROVED"));
        }
        health.note_template(state(3, "PAUSED"));
        assert_eq!(health.templates.len(), TEMPLATES_MAX);
        assert_eq!(health.templates.first(), Some(&state(3, "PAUSED")));
        let of_three = health.templates.iter().filter(|it| it.name == "3");
        assert_eq!(of_three.count(), 1);
    }
}
