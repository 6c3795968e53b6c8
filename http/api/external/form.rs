//! What a program sends, as JSON or as a form with files, and what is read of either.

use guiche_storage::contacts::phone_digits;
use serde::Deserialize;

use crate::{
    api::messages::send::{CAPTION_CHARS_MAX, TEXT_CHARS_MAX, check_length},
    error::ApiError,
    uploads::{Upload, UploadedFile},
};

/// Digits of a phone number with its country code.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// Letters of a group's id.
const GROUP_CHARS: std::ops::RangeInclusive<usize> = 8..=60;
/// How the id of a group ends.
const GROUP: &str = "@g.us";
/// How the id of a person ends, in the words of those who have one.
const PERSON: [&str; 2] = ["@s.whatsapp.net", "@c.us"];

/// A text to send.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExternalMessage {
    /// To whom: a phone number with country code, 8 to 15 digits in any notation, or the id of a group (`…@g.us`).
    #[schema(value_type = String)]
    number: Digits,
    /// Text; 1 to 4,096 characters. Variables such as `{{firstName}}` are filled.
    body: String,
    /// Closes the ticket afterwards and tells the customer nothing of it.
    #[serde(default)]
    close_ticket: bool,
    /// Keeps the message for later when the number is not connected, instead of refusing it.
    #[serde(default)]
    queue: bool,
}

/// The same as a form, with files.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct ExternalForm {
    /// To whom, as in JSON.
    number: String,
    /// The caption of every file, or one for each in their order; at most 1,024 characters. A file without one has its
    /// name. Without files the text.
    #[schema(nullable = false)]
    body: Option<Vec<String>>,
    /// Up to ten files; what they are is found out from their bytes.
    #[schema(value_type = Option<Vec<String>>, format = Binary, nullable = false)]
    medias: Option<Vec<Vec<u8>>>,
    /// `true`, as in JSON.
    #[schema(nullable = false)]
    close_ticket: Option<String>,
    /// `true`, as in JSON.
    #[schema(nullable = false)]
    queue: Option<String>,
}

/// A number as text; programs that send it as a number are understood.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Digits {
    /// As text.
    Text(String),
    /// As a number.
    Number(u64),
}

/// To whom a program writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recipient {
    /// Digits of a phone, or the id of a group.
    pub number: String,
    /// Whether it is a group.
    pub is_group: bool,
}

/// What is read of either form.
#[derive(Debug)]
pub(super) struct Wish {
    /// To whom.
    pub to: Recipient,
    /// The text, or the captions of the files in their order.
    pub bodies: Vec<String>,
    /// Files.
    pub files: Vec<UploadedFile>,
    /// Whether the ticket is closed.
    pub closes: bool,
    /// Whether it waits for a number that is not connected.
    pub waits: bool,
}

impl Wish {
    /// # Errors
    /// `Validation`.
    pub fn of_json(message: ExternalMessage) -> Result<Self, ApiError> {
        let number = match message.number {
            Digits::Text(text) => text,
            Digits::Number(number) => number.to_string(),
        };
        Self::of_text(&number, message.body, message.close_ticket, message.queue)
    }

    /// # Errors
    /// `Validation`.
    pub fn of_form(upload: Upload) -> Result<Self, ApiError> {
        let says = |name: &str| upload.field(name) == Some("true");
        let (closes, waits) = (says("closeTicket"), says("queue"));
        let number = upload.field("number").unwrap_or_default().to_owned();
        let bodies: Vec<String> = upload.all("body").map(str::to_owned).collect();
        if upload.files.is_empty() {
            let body = bodies.into_iter().next().unwrap_or_default();
            return Self::of_text(&number, body, closes, waits);
        }
        let to = recipient(&number)?;
        let mut captions = Vec::with_capacity(upload.files.len());
        for (place, file) in upload.files.iter().enumerate() {
            let own = bodies.get(place).or(bodies.first());
            let own = own.filter(|text| !text.trim().is_empty());
            let caption = own.unwrap_or(&file.name).clone();
            check_length(&caption, CAPTION_CHARS_MAX)?;
            captions.push(caption);
        }
        Ok(Self {
            to,
            bodies: captions,
            files: upload.files,
            closes,
            waits,
        })
    }

    fn of_text(number: &str, body: String, closes: bool, waits: bool) -> Result<Self, ApiError> {
        let to = recipient(number)?;
        if body.trim().is_empty() {
            return Err(ApiError::field("body", "is empty"));
        }
        check_length(&body, TEXT_CHARS_MAX)?;
        Ok(Self {
            to,
            bodies: vec![body],
            files: Vec::new(),
            closes,
            waits,
        })
    }
}

fn recipient(text: &str) -> Result<Recipient, ApiError> {
    let text = text.trim();
    if let Some(id) = text.strip_suffix(GROUP) {
        let is_id = id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        return if is_id && GROUP_CHARS.contains(&id.len()) {
            Ok(Recipient {
                number: id.to_owned(),
                is_group: true,
            })
        } else {
            Err(ApiError::field("number", "is not the id of a group"))
        };
    }
    let phone = PERSON.iter().find_map(|end| text.strip_suffix(end));
    let digits = phone_digits(phone.unwrap_or(text));
    let digits = digits.filter(|digits| PHONE_DIGITS.contains(&digits.len()));
    let number = digits
        .ok_or_else(|| ApiError::field("number", "must be a phone number of 8 to 15 digits"))?;
    Ok(Recipient {
        number,
        is_group: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_its_digits_and_a_group_its_id() {
        for (text, number, is_group) in [
            ("5511987654321", "5511987654321", false),
            ("+55 (11) 98765-4321", "5511987654321", false),
            (" 5511987654321@s.whatsapp.net ", "5511987654321", false),
            ("5511987654321@c.us", "5511987654321", false),
            ("120363041234567890@g.us", "120363041234567890", true),
            ("551198-1580000000@g.us", "551198-1580000000", true),
        ] {
            let found = recipient(text).unwrap();
            assert_eq!((found.number.as_str(), found.is_group), (number, is_group));
        }
        for text in [
            "",
            "1234567",
            "1234567890123456",
            "Bia",
            "x@g.us",
            "a/b/c/d/e@g.us",
        ] {
            assert!(recipient(text).is_err(), "{text}");
        }
    }

    #[test]
    fn json_takes_a_number_as_text_or_as_a_number() {
        for number in ["\"5511987654321\"", "5511987654321"] {
            let text = format!("{{\"number\":{number},\"body\":\"Oi\"}}");
            let wish = Wish::of_json(serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!(wish.to.number, "5511987654321");
            assert!(!wish.closes && !wish.waits);
        }
    }
}
