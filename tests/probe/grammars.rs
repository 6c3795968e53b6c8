//! Every reader of foreign bytes, fed with damaged and invented ones: none panics, none takes what it must not. The short
//! form tries a few thousand inputs each, the full one as many as fit into a minute each.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use guiche_actors::connection::provider::cloud::{interpret, is_signed, split};
use guiche_http::{
    socket::{
        engine_io::{self, Frame, Packet},
        socket_io::{self, Decoder},
    },
    tokens::Tokens,
};
use guiche_storage::{
    media::{LinkSigner, clean_name, sniff},
    model::{CompanyId, inbound::Inbound},
    security::secrets::Key,
    tickets::Cursor,
};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

use super::{figure, is_full};

/// Inputs of the short form.
const CASES: usize = 2_000;
/// The full form's time for each reader.
const MINUTE: Duration = Duration::from_mins(1);

/// Feeds a reader until its time is over. An input that makes it fail is shown, made as small as it can be.
fn feed<S: Strategy>(name: &str, inputs: S, read: impl Fn(S::Value)) {
    let begin = Instant::now();
    let mut cases = 0;
    let mut seed = [1_u8; 32];
    while if is_full() {
        begin.elapsed() < MINUTE
    } else {
        cases < CASES
    } {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let config = Config {
            cases: 1_000,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, rng);
        let run = runner.run(&inputs, |input| {
            read(input);
            Ok(())
        });
        assert!(
            run.is_ok(),
            "{name}: {}",
            run.err().map(|error| error.to_string()).unwrap_or_default()
        );
        cases += 1_000;
        let next = seed
            .iter()
            .position(|byte| *byte < u8::MAX)
            .unwrap_or_default();
        seed[next] += 1;
    }
    let seconds = begin.elapsed().as_secs();
    figure(&format!(
        "{name}: {cases} inputs in {seconds} s, 0 failures"
    ));
}

/// One of some texts with some bytes changed, taken out, doubled or put in.
fn damaged(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (
        any::<prop::sample::Index>(),
        0..5_u8,
        any::<u8>(),
        1..40_usize,
    );
    let edits = prop::collection::vec(edit, 0..8);
    (prop::sample::select(seeds), edits).prop_map(|(mut bytes, edits)| {
        for (place, kind, byte, count) in edits {
            if bytes.is_empty() {
                bytes.push(byte);
                continue;
            }
            let at = place.index(bytes.len());
            let until = (at + count).min(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.drain(at..until)),
                2 => bytes.insert(at, byte),
                3 => {
                    let again = bytes[at..until].to_vec();
                    drop(bytes.splice(at..at, again));
                }
                _ => bytes.truncate(at),
            }
        }
        bytes
    })
}

fn texts(seeds: &[&str]) -> impl Strategy<Value = String> + use<> {
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    let damaged = damaged(seeds).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    prop_oneof![4 => damaged, 1 => ".{0,200}"]
}

/// What browsers send, and what they never should.
const FRAMES: [&str; 14] = [
    "40",
    "40/admin,{\"token\":\"x\"}",
    "40{\"token\":\"abc\"}",
    "41",
    "42[\"joinChatBox\",7]",
    "421[\"resume\",{\"lastSeq\":3}]",
    "42/a,12[\"x\",[[[{\"a\":1}]]]]",
    "431[{\"ok\":true}]",
    "451-[\"file\",{\"_placeholder\":true,\"num\":0}]",
    "452-/a,3[\"f\",{\"_placeholder\":true,\"num\":1},{\"_placeholder\":true,\"num\":0}]",
    "461-2[{\"_placeholder\":true,\"num\":0}]",
    "44{\"message\":\"no\"}",
    "2probe",
    "0{\"sid\":\"a\",\"upgrades\":[],\"pingInterval\":1,\"pingTimeout\":1,\"maxPayload\":1}",
];

