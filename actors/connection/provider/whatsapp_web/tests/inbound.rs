//! From messages of the protocol to what is stored.

use chrono::DateTime;
use whatsapp_rust::{
    Jid,
    buffa::{Message as _, MessageField},
    prelude::{MessageInfo, wa},
    wacore::types::{
        call::{CallAction, IncomingCall},
        events::{PictureUpdate, Receipt},
        message::MessageSource,
        presence::ReceiptType,
    },
};

use crate::{
    calls::{Rang, Ringing},
    heard::{Content, FileKind, Heard, HeardMessage, Who},
    inbound,
};

const CUSTOMER: &str = "5511970000002";

fn jid(text: &str) -> Jid {
    text.parse().unwrap()
}

fn info(chat: &str, sender: &str) -> MessageInfo {
    MessageInfo {
        source: MessageSource {
            chat: jid(chat),
            sender: jid(sender),
            is_group: chat.ends_with("@g.us"),
            ..MessageSource::default()
        },
        id: "3EB0AA".to_owned(),
        push_name: "Maria".to_owned(),
        timestamp: DateTime::from_timestamp(1_785_762_000, 0).unwrap(),
        ..MessageInfo::default()
    }
}

fn private() -> MessageInfo {
    info(
        "5511970000002@s.whatsapp.net",
        "5511970000002:3@s.whatsapp.net",
    )
}

/// As it comes over the line: encoded and decoded, stored and read.
fn heard_by(message: &wa::Message, info: &MessageInfo) -> Option<Heard> {
    let wire = message.encode_to_vec();
    let message = wa::Message::decode_from_slice(wire.as_slice()).unwrap();
    let heard = inbound::message(&message, info)?.heard;
    let stored = serde_json::to_value(&heard).unwrap();
    assert_eq!(serde_json::from_value::<Heard>(stored).unwrap(), heard);
    Some(heard)
}

fn message(message: &wa::Message) -> HeardMessage {
    match heard_by(message, &private()) {
        Some(Heard::Message(message)) => *message,
        other => panic!("{other:?}"),
    }
}

fn text(body: &str) -> wa::Message {
    wa::Message {
        conversation: Some(body.to_owned()),
        ..Default::default()
    }
}

#[test]
fn a_text_has_its_sender_and_what_it_answers() {
    let plain = message(&text("Bom dia"));
    assert_eq!(
        plain.content,
        Content::Text {
            body: "Bom dia".to_owned()
        }
    );
    assert_eq!(plain.customer.number.as_deref(), Some(CUSTOMER));
    assert_eq!(plain.customer.name.as_deref(), Some("Maria"));
    assert_eq!((plain.id.as_str(), plain.quoted), ("3EB0AA", None));
    let answer = wa::Message {
        extended_text_message: MessageField::some(wa::message::ExtendedTextMessage {
            text: Some("Sim".to_owned()),
            context_info: MessageField::some(wa::ContextInfo {
                stanza_id: Some("3EB0FF".to_owned()),
                is_forwarded: Some(true),
                ..Default::default()
            }),
            ..Default::default()
        }),
        ..Default::default()
    };
    let answer = message(&answer);
    assert_eq!(answer.quoted.as_deref(), Some("3EB0FF"));
    assert!(answer.is_forwarded);
    let inside = wa::Message {
        ephemeral_message: MessageField::some(wa::message::FutureProofMessage {
            message: MessageField::some(text("Some logo")),
        }),
        ..Default::default()
    };
    let body = "Some logo".to_owned();
    assert_eq!(message(&inside).content, Content::Text { body });
}

