//! Every example becomes what it says; every send that the client can make has the shape of its example.

use std::collections::BTreeMap;

use chrono::DateTime;
use guiche_storage::model::inbound::{Doer, Inbound, InboundContent, InboundNotice, Person, Says};
use serde_json::{Value, json};
use uuid::Uuid;

use super::super::{
    interpret,
    media::WireKind,
    payload::{self, Content},
    split,
};

type Examples = BTreeMap<String, Value>;

pub(super) fn webhooks() -> Examples {
    serde_json::from_str(include_str!("../testdata/webhooks.json")).unwrap()
}

/// Our own examples as whole bodies.
pub(super) fn more() -> Examples {
    let values: Examples = serde_json::from_str(include_str!("../testdata/more.json")).unwrap();
    let card = json!({"profile": {"name": "Bia"}, "wa_id": "5511987654321"});
    let body = |example: &Value| {
        let field = example["field"].as_str().unwrap();
        let list = match field {
            "smb_message_echoes" => "message_echoes",
            "group_settings_update" => "groups",
            "smb_app_state_sync" => "state_sync",
            field => field,
        };
        let card = example.get("contact").unwrap_or(&card);
        let mut value =
            json!({"metadata": {"phone_number_id": "106540352242922"}, "contacts": [card]});
        value[list] = json!([example["item"]]);
        let field = if field == "statuses" {
            "messages"
        } else {
            field
        };
        json!({"object": "whatsapp_business_account",
            "entry": [{"id": "1", "changes": [{"field": field, "value": value}]}]})
    };
    values
        .iter()
        .map(|(name, example)| (name.clone(), body(example)))
        .collect()
}

/// What the examples' number makes of a body.
pub(super) fn understood(body: &Value) -> (Vec<Inbound>, Vec<String>) {
    let body = serde_json::to_vec(body).unwrap();
    let out = split(&body, DateTime::UNIX_EPOCH).unwrap();
    (
        out.events_of("106540352242922")
            .iter()
            .map(|event| interpret(&event.raw))
            .collect(),
        out.ignored,
    )
}

fn only(examples: &Examples, name: &str) -> Inbound {
    let (mut events, ignored) = understood(&examples[name]);
    assert_eq!((events.len(), ignored.len()), (1, 0), "{name}");
    events.remove(0)
}

/// A message in one line: chat, name, quoted, content.
fn line(event: &Inbound) -> String {
    let Inbound::Message(message) = event else {
        return format!("{event:?}");
    };
    let content = match &message.content {
        InboundContent::Text { body } => format!("text {body}"),
        InboundContent::Media {
            kind,
            caption,
            remote,
        } => {
            let name = remote.file_name.as_deref().unwrap_or("-");
            format!(
                "{kind:?} {} {name} voice={} {caption}",
                remote.id, remote.voice
            )
        }
        InboundContent::Location(place) => format!("place {} {}", place.latitude, place.longitude),
        InboundContent::Contacts { vcard } => format!("card {}", vcard.lines().nth(3).unwrap()),
        InboundContent::MissedCall => "missed call".to_owned(),
        InboundContent::Unsupported { what } => format!("unsupported {what}"),
    };
    let who = message.push_name.as_deref().unwrap_or("-");
    let quoted = if message.quoted_id.is_some() {
        " quoted"
    } else {
        ""
    };
    let from_me = if message.from_me { " from_me" } else { "" };
    let group = message.author.as_ref().map_or(String::new(), |author| {
        format!(" group, {} {:?}", author.address, author.name)
    });
    assert_eq!(message.is_group, !group.is_empty());
    format!("{} {who}{quoted}{from_me}{group}: {content}", message.chat)
}

