//! The outbox: what a deleted connection still had to send.

use uuid::Uuid;

use super::{
    fixtures::{connection, sent, talk, two_companies},
    support::{both, now},
};
use crate::{
    Conn, connections,
    delivery::outbox::{self, NewIntent, PRIORITY_ATTENDANT},
    messages::{self, write::NewMessage},
    model::{
        CompanyId, ConnectionId, MessageId,
        outgoing::{Outgoing, SendState},
    },
};

/// A message of a new ticket that waits to be sent.
async fn queued(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    number: &str,
) -> MessageId {
    let talk = talk(conn, company, connection, number).await;
    let message = NewMessage {
        send_state: Some(SendState::Queued),
        ..sent(talk, connection)
    };
    let id = messages::write::insert(conn, company, &message, now())
        .await
        .unwrap()
        .unwrap();
    let intent = NewIntent {
        intent_id: Uuid::new_v4(),
        connection_id: connection,
        message_id: Some(id),
        dedupe_key: format!("message:{id}"),
        recipient: number.into(),
        priority: PRIORITY_ATTENDANT,
        payload: Outgoing::Text {
            body: "Bom dia".into(),
            quoted_id: None,
        },
        expires_at: None,
    };
    assert!(outbox::insert(conn, company, &intent, now()).await.unwrap());
    id
}

async fn states(conn: &mut Conn<'_>, company: CompanyId, id: MessageId) -> [Option<SendState>; 2] {
    let message = messages::write::find_state(conn, company, id)
        .await
        .unwrap();
    let sent = outbox::state_of_message(conn, company, id).await.unwrap();
    [message.unwrap().send_state, sent]
}

#[tokio::test]
async fn what_a_deleted_connection_had_to_send_is_cancelled() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let kept = connection(conn, ours, "Matriz").await;
        let gone = connection(conn, ours, "Loja").await;
        let foreign = connection(conn, theirs, "Recepção").await;
        let on_its_way = queued(conn, ours, gone, "5511900000001").await;
        let claimed = outbox::claim(conn, gone, (1, now()), 8, []).await.unwrap();
        assert_eq!(claimed[0].message_id, Some(on_its_way));
        let waiting = queued(conn, ours, gone, "5511900000002").await;
        let by_another = queued(conn, ours, kept, "5511900000003").await;
        let not_ours = queued(conn, theirs, foreign, "5511900000002").await;

        connections::delete(conn, ours, gone, now()).await.unwrap();

        let cancelled = Some(SendState::Cancelled);
        assert_eq!(states(conn, ours, waiting).await, [cancelled; 2]);
        let queued = Some(SendState::Queued);
        assert_eq!(states(conn, ours, by_another).await, [queued; 2]);
        assert_eq!(states(conn, theirs, not_ours).await, [queued; 2]);
        let sent = outbox::state_of_message(conn, ours, on_its_way).await;
        assert_eq!(sent.unwrap(), Some(SendState::Attempting));
        let left = outbox::claim(conn, gone, (2, now()), 8, []).await.unwrap();
        assert!(left.is_empty());
    })
    .await;
}
