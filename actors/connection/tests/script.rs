//! What a provider might say, and what becomes of it.

use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use guiche_storage::{
    cluster::leases::{self, Resource},
    companies::settings,
    contacts,
    delivery::inbox,
    media::LinkSigner,
    model::{
        connection::{ConnectionStatus as Status, ProviderKind},
        inbound::{Inbound, RawEvent, RemoteMedia},
    },
};
use serde_json::json;
use tokio::sync::{Notify, oneshot};

use super::{DEADLINE, Line, Maker};
use crate::{
    connection::{
        CheckNumbers, NewSession, StopSession,
        provider::{
            CheckError, DeliveryClass, FetchedMedia, MediaError, NumberCheck, Picture, Provider,
            ProviderEvent, ProviderEvents, SendError, Sent, StartError, WireSend,
        },
    },
    rules::capabilities::Capabilities,
    test_company::TestCompany,
};

/// The smallest picture that is one.
const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0,
    0, 0, 31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 100, 248, 207, 80, 15, 0, 3,
    134, 1, 128, 90, 52, 125, 107, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

/// A provider that says what the test says.
#[derive(Default)]
struct Script {
    events: Mutex<Option<ProviderEvents>>,
    calls: Mutex<Vec<&'static str>>,
    asked: Mutex<Vec<String>>,
    shown: Mutex<Vec<(String, String)>>,
    /// It cannot be signed out for the time being.
    cannot_log_out: AtomicBool,
    /// Its sessions end when a test lets them.
    ends_late: Mutex<Option<Arc<Notify>>>,
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

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            number_check: true,
            ..Capabilities::of(self.kind())
        }
    }

    async fn check_numbers(&self, numbers: &[String]) -> Result<Vec<NumberCheck>, CheckError> {
        let mut asked = self.asked.lock().unwrap();
        asked.extend(numbers.iter().cloned());
        let check = |number: &String| match number.as_str() {
            "5511900000000" => NumberCheck::Missing,
            other => NumberCheck::Exists {
                canonical: other.replacen("55119", "5511", 1),
            },
        };
        Ok(numbers.iter().map(check).collect())
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
        if self.cannot_log_out.load(Ordering::SeqCst) {
            return Err(StartError::Later("no network".to_owned()));
        }
        Ok(())
    }

    async fn refuse_call(&self, call: &str) -> Result<Option<RawEvent>, StartError> {
        self.note("refuse_call");
        Ok(Some(RawEvent {
            key: format!("c:{call}"),
            chat: "5511988887777".to_owned(),
            subject: None,
            raw: json!({}),
        }))
    }

    async fn picture_of(
        &self,
        customer: &str,
        known: &str,
        into: &Path,
    ) -> Result<Picture, MediaError> {
        let mut shown = self.shown.lock().unwrap();
        shown.push((customer.to_owned(), known.to_owned()));
        std::fs::write(into, PNG).unwrap();
        let mark = format!("mark {}", shown.len());
        Ok(Picture::New { mark })
    }

    async fn send(&self, _: &WireSend) -> Result<Sent, SendError> {
        unreachable!("nothing is sent")
    }

    async fn fetch_media(&self, _: &RemoteMedia, _: &Path) -> Result<FetchedMedia, MediaError> {
        unreachable!("nothing is fetched")
    }

    async fn stop(&self) {
        let late = self.ends_late.lock().unwrap().clone();
        if let Some(late) = late {
            self.note("stop");
            late.notified().await;
        }
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
async fn a_new_code_is_still_a_new_one_when_what_was_stored_could_not_be_forgotten_at_once() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    script.cannot_log_out.store(true, Ordering::SeqCst);
    let forgets = true;
    line.actor.send(NewSession { forgets }).await.unwrap();
    let waits = line.until_status(Status::Timeout).await;
    assert_eq!(waits.status_reason.as_deref(), Some("no network"));
    // neither the next try nor a person's goes on with what was to be forgotten
    line.start().await;
    line.until("it is tried again", |_| {
        *script.calls.lock().unwrap() == ["start", "log_out", "log_out", "log_out"]
    })
    .await;
    line.until_status(Status::Timeout).await;
    script.cannot_log_out.store(false, Ordering::SeqCst);
    line.until("it begins anew", |_| {
        script.events.lock().unwrap().is_some()
    })
    .await;
    let calls = script.calls.lock().unwrap().clone();
    assert_eq!(calls[4..], ["log_out", "start"]);
    // once: what follows is the new one's
    line.start().await;
    script.ends_without_a_word();
    line.until("it is started again", |_| {
        script.events.lock().unwrap().is_some()
    })
    .await;
    let calls = script.calls.lock().unwrap().clone();
    assert_eq!(calls[6..], ["start"]);
}

