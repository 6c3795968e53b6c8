//! What is sent about a user, and how it becomes what is stored.

use garde::Validate;
use guiche_storage::{
    identity::users::UserForm,
    model::{
        ConnectionId, ErrorCode, QueueId,
        user::{AllTicket, Profile, User},
    },
};
use serde::Deserialize;

use crate::{
    api::fields::{self, present},
    error::ApiError,
    middleware::caller::Caller,
    passkeys::PasskeyAnswer,
};

/// A user to make or to change. When changing, what is absent stays.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserBody {
    /// 2 to 50 characters; required to make one.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Unique on this server; required to make one.
    #[garde(inner(custom(fields::email)))]
    email: Option<String>,
    /// 5 to 50 characters; required to make one. Empty keeps the stored one.
    #[garde(inner(custom(fields::password_or_empty)))]
    #[schema(write_only)]
    password: Option<String>,
    /// One's own present password, to change one's own password or e-mail.
    #[garde(inner(length(chars, max = 255)))]
    #[schema(write_only)]
    current_password: Option<String>,
    /// Beside the password, where one has a second factor: a code of it.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(write_only)]
    code: Option<String>,
    /// In its place, what one's passkey signed of what the refusal without a code asks for as `passkey`.
    #[garde(dive)]
    #[schema(write_only)]
    passkey: Option<PasskeyAnswer>,
    /// What he may; `user` unless an admin says otherwise.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    profile: Option<Profile>,
    /// Whether he sees tickets without a queue.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    all_ticket: Option<AllTicket>,
    /// His default connection; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<ConnectionId>)]
    whatsapp_id: Option<Option<ConnectionId>>,
    /// His queues.
    #[garde(inner(length(max = 100)))]
    queue_ids: Option<Vec<QueueId>>,
}

/// What a new user starts from.
pub(super) fn nobody() -> UserForm {
    UserForm {
        name: String::new(),
        email: String::new(),
        profile: Profile::User,
        all_ticket: AllTicket::Desabled,
        connection: None,
        queues: Vec::new(),
    }
}

/// A stored user as the form that would change nothing.
pub(super) fn form_of(user: &User) -> UserForm {
    let mut queues: Vec<QueueId> = user.queues.iter().map(|queue| queue.id).collect();
    queues.sort_unstable();
    UserForm {
        name: user.name.clone(),
        email: user.email.clone(),
        profile: user.profile,
        all_ticket: user.all_ticket,
        connection: user.whatsapp_id,
        queues,
    }
}

impl UserBody {
    /// The new password, if there is one.
    pub(super) fn password(&self) -> Option<String> {
        self.password.clone().filter(|text| !text.is_empty())
    }

    /// One's own present password, as it was typed.
    pub(super) fn current_password(&self) -> String {
        self.current_password.clone().unwrap_or_default()
    }

    /// A code of one's own second factor, as it was typed.
    pub(super) fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// What one's own passkey signed.
    pub(super) fn passkey(&self) -> Option<&PasskeyAnswer> {
        self.passkey.as_ref()
    }

    /// # Errors
    /// `Validation` naming every field that a new user needs and has not.
    pub(super) fn require_all(&self) -> Result<(), ApiError> {
        let is_empty =
            |text: &Option<String>| text.as_deref().is_none_or(|it| it.trim().is_empty());
        let needed = [
            ("name", &self.name),
            ("email", &self.email),
            ("password", &self.password),
        ];
        let missing = needed.into_iter().filter(|(_, text)| is_empty(text));
        let mut error = None;
        for (field, _) in missing {
            error = Some(match error {
                None => ApiError::field(field, "is missing"),
                Some(error) => ApiError::and_field(error, field, "is missing"),
            });
        }
        error.map_or(Ok(()), Err)
    }

    /// The stored form with what the body changes.
    pub(super) fn over(&self, stored: UserForm) -> UserForm {
        let trimmed = |text: &Option<String>, stored: String| {
            text.as_deref()
                .map_or(stored, |text| text.trim().to_owned())
        };
        let mut queues = self.queue_ids.clone().unwrap_or(stored.queues);
        queues.sort_unstable();
        queues.dedup();
        UserForm {
            name: trimmed(&self.name, stored.name),
            email: trimmed(&self.email, stored.email).to_lowercase(),
            profile: self.profile.unwrap_or(stored.profile),
            all_ticket: self.all_ticket.unwrap_or(stored.all_ticket),
            connection: self.whatsapp_id.unwrap_or(stored.connection),
            queues,
        }
    }
}

/// Who may change what (S085, rule B18): admins everything, everybody his own name, e-mail and password. A
/// super user is changed by himself or another one only, since he is above the company.
///
/// # Errors
/// `NoPermission`.
pub(super) fn check_allowed(
    caller: &Caller,
    stored: &User,
    form: &UserForm,
) -> Result<(), ApiError> {
    let is_own = caller.user == stored.id;
    let own_fields_only = UserForm {
        name: form.name.clone(),
        email: form.email.clone(),
        ..form_of(stored)
    };
    let may = if stored.is_super && !caller.is_super {
        false
    } else if caller.is_admin() {
        true
    } else {
        is_own && own_fields_only == *form
    };
    if may {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}
