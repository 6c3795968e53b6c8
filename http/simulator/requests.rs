//! What may be asked of the simulator, read from JSON or from a multipart form, and checked.

use actix_web::{HttpRequest, web};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use chrono::TimeDelta;
use guiche_storage::{
    fixtures::simulator::{CustomerContent, CustomerMessage, Group, PhoneFile},
    media::{FileHint, MediaLimits, StoredMedia},
    model::{
        CompanyId, ErrorCode,
        message::{Location, MediaKind},
    },
};
use serde::{Deserialize, de::DeserializeOwned};

use super::Simulator;
use crate::{
    error::ApiError,
    uploads::{self, Upload, UploadLimits},
};

/// Characters of a customer's text (`WhatsApp` allows 65,536; Meta's API 4,096).
const BODY_CHARS_MAX: usize = 4096;
/// Characters of the name that a customer gives himself.
const PUSH_NAME_CHARS_MAX: usize = 100;
/// Characters of an id.
const ID_CHARS_MAX: usize = 100;
/// Contact cards of one message.
const CARDS_MAX: usize = 20;
/// Characters of a reaction: one emoji, however it is joined.
const EMOJI_CHARS_MAX: usize = 16;
/// Minutes of a year: no phone remembers more.
const MINUTES_AGO_MAX: i64 = 366 * 24 * 60;
/// Bytes of a JSON body; a file inside is base64.
const JSON_BYTES_MAX: usize = 24 * 1024 * 1024;

/// A customer's act.
#[derive(Debug, Clone)]
pub(super) enum Act {
    /// He writes.
    Write(CustomerMessage),
    /// He has written before the desk had the number: nobody is told.
    Remember(CustomerMessage),
    /// He reacts: whom he is, to what, with what.
    React {
        from: String,
        target_id: String,
        emoji: String,
    },
    /// He changes a text of his.
    Edit { target_id: String, body: String },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    from: String,
    push_name: Option<String>,
    #[serde(rename = "type", default = "text")]
    kind: String,
    #[serde(default)]
    body: String,
    quoted_id: Option<String>,
    location: Option<Location>,
    contacts: Option<Vec<Card>>,
    media: Option<Media>,
    emoji: Option<String>,
    target_id: Option<String>,
    #[serde(default)]
    voice: bool,
    /// The group in which it is written.
    group: Option<GroupName>,
    /// Typed on the business's own phone.
    #[serde(default)]
    from_me: bool,
    /// How many minutes ago it was written.
    #[serde(default)]
    minutes_ago: i64,
    /// The desk is not told: it was before it had the number, and is handed over when the phone is paired.
    #[serde(default)]
    past: bool,
}

#[derive(Debug, Deserialize)]
struct GroupName {
    id: String,
    name: String,
}

#[derive(Debug, Deserialize)]
struct Card {
    name: String,
    number: String,
}

/// A file inside JSON. A link is refused: this server fetches nothing that somebody names.
#[derive(Debug, Deserialize)]
struct Media {
    data: Option<String>,
    name: Option<String>,
    mime: Option<String>,
    link: Option<String>,
}

/// Reads a customer's act; a file in it is stored already.
pub(super) async fn read_act(
    request: &HttpRequest,
    payload: web::Payload,
    simulator: &Simulator,
    company: CompanyId,
) -> Result<Act, ApiError> {
    let (asked, upload) = if uploads::is_multipart(request) {
        let limits = UploadLimits {
            files_max: 1,
            keeps_spaces: true,
            ..UploadLimits::new(simulator.upload_bytes_max)
        };
        let upload = uploads::receive(request, payload, &simulator.media, limits).await?;
        (from_form(&upload)?, upload)
    } else {
        let body = payload
            .to_bytes_limited(JSON_BYTES_MAX)
            .await
            .map_err(|_| ErrorCode::PayloadTooLarge)?
            .map_err(|error| {
                ApiError::field("body", "could not be read").because(error.to_string())
            })?;
        (parse(&body)?, Upload::default())
    };
    check(&asked)?;
    act(asked, &upload, simulator, company).await
}

/// Digits only, 8 to 15 (E.164), a leading plus sign forgiven.
pub(super) fn number(field: &str, text: &str) -> Result<String, ApiError> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(digits.to_owned())
    } else {
        Err(ApiError::field(field, "must be 8 to 15 digits"))
    }
}

