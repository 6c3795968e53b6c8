//! Media files: what they are taken for, where they lie, their rows and links.

use std::path::Path;

use bytes::Bytes;
use chrono::Duration;

use super::support::{both, company, now};
use crate::{
    Db, StorageError,
    media::{
        self, FileHint, LinkSigner, MediaLimits, MediaState, MediaStore, StoredMedia, clean_name,
        is_shown_inline, sniff,
    },
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId, inbound::RemoteMedia, message::MediaKind,
    },
};

const KEY: &[u8] = b"a signing key of thirty-two bytes";
const CONNECTION: ConnectionId = ConnectionId(7);

pub(super) fn store(dir: &Path) -> MediaStore {
    MediaStore::open(dir, "node", KEY).unwrap()
}

/// A PNG header that says `width` × `height`.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

pub(super) async fn keep(
    store: &MediaStore,
    name: &str,
    bytes: &[u8],
) -> Result<StoredMedia, StorageError> {
    let hint = FileHint {
        name,
        mime: Some("image/png"),
    };
    let bytes = Bytes::copy_from_slice(bytes);
    store
        .keep_bytes(CompanyId(3), bytes, hint, MediaLimits::all(1 << 20))
        .await
}

fn utf16(text: &str, mark: [u8; 2], big: bool) -> Vec<u8> {
    let units = text.encode_utf16();
    let bytes = units.flat_map(|unit| {
        if big {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    });
    mark.into_iter().chain(bytes).collect()
}

// spec: S046
#[test]
fn files_are_what_their_bytes_say() {
    use MediaKind::{Audio, Document, Image, Video};
    let table: &[(&[u8], &str, MediaKind)] = &[
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg", Image),
        (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", "image/png", Image),
        (b"GIF89a\x01\0\x01\0", "image/gif", Image),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp", Image),
        (b"OggS\0\x02\0\0\0\0\0\0\0\0OpusHead", "audio/ogg", Audio),
        (b"ID3\x04\0\0\0\0\0\0", "audio/mpeg", Audio),
        (b"\xff\xfb\x90\x64\0\0", "audio/mpeg", Audio),
        (b"\xff\xf1\x50\x80", "audio/aac", Audio),
        (b"#!AMR\n", "audio/amr", Audio),
        (b"RIFF\x10\0\0\0WAVEfmt ", "audio/wav", Audio),
        (b"\0\0\0\x20ftypM4A \0\0\0\0", "audio/mp4", Audio),
        (b"\0\0\0\x20ftypisom\0\0\0\0", "video/mp4", Video),
        (b"\0\0\0\x14ftyp3gp4\0\0\0\0", "video/3gpp", Video),
        (
            b"\x1a\x45\xdf\xa3\x42\x82\x84webm V_VP8",
            "video/webm",
            Video,
        ),
        (
            b"\x1a\x45\xdf\xa3\x42\x82\x84webm A_OPUS",
            "audio/webm",
            Audio,
        ),
        (
            b"\x1a\x45\xdf\xa3\x42\x82\x88matroska V_VP8",
            "video/x-matroska",
            Document,
        ),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "image/heic", Document),
        (b"%PDF-1.7\n", "application/pdf", Document),
        (b"PK\x03\x04\x14\0\0\0\0\0", "application/zip", Document),
        (b"MZ\x90\0\x03", "application/x-msdownload", Document),
        (b"BEGIN:VCARD\nVERSION:3.0\n", "text/vcard", Document),
        ("Olá, tudo bem?\n".as_bytes(), "text/plain", Document),
        (b"\x00\x01\x02\x03", "application/octet-stream", Document),
        (b"", "application/octet-stream", Document),
    ];
    for (bytes, mime, kind) in table {
        let found = sniff(bytes, None);
        assert_eq!(
            (found.mime, found.kind),
            (*mime, *kind),
            "{:?}",
            bytes.escape_ascii().to_string()
        );
    }
}

// spec: S046
#[test]
fn kinds_of_files_have_their_words_on_the_wire() {
    for (kind, word) in [
        (MediaKind::Image, "image"),
        (MediaKind::Audio, "audio"),
        (MediaKind::Video, "video"),
        (MediaKind::Document, "application"),
    ] {
        assert_eq!((kind.as_str(), MediaKind::parse(word)), (word, Some(kind)));
        assert_eq!(serde_json::to_value(kind).unwrap(), word);
    }
    // what is no file
    assert_eq!(MediaKind::parse("vcard"), None);
}

#[test]
fn markup_is_a_download_however_it_is_disguised() {
    let html = "<html><script>alert(1)</script>";
    let table: &[Vec<u8>] = &[
        html.into(),
        b"  \r\n\t<!DOCTYPE html><p>".to_vec(),
        b"\xef\xbb\xbf<SCRIPT>alert(1)</SCRIPT>".to_vec(),
        b"\xef\xbb\xbf \n<!-- picture --><svg onload=alert(1)>".to_vec(),
        b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
        b"<?xml version='1.0'?><x/>".to_vec(),
        b"<svg/onload=alert(1)>".to_vec(),
        b"\0\0<html>".to_vec(),
        b"\x0c<iframe src=x>".to_vec(),
        b"<x:html xmlns:x='http://www.w3.org/1999/xhtml'/>".to_vec(),
        utf16(html, [0xff, 0xfe], false),
        utf16(html, [0xfe, 0xff], true),
    ];
    for bytes in table {
        for declared in [
            None,
            Some("image/png"),
            Some("audio/ogg"),
            Some("text/html"),
        ] {
            let found = sniff(bytes, declared);
            assert_eq!(found.kind, MediaKind::Document);
            assert!(!is_shown_inline(found.mime), "{}", found.mime);
        }
    }
}

#[test]
fn a_declared_type_cannot_make_a_picture() {
    assert_eq!(sniff(b"plain text", Some("image/png")).mime, "text/plain");
    assert_eq!(
        sniff(b"MZ\x90\0", Some("audio/mpeg")).kind,
        MediaKind::Document
    );
    let voice = sniff(b"\0\0\0\x20ftypisom\0\0\0\0", Some("audio/mp4"));
    assert_eq!(voice.kind, MediaKind::Audio);
}

#[tokio::test]
async fn a_polyglot_without_a_size_is_no_picture() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let fake = keep(&store, "x.jpg", b"\xff\xd8\xff<script>alert(1)</script>")
        .await
        .unwrap();
    assert_eq!(
        (fake.kind, fake.mime.as_str()),
        (MediaKind::Document, "application/octet-stream")
    );
    let bomb = keep(&store, "x.png", &png(20_000, 20_000)).await.unwrap();
    assert_eq!((bomb.kind, bomb.width), (MediaKind::Document, None));
    let picture = keep(&store, "x.png", &png(640, 480)).await.unwrap();
    assert_eq!(
        (picture.kind, picture.width, picture.height),
        (MediaKind::Image, Some(640), Some(480))
    );
}

