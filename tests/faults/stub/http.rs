//! As much of HTTP/1.1 as the Graph API and the control of the stub need, with connections that are kept.

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

/// A call.
pub struct Request {
    pub method: String,
    pub path: String,
    pub bearer: String,
    pub body: Vec<u8>,
}

impl Request {
    /// The next call of a connection; `None` when it is closed.
    pub async fn read(stream: &mut BufReader<TcpStream>) -> Option<Self> {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let mut words = line.split_whitespace();
        let (method, target) = (words.next()?.to_owned(), words.next()?);
        let path = target.split('?').next()?.to_owned();
        let (mut bearer, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok()?,
                "authorization" => value
                    .trim()
                    .trim_start_matches("Bearer ")
                    .clone_into(&mut bearer),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
        Some(Self {
            method,
            path,
            bearer,
            body,
        })
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Answers; `true`: the connection can be used on.
pub async fn reply(
    stream: &mut BufReader<TcpStream>,
    status: u16,
    headers: &str,
    body: &Value,
) -> std::io::Result<bool> {
    let body = body.to_string();
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    stream.get_mut().write_all(text.as_bytes()).await?;
    Ok(true)
}

/// Cuts the connection off without a word.
pub fn reset(stream: &BufReader<TcpStream>) -> std::io::Result<bool> {
    socket2::SockRef::from(stream.get_ref()).set_linger(Some(std::time::Duration::ZERO))?;
    Ok(false)
}
