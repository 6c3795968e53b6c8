//! What an admin sends about an integration, and its rules (A086, A144).

use garde::Validate;
use guiche_actors::integration::{Doors, is_key};
use guiche_storage::{
    bots::integrations::{IntegrationForm, IntegrationSecrets},
    model::bot::{IntegrationKind, QueueIntegration},
};
use serde::Deserialize;

use crate::{api::fields, error::ApiError};

/// Minutes of silence after which a flow of Typebot begins anew, and milliseconds before each message, where nobody says
/// another number (A144).
const TYPEBOT_EXPIRES: i64 = 1;
const TYPEBOT_DELAY: i64 = 1_000;

/// An integration to make or to change. When changing, what is absent stays.
#[derive(Debug, Default, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IntegrationBody {
    /// What it calls; required to make one.
    #[garde(skip)]
    #[serde(rename = "type")]
    pub kind: Option<IntegrationKind>,
    /// 2 to 50 characters, unique in the company; required to make one.
    #[garde(inner(custom(fields::name)))]
    pub name: Option<String>,
    /// Of Dialogflow: the project.
    #[garde(inner(length(chars, max = 200)))]
    pub project_name: Option<String>,
    /// Of Dialogflow: the key of a service account as Google gives it, JSON text; never shown again.
    #[garde(inner(length(chars, max = 20_000)))]
    #[schema(write_only)]
    pub json_content: Option<String>,
    /// Of Dialogflow: the language.
    #[garde(inner(length(chars, max = 20)))]
    pub language: Option<String>,
    /// The address, public and with https; of Typebot the viewer's.
    #[garde(inner(length(chars, max = 2_000)))]
    #[serde(rename = "urlN8N")]
    pub url_n8n: Option<String>,
    /// Of n8n and webhook: signs the calls; never shown again, an empty one takes it away.
    #[garde(inner(length(chars, max = 200)))]
    #[schema(write_only)]
    pub secret: Option<String>,
    /// Of Typebot: the public id of the flow.
    #[garde(inner(length(chars, max = 200)))]
    pub typebot_slug: Option<String>,
    /// Of Typebot: minutes of silence after which it begins anew; 0 is never.
    #[garde(inner(range(min = 0, max = 525_600)))]
    pub typebot_expires: Option<i64>,
    /// Of Typebot: milliseconds before each message.
    #[garde(inner(range(min = 0, max = 20_000)))]
    pub typebot_delay_message: Option<i64>,
    /// Of Typebot: closes the conversation.
    #[garde(inner(length(chars, max = 100)))]
    pub typebot_keyword_finish: Option<String>,
    /// Of Typebot: begins the flow anew.
    #[garde(inner(length(chars, max = 100)))]
    pub typebot_keyword_restart: Option<String>,
    /// Of Typebot: said where the flow has no answer.
    #[garde(inner(length(chars, max = 4_096)))]
    pub typebot_unknown_message: Option<String>,
    /// Of Typebot: said when it begins anew.
    #[garde(inner(length(chars, max = 4_096)))]
    pub typebot_restart_message: Option<String>,
}

fn kept(sent: Option<&str>, stored: Option<&String>) -> String {
    let sent = sent.or(stored.map(String::as_str));
    sent.unwrap_or_default().trim().to_owned()
}

impl IntegrationBody {
    /// The form over what is stored, with the rules of its kind.
    ///
    /// # Errors
    /// `Validation`.
    pub(super) fn over(
        &self,
        stored: Option<&QueueIntegration>,
        doors: &Doors,
    ) -> Result<IntegrationForm, ApiError> {
        let form = self.form(stored)?;
        if form.name.is_empty() {
            return Err(ApiError::field("name", "is missing"));
        }
        let missing = |field: &'static str| Err(ApiError::field(field, "is missing"));
        let is_short = |text: &str| text.chars().count() < 2;
        match form.kind {
            IntegrationKind::Dialogflow if is_short(&form.project_name) => {
                return missing("projectName");
            }
            IntegrationKind::Dialogflow if is_short(&form.language) => return missing("language"),
            IntegrationKind::Typebot if form.typebot_slug.is_empty() => {
                return missing("typebotSlug");
            }
            _ => {}
        }
        if form.kind != IntegrationKind::Dialogflow {
            check_address(&form.url_n8n, doors)?;
        }
        Ok(form)
    }

