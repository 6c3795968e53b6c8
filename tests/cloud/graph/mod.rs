//! A Graph API on a port of its own: answers as it is told, and remembers every call. What Meta would have sent on counts
//! as sent even if the answer is lost.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock},
    time::Duration,
};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

mod templates;

/// How a call that sends a message to somebody ends; without one it is accepted.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    /// Accepted, but only answered after [`Graph::release`].
    Held,
    /// Refused with a status and a code of Meta's.
    Refused(u16, i64),
    /// Too fast: 429 and the seconds to wait.
    TooFast(u64),
    /// Sent, and then HTTP 500 without a code.
    Broken,
    /// Sent, and then the connection is cut off.
    Reset,
    /// Sent, and never answered.
    Silent,
}

/// A call as it arrived.
#[derive(Debug, Clone)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub query: String,
    pub bearer: String,
    pub content_type: String,
    pub body: Vec<u8>,
    /// The id under which Meta knows what was sent.
    pub wamid: String,
}

impl Call {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The intent that statuses bring back.
    pub fn intent(&self) -> Value {
        self.json()["biz_opaque_callback_data"].clone()
    }
}

/// A file at Meta's.
#[derive(Debug, Clone)]
struct File {
    mime: String,
    bytes: Vec<u8>,
}

#[derive(Debug, Default)]
struct State {
    tokens: HashMap<String, String>,
    script: HashMap<String, VecDeque<Answer>>,
    released: HashSet<String>,
    files: HashMap<String, File>,
    calls: Vec<Call>,
    /// Numbers that a phone has in its Business app too.
    on_phones: HashSet<String>,
    /// By account.
    templates: HashMap<String, Vec<Value>>,
}