#[test]
fn each_of_metas_webhooks_is_shown_or_named() {
    let examples = webhooks();
    assert_eq!(examples.len(), 16);
    let sheena = "16505551234 Sheena Nelson";
    let order = "🛒 Pedido\n2 × di9ozbzfi4 — 30 USD\n1 × nqryix03ez — 25 USD";
    for (name, expected) in [
        (
            "Text Message",
            format!("{sheena}: text Does it come in another color?"),
        ),
        (
            "Text Message with Context (Product Inquiry)",
            format!("{sheena} quoted: text Is this still available?"),
        ),
        (
            "Text Message from Click to WhatsApp Ad",
            format!("{sheena}: text Hello! Can I get more info on this?"),
        ),
        (
            "Image Message",
            format!("{sheena}: Image 1003383421387256 - voice=false Taj Mahal"),
        ),
        (
            "Location Message",
            format!("{sheena}: place 37.44221496582 -122.16165924072"),
        ),
        (
            "Contact Sharing Message",
            format!("{sheena}: card FN:Lucía Gómez"),
        ),
        (
            "Unsupported Message",
            format!("{sheena}: unsupported unsupported"),
        ),
        (
            "Button Message",
            format!("{sheena} quoted: text Unsubscribe"),
        ),
        (
            "Interactive List Reply Message",
            format!("{sheena} quoted: text Priority Mail Express"),
        ),
        (
            "Interactive Button Reply Message",
            format!("{sheena} quoted: text Cancel"),
        ),
        ("Order Message", format!("{sheena}: text {order}")),
    ] {
        assert_eq!(line(&only(&examples, name)), expected, "{name}");
    }
}

#[test]
fn metas_reaction_and_group_events_are_understood_too() {
    let examples = webhooks();
    let reaction = only(&examples, "Reaction Message");
    assert!(matches!(reaction, Inbound::Reaction { emoji, from_me: false, .. } if emoji == "👍"));
    let group = only(&examples, "Group Create Message");
    let Inbound::Notice(InboundNotice { says, person, .. }) = group else {
        panic!("{group:?}")
    };
    assert_eq!(says, Says::Named("your-group-subject".to_owned()));
    assert!(person.address.starts_with("Y2FwaV9ncm91cDox"));
    let unnamed = only(&examples, "Group Settings Update");
    assert!(matches!(unnamed, Inbound::Ignored { .. }));
    assert_eq!(
        understood(&examples["Group Remove Participants"]),
        (vec![], vec!["group_participants_update".to_owned()])
    );
}

#[test]
fn every_other_kind_is_shown_or_named() {
    let examples = more();
    let bia = "5511987654321 Bia";
    for (name, expected) in [
        ("voice note", format!("{bia}: Audio 900 - voice=true ")),
        ("audio file", format!("{bia}: Audio 901 - voice=false ")),
        (
            "video forwarded",
            format!("{bia}: Video 902 - voice=false olha"),
        ),
        (
            "document",
            format!("{bia}: Document 903 nota.pdf voice=false "),
        ),
        ("sticker", format!("{bia}: Image 904 - voice=false ")),
        (
            "file that Meta could not take",
            format!("{bia}: unsupported video"),
        ),
        (
            "username account",
            "BR.13491208655302741918 Bia: text Sim".to_owned(),
        ),
        ("sender only in the card", format!("{bia}: text oi")),
        (
            "group message",
            "Y2FwaV9ncm91cDox - group, 5511987654321 Some(\"Bia\"): text oi".to_owned(),
        ),
        ("form", format!("{bia}: text Enviado\ncor: azul\nn: 2")),
        (
            "form that is no JSON",
            format!("{bia}: text Enviado\n{{cor: azul"),
        ),
        ("poll", format!("{bia}: unsupported poll_creation")),
        ("kind of tomorrow", format!("{bia}: unsupported hologram")),
        ("echo", format!("{bia} from_me: text do celular")),
        ("missed call", format!("{bia}: missed call")),
    ] {
        assert_eq!(line(&only(&examples, name)), expected, "{name}");
    }
    for name in ["chat opened", "call begins", "status of tomorrow"] {
        assert!(
            matches!(only(&examples, name), Inbound::Ignored { .. }),
            "{name}"
        );
    }
}

#[test]
fn changes_of_messages_name_them_and_who_made_them() {
    let examples = more();
    let target = || "wamid.0".to_owned();
    let by = || {
        Doer::Person(Person {
            address: "5511987654321".to_owned(),
            name: Some("Bia".to_owned()),
            ..Person::default()
        })
    };
    let edited = |body: &str| Inbound::Edit {
        target_id: target(),
        body: body.to_owned(),
        by: by(),
    };
    assert_eq!(only(&examples, "edited text"), edited("novo"));
    assert_eq!(only(&examples, "edited caption"), edited("nova"));
    assert_eq!(
        only(&examples, "revoked"),
        Inbound::Revoke {
            target_id: target(),
            by: by(),
        }
    );
    let back = only(&examples, "reaction taken back");
    assert!(matches!(back, Inbound::Reaction { emoji, .. } if emoji.is_empty()));
}

