//! From a phone's past to what is kept.

use whatsapp_rust::{
    buffa::MessageField,
    prelude::wa::{self, HistorySyncMsg, MessageKey, WebMessageInfo},
};

use crate::{
    heard::{Content, Heard, HeardMessage},
    past,
};

fn item(id: &str, from_me: bool, second: u64, message: wa::Message) -> HistorySyncMsg {
    HistorySyncMsg {
        message: MessageField::some(WebMessageInfo {
            key: MessageField::some(MessageKey {
                id: Some(id.to_owned()),
                from_me: Some(from_me),
                ..Default::default()
            }),
            message: MessageField::some(message),
            message_timestamp: Some(second),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn text(body: &str) -> wa::Message {
    wa::Message {
        conversation: Some(body.to_owned()),
        ..Default::default()
    }
}

fn heard(conversation: &wa::Conversation) -> Vec<HeardMessage> {
    past::messages(conversation)
        .into_iter()
        .map(|arrival| match arrival.heard {
            Heard::Message(message) => *message,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_conversation_of_the_past_is_of_one_person_by_both_names_and_in_order() {
    let conversation = wa::Conversation {
        id: "123456789@lid".to_owned(),
        pn_jid: Some("5511970000002@s.whatsapp.net".to_owned()),
        display_name: Some("Maria da Padaria".to_owned()),
        messages: vec![
            item("C", false, 1_785_762_060, text("de nada")),
            item("B", true, 1_785_762_000, text("obrigado")),
            item("A", false, 1_785_762_000, text("pronto")),
            // what only says that something happened holds no message
            HistorySyncMsg::default(),
        ],
        ..Default::default()
    };
    let heard = heard(&conversation);
    let ids: Vec<_> = heard.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids, ["A", "B", "C"], "the phone tells the newest first");
    for message in &heard {
        assert_eq!(message.customer.number.as_deref(), Some("5511970000002"));
        assert_eq!(message.customer.lid.as_deref(), Some("123456789"));
        assert_eq!(message.group, None);
    }
    assert_eq!(heard[0].customer.name.as_deref(), Some("Maria da Padaria"));
    assert_eq!(heard[1].customer.name, None);
    assert!(heard[1].from_me);
    let body = "pronto".to_owned();
    assert_eq!(heard[0].content, Content::Text { body });
}

#[test]
fn a_group_of_the_past_has_its_authors_and_what_is_nobodys_is_left_out() {
    let mut by_maria = item("A", false, 1_785_762_000, text("Oi"));
    let mut maria = by_maria.message.as_option().unwrap().clone();
    maria.participant = Some("5511970000002@s.whatsapp.net".to_owned());
    maria.push_name = Some("Maria".to_owned());
    by_maria.message = MessageField::some(maria);
    let group = wa::Conversation {
        id: "120363000000000001@g.us".to_owned(),
        name: Some("Fornecedores".to_owned()),
        messages: vec![item("B", false, 1_785_762_001, text("de quem?")), by_maria],
        ..Default::default()
    };
    let heard = heard(&group);
    let [message] = heard.as_slice() else {
        panic!("{heard:?}")
    };
    assert_eq!(message.group.as_deref(), Some("120363000000000001@g.us"));
    assert_eq!(message.customer.number.as_deref(), Some("5511970000002"));
    assert_eq!(message.customer.name.as_deref(), Some("Maria"));

    let status = wa::Conversation {
        id: "status@broadcast".to_owned(),
        messages: vec![item("S", false, 1_785_762_000, text("férias"))],
        ..Default::default()
    };
    assert_eq!(past::messages(&status), Vec::new());
}
