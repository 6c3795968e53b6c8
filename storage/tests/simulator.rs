//! The simulator's phones: one effect for a repeated send, one event for every act.

use chrono::TimeDelta;
use uuid::Uuid;

use super::support::{both, company, now};
use crate::{
    Db, StorageError,
    connections::{self, ConnectionForm},
    delivery::inbox,
    fixtures::simulator::{self, CustomerContent, CustomerMessage, DeskMessage, Group, Shown},
    model::{
        CompanyId, ConnectionId, ErrorCode,
        connection::{ConnectionTexts, ProviderKind},
        inbound::{Inbound, InboundContent},
    },
};

const NUMBER: &str = "5511988887777";

async fn connection(db: &Db, company: CompanyId) -> ConnectionId {
    let form = ConnectionForm {
        name: "Matriz".into(),
        is_default: true,
        queue_ids: Vec::new(),
        texts: ConnectionTexts::default(),
        phone_number_id: None,
        waba_id: None,
        prompt_id: None,
        integration_id: None,
    };
    let written = db
        .write(async |conn| {
            connections::insert(conn, company, ProviderKind::Simulator, &form, now()).await
        })
        .await
        .unwrap();
    written.connection.id
}

async fn write(db: &Db, company: CompanyId, connection: ConnectionId, body: &str) -> String {
    let message = CustomerMessage {
        from: NUMBER.into(),
        push_name: "Beatriz".into(),
        group: None,
        from_me: false,
        quoted_id: None,
        content: CustomerContent::Text(body.into()),
        ago: TimeDelta::zero(),
    };
    db.write(async |conn| {
        simulator::write_message(conn, company, connection, now(), message.clone()).await
    })
    .await
    .unwrap()
}

async fn events(db: &Db, connection: ConnectionId) -> Vec<Inbound> {
    let mut reader = db.read().await.unwrap();
    let rows = inbox::list_due(&mut reader.conn(), connection, now(), 100)
        .await
        .unwrap();
    rows.into_iter()
        .map(|row| serde_json::from_value(row.raw.0).unwrap())
        .collect()
}

fn answer(intent_id: Uuid) -> DeskMessage {
    DeskMessage {
        intent_id,
        to: NUMBER.into(),
        kind: "text",
        body: "Bom dia!".into(),
        file: None,
        quoted_id: None,
    }
}

#[tokio::test]
async fn what_a_customer_writes_is_on_his_phone_and_in_the_inbox() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let id = write(&db, company, connection, "Oi").await;
        let [Inbound::Message(message)] = &events(&db, connection).await[..] else {
            panic!("one message")
        };
        assert_eq!(
            (message.provider_id.as_str(), message.chat.as_str()),
            (id.as_str(), NUMBER)
        );
        assert_eq!(message.content, InboundContent::Text { body: "Oi".into() });
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let phones = simulator::list_phones(conn, company, connection)
            .await
            .unwrap();
        assert_eq!(phones[0].push_name, "Beatriz");
        let shown = simulator::list_messages(conn, company, connection, NUMBER)
            .await
            .unwrap();
        assert_eq!(
            (shown[0].provider_id.as_str(), shown[0].incoming),
            (id.as_str(), true)
        );
    })
    .await;
}

#[tokio::test]
async fn what_is_typed_on_the_own_phone_and_in_a_group_comes_as_such() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let group = Group {
            id: "120363000000000001".into(),
            name: "Fornecedores".into(),
        };
        let message = |group: Option<Group>, from_me| CustomerMessage {
            from: NUMBER.into(),
            push_name: "Beatriz".into(),
            group,
            from_me,
            quoted_id: None,
            content: CustomerContent::Text("Oi".into()),
            ago: TimeDelta::zero(),
        };
        for message in [message(Some(group.clone()), false), message(None, true)] {
            db.write(async |conn| {
                simulator::write_message(conn, company, connection, now(), message.clone()).await
            })
            .await
            .unwrap();
        }
        let seen = events(&db, connection).await;
        let [Inbound::Message(in_group), Inbound::Message(own)] = &seen[..] else {
            panic!("two messages: {seen:?}")
        };
        assert!(in_group.is_group && !in_group.from_me);
        assert_eq!(in_group.chat, group.id);
        assert_eq!(in_group.push_name.as_deref(), Some("Fornecedores"));
        let author = in_group.author.as_ref().unwrap();
        assert_eq!(
            (author.address.as_str(), author.name.as_deref()),
            (NUMBER, Some("Beatriz"))
        );
        assert!(own.from_me && !own.is_group && own.author.is_none());
        assert_eq!(own.chat, NUMBER);

        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let phones = simulator::list_phones(conn, company, connection)
            .await
            .unwrap();
        let mut known: Vec<_> = phones
            .iter()
            .map(|phone| (phone.push_name.as_str(), phone.is_group))
            .collect();
        known.sort_unstable();
        assert_eq!(known, [(NUMBER, false), ("Fornecedores", true)]);
        let sent = simulator::list_received(conn, company, connection)
            .await
            .unwrap();
        assert!(sent.is_empty(), "the desk has sent nothing");
    })
    .await;
}

