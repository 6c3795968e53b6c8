//! What a crash leaves: the keys as they were stored at that moment.

use std::sync::Arc;

use super::{CUSTOMER, DESK, Line, desk_and_customer, said_text, server::address_of, text};
use crate::{KeyStore as _, MemoryKeys, Space};

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
