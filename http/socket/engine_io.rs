//! Engine.IO 4 packets as they travel in WebSocket frames: one packet per frame, the first
//! character of a text frame is the packet's type, a binary frame is a message as it stands.
//! No IO and no clock: bytes in, packets out.

use bytes::Bytes;
use bytestring::ByteString;
use serde::{Deserialize, Serialize};

/// The protocol revision asked for by the query parameter `EIO`.
pub const REVISION: &str = "4";

/// What one WebSocket frame carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// UTF-8, checked by the WebSocket layer.
    Text(ByteString),
    /// Any bytes.
    Binary(Bytes),
}

impl Frame {
    /// Size of the payload in bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }

    /// True for a frame without payload.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What the server tells first: the session's id and its rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Handshake {
    /// Id of this session.
    pub sid: String,
    /// Transports this one can be exchanged for; always empty over WebSocket.
    pub upgrades: Vec<String>,
    /// Milliseconds between two pings of the server.
    pub ping_interval: u64,
    /// Milliseconds a client has to answer a ping.
    pub ping_timeout: u64,
    /// Largest message in bytes.
    pub max_payload: usize,
}

/// One Engine.IO packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packet {
    /// `0`: server to client, first packet.
    Open(Handshake),
    /// `1`: the sender is leaving.
    Close,
    /// `2`: server to client; a client that probes an upgrade sends it with `probe`.
    Ping(ByteString),
    /// `3`: the answer, with the data of the ping.
    Pong(ByteString),
    /// `4`: text for the layer above.
    Message(ByteString),
    /// A binary frame for the layer above.
    Binary(Bytes),
    /// `5`: ends an upgrade from polling.
    Upgrade,
    /// `6`: ends a pending poll.
    Noop,
}

/// Why a frame is no Engine.IO packet; the connection is closed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A text frame without a type.
    #[error("the frame is empty")]
    Empty,
    /// A type other than 0 to 6.
    #[error("unknown packet type {0:?}")]
    UnknownType(char),
    /// Data behind a type that has none.
    #[error("this packet type carries no data")]
    UnexpectedData,
    /// `0` without a valid handshake.
    #[error("the handshake is not valid")]
    Handshake,
}

/// Reads one WebSocket frame.
///
/// # Errors
/// Every [`DecodeError`]; a binary frame is always a message.
pub fn decode(frame: Frame) -> Result<Packet, DecodeError> {
    let text = match frame {
        Frame::Text(text) => text,
        Frame::Binary(bytes) => return Ok(Packet::Binary(bytes)),
    };
    let mut chars = text.chars();
    let kind = chars.next().ok_or(DecodeError::Empty)?;
    let data = chars.as_str();
    match kind {
        '0' => serde_json::from_str(data)
            .map(Packet::Open)
            .map_err(|_| DecodeError::Handshake),
        '1' => without_data(data, Packet::Close),
        '2' => Ok(Packet::Ping(text.slice_ref(data))),
        '3' => Ok(Packet::Pong(text.slice_ref(data))),
        '4' => Ok(Packet::Message(text.slice_ref(data))),
        '5' => without_data(data, Packet::Upgrade),
        '6' => without_data(data, Packet::Noop),
        other => Err(DecodeError::UnknownType(other)),
    }
}

/// Writes one packet as the frame that carries it.
pub fn encode(packet: &Packet) -> Frame {
    match packet {
        Packet::Open(handshake) => Frame::Text(format!("0{}", serde_json::json!(handshake)).into()),
        Packet::Close => fixed("1"),
        Packet::Ping(data) if data.is_empty() => fixed("2"),
        Packet::Ping(data) => Frame::Text(format!("2{data}").into()),
        Packet::Pong(data) => Frame::Text(format!("3{data}").into()),
        Packet::Message(data) => Frame::Text(format!("4{data}").into()),
        Packet::Binary(bytes) => Frame::Binary(bytes.clone()),
        Packet::Upgrade => fixed("5"),
        Packet::Noop => fixed("6"),
    }
}

fn fixed(text: &'static str) -> Frame {
    Frame::Text(ByteString::from_static(text))
}

fn without_data(data: &str, packet: Packet) -> Result<Packet, DecodeError> {
    if data.is_empty() {
        Ok(packet)
    } else {
        Err(DecodeError::UnexpectedData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(data: &str) -> Frame {
        Frame::Text(data.into())
    }

    fn handshake() -> Handshake {
        Handshake {
            sid: "a1".into(),
            upgrades: vec![],
            ping_interval: 300,
            ping_timeout: 200,
            max_payload: 1_000_000,
        }
    }

    #[test]
    fn every_packet_survives_the_round_trip() {
        let packets = [
            Packet::Open(handshake()),
            Packet::Close,
            Packet::Ping("".into()),
            Packet::Ping("probe".into()),
            Packet::Pong("".into()),
            Packet::Pong("probe".into()),
            Packet::Message("".into()),
            Packet::Message("olá 👋".into()),
            Packet::Binary(Bytes::from_static(&[0, 255, 52])),
            Packet::Binary(Bytes::new()),
            Packet::Upgrade,
            Packet::Noop,
        ];
        for packet in packets {
            assert_eq!(decode(encode(&packet)), Ok(packet));
        }
    }

    #[test]
    fn the_open_packet_has_the_five_fields_of_the_protocol() {
        let Frame::Text(open) = encode(&Packet::Open(handshake())) else {
            panic!("binary")
        };
        let json: serde_json::Value = serde_json::from_str(open.get(1..).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({"sid": "a1", "upgrades": [], "pingInterval": 300,
                "pingTimeout": 200, "maxPayload": 1_000_000})
        );
    }

    #[test]
    fn what_is_no_packet_is_refused_with_its_reason() {
        let cases = [
            ("", DecodeError::Empty),
            ("abc", DecodeError::UnknownType('a')),
            ("7", DecodeError::UnknownType('7')),
            ("é4", DecodeError::UnknownType('é')),
            ("\u{0}", DecodeError::UnknownType('\0')),
            ("1x", DecodeError::UnexpectedData),
            ("5probe", DecodeError::UnexpectedData),
            ("6 ", DecodeError::UnexpectedData),
            ("0", DecodeError::Handshake),
            ("0[]", DecodeError::Handshake),
            ("0{\"sid\":1}", DecodeError::Handshake),
        ];
        for (input, error) in cases {
            assert_eq!(decode(text(input)), Err(error), "{input:?}");
        }
    }

    #[test]
    fn a_message_shares_the_memory_of_its_frame() {
        let frame = ByteString::from("4hello".to_owned());
        let Ok(Packet::Message(data)) = decode(Frame::Text(frame.clone())) else {
            panic!("no")
        };
        assert_eq!(data.as_bytes().as_ptr(), frame.as_bytes()[1..].as_ptr());
    }

    #[test]
    fn every_prefix_of_a_handshake_is_refused_without_a_panic() {
        let Frame::Text(open) = encode(&Packet::Open(handshake())) else {
            panic!("binary")
        };
        for end in 0..open.len() {
            assert!(decode(text(open.get(..end).unwrap())).is_err(), "{end}");
        }
    }
}