#[tokio::test]
async fn a_phone_is_paired_by_what_is_shown_to_it_and_by_nothing_else() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let session = simulator::find_session(conn, company, connection)
            .await
            .unwrap();
        assert!(session.is_paired, "those of the demonstration are");

        simulator::unpair(conn, company, connection).await.unwrap();
        let phone = (NUMBER, "Loja");
        for (shown, letters, taken, is_paired) in [
            ("", "", Shown::Code(None), false),
            ("2@new", "", Shown::Code(Some("2@old")), false),
            ("2@new", "ABCD1234", Shown::Letters("ABCD9999"), false),
            ("2@new", "ABCD1234", Shown::Letters("ABCD1234"), true),
        ] {
            simulator::show_code(conn, company, connection, shown)
                .await
                .unwrap();
            let wanted = (letters, "5511977770000");
            simulator::show_letters(conn, company, connection, wanted)
                .await
                .unwrap();
            let paired = simulator::pair(conn, company, connection, taken, phone)
                .await
                .unwrap();
            assert_eq!(paired, is_paired, "{taken:?}");
        }
        let session = simulator::find_session(conn, company, connection)
            .await
            .unwrap();
        assert_eq!(
            session.number.as_deref(),
            Some("5511977770000"),
            "the letters were for this number"
        );
        assert_eq!(
            (session.qrcode.as_str(), session.pairing_code.as_str()),
            ("", "")
        );

        simulator::unpair(conn, company, connection).await.unwrap();
        simulator::show_code(conn, company, connection, "2@next")
            .await
            .unwrap();
        let scan = Shown::Code(Some("2@next"));
        assert!(
            simulator::pair(conn, company, connection, scan, phone)
                .await
                .unwrap()
        );
        let session = simulator::find_session(conn, company, connection)
            .await
            .unwrap();
        assert_eq!(
            (session.number.as_deref(), session.name.as_deref()),
            (Some(NUMBER), Some("Loja"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_repeated_send_reaches_the_phone_once() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let message = answer(Uuid::new_v4());
        for new in [true, false, false] {
            let delivered = db
                .write(async |conn| {
                    simulator::deliver(conn, company, connection, now(), &message).await
                })
                .await
                .unwrap();
            assert_eq!(delivered, new);
        }
        let mut reader = db.read().await.unwrap();
        let ledger = simulator::list_received(&mut reader.conn(), company, connection)
            .await
            .unwrap();
        assert_eq!(ledger.len(), 1);
        assert_eq!(ledger[0].ack, 3);
        let [Inbound::Status(status)] = &events(&db, connection).await[..] else {
            panic!("one status")
        };
        assert_eq!(
            (status.ack, status.intent_id),
            (Some(3), Some(message.intent_id))
        );
    })
    .await;
}

