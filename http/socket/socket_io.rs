//! Socket.IO 5 packets inside Engine.IO messages: `<type>[<attachments>-][<namespace>,][<ack>]<json>`.
//! No IO and no clock. A packet with binary attachments arrives in several frames, so reading has
//! a small memory ([`Decoder`]); writing has none.

use std::fmt::Write as _;

use bytes::Bytes;
use bytestring::ByteString;
use serde_json::{Map, Value};

use super::engine_io::Frame;

/// Attachments of one packet; the reference server has no bound, this one allows ten.
pub const ATTACHMENTS_MAX: usize = 10;

/// Longest namespace name in bytes; ours are one word.
pub const NAMESPACE_BYTES_MAX: usize = 64;

/// The namespace that needs no name on the wire.
pub const MAIN: ByteString = ByteString::from_static("/");

/// Event names the client library keeps for itself; a packet that uses one is malformed.
const RESERVED_EVENTS: [&str; 6] = [
    "connect",
    "connect_error",
    "disconnect",
    "disconnecting",
    "newListener",
    "removeListener",
];

/// Arguments of an event or of its acknowledgement.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Payload {
    /// JSON arguments; `{"_placeholder":true,"num":n}` stands for attachment `n`.
    pub args: Vec<Value>,
    /// At most [`ATTACHMENTS_MAX`].
    pub attachments: Vec<Bytes>,
}

impl From<Vec<Value>> for Payload {
    fn from(args: Vec<Value>) -> Self {
        Self {
            args,
            attachments: Vec::new(),
        }
    }
}

/// One Socket.IO packet and the namespace it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct Packet {
    /// Begins with `/`.
    pub namespace: ByteString,
    /// What it says.
    pub body: Body,
}

/// The packet types; the binary ones (5, 6) are the plain ones with attachments.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// `0`: the client asks with its auth object, the server answers with `{"sid"}`.
    Connect(Option<Map<String, Value>>),
    /// `1`: leaves the namespace.
    Disconnect,
    /// `2` or `5`.
    Event {
        /// Wanted answer, if any.
        ack: Option<u64>,
        /// Never a reserved name.
        name: String,
        /// What follows the name.
        payload: Payload,
    },
    /// `3` or `6`.
    Ack {
        /// The number the event came with.
        id: u64,
        /// The answer.
        payload: Payload,
    },
    /// `4`: server to client, the namespace stays closed.
    ConnectError(Value),
}

/// Why a message is no Socket.IO packet; the connection is closed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A message without a type.
    #[error("the packet is empty")]
    Empty,
    /// A type other than 0 to 6.
    #[error("unknown packet type {0:?}")]
    UnknownType(char),
    /// No number of attachments, or one over [`ATTACHMENTS_MAX`].
    #[error("the number of attachments is not valid")]
    Attachments,
    /// A placeholder for an attachment that is not announced.
    #[error("a placeholder names no attachment")]
    Placeholder,
    /// The attachments of one packet are together over the payload's bound.
    #[error("the attachments are too large")]
    TooLarge,
    /// Over [`NAMESPACE_BYTES_MAX`].
    #[error("the namespace is too long")]
    Namespace,
    /// An id that is missing, not wanted, or no 64-bit number.
    #[error("the acknowledgement id is not valid")]
    AckId,
    /// Not JSON, nested too deep, or not the shape this type has.
    #[error("the payload does not fit the packet type")]
    Payload,
    /// Text while attachments are awaited.
    #[error("text came where an attachment was awaited")]
    TextForAttachment,
    /// An attachment nobody announced.
    #[error("an attachment came that was not announced")]
    StrayAttachment,
}

/// Reads messages of one connection; remembers a packet until its attachments are complete.
#[derive(Debug)]
pub struct Decoder {
    attachment_bytes_max: usize,
    waiting: Option<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    packet: Packet,
    missing: usize,
    // of the text
    text_bytes: usize,
    // of the attachments so far
    bytes: usize,
}

impl Decoder {
    /// `attachment_bytes_max` bounds the attachments of one packet together.
    pub fn new(attachment_bytes_max: usize) -> Self {
        Self {
            attachment_bytes_max,
            waiting: None,
        }
    }

    /// Bytes of a packet whose attachments are missing, as they came.
    pub fn unfinished_bytes(&self) -> usize {
        self.waiting.as_ref().map_or(0, |waiting| {
            waiting.text_bytes.saturating_add(waiting.bytes)
        })
    }

