//! A session against a server that is not `WhatsApp`'s: pairing, texts and files both ways, refusals, the line that is cut,
//! and the end.

#![cfg(test)]

mod busy;
mod crash;
mod line;
mod memory;
mod server;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use tokio::{sync::mpsc, time::timeout};
use whatsapp_rust::{
    NodeBuilder,
    wacore::store::{Device, traits::DeviceStore as _},
};

use self::server::{Server, address_of};
use crate::{
    Ended, Exchange, Heard, Http, KeyStore, Link, MemoryKeys, Preview, Said, SendFailure, Settings,
    ToSend, Wish,
    backend::Backend,
    heard::{Content, FileKind, HeardMessage},
    message_id,
};

/// What has not come by then never comes.
const WAIT: Duration = Duration::from_mins(1);
/// The number that the desk is paired with.
const DESK: &str = "5511980000001";
/// A customer.
const CUSTOMER: &str = "5511970000002";

/// Keeps files as `WhatsApp` does: sealed, by a path.
#[derive(Default)]
struct Files(Mutex<HashMap<String, Vec<u8>>>);

#[async_trait]
impl Http for Files {
    async fn exchange(&self, call: Exchange) -> Result<(u16, Vec<u8>), String> {
        let mut files = self.0.lock().unwrap();
        if call.method == "POST" {
            let path = format!("/v/file{}", files.len());
            let told = format!(r#"{{"url":"https://files.example{path}","direct_path":"{path}"}}"#);
            files.insert(path, call.body.unwrap_or_default().to_vec());
            return Ok((200, told.into_bytes()));
        }
        let found = files.iter().find(|(path, _)| call.url.contains(*path));
        Ok(found.map_or((404, Vec::new()), |(_, file)| (200, file.clone())))
    }
}

/// A device and what its session has said.
struct Line {
    link: Link,
    keys: Arc<MemoryKeys>,
    said: mpsc::Receiver<Said>,
    left: VecDeque<Said>,
}

impl Line {
    fn closed(server: &Server, files: &Arc<Files>, keys: Arc<dyn KeyStore>) -> Link {
        let settings = Settings {
            url: server.url.clone(),
            version: Some((2, 3000, 1)),
            device: "Guichê".to_owned(),
            http: files.clone(),
        };
        Link::new(keys, settings)
    }

    async fn open(server: &Server, files: &Arc<Files>, keys: Arc<MemoryKeys>) -> Self {
        let link = Self::closed(server, files, keys.clone());
        let (say, said) = mpsc::channel(64);
        link.open(say).await.unwrap();
        Self {
            link,
            keys,
            said,
            left: VecDeque::new(),
        }
    }

    /// A device that was paired long ago.
    async fn paired(server: &Server, files: &Arc<Files>, number: &str, device: u32) -> Self {
        let keys = Arc::new(MemoryKeys::default());
        let stored = paired_device(number, device);
        Backend::new(keys.clone()).save(&stored).await.unwrap();
        let mut line = Self::open(server, files, keys).await;
        line.until(|said| matches!(said, Said::Connected { .. }).then_some(()))
            .await;
        server.published(&address_of(number, device)).await;
        line
    }

    /// Waits for what is wanted; keeps the rest for later.
    async fn until<T>(&mut self, wanted: impl Fn(&Said) -> Option<T>) -> T {
        for at in 0..self.left.len() {
            if let Some(found) = wanted(&self.left[at]) {
                self.left.remove(at);
                return found;
            }
        }
        loop {
            let said = timeout(WAIT, self.said.recv()).await;
            let said = said.expect("nothing more was said").unwrap();
            if let Some(found) = wanted(&said) {
                if let Said::Heard { stored, .. } = said {
                    let _late = stored.send(());
                }
                return found;
            }
            self.left.push_back(said);
        }
    }

    /// The next message that comes in; it is stored.
    async fn message(&mut self) -> HeardMessage {
        self.until(|said| match said {
            Said::Heard { arrival, .. } => match &arrival.heard {
                Heard::Message(message) => Some((**message).clone()),
                _ => None,
            },
            _ => None,
        })
        .await
    }

