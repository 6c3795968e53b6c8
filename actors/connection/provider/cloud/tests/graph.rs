//! A Graph server in this process: notes what it is sent and answers as it is told.

use std::{
    collections::VecDeque,
    net::TcpListener,
    sync::{Arc, Mutex},
    time::Duration,
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, http::StatusCode, web};
use guiche_storage::security::seal::CloudSecrets;
use serde_json::{Value, json};

use super::super::{CloudProvider, CloudSettings};
use crate::egress::Egress;

/// What the next call gets.
pub(super) enum Answer {
    /// A status and a body.
    Json(u16, Value),
    /// The same with `Retry-After: 7`.
    Busy(u16, Value),
    /// Bytes.
    Bytes(Vec<u8>),
    /// The call is noted, and nothing comes back.
    Silence,
}

/// A call that arrived.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) call: String,
    pub(super) authorization: String,
    pub(super) body: Vec<u8>,
}

impl Seen {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[derive(Default)]
struct State {
    answers: Mutex<VecDeque<Answer>>,
    seen: Mutex<Vec<Seen>>,
}

/// The server.
pub(super) struct Graph {
    pub(super) url: String,
    state: Arc<State>,
}

impl Graph {
    pub(super) fn start(answers: Vec<Answer>) -> Self {
        let state = Arc::new(State {
            answers: Mutex::new(answers.into()),
            ..State::default()
        });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = web::Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
        actix_rt::spawn(server);
        Self { url, state }
    }

    /// Adds an answer; `{url}` in it becomes this server's address.
    pub(super) fn will(&self, answer: Answer) {
        self.state.answers.lock().unwrap().push_back(answer);
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.state.seen.lock().unwrap().clone()
    }

    pub(super) fn provider(&self) -> CloudProvider {
        provider(&self.url)
    }

    /// A provider that waits 300 ms for an answer.
    pub(super) fn impatient_provider(&self) -> CloudProvider {
        self.provider().with_patience(Duration::from_millis(300))
    }
}

/// A provider for the Graph API at `url`.
pub(super) fn provider(url: &str) -> CloudProvider {
    let settings = CloudSettings {
        graph_url: url.to_owned(),
        graph_version: "v23.0".to_owned(),
        phone_number_id: "106".to_owned(),
    };
    let secrets = CloudSecrets {
        access_token: "EAAG".to_owned(),
        app_secret: "secret".to_owned(),
        verify_token: "verify".to_owned(),
    };
    let (trusted, public) = (Egress::trusted().unwrap(), Egress::public().unwrap());
    CloudProvider::new(&settings, secrets, trusted, public).unwrap()
}

async fn answer(state: web::Data<State>, request: HttpRequest, body: web::Bytes) -> HttpResponse {
    let header = |name| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    state.seen.lock().unwrap().push(Seen {
        call: format!("{} {}", request.method(), request.uri()),
        authorization: header("authorization").unwrap_or_default().to_owned(),
        body: body.to_vec(),
    });
    let next = state.answers.lock().unwrap().pop_front();
    let status = |status| StatusCode::from_u16(status).unwrap();
    match next {
        Some(Answer::Json(code, body)) => HttpResponse::build(status(code)).json(body),
        Some(Answer::Busy(code, body)) => HttpResponse::build(status(code))
            .insert_header(("retry-after", "7"))
            .json(body),
        Some(Answer::Bytes(bytes)) => HttpResponse::Ok().body(bytes),
        Some(Answer::Silence) => std::future::pending().await,
        None => HttpResponse::NotImplemented().finish(),
    }
}

/// What Meta answers to a message that it takes.
pub(super) fn accepted() -> Answer {
    Answer::Json(
        200,
        json!({"messaging_product": "whatsapp",
            "contacts": [{"input": "5511987654321", "wa_id": "551187654321"}],
            "messages": [{"id": "wamid.OUT"}]}),
    )
}

/// A refusal with this status and code.
pub(super) fn refused(status: u16, code: i64) -> Answer {
    Answer::Json(
        status,
        json!({"error": {"message": "no", "type": "OAuthException", "code": code}}),
    )
}
