//! From the protocol's messages and events to what is stored. Total: what is not known is a placeholder, or nothing with
//! a reason.

use chrono::{DateTime, Utc};
use whatsapp_rust::{
    Jid,
    prelude::{MessageExt as _, MessageInfo, wa},
    wacore::types::{
        events::{ContactNumberChanged, PictureUpdate, Receipt},
        message::MessageSource,
        presence::ReceiptType,
    },
    wacore_binary::JidExt as _,
};

use crate::{
    content::{choice, content, context, kind_word, words},
    heard::{Content, Heard, HeardMessage, Who},
};

/// What is to be stored, under which key and in which order.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// The same event has the same key.
    pub key: String,
    /// The chat whose events keep their order.
    pub chat: String,
    /// The message that it is about.
    pub subject: Option<String>,
    /// What.
    pub heard: Heard,
}

/// Understands a message. `None`: it is nothing for a desk (a status, a channel, the account's own housekeeping).
pub fn message(message: &wa::Message, info: &MessageInfo) -> Option<Arrival> {
    let source = &info.source;
    let chat = &source.chat;
    if chat.is_status_broadcast() || chat.is_newsletter() || chat.is_broadcast_list() {
        return None;
    }
    let base = message.get_base_message();
    if is_housekeeping(base) {
        return None;
    }
    let place = chat.to_non_ad_string();
    let about = |kind: &str, target: Option<String>, make: &dyn Fn(String) -> Heard| {
        let heard = target.clone().map_or_else(
            || Heard::Nothing {
                reason: "about a message without id".to_owned(),
            },
            make,
        );
        Some(Arrival {
            key: format!("{kind}:{place}:{}", info.id),
            chat: place.clone(),
            subject: target,
            heard,
        })
    };
    let by = || (!source.is_from_me).then(|| sender(info));
    if let Some(reaction) = base.reaction_message.as_option() {
        let emoji = reaction.text.clone().unwrap_or_default();
        return about("r", key_id(&reaction.key), &|target| Heard::Reaction {
            target,
            emoji: emoji.clone(),
            from_me: source.is_from_me,
        });
    }
    if let Some(change) = base.protocol_message.as_option() {
        use wa::message::protocol_message::Type;

        let target = key_id(&change.key);
        if change.r#type == Some(Type::REVOKE) {
            return about("x", target, &|target| Heard::Revoke { target, by: by() });
        }
        if let Some(edited) = change.edited_message.as_option() {
            let body = words(edited.get_base_message());
            return about("e", target, &|target| Heard::Edit {
                target,
                body: body.clone(),
                by: by(),
            });
        }
        return None;
    }
    Some(Arrival {
        key: format!("m:{place}:{}", info.id),
        chat: place,
        subject: Some(info.id.clone()),
        heard: shown(message, base, info),
    })
}

/// What devices tell each other.
fn is_housekeeping(base: &wa::Message) -> bool {
    let is_only_keys = *base == wa::Message::default()
        || (base.sender_key_distribution_message.is_set() && !has_content(base));
    is_only_keys
        || base.poll_update_message.is_set()
        || base.keep_in_chat_message.is_set()
        || base.pin_in_chat_message.is_set()
        || base.enc_reaction_message.is_set()
}

fn has_content(base: &wa::Message) -> bool {
    content(base).is_some()
}

fn shown(message: &wa::Message, base: &wa::Message, info: &MessageInfo) -> Heard {
    let source = &info.source;
    let group = source.is_group.then(|| source.chat.to_non_ad_string());
    let customer = if source.is_from_me && group.is_none() {
        recipient(source)
    } else {
        sender(info)
    };
    if customer.address().is_none() {
        return Heard::Nothing {
            reason: "a message of nobody".to_owned(),
        };
    }
    let context = context(base);
    let quoted = context.and_then(|it| it.stanza_id.clone());
    let content = content(base).unwrap_or_else(|| Content::Unsupported {
        what: kind_word(message),
    });
    Heard::Message(Box::new(HeardMessage {
        id: info.id.clone(),
        customer,
        group,
        from_me: source.is_from_me,
        at: info.timestamp,
        quoted: quoted.filter(|id| !id.is_empty()),
        content,
        choice: choice(base),
        is_forwarded: context.and_then(|it| it.is_forwarded) == Some(true),
        is_offline: info.is_offline,
    }))
}

/// Who wrote it.
fn sender(info: &MessageInfo) -> Who {
    let name = Some(info.push_name.clone()).filter(|name| !name.is_empty());
    Who {
        name: name.filter(|_| !info.source.is_from_me),
        ..who(&info.source.sender, info.source.sender_alt.as_ref())
    }
}