    /// The highest ack of a message of ours that is told next.
    async fn ack(&mut self, id: &str, wanted: i64) {
        self.until(|said| match said {
            Said::Heard { arrival, .. } => match &arrival.heard {
                Heard::Status { id: of, ack, .. } => {
                    (of == id && *ack == Some(wanted)).then_some(())
                }
                _ => None,
            },
            _ => None,
        })
        .await;
    }

    async fn send(&self, to: &str, number: u8, wish: Wish) -> Result<String, SendFailure> {
        let to_send = ToSend {
            id: message_id([number; 16]),
            to: to.to_owned(),
            wish,
        };
        Ok(self.link.send(&to_send).await?.id)
    }
}

fn paired_device(number: &str, device: u32) -> Device {
    let mut paired = Device::new();
    paired.pn = Some(address_of(number, device).parse().unwrap());
    paired.push_name = "Maria".to_owned();
    paired.account = Some(Arc::default());
    paired
}

fn text(body: &str) -> Wish {
    Wish::Text {
        body: body.to_owned(),
        quoted: None,
    }
}

fn said_text(message: &HeardMessage) -> &str {
    match &message.content {
        Content::Text { body } => body,
        other => panic!("{other:?}"),
    }
}

async fn desk_and_customer() -> (Server, Arc<Files>, Line, Line) {
    let (server, files) = (Server::start().await, Arc::default());
    let desk = Line::paired(&server, &files, DESK, 0).await;
    let customer = Line::paired(&server, &files, CUSTOMER, 0).await;
    (server, files, desk, customer)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_scans_the_code_and_its_keys_open_the_next_session() {
    let (server, files) = (Server::start().await, Arc::default());
    let keys = Arc::new(MemoryKeys::default());
    let mut desk = Line::open(&server, &files, keys.clone()).await;
    let code = desk
        .until(|said| match said {
            Said::Qr { code, .. } => Some(code.clone()),
            _ => None,
        })
        .await;
    assert!(code.starts_with("2@ref0,"), "{code}");
    assert_eq!(code.split(',').count(), 5);
    server.scan(&code, DESK);
    let (number, name) = desk
        .until(|said| match said {
            Said::Paired { number, name } => Some((number.clone(), name.clone())),
            _ => None,
        })
        .await;
    assert_eq!(
        (number.as_str(), name.as_deref()),
        (DESK, Some("Loja Aurora"))
    );
    let connected = |said: &Said| match said {
        Said::Connected { number } => Some(number.clone()),
        _ => None,
    };
    assert_eq!(desk.until(connected).await.as_deref(), Some(DESK));
    desk.link.close().await;
    drop(desk);

    let mut again = Line::open(&server, &files, keys.clone()).await;
    let number = again
        .until(|said| match said {
            Said::Qr { .. } => panic!("a code, though it is paired"),
            Said::Connected { number } => Some(number.clone()),
            _ => None,
        })
        .await;
    assert_eq!(number.as_deref(), Some(DESK));
    again.link.log_out().await.unwrap();
    assert_eq!(server.logged_out(), [address_of(DESK, 1)]);
    assert_eq!(keys.count(), 0, "nothing is left of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_go_both_ways_with_their_quotes_and_ticks() {
    let (server, _files, mut desk, mut customer) = desk_and_customer().await;
    let asked = customer.send(DESK, 1, text("Bom dia! 🙂")).await.unwrap();
    let heard = desk.message().await;
    assert_eq!(
        (heard.id.as_str(), said_text(&heard)),
        (asked.as_str(), "Bom dia! 🙂")
    );
    assert_eq!(heard.customer.number.as_deref(), Some(CUSTOMER));
    assert_eq!(heard.customer.name.as_deref(), Some("Maria"));
    assert!(!heard.from_me && heard.group.is_none());
    customer.ack(&asked, 3).await;

    let answer = Wish::Text {
        body: "Bom dia, Maria".to_owned(),
        quoted: Some(asked.clone()),
    };
    let id = desk.send(CUSTOMER, 2, answer).await.unwrap();
    let told = customer.message().await;
    assert_eq!(
        (told.id.as_str(), said_text(&told)),
        (id.as_str(), "Bom dia, Maria")
    );
    assert_eq!(told.quoted.as_deref(), Some(asked.as_str()));
    desk.ack(&id, 3).await;
    let read = Wish::Read { target: id.clone() };
    customer.send(DESK, 3, read).await.unwrap();
    desk.ack(&id, 4).await;
    assert_eq!(server.messages(), [asked, id]);
}

#[tokio::test(flavor = "multi_thread")]
async fn that_somebody_writes_is_shown_both_ways() {
    let (_server, _files, mut desk, mut customer) = desk_and_customer().await;
    let writes = |said: &Said| match said {
        Said::Writes { who, is_writing } => Some((who.number.clone(), *is_writing)),
        _ => None,
    };
    customer.link.show_writing(DESK, true).await.unwrap();
    let by_customer = Some(CUSTOMER.to_owned());
    assert_eq!(desk.until(writes).await, (by_customer.clone(), true));
    customer.link.show_writing(DESK, false).await.unwrap();
    assert_eq!(desk.until(writes).await, (by_customer, false));
    desk.link.show_writing(CUSTOMER, true).await.unwrap();
    let by_desk = Some(DESK.to_owned());
    assert_eq!(customer.until(writes).await, (by_desk, true));
    desk.link.close().await;
    let failed = desk.link.show_writing(CUSTOMER, true).await;
    assert_eq!(failed, Err(SendFailure::NoLine));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_arrives_as_it_was_sent() {
    let (_server, _files, mut desk, mut customer) = desk_and_customer().await;
    let bytes: Vec<u8> = (0..40_000_u32).map(|at| at.to_le_bytes()[0] ^ 7).collect();
    let wish = |kind, mime: &str, voice| Wish::File {
        kind,
        bytes: bytes.clone(),
        mime: mime.to_owned(),
        name: Some("nota.pdf".to_owned()),
        voice,
        caption: "a nota".to_owned(),
        quoted: None,
        preview: Preview::default(),
    };
    customer
        .send(DESK, 1, wish(FileKind::Document, "application/pdf", false))
        .await
        .unwrap();
    let Content::File { caption, file } = desk.message().await.content else {
        panic!("no file")
    };
    assert_eq!(
        (caption.as_str(), file.name.as_deref()),
        ("a nota", Some("nota.pdf"))
    );
    assert_eq!(desk.link.fetch(&file, 1 << 20).await.unwrap(), bytes);
    assert!(desk.link.fetch(&file, 1_000).await.is_err(), "too large");

    desk.send(CUSTOMER, 2, wish(FileKind::Audio, "audio/ogg", true))
        .await
        .unwrap();
    let Content::File { file, .. } = customer.message().await.content else {
        panic!("no file")
    };
    assert!(file.voice);
    assert_eq!(file.mime.as_deref(), Some("audio/ogg; codecs=opus"));
    assert_eq!(customer.link.fetch(&file, 1 << 20).await.unwrap(), bytes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_changed_and_taken_back() {
    let (_server, _files, desk, mut customer) = desk_and_customer().await;
    let id = desk.send(CUSTOMER, 1, text("Bom dai")).await.unwrap();
    assert_eq!(said_text(&customer.message().await), "Bom dai");
    let edit = Wish::Edit {
        target: id.clone(),
        body: "Bom dia".to_owned(),
    };
    desk.send(CUSTOMER, 2, edit).await.unwrap();
    let changed = |said: &Said| match said {
        Said::Heard { arrival, .. } => match &arrival.heard {
            Heard::Edit { target, body, by } => Some((target.clone(), body.clone(), by.clone())),
            _ => None,
        },
        _ => None,
    };
    let (target, body, by) = customer.until(changed).await;
    assert_eq!((target, body.as_str()), (id.clone(), "Bom dia"));
    assert_eq!(by.and_then(|who| who.number).as_deref(), Some(DESK));
    desk.send(CUSTOMER, 3, Wish::Revoke { target: id.clone() })
        .await
        .unwrap();
    let gone = |said: &Said| match said {
        Said::Heard { arrival, .. } => match &arrival.heard {
            Heard::Revoke { target, .. } => Some(target.clone()),
            _ => None,
        },
        _ => None,
    };
    assert_eq!(customer.until(gone).await, id);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_refuses_is_refused_and_nobody_is_written_to_who_is_not_there() {
    let (server, _files, desk, _customer) = desk_and_customer().await;
    server.refuse(Some("463"));
    let refused = desk.send(CUSTOMER, 1, text("Oi")).await.unwrap_err();
    assert!(
        matches!(&refused, SendFailure::Rejected { code, .. } if code == "463"),
        "{refused:?}"
    );
    server.refuse(None);
    let nobody = desk.send("5511900000000", 2, text("Oi")).await.unwrap_err();
    assert!(
        matches!(&nobody, SendFailure::Rejected { code, .. } if code == "not_on_whatsapp"),
        "{nobody:?}"
    );
    assert_eq!(server.messages().len(), 1, "it was not even tried");
    let numbers = [CUSTOMER.to_owned(), "5511900000000".to_owned()];
    let checked = desk.link.check_numbers(&numbers).await.unwrap();
    assert_eq!(checked[0].1.as_deref(), Some(CUSTOMER));
    assert_eq!(checked[1].1, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_stored_comes_again_to_the_next_session() {
    let (server, files, mut desk, customer) = desk_and_customer().await;
    let asked = customer.send(DESK, 1, text("Alguém aí?")).await.unwrap();
    // heard, and the desk dies before it is stored
    let first = desk
        .until(|said| matches!(said, Said::Heard { .. }).then_some(()))
        .await;
    let () = first;
    server.cut(&address_of(DESK, 0));
    desk.until(|said| matches!(said, Said::Lost { .. }).then_some(()))
        .await;
    desk.link.close().await;
    let no_line = desk.send(CUSTOMER, 9, text("Oi")).await.unwrap_err();
    assert_eq!(no_line, SendFailure::NoLine);

    let second = customer
        .send(DESK, 2, text("Estou esperando"))
        .await
        .unwrap();
    let keys = desk.keys.clone();
    drop(desk);
    let mut again = Line::open(&server, &files, keys).await;
    let heard = again.message().await;
    assert_eq!(
        (heard.id, server.messages()),
        (second.clone(), vec![asked, second])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_another_program_takes_over_has_ended() {
    let (server, _files, mut desk, _customer) = desk_and_customer().await;
    let replaced = NodeBuilder::new("stream:error").children([NodeBuilder::new("conflict")
        .attr("type", "replaced")
        .build()]);
    server.tell(&address_of(DESK, 0), replaced.build());
    let why = desk
        .until(|said| match said {
            Said::Ended(why) => Some(why.clone()),
            _ => None,
        })
        .await;
    assert_eq!(why, Ended::Replaced);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_unlinks_the_device_has_logged_it_out() {
    let (server, _files, mut desk, _customer) = desk_and_customer().await;
    let removed = NodeBuilder::new("stream:error")
        .attr("code", "401")
        .children([NodeBuilder::new("conflict")
            .attr("type", "device_removed")
            .build()]);
    server.tell(&address_of(DESK, 0), removed.build());
    desk.until(|said| matches!(said, Said::LoggedOut).then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_not_there_is_a_lost_line_at_once() {
    let keys: Arc<dyn KeyStore> = Arc::new(MemoryKeys::default());
    let settings = Settings {
        url: "ws://127.0.0.1:9/ws/chat".to_owned(),
        version: Some((2, 3000, 1)),
        device: "Guichê".to_owned(),
        http: Arc::new(Files::default()),
    };
    let link = Link::new(keys, settings);
    let (say, mut said) = mpsc::channel(4);
    link.open(say).await.unwrap();
    let first = said.recv().await.unwrap();
    assert!(matches!(first, Said::Lost { .. }), "{first:?}");
    link.close().await;
}
