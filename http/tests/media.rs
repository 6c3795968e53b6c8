//! `/media/{token}`: what a browser may do with a file, and with half of one.

use actix_web::{
    cookie::Cookie,
    http::{StatusCode, header},
    test::{self, TestRequest},
};
use bytes::Bytes;
use chrono::TimeDelta;
use guiche_storage::{
    media::{FileHint, MediaLimits, MediaStore},
    model::CompanyId,
};

use super::support::{PASSWORD, TestDesk};
use crate::{
    api::media::{self, Files},
    middleware::media_pass::MediaPass,
    routes,
};

/// A JPEG of one pixel, as far as its headers go.
const JPEG: &[u8] = b"\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xd9";

struct Shown {
    desk: TestDesk,
    pass: Cookie<'static>,
    store: MediaStore,
}

struct Answer {
    status: StatusCode,
    headers: header::HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Shown {
    async fn new() -> Self {
        let desk = TestDesk::new().await;
        let pass = desk
            .login("marina@aurora.example", PASSWORD)
            .await
            .named_cookie("jmed");
        let store = MediaStore::open(&desk.app.config.data_dir, "node", b"key").unwrap();
        Self { desk, pass, store }
    }

    async fn link(&self, name: &str, bytes: &[u8]) -> String {
        let hint = FileHint {
            name,
            mime: Some("image/jpeg"),
        };
        let bytes = Bytes::copy_from_slice(bytes);
        let limits = MediaLimits::all(1 << 20);
        let file = self
            .store
            .keep_bytes(self.desk.company, bytes, hint, limits)
            .await
            .unwrap();
        let now = self.desk.app.clock.now();
        self.store
            .links()
            .sign(self.desk.company, &file.path, &file.name, &file.mime, now)
    }

    async fn send(&self, request: TestRequest) -> Answer {
        self.send_bare(request.cookie(self.pass.clone())).await
    }

    async fn send_bare(&self, request: TestRequest) -> Answer {
        let files = Files {
            media: self.store.clone(),
            clock: self.desk.app.clock.clone(),
            pass: MediaPass::of(&self.desk.app),
        };
        let app = routes::build(self.desk.app.clone(), media::configure(files));
        let response =
            test::call_service(&test::init_service(app).await, request.to_request()).await;
        let (status, headers) = (response.status(), response.headers().clone());
        Answer {
            status,
            headers,
            body: test::read_body(response).await,
        }
    }

    async fn get(&self, uri: &str) -> Answer {
        self.send(TestRequest::get().uri(uri)).await
    }

    async fn refuses(&self, uri: &str) {
        let answer = self.get(uri).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{uri}");
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(body["error"], "ERR_NOT_FOUND");
    }
}

#[actix_web::test]
async fn a_picture_is_shown_and_can_do_nothing() {
    let shown = Shown::new().await;
    let answer = shown.get(&shown.link("foto à beira.jpg", JPEG).await).await;
    assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, JPEG));
    assert_eq!(answer.header("content-type"), "image/jpeg");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(
        answer.header("content-security-policy"),
        "sandbox; default-src 'none'"
    );
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(
        answer.header("cache-control"),
        "private, max-age=3600, immutable"
    );
    assert_eq!(
        answer.header("content-disposition"),
        "inline; filename=\"foto _ beira.jpg\"; filename*=UTF-8''foto%20%C3%A0%20beira.jpg"
    );
}

#[actix_web::test]
async fn markup_and_unknown_files_are_only_downloads() {
    let shown = Shown::new().await;
    for (name, bytes) in [
        ("x.html", &b"<html><script>alert(1)</script>"[..]),
        ("x.jpg", b"\xef\xbb\xbf <svg onload=alert(1)>"),
        ("x.svg", b"<?xml version='1.0'?><svg/>"),
        ("x.exe", b"MZ\x90\0"),
        ("x.txt", b"texto"),
        ("x.jpg", b"\xff\xd8\xff<script>alert(1)</script>"),
    ] {
        let answer = shown.get(&shown.link(name, bytes).await).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(
            answer
                .header("content-disposition")
                .starts_with("attachment"),
            "{name}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").contains("sandbox"));
    }
}

