//! The JSON of what is sent. Shapes: Meta's own examples in `testdata/sends.json`.

use guiche_storage::model::{
    message::Location,
    outgoing::{ContactCard, TemplateParameter, TemplatePart},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::media::WireKind;

/// What a message holds, with its file already at Meta's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Content<'a> {
    /// Text.
    Text(&'a str),
    /// A place.
    Place(&'a Location),
    /// Somebody's name and number.
    Person(&'a ContactCard),
    /// Buttons or a list, as [`super::interactive`] makes them.
    Interactive(&'a Value),
    /// A template and what stands for its variables.
    Template {
        /// Its name.
        name: &'a str,
        /// Its language.
        language: &'a str,
        /// Its parts that have variables.
        parts: &'a [TemplatePart],
        /// The file or the place above its text, as [`header`] and [`place_header`] make them.
        header: Option<&'a Value>,
    },
    /// A file.
    Media {
        /// How it is shown.
        kind: WireKind,
        /// Meta's id of the file.
        id: &'a str,
        /// Text below it; empty if none.
        caption: &'a str,
        /// Its name, for documents.
        file_name: &'a str,
        /// A voice note.
        voice: bool,
    },
}

/// A message to `to`, answering `quoted` if given. The intent id comes back with its statuses.
pub(super) fn message(to: &str, content: Content<'_>, quoted: Option<&str>, intent: Uuid) -> Value {
    let (kind, content) = match content {
        Content::Text(body) => {
            let preview = body.contains("https://") || body.contains("http://");
            ("text", json!({"body": body, "preview_url": preview}))
        }
        Content::Place(place) => ("location", location(place)),
        Content::Person(person) => ("contacts", contacts(person)),
        Content::Interactive(menu) => ("interactive", menu.clone()),
        Content::Template {
            name,
            language,
            parts,
            header,
        } => ("template", template(name, language, parts, header)),
        Content::Media {
            kind,
            id,
            caption,
            file_name,
            voice,
        } => {
            let mut file = json!({ "id": id });
            if !caption.is_empty() && kind != WireKind::Audio {
                insert(&mut file, "caption", json!(caption));
            }
            if kind == WireKind::Document {
                insert(&mut file, "filename", json!(file_name));
            }
            if kind == WireKind::Audio && voice {
                insert(&mut file, "voice", json!(true));
            }
            (kind.as_str(), file)
        }
    };
    let mut out = addressed(to);
    insert(&mut out, "type", json!(kind));
    insert(&mut out, kind, content);
    insert(&mut out, "biz_opaque_callback_data", json!(intent));
    if let Some(id) = quoted {
        insert(&mut out, "context", json!({ "message_id": id }));
    }
    out
}

fn location(place: &Location) -> Value {
    let mut out = json!({ "latitude": place.latitude, "longitude": place.longitude });
    for (member, text) in [("name", &place.name), ("address", &place.address)] {
        if let Some(text) = text {
            insert(&mut out, member, json!(text));
        }
    }
    out
}

fn contacts(person: &ContactCard) -> Value {
    let ContactCard { name, number } = person;
    let first = name.split_whitespace().next().unwrap_or(name);
    json!([{
        "name": { "formatted_name": name, "first_name": first },
        "phones": [{ "phone": format!("+{number}"), "wa_id": number, "type": "CELL" }],
    }])
}

/// The file above the text of a template; a document shows its name.
pub(super) fn header(kind: WireKind, id: &str, file_name: &str) -> Value {
    let mut file = json!({ "id": id });
    if kind == WireKind::Document {
        insert(&mut file, "filename", json!(file_name));
    }
    let kind = kind.as_str();
    json!({ "type": "header", "parameters": [{ "type": kind, kind: file }] })
}

/// The place above the text of a template.
pub(super) fn place_header(place: &Location) -> Value {
    let parameter = json!({ "type": "location", "location": location(place) });
    json!({ "type": "header", "parameters": [parameter] })
}

fn template(name: &str, language: &str, parts: &[TemplatePart], header: Option<&Value>) -> Value {
    let parameter = |parameter: &TemplateParameter| {
        let mut out = json!({ "type": "text", "text": parameter.text });
        if let Some(name) = &parameter.name {
            insert(&mut out, "parameter_name", json!(name));
        }
        out
    };
    let part = |part: &TemplatePart| {
        let parameters: Vec<_> = part.parameters.iter().map(parameter).collect();
        let mut out = json!({ "type": part.kind, "parameters": parameters });
        if let Some(place) = part.button {
            insert(&mut out, "sub_type", json!("url"));
            insert(&mut out, "index", json!(place.to_string()));
        }
        out
    };
    let mut out = json!({ "name": name, "language": { "code": language } });
    let components: Vec<_> = header
        .cloned()
        .into_iter()
        .chain(parts.iter().map(part))
        .collect();
    if !components.is_empty() {
        insert(&mut out, "components", json!(components));
    }
    out
}

/// Marks a customer's message (and all before it) as read; `typing` also shows him that somebody writes.
pub(super) fn read(message_id: &str, typing: bool) -> Value {
    let mut out =
        json!({"messaging_product": "whatsapp", "status": "read", "message_id": message_id});
    if typing {
        insert(&mut out, "typing_indicator", json!({"type": "text"}));
    }
    out
}

/// A number, a business-scoped user id (`BR.1234`, customers with a username) or a group.
fn addressed(to: &str) -> Value {
    let (recipient_type, member) = if to.chars().all(|c| c.is_ascii_digit()) {
        ("individual", "to")
    } else if is_user_id(to) {
        ("individual", "recipient")
    } else {
        ("group", "to")
    };
    let mut out = json!({"messaging_product": "whatsapp", "recipient_type": recipient_type});
    insert(&mut out, member, json!(to));
    out
}

/// Two capital letters of a country, a dot, and the rest.
fn is_user_id(to: &str) -> bool {
    to.split_once('.').is_some_and(|(country, rest)| {
        country.len() == 2 && country.chars().all(|c| c.is_ascii_uppercase()) && !rest.is_empty()
    })
}

fn insert(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_people_are_sent_as_meta_writes_them() {
        let place = Location {
            latitude: -23.5614,
            longitude: -46.6559,
            name: Some("Loja Centro".to_owned()),
            address: None,
        };
        let sent = message(
            "5511",
            Content::Place(&place),
            Some("wamid.IN"),
            Uuid::nil(),
        );
        assert_eq!(sent["type"], "location");
        assert_eq!(
            sent["location"],
            json!({ "latitude": -23.5614, "longitude": -46.6559, "name": "Loja Centro" })
        );
        assert_eq!(sent["context"], json!({ "message_id": "wamid.IN" }));
        let person = ContactCard {
            name: "Ana Lima".to_owned(),
            number: "5511988887777".to_owned(),
        };
        let sent = message("5511", Content::Person(&person), None, Uuid::nil());
        assert_eq!(sent["type"], "contacts");
        assert_eq!(
            sent["contacts"],
            json!([{
                "name": { "formatted_name": "Ana Lima", "first_name": "Ana" },
                "phones": [{ "phone": "+5511988887777", "wa_id": "5511988887777", "type": "CELL" }],
            }])
        );
    }

    #[test]
    fn username_accounts_and_groups_are_addressed_as_such() {
        let to = |to| message(to, Content::Text("x"), None, Uuid::nil());
        assert_eq!(to("5511")["to"], "5511");
        let user = to("BR.13491208655302741918");
        assert_eq!(
            (&user["recipient"], &user["to"]),
            (&json!("BR.13491208655302741918"), &Value::Null)
        );
        let group = to("Y2FwaV9ncm91cDox");
        assert_eq!(
            (&group["recipient_type"], &group["to"]),
            (&json!("group"), &json!("Y2FwaV9ncm91cDox"))
        );
    }
}
