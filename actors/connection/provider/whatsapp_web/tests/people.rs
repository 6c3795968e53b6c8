//! A session speaks to `WhatsApp` only when it knows who is behind which id.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use tokio::{
    net::TcpListener,
    sync::{Mutex, mpsc},
    time::timeout,
};
use whatsapp_rust::wacore::store::{Device, traits::DeviceStore as _};

use super::watched::{Watch, Watched};
use crate::{Exchange, Http, KeyError, Link, LinkError, Settings, backend::Backend, keys::Space};

/// How long somebody may take to knock where nobody should.
const A_WHILE: Duration = Duration::from_millis(500);

struct NoFiles;

#[async_trait]
impl Http for NoFiles {
    async fn exchange(&self, _: Exchange) -> Result<(u16, Vec<u8>), String> {
        Err("there are no files here".to_owned())
    }
}

/// Holds up the reading of addresses, or breaks it.
struct Slow {
    door: TcpListener,
    is_broken: bool,
    knocked: Mutex<Option<bool>>,
}

#[async_trait]
impl Watch for Slow {
    async fn before_page(&self, space: Space) -> Result<(), KeyError> {
        if space == Space::Lid {
            let knock = timeout(A_WHILE, self.door.accept()).await;
            *self.knocked.lock().await = Some(knock.is_ok());
            if self.is_broken {
                return Err(KeyError::Unreadable("broken".to_owned()));
            }
        }
        Ok(())
    }
}

async fn opened(is_broken: bool) -> (Result<(), LinkError>, Arc<Watched<Slow>>, Link) {
    let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = Settings {
        url: format!("ws://{}/ws/chat", door.local_addr().unwrap()),
        version: Some((2, 3000, 1)),
        device: "Guichê".to_owned(),
        http: Arc::new(NoFiles),
    };
    let keys = Arc::new(Watched::by(Slow {
        door,
        is_broken,
        knocked: Mutex::default(),
    }));
    let mut stored = Device::new();
    stored.pn = Some("5511980000001:1@s.whatsapp.net".parse().unwrap());
    Backend::new(keys.clone()).save(&stored).await.unwrap();
    let link = Link::new(keys.clone(), settings);
    // nobody listens to what it says
    let (say, _) = mpsc::channel(64);
    (link.open(say).await, keys, link)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_opened_when_everybody_behind_an_id_is_known() {
    let (is_open, keys, link) = opened(false).await;
    assert_eq!(is_open, Ok(()));
    assert_eq!(
        *keys.watch.knocked.lock().await,
        Some(false),
        "it came too early"
    );
    keys.watch.door.accept().await.unwrap();
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_stays_closed_where_nobody_can_be_known() {
    let (is_open, keys, _link) = opened(true).await;
    assert!(is_open.is_err());
    let knock = timeout(A_WHILE, keys.watch.door.accept()).await;
    assert!(knock.is_err(), "it is opened all the same");
}
