//! The end of a session: what it still does changes no key, and a line that is dead is noticed.

use std::sync::{
    Arc, Weak,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use async_trait::async_trait;
use tokio::{
    sync::{Notify, mpsc},
    time::Duration,
};
use whatsapp_rust::{prelude::Event, wacore::types::events::Connected};

use super::watched::{Watch, Watched};
use crate::{
    Change, KeyError, KeyStore as _, MemoryKeys, Said, Space,
    fence::Fenced,
    receiver::{Note, Relay},
};

/// Rows are written when a test lets them.
#[derive(Default)]
struct Late {
    begun: Notify,
    let_go: Notify,
    is_slow: AtomicBool,
}

#[async_trait]
impl Watch for Late {
    async fn before_put(&self, _: Space) -> Result<(), KeyError> {
        if self.is_slow.load(Ordering::SeqCst) {
            self.begun.notify_one();
            self.let_go.notified().await;
        }
        Ok(())
    }
}

fn device() -> Vec<Change> {
    vec![Change::put(Space::Device, "self", b"old".as_slice())]
}

#[tokio::test]
async fn what_a_session_writes_late_is_waited_for_and_what_comes_after_its_end_is_refused() {
    let keys = Arc::new(Watched::by(Late::default()));
    keys.watch.is_slow.store(true, Ordering::SeqCst);
    let fence = Arc::new(Fenced::new(keys.clone()));
    let writing = tokio::spawn({
        let fence = Arc::clone(&fence);
        async move { fence.write(device()).await }
    });
    keys.watch.begun.notified().await;
    fence.close();
    let mut quiet = std::pin::pin!(fence.until_quiet());
    let short = Duration::from_millis(50);
    let early = tokio::time::timeout(short, quiet.as_mut()).await;
    assert!(early.is_err(), "it still writes");
    keys.watch.let_go.notify_one();
    quiet.await;
    assert_eq!(writing.await.unwrap(), Ok(()));

    keys.forget().await.unwrap();
    keys.watch.is_slow.store(false, Ordering::SeqCst);
    assert_eq!(fence.write(device()).await, Err(KeyError::NotOurs));
    assert_eq!(fence.sweep(Space::Secret, 1).await, Err(KeyError::NotOurs));
    assert_eq!(fence.forget().await, Err(KeyError::NotOurs));
    assert_eq!(keys.get(Space::Device, "self").await, Ok(None));
}

/// A database that cannot, so many times.
#[derive(Default)]
struct Full(AtomicUsize);

impl Full {
    fn refuse(&self) -> Result<(), KeyError> {
        let left = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
        left.map_or(Ok(()), |_| Err(full()))
    }
}

fn full() -> KeyError {
    KeyError::Unavailable("busy".to_owned())
}

#[async_trait]
impl Watch for Full {
    async fn before_get(&self, _: Space) -> Result<(), KeyError> {
        self.refuse()
    }

    async fn before_page(&self, _: Space) -> Result<(), KeyError> {
        self.refuse()
    }

    async fn before_put(&self, _: Space) -> Result<(), KeyError> {
        self.refuse()
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_database_cannot_do_now_is_done_later_as_long_as_the_session_lasts() {
    let keys = Arc::new(Watched::by(Full::default()));
    let fence = Arc::new(Fenced::new(keys.clone()));
    let cannot = |times| keys.watch.0.store(times, Ordering::SeqCst);
    cannot(1);
    assert_eq!(fence.write(device()).await, Err(full()), "it opens not");
    fence.open();
    cannot(3);
    assert_eq!(fence.write(device()).await, Ok(()));
    cannot(3);
    let found = fence.get(Space::Device, "self").await;
    assert_eq!(found, Ok(Some(b"old".to_vec())));
    cannot(3);
    let rows = fence.page(Space::Device, "", "", 9).await;
    assert_eq!(rows.unwrap().len(), 1);

    // it waits for ever, and neither writes nor is waited for when the session is over
    cannot(usize::MAX);
    let waiting = tokio::spawn({
        let fence = Arc::clone(&fence);
        let new = vec![Change::put(Space::Device, "self", b"new".as_slice())];
        async move { fence.write(new).await }
    });
    tokio::time::sleep(Duration::from_hours(1)).await;
    assert!(!waiting.is_finished());
    fence.close();
    fence.until_quiet().await;
    cannot(0);
    assert_eq!(waiting.await.unwrap(), Err(KeyError::NotOurs));
    cannot(1);
    assert_eq!(fence.get(Space::Device, "self").await, Err(full()));
    let left = keys.get(Space::Device, "self").await;
    assert_eq!(left, Ok(Some(b"old".to_vec())));
}

#[tokio::test(start_paused = true)]
async fn a_line_that_is_opened_again_and_never_answered_is_lost() {
    let (notes, next) = mpsc::unbounded_channel();
    let (say, mut said) = mpsc::channel(8);
    let relay = Relay {
        client: Weak::new(),
        keys: Arc::new(MemoryKeys::default()),
        said: say,
        lettered: Arc::default(),
        ringing: Arc::default(),
    };
    let relay = tokio::spawn(relay.run(next));
    let tell = |note| {
        notes
            .send(note)
            .unwrap_or_else(|_| panic!("nobody listens"));
    };
    tell(Note::Opens);
    tell(Note::Event(Arc::new(Event::Connected(
        Connected::builder().build(),
    ))));
    assert!(matches!(said.recv().await, Some(Said::Connected { .. })));
    // an answered line may be silent for as long as it likes
    let long = Duration::from_hours(1);
    assert!(tokio::time::timeout(long, said.recv()).await.is_err());
    for _ in 0..5 {
        tell(Note::Opens);
        let step = Duration::from_secs(20);
        assert!(tokio::time::timeout(step, said.recv()).await.is_err());
    }
    let lost = tokio::time::timeout(Duration::from_secs(21), said.recv()).await;
    let Ok(Some(Said::Lost { reason })) = lost else {
        panic!("{lost:?}")
    };
    assert_eq!(reason, "unreachable");
    relay.await.unwrap();
}