#[test]
fn statuses_become_acks_and_failures_keep_their_code() {
    let examples = more();
    for (name, ack) in [("sent", 2), ("delivered", 3), ("read", 4), ("played", 5)] {
        let Inbound::Status(status) = only(&examples, name) else {
            panic!("{name}")
        };
        assert_eq!((status.ack, status.failure), (Some(ack), None), "{name}");
        assert_eq!(status.intent_id.is_some(), name == "sent");
        assert_eq!(status.at.timestamp(), 1_750_000_000);
    }
    let Inbound::Status(failed) = only(&examples, "failed") else {
        panic!()
    };
    let text = "131047 Re-engagement message: More than 24 hours have passed";
    assert_eq!((failed.ack, failed.failure.as_deref()), (None, Some(text)));
}

/// Meta's example of a send, to our customer.
fn example(sends: &Examples, name: &str) -> Value {
    let mut example = sends[name].clone();
    example["to"] = json!("5511987654321");
    example
}

#[test]
fn each_send_has_the_shape_of_metas_example() {
    let sends: Examples = serde_json::from_str(include_str!("../testdata/sends.json")).unwrap();
    assert_eq!(sends.len(), 50);
    let file = |kind, id, caption, file_name| Content::Media {
        kind,
        id,
        caption,
        file_name,
        voice: false,
    };
    let image = file(WireKind::Image, "<IMAGE_OBJECT_ID>", "", "");
    let audio = file(WireKind::Audio, "<AUDIO_OBJECT_ID>", "", "");
    let video = file(
        WireKind::Video,
        "<VIDEO_OBJECT_ID>",
        "<VIDEO_CAPTION_TEXT>",
        "",
    );
    let (caption, name) = ("<DOCUMENT_CAPTION_TO_SEND>", "<DOCUMENT_FILENAME>");
    let document = file(WireKind::Document, "<DOCUMENT_OBJECT_ID>", caption, name);
    let (previous, replied) = ("<MSGID_OF_PREV_MSG>", "<MSGID_OF_MSG_YOU_ARE_REPLYING_TO>");
    for (name, content, quoted) in [
        (
            "Send Text Message",
            Content::Text("text-message-content"),
            None,
        ),
        (
            "Send Reply to Text Message",
            Content::Text("<TEXT_MSG_CONTENT>"),
            Some(previous),
        ),
        ("Send Image Message by ID", image, None),
        ("Send Reply to Image Message by ID", image, Some(previous)),
        ("Send Audio Message by ID", audio, None),
        ("Send Reply to Audio Message by ID", audio, Some(replied)),
        ("Send Video Message by ID", video, None),
        ("Send Reply to Video Message by ID", video, Some(replied)),
        ("Send Document Message by ID", document, None),
        (
            "Send Reply to Document Message by ID",
            document,
            Some(replied),
        ),
    ] {
        let mut made = payload::message("5511987654321", content, quoted, Uuid::nil());
        let intent = made
            .as_object_mut()
            .unwrap()
            .remove("biz_opaque_callback_data");
        assert_eq!(intent, Some(json!(Uuid::nil())), "{name}");
        assert_eq!(made, example(&sends, name), "{name}");
    }
}

#[test]
fn links_get_a_preview_and_typing_is_shown_as_in_metas_examples() {
    let sends: Examples = serde_json::from_str(include_str!("../testdata/sends.json")).unwrap();
    let preview = "Please visit https://youtu.be/hpltvTEiRrY.";
    let made = payload::message("5511987654321", Content::Text(preview), None, Uuid::nil());
    for (name, value) in example(&sends, "Send Text Message with Preview URL")
        .as_object()
        .unwrap()
    {
        assert_eq!(&made[name], value, "{name}");
    }
    let typing = &sends["Send typing indicator and read receipt"];
    assert_eq!(
        &payload::read(typing["message_id"].as_str().unwrap(), true),
        typing
    );
}

#[test]
fn a_voice_note_says_so() {
    let voice = Content::Media {
        kind: WireKind::Audio,
        id: "1",
        caption: "",
        file_name: "",
        voice: true,
    };
    let made = payload::message("5511", voice, None, Uuid::nil());
    assert_eq!(made["audio"], json!({"id": "1", "voice": true}));
}