    /// Reads a text message; `None` while attachments are missing.
    ///
    /// # Errors
    /// Every [`DecodeError`] but `StrayAttachment` and `TooLarge`.
    pub fn text(&mut self, message: &ByteString) -> Result<Option<Packet>, DecodeError> {
        if self.waiting.is_some() {
            return Err(DecodeError::TextForAttachment);
        }
        let (packet, missing) = parse(message)?;
        if missing == 0 {
            return Ok(Some(packet));
        }
        self.waiting = Some(Waiting {
            packet,
            missing,
            text_bytes: message.len(),
            bytes: 0,
        });
        Ok(None)
    }

    /// Takes an attachment; gives the packet with the last one.
    ///
    /// # Errors
    /// `StrayAttachment` without a packet that waits, `TooLarge` over the bound.
    pub fn binary(&mut self, attachment: Bytes) -> Result<Option<Packet>, DecodeError> {
        let mut waiting = self.waiting.take().ok_or(DecodeError::StrayAttachment)?;
        waiting.bytes = waiting.bytes.saturating_add(attachment.len());
        if waiting.bytes > self.attachment_bytes_max {
            return Err(DecodeError::TooLarge);
        }
        if let Body::Event { payload, .. } | Body::Ack { payload, .. } = &mut waiting.packet.body {
            payload.attachments.push(attachment);
        }
        waiting.missing = waiting.missing.saturating_sub(1);
        if waiting.missing == 0 {
            return Ok(Some(waiting.packet));
        }
        self.waiting = Some(waiting);
        Ok(None)
    }
}

/// Writes a packet as Engine.IO message frames: the text, then its attachments.
pub fn encode(packet: &Packet) -> Vec<Frame> {
    let mut attachments: &[Bytes] = &[];
    let mut text = String::from("4");
    match &packet.body {
        Body::Connect(data) => {
            put_head(&mut text, '0', 0, packet);
            if let Some(data) = data {
                put(&mut text, serde_json::json!(data));
            }
        }
        Body::Disconnect => put_head(&mut text, '1', 0, packet),
        Body::Event { ack, name, payload } => {
            attachments = &payload.attachments;
            let kind = if attachments.is_empty() { '2' } else { '5' };
            put_head(&mut text, kind, attachments.len(), packet);
            if let Some(ack) = ack {
                put(&mut text, ack);
            }
            put_list(&mut text, Some(name), &payload.args);
        }
        Body::Ack { id, payload } => {
            attachments = &payload.attachments;
            let kind = if attachments.is_empty() { '3' } else { '6' };
            put_head(&mut text, kind, attachments.len(), packet);
            put(&mut text, id);
            put_list(&mut text, None, &payload.args);
        }
        Body::ConnectError(error) => {
            put_head(&mut text, '4', 0, packet);
            put(&mut text, error);
        }
    }
    let mut frames = vec![Frame::Text(text.into())];
    frames.extend(attachments.iter().cloned().map(Frame::Binary));
    frames
}

/// Writes an event of the main namespace with one argument, given as JSON text, as the complete
/// frame. Made once per event and shared by every browser that gets it.
pub fn encode_event(name: &str, json: &str) -> ByteString {
    let mut text = String::with_capacity(name.len() + json.len() + 8);
    text.push_str("42[");
    put(&mut text, Value::from(name));
    text.push(',');
    text.push_str(json);
    text.push(']');
    text.into()
}

fn put(text: &mut String, value: impl std::fmt::Display) {
    // a String takes everything
    let _ = write!(text, "{value}");
}

fn put_head(text: &mut String, kind: char, attachments: usize, packet: &Packet) {
    text.push(kind);
    if attachments > 0 {
        put(text, attachments);
        text.push('-');
    }
    if packet.namespace != MAIN {
        text.push_str(&packet.namespace);
        text.push(',');
    }
}

fn put_list(text: &mut String, name: Option<&String>, args: &[Value]) {
    text.push('[');
    if let Some(name) = name {
        put(text, Value::from(name.as_str()));
    }
    for (index, arg) in args.iter().enumerate() {
        if index > 0 || name.is_some() {
            text.push(',');
        }
        put(text, arg);
    }
    text.push(']');
}

