//! A WebSocket that speaks as much Socket.IO as listening needs, with as little work of its own as possible.

use std::io::{Error, ErrorKind, Result};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::client::find;

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// An open socket.
pub struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
    read: usize,
}

impl Socket {
    /// Opens a socket, connects to `/` and waits until the server said it is connected.
    pub async fn open(base: &str, query: &str) -> Result<Self> {
        let host = base.trim_start_matches("http://");
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let mut socket = Self {
            stream,
            buffer: Vec::with_capacity(2 << 10),
            read: 0,
        };
        let request = format!(
            "GET /socket.io/?EIO=4&transport=websocket{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        socket.stream.write_all(request.as_bytes()).await?;
        loop {
            if let Some(end) = find(&socket.buffer, b"\r\n\r\n") {
                if !socket.buffer.starts_with(b"HTTP/1.1 101") {
                    return Err(Error::other(
                        String::from_utf8_lossy(&socket.buffer).into_owned(),
                    ));
                }
                socket.read = end + 4;
                break;
            }
            socket.fill().await?;
        }
        socket.next().await?;
        socket.say("40").await?;
        loop {
            let packet = socket.next().await?;
            if packet.starts_with(b"40") {
                return Ok(socket);
            }
            if packet.starts_with(b"44") {
                return Err(Error::from(ErrorKind::PermissionDenied));
            }
        }
    }

    /// Sends a packet.
    pub async fn say(&mut self, packet: &str) -> Result<()> {
        self.send(TEXT, packet.as_bytes()).await
    }

    /// The next packet; pings of both protocols are answered.
    pub async fn next(&mut self) -> Result<&[u8]> {
        loop {
            let (code, from, to) = self.frame().await?;
            let text = self.buffer.get(from..to).unwrap_or_default();
            match code {
                CLOSE => return Err(Error::from(ErrorKind::ConnectionAborted)),
                PING => {
                    let text = text.to_vec();
                    self.send(PONG, &text).await?;
                }
                PONG => {}
                _ if text == b"2" => self.say("3").await?,
                _ => return Ok(self.buffer.get(from..to).unwrap_or_default()),
            }
        }
    }

    /// Sends a frame, masked with zeros: allowed, and free.
    async fn send(&mut self, code: u8, text: &[u8]) -> Result<()> {
        let mut frame = vec![0x80 | code];
        match u8::try_from(text.len()) {
            Ok(short) if short < 126 => frame.push(0x80 | short),
            _ => {
                frame.push(0xfe);
                let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text);
        self.stream.write_all(&frame).await
    }

    /// Code and place of the next frame.
    async fn frame(&mut self) -> Result<(u8, usize, usize)> {
        loop {
            if let Some((code, head, length)) = self.whole_frame() {
                let from = self.read + head;
                self.read = from + length;
                return Ok((code, from, self.read));
            }
            self.buffer.drain(..self.read);
            self.read = 0;
            if self.buffer.is_empty() && self.buffer.capacity() > 64 << 10 {
                self.buffer.shrink_to(4 << 10);
            }
            self.fill().await?;
        }
    }

    /// Code, bytes of the head and of the text, if the frame is there to its end.
    fn whole_frame(&self) -> Option<(u8, usize, usize)> {
        let bytes = self.buffer.get(self.read..)?;
        let (code, short) = (bytes.first()? & 15, usize::from(bytes.get(1)? & 127));
        let number = |range: std::ops::Range<usize>| {
            let digits = bytes.get(range)?.iter();
            Some(digits.fold(0, |number: usize, digit| number << 8 | usize::from(*digit)))
        };
        let (head, length) = match short {
            126 => (4, number(2..4)?),
            127 => (10, number(2..10)?),
            short => (2, short),
        };
        (bytes.len() >= head + length).then_some((code, head, length))
    }

    async fn fill(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(Error::from(ErrorKind::UnexpectedEof)),
            _ => Ok(()),
        }
    }
}