#[test]
fn a_file_has_all_that_it_takes_to_be_fetched() {
    let voice = wa::Message {
        audio_message: MessageField::some(wa::message::AudioMessage {
            direct_path: Some("/v/1".to_owned()),
            media_key: Some(vec![1; 32]),
            file_sha256: Some(vec![2; 32]),
            file_enc_sha256: Some(vec![3; 32]),
            file_length: Some(99),
            mimetype: Some("audio/ogg; codecs=opus".to_owned()),
            ptt: Some(true),
            ..Default::default()
        }),
        ..Default::default()
    };
    let Content::File { file, caption } = message(&voice).content else {
        panic!("no file")
    };
    assert_eq!(
        (file.kind, file.path.as_str(), file.bytes),
        (FileKind::Audio, "/v/1", 99)
    );
    assert!(file.voice && caption.is_empty());
    let sticker = wa::Message {
        sticker_message: MessageField::some(wa::message::StickerMessage {
            direct_path: Some("/v/2".to_owned()),
            media_key: Some(vec![1; 32]),
            file_sha256: Some(vec![2; 32]),
            file_enc_sha256: Some(vec![3; 32]),
            ..Default::default()
        }),
        ..Default::default()
    };
    assert!(matches!(
        message(&sticker).content,
        Content::File { file, .. } if file.kind == FileKind::Sticker
    ));
    let keyless = wa::Message {
        image_message: MessageField::some(wa::message::ImageMessage {
            direct_path: Some("/v/3".to_owned()),
            ..Default::default()
        }),
        ..Default::default()
    };
    assert!(matches!(
        message(&keyless).content,
        Content::Unsupported { .. }
    ));
}

#[test]
fn places_and_cards_are_shown_and_what_is_nowhere_is_not() {
    let place = wa::Message {
        location_message: MessageField::some(wa::message::LocationMessage {
            degrees_latitude: Some(-23.5),
            degrees_longitude: Some(-46.6),
            name: Some("Praça".to_owned()),
            ..Default::default()
        }),
        ..Default::default()
    };
    assert!(matches!(
        message(&place).content,
        Content::Place { name: Some(name), .. } if name == "Praça"
    ));
    let nowhere = wa::Message {
        location_message: MessageField::some(wa::message::LocationMessage {
            degrees_latitude: Some(123.0),
            degrees_longitude: Some(0.0),
            ..Default::default()
        }),
        ..Default::default()
    };
    assert!(matches!(
        message(&nowhere).content,
        Content::Unsupported { .. }
    ));
    let card = |name: &str| wa::message::ContactMessage {
        vcard: Some(format!("BEGIN:VCARD\nFN:{name}\nEND:VCARD")),
        ..Default::default()
    };
    let cards = wa::Message {
        contacts_array_message: MessageField::some(wa::message::ContactsArrayMessage {
            contacts: vec![card("Ana"), card("Rui")],
            ..Default::default()
        }),
        ..Default::default()
    };
    assert!(matches!(
        message(&cards).content,
        Content::Cards { vcard } if vcard.contains("FN:Ana") && vcard.contains("FN:Rui")
    ));
}

#[test]
fn polls_and_choices_are_shown_as_text() {
    let poll = wa::Message {
        poll_creation_message_v3: MessageField::some(wa::message::PollCreationMessage {
            name: Some("Quando?".to_owned()),
            options: ["Hoje", "Amanhã"]
                .map(|name| wa::message::poll_creation_message::Option {
                    option_name: Some(name.to_owned()),
                    ..Default::default()
                })
                .to_vec(),
            ..Default::default()
        }),
        ..Default::default()
    };
    let body = "📊 Quando?\n▫️ Hoje\n▫️ Amanhã".to_owned();
    assert_eq!(message(&poll).content, Content::Text { body });
    let chosen = wa::Message {
        list_response_message: MessageField::some(wa::message::ListResponseMessage {
            title: Some("Vendas".to_owned()),
            single_select_reply: MessageField::some(
                wa::message::list_response_message::SingleSelectReply {
                    selected_row_id: Some("1".to_owned()),
                },
            ),
            ..Default::default()
        }),
        ..Default::default()
    };
    let chosen = message(&chosen);
    assert_eq!(
        chosen.content,
        Content::Text {
            body: "Vendas".to_owned()
        }
    );
    assert_eq!(chosen.choice.as_deref(), Some("1"));
}

