//! A database that refuses a caller once, because it is busy: nothing is lost by it.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use tokio::sync::mpsc;
use whatsapp_rust::wacore::store::traits::DeviceStore as _;

use super::{
    CUSTOMER, DESK, Files, Line, paired_device, said_text,
    server::{Server, address_of},
    text,
};
use crate::{
    KeyError, MemoryKeys, Said, Space,
    backend::Backend,
    tests::watched::{Watch, Watched},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Get(Space),
    Put(Space),
}

/// Refuses one call when it comes.
#[derive(Default)]
struct Busy(Mutex<Option<Call>>);

impl Busy {
    fn look(&self, call: Call) -> Result<(), KeyError> {
        let refused = self.0.lock().unwrap().take_if(|it| *it == call);
        refused.map_or(Ok(()), |_| Err(KeyError::Unavailable("busy".to_owned())))
    }

    fn refuse(&self, call: Call) {
        *self.0.lock().unwrap() = Some(call);
    }

    fn has_refused(&self) -> bool {
        self.0.lock().unwrap().is_none()
    }
}

#[async_trait]
impl Watch for Busy {
    async fn before_get(&self, space: Space) -> Result<(), KeyError> {
        self.look(Call::Get(space))
    }

    async fn before_put(&self, space: Space) -> Result<(), KeyError> {
        self.look(Call::Put(space))
    }
}

/// A desk whose keys are watched.
async fn watched_desk(server: &Server, files: &Arc<Files>) -> (Arc<Watched<Busy>>, Line) {
    let keys = Arc::new(Watched::by(Busy::default()));
    let stored = paired_device(DESK, 0);
    Backend::new(keys.clone()).save(&stored).await.unwrap();
    let link = Line::closed(server, files, keys.clone());
    let (say, said) = mpsc::channel(64);
    link.open(say).await.unwrap();
    let mut desk = Line {
        link,
        // its own are the watched ones
        keys: Arc::new(MemoryKeys::default()),
        said,
        left: VecDeque::new(),
    };
    desk.until(|said| matches!(said, Said::Connected { .. }).then_some(()))
        .await;
    server.published(&address_of(DESK, 0)).await;
    (keys, desk)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_heard_on_the_same_line_whatever_the_database_refuses_once() {
    let (server, files) = (Server::start().await, Arc::default());
    let (keys, mut desk) = watched_desk(&server, &files).await;
    let calls = [
        Call::Put(Space::Pending),
        Call::Put(Space::Said),
        Call::Get(Space::Session),
        Call::Get(Space::Prekey),
        Call::Get(Space::Identity),
    ];
    for (number, call) in (1_u8..).zip(calls) {
        // of a phone that has no conversation with the desk yet
        let customer = Line::paired(&server, &files, CUSTOMER, number.into()).await;
        keys.watch.refuse(call);
        customer.send(DESK, number, text("Oi")).await.unwrap();
        assert_eq!(said_text(&desk.message().await), "Oi", "{call:?}");
        assert!(keys.watch.has_refused(), "{call:?} was not made");
        assert!(server.asked_again().is_empty(), "{call:?}");
    }
}
