//! The rules of a connection, turned by hand.

use super::*;

const fn ms(value: u64) -> Duration {
    Duration::from_millis(value)
}

const RULES: Settings = Settings {
    ping_interval: ms(300),
    ping_timeout: ms(200),
    connect_timeout: ms(10_000),
    payload_bytes_max: 1_000,
    layer: Layer::Socket {
        namespaces: &["/", "/custom"],
    },
};

fn open() -> Connection {
    Connection::open(RULES, "engine".into()).0
}

fn text(data: &str) -> Frame {
    Frame::Text(data.into())
}

fn receive(connection: &mut Connection, data: &str) -> Vec<Output> {
    connection.step(ms(1), Input::Received(text(data)))
}

fn joined(namespace: &'static str) -> Connection {
    let mut connection = open();
    receive(&mut connection, &format!("40{namespace},"));
    let accept = Input::Accept {
        namespace: ByteString::from_static(namespace),
        sid: "s".into(),
    };
    assert_eq!(connection.step(ms(1), accept).len(), 1);
    connection
}

#[test]
fn opens_with_its_rules() {
    let (connection, frame) = Connection::open(RULES, "engine".into());
    let engine_io::Packet::Open(handshake) = engine_io::decode(frame).unwrap() else {
        panic!("not an open packet")
    };
    assert_eq!(handshake.sid, "engine");
    assert_eq!(
        (handshake.ping_interval, handshake.ping_timeout),
        (300, 200)
    );
    assert_eq!(handshake.max_payload, 1_000);
    assert_eq!(connection.due(), ms(300));
}