#[test]
fn changes_name_the_message_and_who_made_them() {
    use wa::message::{ProtocolMessage, protocol_message::Type};

    let key = || {
        MessageField::some(wa::MessageKey {
            id: Some("3EB0FF".to_owned()),
            ..Default::default()
        })
    };
    let protocol = |change: ProtocolMessage| wa::Message {
        protocol_message: MessageField::some(change),
        ..Default::default()
    };
    let revoked = protocol(ProtocolMessage {
        key: key(),
        r#type: Some(Type::REVOKE),
        ..Default::default()
    });
    let Some(Heard::Revoke { target, by }) = heard_by(&revoked, &private()) else {
        panic!("not taken back")
    };
    assert_eq!(target, "3EB0FF");
    assert_eq!(by.and_then(|who| who.number).as_deref(), Some(CUSTOMER));
    let edited = protocol(ProtocolMessage {
        key: key(),
        r#type: Some(Type::MESSAGE_EDIT),
        edited_message: MessageField::some(text("Bom dia")),
        ..Default::default()
    });
    let mut own = private();
    own.source.is_from_me = true;
    let Some(Heard::Edit { body, by, .. }) = heard_by(&edited, &own) else {
        panic!("not changed")
    };
    assert_eq!((body.as_str(), by), ("Bom dia", None));
    let reaction = wa::Message {
        reaction_message: MessageField::some(wa::message::ReactionMessage {
            key: key(),
            text: Some("👍".to_owned()),
            ..Default::default()
        }),
        ..Default::default()
    };
    assert_eq!(
        heard_by(&reaction, &private()),
        Some(Heard::Reaction {
            target: "3EB0FF".to_owned(),
            emoji: "👍".to_owned(),
            from_me: false,
        })
    );
    let keys = protocol(ProtocolMessage {
        r#type: Some(Type::APP_STATE_SYNC_KEY_SHARE),
        ..Default::default()
    });
    assert_eq!(
        heard_by(&keys, &private()),
        None,
        "devices among themselves"
    );
}

#[test]
fn a_hidden_number_is_its_id_until_the_number_is_known() {
    let mut hidden = info("998877@lid", "998877:2@lid");
    let by = |info: &MessageInfo| match heard_by(&text("Oi"), info) {
        Some(Heard::Message(message)) => message.customer,
        other => panic!("{other:?}"),
    };
    assert_eq!(by(&hidden).address().as_deref(), Some("998877@lid"));
    hidden.source.sender_alt = Some(jid("5511970000002@s.whatsapp.net"));
    let known = by(&hidden);
    assert_eq!(known.address().as_deref(), Some(CUSTOMER));
    assert_eq!(known.lid.as_deref(), Some("998877"));
}

#[test]
fn a_group_has_its_authors_and_what_is_no_conversation_is_left_out() {
    let group = info("120363@g.us", "5511970000002@s.whatsapp.net");
    let Some(Heard::Message(said)) = heard_by(&text("Oi, gente"), &group) else {
        panic!("nothing")
    };
    assert_eq!(said.group.as_deref(), Some("120363@g.us"));
    assert_eq!(said.customer.number.as_deref(), Some(CUSTOMER));
    for chat in ["status@broadcast", "123@newsletter", "123@broadcast"] {
        let elsewhere = info(chat, "5511970000002@s.whatsapp.net");
        assert_eq!(heard_by(&text("Oi"), &elsewhere), None, "{chat}");
    }
}

#[test]
fn what_the_own_phone_writes_is_to_the_customer() {
    let mut own = info(
        "5511970000002@s.whatsapp.net",
        "5511980000001@s.whatsapp.net",
    );
    own.source.is_from_me = true;
    let Some(Heard::Message(said)) = heard_by(&text("Já vou"), &own) else {
        panic!("nothing")
    };
    assert!(said.from_me);
    let customer = Who {
        number: Some(CUSTOMER.to_owned()),
        ..Who::default()
    };
    assert_eq!(said.customer, customer);
}

