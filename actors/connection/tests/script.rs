//! What a provider might say, and what becomes of it.

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use guiche_storage::{
    cluster::leases::{self, Resource},
    delivery::inbox,
    model::{
        connection::{ConnectionStatus as Status, ProviderKind},
        inbound::{Inbound, RawEvent, RemoteMedia},
    },
};
use serde_json::json;
use tokio::sync::oneshot;

use super::{DEADLINE, Line, Maker};
use crate::{
    connection::provider::{
        DeliveryClass, FetchedMedia, MediaError, Provider, ProviderEvent, ProviderEvents,
        SendError, Sent, StartError, WireSend,
    },
    test_company::TestCompany,
};

/// A provider that says what the test says.
#[derive(Default)]
struct Script {
    events: Mutex<Option<ProviderEvents>>,
    calls: Mutex<Vec<&'static str>>,
}

impl Script {
    async fn say(&self, event: ProviderEvent) {
        let events = self.events.lock().unwrap().clone();
        events.unwrap().send(event).await.unwrap();
    }

    fn ends_without_a_word(&self) {
        *self.events.lock().unwrap() = None;
    }

    fn note(&self, call: &'static str) {
        self.calls.lock().unwrap().push(call);
    }
}

#[async_trait]
impl Provider for Script {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Simulator
    }

    fn delivery_class(&self) -> DeliveryClass {
        DeliveryClass::Blind
    }

    async fn start(&self, events: ProviderEvents) -> Result<(), StartError> {
        self.note("start");
        *self.events.lock().unwrap() = Some(events);
        Ok(())
    }

    async fn log_out(&self) -> Result<(), StartError> {
        self.note("log_out");
        Ok(())
    }

    async fn send(&self, _: &WireSend) -> Result<Sent, SendError> {
        unreachable!("nothing is sent")
    }

    async fn fetch_media(&self, _: &RemoteMedia, _: &Path) -> Result<FetchedMedia, MediaError> {
        unreachable!("nothing is fetched")
    }

    async fn stop(&self) {
        self.ends_without_a_word();
    }

    fn interpret(&self, _: &serde_json::Value) -> Inbound {
        Inbound::Ignored {
            reason: "a test".to_owned(),
        }
    }
}

async fn started(script: &Arc<Script>) -> Line {
    let company = TestCompany::new().await;
    let id = company.connection("Loja").await;
    let kept = Arc::clone(script);
    let maker = Maker(Box::new(move |_, _| Arc::<Script>::clone(&kept)));
    let line = Line::with((company, id, tempfile::tempdir().unwrap()), maker);
    line.start().await;
    line.until("the provider is started", |_| {
        script.events.lock().unwrap().is_some()
    })
    .await;
    line
}

#[actix::test]
async fn what_comes_in_is_stored_before_it_is_acknowledged_and_once() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    script.say(ProviderEvent::Connected { number: None }).await;
    line.until_status(Status::Connected).await;
    let mut answers = Vec::new();
    for key in ["m:1", "m:2", "m:1"] {
        let (acknowledge, answer) = oneshot::channel();
        let raw = RawEvent {
            key: key.to_owned(),
            chat: "5511988887777".to_owned(),
            subject: None,
            raw: json!({}),
        };
        script
            .say(ProviderEvent::Inbound { raw, acknowledge })
            .await;
        answers.push(answer);
    }
    for answer in answers {
        tokio::time::timeout(DEADLINE, answer)
            .await
            .unwrap()
            .unwrap();
    }
    let is_applied = async || {
        let mut reader = line.company.db.read().await.unwrap();
        let conn = &mut reader.conn();
        let due = inbox::list_due(conn, line.id, line.company.now(), 10)
            .await
            .unwrap();
        due.is_empty()
    };
    let applied = async {
        while !is_applied().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(DEADLINE, applied).await.unwrap();
}

#[actix::test]
async fn a_provider_that_ends_without_a_word_is_started_again() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    script.say(ProviderEvent::Connected { number: None }).await;
    line.until_status(Status::Connected).await;
    script.ends_without_a_word();
    line.until_status(Status::Timeout).await;
    line.until("it is started again", |_| {
        script.events.lock().unwrap().is_some()
    })
    .await;
    assert_eq!(*script.calls.lock().unwrap(), ["start", "start"]);
}

#[actix::test]
async fn who_has_lost_the_number_says_nothing_about_it_any_more() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    let resource = Resource::Connection(line.id);
    let taken = line.company.db.write(async |c| {
        leases::take_away(c, &resource, line.company.now()).await?;
        leases::acquire(c, &resource, "other", line.company.now()).await
    });
    taken.await.unwrap().unwrap();
    let before = line.row().await;
    script.say(ProviderEvent::Connected { number: None }).await;
    line.until("the session ends", |_| {
        script.events.lock().unwrap().is_none()
    })
    .await;
    assert_eq!(line.row().await.status, before.status);
}

#[actix::test]
async fn a_phone_that_ends_the_pairing_has_what_was_stored_of_it_forgotten() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    script.say(ProviderEvent::LoggedOut).await;
    line.until_status(Status::Disconnected).await;
    line.until("it is forgotten", |_| {
        *script.calls.lock().unwrap() == ["start", "log_out"]
    })
    .await;
}

#[actix::test]
async fn who_has_lost_the_number_does_not_forget_what_the_next_one_has_stored() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    let resource = Resource::Connection(line.id);
    let taken = line.company.db.write(async |c| {
        leases::take_away(c, &resource, line.company.now()).await?;
        leases::acquire(c, &resource, "other", line.company.now()).await
    });
    taken.await.unwrap().unwrap();
    script.say(ProviderEvent::LoggedOut).await;
    line.until("the session ends", |_| {
        script.events.lock().unwrap().is_none()
    })
    .await;
    assert_eq!(*script.calls.lock().unwrap(), ["start"]);
}
