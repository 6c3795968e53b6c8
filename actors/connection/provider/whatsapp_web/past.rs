//! What a phone hands over of its past after it was paired: pieces of conversations, out of order and compressed.

use chrono::DateTime;
use whatsapp_rust::{
    Jid,
    prelude::{MessageInfo, wa},
    wacore::types::{events::LazyHistorySync, message::MessageSource},
    wacore_binary::JidExt as _,
};

use crate::{heard::Heard, inbound, inbound::Arrival};

/// Messages that are said at once.
pub const PIECE: usize = 100;

/// Whether a piece brings conversations: others bring names, statuses and what devices tell each other.
pub(crate) fn brings_conversations(sync: &LazyHistorySync) -> bool {
    use wa::history_sync::HistorySyncType as Kind;

    let kinds = [
        Kind::INITIAL_BOOTSTRAP,
        Kind::FULL,
        Kind::RECENT,
        Kind::ON_DEMAND,
    ];
    kinds
        .into_iter()
        .any(|kind| kind as i32 == sync.sync_type())
}

/// Reads a piece, one conversation after another, and gives their messages to `say` until that answers `false`. It works
/// without waiting for anybody else: call it where that is no harm.
pub(crate) fn read(sync: &LazyHistorySync, mut say: impl FnMut(Vec<Arrival>) -> bool) {
    let mut stream = sync.stream();
    loop {
        match stream.next_conversation() {
            Ok(Some(conversation)) => {
                let messages = messages(&conversation);
                for piece in messages.chunks(PIECE) {
                    if !say(piece.to_vec()) {
                        return;
                    }
                }
            }
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "a piece of a phone's past cannot be read");
                return;
            }
        }
    }
}

/// The messages of a conversation, the oldest first. Changes and reactions of the past are left out: a message comes as it
/// was in the end.
pub fn messages(conversation: &wa::Conversation) -> Vec<Arrival> {
    let Ok(chat) = conversation.id.parse::<Jid>() else {
        return Vec::new();
    };
    let parsed = |jid: &Option<String>| jid.as_ref().and_then(|jid| jid.parse::<Jid>().ok());
    // the other name of the customer
    let other = if chat.is_lid() {
        parsed(&conversation.pn_jid)
    } else {
        parsed(&conversation.lid_jid)
    };
    let known_as = conversation.display_name.as_ref();
    let known_as = known_as.or(conversation.name.as_ref());
    let mut found: Vec<Arrival> = conversation
        .messages
        .iter()
        .filter_map(|item| {
            let message = item.message.as_option()?;
            let content = message.message.as_option()?;
            let info = info((&chat, other.as_ref()), known_as, message)?;
            inbound::message(content, &info)
        })
        .filter(|arrival| matches!(arrival.heard, Heard::Message(_)))
        .collect();
    // they come the newest first
    found.reverse();
    found.sort_by_key(|arrival| match &arrival.heard {
        Heard::Message(message) => Some(message.at),
        _ => None,
    });
    found
}

/// What would have come with a message, had it come in live.
fn info(
    (chat, other): (&Jid, Option<&Jid>),
    known_as: Option<&String>,
    message: &wa::WebMessageInfo,
) -> Option<MessageInfo> {
    let key = message.key.as_option()?;
    let id = key.id.clone().filter(|id| !id.is_empty())?;
    let seconds = i64::try_from(message.message_timestamp?).ok()?;
    let is_from_me = key.from_me.unwrap_or(false);
    let is_group = chat.is_group();
    let participant = message.participant.as_ref().or(key.participant.as_ref());
    let participant = participant.and_then(|jid| jid.parse::<Jid>().ok());
    let sender = match participant {
        Some(author) if is_group => author,
        // in a group nobody but the author has said it
        None if is_group && !is_from_me => return None,
        _ => chat.clone(),
    };
    let name = message.push_name.clone().filter(|name| !name.is_empty());
    let name = name.or_else(|| known_as.filter(|_| !is_group && !is_from_me).cloned());
    Some(MessageInfo {
        source: MessageSource {
            chat: chat.clone(),
            sender,
            is_from_me,
            is_group,
            sender_alt: other.filter(|_| !is_group && !is_from_me).cloned(),
            recipient_alt: other.filter(|_| !is_group && is_from_me).cloned(),
            recipient: (is_from_me && !is_group).then(|| chat.clone()),
            ..MessageSource::default()
        },
        id,
        push_name: name.unwrap_or_default(),
        timestamp: DateTime::from_timestamp(seconds, 0)?,
        ..MessageInfo::default()
    })
}
