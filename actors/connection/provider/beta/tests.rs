//! What a session has heard in the desk's form, and whose its keys are.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta};
use guiche_storage::{
    cluster::leases::{self, Resource},
    connections,
    model::{
        Clock as _, ConnectionId,
        inbound::{Doer, Inbound, InboundContent, Says},
        message::MediaKind,
        outgoing::Outgoing,
    },
    security::seal::Sealer,
};
use guiche_whatsapp_web::{Change, Ended, KeyError, KeyStore as _, Said, Space, Wish, heard::Who};
use serde_json::{Value, json};

use super::{LineKeys, Rows, files, files::Previews, interpret::interpret, understood};
use crate::{
    connection::provider::{OpenedFile, ProviderEvent, WireSend},
    test_company::{StoppedClock, TestCompany},
};

/// One pixel.
const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0,
    0, 0, 31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 100, 248, 207, 80, 15, 0, 3,
    134, 1, 128, 90, 52, 125, 107, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

fn message(more: &Value) -> Value {
    let mut message = json!({
        "heard": "message", "id": "3EB0AA", "fromMe": false, "at": "2026-11-25T12:00:00Z",
        "customer": { "number": "5511970000002", "lid": "998877", "name": "Maria" },
        "group": null, "quoted": null, "choice": null,
        "content": { "type": "text", "body": "Bom dia" },
    });
    for (name, value) in more.as_object().unwrap() {
        message[name] = value.clone();
    }
    message
}

