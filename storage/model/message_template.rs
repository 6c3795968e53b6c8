//! Message templates of a Cloud API number: texts that were approved beforehand.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{
    ConnectionId, MessageTemplateId,
    message::{Location, MediaKind},
};

/// The status of a template that may be sent.
pub const APPROVED: &str = "APPROVED";

/// A template as Meta told it last. Words in capitals are Meta's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageTemplate {
    /// Its number here.
    pub id: MessageTemplateId,
    /// The number that sends it.
    pub whatsapp_id: ConnectionId,
    /// Its name: small letters, digits and underscores.
    pub name: String,
    /// Its language: `pt_BR`.
    pub language: String,
    /// `MARKETING`, `UTILITY`, `AUTHENTICATION`.
    pub category: String,
    /// `APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, `DISABLED` and others.
    pub status: String,
    /// What it is made of, in order.
    pub components: Vec<TemplateComponent>,
    /// Why it was rejected.
    pub rejected_reason: Option<String>,
    /// The name of the file that goes above its text where no other one is given.
    pub header_file: Option<String>,
    /// When it was told.
    pub refreshed_at: DateTime<Utc>,
}

impl MessageTemplate {
    /// Whether it may be sent.
    pub fn is_approved(&self) -> bool {
        self.status == APPROVED
    }

    /// What the file above its text is, if it needs one.
    pub fn file_kind(&self) -> Option<MediaKind> {
        self.components
            .iter()
            .find_map(TemplateComponent::file_kind)
    }
}

/// A part of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TemplateComponent {
    /// `HEADER`, `BODY`, `FOOTER`, `BUTTONS` and others.
    #[serde(rename = "type")]
    pub kind: String,
    /// Of a header: `TEXT`, `IMAGE`, `VIDEO`, `DOCUMENT`, `LOCATION`.
    #[serde(default)]
    pub format: Option<String>,
    /// The text; variables stand in it as `{{1}}` or `{{name}}`.
    #[serde(default)]
    pub text: Option<String>,
    /// Of `BUTTONS`: them.
    #[serde(default)]
    pub buttons: Vec<TemplateButton>,
}

impl TemplateComponent {
    /// What the file of a header is.
    pub fn file_kind(&self) -> Option<MediaKind> {
        match (self.kind.as_str(), self.format.as_deref()?) {
            ("HEADER", "IMAGE") => Some(MediaKind::Image),
            ("HEADER", "VIDEO") => Some(MediaKind::Video),
            ("HEADER", "DOCUMENT") => Some(MediaKind::Document),
            _ => None,
        }
    }

    /// Whether it is a header with a place on the map, which is said when it is sent.
    pub fn is_place(&self) -> bool {
        self.kind == "HEADER" && self.format.as_deref() == Some("LOCATION")
    }
}

/// A button below a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TemplateButton {
    /// `QUICK_REPLY`, `URL`, `PHONE_NUMBER`, `COPY_CODE` and others.
    #[serde(rename = "type")]
    pub kind: String,
    /// What stands on it.
    #[serde(default)]
    pub text: String,
    /// Where it leads; a variable may stand at its end.
    #[serde(default)]
    pub url: Option<String>,
    /// Whom it calls.
    #[serde(default)]
    pub phone_number: Option<String>,
}

/// What stands for the variables of a template, in the order in which they stand in it. Variables of the desk such as
/// `{{firstName}}` are filled.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TemplateValues {
    /// Of the header.
    pub header: Vec<String>,
    /// Of the body.
    pub body: Vec<String>,
    /// Of the buttons' addresses, one for each that has a variable.
    pub buttons: Vec<String>,
    /// The place above the text, with its name and address.
    pub place: Option<Location>,
}

impl TemplateValues {
    /// Whether variables of the desk stand in them, which are filled when they are sent.
    pub fn vary(&self) -> bool {
        let mut all = self.header.iter().chain(&self.body).chain(&self.buttons);
        all.any(|value| value.contains("{{"))
    }
}

/// A template to be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateChoice {
    /// Which.
    pub template_id: MessageTemplateId,
    /// With what.
    #[serde(default)]
    pub values: TemplateValues,
}
