//! One HTTP/1.1 connection that is kept, with as little work of its own as possible.

use std::io::{Error, ErrorKind, Result};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Stands between the parts of a form.
const BOUNDARY: &str = "medida";

/// A form with a table as its file.
pub fn form_of(sheet: &str) -> String {
    format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"pessoas.csv\"\r\nContent-Type: text/csv\r\n\r\n{sheet}\r\n--{BOUNDARY}--\r\n"
    )
}

/// A kept connection.
pub struct Http {
    stream: TcpStream,
    buffer: Vec<u8>,
    host: String,
    head: String,
}

/// What came back; the body is in the connection's buffer until the next call.
#[derive(Debug, Clone, Copy)]
pub struct Came {
    pub status: u16,
    pub body_from: usize,
    pub body_to: usize,
}

impl Http {
    /// Connects to `http://host:port`; `token` goes with every call.
    pub async fn open(base: &str, token: Option<&str>) -> Result<Self> {
        let host = base.trim_start_matches("http://").to_owned();
        let stream = TcpStream::connect(&host).await?;
        stream.set_nodelay(true)?;
        let head = token.map_or(String::new(), |token| {
            format!("Authorization: Bearer {token}\r\n")
        });
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(64 << 10),
            host,
            head,
        })
    }

    pub async fn call(&mut self, method: &str, path: &str, body: &str) -> Result<Came> {
        self.send(method, path, "", body).await
    }

    /// A call with more fields in its head, each with its line end.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        fields: &str,
        body: &str,
    ) -> Result<Came> {
        let kind = if body.is_empty() {
            ""
        } else {
            "Content-Type: application/json\r\n"
        };
        let fields = format!("{fields}{kind}");
        self.exchange(method, path, &fields, body).await
    }

    /// Sends what [`form_of`] made.
    pub async fn upload(&mut self, path: &str, body: &str) -> Result<Came> {
        let fields = format!("Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n");
        self.exchange("POST", path, &fields, body).await
    }

    async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        fields: &str,
        body: &str,
    ) -> Result<Came> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{}{fields}Content-Length: {}\r\n\r\n{body}",
            self.host,
            self.head,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head_end = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.fill().await?;
        };
        let head = String::from_utf8_lossy(self.buffer.get(..head_end).unwrap_or_default())
            .to_ascii_lowercase();
        let status = head
            .get(9..12)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        let field = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name));
            line.map(|text| text.trim().to_owned())
        };
        let length = field("content-length:").and_then(|text| text.parse::<usize>().ok());
        let is_chunked = field("transfer-encoding:").is_some_and(|text| text.contains("chunked"));
        if is_chunked {
            while !self.buffer.ends_with(b"0\r\n\r\n") {
                self.fill().await?;
            }
        } else {
            while self.buffer.len() < head_end + length.unwrap_or(0) {
                self.fill().await?;
            }
        }
        Ok(Came {
            status,
            body_from: head_end,
            body_to: self.buffer.len(),
        })
    }

    /// The body of the last call.
    pub fn body(&self, came: Came) -> &[u8] {
        self.buffer
            .get(came.body_from..came.body_to)
            .unwrap_or_default()
    }

    async fn fill(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(Error::from(ErrorKind::UnexpectedEof)),
            _ => Ok(()),
        }
    }
}

/// Where `needle` begins.
pub fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|part| part == needle)
}
