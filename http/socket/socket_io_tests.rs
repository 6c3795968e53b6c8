//! Reading and writing Socket.IO packets, hostile ones included.

use serde_json::json;

use super::*;

fn read(message: &str) -> Result<Option<Packet>, DecodeError> {
    Decoder::new(1_000).text(&message.into())
}

fn refused(message: &str) -> DecodeError {
    match read(message) {
        Err(error) => error,
        Ok(packet) => panic!("{message:?} was read as {packet:?}"),
    }
}

fn main(body: Body) -> Packet {
    Packet {
        namespace: MAIN,
        body,
    }
}

fn event(ack: Option<u64>, args: Vec<Value>) -> Body {
    Body::Event {
        ack,
        name: "message".into(),
        payload: args.into(),
    }
}

/// Feeds frames as the wire would, without the Engine.IO type.
fn read_frames(frames: Vec<Frame>) -> Result<Option<Packet>, DecodeError> {
    let mut decoder = Decoder::new(1_000);
    let mut last = Ok(None);
    for frame in frames {
        last = match frame {
            Frame::Text(text) => decoder.text(&text.slice_ref(text.get(1..).unwrap())),
            Frame::Binary(bytes) => decoder.binary(bytes),
        };
    }
    last
}

fn samples() -> Vec<(Packet, &'static str)> {
    let mut samples = plain_samples();
    samples.extend(binary_samples());
    samples
}

