//! Users as they go over the wire (S041).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{
    CompanyId, ConnectionId, QueueId, UserId,
    company::{Company, Setting},
};

/// What a user is (S083, A091).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Profile {
    /// Everything in the company.
    Admin,
    /// An attendant who also sees all tickets of his queues.
    Supervisor,
    /// An attendant.
    User,
}

impl Profile {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Supervisor => "supervisor",
            Self::User => "user",
        }
    }
}

/// Whether a user sees tickets without a queue (S041; the second is spelled as it is there).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum AllTicket {
    /// He does.
    Enabled,
    /// He does not.
    Desabled,
}

/// A queue of a user.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct UserQueue {
    /// Its number.
    pub id: QueueId,
    /// Its name.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// The same number once more, where older front ends look for it.
    #[serde(rename = "UserQueue")]
    pub link: UserQueueLink,
}

/// That a queue is a user's.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserQueueLink {
    /// The queue.
    pub queue_id: QueueId,
}

impl UserQueue {
    /// A queue by its number, name and colour.
    pub fn new(id: QueueId, name: String, color: String) -> Self {
        let link = UserQueueLink { queue_id: id };
        Self {
            id,
            name,
            color,
            link,
        }
    }
}

/// The signed-in user, as `/auth/login` answers.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInUser {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// E-mail.
    pub email: String,
    /// Profile.
    pub profile: Profile,
    /// Manages companies and plans.
    #[serde(rename = "super")]
    pub is_super: bool,
    /// Company.
    pub company_id: CompanyId,
    /// Sees tickets without a queue.
    pub all_ticket: AllTicket,
    /// Default connection.
    pub whatsapp_id: Option<ConnectionId>,
    /// His queues.
    pub queues: Vec<UserQueue>,
    /// His company.
    pub company: SignedInCompany,
}

/// The company inside the signed-in user.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInCompany {
    /// The company and its plan.
    #[serde(flatten)]
    pub company: Company,
    /// The plan has campaigns and the company has them switched on (rule B18).
    pub campaigns_enabled: bool,
    /// Its settings, without secrets.
    pub settings: Vec<Setting>,
    /// Until when it tries the product out, if it does (A146).
    #[serde(default)]
    pub trial_expiration: Option<DateTime<Utc>>,
}

/// A colleague in a list.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Colleague {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// Profile.
    pub profile: Profile,
    /// Has a browser open.
    pub online: bool,
    /// His queues.
    pub queues: Vec<UserQueue>,
}

/// A user as an admin sees him, or he himself (S041).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// E-mail.
    pub email: String,
    /// Profile.
    pub profile: Profile,
    /// Manages companies and plans.
    #[serde(rename = "super")]
    pub is_super: bool,
    /// Company.
    pub company_id: CompanyId,
    /// Sees tickets without a queue.
    pub all_ticket: AllTicket,
    /// Default connection.
    pub whatsapp_id: Option<ConnectionId>,
    /// Has a browser open.
    pub online: bool,
    /// His queues, by name.
    pub queues: Vec<UserQueue>,
    /// When he was made.
    pub created_at: DateTime<Utc>,
    /// When he last changed.
    pub updated_at: DateTime<Utc>,
}

impl User {
    /// What his colleagues see of him.
    pub fn colleague(&self) -> Colleague {
        Colleague {
            id: self.id,
            name: self.name.clone(),
            profile: self.profile,
            online: self.online,
            queues: self.queues.clone(),
        }
    }
}