/// A customer's number, or the digits of a group, of which there are up to 20.
pub(super) fn chat(field: &str, text: &str) -> Result<String, ApiError> {
    let is_group =
        (16..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_group {
        Ok(text.to_owned())
    } else {
        number(field, text)
    }
}

/// A text of at most so many characters.
pub(super) fn short(field: &str, text: &str, chars_max: usize) -> Result<(), ApiError> {
    if text.chars().count() > chars_max {
        return Err(ApiError::field(
            field,
            format!("must have at most {chars_max} characters"),
        ));
    }
    Ok(())
}

/// The name that a customer gives himself.
pub(super) fn push_name(text: &str) -> Result<(), ApiError> {
    if text.trim().is_empty() {
        return Err(ApiError::field("pushName", "must not be empty"));
    }
    short("pushName", text, PUSH_NAME_CHARS_MAX)
}

fn text() -> String {
    "text".to_owned()
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::field("body", error.to_string()))
}

fn from_form(upload: &Upload) -> Result<Request, ApiError> {
    let json = |name: &str| upload.field(name).filter(|value| !value.is_empty());
    let owned = |name: &str| upload.field(name).map(str::to_owned);
    Ok(Request {
        from: owned("from").unwrap_or_default(),
        push_name: owned("pushName"),
        kind: owned("type").unwrap_or_else(text),
        body: owned("body").unwrap_or_default(),
        quoted_id: owned("quotedId").filter(|id| !id.is_empty()),
        location: json("location")
            .map(|value| parse(value.as_bytes()))
            .transpose()?,
        contacts: json("contacts")
            .map(|value| parse(value.as_bytes()))
            .transpose()?,
        media: None,
        emoji: owned("emoji"),
        target_id: owned("targetId"),
        voice: upload.field("voice") == Some("true"),
        group: json("group")
            .map(|value| parse(value.as_bytes()))
            .transpose()?,
        from_me: upload.field("fromMe") == Some("true"),
        minutes_ago: 0,
        past: false,
    })
}

fn check(asked: &Request) -> Result<(), ApiError> {
    short("body", &asked.body, BODY_CHARS_MAX)?;
    if let Some(name) = &asked.push_name {
        push_name(name)?;
    }
    for (field, id) in [
        ("quotedId", &asked.quoted_id),
        ("targetId", &asked.target_id),
    ] {
        short(field, id.as_deref().unwrap_or_default(), ID_CHARS_MAX)?;
    }
    if asked.body.contains('\0') {
        return Err(ApiError::field("body", "must not contain NUL"));
    }
    if !(0..=MINUTES_AGO_MAX).contains(&asked.minutes_ago) {
        return Err(ApiError::field("minutesAgo", "must be 0 to 527040"));
    }
    Ok(())
}

async fn act(
    asked: Request,
    upload: &Upload,
    simulator: &Simulator,
    company: CompanyId,
) -> Result<Act, ApiError> {
    let from = number("from", &asked.from)?;
    let target = || {
        let id = asked.target_id.clone().filter(|id| !id.is_empty());
        id.ok_or_else(|| ApiError::field("targetId", "is required"))
    };
    match asked.kind.as_str() {
        "reaction" => {
            let emoji = asked.emoji.clone().unwrap_or_default();
            short("emoji", &emoji, EMOJI_CHARS_MAX)?;
            return Ok(Act::React {
                from,
                target_id: target()?,
                emoji,
            });
        }
        "edit" => {
            return Ok(Act::Edit {
                target_id: target()?,
                body: said(&asked)?,
            });
        }
        _ => {}
    }
    let content = match asked.kind.as_str() {
        "text" => CustomerContent::Text(said(&asked)?),
        "image" | "audio" | "video" | "document" => {
            let file = keep(&asked, upload, simulator, company).await?;
            media(&asked, file)
        }
        "location" => CustomerContent::Location(place(asked.location.clone())?),
        "contacts" => CustomerContent::Contacts(cards(&asked)?),
        "call" => CustomerContent::MissedCall,
        "unsupported" => CustomerContent::Unsupported("unsupported".to_owned()),
        _ => return Err(ApiError::field("type", "is not known")),
    };
    let push_name = asked.push_name.unwrap_or_else(|| from.clone());
    let group = asked.group.map(group).transpose()?;
    let message = CustomerMessage {
        from,
        push_name,
        group,
        from_me: asked.from_me,
        quoted_id: asked.quoted_id,
        content,
        ago: TimeDelta::minutes(asked.minutes_ago),
    };
    Ok(if asked.past {
        Act::Remember(message)
    } else {
        Act::Write(message)
    })
}