/// To whom the number's own phone wrote.
fn recipient(source: &MessageSource) -> Who {
    who(&source.chat, source.recipient_alt.as_ref())
}

/// A person by one or both of his addresses.
pub fn who(jid: &Jid, other: Option<&Jid>) -> Who {
    let mut known = Who::default();
    for jid in [Some(jid), other].into_iter().flatten() {
        let user = jid.user_base().to_owned();
        if user.is_empty() {
            continue;
        }
        if jid.is_lid() {
            known.lid.get_or_insert(user);
        } else if jid.server().carries_phone_number() {
            known.number.get_or_insert(user);
        }
    }
    known
}

fn key_id(key: &whatsapp_rust::buffa::MessageField<wa::MessageKey>) -> Option<String> {
    let id = key.as_option().and_then(|key| key.id.clone());
    id.filter(|id| !id.is_empty())
}

/// A message that could not be read: a placeholder stands for it.
pub fn unreadable(info: &MessageInfo, what: &str) -> Option<Arrival> {
    let placeholder = message(
        &wa::Message {
            album_message: whatsapp_rust::buffa::MessageField::some(
                wa::message::AlbumMessage::default(),
            ),
            ..wa::Message::default()
        },
        info,
    )?;
    let Heard::Message(mut heard) = placeholder.heard else {
        return None;
    };
    heard.content = Content::Unsupported {
        what: what.to_owned(),
    };
    Some(Arrival {
        heard: Heard::Message(heard),
        ..placeholder
    })
}

/// A call that nobody took.
pub fn missed_call(caller: Who, id: &str, at: DateTime<Utc>) -> Option<Arrival> {
    let chat = caller.address()?;
    Some(Arrival {
        key: format!("c:{id}"),
        chat,
        subject: None,
        heard: Heard::Message(Box::new(HeardMessage {
            id: format!("call-{id}"),
            customer: caller,
            group: None,
            from_me: false,
            at,
            quoted: None,
            content: Content::MissedCall,
            choice: None,
            is_forwarded: false,
            is_offline: false,
        })),
    })
}

/// What receipts tell of messages of ours. What our own devices tell each other is not of interest.
pub fn receipts(receipt: &Receipt) -> Vec<Arrival> {
    let ack = match receipt.r#type {
        ReceiptType::Delivered => 3,
        ReceiptType::Read => 4,
        ReceiptType::Played => 5,
        _ => return Vec::new(),
    };
    let chat = receipt.source.chat.to_non_ad_string();
    let told = |id: &String| Arrival {
        key: format!("s:{chat}:{id}:{ack}"),
        chat: chat.clone(),
        subject: Some(id.clone()),
        heard: Heard::Status {
            id: id.clone(),
            ack: Some(ack),
            failure: None,
            at: receipt.timestamp,
        },
    };
    receipt.message_ids.iter().map(told).collect()
}

/// A message of ours was refused after all.
pub fn refused(id: &str, code: &str, at: DateTime<Utc>) -> Arrival {
    Arrival {
        key: format!("f:{id}"),
        chat: String::new(),
        subject: Some(id.to_owned()),
        heard: Heard::Status {
            id: id.to_owned(),
            ack: None,
            failure: Some(format!("{code}: refused by WhatsApp")),
            at,
        },
    }
}

/// A customer has another number.
pub fn moved(change: &ContactNumberChanged) -> Arrival {
    let from = who(&change.old_jid, change.old_lid.as_ref());
    let to = who(&change.new_jid, change.new_lid.as_ref());
    let chat = change.old_jid.to_non_ad_string();
    Arrival {
        key: format!("n:{chat}:{}", change.timestamp.timestamp()),
        chat,
        subject: None,
        heard: Heard::Moved {
            from,
            to,
            at: change.timestamp,
        },
    }
}

/// Somebody shows another picture. `None`: it is nobody of whom a desk knows.
pub fn pictured(update: &PictureUpdate) -> Option<Arrival> {
    let jid = &update.jid;
    let chat = jid.to_non_ad_string();
    let person = if jid.is_group() {
        // a group is known by its whole address
        Who {
            number: Some(chat.clone()),
            ..Who::default()
        }
    } else {
        who(jid, None)
    };
    person.address()?;
    Some(Arrival {
        key: format!("p:{chat}:{}", update.timestamp.timestamp()),
        chat,
        subject: None,
        heard: Heard::Pictured {
            who: person,
            at: update.timestamp,
        },
    })
}
