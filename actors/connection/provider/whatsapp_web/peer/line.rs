//! The encrypted line between a device and the server of the tests.

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, tungstenite::Message as Frame};
use whatsapp_rust::{
    buffa::{Message as _, MessageField},
    prelude::wa,
    wacore::{
        handshake::{NoiseCipher, NoiseHandshake},
        libsignal::protocol::KeyPair,
        store::Device,
    },
    wacore_binary::{
        Node,
        consts::{NOISE_PATTERN_XX, NOISE_PATTERN_XXFALLBACK, WA_CONN_HEADER},
        marshal::{marshal, unmarshal_ref},
        util::unpack,
    },
};

use super::server::address_of;

/// A shaken line.
pub struct Line {
    pub address: Option<String>,
    write: NoiseCipher,
    read: NoiseCipher,
    written: u32,
    seen: u32,
    rest: Vec<u8>,
}

impl Line {
    pub async fn send(&mut self, socket: &mut WebSocketStream<TcpStream>, node: &Node) {
        let plain = marshal(node).unwrap();
        let sealed = self
            .write
            .encrypt_with_counter(self.written, &plain)
            .unwrap();
        self.written += 1;
        let _gone = socket.send(Frame::Binary(framed(&sealed).into())).await;
    }

    pub fn read(&mut self, bytes: &[u8]) -> Vec<Node> {
        self.rest.extend_from_slice(bytes);
        let mut nodes = Vec::new();
        while let Some(mut frame) = take_frame(&mut self.rest) {
            self.read
                .decrypt_in_place_with_counter(self.seen, &mut frame)
                .unwrap();
            self.seen += 1;
            let plain = unpack(&frame).unwrap().into_owned();
            nodes.push(unmarshal_ref(&plain).unwrap().to_owned());
        }
        nodes
    }
}

pub async fn shake_hands(socket: &mut WebSocketStream<TcpStream>) -> Option<Line> {
    let keys = Device::new();
    let (own, fleeting) = (keys.identity_key, keys.noise_key);
    let mut rest = Vec::new();
    let hello = next_frame(socket, &mut rest).await?;
    let hello = wa::HandshakeMessage::decode_from_slice(hello.as_slice()).unwrap();
    let hello = hello.client_hello.into_option().unwrap();
    let theirs = hello.ephemeral.unwrap();
    // a device that knows another server's key begins as if that were ours, and is led back to the beginning
    let mut noise = NoiseHandshake::new(NOISE_PATTERN_XX, &WA_CONN_HEADER).unwrap();
    if hello.r#static.is_some() {
        noise = NoiseHandshake::new(NOISE_PATTERN_XXFALLBACK, &WA_CONN_HEADER).unwrap();
    }
    noise.authenticate(&theirs);
    noise.authenticate(public(&fleeting));
    noise
        .mix_shared_secret(fleeting.private_key.serialize(), &theirs)
        .unwrap();
    let sealed_key = noise.encrypt(public(&own)).unwrap();
    noise
        .mix_shared_secret(own.private_key.serialize(), &theirs)
        .unwrap();
    let sealed_chain = noise.encrypt(&chain(public(&own))).unwrap();
    let answer = wa::HandshakeMessage {
        server_hello: MessageField::some(wa::handshake_message::ServerHello {
            ephemeral: Some(public(&fleeting).to_vec()),
            r#static: Some(sealed_key),
            payload: Some(sealed_chain),
            ..Default::default()
        }),
        ..Default::default()
    };
    let answer = framed(&answer.encode_to_vec());
    socket.send(Frame::Binary(answer.into())).await.ok()?;

    let finish = next_frame(socket, &mut rest).await?;
    let finish = wa::HandshakeMessage::decode_from_slice(finish.as_slice()).unwrap();
    let finish = finish.client_finish.into_option().unwrap();
    let device = noise.decrypt(&finish.r#static.unwrap()).unwrap();
    noise
        .mix_shared_secret(fleeting.private_key.serialize(), &device)
        .unwrap();
    let payload = noise.decrypt(&finish.payload.unwrap()).unwrap();
    let payload = wa::ClientPayload::decode_from_slice(payload.as_slice()).unwrap();
    let address = payload.username.map(|number| {
        let device = payload.device.unwrap_or_default();
        address_of(&number.to_string(), device)
    });
    // what the device writes with is what the server reads with
    let (read, write) = noise.finish().unwrap();
    Some(Line {
        address,
        write,
        read,
        written: 0,
        seen: 0,
        rest,
    })
}

fn public(pair: &KeyPair) -> &[u8] {
    pair.public_key.public_key_bytes()
}

/// Certificates that nobody has signed, for a key.
fn chain(key: &[u8]) -> Vec<u8> {
    use wa::cert_chain::{NoiseCertificate, noise_certificate::Details};

    let certificate = |serial, issuer_serial, key: &[u8]| {
        let details = Details {
            serial: Some(serial),
            issuer_serial: Some(issuer_serial),
            key: Some(key.to_vec()),
            not_before: Some(1_700_000_000),
            not_after: Some(1_900_000_000),
        };
        MessageField::some(NoiseCertificate {
            details: Some(details.encode_to_vec()),
            signature: Some(vec![0; 64]),
        })
    };
    wa::CertChain {
        leaf: certificate(2, 1, key),
        intermediate: certificate(1, 0, &[0xCC; 32]),
    }
    .encode_to_vec()
}

async fn next_frame(
    socket: &mut WebSocketStream<TcpStream>,
    rest: &mut Vec<u8>,
) -> Option<Vec<u8>> {
    loop {
        if rest.starts_with(&WA_CONN_HEADER) {
            rest.drain(..WA_CONN_HEADER.len());
        }
        if let Some(frame) = take_frame(rest) {
            return Some(frame);
        }
        if let Frame::Binary(bytes) = socket.next().await?.ok()? {
            rest.extend_from_slice(&bytes);
        }
    }
}

fn take_frame(rest: &mut Vec<u8>) -> Option<Vec<u8>> {
    let [a, b, c] = *rest.first_chunk::<3>()?;
    let end = 3 + u32::from_be_bytes([0, a, b, c]) as usize;
    if rest.len() < end {
        return None;
    }
    let frame: Vec<u8> = rest.drain(..end).collect();
    Some(frame[3..].to_vec())
}

fn framed(bytes: &[u8]) -> Vec<u8> {
    let [_, length @ ..] = u32::try_from(bytes.len()).unwrap().to_be_bytes();
    [length.as_slice(), bytes].concat()
}