#[actix::test]
async fn a_number_is_switched_off_while_it_pairs_and_while_it_is_lost() {
    // spec: A057
    let lost = || ProviderEvent::Lost {
        reason: "no network".to_owned(),
    };
    for (event, status) in [
        (ProviderEvent::Pairing, Status::Pairing),
        (lost(), Status::Timeout),
    ] {
        let script = Arc::<Script>::default();
        let line = started(&script).await;
        script.say(event).await;
        line.until_status(status).await;
        line.actor.send(StopSession).await.unwrap().unwrap();
        assert_eq!(line.row().await.status, Status::Disconnected);
        // what is still being ended is signed out when it has ended
        line.until("it is signed out", |_| {
            *script.calls.lock().unwrap() == ["start", "log_out"]
        })
        .await;
        // and does not begin again by itself: the wait after a loss is over by then
        tokio::time::pause();
        tokio::time::advance(Duration::from_mins(2)).await;
        tokio::time::resume();
        assert_eq!(line.row().await.status, Status::Disconnected);
        let calls = script.calls.lock().unwrap().clone();
        assert_eq!(calls, ["start", "log_out"], "{status:?}");
    }
}

#[actix::test]
async fn what_is_switched_off_while_its_session_ends_is_signed_out_and_stays_off() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    let late = Arc::<Notify>::default();
    *script.ends_late.lock().unwrap() = Some(Arc::clone(&late));
    let forgets = false;
    line.actor.send(NewSession { forgets }).await.unwrap();
    line.until("the session is being ended", |_| {
        script.calls.lock().unwrap().contains(&"stop")
    })
    .await;
    line.actor.send(StopSession).await.unwrap().unwrap();
    late.notify_one();
    line.until("it is signed out", |_| {
        *script.calls.lock().unwrap() == ["start", "stop", "log_out"]
    })
    .await;
    assert_eq!(line.row().await.status, Status::Disconnected);
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

async fn stored_events(line: &Line) -> usize {
    let mut reader = line.company.db.read().await.unwrap();
    let due = inbox::list_due(&mut reader.conn(), line.id, line.company.now(), 10).await;
    due.unwrap().len()
}

#[actix::test]
async fn a_call_is_refused_where_the_company_takes_none_and_rings_elsewhere() {
    // spec: A139
    for takes in [false, true] {
        let script = Arc::<Script>::default();
        let line = started(&script).await;
        let (company, now) = (line.company.id, line.company.now());
        let value = if takes { "enabled" } else { "disabled" };
        let set = line
            .company
            .db
            .write(async |c| settings::set(c, company, now, "call", value).await);
        set.await.unwrap();
        let call = "A1".to_owned();
        script.say(ProviderEvent::Rings { call }).await;
        // what is said next is heard afterwards
        let reason = "over".to_owned();
        script.say(ProviderEvent::Disconnected { reason }).await;
        line.until_status(Status::Disconnected).await;
        let refused = script.calls.lock().unwrap().contains(&"refuse_call");
        assert_eq!(refused, !takes);
        assert_eq!(stored_events(&line).await, usize::from(!takes));
    }
}

#[actix::test]
async fn a_picture_that_is_due_is_asked_for_kept_and_told() {
    // spec: S044
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    let (company, id, now) = (line.company.id, line.id, line.company.now());
    let form = contacts::ContactForm {
        name: "Beatriz".to_owned(),
        number: "5511988887777".to_owned(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let written = line.company.db.write(async |c| {
        let contact = contacts::insert(c, company, &form, now).await?.id;
        contacts::pictures::want(c, company, (contact, id), now).await?;
        Ok::<_, guiche_storage::StorageError>(contact)
    });
    let contact = written.await.unwrap();
    script.say(ProviderEvent::Connected { number: None }).await;
    line.until_status(Status::Connected).await;
    let link = async || {
        let mut reader = line.company.db.read().await.unwrap();
        let found = contacts::get(&mut reader.conn(), company, contact).await;
        found.unwrap().profile_pic_url
    };
    let wait = async {
        while link().await.is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(DEADLINE, wait)
        .await
        .expect("a picture");
    let token = link().await;
    let signer = LinkSigner::new(b"key");
    let token = token.strip_prefix("/media/").unwrap();
    let led = signer.verify(token, now).unwrap();
    assert_eq!((led.company, led.mime.as_str()), (company, "image/png"));
    let asked = script.shown.lock().unwrap().clone();
    assert_eq!(asked, [("5511988887777".to_owned(), String::new())]);
}

#[actix::test]
async fn a_number_is_asked_for_once_and_its_answer_is_remembered() {
    let script = Arc::<Script>::default();
    let line = started(&script).await;
    let check = async |numbers: &[&str]| {
        let numbers = numbers.iter().map(|it| (*it).to_owned()).collect();
        line.actor.send(CheckNumbers { numbers }).await.unwrap()
    };
    assert_eq!(check(&["5511988887777"]).await, None, "not connected");
    script.say(ProviderEvent::Connected { number: None }).await;
    line.until_status(Status::Connected).await;
    let exists = NumberCheck::Exists {
        canonical: "551188887777".to_owned(),
    };
    let known = Some(Ok(vec![exists.clone(), NumberCheck::Missing]));
    // a moment after it is told
    let wait = async {
        while check(&["5511988887777", "5511900000000"]).await != known {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(DEADLINE, wait).await.expect("answers");
    assert_eq!(
        check(&["5511900000000", "5511977776666", "5511988887777"]).await,
        Some(Ok(vec![
            NumberCheck::Missing,
            NumberCheck::Exists {
                canonical: "551177776666".to_owned()
            },
            exists
        ]))
    );
    let asked = script.asked.lock().unwrap().clone();
    assert_eq!(asked, ["5511988887777", "5511900000000", "5511977776666"]);
}
