//! From what a session has heard to the desk's form.

use guiche_storage::model::{
    inbound::{
        Doer, Inbound, InboundContent, InboundMessage, InboundNotice, InboundStatus, Person,
        RemoteMedia, Says,
    },
    message::{Forwarded, Location, MediaKind, MessageDetails},
};
use guiche_whatsapp_web::heard::{Content, FileKind, Heard, HeardMessage, RemoteFile, Who};
use serde_json::Value;

/// Understands a stored event.
pub(super) fn interpret(raw: &Value) -> Inbound {
    match serde_json::from_value::<Heard>(raw.clone()) {
        Ok(heard) => of(heard),
        Err(error) => ignored(&format!("unreadable: {error}")),
    }
}

fn ignored(reason: &str) -> Inbound {
    Inbound::Ignored {
        reason: reason.to_owned(),
    }
}

fn of(heard: Heard) -> Inbound {
    match heard {
        Heard::Message(message) => shown(*message),
        Heard::Status {
            id,
            ack,
            failure,
            at,
        } => Inbound::Status(InboundStatus {
            provider_id: id,
            ack,
            failure,
            intent_id: None,
            at,
        }),
        Heard::Reaction {
            target,
            emoji,
            from_me,
        } => Inbound::Reaction {
            target_id: target,
            emoji,
            from_me,
        },
        Heard::Edit { target, body, by } => Inbound::Edit {
            target_id: target,
            body,
            by: doer(by),
        },
        Heard::Revoke { target, by } => Inbound::Revoke {
            target_id: target,
            by: doer(by),
        },
        Heard::Moved { from, to, at } => match (person(from), person(to)) {
            (Some(from), Some(to)) => Inbound::Notice(InboundNotice {
                provider_id: None,
                person: from,
                says: Says::Moved(to),
                at,
            }),
            _ => ignored("a change of nobody's number"),
        },
        Heard::Pictured { who, at } => person(who).map_or_else(
            || ignored("a picture of nobody"),
            |person| {
                Inbound::Notice(InboundNotice {
                    provider_id: None,
                    person,
                    says: Says::Pictured,
                    at,
                })
            },
        ),
        Heard::Nothing { reason } => Inbound::Ignored { reason },
    }
}

fn shown(message: HeardMessage) -> Inbound {
    let Some(customer) = person(message.customer) else {
        return ignored("a message of nobody");
    };
    let is_group = message.group.is_some();
    let (customer, author) = match message.group {
        // a group is a customer of its own, and each message in it has its own author
        Some(address) => {
            let group = Person {
                address,
                ..Person::default()
            };
            (group, Some(customer).filter(|_| !message.from_me))
        }
        None => (customer, None),
    };
    let details = MessageDetails {
        forwarded: message.is_forwarded.then_some(Forwarded::Once),
        recovered: message.is_offline && !message.from_me,
        sticker: matches!(&message.content, Content::File { file, .. } if file.kind == FileKind::Sticker),
        ..MessageDetails::default()
    };
    Inbound::Message(Box::new(InboundMessage {
        provider_id: message.id,
        chat: customer.address,
        push_name: customer.name,
        from_me: message.from_me,
        is_group,
        user_ids: customer.user_ids,
        username: None,
        author,
        sent_at: message.at,
        quoted_id: message.quoted,
        content: content(message.content),
        choice: message.choice,
        details,
        ack: None,
    }))
}

fn content(content: Content) -> InboundContent {
    match content {
        Content::Text { body } => InboundContent::Text { body },
        Content::File { caption, file } => InboundContent::Media {
            kind: match file.kind {
                FileKind::Image | FileKind::Sticker => MediaKind::Image,
                FileKind::Video => MediaKind::Video,
                FileKind::Audio => MediaKind::Audio,
                FileKind::Document => MediaKind::Document,
            },
            caption,
            remote: remote(&file),
        },
        Content::Place {
            latitude,
            longitude,
            name,
            address,
        } => InboundContent::Location(Location {
            latitude,
            longitude,
            name,
            address,
        }),
        Content::Cards { vcard } => InboundContent::Contacts { vcard },
        Content::MissedCall => InboundContent::MissedCall,
        Content::Unsupported { what } => InboundContent::Unsupported { what },
    }
}

/// Where the file is, and its key: all that fetching it takes.
fn remote(file: &RemoteFile) -> RemoteMedia {
    RemoteMedia {
        id: serde_json::to_string(file).unwrap_or_default(),
        mime: file.mime.clone(),
        file_name: file.name.clone(),
        sha256: Some(file.sha256.clone()),
        voice: file.voice,
    }
}

fn doer(by: Option<Who>) -> Doer {
    by.map_or(Doer::Own, |who| {
        person(who).map_or(Doer::Customer, Doer::Person)
    })
}

/// The person of these names. `None`: nobody can be reached by them.
pub(super) fn person(who: Who) -> Option<Person> {
    Some(Person {
        address: who.address()?,
        user_ids: who
            .lid
            .map(|lid| format!("{lid}@lid"))
            .into_iter()
            .collect(),
        username: None,
        name: who.name,
    })
}