#[tokio::test]
async fn receipts_rise_and_a_silent_phone_does_not_say_read() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let message = answer(Uuid::new_v4());
        let id = simulator::provider_id(message.intent_id);
        db.write(async |conn| {
            simulator::deliver(conn, company, connection, now(), &message).await?;
            let silent = (NUMBER, None, Some(false));
            simulator::put_phone(conn, company, connection, now(), silent).await?;
            let ack = simulator::acknowledge(conn, company, connection, now(), (&id, 4)).await?;
            assert_eq!(ack, 3);
            let open = (NUMBER, Some("Bia"), Some(true));
            simulator::put_phone(conn, company, connection, now(), open).await?;
            let ack = simulator::acknowledge(conn, company, connection, now(), (&id, 4)).await?;
            assert_eq!(ack, 4);
            let ack = simulator::acknowledge(conn, company, connection, now(), (&id, 3)).await?;
            assert_eq!(ack, 4);
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
        assert_eq!(events(&db, connection).await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_customer_takes_back_and_changes_only_his_own() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let id = write(&db, company, connection, "Oi").await;
        let message = answer(Uuid::new_v4());
        let ours = simulator::provider_id(message.intent_id);
        db.write(async |conn| {
            simulator::deliver(conn, company, connection, now(), &message).await?;
            simulator::edit_message(conn, company, connection, now(), (&id, "Olá")).await?;
            simulator::react(conn, company, connection, now(), (NUMBER, &ours, "💚")).await?;
            simulator::revoke_message(conn, company, connection, now(), &id).await?;
            for foreign in [
                simulator::revoke_message(conn, company, connection, now(), &ours).await,
                simulator::edit_message(conn, company, connection, now(), (&ours, "x")).await,
                simulator::edit_message(conn, company, connection, now(), (&id, "late")).await,
                simulator::react(
                    conn,
                    company,
                    connection,
                    now(),
                    ("5511900000000", &ours, "x"),
                )
                .await,
            ] {
                assert!(matches!(
                    foreign,
                    Err(StorageError::Refused(ErrorCode::NoMessageFound))
                ));
            }
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
        let seen = events(&db, connection).await;
        assert!(matches!(
            seen[..],
            [
                Inbound::Message(_),
                Inbound::Status(_),
                Inbound::Edit { .. },
                Inbound::Reaction { .. },
                Inbound::Revoke { .. }
            ]
        ));
    })
    .await;
}

#[tokio::test]
async fn the_desk_reads_up_to_a_message_and_takes_its_own_back() {
    both(async |db| {
        let company = company(&db, "Aurora").await;
        let connection = connection(&db, company).await;
        let first = write(&db, company, connection, "um").await;
        let second = write(&db, company, connection, "dois").await;
        let message = answer(Uuid::new_v4());
        let ours = simulator::provider_id(message.intent_id);
        db.write(async |conn| {
            simulator::deliver(conn, company, connection, now(), &message).await?;
            simulator::mark_read(conn, company, connection, &first).await?;
            assert!(simulator::take_back(conn, company, connection, &ours).await?);
            assert!(!simulator::take_back(conn, company, connection, &second).await?);
            let shown = simulator::list_messages(conn, company, connection, NUMBER).await?;
            let states: Vec<_> = shown.iter().map(|row| (row.ack, row.deleted)).collect();
            assert_eq!(states, [(4, false), (2, false), (3, true)]);
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
    })
    .await;
}

#[tokio::test]
async fn the_desk_changes_a_text_of_its_own_that_is_new_and_there() {
    both(async |db| {
        let (company, other) = (company(&db, "Aurora").await, company(&db, "Vida").await);
        let connection = connection(&db, company).await;
        let customers = write(&db, company, connection, "um").await;
        let message = answer(Uuid::new_v4());
        let ours = simulator::provider_id(message.intent_id);
        db.write(async |conn| {
            simulator::deliver(conn, company, connection, now(), &message).await?;
            let before = now() - chrono::TimeDelta::minutes(1);
            for (of, id, sent_after, is_changed) in [
                (other, &ours, before, false),
                (company, &customers, before, false),
                (company, &ours, now(), false),
                (company, &ours, before, true),
                (company, &ours, before, true),
            ] {
                let change = (id.as_str(), "novo", sent_after);
                let changed = simulator::change_text(conn, of, connection, change).await?;
                assert_eq!(changed, is_changed);
            }
            let shown = simulator::list_messages(conn, company, connection, NUMBER).await?;
            let texts: Vec<_> = shown
                .iter()
                .map(|row| (row.body.as_str(), row.edited))
                .collect();
            assert_eq!(texts, [("um", false), ("novo", true)]);
            simulator::take_back(conn, company, connection, &ours).await?;
            let change = (ours.as_str(), "tarde", before);
            assert!(!simulator::change_text(conn, company, connection, change).await?);
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
    })
    .await;
}

#[test]
fn a_contact_card_cannot_be_broken_by_a_name() {
    let card = simulator::vcard("Ana; x,\r\nEND:VCARD", "5511999990000");
    assert_eq!(card.lines().count(), 6);
    assert!(card.contains("FN:Ana\\; x\\,END:VCARD\n"));
}