#[test]
fn names_lose_paths_and_tricks_and_keep_their_letters() {
    let table = [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\boleto.pdf", "boleto.pdf"),
        ("Orçamento nº 3.pdf", "Orçamento nº 3.pdf"),
        ("foto\u{202e}gpj.exe", "fotogpj.exe"),
        ("a\0b\r\nc\u{200b}.txt", "abc.txt"),
        ("..", "arquivo"),
        (".htaccess", "htaccess"),
        ("", "arquivo"),
        ("   ", "arquivo"),
    ];
    for (given, kept) in table {
        assert_eq!(clean_name(given), kept);
    }
    let long = clean_name(&format!("{}.pdf", "á".repeat(500)));
    assert_eq!(long.chars().count(), 120);
    assert!(long.ends_with("á.pdf"));
}

#[tokio::test]
async fn files_lie_under_random_names_in_the_folder_of_their_company() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let kept = keep(&store, "../../evil.png", &png(2, 2)).await.unwrap();
    assert_eq!(kept.name, "evil.png");
    let place = dir
        .path()
        .join("media/3")
        .join(kept.path.get(..2).unwrap())
        .join(&kept.path);
    assert_eq!(store.file_path(CompanyId(3), &kept.path).unwrap(), place);
    assert_eq!(std::fs::read(place).unwrap(), png(2, 2));
    assert_eq!(
        store.read(CompanyId(3), &kept.path, 1024).await.unwrap(),
        png(2, 2)
    );
    for foreign in [
        "../3/x",
        "",
        "aa/../../x",
        &kept.path.to_uppercase(),
        &format!("{}/", kept.path),
    ] {
        assert!(
            store.file_path(CompanyId(3), foreign).is_none(),
            "{foreign}"
        );
    }
    let other = store.read(CompanyId(4), &kept.path, 1024).await;
    assert!(matches!(
        other,
        Err(StorageError::Refused(ErrorCode::NotFound))
    ));
    let large = store.read(CompanyId(3), &kept.path, 3).await;
    assert!(matches!(
        large,
        Err(StorageError::Refused(ErrorCode::PayloadTooLarge))
    ));
    store.remove(CompanyId(3), &kept.path).await.unwrap();
    store.remove(CompanyId(3), &kept.path).await.unwrap();
}

