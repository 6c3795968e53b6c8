//! What is told of what admins set up, of campaigns with their lists, and of the company itself.

use serde::Serialize;

use super::Change;
use crate::model::{
    AnnouncementId, ApiKeyId, ArticleId, CampaignId, ClosingReasonId, ConnectionId, ContactListId,
    ContactListItemId, FileListId, HelpId, HolidayId, ImpersonationId, InvitationId, PromptId,
    QueueIntegrationId, WebhookId,
    announcement::Announcement,
    campaign::Campaign,
    closing_reason::ClosingReason,
    company::{Company, Setting},
    contact_list::{ContactList, ContactListItem},
    file_list::FileList,
    help::Help,
    hours::{DayHours, Holiday},
    impersonation::Impersonation,
};

/// What is told of a holiday.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum HolidayEvent {
    /// It is new.
    Create {
        /// The holiday.
        holiday: Box<Holiday>,
    },
    /// It changed.
    Update {
        /// The holiday.
        holiday: Box<Holiday>,
    },
    /// It is gone.
    Delete {
        /// The holiday.
        #[serde(rename = "holidayId")]
        holiday_id: HolidayId,
    },
}

/// What is told of the company's week.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum CompanyHoursEvent {
    /// It changed.
    Update {
        /// Its seven days.
        schedules: Vec<DayHours>,
    },
}

/// What is told of the templates of a number: they are to be read again.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum MessageTemplatesEvent {
    /// They changed.
    Update {
        /// The number.
        #[serde(rename = "whatsappId")]
        whatsapp_id: ConnectionId,
    },
}

/// What is told of settings.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum SettingsEvent {
    /// One changed.
    Update {
        /// The setting.
        setting: Setting,
    },
}

/// What is told of an invitation: only that it is so, whom it invites is for admins.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum InvitationEvent {
    /// Somebody was invited.
    Create {
        /// The invitation.
        #[serde(rename = "invitationId")]
        invitation_id: InvitationId,
    },
    /// It is no more.
    Delete {
        /// The invitation.
        #[serde(rename = "invitationId")]
        invitation_id: InvitationId,
    },
}

/// What is told of a campaign, as a list shows it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum CampaignEvent {
    /// It is new.
    Create {
        /// The campaign.
        record: Box<Campaign>,
    },
    /// It changed; at most once a second.
    Update {
        /// The campaign.
        record: Box<Campaign>,
    },
    /// It is gone.
    Delete {
        /// The campaign.
        id: CampaignId,
    },
}

/// What is told of an announcement.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum AnnouncementEvent {
    /// It is new.
    Create {
        /// The announcement.
        record: Box<Announcement>,
    },
    /// It changed.
    Update {
        /// The announcement.
        record: Box<Announcement>,
    },
    /// It is gone, or no longer shown.
    Delete {
        /// The announcement.
        id: AnnouncementId,
    },
}

/// What is told of a list of files.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum FileEvent {
    /// It is new.
    Create {
        /// The list.
        #[serde(rename = "fileList")]
        file_list: Box<FileList>,
    },
    /// It changed.
    Update {
        /// The list.
        #[serde(rename = "fileList")]
        file_list: Box<FileList>,
    },
    /// It is gone.
    Delete {
        /// The list.
        #[serde(rename = "fileListId")]
        file_list_id: FileListId,
    },
}

/// What is told of a contact list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ContactListEvent {
    /// It is new.
    Create {
        /// The list.
        record: Box<ContactList>,
    },
    /// It changed.
    Update {
        /// The list.
        record: Box<ContactList>,
    },
    /// It is gone.
    Delete {
        /// The list.
        id: ContactListId,
    },
}

/// What is told of those in a contact list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ContactListItemEvent {
    /// Somebody was added.
    Create {
        /// Who.
        record: Box<ContactListItem>,
    },
    /// Somebody changed.
    Update {
        /// Who.
        record: Box<ContactListItem>,
    },
    /// Somebody was taken out.
    Delete {
        /// Who.
        id: ContactListItemId,
        /// The list.
        #[serde(rename = "contactListId")]
        contact_list_id: ContactListId,
    },
    /// Many changed: the list is to be read again.
    Reload {
        /// The list.
        #[serde(rename = "contactListId")]
        contact_list_id: ContactListId,
        /// After an import the first of those that it brought, at most 200.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<ContactListItem>, required = false)]
        records: Option<Vec<ContactListItem>>,
    },
}