fn plain_samples() -> Vec<(Packet, &'static str)> {
    let custom = ByteString::from_static("/custom");
    let sid = json!({"sid": "x"}).as_object().cloned();
    vec![
        (main(Body::Connect(None)), "40"),
        (main(Body::Connect(sid.clone())), r#"40{"sid":"x"}"#),
        (
            Packet {
                namespace: custom.clone(),
                body: Body::Connect(sid),
            },
            r#"40/custom,{"sid":"x"}"#,
        ),
        (main(Body::Disconnect), "41"),
        (
            Packet {
                namespace: custom.clone(),
                body: Body::Disconnect,
            },
            "41/custom,",
        ),
        (
            main(event(None, vec![json!(1), json!("2")])),
            r#"42["message",1,"2"]"#,
        ),
        (main(event(Some(456), vec![])), r#"42456["message"]"#),
        (
            Packet {
                namespace: custom.clone(),
                body: event(Some(7), vec![json!({"3": [true]})]),
            },
            r#"42/custom,7["message",{"3":[true]}]"#,
        ),
        (
            main(Body::Ack {
                id: 0,
                payload: vec![json!(null)].into(),
            }),
            "430[null]",
        ),
        (
            main(Body::Ack {
                id: u64::MAX,
                payload: vec![].into(),
            }),
            "4318446744073709551615[]",
        ),
        (
            Packet {
                namespace: custom,
                body: Body::ConnectError(json!({"message": "no"})),
            },
            r#"44/custom,{"message":"no"}"#,
        ),
    ]
}

fn binary_samples() -> Vec<(Packet, &'static str)> {
    let holder = |num: u64| json!({"_placeholder": true, "num": num});
    let bytes = || {
        vec![
            Bytes::from_static(&[1, 2, 3]),
            Bytes::from_static(&[4, 5, 6]),
        ]
    };
    vec![
        (
            main(Body::Event {
                ack: Some(789),
                name: "m".into(),
                payload: Payload {
                    args: vec![holder(0), json!([holder(1)])],
                    attachments: bytes(),
                },
            }),
            r#"452-789["m",{"_placeholder":true,"num":0},[{"_placeholder":true,"num":1}]]"#,
        ),
        (
            main(Body::Ack {
                id: 9,
                payload: Payload {
                    args: vec![holder(1), holder(0)],
                    attachments: bytes(),
                },
            }),
            r#"462-9[{"_placeholder":true,"num":1},{"_placeholder":true,"num":0}]"#,
        ),
    ]
}

#[test]
fn every_packet_is_written_as_the_protocol_says_and_read_back() {
    for (packet, wire) in samples() {
        let frames = encode(&packet);
        assert_eq!(frames.first(), Some(&Frame::Text(wire.into())));
        assert_eq!(read_frames(frames), Ok(Some(packet)), "{wire}");
    }
}

#[test]
fn a_namespace_may_come_without_its_comma() {
    let body = |text| read(text).unwrap().unwrap();
    assert_eq!(body("0/custom").namespace, "/custom");
    assert_eq!(body("0/custom,").namespace, "/custom");
    assert_eq!(body("0/").namespace, "/");
    assert_eq!(body("1/custom").body, Body::Disconnect);
}

#[test]
fn every_prefix_of_every_packet_is_read_or_refused_without_a_panic() {
    for (_, wire) in samples() {
        for end in 1..=wire.len() {
            let _ = read(wire.get(1..end).unwrap());
        }
    }
    let cut = refused(r#"2["message",1,"2""#);
    assert_eq!(cut, DecodeError::Payload);
}

/// Malformed messages and what is said of them.
const REFUSED: &[(&str, DecodeError)] = &[
    ("", DecodeError::Empty),
    ("abc", DecodeError::UnknownType('a')),
    ("7", DecodeError::UnknownType('7')),
    ("é", DecodeError::UnknownType('é')),
    ("2", DecodeError::Payload),
    ("2{}", DecodeError::Payload),
    ("2[]", DecodeError::Payload),
    ("2[1]", DecodeError::Payload),
    ("2[null]", DecodeError::Payload),
    ("2\"message\"", DecodeError::Payload),
    ("2[\"a\"]x", DecodeError::Payload),
    ("2[\"a\"]\u{0}", DecodeError::Payload),
    ("2[\"a\",1e999]", DecodeError::Payload),
    ("2[\"connect\"]", DecodeError::Payload),
    ("2[\"disconnecting\",1]", DecodeError::Payload),
    ("2abc[\"a\"]", DecodeError::Payload),
    ("2-1[\"a\"]", DecodeError::Payload),
    ("2+1[\"a\"]", DecodeError::Payload),
    ("299999999999999999999999[\"a\"]", DecodeError::AckId),
    ("3[]", DecodeError::AckId),
    ("31{}", DecodeError::Payload),
    ("01{}", DecodeError::AckId),
    ("0[]", DecodeError::Payload),
    ("0null", DecodeError::Payload),
    ("0\"token\"", DecodeError::Payload),
    ("1{}", DecodeError::Payload),
    ("12", DecodeError::Payload),
    ("4", DecodeError::Payload),
    ("5", DecodeError::Attachments),
    ("5-[\"a\"]", DecodeError::Attachments),
    ("5[\"a\"]", DecodeError::Attachments),
    ("511-[\"a\"]", DecodeError::Attachments),
    ("599999999999999999999999-[\"a\"]", DecodeError::Attachments),
    ("51-", DecodeError::Payload),
    (
        "51-[\"a\",{\"_placeholder\":true}]",
        DecodeError::Placeholder,
    ),
    (
        "51-[\"a\",{\"_placeholder\":true,\"num\":1}]",
        DecodeError::Placeholder,
    ),
    (
        "51-[\"a\",{\"_placeholder\":true,\"num\":-1}]",
        DecodeError::Placeholder,
    ),
    (
        "51-[\"a\",{\"_placeholder\":true,\"num\":\"0\"}]",
        DecodeError::Placeholder,
    ),
    (
        "51-[\"a\",{\"b\":[{\"_placeholder\":true,\"num\":1e9}]}]",
        DecodeError::Placeholder,
    ),
    (
        "50-[\"a\",{\"_placeholder\":true,\"num\":0}]",
        DecodeError::Placeholder,
    ),
];

#[test]
fn what_is_no_packet_is_refused_with_its_reason() {
    for (message, error) in REFUSED {
        assert_eq!(refused(message), *error, "{message:?}");
    }
}

#[test]
fn depth_and_names_are_bounded() {
    let deep = format!("2[\"a\",{}{}]", "[".repeat(200), "]".repeat(200));
    assert_eq!(refused(&deep), DecodeError::Payload);
    let long = format!("0/{},", "n".repeat(NAMESPACE_BYTES_MAX));
    assert_eq!(refused(&long), DecodeError::Namespace);
}

#[test]
fn a_placeholder_in_a_plain_event_is_plain_json() {
    let packet = read(r#"2["a",{"_placeholder":true,"num":5}]"#)
        .unwrap()
        .unwrap();
    assert_eq!(encode(&packet).len(), 1);
}

#[test]
fn a_binary_event_without_attachments_is_complete_at_once() {
    let packet = read(r#"50-["a",1]"#).unwrap().unwrap();
    assert_eq!(
        packet.body,
        Body::Event {
            ack: None,
            name: "a".into(),
            payload: vec![json!(1)].into()
        }
    );
}

#[test]
fn frames_out_of_order_are_refused() {
    let mut decoder = Decoder::new(1_000);
    assert_eq!(
        decoder.binary(Bytes::new()),
        Err(DecodeError::StrayAttachment)
    );
    let announced = r#"51-["a",{"_placeholder":true,"num":0}]"#;
    assert_eq!(decoder.text(&announced.into()), Ok(None));
    assert_eq!(
        decoder.text(&"1".into()),
        Err(DecodeError::TextForAttachment)
    );
}

#[test]
fn attachments_are_bounded_together() {
    let mut decoder = Decoder::new(10);
    assert_eq!(decoder.text(&r#"52-["a"]"#.into()), Ok(None));
    assert_eq!(decoder.binary(Bytes::from_static(&[0; 6])), Ok(None));
    assert_eq!(
        decoder.binary(Bytes::from_static(&[0; 6])),
        Err(DecodeError::TooLarge)
    );
    assert_eq!(
        decoder.binary(Bytes::new()),
        Err(DecodeError::StrayAttachment)
    );
}

#[test]
fn a_shared_event_frame_is_what_the_packet_would_be() {
    let packet = main(Body::Event {
        ack: None,
        name: "company-1-\"ticket\"".into(),
        payload: vec![json!({"seq": 3})].into(),
    });
    let shared = encode_event("company-1-\"ticket\"", "{\"seq\":3}");
    assert_eq!(encode(&packet), vec![Frame::Text(shared)]);
}
