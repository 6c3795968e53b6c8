//! Every body of the description spoilt in every way: a documented refusal, and nothing stored.

use std::collections::BTreeSet;

use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value};

use super::support::{
    Answer, Request, Session, Things, difference,
    document::{Field, Kind, Place, Route, Slot, Thing, error_codes, routes},
    world::{Role, World, on_both_worlds},
};

/// Longer than any text that the desk takes, shorter than any body that it refuses unread.
const LONG_CHARS: usize = 200_000;
/// More than any list may hold.
const MANY: usize = 10_000;
/// Deeper than anybody means it.
const DEPTH: usize = 20_000;
const JSON: &str = "application/json";

/// A body and whether it has to be refused; another may be taken, but must not make the server fail.
struct Case {
    content_type: &'static str,
    body: Vec<u8>,
    is_refused: bool,
}

impl Case {
    fn refused(body: impl Into<Vec<u8>>) -> Self {
        Self {
            content_type: JSON,
            body: body.into(),
            is_refused: true,
        }
    }

    fn either(body: impl Into<Vec<u8>>) -> Self {
        Self {
            is_refused: false,
            ..Self::refused(body)
        }
    }

    fn named(&self, route: &Route) -> String {
        let text = String::from_utf8_lossy(&self.body);
        let text: String = text.chars().take(160).collect();
        format!("{} {} {text}", route.name(), self.content_type)
    }
}

fn deep() -> String {
    format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH))
}

fn long() -> String {
    format!("\"{}\"", "a".repeat(LONG_CHARS))
}

/// A body with one field given as it stands.
fn with(base: &Map<String, Value>, field: &str, raw: &[u8]) -> Vec<u8> {
    let mut others = base.clone();
    others.remove(field);
    let others = Value::Object(others).to_string();
    let mut body = others.trim_end_matches('}').as_bytes().to_vec();
    if body.len() > 1 {
        body.push(b',');
    }
    body.extend(format!("\"{field}\":").bytes());
    body.extend(raw);
    body.push(b'}');
    body
}

