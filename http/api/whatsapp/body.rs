//! What an admin sends about a connection, and how it becomes what is stored.

use garde::Validate;
use guiche_storage::{
    connections::ConnectionForm,
    model::{
        PromptId, QueueId, QueueIntegrationId,
        connection::{Connection, ConnectionTexts, ProviderKind},
    },
    security::seal::CloudSecrets,
};
use serde::Deserialize;

use crate::{
    api::fields::{self, present},
    error::ApiError,
};

/// Characters of a token for programs.
const TOKEN_CHARS: std::ops::RangeInclusive<usize> = 16..=200;

/// What a token that is shown ends with: the rest of it is nobody's business.
const SHOWN_END: char = '…';

/// A connection to make or to change. When changing, what is absent stays.
#[derive(Debug, Default, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct WhatsappBody {
    /// 2 to 50 characters, unique in the company; required to make one.
    #[garde(inner(custom(fields::name)))]
    pub name: Option<String>,
    /// `cloud`, `beta` (a phone that is paired by a code), or `simulator` in the demo; a new one is `beta` if absent. Another than the stored one is refused.
    #[garde(skip)]
    pub provider: Option<String>,
    /// Used when nothing else is chosen.
    #[garde(skip)]
    pub is_default: Option<bool>,
    /// Its queues.
    #[garde(inner(length(max = 100)))]
    pub queue_ids: Option<Vec<QueueId>>,
    /// Greeting; required with more than one queue.
    #[garde(inner(length(chars, max = 4096)))]
    pub greeting_message: Option<String>,
    /// Said when a ticket is closed.
    #[garde(inner(length(chars, max = 4096)))]
    pub complation_message: Option<String>,
    /// Said out of hours.
    #[garde(inner(length(chars, max = 4096)))]
    pub out_of_hours_message: Option<String>,
    /// Asks for a rating.
    #[garde(inner(length(chars, max = 4096)))]
    pub rating_message: Option<String>,
    /// Said before an unanswered ticket is closed.
    #[garde(inner(length(chars, max = 4096)))]
    pub expires_inactive_message: Option<String>,
    /// Queue for those who choose none; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<QueueId>)]
    #[expect(clippy::option_option, reason = "null clears, absence keeps")]
    pub transfer_queue_id: Option<Option<QueueId>>,
    /// Minutes until then; `null` for never.
    #[garde(inner(inner(range(min = 0, max = 525_600))))]
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    #[expect(clippy::option_option, reason = "null clears, absence keeps")]
    pub time_to_transfer: Option<Option<i64>>,
    /// Minutes without an answer until a ticket closes; 0 is never.
    #[garde(inner(range(min = 0, max = 525_600)))]
    #[serde(default, deserialize_with = "fields::or_zero")]
    pub expires_ticket: Option<i64>,
    /// Minutes between two menus.
    #[garde(inner(range(min = 0, max = 525_600)))]
    #[serde(default, deserialize_with = "fields::or_zero")]
    pub time_use_bot_queues: Option<i64>,
    /// Most menus a ticket; 0 is without limit.
    #[garde(inner(range(min = 0, max = 1_000)))]
    #[serde(default, deserialize_with = "fields::or_zero")]
    pub max_use_bot_queues: Option<i64>,
    /// The prompt that answers on it before its queues; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<PromptId>)]
    #[expect(clippy::option_option, reason = "null clears, absence keeps")]
    pub prompt_id: Option<Option<PromptId>>,
    /// The integration that answers on it before its queues; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<QueueIntegrationId>)]
    #[expect(clippy::option_option, reason = "null clears, absence keeps")]
    pub integration_id: Option<Option<QueueIntegrationId>>,
    /// With which programs speak for it: 16 to 200 visible ASCII characters, of which the first are shown again; as shown it stays, an empty one takes it away.
    #[garde(inner(custom(strong_token)))]
    #[schema(write_only)]
    pub token: Option<String>,
    /// Meta's id of the number; required for `cloud`.
    #[garde(inner(custom(meta_id)))]
    pub phone_number_id: Option<String>,
    /// Meta's id of the business account; required for `cloud`.
    #[garde(inner(custom(meta_id)))]
    pub waba_id: Option<String>,
    /// Permanent access token; required for `cloud`, never shown again.
    #[garde(inner(custom(secret)))]
    #[schema(write_only)]
    pub access_token: Option<String>,
    /// Secret of the app; required for `cloud`, never shown again.
    #[garde(inner(custom(secret)))]
    #[schema(write_only)]
    pub app_secret: Option<String>,
    /// What Meta shows when it verifies the webhook; required for `cloud`, never shown again.
    #[garde(inner(custom(secret)))]
    #[schema(write_only)]
    pub verify_token: Option<String>,
}