/// The packet and the number of attachments that follow it.
fn parse(message: &ByteString) -> Result<(Packet, usize), DecodeError> {
    let mut chars = message.chars();
    let kind = chars.next().ok_or(DecodeError::Empty)?;
    let (attachments, rest) = match kind {
        '0'..='4' => (None, chars.as_str()),
        '5' | '6' => {
            let (count, rest) = split_attachments(chars.as_str())?;
            (Some(count), rest)
        }
        other => return Err(DecodeError::UnknownType(other)),
    };
    let (namespace, rest) = split_namespace(message, rest)?;
    let (ack, json) = split_ack(rest)?;
    let body = match kind {
        '0' => Body::Connect(parse_auth(ack, json)?),
        '1' if ack.is_none() && json.is_empty() => Body::Disconnect,
        '2' | '5' => parse_event(ack, json)?,
        '3' | '6' => Body::Ack {
            id: ack.ok_or(DecodeError::AckId)?,
            payload: parse_list(json)?.into(),
        },
        '4' if ack.is_none() => Body::ConnectError(parse_json(json)?),
        _ => return Err(DecodeError::Payload),
    };
    if let (Some(count), Body::Event { payload, .. } | Body::Ack { payload, .. }) =
        (attachments, &body)
    {
        check_placeholders(&payload.args, count)?;
    }
    Ok((Packet { namespace, body }, attachments.unwrap_or(0)))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(end).unwrap_or((text, ""))
}

fn split_attachments(text: &str) -> Result<(usize, &str), DecodeError> {
    let (digits, rest) = split_digits(text);
    let count: usize = digits.parse().map_err(|_| DecodeError::Attachments)?;
    let rest = rest.strip_prefix('-').ok_or(DecodeError::Attachments)?;
    if count > ATTACHMENTS_MAX {
        return Err(DecodeError::Attachments);
    }
    Ok((count, rest))
}

fn split_namespace<'a>(
    message: &ByteString,
    text: &'a str,
) -> Result<(ByteString, &'a str), DecodeError> {
    if !text.starts_with('/') {
        return Ok((MAIN, text));
    }
    let (name, rest) = text.split_once(',').unwrap_or((text, ""));
    if name.len() > NAMESPACE_BYTES_MAX {
        return Err(DecodeError::Namespace);
    }
    Ok((message.slice_ref(name), rest))
}

fn split_ack(text: &str) -> Result<(Option<u64>, &str), DecodeError> {
    let (digits, rest) = split_digits(text);
    if digits.is_empty() {
        return Ok((None, rest));
    }
    let id = digits.parse().map_err(|_| DecodeError::AckId)?;
    Ok((Some(id), rest))
}

/// `serde_json` refuses more than 128 levels, so the walks over its values cannot run away.
fn parse_json(json: &str) -> Result<Value, DecodeError> {
    serde_json::from_str(json).map_err(|_| DecodeError::Payload)
}

fn parse_auth(ack: Option<u64>, json: &str) -> Result<Option<Map<String, Value>>, DecodeError> {
    if ack.is_some() {
        return Err(DecodeError::AckId);
    }
    if json.is_empty() {
        return Ok(None);
    }
    serde_json::from_str(json)
        .map(Some)
        .map_err(|_| DecodeError::Payload)
}

fn parse_list(json: &str) -> Result<Vec<Value>, DecodeError> {
    serde_json::from_str(json).map_err(|_| DecodeError::Payload)
}

fn parse_event(ack: Option<u64>, json: &str) -> Result<Body, DecodeError> {
    let mut list = parse_list(json)?.into_iter();
    let Some(Value::String(name)) = list.next() else {
        return Err(DecodeError::Payload);
    };
    if RESERVED_EVENTS.contains(&name.as_str()) {
        return Err(DecodeError::Payload);
    }
    Ok(Body::Event {
        ack,
        name,
        payload: list.collect::<Vec<_>>().into(),
    })
}

fn check_placeholders(values: &[Value], attachments: usize) -> Result<(), DecodeError> {
    values
        .iter()
        .try_for_each(|value| check_placeholder(value, attachments))
}

fn check_placeholder(value: &Value, attachments: usize) -> Result<(), DecodeError> {
    match value {
        Value::Array(values) => check_placeholders(values, attachments),
        Value::Object(map) if map.get("_placeholder") == Some(&Value::Bool(true)) => {
            let number = map.get("num").and_then(Value::as_u64);
            let number = number.and_then(|number| usize::try_from(number).ok());
            match number {
                Some(number) if attachments > number => Ok(()),
                _ => Err(DecodeError::Placeholder),
            }
        }
        Value::Object(map) => map
            .values()
            .try_for_each(|value| check_placeholder(value, attachments)),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "socket_io_tests.rs"]
mod tests;