/// The body as a whole.
fn spoilt_bodies(base: &Map<String, Value>) -> Vec<Case> {
    let text = Value::Object(base.clone()).to_string();
    let mut cases: Vec<Case> = [
        "",
        " ",
        "{",
        "{\"a\": ",
        "{}}",
        "[]",
        "[{}]",
        "null",
        "7",
        "true",
        "\"x\"",
        "\u{feff}{}",
    ]
    .map(Case::refused)
    .into();
    cases.push(Case::refused(&text.as_bytes()[..text.len() - 1]));
    cases.push(Case::refused(format!("{text} x")));
    cases.push(Case::refused(deep()));
    cases.push(Case::either(with(base, "x", deep().as_bytes())));
    cases.push(Case::either(with(base, "x", br#""\ud800""#)));
    cases.push(Case::either(with(base, "x", b"\"\xff\"")));
    let values = Value::Array(base.values().cloned().collect());
    cases.push(Case::refused(values.to_string()));
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "text/html",
    ] {
        cases.push(Case {
            content_type,
            ..Case::refused(text.clone())
        });
    }
    cases
}

/// Values that a field of this kind never holds.
fn wrong_values(kind: &Kind) -> Vec<Vec<u8>> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    let mut wrong: Vec<Vec<u8>> = match kind {
        Kind::Text => texts(&[
            "7",
            "true",
            "{}",
            "[]",
            "\"\\ud800\"",
            "\"\\udc00a\"",
            "\"a\\u0000b\"",
        ]),
        Kind::Word => texts(&[
            "7",
            "true",
            "{}",
            "[]",
            "\"gone\"",
            "\"\\ud800\"",
            "\"OPEN\"",
        ]),
        Kind::Whole => texts(&[
            "\"x\"",
            "\"1.5\"",
            "1.5",
            "{}",
            "[]",
            "9223372036854775808",
            "1e400",
        ]),
        Kind::Number => texts(&["\"x\"", "true", "{}", "[]", "1e400"]),
        Kind::Flag => texts(&["\"yes\"", "2", "{}", "[]"]),
        Kind::Either => texts(&[
            "\"x\"",
            "true",
            "1.5",
            "[]",
            "{}",
            "{\"id\":\"x\"}",
            "{\"id\":null}",
        ]),
        Kind::Object(_) => texts(&["\"x\"", "7", "[]"]),
        Kind::List(_) => texts(&["\"x\"", "7", "{}"]),
    };
    wrong.extend(wrong_inside(kind));
    wrong.push(deep().into_bytes());
    wrong
}

/// The same as far as it depends on what is inside.
fn wrong_inside(kind: &Kind) -> Vec<Vec<u8>> {
    match kind {
        Kind::Text | Kind::Word => vec![long().into_bytes(), b"\"\xff\"".to_vec()],
        Kind::List(inner) => {
            let many = vec![right_value(inner); MANY].join(",");
            let inside = wrong_values(inner).into_iter();
            let lists = inside.map(|value| [b"[", &value[..], b"]"].concat());
            lists.chain([format!("[{many}]").into_bytes()]).collect()
        }
        Kind::Object(fields) => {
            let right = |field: &Field| (field.name.clone(), Value::String("x".into()));
            let right: Map<_, _> = fields.iter().map(right).collect();
            let each = fields.iter().flat_map(|field| {
                let values = wrong_values(&field.kind).into_iter();
                let right = &right;
                values.map(move |value| with(right, &field.name, &value))
            });
            each.collect()
        }
        Kind::Whole | Kind::Number | Kind::Flag | Kind::Either => Vec::new(),
    }
}

/// A value that a field of this kind may hold.
fn right_value(kind: &Kind) -> String {
    match kind {
        Kind::Text | Kind::Word => "\"x\"".to_owned(),
        Kind::Flag => "true".to_owned(),
        Kind::Whole | Kind::Number | Kind::Either => "1".to_owned(),
        Kind::List(inner) => format!("[{}]", right_value(inner)),
        Kind::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|it| format!("\"{}\":{}", it.name, right_value(&it.kind)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
    }
}

/// One field of the body.
fn spoilt_field(base: &Map<String, Value>, field: &Field, slot: Option<&Slot>) -> Vec<Case> {
    let wrong = wrong_values(&field.kind).into_iter();
    let mut cases: Vec<Case> = wrong
        .map(|value| Case::refused(with(base, &field.name, &value)))
        .collect();
    if field.is_required {
        let mut without = base.clone();
        without.remove(&field.name);
        cases.push(Case::refused(Value::Object(without).to_string()));
        cases.push(Case::refused(with(base, &field.name, b"null")));
    }
    for number in ["-1", "0", "9223372036854775807", "-9223372036854775808"] {
        let value = match slot {
            Some(slot) if slot.is_list => format!("[{number}]"),
            _ => number.to_owned(),
        };
        let body = with(base, &field.name, value.as_bytes());
        match (&field.kind, slot) {
            // stands for the root of a queue's menu
            (_, Some(slot)) if slot.name == "parentId" && number == "-1" => {}
            (_, Some(_)) => cases.push(Case::refused(body)),
            (Kind::Whole | Kind::Number, None) => cases.push(Case::either(body)),
            _ => {}
        }
    }
    cases
}

fn cases(route: &Route, base: &Map<String, Value>) -> Vec<Case> {
    let mut cases = spoilt_bodies(base);
    for field in route.body.iter().flatten() {
        let is_it = |slot: &&Slot| slot.place == Place::Body && slot.name == field.name;
        let slot = route.slots.iter().find(is_it);
        cases.extend(spoilt_field(base, field, slot));
    }
    cases
}

/// That a refusal is one of those that the route is described with.
fn check_refusal(what: &str, route: &Route, answer: &Answer, codes: &BTreeSet<String>) {
    if answer.refuses_each() {
        let results = answer.body["results"].as_array().into_iter().flatten();
        let mut told = results.map(|one| one["error"].as_str().unwrap_or_default());
        assert!(
            told.all(|code| codes.contains(code)),
            "{what}: {}",
            answer.body
        );
        return;
    }
    let (status, code) = answer.refusal();
    let refused = answer.status.is_client_error() && route.statuses.contains(&status);
    assert!(refused, "{what}: {status} {}", answer.body);
    assert!(codes.contains(code), "{what}: {status} {}", answer.body);
}

async fn send(session: &Session, route: &Route, address: &str, case: &Case) -> Answer {
    let method = route.method.clone();
    session
        .raw(method, address, case.content_type, &case.body)
        .await
}

/// Sends a route every spoilt body. Things that a body which was taken may have used up are made anew.
async fn spoil(
    world: &World,
    route: &Route,
    codes: &BTreeSet<String>,
    things: &mut Things,
) -> usize {
    let admin = world.session(Role::Admin).await;
    let request = Request::fitting(route, things);
    let address = request.address();
    let base = request.body.as_ref().and_then(Value::as_object);
    let cases = cases(route, base.expect("an object"));
    let before = world.desk.rows_of(admin.company());
    for case in cases.iter().filter(|case| case.is_refused) {
        let answer = send(&admin, route, &address, case).await;
        check_refusal(&case.named(route), route, &answer, codes);
    }
    let stored = difference(&before, &world.desk.rows_of(admin.company()));
    assert!(stored.is_empty(), "{}: {}", route.name(), stored.join("\n"));
    let mut is_taken = false;
    for case in cases.iter().filter(|case| !case.is_refused) {
        let answer = send(&admin, route, &address, case).await;
        is_taken |= answer.status.is_success();
        if !answer.status.is_success() {
            check_refusal(&case.named(route), route, &answer, codes);
        }
    }
    if is_taken {
        // a number that waits for its phone changes by itself
        world.clear_lines().await;
        *things = world.things().await;
    }
    cases.len()
}

#[tokio::test]
async fn no_spoilt_body_is_taken_and_none_makes_the_server_fail() {
    // spec: S114
    on_both_worlds(async |world| {
        let (codes, mut things) = (error_codes(), world.things().await);
        let mut sent = 0;
        for route in routes().iter().filter(|route| route.body.is_some()) {
            sent += spoil(world, route, &codes, &mut things).await;
        }
        assert!(sent > 300, "{sent}");
    })
    .await;
}

#[tokio::test]
async fn no_spoilt_address_makes_the_server_fail() {
    // spec: S114
    let long = "9".repeat(4000);
    let words = [
        "abc",
        "-1",
        "0",
        "1.5",
        "1e3",
        "%20",
        "%00",
        "%ff",
        "%ed%a0%80",
        "%7B%7D",
        "[-1]",
        "[null]",
        "9223372036854775808",
        "' OR 1=1 --",
        "../1",
        &long,
    ];
    on_both_worlds(async |world| {
        let (codes, things) = (error_codes(), world.things().await);
        let admin = world.session(Role::Admin).await;
        for route in routes() {
            let request = Request::fitting(&route, &things);
            let method = || route.method.clone();
            let in_path = route.slots.iter().filter(|slot| slot.place == Place::Path);
            for (slot, word) in in_path.flat_map(|slot| words.map(|word| (slot, word))) {
                let id = word.replace([' ', '/', '[', ']', '\''], "%20");
                let spoilt = request.with(&route, slot, &Value::String(id));
                let address = spoilt.address();
                let answer = admin.call(method(), &address, spoilt.body.as_ref()).await;
                check_refusal(&address, &route, &answer, &codes);
            }
            for (name, word) in route
                .query
                .iter()
                .flat_map(|name| words.map(|word| (name, word)))
            {
                let word = word.replace([' ', '\'', '[', ']'], "%20");
                let base = request.clone().without(name).address();
                let mark = if base.contains('?') { '&' } else { '?' };
                let address = format!("{base}{mark}{name}={word}");
                let answer = admin.call(method(), &address, request.body.as_ref()).await;
                if !answer.status.is_success() {
                    check_refusal(&address, &route, &answer, &codes);
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn no_spoilt_form_is_taken() {
    // spec: S101
    on_both_worlds(async |world| {
        let (codes, things) = (error_codes(), world.things().await);
        let marina = world.session(Role::Attendant).await;
        let routes = routes();
        let route = routes.iter().find(|it| it.name() == "POST /messages/{id}");
        let route = route.expect("the route that takes forms");
        let address = format!("/messages/{}", things[&Thing::Ticket]);
        let before = world.desk.rows_of(marina.company());
        let part = "--b\r\nContent-Disposition: form-data; name=\"body\"\r\n\r\nOi";
        let nul = "--b\r\nContent-Disposition: form-data; name=\"body\"\r\n\r\nO\0i\r\n--b--\r\n";
        for (content_type, body) in [
            ("multipart/form-data", ""),
            ("multipart/form-data", "--b--"),
            ("multipart/form-data; boundary=", "--b--"),
            ("multipart/form-data; boundary=b", ""),
            ("multipart/form-data; boundary=b", "--b--\r\n"),
            ("multipart/form-data; boundary=b", part),
            ("multipart/form-data; boundary=b", nul),
            (
                "multipart/form-data; boundary=b",
                "--b\r\n\r\nOi\r\n--b--\r\n",
            ),
        ] {
            let method = route.method.clone();
            let answer = marina.raw(method, &address, content_type, body).await;
            check_refusal(&format!("{content_type} {body:?}"), route, &answer, &codes);
        }
        let long = "a".repeat(LONG_CHARS);
        for (name, value) in [
            ("body", long.as_str()),
            ("body", "  "),
            ("clientId", long.as_str()),
            ("quotedMsg", "{"),
            ("quotedMsg", "-1"),
            ("quotedMsg", "{\"id\":\"x\"}"),
        ] {
            let form = Form::new().text("body", "Oi").text(name, value.to_owned());
            let form = match name {
                "body" => Form::new().text("body", value.to_owned()),
                _ => form.part("medias", Part::bytes(b"texto".to_vec()).file_name("a.txt")),
            };
            let answer = marina.upload(&address, form).await;
            check_refusal(&format!("{name} of a form"), route, &answer, &codes);
        }
        let stored = difference(&before, &world.desk.rows_of(marina.company()));
        assert!(stored.is_empty(), "{}", stored.join("\n"));
    })
    .await;
}
