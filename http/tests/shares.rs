//! Who is worked for when many want it, and what becomes of the work for one who has gone.

use std::{
    pin::pin,
    sync::{Arc, Mutex},
    task::Poll,
    time::Duration,
};

use actix_web::{App as ActixApp, HttpResponse, http::Method, middleware::from_fn, web};
use guiche_config::Limits;
use guiche_storage::model::{ErrorCode, user::Profile};
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    sync::{Notify, mpsc},
};

use super::{
    callers::{Desk, SignedIn},
    support::bearer,
};
use crate::{
    limits::RequestLimiter,
    listener::{self, Limits as Connections},
    middleware::{caller::claims_of, frame::frame},
};

/// Longer than the test lasts.
const PATIENCE: Duration = Duration::from_mins(1);
const LIST: &str = "/tickets?showAll=true&status=open";
const DEAR: [&str; 5] = [
    "/dashboard?days=30",
    "/dashboard/ticketsUsers?initialDate=2026-08-01&finalDate=2026-08-02",
    "/dashboard/ticketsDay?initialDate=2026-08-01&finalDate=2026-08-02",
    "/tickets?searchParam=pedido",
    "/contacts/export",
];

/// A desk with these bounds.
async fn desk(change: impl FnOnce(&mut Limits)) -> Desk {
    let mut desk = Desk::new().await;
    let mut limits = desk.app.config.limits.clone();
    change(&mut limits);
    desk.app.limiter = RequestLimiter::new(&limits, &desk.app.db, &desk.app.passwords);
    desk
}

#[actix_web::test]
async fn a_company_that_has_its_share_is_refused_while_another_is_served() {
    // fails with one pool of places for all: whoever takes them all leaves none
    let desk = desk(|limits| (limits.requests_at_once, limits.requests_running) = (4, 4)).await;
    let (ours, theirs) = (desk.company("Aurora").await, desk.company("Vida").await);
    let limiter = &desk.app.limiter;
    let mut waiting = Vec::new();
    for _ in 0..4 {
        // two have permits, two wait for them
        let mut one = Box::pin(limiter.requests(ours.company, ours.user));
        let now = futures_util::poll!(&mut one);
        waiting.push((one, now));
    }
    let refused = desk.refused(&ours, Method::GET, LIST, None).await;
    assert_eq!(refused, (503, "ERR_BUSY".to_owned()));
    desk.get(&theirs, LIST).await;
    drop(waiting);
    desk.get(&ours, LIST).await;
}

#[actix_web::test]
async fn a_user_who_has_his_share_is_refused_while_his_colleague_is_served() {
    let desk = desk(|limits| limits.requests_per_user = 1).await;
    let ours = desk.company("Aurora").await;
    let colleague = desk.user(ours.company, Profile::Admin, false).await;
    let permit = desk.app.limiter.requests(ours.company, ours.user).await;
    let refused = desk.refused(&ours, Method::GET, LIST, None).await;
    assert_eq!(refused, (503, "ERR_BUSY".to_owned()));
    desk.get(&colleague, LIST).await;
    drop(permit);
    desk.get(&ours, LIST).await;
}

#[actix_web::test]
async fn who_is_refused_hears_it_only_when_others_have_been_served() {
    // fails where a refusal comes at once: who asks again and again takes the time of those who are served
    let desk = desk(|limits| limits.requests_per_user = 1).await;
    let (ours, theirs) = (desk.company("Aurora").await, desk.company("Vida").await);
    let _permit = desk.app.limiter.requests(ours.company, ours.user).await;
    let mut refused = pin!(desk.refused(&ours, Method::GET, LIST, None));
    for _ in 0..2 {
        tokio::select! {
            biased;
            answered = &mut refused => panic!("{answered:?}"),
            _ = desk.get(&theirs, LIST) => {}
        }
    }
    assert_eq!(refused.await, (503, "ERR_BUSY".to_owned()));
}

#[actix_web::test]
async fn what_is_dear_waits_for_its_own_kind_and_keeps_nobody_else_waiting() {
    // the only permit of each lane: fails where a dear request keeps the ordinary one while it waits
    let desk = desk(|limits| {
        limits.requests_running = 1;
        limits.dear_requests_running = 1;
    })
    .await;
    let (ours, theirs) = (desk.company("Aurora").await, desk.company("Vida").await);
    for path in DEAR {
        let busy = desk.app.limiter.dear(theirs.company, theirs.user).await;
        let mut asked = pin!(desk.call(&ours, Method::GET, path, None));
        tokio::select! {
            biased;
            answered = &mut asked => panic!("{path}: {answered:?}"),
            _ = desk.get(&ours, LIST) => {}
        }
        // polled beside a list it had gone as far as it could
        tokio::select! {
            biased;
            answered = &mut asked => panic!("{path}: {answered:?}"),
            _ = desk.get(&theirs, LIST) => {}
        }
        drop(busy);
        assert_eq!(asked.await.0, 200, "{path}");
    }
}