#[test]
fn the_application_is_asked_and_its_answer_is_written() {
    let mut connection = open();
    let asked = receive(&mut connection, r#"40{"token":"123"}"#);
    let auth = json!({"token": "123"}).as_object().cloned().unwrap();
    assert_eq!(
        asked,
        vec![Output::Connect {
            namespace: "/".into(),
            auth
        }]
    );
    assert!(!connection.is_joined("/"));

    let accept = Input::Accept {
        namespace: "/".into(),
        sid: "s1".into(),
    };
    let written = connection.step(ms(2), accept.clone());
    assert_eq!(written, vec![Output::Send(text(r#"40{"sid":"s1"}"#))]);
    assert!(connection.is_joined("/"));
    assert_eq!(
        connection.step(ms(3), accept),
        vec![],
        "an answer is good for one question"
    );
}

#[test]
fn a_refused_client_may_ask_again() {
    let mut connection = open();
    receive(&mut connection, "40");
    let refuse = Input::Refuse {
        namespace: "/".into(),
        error: json!({"message": "no"}),
    };
    let written = connection.step(ms(2), refuse.clone());
    assert_eq!(written, vec![Output::Send(text(r#"44{"message":"no"}"#))]);
    assert_eq!(connection.step(ms(2), refuse), vec![]);
    assert!(matches!(
        receive(&mut connection, "40").as_slice(),
        [Output::Connect { .. }]
    ));
}

#[test]
fn an_unknown_namespace_is_answered_and_the_connection_stays() {
    let mut connection = open();
    let answer = r#"44/random,{"message":"Invalid namespace"}"#;
    assert_eq!(
        receive(&mut connection, "40/random"),
        vec![Output::Send(text(answer))]
    );
    assert!(matches!(
        receive(&mut connection, "40").as_slice(),
        [Output::Connect { .. }]
    ));
}

#[test]
fn namespaces_are_joined_and_left_one_by_one() {
    let mut connection = joined("/");
    receive(&mut connection, "40/custom");
    connection.step(
        ms(1),
        Input::Accept {
            namespace: "/custom".into(),
            sid: "s".into(),
        },
    );
    assert_eq!(
        receive(&mut connection, "41/custom"),
        vec![Output::Left("/custom".into())]
    );
    let event = receive(&mut connection, r#"42["message",1]"#);
    assert!(matches!(event.as_slice(), [Output::Event(event)] if event.namespace == "/"));
    let again = receive(&mut connection, "40/custom,");
    assert!(matches!(again.as_slice(), [Output::Connect { .. }]));
}

#[test]
fn events_come_out_with_their_attachments() {
    let mut connection = joined("/custom");
    let head = r#"451-/custom,7["file",{"_placeholder":true,"num":0}]"#;
    assert_eq!(receive(&mut connection, head), vec![]);
    let bytes = bytes::Bytes::from_static(&[1, 2]);
    let done = connection.step(ms(1), Input::Received(Frame::Binary(bytes.clone())));
    let [Output::Event(event)] = done.as_slice() else {
        panic!("{done:?}")
    };
    assert_eq!((event.name.as_str(), event.ack), ("file", Some(7)));
    assert_eq!(event.payload.attachments, vec![bytes]);
}

#[test]
fn an_answer_nobody_asked_for_is_dropped() {
    assert_eq!(receive(&mut joined("/"), "433[]"), vec![]);
}

#[test]
fn frames_that_end_the_connection() {
    use engine_io::DecodeError as Engine;
    use socket_io::DecodeError as Socket;
    let cases = [
        ("1", Ending::ClientLeft),
        ("abc", Ending::Engine(Engine::UnknownType('a'))),
        ("", Ending::Engine(Engine::Empty)),
        ("4abc", Ending::Socket(Socket::UnknownType('a'))),
        ("42{}", Ending::Socket(Socket::Payload)),
        ("42abc[\"a\"]", Ending::Socket(Socket::Payload)),
        ("2", Ending::OutOfPlace),
        ("5", Ending::OutOfPlace),
        ("40", Ending::OutOfPlace),
        ("42/custom,[\"a\"]", Ending::OutOfPlace),
        ("41/custom", Ending::OutOfPlace),
        ("42/random,[\"a\"]", Ending::OutOfPlace),
        ("44{}", Ending::OutOfPlace),
    ];
    for (frame, ending) in cases {
        let mut connection = joined("/");
        assert_eq!(
            receive(&mut connection, frame),
            vec![Output::Close(ending)],
            "{frame:?}"
        );
        assert_eq!(
            receive(&mut connection, "40"),
            vec![],
            "nothing after the end"
        );
    }
}

#[test]
fn an_event_before_the_answer_to_connect_ends_the_connection() {
    let mut connection = open();
    receive(&mut connection, "40");
    let ended = receive(&mut connection, r#"42["a"]"#);
    assert_eq!(ended, vec![Output::Close(Ending::OutOfPlace)]);
}

#[test]
fn pings_and_gives_up_without_an_answer() {
    let mut connection = joined("/");
    assert_eq!(
        connection.step(ms(300), Input::Tick),
        vec![Output::Send(text("2"))]
    );
    assert_eq!(connection.step(ms(310), Input::Received(text("3"))), vec![]);
    assert_eq!(connection.due(), ms(600));
    assert_eq!(
        connection.step(ms(600), Input::Tick),
        vec![Output::Send(text("2"))]
    );
    assert_eq!(connection.step(ms(799), Input::Tick), vec![]);
    assert_eq!(
        connection.step(ms(800), Input::Tick),
        vec![Output::Close(Ending::PingTimeout)]
    );
}

#[test]
fn whoever_joins_nothing_is_sent_away() {
    let rules = Settings {
        connect_timeout: ms(250),
        ..RULES
    };
    let mut connection = Connection::open(rules, "e".into()).0;
    assert_eq!(connection.due(), ms(250));
    receive(&mut connection, "40/random");
    receive(&mut connection, "40");
    assert_eq!(
        connection.step(ms(250), Input::Tick),
        vec![Output::Close(Ending::NotJoined)]
    );
}

#[test]
fn leaving_the_last_namespace_starts_the_time_to_join_anew() {
    let rules = Settings {
        connect_timeout: ms(250),
        ..RULES
    };
    let mut connection = Connection::open(rules, "e".into()).0;
    receive(&mut connection, "40");
    connection.step(
        ms(1),
        Input::Accept {
            namespace: "/".into(),
            sid: "s".into(),
        },
    );
    assert_eq!(
        connection.due(),
        ms(300),
        "only the ping is due while joined"
    );
    connection.step(ms(299), Input::Received(text("41")));
    assert_eq!(
        connection.step(ms(548), Input::Tick),
        vec![Output::Send(text("2"))]
    );
    assert_eq!(
        connection.step(ms(549), Input::Tick),
        vec![Output::Close(Ending::NotJoined)]
    );
}

/// Rules under which nobody is asked for a sign of life.
fn unasked() -> Connection {
    let settings = Settings {
        ping_interval: ms(100_000_000),
        ..RULES
    };
    Connection::open(settings, "engine".into()).0
}

fn is_sent_away(connection: &mut Connection, now: Duration) -> bool {
    connection.step(now, Input::Tick) == [Output::Close(Ending::NotJoined)]
}

#[test]
fn leaving_one_of_two_namespaces_starts_no_time() {
    let mut connection = unasked();
    for namespace in ["/", "/custom"] {
        receive(&mut connection, &format!("40{namespace},"));
        let accept = Input::Accept {
            namespace: namespace.into(),
            sid: "s".into(),
        };
        connection.step(ms(1), accept);
    }
    receive(&mut connection, "41/custom,");
    assert!(connection.is_joined("/"));
    assert!(!is_sent_away(&mut connection, ms(50_000)));
}

#[test]
fn whoever_is_refused_again_and_again_gets_no_more_time() {
    let mut connection = unasked();
    for second in 1..10 {
        receive(&mut connection, "40");
        let refuse = Input::Refuse {
            namespace: "/".into(),
            error: json!({}),
        };
        assert_eq!(connection.step(ms(second * 1_000), refuse).len(), 1);
    }
    assert!(!is_sent_away(&mut connection, ms(9_999)));
    assert!(is_sent_away(&mut connection, ms(10_000)));
}

#[test]
fn an_engine_only_connection_hands_messages_over_as_they_are() {
    let rules = Settings {
        layer: Layer::Engine,
        connect_timeout: ms(1),
        ..RULES
    };
    let mut connection = Connection::open(rules, "e".into()).0;
    assert_eq!(connection.due(), ms(300), "there is nothing to join");
    assert_eq!(
        receive(&mut connection, "4abc"),
        vec![Output::Message(text("4abc"))]
    );
    let bytes = Frame::Binary(bytes::Bytes::from_static(&[1, 2]));
    let out = connection.step(ms(1), Input::Received(bytes.clone()));
    assert_eq!(out, vec![Output::Message(bytes)]);
    let ended = receive(&mut connection, "abc");
    assert!(matches!(
        ended.as_slice(),
        [Output::Close(Ending::Engine(_))]
    ));
}

/// Every sequence of three from a set of fitting and unfitting frames keeps the promises: at most
/// one end, nothing after it, and a state that can still say when it is due.
#[test]
fn no_sequence_of_frames_breaks_the_machine() {
    let frames = [
        "40",
        "40/custom",
        "41",
        "41/custom",
        "3",
        "6",
        "1",
        "2",
        "",
        "4",
        "42[\"a\"]",
        "421[\"a\"]",
        "451-[\"a\",{\"_placeholder\":true,\"num\":0}]",
        "431[]",
        "44{}",
        "0{}",
        "4\u{7f}",
        "43",
    ];
    let binary = Frame::Binary(bytes::Bytes::from_static(&[0]));
    let mut inputs: Vec<Input> = frames
        .iter()
        .map(|frame| Input::Received(text(frame)))
        .collect();
    inputs.push(Input::Received(binary));
    inputs.push(Input::Tick);
    inputs.push(Input::Accept {
        namespace: "/".into(),
        sid: "s".into(),
    });
    inputs.push(Input::Refuse {
        namespace: "/".into(),
        error: json!({}),
    });
    for first in &inputs {
        for second in &inputs {
            for third in &inputs {
                let mut connection = open();
                let mut ended = false;
                for (at, input) in [first, second, third].into_iter().enumerate() {
                    let now = ms(400 * at as u64);
                    let outputs = connection.step(now, input.clone());
                    assert!(!ended || outputs.is_empty());
                    ended |= outputs
                        .iter()
                        .any(|output| matches!(output, Output::Close(_)));
                    assert!(connection.due() <= now + ms(10_000));
                }
            }
        }
    }
}
