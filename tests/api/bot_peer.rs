//! A service of others on an address that a desk calls its own: it answers what a test tells it to. It ends with the process.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use serde_json::{Value, json};

/// The host that desks of these tests call their own.
pub const HOST: &str = "127.0.0.2";
/// The setting that says so.
pub const OWN: (&str, &str) = ("GUICHE__INTEGRATIONS__OWN_HOSTS", "127.0.0.2");

/// What it was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// `POST /path`
    pub line: String,
    pub headers: HashMap<String, String>,
    pub text: String,
    pub body: Value,
}

/// What it answers.
#[derive(Debug, Clone)]
pub enum Reply {
    Json(Value),
    Status(u16),
    /// A file.
    Bytes(&'static [u8]),
    /// Half of an answer, then the line is cut.
    Half,
    /// More than anybody reads.
    Endless,
    /// Nothing until the test says go.
    Held(Value),
    /// Pieces of a text as events, and what comes after them.
    Stream(&'static [&'static str], Rest),
}

/// What comes after the pieces of a stream.
#[derive(Debug, Clone, Copy)]
pub enum Rest {
    /// Its end, which says that 70 tokens were read and 7 written.
    End,
    /// Its end, which says nothing.
    Silent,
    /// The line is cut.
    Cut,
    /// More of the same without end.
    Endless,
    /// Nothing, until the other side has gone.
    Held,
}

type Answer = dyn Fn(&Asked) -> Reply + Send + Sync;

struct State {
    asked: Vec<Asked>,
    answer: Arc<Answer>,
    is_held: bool,
    /// Those who went away from a stream that was held.
    gone: usize,
}

/// The service. Cheap to clone.
#[derive(Clone)]
pub struct Peer {
    pub url: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Peer {
    /// Opens it.
    pub fn start(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((HOST, 0)).expect("a port");
        let state = State {
            asked: Vec::new(),
            answer: Arc::new(answer),
            is_held: true,
            gone: 0,
        };
        let peer = Self {
            url: format!("http://{}", listener.local_addr().expect("an address")),
            state: Arc::new((Mutex::new(state), Condvar::new())),
        };
        let serving = peer.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let peer = serving.clone();
                std::thread::spawn(move || peer.serve(stream));
            }
        });
        peer
    }

    /// One that says a text to everybody.
    pub fn saying(text: &str) -> Self {
        let reply = json!({ "reply": text });
        Self::start(move |_| Reply::Json(reply.clone()))
    }

    /// Answers another way from now on.
    pub fn turn(&self, answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) {
        self.state().answer = Arc::new(answer);
    }

    /// Lets go of what is held, and holds nothing more.
    pub fn go(&self) {
        self.state().is_held = false;
        self.state.1.notify_all();
    }

    /// How many went away while a stream was held.
    pub fn gone(&self) -> usize {
        self.state().gone
    }

    /// Everything that it was asked, oldest first.
    pub fn asked(&self) -> Vec<Asked> {
        self.state().asked.clone()
    }

    /// What customers wrote to it.
    pub fn heard(&self) -> Vec<String> {
        let asked = self.asked();
        let said = asked.iter().map(|one| one.body["message"]["body"].clone());
        said.map(|body| body.as_str().unwrap_or_default().to_owned())
            .collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.0.lock().expect("no panic before")
    }

    fn serve(&self, stream: TcpStream) {
        let Some(asked) = read(&stream) else {
            return;
        };
        let answer = {
            let mut state = self.state();
            state.asked.push(asked.clone());
            Arc::clone(&state.answer)
        };
        // a caller that is gone needs no answer
        let _ = self.write(stream, answer(&asked));
    }

    fn write(&self, mut stream: TcpStream, reply: Reply) -> std::io::Result<()> {
        let head = |status: u16, length: usize| {
            format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
            )
        };
        match reply {
            Reply::Json(body) => {
                let body = body.to_string();
                write!(stream, "{}{body}", head(200, body.len()))
            }
            Reply::Status(status) => write!(stream, "{}", head(status, 0)),
            Reply::Bytes(bytes) => {
                write!(stream, "{}", head(200, bytes.len()))?;
                stream.write_all(bytes)
            }
            Reply::Half => write!(stream, "{}{{\"reply\":\"half", head(200, 500)),
            Reply::Endless => {
                write!(
                    stream,
                    "HTTP/1.1 200 X\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n"
                )?;
                let spaces = vec![b' '; 65_536];
                loop {
                    stream.write_all(&spaces)?;
                }
            }
            Reply::Held(body) => {
                let mut state = self.state();
                while state.is_held {
                    state = self.state.1.wait(state).expect("no panic before");
                }
                drop(state);
                self.write(stream, Reply::Json(body))
            }
            Reply::Stream(pieces, rest) => self.stream(stream, pieces, rest),
        }
    }

    fn stream(&self, mut stream: TcpStream, pieces: &[&str], rest: Rest) -> std::io::Result<()> {
        write!(
            stream,
            "HTTP/1.1 200 X\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
        )?;
        let event = |text: &str| {
            let data = json!({ "choices": [{ "delta": { "content": text } }] });
            format!("data: {data}\n\n")
        };
        for piece in pieces {
            chunk(&mut stream, &event(piece))?;
        }
        match rest {
            Rest::End => {
                let usage = json!({ "prompt_tokens": 70, "completion_tokens": 7 });
                let last = json!({ "choices": [], "usage": usage });
                chunk(&mut stream, &format!("data: {last}\n\ndata: [DONE]\n\n"))?;
                write!(stream, "0\r\n\r\n")
            }
            Rest::Silent => {
                chunk(&mut stream, "data: [DONE]\n\n")?;
                write!(stream, "0\r\n\r\n")
            }
            Rest::Cut => Ok(()),
            Rest::Endless => loop {
                chunk(&mut stream, &event("sem fim "))?;
            },
            Rest::Held => {
                stream.flush()?;
                // ends when the other side closes
                let _ = stream.read(&mut [0; 64]);
                self.state().gone += 1;
                Ok(())
            }
        }
    }
}

fn chunk(stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    write!(stream, "{:x}\r\n{text}\r\n", text.len())
}

fn read(stream: &TcpStream) -> Option<Asked> {
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
    let text = String::from_utf8_lossy(&body).into_owned();
    Some(Asked {
        line: line.to_owned(),
        headers,
        body: serde_json::from_str(&text).unwrap_or_default(),
        text,
    })
}
