//! A template as an admin writes it, and as Meta takes it.

use chrono::DateTime;
use garde::Validate;
use guiche_actors::{
    connection::provider::cloud::{TemplateDraft, component},
    rules::templates::{fill_template, variables},
};
use guiche_storage::model::{
    ConnectionId, MessageTemplateId,
    message::{Location, MediaKind},
    message_template::{APPROVED, MessageTemplate, TemplateComponent, TemplateValues},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{api::fields::phone, error::ApiError};

/// Buttons of a template at most (Meta).
const BUTTONS_MAX: usize = 10;

/// What a template is for. Codes to sign in have texts of Meta's own.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(in crate::api) enum TemplateCategory {
    /// Offers and news.
    Marketing,
    /// About something that the customer has ordered or asked for.
    Utility,
}

/// A template to be approved by Meta. Variables are `{{1}}`, `{{2}}` and so on.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct NewTemplate {
    /// 1 to 512 small letters, digits and underscores.
    #[garde(custom(template_name))]
    name: String,
    /// `pt_BR`, `en_US`, `es` and the like.
    #[garde(custom(language_code))]
    language: String,
    /// What it is for.
    #[garde(skip)]
    category: TemplateCategory,
    /// At most 60 characters in one line, with one variable at most.
    #[garde(inner(custom(short_line)))]
    header: Option<String>,
    /// Whether its header is a place on the map, which is said each time it is sent.
    #[serde(default)]
    #[garde(skip)]
    place: bool,
    /// 1 to 1,024 characters.
    #[garde(custom(body_text))]
    body: String,
    /// At most 60 characters in one line, without variables.
    #[garde(inner(custom(short_line)))]
    footer: Option<String>,
    /// At most 10.
    #[serde(default)]
    #[garde(length(max = BUTTONS_MAX), dive)]
    buttons: Vec<NewButton>,
    /// An example for each variable; Meta looks at them.
    #[serde(default)]
    #[garde(skip)]
    examples: TemplateValues,
}

/// A button of a new template.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct NewButton {
    /// What it does.
    #[serde(rename = "type")]
    #[garde(skip)]
    kind: ButtonKind,
    /// 1 to 25 characters.
    #[garde(length(chars, min = 1, max = 25))]
    text: String,
    /// Of `URL`: where it leads, at most 2,000 characters; a variable may stand at its end.
    #[garde(inner(length(chars, min = 1, max = 2000)))]
    url: Option<String>,
    /// Of `PHONE_NUMBER`: whom it calls.
    #[garde(inner(custom(phone)))]
    phone_number: Option<String>,
}

/// What a button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(in crate::api) enum ButtonKind {
    /// Answers with its text.
    QuickReply,
    /// Opens a page.
    Url,
    /// Calls a number.
    PhoneNumber,
}

impl NewTemplate {
    /// What Meta is asked for, and the parts as they are kept. A header with a file or a place is the first of them.
    ///
    /// # Errors
    /// `Validation` when variables are not counted from 1, stand where they may not, or have no example.
    pub(super) fn draft(
        self,
        file: Option<MediaKind>,
    ) -> Result<(TemplateDraft, Vec<TemplateComponent>), ApiError> {
        self.check_variables()?;
        let mut parts: Vec<Value> = file.and_then(file_part).into_iter().collect();
        if self.place {
            parts.push(json!({ "type": "HEADER", "format": "LOCATION" }));
        }
        if let Some(text) = filled(self.header.as_deref()) {
            let part = json!({ "type": "HEADER", "format": "TEXT", "text": text });
            let examples = &self.examples.header;
            let example = (!examples.is_empty()).then(|| json!({ "header_text": examples }));
            parts.push(with_example(part, example));
        }
        if parts.len() > 1 {
            return Err(ApiError::field("header", "is a text, a file or a place"));
        }
        let part = json!({ "type": "BODY", "text": self.body.trim() });
        let examples = &self.examples.body;
        let example = (!examples.is_empty()).then(|| json!({ "body_text": [examples] }));
        parts.push(with_example(part, example));
        if let Some(text) = filled(self.footer.as_deref()) {
            parts.push(json!({ "type": "FOOTER", "text": text }));
        }
        if !self.buttons.is_empty() {
            let mut examples = self.examples.buttons.iter();
            let buttons = self.buttons.iter().map(|button| button.json(&mut examples));
            let buttons = buttons.collect::<Result<Vec<_>, _>>()?;
            parts.push(json!({ "type": "BUTTONS", "buttons": buttons }));
        }
        let components: Vec<_> = parts.iter().filter_map(component).collect();
        self.check_examples(&components)?;
        let category = match self.category {
            TemplateCategory::Marketing => "MARKETING",
            TemplateCategory::Utility => "UTILITY",
        };
        let draft = TemplateDraft {
            name: self.name,
            language: self.language,
            category: category.to_owned(),
            components: Value::Array(parts),
        };
        Ok((draft, components))
    }

