//! Writers that meet on `PostgreSQL`: who waits for whom, and what is run again.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use tokio::{sync::Barrier, time::timeout};

use super::{
    fixtures::connection,
    support::{both, company, now, queue},
};
use crate::{
    Conn, Db, StorageError, connections,
    connections::StatusChange,
    contacts::{self, ContactForm},
    delivery::inbox,
    model::{
        CompanyId, ConnectionId, ContactId, QueueId,
        connection::ConnectionStatus,
        event::{NewEvent, QueueEvent, Room},
    },
    queues::{self, QueueForm},
};

/// Longer than anything here takes that does not wait for somebody else.
const PATIENCE: Duration = Duration::from_secs(30);

fn event() -> NewEvent {
    let queue_id = QueueId(1);
    NewEvent::to([Room::Main], QueueEvent::Delete { queue_id })
}

fn form(name: &str) -> QueueForm {
    QueueForm {
        name: name.to_owned(),
        color: "#a1b2c3".to_owned(),
        order_queue: None,
        greeting_message: String::new(),
        out_of_hours_message: String::new(),
        schedules: Vec::new(),
        auto_assign: false,
        assign_max: 10,
        prompt_id: None,
        integration_id: None,
    }
}

/// Without an order of locks both would wait for each other: the queue's writer for the company's event number, the
/// connection's writer for the company, to which its event points.
#[tokio::test]
async fn a_connection_that_starts_does_not_wait_for_a_queue_that_is_being_changed() {
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        let ours = company(&db, "Aurora").await;
        let sales = queue(&db, ours, "Vendas").await;
        let id = db
            .write(async |conn| Ok::<_, StorageError>(connection(conn, ours, "Loja").await))
            .await
            .unwrap();
        let mut changing = db.begin().await.unwrap();
        queues::update(&mut changing.conn(), ours, sales, &form("Balcão"), now())
            .await
            .unwrap();
        let change = StatusChange::to(ConnectionStatus::Connected);
        let starting = db.change(ours, now(), async |conn, told| {
            told.push(event());
            connections::set_status(conn, ours, id, change, now()).await
        });
        let started = timeout(PATIENCE, starting).await.expect("no wait");
        assert!(started.unwrap().value.is_some());
        let told = vec![event()];
        crate::delivery::events::append(&mut changing.conn(), ours, now(), told)
            .await
            .unwrap();
        changing.commit().await.unwrap();
    })
    .await;
}

async fn customers(db: &Db, company: CompanyId) -> [ContactId; 2] {
    let mut made = Vec::new();
    for number in ["5511911112222", "5511933334444"] {
        let form = ContactForm {
            name: "Cliente".to_owned(),
            number: number.to_owned(),
            email: String::new(),
            extra_info: Vec::new(),
        };
        let insert =
            async |conn: &mut Conn<'_>| contacts::insert(conn, company, &form, now()).await;
        made.push(db.write(insert).await.unwrap().id);
    }
    made.try_into().unwrap()
}

/// Without the repetition one of the two would be refused.
#[tokio::test]
async fn of_two_that_wait_for_each_other_one_is_run_again_and_both_succeed() {
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        let ours = company(&db, "Aurora").await;
        let [one, other] = customers(&db, ours).await;
        let (both_hold, runs) = (Barrier::new(2), AtomicUsize::new(0));
        let crossing = async |first: ContactId, then: ContactId| {
            db.write(async |conn| {
                contacts::lock(conn, ours, first).await?;
                // in the first runs only: who is run again finds the other one done
                if runs.fetch_add(1, Ordering::SeqCst) < 2 {
                    both_hold.wait().await;
                }
                contacts::lock(conn, ours, then).await
            })
            .await
        };
        let met = futures_util::future::join(crossing(one, other), crossing(other, one));
        let (here, there) = timeout(PATIENCE, met).await.expect("an end");
        here.unwrap();
        there.unwrap();
        // whoever is run again may be faster than the one it waited for, and meet it once more
        assert!(runs.load(Ordering::SeqCst) >= 3);
    })
    .await;
}

/// Otherwise a receipt is put aside for a message that has its name a moment later, and waits for ever.
#[tokio::test]
async fn whoever_puts_an_event_aside_waits_while_its_message_is_being_named() {
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        let line = ConnectionId(1);
        let mut naming = db.begin().await.unwrap();
        inbox::take_turn(&mut naming.conn(), line, "3EB0AA")
            .await
            .unwrap();
        let looking = async |subject| {
            db.write(async |c| inbox::take_turn(c, line, subject).await)
                .await
                .unwrap();
        };
        // events about others do not wait
        timeout(PATIENCE, looking("3EB0BB")).await.unwrap();
        let mut same = std::pin::pin!(looking("3EB0AA"));
        let early = timeout(Duration::from_millis(300), &mut same).await;
        assert!(early.is_err(), "looked at while it is being named");
        naming.commit().await.unwrap();
        timeout(PATIENCE, same).await.unwrap();
    })
    .await;
}