fn shown(more: &Value) -> guiche_storage::model::inbound::InboundMessage {
    match interpret(&message(more)) {
        Inbound::Message(message) => *message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_customer_has_his_number_and_his_id() {
    let known = shown(&json!({}));
    assert_eq!(known.chat, "5511970000002");
    assert_eq!(known.user_ids, ["998877@lid"]);
    assert!(!known.customer().is_hidden());
    let hidden = shown(&json!({ "customer": { "number": null, "lid": "998877", "name": null } }));
    assert_eq!(hidden.chat, "998877@lid");
    assert!(hidden.customer().is_hidden());
}

#[test]
fn a_group_is_the_customer_and_who_wrote_is_the_author() {
    let said = shown(&json!({ "group": "120363@g.us" }));
    assert_eq!((said.chat.as_str(), said.is_group), ("120363@g.us", true));
    assert_eq!(said.author.unwrap().address, "5511970000002");
    let own = shown(&json!({ "group": "120363@g.us", "fromMe": true }));
    assert_eq!(own.author, None);
}

#[test]
fn a_file_carries_what_it_takes_to_fetch_it() {
    let file = json!({
        "kind": "sticker", "path": "/v/1", "key": "AQ==", "sha256": "Ag==", "sealedSha256": "Aw==",
        "bytes": 9, "mime": "image/webp", "name": null, "voice": false,
    });
    let content = json!({ "type": "file", "caption": "", "file": file });
    let said = shown(&json!({ "content": content }));
    assert!(said.details.sticker);
    let InboundContent::Media { kind, remote, .. } = said.content else {
        panic!("no file")
    };
    assert_eq!(kind, MediaKind::Image);
    assert_eq!(serde_json::from_str::<Value>(&remote.id).unwrap(), file);
}

#[test]
fn changes_and_moves_are_of_those_who_made_them() {
    let revoked = json!({ "heard": "revoke", "target": "3EB0AA", "by": null });
    assert!(matches!(
        interpret(&revoked),
        Inbound::Revoke { by: Doer::Own, .. }
    ));
    let by = json!({ "number": "5511970000002", "lid": null, "name": null });
    let edited = json!({ "heard": "edit", "target": "3EB0AA", "body": "x", "by": by });
    assert!(matches!(
        interpret(&edited),
        Inbound::Edit { by: Doer::Person(person), .. } if person.address == "5511970000002"
    ));
    let moved = json!({
        "heard": "moved", "from": by, "at": "2026-11-25T12:00:00Z",
        "to": { "number": "5511960000003", "lid": null, "name": null },
    });
    let Inbound::Notice(notice) = interpret(&moved) else {
        panic!("nobody moved")
    };
    assert!(matches!(notice.says, Says::Moved(to) if to.address == "5511960000003"));
}

#[test]
fn another_picture_is_a_notice_of_whoever_shows_it() {
    let who = |number: Value| json!({ "number": number, "lid": null, "name": null });
    let shown = |number: Value| {
        interpret(&json!({
            "heard": "pictured", "who": who(number), "at": "2026-11-25T12:00:00Z",
        }))
    };
    for address in ["5511970000002", "120363@g.us"] {
        let Inbound::Notice(notice) = shown(json!(address)) else {
            panic!("no picture")
        };
        assert_eq!(
            (notice.person.address.as_str(), notice.says),
            (address, Says::Pictured)
        );
    }
    assert!(matches!(shown(json!(null)), Inbound::Ignored { .. }));
}

#[test]
fn what_is_stored_of_another_shape_is_left_out_with_a_reason() {
    for raw in [
        json!({}),
        json!({ "heard": "later" }),
        json!(null),
        json!([1]),
    ] {
        assert!(matches!(interpret(&raw), Inbound::Ignored { .. }), "{raw}");
    }
}

#[test]
fn why_a_session_has_ended_is_a_word_and_a_ban_has_its_end() {
    let clock = StoppedClock(DateTime::from_timestamp(1_800_000_000, 0).unwrap());
    let why = |ended| match understood(Said::Ended(ended), &clock).pop() {
        Some(ProviderEvent::Disconnected { reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(Ended::Replaced), "replaced");
    assert_eq!(why(Ended::Unscanned), "unscanned");
    let end = (clock.now() + TimeDelta::hours(1)).to_rfc3339();
    let banned = Ended::Banned(std::time::Duration::from_hours(1));
    assert_eq!(why(banned), format!("banned:{end}"));
    assert_eq!(why(Ended::Refused("NotFound".into())), "refused:NotFound");
}

fn keys(company: &TestCompany, connection: ConnectionId) -> LineKeys {
    let rows = Rows {
        clock: Arc::clone(&company.clock),
        sealer: Arc::new(Sealer::new(&[7; 32])),
        company: company.id,
        connection,
    };
    LineKeys::new(company.db.clone(), rows)
}

fn put(value: &[u8]) -> Vec<Change> {
    vec![Change::put(Space::Session, "551197@s", value)]
}

#[tokio::test]
async fn a_session_that_has_lost_its_number_changes_no_key() {
    let company = TestCompany::new().await;
    let id = company.connection("Celular").await;
    let (first, second) = (keys(&company, id), keys(&company, id));
    let (resource, now) = (Resource::Connection(id), company.now());
    let take = async |owner: &str| {
        let taken = company.db.write(async |c| {
            leases::take_away(c, &resource, now).await?;
            leases::acquire(c, &resource, owner, now).await
        });
        taken.await.unwrap().unwrap()
    };
    first.hold(&"first".into(), take("first").await);
    first.write(put(b"one")).await.unwrap();
    second.hold(&"second".into(), take("second").await);
    second.write(put(b"two")).await.unwrap();
    assert_eq!(first.write(put(b"three")).await, Err(KeyError::NotOurs));
    assert_eq!(first.sweep(Space::Session, 1).await, Err(KeyError::NotOurs));
    // signed out late, it forgets nothing of the next one
    assert_eq!(first.forget().await, Err(KeyError::NotOurs));
    let kept = second.get(Space::Session, "551197@s").await.unwrap();
    assert_eq!(kept.as_deref(), Some(b"two".as_slice()));
    // a lease that has ended meanwhile is nobody's
    let ended = company
        .db
        .write(async |c| leases::take_away(c, &resource, now).await);
    ended.await.unwrap();
    second.forget().await.unwrap();
    assert_eq!(second.get(Space::Session, "551197@s").await, Ok(None));
}

#[tokio::test]
async fn a_deleted_number_gets_no_key_any_more() {
    let company = TestCompany::new().await;
    company.connection("Matriz").await;
    let id = company.connection("Celular").await;
    let keys = keys(&company, id);
    keys.write(put(b"one")).await.unwrap();
    let deleted = company
        .db
        .write(async |c| connections::delete(c, company.id, id, company.now()).await);
    deleted.await.unwrap();
    assert_eq!(keys.write(put(b"two")).await, Err(KeyError::NotOurs));
    assert_eq!(keys.get(Space::Session, "551197@s").await, Ok(None));
}

#[tokio::test]
async fn a_picture_is_sent_with_a_small_one_which_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("foto.png");
    std::fs::write(&path, PNG).unwrap();
    let previews = Previews::default();
    let small = async || {
        let send = WireSend {
            intent_id: uuid::Uuid::nil(),
            to: "5511970000002".to_owned(),
            payload: Outgoing::MarkRead {
                provider_id: String::new(),
            },
            file: Some(OpenedFile {
                path: path.clone(),
                mime: "image/png".to_owned(),
                name: None,
                voice: false,
            }),
        };
        match files::wish(&previews, &send, MediaKind::Image, "", None).await {
            Ok(Wish::File { preview, .. }) => preview.thumbnail,
            other => panic!("{other:?}"),
        }
    };
    let made = small().await.expect("a small picture");
    assert!(made.starts_with(&[0xff, 0xd8]), "a JPEG");
    // a stored file never changes: that it was asked for once shows in what is still known of it
    std::fs::write(&path, "no picture").unwrap();
    assert_eq!(small().await, Some(made));
}

#[test]
fn a_customer_who_writes_is_named_by_all_that_is_known_of_him() {
    let clock = StoppedClock(DateTime::UNIX_EPOCH);
    let said = |number: Option<&str>, lid: Option<&str>| Said::Writes {
        who: Who {
            number: number.map(str::to_owned),
            lid: lid.map(str::to_owned),
            name: None,
        },
        is_writing: true,
    };
    let told = understood(said(Some("5511970000002"), Some("998877")), &clock);
    let [
        ProviderEvent::Writes {
            customer,
            is_writing: true,
        },
    ] = &told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!(customer.address, "5511970000002");
    assert_eq!(customer.user_ids, ["998877@lid"]);
    assert!(understood(said(None, None), &clock).is_empty());
}