/// The server. It ends with the process.
#[derive(Debug)]
pub struct Graph {
    pub url: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Graph {
    /// The one that all tests share; people and numbers are theirs alone.
    pub fn shared() -> &'static Self {
        static GRAPH: OnceLock<Graph> = OnceLock::new();
        GRAPH.get_or_init(Self::start)
    }

    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new((Mutex::default(), Condvar::new()));
        let graph = Self {
            url: url.clone(),
            state: Arc::clone(&state),
        };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = Self {
                    url: url.clone(),
                    state: Arc::clone(&state),
                };
                std::thread::spawn(move || server.serve(stream));
            }
        });
        graph
    }

    /// From now on a number's calls need this token.
    pub fn expect_token(&self, number_id: &str, token: &str) {
        let mut state = self.state();
        state.tokens.insert(number_id.to_owned(), token.to_owned());
    }

    /// A phone has this number in its Business app too.
    pub fn is_on_phone(&self, number_id: &str) {
        self.state().on_phones.insert(number_id.to_owned());
    }

    /// How the next messages to somebody end, one after another.
    pub fn script(&self, to: &str, answers: &[Answer]) {
        let mut state = self.state();
        let script = state.script.entry(to.to_owned()).or_default();
        script.extend(answers);
    }

    /// Answers what is held back for somebody, now and later.
    pub fn release(&self, to: &str) {
        self.state().released.insert(to.to_owned());
        self.state.1.notify_all();
    }

    /// Puts a customer's file there.
    pub fn keep_file(&self, id: &str, mime: &str, bytes: &[u8]) {
        let file = File {
            mime: mime.to_owned(),
            bytes: bytes.to_vec(),
        };
        self.state().files.insert(id.to_owned(), file);
    }

    /// The calls for which a condition holds, oldest first.
    pub fn calls(&self, holds: impl Fn(&Call) -> bool) -> Vec<Call> {
        let state = self.state();
        state.calls.iter().filter(|it| holds(it)).cloned().collect()
    }

    /// The tries to send somebody a message, also refused ones.
    pub fn tries(&self, to: &str) -> Vec<Call> {
        self.calls(|call| call.path.ends_with("/messages") && call.json()["to"] == to)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.0.lock().expect("no panic before")
    }

    fn serve(&self, mut stream: TcpStream) {
        if let Some(call) = read(&stream) {
            // a caller that is gone needs no answer
            let _ = self.answer(&call, &mut stream);
        }
    }

    fn answer(&self, call: &Call, stream: &mut TcpStream) -> std::io::Result<()> {
        let mut parts = call.path.trim_start_matches('/').split('/');
        let (first, second, third) = (parts.next(), parts.next(), parts.next());
        self.state().calls.push(call.clone());
        if first == Some("files") {
            let file = second.and_then(|id| self.file(id));
            return match file.filter(|_| self.knows_bearer(&call.bearer)) {
                Some(file) => write(stream, 200, &file.mime, "", &file.bytes),
                None => reply(stream, 404, "", &Value::Null),
            };
        }
        let object = second.unwrap_or_default();
        if third == Some("message_templates") {
            return if self.knows_bearer(&call.bearer) {
                self.answer_about_templates(object, call, stream)
            } else {
                refuse(stream, 401, 190, "")
            };
        }
        if third == Some("subscribed_apps") {
            return if self.knows_bearer(&call.bearer) {
                reply(stream, 200, "", &json!({ "success": true }))
            } else {
                refuse(stream, 401, 190, "")
            };
        }
        if object == "app" || object.starts_with("upload:") || third == Some("uploads") {
            return self.answer_about_samples(object, call, stream);
        }
        let number = call.query.strip_prefix("phone_number_id=");
        if !self.is_token(number.unwrap_or(object), &call.bearer) {
            return refuse(stream, 401, 190, "");
        }
        match (call.method.as_str(), third) {
            ("GET", None) => match self.file(object) {
                Some(file) => reply(stream, 200, "", &self.place(object, &file)),
                None if number.is_some() => refuse(stream, 400, 100, ""),
                None => {
                    let number = json!({ "id": object, "display_phone_number": "+55 11 4002-8922",
                        "verified_name": "Loja", "status": "PENDING", "quality_rating": "GREEN",
                        "is_on_biz_app": self.state().on_phones.contains(object) });
                    reply(stream, 200, "", &number)
                }
            },
            ("POST", Some("media")) => reply(
                stream,
                200,
                "",
                &json!({ "id": call.wamid.replace("wamid.", "media-") }),
            ),
            ("POST", Some("register" | "smb_app_data")) => {
                reply(stream, 200, "", &json!({ "success": true }))
            }
            ("POST", Some("messages")) => self.send(call, stream),
            _ => refuse(stream, 404, 100, ""),
        }
    }

    fn send(&self, call: &Call, stream: &mut TcpStream) -> std::io::Result<()> {
        let body = call.json();
        if body["status"] == "read" {
            return reply(stream, 200, "", &json!({ "success": true }));
        }
        let to = body["to"].as_str().unwrap_or_default();
        if body["type"] == "template" && !self.fits(&body["template"]) {
            return refuse(stream, 400, 132_012, "");
        }
        let answer = self
            .state()
            .script
            .get_mut(to)
            .and_then(VecDeque::pop_front);
        match answer {
            Some(Answer::Refused(status, code)) => return refuse(stream, status, code, ""),
            Some(Answer::TooFast(seconds)) => {
                return refuse(stream, 429, 130_429, &format!("retry-after: {seconds}\r\n"));
            }
            Some(Answer::Broken) => return write(stream, 500, "text/html", "", b"<h1>Sorry</h1>"),
            Some(Answer::Reset) => {
                return socket2::SockRef::from(&*stream).set_linger(Some(Duration::ZERO));
            }
            // until the caller has had enough
            Some(Answer::Silent) => return stream.read(&mut [0]).map(drop),
            Some(Answer::Held) => {
                let held = |state: &mut State| !state.released.contains(to);
                drop(
                    self.state
                        .1
                        .wait_while(self.state(), held)
                        .expect("no panic before"),
                );
            }
            None => {}
        }
        let accepted = json!({ "messaging_product": "whatsapp",
            "contacts": [{ "input": to, "wa_id": to }], "messages": [{ "id": call.wamid }] });
        reply(stream, 200, "", &accepted)
    }

    fn file(&self, id: &str) -> Option<File> {
        self.state().files.get(id).cloned()
    }

    fn place(&self, id: &str, file: &File) -> Value {
        json!({ "messaging_product": "whatsapp", "id": id, "url": format!("{}/files/{id}", self.url),
            "mime_type": file.mime, "sha256": hex::encode(Sha256::digest(&file.bytes)),
            "file_size": file.bytes.len() })
    }

    fn is_token(&self, number_id: &str, bearer: &str) -> bool {
        self.state()
            .tokens
            .get(number_id)
            .is_some_and(|token| token == bearer)
    }

    fn knows_bearer(&self, bearer: &str) -> bool {
        self.state().tokens.values().any(|token| token == bearer)
    }
}

fn read(stream: &TcpStream) -> Option<Call> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Call {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        bearer: header("authorization")
            .trim_start_matches("Bearer ")
            .to_owned(),
        content_type: header("content-type"),
        body,
        wamid: format!("wamid.{}", uuid::Uuid::new_v4().simple()),
    })
}

fn refuse(stream: &mut TcpStream, status: u16, code: i64, headers: &str) -> std::io::Result<()> {
    let error = json!({ "error": { "message": format!("(#{code}) No"), "type": "OAuthException", "code": code,
        "error_data": { "messaging_product": "whatsapp", "details": "As the test wants it" }, "fbtrace_id": "A" } });
    reply(stream, status, headers, &error)
}

fn reply(stream: &mut TcpStream, status: u16, headers: &str, body: &Value) -> std::io::Result<()> {
    write(
        stream,
        status,
        "application/json",
        headers,
        body.to_string().as_bytes(),
    )
}

fn write(
    stream: &mut TcpStream,
    status: u16,
    kind: &str,
    headers: &str,
    body: &[u8],
) -> std::io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n"
    )?;
    stream.write_all(body)
}