#[actix_web::test]
async fn passwords_of_one_account_wait_without_those_of_other_addresses() {
    let desk = desk(|_| ()).await;
    let limiter = &desk.app.limiter;
    let (office, other) = ("203.0.113.7".parse().ok(), "203.0.113.8".parse().ok());
    let mut entered = Vec::new();
    for _ in 0..4 {
        let mut one = Box::pin(limiter.sign_in(office, "a@b.example"));
        let now = futures_util::poll!(&mut one);
        entered.push((one, now));
    }
    let refused = limiter.sign_in(office, "a@b.example").await;
    assert_eq!(refused.unwrap_err().code().as_str(), "ERR_BUSY");
    let mut other = pin!(limiter.sign_in(other, "a@b.example"));
    let now = futures_util::poll!(&mut other);
    assert!(!matches!(now, Poll::Ready(Err(_))), "{now:?}");
}

/// Says how a handler ended: whether it was left to its end.
struct Handler {
    tell: mpsc::UnboundedSender<&'static str>,
    is_done: bool,
}

impl Drop for Handler {
    fn drop(&mut self) {
        let word = if self.is_done { "finished" } else { "dropped" };
        let _ = self.tell.send(word);
    }
}

#[actix_web::test]
async fn who_goes_away_ends_what_only_reads_and_not_what_changes_something() {
    // fails where a connection may be half closed: the handler goes on for nobody
    let (tell, mut told) = mpsc::unbounded_channel();
    let go_on = Arc::new(Notify::new());
    let shared = (Arc::new(Mutex::new(tell)), Arc::clone(&go_on));
    let app = move || {
        let (tell, go_on) = shared.clone();
        let handler = move || {
            let (tell, go_on) = (tell.lock().unwrap().clone(), Arc::clone(&go_on));
            async move {
                let _ = tell.send("begun");
                let mut handler = Handler {
                    tell,
                    is_done: false,
                };
                go_on.notified().await;
                handler.is_done = true;
                HttpResponse::Ok().finish()
            }
        };
        ActixApp::new()
            .route("/slow", web::route().to(handler))
            .wrap(from_fn(frame))
    };
    let limits = Connections {
        workers: 1,
        connections_per_worker: 10,
        head_within: PATIENCE,
        keep_alive: PATIENCE,
        shutdown_secs: 1,
        stalled_max: PATIENCE,
    };
    let listener = listener::bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    actix_web::rt::spawn(listener::serve(listener, limits, app).unwrap());
    let ask = async |method: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("{method} /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    };
    let caller = ask("GET").await;
    assert_eq!(told.recv().await, Some("begun"));
    drop(caller);
    assert_eq!(told.recv().await, Some("dropped"));
    let caller = ask("POST").await;
    assert_eq!(told.recv().await, Some("begun"));
    drop(caller);
    // the server has seen that he has gone when it has answered one who came after him
    let next = ask("GET").await;
    assert_eq!(told.recv().await, Some("begun"));
    drop(next);
    assert_eq!(told.recv().await, Some("dropped"));
    go_on.notify_one();
    assert_eq!(told.recv().await, Some("finished"));
}

#[actix_web::test]
async fn one_user_has_few_files_on_their_way_at_once() {
    let desk = desk(|_| ()).await;
    let (ours, theirs) = (desk.company("Aurora").await, desk.company("Vida").await);
    let arrives = async |whose: &SignedIn| {
        let request = bearer(Method::POST, "/api/messages/1", &whose.token).to_http_request();
        let claims = claims_of(&desk.app, &request).unwrap();
        let taken = desk.app.limiter.take_upload(&request, &claims).await;
        taken.map(|()| request).map_err(|refusal| refusal.code())
    };
    let mut on_their_way = Vec::new();
    for _ in 0..8 {
        on_their_way.push(arrives(&ours).await.unwrap());
    }
    assert_eq!(arrives(&ours).await.unwrap_err(), ErrorCode::Busy);
    assert!(arrives(&theirs).await.is_ok(), "others have their own");
    on_their_way.clear();
    assert!(
        arrives(&ours).await.is_ok(),
        "an answered one gives it back"
    );
}