    fn form(&self, stored: Option<&QueueIntegration>) -> Result<IntegrationForm, ApiError> {
        let kind = self.kind.or(stored.map(|it| it.kind));
        let text = |sent: &Option<String>, of: fn(&QueueIntegration) -> &String| {
            kept(sent.as_deref(), stored.map(of))
        };
        Ok(IntegrationForm {
            kind: kind.ok_or_else(|| ApiError::field("type", "is missing"))?,
            name: text(&self.name, |it| &it.name),
            project_name: text(&self.project_name, |it| &it.project_name),
            language: text(&self.language, |it| &it.language),
            url_n8n: text(&self.url_n8n, |it| &it.url_n8n),
            typebot_slug: text(&self.typebot_slug, |it| &it.typebot_slug),
            typebot_expires: self
                .typebot_expires
                .or(stored.map(|it| it.typebot_expires))
                .unwrap_or(TYPEBOT_EXPIRES),
            typebot_delay_message: self
                .typebot_delay_message
                .or(stored.map(|it| it.typebot_delay_message))
                .unwrap_or(TYPEBOT_DELAY),
            typebot_keyword_finish: text(&self.typebot_keyword_finish, |it| {
                &it.typebot_keyword_finish
            }),
            typebot_keyword_restart: text(&self.typebot_keyword_restart, |it| {
                &it.typebot_keyword_restart
            }),
            typebot_unknown_message: text(&self.typebot_unknown_message, |it| {
                &it.typebot_unknown_message
            }),
            typebot_restart_message: text(&self.typebot_restart_message, |it| {
                &it.typebot_restart_message
            }),
        })
    }

    /// The secrets over those that are stored; of another kind there are none.
    ///
    /// # Errors
    /// `Validation` for a key that cannot sign, or a missing one.
    pub(super) fn secrets_over(
        &self,
        kind: IntegrationKind,
        stored: IntegrationSecrets,
    ) -> Result<IntegrationSecrets, ApiError> {
        let given = |sent: &Option<String>| sent.as_deref().map(|it| it.trim().to_owned());
        if kind != IntegrationKind::Dialogflow {
            let secret = given(&self.secret).or(stored.secret);
            return Ok(IntegrationSecrets {
                json_content: None,
                secret: secret.filter(|it| !it.is_empty()),
            });
        }
        let sent = given(&self.json_content).filter(|it| !it.is_empty());
        let key = sent.or(stored.json_content);
        let key = key.ok_or_else(|| ApiError::field("jsonContent", "is missing"))?;
        if !is_key(&key) {
            return Err(ApiError::field(
                "jsonContent",
                "is not the key of a service account",
            ));
        }
        Ok(IntegrationSecrets {
            json_content: Some(key),
            secret: None,
        })
    }

    /// Names of the secrets that it brings.
    pub(super) fn secret_names(&self) -> Vec<&'static str> {
        let is_set =
            |sent: &Option<String>| sent.as_deref().is_some_and(|it| !it.trim().is_empty());
        [
            (is_set(&self.json_content), "jsonContent"),
            (is_set(&self.secret), "secret"),
        ]
        .into_iter()
        .filter_map(|(is_set, name)| is_set.then_some(name))
        .collect()
    }
}

/// An address that may be called, as far as it can be seen. Where its name leads is looked at with each call.
fn check_address(text: &str, doors: &Doors) -> Result<(), ApiError> {
    if text.is_empty() {
        return Err(ApiError::field("urlN8N", "is missing"));
    }
    let url = text.parse().ok();
    if url.is_some_and(|url| doors.check(&url).is_ok()) {
        Ok(())
    } else {
        Err(ApiError::field("urlN8N", "must be a public https address"))
    }
}
