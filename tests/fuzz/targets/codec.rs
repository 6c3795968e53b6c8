//! Frames of a browser's socket: whatever comes is read or refused, and what was read is written back the same.
#![no_main]

use guiche_http::socket::{
    engine_io::{self, Frame, Packet},
    socket_io::Decoder,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut decoder = Decoder::new(1_000);
    for part in bytes.split(|byte| *byte == b'\n').take(8) {
        let frame = match std::str::from_utf8(part) {
            Ok(text) => Frame::Text(text.to_owned().into()),
            Err(_) => Frame::Binary(part.to_vec().into()),
        };
        let Ok(packet) = engine_io::decode(frame) else {
            continue;
        };
        let again = engine_io::decode(engine_io::encode(&packet));
        assert_eq!(again.as_ref(), Ok(&packet));
        let _ = match packet {
            Packet::Message(text) => decoder.text(&text),
            Packet::Binary(bytes) => decoder.binary(bytes),
            _ => continue,
        };
    }
});