#[test]
fn receipts_raise_the_ticks_of_each_message_that_they_name() {
    let told = |kind| {
        let receipt = Receipt::builder()
            .source(private().source)
            .message_ids(vec!["A".to_owned(), "B".to_owned()])
            .timestamp(private().timestamp)
            .r#type(kind)
            .offline(false)
            .build();
        let acks = inbound::receipts(&receipt)
            .into_iter()
            .map(|it| match it.heard {
                Heard::Status { id, ack, .. } => (id, ack.unwrap()),
                other => panic!("{other:?}"),
            });
        acks.collect::<Vec<_>>()
    };
    let both = |ack| [("A".to_owned(), ack), ("B".to_owned(), ack)];
    assert_eq!(told(ReceiptType::Delivered), both(3));
    assert_eq!(told(ReceiptType::Read), both(4));
    assert_eq!(told(ReceiptType::Played), both(5));
    for ours in [
        ReceiptType::Sender,
        ReceiptType::ReadSelf,
        ReceiptType::Retry,
    ] {
        assert_eq!(told(ours), []);
    }
}

/// What is told of the call `A1` from the customer's number behind an id.
fn call(action: CallAction) -> IncomingCall {
    let at = DateTime::from_timestamp(1_785_762_000, 0).unwrap();
    let mut call = IncomingCall::new_for_test(jid("998877@lid"), "1".to_owned(), at, action);
    call.notify = Some("Maria".to_owned());
    call
}

fn offer(group: Option<&str>) -> CallAction {
    CallAction::Offer {
        call_id: "A1".to_owned(),
        call_creator: jid("998877@lid"),
        caller_pn: Some(jid("5511970000002@s.whatsapp.net")),
        caller_country_code: None,
        device_class: None,
        joinable: false,
        is_video: false,
        audio: Vec::new(),
        group_jid: group.map(jid),
    }
}

fn terminate(reason: Option<&str>) -> CallAction {
    CallAction::Terminate {
        call_id: "A1".to_owned(),
        call_creator: jid("998877@lid"),
        reason: reason.map(str::to_owned),
        duration: None,
        audio_duration: None,
    }
}

#[test]
fn a_call_that_nobody_took_is_a_missed_one_and_no_other() {
    for (reason, is_missed) in [
        (None, true),
        (Some("timeout"), true),
        (Some("accepted_elsewhere"), false),
        (Some("rejected_elsewhere"), false),
    ] {
        let ringing = Ringing::default();
        assert_eq!(
            ringing.note(&call(offer(None))),
            Rang::Rings("A1".to_owned())
        );
        match ringing.note(&call(terminate(reason))) {
            Rang::Missed(arrival) if is_missed => {
                let Heard::Message(missed) = arrival.heard else {
                    panic!("no message")
                };
                assert_eq!(
                    (arrival.key.as_str(), &missed.content),
                    ("c:A1", &Content::MissedCall)
                );
                let caller = Who {
                    number: Some(CUSTOMER.to_owned()),
                    lid: Some("998877".to_owned()),
                    name: Some("Maria".to_owned()),
                };
                assert_eq!(missed.customer, caller);
            }
            other => assert_eq!((other, is_missed), (Rang::Nothing, false)),
        }
        assert_eq!(
            ringing.note(&call(terminate(None))),
            Rang::Nothing,
            "told once"
        );
    }
    // in a group, or long over
    let ringing = Ringing::default();
    let in_group = call(offer(Some("120363@g.us")));
    assert_eq!(ringing.note(&in_group), Rang::Nothing);
    let mut over = call(offer(None));
    over.offline = true;
    assert_eq!(ringing.note(&over), Rang::Nothing);
}

#[test]
fn another_picture_is_told_of_whoever_shows_it() {
    let at = DateTime::from_timestamp(1_785_762_000, 0).unwrap();
    let shown = |of: &str| {
        let update = PictureUpdate::builder()
            .jid(jid(of))
            .timestamp(at)
            .removed(false)
            .build();
        inbound::pictured(&update).map(|arrival| arrival.heard)
    };
    let who = |number: Option<&str>, lid: Option<&str>| {
        Some(Heard::Pictured {
            who: Who {
                number: number.map(str::to_owned),
                lid: lid.map(str::to_owned),
                name: None,
            },
            at,
        })
    };
    assert_eq!(
        shown("5511970000002@s.whatsapp.net"),
        who(Some(CUSTOMER), None)
    );
    assert_eq!(shown("998877@lid"), who(None, Some("998877")));
    assert_eq!(shown("120363@g.us"), who(Some("120363@g.us"), None));
}