/// What a new connection starts from where the form says nothing.
fn new_texts() -> ConnectionTexts {
    ConnectionTexts {
        max_use_bot_queues: 3,
        ..ConnectionTexts::default()
    }
}

impl WhatsappBody {
    /// The form of a new connection and, for the Cloud API, its secrets.
    ///
    /// # Errors
    /// `Validation` naming every required field that is absent or empty.
    pub(super) fn for_new(
        self,
        provider: ProviderKind,
    ) -> Result<(ConnectionForm, Option<CloudSecrets>), ApiError> {
        let is_cloud = provider == ProviderKind::Cloud;
        let mut missing = vec![("name", &self.name)];
        if is_cloud {
            missing.extend([
                ("phoneNumberId", &self.phone_number_id),
                ("wabaId", &self.waba_id),
                ("accessToken", &self.access_token),
                ("appSecret", &self.app_secret),
                ("verifyToken", &self.verify_token),
            ]);
        }
        missing.retain(|(_, value)| filled(value.as_deref()).is_none());
        if let Some(((first, _), others)) = missing.split_first() {
            let error = ApiError::field(*first, "is missing");
            return Err(others.iter().fold(error, |error, (field, _)| {
                error.and_field(*field, "is missing")
            }));
        }
        let secrets = self.every_secret().filter(|_| is_cloud);
        let form = ConnectionForm {
            name: kept(self.name.as_deref(), ""),
            is_default: self.is_default.unwrap_or(false),
            queue_ids: self.queue_ids.clone().unwrap_or_default(),
            phone_number_id: filled(self.phone_number_id.as_deref()).filter(|_| is_cloud),
            waba_id: filled(self.waba_id.as_deref()).filter(|_| is_cloud),
            prompt_id: self.prompt_id.flatten(),
            integration_id: self.integration_id.flatten(),
            texts: self.texts_over(new_texts()),
        };
        Ok((form, secrets))
    }

    /// The stored connection with what the body changes.
    pub(super) fn over(&self, stored: Connection) -> ConnectionForm {
        let cloud = stored.cloud.as_ref();
        let id_of =
            |sent: Option<&str>, stored: Option<&String>| stored.map(|stored| kept(sent, stored));
        ConnectionForm {
            name: kept(self.name.as_deref(), &stored.name),
            is_default: self.is_default.unwrap_or(stored.is_default),
            queue_ids: self
                .queue_ids
                .clone()
                .unwrap_or_else(|| stored.queues.iter().map(|queue| queue.id).collect()),
            phone_number_id: id_of(
                self.phone_number_id.as_deref(),
                cloud.map(|cloud| &cloud.phone_number_id),
            ),
            waba_id: id_of(self.waba_id.as_deref(), cloud.map(|cloud| &cloud.waba_id)),
            prompt_id: self.prompt_id.unwrap_or(stored.prompt_id),
            integration_id: self.integration_id.unwrap_or(stored.integration_id),
            texts: self.texts_over(stored.texts),
        }
    }

    /// Whether it brings a new secret.
    pub(super) fn has_secret(&self) -> bool {
        [&self.access_token, &self.app_secret, &self.verify_token]
            .into_iter()
            .any(|secret| filled(secret.as_deref()).is_some())
    }

