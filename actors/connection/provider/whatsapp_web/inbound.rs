//! From the protocol's messages and events to what is stored. Total: what is not known is a placeholder, or nothing with
//! a reason.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use whatsapp_rust::{
    Jid,
    prelude::{MessageExt as _, MessageInfo, wa},
    wacore::types::{
        events::{ContactNumberChanged, Receipt},
        message::MessageSource,
        presence::ReceiptType,
    },
    wacore_binary::JidExt as _,
};

use crate::heard::{Content, FileKind, Heard, HeardMessage, RemoteFile, Who};

/// Longest name of a kind that cannot be shown.
const WORD_CHARS: usize = 60;

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

/// The text of a message, whatever kind it is.
fn words(base: &wa::Message) -> String {
    let text = base.text_content().or_else(|| base.get_caption());
    text.unwrap_or_default().to_owned()
}

fn content(base: &wa::Message) -> Option<Content> {
    let text = |body: String| Content::Text { body };
    if let Some(body) = base.text_content() {
        return Some(text(body.to_owned()));
    }
    if let Some(file) = file(base) {
        let caption = base.get_caption().unwrap_or_default().to_owned();
        return Some(Content::File { caption, file });
    }
    place(base)
        .or_else(|| cards(base))
        .or_else(|| chosen(base).map(text))
        .or_else(|| poll(base).map(text))
        .or_else(|| event(base).map(text))
}

fn place(base: &wa::Message) -> Option<Content> {
    let at = |latitude: Option<f64>, longitude: Option<f64>| {
        let latitude = latitude.filter(|it| it.abs() <= 90.0)?;
        let longitude = longitude.filter(|it| it.abs() <= 180.0)?;
        Some((latitude, longitude))
    };
    let (place, name, address) = if let Some(it) = base.location_message.as_option() {
        let place = at(it.degrees_latitude, it.degrees_longitude)?;
        (place, it.name.clone(), it.address.clone())
    } else {
        let it = base.live_location_message.as_option()?;
        let place = at(it.degrees_latitude, it.degrees_longitude)?;
        (place, it.caption.clone(), None)
    };
    Some(Content::Place {
        latitude: place.0,
        longitude: place.1,
        name: name.filter(|name| !name.is_empty()),
        address: address.filter(|address| !address.is_empty()),
    })
}

fn cards(base: &wa::Message) -> Option<Content> {
    let one = base.contact_message.as_option().into_iter();
    let several = base.contacts_array_message.as_option();
    let cards = one.chain(several.into_iter().flat_map(|it| it.contacts.iter()));
    let vcard = cards
        .filter_map(|card| card.vcard.clone())
        .collect::<Vec<_>>()
        .join("\n");
    (!vcard.is_empty()).then_some(Content::Cards { vcard })
}

/// What was pressed, by its title.
fn chosen(base: &wa::Message) -> Option<String> {
    use wa::message::buttons_response_message::Response;

    let button = base.buttons_response_message.as_option().and_then(|it| {
        let title = it.response.as_ref().map(|said| {
            let Response::SelectedDisplayText(title) = said;
            title.clone()
        });
        title.or_else(|| it.selected_button_id.clone())
    });
    let row = || {
        let it = base.list_response_message.as_option()?;
        it.title.clone()
    };
    let template = || {
        let it = base.template_button_reply_message.as_option()?;
        it.selected_display_text.clone()
    };
    let form = || {
        let it = base.interactive_response_message.as_option()?;
        it.body.as_option()?.text.clone()
    };
    button.or_else(row).or_else(template).or_else(form)
}

/// The id of what was pressed.
fn choice(base: &wa::Message) -> Option<String> {
    let button = base.buttons_response_message.as_option();
    let row = || {
        let it = base.list_response_message.as_option()?;
        it.single_select_reply.as_option()?.selected_row_id.clone()
    };
    let template = || {
        let it = base.template_button_reply_message.as_option()?;
        it.selected_id.clone()
    };
    button
        .and_then(|it| it.selected_button_id.clone())
        .or_else(row)
        .or_else(template)
}

