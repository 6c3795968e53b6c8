//! The client against real sockets of this machine.

use std::{
    net::{IpAddr, Ipv4Addr, TcpListener},
    time::Duration,
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use reqwest::{Method, Url};

use super::{Egress, EgressError, Limits};

/// A server on 127.0.0.1 that redirects, lets wait, and answers with what it was sent.
fn server() -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = HttpServer::new(|| {
        App::new()
            .route("/hop/{left}", web::get().to(hop))
            .route(
                "/away",
                web::get().to(|| async { found("http://127.0.0.2:9/") }),
            )
            .route("/to", web::get().to(to))
            .route(
                "/big",
                web::get().to(|| async { HttpResponse::Ok().body(vec![b'x'; 2000]) }),
            )
            .route("/hang", web::get().to(hang))
            .route("/headers", web::get().to(headers))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)
    .unwrap()
    .run();
    actix_rt::spawn(server);
    format!("http://127.0.0.1:{port}/").parse().unwrap()
}

fn found(location: &str) -> HttpResponse {
    HttpResponse::Found()
        .insert_header(("location", location))
        .finish()
}

async fn hop(left: web::Path<u32>) -> HttpResponse {
    match *left {
        0 => HttpResponse::Ok().body("there"),
        left => found(&format!("/hop/{}", left - 1)),
    }
}

/// Redirects to what its query says, letter by letter.
async fn to(request: HttpRequest) -> HttpResponse {
    found(request.query_string())
}

async fn hang() -> HttpResponse {
    std::future::pending().await
}

async fn headers(request: HttpRequest) -> String {
    let header = |name| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    format!("{:?} {:?}", header("user-agent"), header("authorization"))
}

fn only_one(address: IpAddr) -> bool {
    address == IpAddr::V4(Ipv4Addr::LOCALHOST)
}

/// The rules of the public client, for a world in which 127.0.0.1 is the only public address.
fn small_world() -> Egress {
    Egress::with_rule(Some(only_one), false).unwrap()
}

async fn get(egress: &Egress, url: Url) -> Result<String, EgressError> {
    let body = egress
        .get(url, Some("token"), Limits::default())
        .await?
        .bytes()
        .await?;
    Ok(String::from_utf8_lossy(&body).into_owned())
}

#[actix_rt::test]
async fn public_client_refuses_what_is_not_public_https() {
    let egress = Egress::public().unwrap();
    for url in [
        "http://example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://localhost/",
        "https://user:pass@example.com/",
    ] {
        let answer = get(&egress, url.parse().unwrap()).await;
        assert!(
            matches!(answer, Err(EgressError::Forbidden(_))),
            "{url}: {answer:?}"
        );
    }
}

#[actix_rt::test]
async fn two_redirects_are_followed_and_each_is_checked() {
    let (egress, base) = (small_world(), server());
    assert_eq!(
        get(&egress, base.join("hop/2").unwrap()).await.unwrap(),
        "there"
    );
    for path in ["hop/3", "away"] {
        let answer = get(&egress, base.join(path).unwrap()).await;
        assert!(
            matches!(answer, Err(EgressError::Forbidden(_))),
            "{path}: {answer:?}"
        );
    }
    let by_name = base.as_str().replace("127.0.0.1", "localhost");
    let strict = Egress::with_rule(Some(|_| false), false).unwrap();
    let answer = get(&strict, by_name.parse().unwrap()).await;
    assert!(
        matches!(answer, Err(EgressError::Forbidden(_))),
        "{answer:?}"
    );
}

#[actix_rt::test]
async fn no_redirect_leads_to_a_forbidden_address_however_it_is_written() {
    let (egress, base) = (small_world(), server());
    // only 127.0.0.1 is public in this world
    let inside = std::net::TcpListener::bind("127.0.0.2:0").unwrap();
    let port = inside.local_addr().unwrap().port();
    inside.set_nonblocking(true).unwrap();
    for host in [
        "127.0.0.2",
        "127.2",
        "2130706434",
        "0x7f000002",
        "0177.0.0.2",
        "[::ffff:127.0.0.2]",
        "[::ffff:7f00:2]",
        "[::1]",
        "0.0.0.0",
        "user@127.0.0.1",
        "127.0.0.1@127.0.0.2",
    ] {
        for scheme in [
            "http://",
            "https://",
            "//",
            "ftp://",
            "gopher://",
            "file://",
        ] {
            let target = format!("to?{scheme}{host}:{port}/");
            let answer = get(&egress, base.join(&target).unwrap()).await;
            assert!(
                matches!(answer, Err(EgressError::Forbidden(_))),
                "{target}: {answer:?}"
            );
        }
    }
    assert!(inside.accept().is_err(), "nobody called");
}

#[actix_rt::test]
async fn calls_name_the_product_and_carry_the_token() {
    let answer = get(&small_world(), server().join("headers").unwrap())
        .await
        .unwrap();
    let product = concat!("guiche/", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        answer,
        format!("Some(\"{product}\") Some(\"Bearer token\")")
    );
}

#[actix_rt::test]
async fn bodies_end_at_their_limit_and_leave_no_file() {
    let (egress, base) = (Egress::trusted().unwrap(), server());
    let limits = Limits {
        body_bytes_max: 1999,
        ..Limits::default()
    };
    let big = || egress.get(base.join("big").unwrap(), None, limits);
    assert!(matches!(
        big().await.unwrap().bytes().await,
        Err(EgressError::TooLarge(1999))
    ));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(matches!(
        big().await.unwrap().save(&path).await,
        Err(EgressError::TooLarge(1999))
    ));
    assert!(!path.exists());

    let all = egress
        .get(base.join("big").unwrap(), None, Limits::default())
        .await
        .unwrap();
    assert_eq!(all.save(&path).await.unwrap().bytes, 2000);
    assert_eq!(std::fs::read(&path).unwrap().len(), 2000);
}

#[actix_rt::test]
async fn failures_say_whether_anything_was_sent() {
    let egress = Egress::trusted().unwrap();
    let base = server();
    let send = async |url: Url, total: Duration| {
        let limits = Limits {
            total,
            ..Limits::default()
        };
        egress
            .send(egress.request(Method::GET, url).unwrap(), limits)
            .await
            .map(|_| ())
    };
    assert!(matches!(
        send(base.join("hang").unwrap(), Duration::from_millis(200)).await,
        Err(EgressError::Lost(_))
    ));

    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    for (url, why) in [
        (format!("http://127.0.0.1:{free}/"), "refused"),
        ("http://no-such-name.invalid/".to_owned(), "no such name"),
        (base.as_str().replace("http:", "https:"), "no TLS there"),
    ] {
        let answer = send(url.parse().unwrap(), Duration::from_secs(10)).await;
        assert!(
            matches!(answer, Err(EgressError::NotSent(_))),
            "{why}: {answer:?}"
        );
    }
}