    /// The secrets, if it brings all three.
    pub(super) fn every_secret(&self) -> Option<CloudSecrets> {
        Some(CloudSecrets {
            access_token: filled(self.access_token.as_deref())?,
            app_secret: filled(self.app_secret.as_deref())?,
            verify_token: filled(self.verify_token.as_deref())?,
        })
    }

    /// What becomes of the token for programs: another one, none, or nothing if it is not in the body or only said again
    /// as it is shown.
    ///
    /// # Errors
    /// `Validation` for the beginning of another one.
    #[expect(clippy::option_option, reason = "none takes it away, absence keeps it")]
    pub(super) fn new_token(
        &self,
        shown: Option<&str>,
    ) -> Result<Option<Option<String>>, ApiError> {
        let Some(sent) = self.token.as_deref().map(str::trim) else {
            return Ok(None);
        };
        if sent == shown.unwrap_or_default() {
            return Ok(None);
        }
        if sent.ends_with(SHOWN_END) {
            return Err(ApiError::field("token", "is only the beginning of one"));
        }
        Ok(Some(filled(Some(sent))))
    }

    /// The stored secrets with those that the body brings.
    pub(super) fn secrets_over(&self, stored: CloudSecrets) -> CloudSecrets {
        CloudSecrets {
            access_token: kept(self.access_token.as_deref(), &stored.access_token),
            app_secret: kept(self.app_secret.as_deref(), &stored.app_secret),
            verify_token: kept(self.verify_token.as_deref(), &stored.verify_token),
        }
    }

    fn texts_over(&self, stored: ConnectionTexts) -> ConnectionTexts {
        ConnectionTexts {
            greeting_message: self
                .greeting_message
                .clone()
                .unwrap_or(stored.greeting_message),
            complation_message: self
                .complation_message
                .clone()
                .unwrap_or(stored.complation_message),
            out_of_hours_message: self
                .out_of_hours_message
                .clone()
                .unwrap_or(stored.out_of_hours_message),
            rating_message: self.rating_message.clone().unwrap_or(stored.rating_message),
            transfer_queue_id: self.transfer_queue_id.unwrap_or(stored.transfer_queue_id),
            time_to_transfer: self.time_to_transfer.unwrap_or(stored.time_to_transfer),
            expires_ticket: self.expires_ticket.unwrap_or(stored.expires_ticket),
            expires_inactive_message: self
                .expires_inactive_message
                .clone()
                .unwrap_or(stored.expires_inactive_message),
            time_use_bot_queues: self
                .time_use_bot_queues
                .unwrap_or(stored.time_use_bot_queues),
            max_use_bot_queues: self.max_use_bot_queues.unwrap_or(stored.max_use_bot_queues),
        }
    }
}

/// What was sent without the spaces around it; `None` if that is nothing.
fn filled(sent: Option<&str>) -> Option<String> {
    sent.map(str::trim)
        .filter(|sent| !sent.is_empty())
        .map(str::to_owned)
}

fn kept(sent: Option<&str>, stored: &str) -> String {
    filled(sent).unwrap_or_else(|| stored.to_owned())
}

/// Meta's ids are digits; letters are let in for test servers. Goes into a URL's path, so nothing else is.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn meta_id(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    let is_id = text.len() <= 64
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if is_id {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must be an id of at most 64 letters and digits",
        ))
    }
}

/// Long enough not to be guessed; goes into a header.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn strong_token(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    let is_strong = TOKEN_CHARS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    if text.is_empty() || is_strong || text.ends_with(SHOWN_END) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must be 16 to 200 visible ASCII characters",
        ))
    }
}

/// Goes into a header or a signature: visible ASCII.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn secret(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    if text.len() <= 2048 && text.bytes().all(|b| b.is_ascii_graphic()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must be at most 2048 visible ASCII characters",
        ))
    }
}
