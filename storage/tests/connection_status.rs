//! Where connections stand, and which one answers when none is named.

use super::{
    fixtures::{connection, refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    connections::{self, ActiveConnection, StatusChange},
    model::{
        CompanyId, ConnectionId,
        connection::{ConnectionStatus, ProviderKind},
    },
};

async fn connect(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) {
    let change = StatusChange {
        status: ConnectionStatus::Connected,
        reason: None,
        qrcode: "",
        number: Some("5511900000001"),
    };
    assert!(
        connections::set_status(conn, company, id, change, now())
            .await
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn a_status_is_told_only_when_it_changes() {
    // spec: A053 A059
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        let code = |qrcode| StatusChange {
            status: ConnectionStatus::Qrcode,
            reason: None,
            qrcode,
            number: None,
        };
        for (qrcode, retries) in [("2@abc", Some(1)), ("2@abc", None), ("2@def", Some(2))] {
            let told = connections::set_status(conn, ours, id, code(qrcode), now())
                .await
                .unwrap();
            assert_eq!(
                told.map(|connection| connection.retries),
                retries,
                "{qrcode}"
            );
        }
        connect(conn, ours, id).await;
        let connected = connections::get(conn, ours, id).await.unwrap();
        assert_eq!((connected.retries, connected.qrcode.as_str()), (0, ""));

        let lost = StatusChange {
            status: ConnectionStatus::Timeout,
            reason: Some("no answer"),
            qrcode: "",
            number: None,
        };
        let lost = connections::set_status(conn, ours, id, lost, now())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(lost.status_reason.as_deref(), Some("no answer"));
        assert_eq!(
            lost.number.as_deref(),
            Some("5511900000001"),
            "a known number is kept"
        );
    })
    .await;
}

#[tokio::test]
async fn the_connected_default_answers_and_else_any_connected() {
    // spec: S116
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let foreign = connection(conn, theirs, "Deles").await;
        connect(conn, theirs, foreign).await;
        let first = connection(conn, ours, "Loja").await;
        let second = connection(conn, ours, "Filial").await;

        let none = connections::default_for(conn, ours).await;
        assert_eq!(refusal(none), "ERR_NO_DEF_WAPP_FOUND");
        connect(conn, ours, second).await;
        assert_eq!(
            connections::default_for(conn, ours).await.unwrap().id,
            second
        );
        connect(conn, ours, first).await;
        assert_eq!(
            connections::default_for(conn, ours).await.unwrap().id,
            first
        );
    })
    .await;
}

#[tokio::test]
async fn the_start_of_the_server_sees_every_live_connection() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = connection(conn, ours, "Loja").await;
        let gone = connection(conn, ours, "Filial").await;
        let foreign = connection(conn, theirs, "Deles").await;
        connections::delete(conn, ours, gone, now()).await.unwrap();

        let live = |company_id, id| ActiveConnection {
            company_id,
            id,
            provider: ProviderKind::Simulator,
            status: ConnectionStatus::Opening,
        };
        let all = connections::list_all_active(conn).await.unwrap();
        assert_eq!(all, [live(ours, first), live(theirs, foreign)]);
    })
    .await;
}
