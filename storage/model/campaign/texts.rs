//! The texts of a campaign, and the templates that go in their places by numbers of the official API.

use serde::{Deserialize, Serialize};

use crate::model::{ConnectionId, MessageTemplateId, message_template::TemplateValues};

/// The five texts of a campaign and the five that ask first.
#[derive(
    Debug, Clone, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow,
)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "numbered alike")]
pub struct CampaignTexts {
    pub message1: String,
    pub message2: String,
    pub message3: String,
    pub message4: String,
    pub message5: String,
    pub confirmation_message1: String,
    pub confirmation_message2: String,
    pub confirmation_message3: String,
    pub confirmation_message4: String,
    pub confirmation_message5: String,
    /// What goes in their places by numbers of the official API to those who have not written for a day.
    #[sqlx(json)]
    pub templates: Vec<CampaignTemplate>,
}

/// Which of the texts of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "numbered alike")]
pub enum CampaignText {
    Message1,
    Message2,
    Message3,
    Message4,
    Message5,
    ConfirmationMessage1,
    ConfirmationMessage2,
    ConfirmationMessage3,
    ConfirmationMessage4,
    ConfirmationMessage5,
}

impl CampaignText {
    /// The texts, in their order.
    pub const MESSAGES: [Self; 5] = [
        Self::Message1,
        Self::Message2,
        Self::Message3,
        Self::Message4,
        Self::Message5,
    ];
    /// Those that ask first, in their order.
    pub const CONFIRMATIONS: [Self; 5] = [
        Self::ConfirmationMessage1,
        Self::ConfirmationMessage2,
        Self::ConfirmationMessage3,
        Self::ConfirmationMessage4,
        Self::ConfirmationMessage5,
    ];
}

/// An approved text of a number in the place of one of a campaign's texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignTemplate {
    /// In the place of which text.
    pub text: CampaignText,
    /// The number whose template it is.
    pub whatsapp_id: ConnectionId,
    /// Which.
    pub template_id: MessageTemplateId,
    /// With what: words in braces are filled as in texts.
    #[serde(default)]
    pub values: TemplateValues,
}

impl CampaignTexts {
    /// What goes by a number in the place of these texts, in their order.
    pub fn templates_of(
        &self,
        number: ConnectionId,
        texts: [CampaignText; 5],
    ) -> [Option<&CampaignTemplate>; 5] {
        texts.map(|text| {
            let mut all = self.templates.iter();
            all.find(|it| it.text == text && it.whatsapp_id == number)
        })
    }

    /// The texts, in their order.
    pub fn messages(&self) -> [&str; 5] {
        [
            &self.message1,
            &self.message2,
            &self.message3,
            &self.message4,
            &self.message5,
        ]
    }

    /// The texts that ask first, in their order.
    pub fn confirmations(&self) -> [&str; 5] {
        [
            &self.confirmation_message1,
            &self.confirmation_message2,
            &self.confirmation_message3,
            &self.confirmation_message4,
            &self.confirmation_message5,
        ]
    }
}
