//! What is noted of changes in administration, as it goes over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::UserId;

macro_rules! subjects {
    ($($(#[$doc:meta])* $name:ident = $word:literal),+ $(,)?) => {
        /// What kind of thing was changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum Subject { $($(#[$doc])* $name),+ }

        impl Subject {
            /// The word in the database and on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word),+ }
            }
        }
    };
}

subjects! {
    /// An announcement.
    Announcement = "announcement",
    /// An article of what a company knows.
    Article = "article",
    /// A campaign.
    Campaign = "campaign",
    /// How campaigns go.
    CampaignSettings = "campaignSettings",
    /// A reason for closing.
    ClosingReason = "closingReason",
    /// A company.
    Company = "company",
    /// A person's data, handed out or erased.
    Contact = "contact",
    /// A list of people to write to in bulk.
    ContactList = "contactList",
    /// A connection.
    Connection = "connection",
    /// A number that nothing in bulk writes to.
    DoNotContact = "doNotContact",
    /// A list of files.
    FileList = "fileList",
    /// A help video.
    Help = "help",
    /// A holiday.
    Holiday = "holiday",
    /// The week of the company.
    Hours = "hours",
    /// A super user's stay.
    Impersonation = "impersonation",
    /// An invitation into the company.
    Invitation = "invitation",
    /// An invoice of a company.
    Invoice = "invoice",
    /// A message template of a number.
    MessageTemplate = "messageTemplate",
    /// A plan.
    Plan = "plan",
    /// A prompt for a language model.
    Prompt = "prompt",
    /// A queue.
    Queue = "queue",
    /// An integration that answers customers.
    QueueIntegration = "queueIntegration",
    /// An option of a queue's menu.
    QueueOption = "queueOption",
    /// A quick message.
    QuickMessage = "quickMessage",
    /// A call of a super user during his stay.
    Request = "request",
    /// A setting.
    Setting = "setting",
    /// A tag.
    Tag = "tag",
    /// A user.
    User = "user",
    /// An address that is told what happens.
    Webhook = "webhook",
    /// A key of the company's own programs.
    ApiKey = "apiKey",
}

/// What was done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// It was made.
    Create,
    /// It was changed.
    Update,
    /// It was deleted.
    Delete,
    /// It was started, stopped, handed out: what changes no field.
    Call,
}

impl Action {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Call => "call",
        }
    }
}

/// A field before and after. A secret shows as a mask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FieldChange {
    /// Its name, as the API calls it.
    pub field: String,
    /// What it was; `null` for what was made.
    pub before: Option<Value>,
    /// What it became; `null` for what was deleted.
    pub after: Option<Value>,
}

/// One change in administration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditRecord {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Who, by his number; `null` for one who is not of this company.
    pub user_id: Option<UserId>,
    /// Who, by his name.
    pub user_name: String,
    /// The super user who did it in his place, or from outside.
    pub actor_name: Option<String>,
    /// What was done: `create`, `update`, `delete` or `call`.
    pub action: String,
    /// To what kind of thing.
    pub entity: String,
    /// To which one.
    pub entity_id: String,
    /// What people call it.
    pub label: String,
    /// By which route.
    pub route: String,
    /// What changed.
    pub changes: Vec<FieldChange>,
    /// From which address.
    pub ip: Option<String>,
    /// With which program.
    pub user_agent: Option<String>,
    /// The request, as the server's log names it.
    pub request_id: Option<String>,
}
