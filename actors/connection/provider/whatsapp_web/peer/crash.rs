//! What is left of keys: by a crash, as they were stored at that moment; by signing out, nothing.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use whatsapp_rust::wacore::store::traits::DeviceStore as _;

use super::{
    CUSTOMER, DESK, Line, desk_and_customer, paired_device, said_text,
    server::{Server, address_of},
    text,
};
use crate::{
    KeyError, KeyStore as _, MemoryKeys, Space,
    backend::Backend,
    tests::watched::{Watch, Watched},
};

async fn conversation(keys: &MemoryKeys) -> Option<Vec<u8>> {
    let named = format!("{CUSTOMER}@c.us.0");
    keys.get(Space::Session, &named).await.unwrap()
}

/// An answer to an answer is the first under a new key of the desk: who reads it answers to that key.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_read_an_answer_can_be_read_after_a_crash() {
    let (server, files, mut desk, mut customer) = desk_and_customer().await;
    let mut ids = 0..;
    let mut id = || ids.next().unwrap();
    for round in 0..10 {
        let mut crashed = desk.keys.clone();
        for answer in ["Bom dia", "Certo"] {
            customer.send(DESK, id(), text("Oi")).await.unwrap();
            let before = conversation(&desk.keys).await;
            desk.message().await;
            // the keys as they are when it is heard, without a word more from the desk
            crashed = tokio::select! {
                heard = customer.message() => {
                    assert_eq!(said_text(&heard), answer);
                    Arc::new(desk.keys.as_they_are())
                }
                Err(failure) = desk.send(CUSTOMER, id(), text(answer)) => panic!("{failure:?}"),
            };
            let kept = conversation(&crashed).await;
            assert_ne!(kept, before, "the new key, in round {round}");
        }
        server.cut(&address_of(DESK, 0));
        drop(desk);
        customer.send(DESK, id(), text("E aí?")).await.unwrap();
        desk = Line::open(&server, &files, crashed).await;
        assert_eq!(said_text(&desk.message().await), "E aí?", "round {round}");
        assert!(server.asked_again().is_empty(), "round {round}");
    }
}

/// A database in which the device takes its time.
struct Slow;

#[async_trait]
impl Watch for Slow {
    async fn before_put(&self, space: Space) -> Result<(), KeyError> {
        if space == Space::Device {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        Ok(())
    }
}

/// The library stores the device in a task of its own, for which nobody waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_not_brought_back_by_a_late_write() {
    let (server, files) = (Server::start().await, Arc::default());
    let keys = Arc::new(Watched::by(Slow));
    let stored = paired_device(DESK, 3);
    Backend::new(keys.clone()).save(&stored).await.unwrap();
    let link = Line::closed(&server, &files, keys.clone());
    link.log_out().await.unwrap();
    assert_eq!(server.logged_out(), [address_of(DESK, 3)]);
    let long = Duration::from_secs(1);
    let _late = tokio::time::timeout(long, std::future::pending::<()>()).await;
    assert_eq!(keys.get(Space::Device, "self").await, Ok(None));
}
