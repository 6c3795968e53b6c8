//! A wire between the desk and its database that can be slow, silent or cut.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// `PostgreSQL` says that a transaction is durable.
const COMMITTED: &[u8] = b"C\0\0\0\x0bCOMMIT\0";

/// What the wire does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// Carries.
    Whole,
    /// Carries nothing, and says nothing.
    Silent,
    /// Every connection is cut off, and none begins.
    Cut,
    /// Carries, but a connection is cut off when it would tell that something is durable.
    Unheard,
}

#[derive(Debug)]
struct State {
    wire: watch::Sender<Wire>,
    delay_ms: AtomicU64,
    unheard: AtomicU64,
}

/// The wire; it ends with its runtime.
#[derive(Debug)]
pub struct Proxy {
    /// `127.0.0.1:port`.
    pub address: String,
    state: Arc<State>,
}

impl Proxy {
    pub async fn to(upstream: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let state = Arc::new(State {
            wire: watch::Sender::new(Wire::Whole),
            delay_ms: AtomicU64::new(0),
            unheard: AtomicU64::new(0),
        });
        let of_task = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, upstream.clone(), Arc::clone(&of_task)));
            }
        });
        Self { address, state }
    }

    pub fn set(&self, wire: Wire) {
        self.state.wire.send_replace(wire);
    }

    /// Commits so far that went well and whose answer was lost.
    pub fn unheard(&self) -> u64 {
        self.state.unheard.load(Ordering::SeqCst)
    }

    /// Each piece of data waits so long, in each direction.
    pub fn delay(&self, delay: Duration) {
        let ms = u64::try_from(delay.as_millis()).expect("small");
        self.state.delay_ms.store(ms, Ordering::SeqCst);
    }
}

impl State {
    /// Waits until the wire does what is asked for; answers what it does then.
    async fn until(&self, holds: impl FnMut(&Wire) -> bool) -> Wire {
        let mut wire = self.wire.subscribe();
        *wire.wait_for(holds).await.expect("the sender is here")
    }

    async fn until_not_silent(&self) -> Wire {
        self.until(|wire| *wire != Wire::Silent).await
    }
}

async fn carry(near: TcpStream, upstream: String, state: Arc<State>) {
    if state.until_not_silent().await == Wire::Cut {
        return;
    }
    let Ok(far) = TcpStream::connect(upstream).await else {
        return;
    };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    let asked = |_: &[u8]| true;
    let answered = |data: &[u8]| {
        let is_unheard = *state.wire.borrow() == Wire::Unheard
            && data.windows(COMMITTED.len()).any(|some| some == COMMITTED);
        state.unheard.fetch_add(is_unheard.into(), Ordering::SeqCst);
        !is_unheard
    };
    tokio::select! {
        () = pass(near_in, far_out, &state, asked) => {}
        () = pass(far_in, near_out, &state, answered) => {}
        _ = state.until(|wire| *wire == Wire::Cut) => {}
    }
}

/// Carries in one direction for as long as nothing comes that `may_go` refuses.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: &State,
    may_go: impl Fn(&[u8]) -> bool,
) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let delay = state.delay_ms.load(Ordering::SeqCst);
        if delay > 0 {
            // not a wait of the test: the slow wire itself
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        state.until_not_silent().await;
        let data = &buffer[..length];
        if !may_go(data) || to.write_all(data).await.is_err() {
            return;
        }
    }
}