/// A poll as text: what is asked and what can be answered.
fn poll(base: &wa::Message) -> Option<String> {
    let poll = [
        &base.poll_creation_message,
        &base.poll_creation_message_v2,
        &base.poll_creation_message_v3,
        &base.poll_creation_message_v5,
        &base.poll_creation_message_v6,
    ]
    .into_iter()
    .find_map(|it| it.as_option())?;
    let asked = format!("📊 {}", poll.name.clone().unwrap_or_default());
    let options = poll.options.iter().filter_map(|it| it.option_name.as_ref());
    let lines = options.map(|option| format!("▫️ {option}"));
    Some(
        [asked]
            .into_iter()
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// An invitation to an event as text.
fn event(base: &wa::Message) -> Option<String> {
    let event = base.event_message.as_option()?;
    let name = format!("📅 {}", event.name.clone().unwrap_or_default());
    let begins = event
        .start_time
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
        .map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string());
    let parts = [
        Some(name),
        begins,
        event.description.clone(),
        event.join_link.clone(),
    ];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("\n"))
}

/// The file of a message.
fn file(base: &wa::Message) -> Option<RemoteFile> {
    let at = |kind, path: &Option<String>, keys: [&Option<Vec<u8>>; 3], bytes: Option<u64>| {
        let [key, inside, sealed] = keys.map(|it| it.as_ref().map(|it| STANDARD.encode(it)));
        Some(RemoteFile {
            kind,
            path: path.clone().filter(|path| !path.is_empty())?,
            key: key?,
            sha256: inside?,
            sealed_sha256: sealed?,
            bytes: bytes.unwrap_or_default(),
            mime: None,
            name: None,
            voice: false,
        })
    };
    if let Some(it) = base.image_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Image, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    if let Some(it) = base.sticker_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Sticker, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    let video = base.video_message.as_option();
    if let Some(it) = video.or_else(|| base.ptv_message.as_option()) {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Video, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    if let Some(it) = base.audio_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Audio, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, it.ptt == Some(true)));
    }
    let it = base.document_message.as_option()?;
    let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
    let file = at(FileKind::Document, &it.direct_path, keys, it.file_length)?;
    let name = it.file_name.as_ref().or(it.title.as_ref());
    Some(with(file, it.mimetype.as_ref(), name, false))
}

fn with(file: RemoteFile, mime: Option<&String>, name: Option<&String>, voice: bool) -> RemoteFile {
    RemoteFile {
        mime: mime.filter(|mime| !mime.is_empty()).cloned(),
        name: name.filter(|name| !name.is_empty()).cloned(),
        voice,
        ..file
    }
}

/// What goes with a message, where its kind has a place for it.
fn context(base: &wa::Message) -> Option<&wa::ContextInfo> {
    let of_text = base.extended_text_message.as_option();
    let of_image = base.image_message.as_option();
    let of_video = base.video_message.as_option();
    let of_audio = base.audio_message.as_option();
    let of_document = base.document_message.as_option();
    let of_sticker = base.sticker_message.as_option();
    let of_place = base.location_message.as_option();
    let of_card = base.contact_message.as_option();
    let of_button = base.buttons_response_message.as_option();
    let of_row = base.list_response_message.as_option();
    of_text
        .and_then(|it| it.context_info.as_option())
        .or_else(|| of_image.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_video.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_audio.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_document.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_sticker.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_place.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_card.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_button.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_row.and_then(|it| it.context_info.as_option()))
}

/// A word for a kind that cannot be shown.
fn kind_word(message: &wa::Message) -> String {
    let base = message.get_base_message();
    let known = [
        (base.order_message.is_set(), "order"),
        (base.product_message.is_set(), "product"),
        (base.group_invite_message.is_set(), "group_invite"),
        (base.send_payment_message.is_set(), "payment"),
        (base.request_payment_message.is_set(), "payment"),
        (base.list_message.is_set(), "list"),
        (base.buttons_message.is_set(), "buttons"),
        (base.interactive_message.is_set(), "interactive"),
        (base.template_message.is_set(), "template"),
        (base.sticker_pack_message.is_set(), "sticker_pack"),
        (base.album_message.is_set(), "album"),
        (message.is_view_once(), "view_once"),
    ];
    let word = known.iter().find(|(is, _)| *is).map(|(_, word)| *word);
    word.unwrap_or("unknown").chars().take(WORD_CHARS).collect()
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