#[test]
fn no_frame_breaks_the_codec_of_the_sockets() {
    // spec: S113
    let frames = prop::collection::vec((texts(&FRAMES), any::<Vec<u8>>(), any::<bool>()), 1..6);
    feed("Socket.IO codec", frames, |frames| {
        let mut decoder = Decoder::new(1_000);
        for (text, bytes, is_binary) in frames {
            let frame = if is_binary {
                Frame::Binary(bytes.into())
            } else {
                Frame::Text(text.into())
            };
            let Ok(packet) = engine_io::decode(frame) else {
                continue;
            };
            assert_eq!(
                engine_io::decode(engine_io::encode(&packet)).as_ref(),
                Ok(&packet)
            );
            let read = match packet {
                Packet::Message(text) => decoder.text(&text),
                Packet::Binary(bytes) => decoder.binary(bytes),
                _ => continue,
            };
            let Ok(Some(packet)) = read else {
                continue;
            };
            check_again(&packet);
        }
    });
}

/// That a packet is read back when it is written.
fn check_again(packet: &socket_io::Packet) {
    let mut decoder = Decoder::new(1_000_000);
    let mut last = None;
    for frame in socket_io::encode(packet) {
        last = match engine_io::decode(frame).expect("our own frame") {
            Packet::Message(text) => decoder.text(&text).expect("our own packet"),
            Packet::Binary(bytes) => decoder.binary(bytes).expect("our own attachment"),
            other => panic!("{other:?}"),
        };
    }
    assert!(last.is_some(), "{packet:?}");
}

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000)
}

/// A webhook with one message.
fn webhook(message: &Value) -> Value {
    let value = json!({
        "messaging_product": "whatsapp", "metadata": { "phone_number_id": "1" },
        "contacts": [{ "profile": { "name": "Bia" }, "wa_id": "5511988887777" }], "messages": [message],
        "statuses": [{ "id": "wamid.2", "status": "read", "timestamp": "1800000000", "recipient_id": "5511988887777" }],
    });
    json!({ "object": "whatsapp_business_account", "entry": [{ "changes": [{ "field": "messages", "value": value }] }] })
}

fn messages() -> Vec<Vec<u8>> {
    let head = |kind: &str, content: Value| json!({ "from": "5511988887777", "id": "wamid.1", "timestamp": "1800000000", "type": kind, kind: content });
    let file = json!({ "id": "7", "mime_type": "image/png", "sha256": "x", "caption": "Oi", "filename": "a.pdf" });
    let messages = [
        head("text", json!({ "body": "Oi" })),
        head("image", file.clone()),
        head("document", file),
        head(
            "location",
            json!({ "latitude": -23.5, "longitude": -46.6, "name": "Loja", "address": "Rua" }),
        ),
        head("contacts", json!([card("Ana"), card("Téo")])),
        head(
            "interactive",
            json!({ "type": "button_reply", "button_reply": { "id": "1", "title": "Sim" } }),
        ),
        head(
            "reaction",
            json!({ "message_id": "wamid.0", "emoji": "👍" }),
        ),
        head("order", json!({ "product_items": [] })),
    ];
    messages
        .iter()
        .map(|message| webhook(message).to_string().into_bytes())
        .collect()
}

fn card(name: &str) -> Value {
    json!({
        "name": { "formatted_name": name, "first_name": name }, "phones": [{ "phone": name, "wa_id": "5511", "type": name }],
        "emails": [{ "email": name, "type": name }], "urls": [{ "url": name }], "org": { "company": name, "title": name },
        "birthday": name, "addresses": [{ "street": name, "city": name, "country": name, "type": name }],
    })
}

#[test]
fn no_body_of_a_webhook_breaks_its_reading() {
    feed("webhook bodies", damaged(messages()), |body| {
        let Ok(split) = split(&body, now()) else {
            return;
        };
        for event in split.numbers.iter().flat_map(|(_, events)| events) {
            assert!(event.key.chars().count() <= 600, "{}", event.key);
            interpret(&event.raw);
        }
    });
}