fn group(named: GroupName) -> Result<Group, ApiError> {
    push_name(&named.name)?;
    let id = chat("group", &named.id)?;
    let name = named.name;
    Ok(Group { id, name })
}

fn said(asked: &Request) -> Result<String, ApiError> {
    if asked.body.trim().is_empty() {
        return Err(ApiError::field("body", "must not be empty"));
    }
    Ok(asked.body.clone())
}

fn place(location: Option<Location>) -> Result<Location, ApiError> {
    let place = location.ok_or_else(|| ApiError::field("location", "is required"))?;
    let there =
        (-90.0..=90.0).contains(&place.latitude) && (-180.0..=180.0).contains(&place.longitude);
    if !there {
        return Err(ApiError::field("location", "is not on this planet"));
    }
    for text in [&place.name, &place.address].into_iter().flatten() {
        short("location", text, BODY_CHARS_MAX)?;
    }
    Ok(place)
}

/// vCard 3.0 (RFC 2426) of the given cards, or the vCard in the body as it is.
fn cards(asked: &Request) -> Result<String, ApiError> {
    let Some(cards) = &asked.contacts else {
        let body = asked.body.trim_start();
        return if body.starts_with("BEGIN:VCARD") {
            Ok(asked.body.clone())
        } else {
            Err(ApiError::field("contacts", "is required"))
        };
    };
    if cards.is_empty() || cards.len() > CARDS_MAX {
        return Err(ApiError::field(
            "contacts",
            format!("must be 1 to {CARDS_MAX}"),
        ));
    }
    let mut text = String::new();
    for card in cards {
        short("contacts", &card.name, PUSH_NAME_CHARS_MAX)?;
        let digits = number("contacts", &card.number)?;
        text.push_str(&guiche_storage::fixtures::simulator::vcard(
            &card.name, &digits,
        ));
    }
    Ok(text)
}

fn media(asked: &Request, stored: StoredMedia) -> CustomerContent {
    // like WhatsApp: what is no picture goes as a document; a picture may be sent as one too
    let kind = match (asked.kind.as_str(), stored.kind) {
        ("image", MediaKind::Image) => MediaKind::Image,
        ("audio", MediaKind::Audio) => MediaKind::Audio,
        ("video", MediaKind::Video) => MediaKind::Video,
        _ => MediaKind::Document,
    };
    CustomerContent::Media {
        kind,
        caption: asked.body.clone(),
        voice: asked.voice && kind == MediaKind::Audio,
        file: PhoneFile {
            path: stored.path,
            name: stored.name,
            mime: stored.mime,
        },
    }
}

async fn keep(
    asked: &Request,
    upload: &Upload,
    simulator: &Simulator,
    company: CompanyId,
) -> Result<StoredMedia, ApiError> {
    let limits = MediaLimits::all(simulator.upload_bytes_max);
    if let Some(file) = upload.files.first() {
        return file.keep(&simulator.media, company, limits).await;
    }
    let Some(media) = &asked.media else {
        return Err(ApiError::field("media", "is required"));
    };
    if media.link.is_some() {
        return Err(ApiError::field(
            "media",
            "links are not fetched: send the file itself",
        ));
    }
    let data = media.data.as_deref().unwrap_or_default();
    let bytes = STANDARD
        .decode(data)
        .ok()
        .filter(|bytes| !bytes.is_empty())
        .ok_or_else(|| ApiError::field("media.data", "must be base64"))?;
    let hint = FileHint {
        name: media.name.as_deref().unwrap_or_default(),
        mime: media.mime.as_deref(),
    };
    Ok(simulator
        .media
        .keep_bytes(company, Bytes::from(bytes), hint, limits)
        .await?)
}