#[actix_web::test]
async fn a_name_cannot_break_out_of_the_header() {
    let shown = Shown::new().await;
    let answer = shown
        .get(&shown.link("a\"\r\nX-Evil: 1; \\.txt", b"texto").await)
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.headers.get("x-evil").is_none());
    let disposition = answer.header("content-disposition");
    assert_eq!(disposition.matches('"').count(), 2, "{disposition}");
}

#[actix_web::test]
async fn a_part_of_a_file_can_be_asked_for() {
    let shown = Shown::new().await;
    let url = shown.link("x.txt", b"0123456789").await;
    let range = |value: &'static str| TestRequest::get().uri(&url).insert_header(("range", value));
    let part = shown.send(range("bytes=2-4")).await;
    assert_eq!(
        (part.status, &part.body[..]),
        (StatusCode::PARTIAL_CONTENT, &b"234"[..])
    );
    assert_eq!(part.header("content-range"), "bytes 2-4/10");
    assert_eq!(shown.send(range("bytes=-3")).await.body, "789");
    let outside = shown.send(range("bytes=50-")).await;
    assert_eq!(outside.status, StatusCode::RANGE_NOT_SATISFIABLE);
    let head = TestRequest::with_uri(&url).method(actix_web::http::Method::HEAD);
    assert_eq!(shown.send(head).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn forged_expired_and_orphaned_links_lead_nowhere() {
    let shown = Shown::new().await;
    let url = shown.link("x.jpg", JPEG).await;
    shown.refuses("/media/AAAA").await;
    shown.refuses("/media/..%2f..%2fsecrets").await;
    let swapped = if url.ends_with('A') { 'B' } else { 'A' };
    shown
        .refuses(&format!("{}{swapped}", url.get(..url.len() - 1).unwrap()))
        .await;
    let now = shown.desk.app.clock.now();
    let unknown = "00000000000000000000000000000000";
    let links = shown.store.links();
    shown
        .refuses(&links.sign(shown.desk.company, unknown, "x", "image/jpeg", now))
        .await;
    let foreign = shown.link("x.jpg", JPEG).await;
    let path = links
        .verify(foreign.strip_prefix("/media/").unwrap(), now)
        .unwrap()
        .path;
    shown
        .refuses(&links.sign(CompanyId(999), &path, "x", "image/jpeg", now))
        .await;
    shown.desk.pass(TimeDelta::hours(7));
    shown.refuses(&url).await;
}

#[actix_web::test]
async fn a_link_alone_is_not_enough_unless_it_is_an_open_one() {
    let shown = Shown::new().await;
    let url = shown.link("x.jpg", JPEG).await;
    let status = async |url: &str, pass: Option<Cookie<'static>>| {
        let request = TestRequest::with_uri(url);
        let request = pass.map_or(TestRequest::with_uri(url), |pass| request.cookie(pass));
        shown.send_bare(request).await.status
    };
    let good = shown.pass.clone();
    assert_eq!(status(&url, Some(good.clone())).await, StatusCode::OK);
    assert_eq!(status(&url, None).await, StatusCode::NOT_FOUND);
    let (said, _) = good.value().rsplit_once('.').unwrap();
    let forged = Cookie::new("jmed", format!("{said}.{}", "00".repeat(32)));
    assert_eq!(status(&url, Some(forged)).await, StatusCode::NOT_FOUND);

    let now = shown.desk.app.clock.now();
    let file = shown
        .store
        .links()
        .verify(url.strip_prefix("/media/").unwrap(), now);
    let file = file.unwrap();
    let links = shown.store.links();
    let open = links.sign_open(file.company, &file.path, "x.jpg", "image/jpeg", now);
    assert_eq!(status(&open, None).await, StatusCode::OK);

    // signing in anew ends the first sign-in, and its pass
    shown.desk.login("marina@aurora.example", PASSWORD).await;
    assert_eq!(status(&url, Some(good)).await, StatusCode::NOT_FOUND);
}