    fn check_variables(&self) -> Result<(), ApiError> {
        let header = self.header.as_deref().unwrap_or_default();
        for (field, text, max) in [
            ("header", header, 1),
            ("body", self.body.as_str(), usize::MAX),
            ("footer", self.footer.as_deref().unwrap_or_default(), 0),
        ] {
            let mut found = variables(text);
            found.sort_by_key(|name| name.parse::<usize>().unwrap_or(usize::MAX));
            let is_counted = found
                .iter()
                .zip(1_usize..)
                .all(|(name, place)| *name == place.to_string());
            if !is_counted {
                return Err(ApiError::field(
                    field,
                    "must count its variables from {{1}}",
                ));
            }
            if found.len() > max {
                return Err(ApiError::field(field, "has too many variables"));
            }
        }
        Ok(())
    }

    /// Fills it with its examples, as a customer's would be.
    fn check_examples(&self, components: &[TemplateComponent]) -> Result<(), ApiError> {
        let template = MessageTemplate {
            id: MessageTemplateId(0),
            whatsapp_id: ConnectionId(0),
            name: self.name.clone(),
            language: self.language.clone(),
            category: String::new(),
            status: APPROVED.to_owned(),
            components: components.to_vec(),
            rejected_reason: None,
            header_file: None,
            refreshed_at: DateTime::UNIX_EPOCH,
        };
        // Meta wants none of a place
        let values = TemplateValues {
            place: self.place.then(anywhere),
            ..self.examples.clone()
        };
        match fill_template(&template, &values) {
            Ok(_) => Ok(()),
            Err(_) => Err(ApiError::field(
                "examples",
                "must have one for each variable",
            )),
        }
    }
}

impl NewButton {
    fn json<'a>(&self, examples: &mut impl Iterator<Item = &'a String>) -> Result<Value, ApiError> {
        let text = self.text.trim();
        match self.kind {
            ButtonKind::QuickReply => Ok(json!({ "type": "QUICK_REPLY", "text": text })),
            ButtonKind::PhoneNumber => {
                let number = self.phone_number.as_deref();
                let number = number.ok_or_else(|| ApiError::field("buttons", "need a number"))?;
                Ok(json!({ "type": "PHONE_NUMBER", "text": text, "phone_number": number }))
            }
            ButtonKind::Url => {
                let url = self.url.as_deref().map(str::trim).unwrap_or_default();
                let is_web = url.starts_with("https://") || url.starts_with("http://");
                let found = variables(url);
                let is_at_end = found.is_empty() || (found == ["1"] && url.ends_with("{{1}}"));
                if !is_web || !is_at_end {
                    let problem = "need a web address, with {{1}} at its end or no variable";
                    return Err(ApiError::field("buttons", problem));
                }
                let button = json!({ "type": "URL", "text": text, "url": url });
                let example = if found.is_empty() {
                    None
                } else {
                    examples.next()
                };
                let example = example.map(|example| json!([url.replace("{{1}}", example)]));
                Ok(with_example(button, example))
            }
        }
    }
}

fn anywhere() -> Location {
    Location {
        latitude: 0.0,
        longitude: 0.0,
        name: Some("Lugar".to_owned()),
        address: Some("Endereço".to_owned()),
    }
}

fn file_part(kind: MediaKind) -> Option<Value> {
    let format = match kind {
        MediaKind::Image => "IMAGE",
        MediaKind::Video => "VIDEO",
        MediaKind::Document => "DOCUMENT",
        MediaKind::Audio => return None,
    };
    Some(json!({ "type": "HEADER", "format": format }))
}

fn with_example(mut part: Value, example: Option<Value>) -> Value {
    if let (Some(members), Some(example)) = (part.as_object_mut(), example) {
        members.insert("example".to_owned(), example);
    }
    part
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn template_name(text: &str, _: &()) -> garde::Result {
    let is_name = text
        .bytes()
        .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_');
    if is_name && (1..=512).contains(&text.len()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 1 to 512 small letters, digits and underscores",
        ))
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn language_code(text: &str, _: &()) -> garde::Result {
    let is_code = text
        .bytes()
        .all(|it| it.is_ascii_alphabetic() || it == b'_');
    if is_code && (2..=10).contains(&text.len()) {
        Ok(())
    } else {
        Err(garde::Error::new("must be a language such as pt_BR"))
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn short_line(text: &str, _: &()) -> garde::Result {
    if text.chars().any(char::is_control) || text.chars().count() > 60 {
        return Err(garde::Error::new(
            "must have at most 60 characters in one line",
        ));
    }
    Ok(())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn body_text(text: &str, _: &()) -> garde::Result {
    if (1..=1024).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 1 to 1,024 characters"))
    }
}