/// What is told of an integration: only that it is so, its address may hold a secret.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum QueueIntegrationEvent {
    /// It is new.
    Create {
        /// The integration.
        #[serde(rename = "queueIntegrationId")]
        queue_integration_id: QueueIntegrationId,
    },
    /// It changed.
    Update {
        /// The integration.
        #[serde(rename = "queueIntegrationId")]
        queue_integration_id: QueueIntegrationId,
    },
    /// It is gone.
    Delete {
        /// The integration.
        #[serde(rename = "queueIntegrationId")]
        queue_integration_id: QueueIntegrationId,
    },
    /// What it said to whoever tries it out.
    TestSession {
        /// Its answer.
        response: TrialAnswer,
    },
}

impl QueueIntegrationEvent {
    /// That it is so.
    pub fn changed(action: Change, id: QueueIntegrationId) -> Self {
        let queue_integration_id = id;
        match action {
            Change::Create => Self::Create {
                queue_integration_id,
            },
            Change::Update => Self::Update {
                queue_integration_id,
            },
            Change::Delete => Self::Delete {
                queue_integration_id,
            },
        }
    }
}

/// What an integration says when it is tried out.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct TrialAnswer {
    /// Texts and addresses of files.
    pub messages: Vec<String>,
}

/// What is told of a prompt: only that it is so, its text is for admins.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptEvent {
    /// What became of it.
    pub action: Change,
    /// The prompt.
    pub prompt_id: PromptId,
}

/// What is told of a webhook: only that it is so, its address may hold a secret.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookChange {
    /// What became of it.
    pub action: Change,
    /// The webhook.
    pub webhook_id: WebhookId,
}

/// What is told of a key for programs: only that it is so.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ApiKeyEvent {
    /// It is new.
    Create {
        /// The key.
        #[serde(rename = "apiKeyId")]
        api_key_id: ApiKeyId,
    },
    /// It changed, or is no longer good.
    Update {
        /// The key.
        #[serde(rename = "apiKeyId")]
        api_key_id: ApiKeyId,
    },
}

/// What is told of an article: only that it is so, what the company knows is for admins.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleEvent {
    /// What became of it.
    pub action: Change,
    /// The article.
    pub article_id: ArticleId,
}

/// What is told of a closing reason.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ClosingReasonEvent {
    /// It is new.
    Create {
        /// The reason.
        #[serde(rename = "closingReason")]
        closing_reason: Box<ClosingReason>,
    },
    /// It changed.
    Update {
        /// The reason.
        #[serde(rename = "closingReason")]
        closing_reason: Box<ClosingReason>,
    },
    /// It is offered no more.
    Delete {
        /// The reason.
        #[serde(rename = "closingReasonId")]
        closing_reason_id: ClosingReasonId,
    },
}

/// What is told of the company.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum CompanyEvent {
    /// Its plan, standing or data changed.
    Update {
        /// The company.
        company: Box<CompanyNow>,
    },
}

/// What is told of a payment.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(tag = "action")]
pub enum PaymentEvent {
    /// An invoice was paid.
    #[serde(rename = "CONCLUIDA")]
    Paid {
        /// The company, which says until when that is good.
        company: Box<CompanyNow>,
    },
}

/// The company as its people have it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyNow {
    /// The company.
    #[serde(flatten)]
    pub company: Company,
    /// Whether it may send campaigns: by its plan, and switched on.
    pub campaigns_enabled: bool,
}

/// What is told of a super user at work in the company.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ImpersonationEvent {
    /// He came.
    Create {
        /// Who, in whose place, until when.
        impersonation: Box<Impersonation>,
    },
    /// He is gone.
    Delete {
        /// The stay.
        id: ImpersonationId,
    },
}

/// What is told of a help video.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum HelpEvent {
    /// It is new.
    Create {
        /// The video.
        record: Box<Help>,
    },
    /// It changed.
    Update {
        /// The video.
        record: Box<Help>,
    },
    /// It is gone.
    Delete {
        /// The video.
        id: HelpId,
    },
}

super::written! {
    HolidayEvent, holiday: Holiday;
    CampaignEvent, record: Campaign;
    AnnouncementEvent, record: Announcement;
    FileEvent, file_list: FileList;
    ContactListEvent, record: ContactList;
    ContactListItemEvent, record: ContactListItem;
    ClosingReasonEvent, closing_reason: ClosingReason;
    HelpEvent, record: Help;
}