#[tokio::test]
async fn a_file_above_the_limit_of_its_kind_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let limits = MediaLimits {
        image_bytes_max: 10,
        ..MediaLimits::all(1000)
    };
    let refused = store
        .keep_bytes(CompanyId(3), png(2, 2).into(), FileHint::default(), limits)
        .await;
    assert!(matches!(
        refused,
        Err(StorageError::Refused(ErrorCode::PayloadTooLarge))
    ));
    assert!(
        std::fs::read_dir(dir.path().join("media"))
            .unwrap()
            .next()
            .is_none()
    );
    assert!(
        std::fs::read_dir(dir.path().join("tmp"))
            .unwrap()
            .next()
            .is_none()
    );
}

#[tokio::test]
async fn a_temporary_file_goes_unless_it_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let mut dropped = store.create_temp().await.unwrap();
    dropped.write(b"half").await.unwrap();
    drop(dropped);
    let mut kept = store.create_temp().await.unwrap();
    kept.write(b"whole").await.unwrap();
    kept.finish().await.unwrap();
    let hint = FileHint::default();
    let stored = store
        .keep_file(CompanyId(1), kept.path(), hint, MediaLimits::all(99))
        .await
        .unwrap();
    drop(kept);
    assert_eq!(
        store.read(CompanyId(1), &stored.path, 99).await.unwrap(),
        "whole"
    );
    assert!(
        std::fs::read_dir(dir.path().join("tmp"))
            .unwrap()
            .next()
            .is_none()
    );
}

fn token(url: &str) -> &str {
    url.strip_prefix("/media/").unwrap()
}

#[test]
fn a_link_leads_to_its_file_for_some_hours() {
    let signer = LinkSigner::new(KEY);
    let path = "0123456789abcdef0123456789abcdef";
    let url = signer.sign(
        CompanyId(3),
        path,
        "Nota nº 1.pdf",
        "application/pdf",
        now(),
    );
    let link = signer.verify(token(&url), now()).unwrap();
    assert_eq!((link.company, link.path.as_str()), (CompanyId(3), path));
    assert_eq!(
        (link.name.as_str(), link.mime.as_str()),
        ("Nota nº 1.pdf", "application/pdf")
    );
    let later = now() + Duration::minutes(59);
    assert_eq!(
        signer.sign(
            CompanyId(3),
            path,
            "Nota nº 1.pdf",
            "application/pdf",
            later
        ),
        url
    );
    assert!(
        signer
            .verify(token(&url), now() + Duration::hours(6))
            .is_some()
    );
    assert!(
        signer
            .verify(token(&url), now() + Duration::hours(7))
            .is_none()
    );
}

#[test]
fn a_changed_link_leads_nowhere() {
    let signer = LinkSigner::new(KEY);
    let path = "0123456789abcdef0123456789abcdef";
    let url = signer.sign(CompanyId(3), path, "x", "image/png", now());
    let good = token(&url);
    assert!(
        LinkSigner::new(b"another key")
            .verify(good, now())
            .is_none()
    );
    for at in 0..good.len() {
        let mut changed = good.as_bytes().to_vec();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(signer.verify(&changed, now()).is_none(), "byte {at}");
        assert!(signer.verify(good.get(..at).unwrap(), now()).is_none());
    }
    assert!(signer.verify(&"A".repeat(100_000), now()).is_none());
    let outside = signer.sign(CompanyId(3), "../../../etc/passwd", "x", "image/png", now());
    assert!(signer.verify(token(&outside), now()).is_none());
}