#[test]
fn no_unsigned_body_passes_for_a_signed_one() {
    let signature = format!("sha256={}", "a".repeat(64));
    let signatures = texts(&[&signature, "sha256=", "sha1=00", "sha256=sha256="]);
    feed(
        "webhook signatures",
        (damaged(messages()), signatures),
        |(body, signature)| {
            assert!(!is_signed("an app's secret", &signature, &body));
        },
    );
}

#[test]
fn no_name_breaks_out_of_its_line_in_a_card() {
    let names = prop_oneof![
        texts(&[
            "Ana\r\nEND:VCARD\r\nBEGIN:VCARD",
            "A;B,C\\n",
            "\u{2028}\u{85}"
        ]),
        "\\PC{0,60}"
    ];
    feed("vCard", prop::collection::vec(names, 1..4), |names| {
        let cards: Vec<Value> = names.iter().map(|name| card(name)).collect();
        let message = json!({ "from": "5511988887777", "id": "w", "timestamp": "1", "type": "contacts", "contacts": cards });
        let split = split(webhook(&message).to_string().as_bytes(), now()).expect("JSON");
        let Some(Inbound::Message(read)) = split
            .events_of("1")
            .first()
            .map(|event| interpret(&event.raw))
        else {
            return;
        };
        let text = serde_json::to_string(&read).expect("JSON");
        // the first one stands behind its field's name
        let lines = text.split("\\r\\n");
        let heads = 1 + lines.filter(|line| *line == "BEGIN:VCARD").count();
        assert!(heads <= names.len(), "{text}");
    });
}

#[test]
fn no_damaged_link_or_token_is_good() {
    let signer = LinkSigner::new(&[3; 32]);
    let link = signer.sign(
        CompanyId(1),
        &"a".repeat(32),
        "foto.png",
        "image/png",
        now(),
    );
    let link = link.strip_prefix("/media/").expect("a link").to_owned();
    assert!(signer.verify(&link, now()).is_some());
    feed("media links", texts(&[&link]), move |text| {
        // the last letter has bits that mean nothing
        let is_same = text.len() == link.len() && text.starts_with(link.split_at(link.len() - 1).0);
        assert!(is_same || signer.verify(&text, now()).is_none(), "{text}");
    });
    let tokens = Tokens::new(&Key::new([4; 32]));
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6MSwiZXhwIjo5OTk5OTk5OTk5fQ.AAAA";
    feed(
        "access tokens",
        texts(&[token, "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30."]),
        move |text| {
            assert!(tokens.read(&text, now()).is_none(), "{text}");
        },
    );
}

#[test]
fn no_name_of_a_file_and_no_cursor_breaks_its_reading() {
    feed(
        "file names",
        texts(&[
            "../../etc/passwd",
            "a\u{202e}gnp.exe",
            "C:\\x\\y.pdf",
            "nota fiscal.pdf",
        ]),
        |name| {
            let clean = clean_name(&name);
            assert!(
                !clean.contains(['/', '\\', '\0', '\n', '\r', '\u{202e}']),
                "{clean:?}"
            );
            assert!(clean.chars().count() <= 120, "{clean:?}");
        },
    );
    feed(
        "cursors",
        texts(&[
            "1800000000000000_7",
            "-1_-1",
            "9223372036854775807_9223372036854775807",
        ]),
        |text| {
            if let Ok(cursor) = text.parse::<Cursor>() {
                assert_eq!(cursor.to_string().parse::<Cursor>().as_ref(), Ok(&cursor));
            }
        },
    );
    let files = [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"GIF89a",
        b"\xff\xd8\xff\xe0",
        b"%PDF-1.4",
        b"<svg",
        b"<!DOCTYPE html>",
        b"PK\x03\x04",
    ];
    feed(
        "file types",
        damaged(files.map(<[u8]>::to_vec).into()),
        |bytes| {
            let shown =
                guiche_storage::media::is_shown_inline(sniff(&bytes, Some("text/html")).mime);
            assert!(
                !shown || !bytes.trim_ascii_start().starts_with(b"<"),
                "{bytes:?}"
            );
        },
    );
}
