//! A bank on a port of its own that speaks the central bank's API. It ends with the process.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard},
};

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

/// What the bank was told to ask for a token.
pub const CLIENT: (&str, &str) = ("guiche", "a-secret-of-the-bank-9f31");
/// What shows that the bank calls.
pub const HOOK_SECRET: &str = "9c1f0d7be64a4c58a1d2e35f7086b9421f";

#[derive(Debug, Default)]
struct State {
    charges: HashMap<String, Value>,
    asked: HashMap<String, usize>,
    is_away: bool,
    /// Whether the charges it tells of have no word of refunds, as with some banks.
    hides_refunds: bool,
    /// Charges that stand as they stood at an earlier time.
    stale: HashMap<String, Value>,
    is_held: bool,
}

/// The bank. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Bank {
    pub url: String,
    state: Arc<Mutex<State>>,
}

impl Bank {
    /// Opens it.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let bank = Self {
            url: format!("http://{}", listener.local_addr().expect("an address")),
            state: Arc::default(),
        };
        let serving = bank.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let bank = serving.clone();
                std::thread::spawn(move || bank.serve(stream));
            }
        });
        bank
    }

    /// The settings of a desk that is paid here.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("GUICHE__BILLING__URL", format!("{}/v2", self.url)),
            (
                "GUICHE__BILLING__TOKEN_URL",
                format!("{}/oauth/token", self.url),
            ),
            ("GUICHE__BILLING__CLIENT_ID", CLIENT.0.to_owned()),
            ("GUICHE__BILLING__CLIENT_SECRET", CLIENT.1.to_owned()),
            ("GUICHE__BILLING__PIX_KEY", "pix@guiche.example".to_owned()),
            ("GUICHE__BILLING__WEBHOOK_SECRET", HOOK_SECRET.to_owned()),
        ]
    }

    /// Somebody pays a charge with so much. Answers the payment's number.
    pub fn pay(&self, txid: &str, value: &str) -> String {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let id = format!("E{}", id.split_at(31).0);
        let mut state = self.state();
        let charge = state.charges.get_mut(txid).expect("a charge of this name");
        charge["status"] = json!("CONCLUIDA");
        let pix = json!({ "endToEndId": id, "txid": txid, "valor": value, "horario": "2026-11-25T12:00:00.000Z" });
        charge["pix"].as_array_mut().expect("a list").push(pix);
        id
    }

    /// So much of a payment goes back to the payer.
    pub fn refund(&self, end_to_end_id: &str, value: &str) {
        let mut state = self.state();
        let mut all = state.charges.values_mut();
        let payments = all.find_map(|charge| {
            let mut all = charge["pix"].as_array_mut()?.iter_mut();
            all.find(|one| one["endToEndId"] == end_to_end_id)
        });
        let payment = payments.expect("a payment of this number");
        payment["devolucoes"] =
            json!([{ "id": "d1", "rtrId": "D1", "valor": value, "status": "DEVOLVIDO" }]);
    }

    /// Tells of refunds with the payment alone.
    pub fn hide_refunds(&self) {
        self.state().hides_refunds = true;
    }

    /// Answers about a charge as it stands now, whatever becomes of it, until it is told not to.
    pub fn keep_old(&self, txid: &str, is_old: bool) {
        let mut state = self.state();
        let charge = state.charges[txid].clone();
        if is_old {
            state.stale.insert(txid.to_owned(), charge);
        } else {
            state.stale.remove(txid);
        }
    }

    /// A charge now has these fields.
    pub fn set(&self, txid: &str, fields: &Value) {
        let mut state = self.state();
        let charge = state.charges.get_mut(txid).expect("a charge of this name");
        for (name, value) in fields.as_object().expect("fields") {
            charge[name] = value.clone();
        }
    }

    /// Whether it keeps everybody waiting who asks about a charge.
    pub fn hold(&self, is_held: bool) {
        self.state().is_held = is_held;
    }

    /// What it was asked for, as a charge.
    pub fn charge(&self, txid: &str) -> Value {
        self.state().charges[txid].clone()
    }

    /// How often it was asked about a charge.
    pub fn asked(&self, txid: &str) -> usize {
        self.state().asked.get(txid).copied().unwrap_or_default()
    }

    /// Whether it answers nobody.
    pub fn set_away(&self, is_away: bool) {
        self.state().is_away = is_away;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic before")
    }

    fn serve(&self, stream: TcpStream) {
        if let Some(request) = read(&stream) {
            let answer = self.answer(&request);
            if request.line.starts_with("GET /v2/cob/") && self.state().is_held {
                // it never answers: the caller is killed while he waits
                std::mem::forget(stream);
                return;
            }
            reply(stream, answer);
        }
    }

    fn answer(&self, request: &Asked) -> (u16, Value) {
        let mut state = self.state();
        if state.is_away {
            return (503, json!({ "title": "Serviço indisponível" }));
        }
        if request.line == "POST /oauth/token" {
            return (
                200,
                json!({ "access_token": "a-token", "expires_in": 3600 }),
            );
        }
        if request.header("authorization") != "Bearer a-token" {
            return (401, json!({}));
        }
        if let Some(id) = request.line.strip_prefix("GET /v2/pix/") {
            let charges = state.charges.values();
            let mut all = charges
                .filter_map(|charge| charge["pix"].as_array())
                .flatten();
            return match all.find(|one| one["endToEndId"] == id) {
                Some(payment) => (200, payment.clone()),
                None => (404, json!({})),
            };
        }
        let Some((method, txid)) = request.line.split_once(" /v2/cob/") else {
            return (404, json!({}));
        };
        if method == "PUT" {
            let mut charge = request.body.clone();
            charge["status"] = json!("ATIVA");
            charge["txid"] = json!(txid);
            charge["location"] = json!(format!("pix.bank.example/v2/{txid}"));
            charge["calendario"]["criacao"] = json!(
                SystemClock
                    .now()
                    .to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
            );
            charge["pix"] = json!([]);
            state.charges.insert(txid.to_owned(), charge.clone());
            return (201, charge);
        }
        *state.asked.entry(txid.to_owned()).or_default() += 1;
        let found = state.stale.get(txid).or_else(|| state.charges.get(txid));
        let Some(mut charge) = found.cloned() else {
            return (404, json!({}));
        };
        let payments = charge["pix"].as_array_mut();
        for payment in payments.into_iter().flatten() {
            if let (true, Some(fields)) = (state.hides_refunds, payment.as_object_mut()) {
                fields.remove("devolucoes");
            }
        }
        (200, charge)
    }
}

/// What a server was asked.
pub struct Asked {
    pub line: String,
    pub length: usize,
    pub body: Value,
    headers: HashMap<String, String>,
}

impl Asked {
    /// A header, by its name in small letters.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// Answers, and hangs up.
pub fn reply(mut stream: TcpStream, (status, body): (u16, Value)) {
    let body = body.to_string();
    // a caller that is gone needs no answer
    let _ = write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// Reads what is asked.
pub fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let (line, _) = first.rsplit_once(' ')?;
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length");
    let length = length.and_then(|it| it.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        line: line.to_owned(),
        length,
        body: serde_json::from_slice(&body).unwrap_or_default(),
        headers,
    })
}