async fn pending(db: &Db, company: CompanyId) -> MediaId {
    let remote = RemoteMedia {
        id: "m1".into(),
        file_name: Some("a/b.jpg".into()),
        ..RemoteMedia::default()
    };
    db.write(async |conn| {
        media::insert_pending(conn, company, CONNECTION, now(), MediaKind::Image, &remote).await
    })
    .await
    .unwrap()
}

async fn claim(db: &Db, company: CompanyId, seconds: i64) -> Vec<i64> {
    let at = now() + Duration::seconds(seconds);
    let claimed = db
        .write(async |conn| media::claim_pending(conn, company, CONNECTION, at, 10).await)
        .await
        .unwrap();
    claimed.iter().map(|file| file.attempts).collect()
}

fn stored() -> StoredMedia {
    StoredMedia {
        path: "0123456789abcdef0123456789abcdef".into(),
        name: "b.jpg".into(),
        mime: "image/jpeg".into(),
        kind: MediaKind::Image,
        size: 3,
        width: Some(1),
        height: Some(2),
        duration: None,
    }
}

#[tokio::test]
async fn a_file_to_fetch_is_tried_again_later_and_later() {
    both(async |db| {
        let (ours, theirs) = (company(&db, "Aurora").await, company(&db, "Vida").await);
        pending(&db, ours).await;
        assert!(claim(&db, theirs, 0).await.is_empty());
        assert_eq!(claim(&db, ours, 0).await, [1]);
        assert!(claim(&db, ours, 4).await.is_empty());
        assert_eq!(claim(&db, ours, 5).await, [2]);
        assert!(claim(&db, ours, 14).await.is_empty());
        assert_eq!(claim(&db, ours, 15).await, [3]);
    })
    .await;
}

#[tokio::test]
async fn a_fetched_file_is_ready_once_and_a_lost_one_is_given_up() {
    both(async |db| {
        let (ours, theirs) = (company(&db, "Aurora").await, company(&db, "Vida").await);
        let (good, bad) = (pending(&db, ours).await, pending(&db, ours).await);
        db.write(async |conn| {
            assert!(!media::complete(conn, theirs, now(), good, &stored()).await?);
            assert!(media::complete(conn, ours, now(), good, &stored()).await?);
            assert!(!media::complete(conn, ours, now(), good, &stored()).await?);
            assert!(!media::fail(conn, ours, now(), bad, ("slow", false)).await?);
            assert!(!media::fail(conn, theirs, now(), bad, ("gone", true)).await?);
            assert!(media::fail(conn, ours, now(), bad, ("gone", true)).await?);
            let row = media::get(conn, ours, good).await?;
            assert_eq!(
                (row.state, row.size, row.name.as_str()),
                (MediaState::Ready, Some(3), "b.jpg")
            );
            assert_eq!(media::get(conn, ours, bad).await?.state, MediaState::Failed);
            let foreign = media::get(conn, theirs, good).await;
            assert!(matches!(
                foreign,
                Err(StorageError::Refused(ErrorCode::NotFound))
            ));
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
        assert!(claim(&db, ours, 1_000_000).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_node_removes_its_own_unfinished_files_and_no_other_nodes() {
    let dir = tempfile::tempdir().unwrap();
    let at_work = MediaStore::open(dir.path(), "first", KEY).unwrap();
    let mut arriving = at_work.create_temp().await.unwrap();
    arriving.write(b"half").await.unwrap();
    std::fs::write(dir.path().join("tmp/second-0"), b"left by a kill").unwrap();
    MediaStore::open(dir.path(), "second", KEY).unwrap();
    assert!(arriving.path().exists());
    assert!(!dir.path().join("tmp/second-0").exists());
}
