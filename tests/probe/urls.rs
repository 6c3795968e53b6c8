//! Addresses of the own network, written in every way, in everything that takes a text: nobody is called.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use guiche_actors::egress::{Egress, Limits};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    figure,
    support::{
        Request, connection,
        document::{Field, Kind, Route, routes},
        new_number,
        world::{Role, World, on_both_worlds},
    },
};

/// Whoever is called by mistake.
struct Listener {
    port: u16,
    calls: Arc<AtomicUsize>,
}

impl Listener {
    /// Takes calls on all addresses of this machine.
    async fn start() -> Self {
        let four = TcpListener::bind("0.0.0.0:0").await.expect("a port");
        let port = four.local_addr().expect("an address").port();
        let calls = Arc::new(AtomicUsize::new(0));
        let mut doors = vec![four];
        doors.extend(TcpListener::bind(format!("[::1]:{port}")).await);
        for door in doors {
            let calls = Arc::clone(&calls);
            tokio::spawn(async move {
                while door.accept().await.is_ok() {
                    calls.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        Self { port, calls }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

/// The inside of this machine and of the clouds, by every scheme.
fn corpus(port: u16) -> Vec<String> {
    let hosts = [
        "127.0.0.1",
        "localhost",
        "localhost.",
        "LOCALHOST",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "127.255.255.254",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "169.254.170.2",
        "192.0.0.192",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "metadata.google.internal",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "user@127.0.0.1",
        "example.com@127.0.0.1",
        "127.0.0.1%23.example.com",
        "127.0.0.1\\@example.com",
    ];
    let mut urls: Vec<String> = Vec::new();
    for host in hosts {
        for scheme in ["https", "http"] {
            urls.push(format!("{scheme}://{host}:{port}/"));
        }
    }
    for other in [
        "ftp", "gopher", "dict", "ldap", "file", "ws", "jar:http", "//", "http:\\",
    ] {
        urls.push(format!("{other}://127.0.0.1:{port}/"));
    }
    urls
}

#[tokio::test]
async fn the_client_for_foreign_addresses_calls_nobody_inside() {
    let listener = Listener::start().await;
    let egress = Egress::public().expect("a client");
    let (mut refused, urls) = (0, corpus(listener.port));
    for url in &urls {
        let Ok(url) = url.parse() else {
            refused += 1;
            continue;
        };
        let limits = Limits {
            total: std::time::Duration::from_millis(500),
            ..Limits::default()
        };
        let answer = egress.get(url, Some("secret"), limits).await;
        assert!(answer.is_err(), "{:?}", answer.map(|reply| reply.status()));
        refused += 1;
    }
    assert_eq!((refused, listener.calls()), (urls.len(), 0));
    figure(&format!(
        "{refused} addresses of the own network by the client: 0 connections"
    ));
}

/// A body with the address in every text.
fn with_everywhere(fields: &[Field], url: &str) -> Value {
    let value = |kind: &Kind| match kind {
        Kind::Text => Some(json!(url)),
        Kind::List(inner) => match &**inner {
            Kind::Object(fields) => Some(json!([with_everywhere(fields, url)])),
            Kind::Text => Some(json!([url])),
            _ => None,
        },
        Kind::Object(fields) => Some(with_everywhere(fields, url)),
        _ => None,
    };
    let pairs = fields
        .iter()
        .filter_map(|it| Some((it.name.clone(), value(&it.kind)?)));
    Value::Object(pairs.collect())
}

/// The address in each text alone, and in all of them.
async fn in_bodies(world: &World, route: &Route, fitting: &Request, url: &str) -> usize {
    let admin = world.session(Role::Admin).await;
    let fields = route.body.as_deref().unwrap_or_default();
    let everywhere = with_everywhere(fields, url);
    let mut bodies = vec![everywhere.clone()];
    for (name, value) in everywhere.as_object().expect("an object") {
        let mut body = fitting.body.clone().unwrap_or_default();
        body[name.as_str()] = value.clone();
        bodies.push(body);
    }
    for more in [
        "url",
        "link",
        "mediaUrl",
        "profilePicUrl",
        "webhook",
        "avatar",
        "callback",
    ] {
        let mut body = fitting.body.clone().unwrap_or_default();
        body[more] = json!(url);
        bodies.push(body);
    }
    let mut sent = 0;
    for body in bodies {
        let mut request = fitting.clone();
        request.body = Some(body);
        let answer = request.send(&admin).await;
        assert!(
            !answer.status.is_server_error(),
            "{}: {}",
            route.name(),
            answer.text
        );
        sent += 1;
    }
    sent
}

/// What customers send: names, texts, places, cards, links to files.
async fn by_customers(world: &World, url: &str) -> usize {
    let marina = world.session(Role::Attendant).await;
    let matriz = connection(&marina, "Matriz").await;
    let from = new_number();
    let place = json!({ "latitude": 1.0, "longitude": 2.0, "name": url, "address": url });
    let messages = [
        json!({ "type": "text", "body": url }),
        json!({ "type": "location", "location": place }),
        json!({ "type": "contacts", "contacts": [{ "name": url, "number": new_number() }] }),
        json!({ "type": "image", "media": { "link": url } }),
        json!({ "type": "document", "body": url, "media": { "link": url, "name": url } }),
    ];
    let address = format!("{}/simulator/{matriz}/messages", world.desk.operator);
    let client = reqwest::Client::new();
    for mut message in messages.clone() {
        message["from"] = json!(from);
        message["pushName"] = json!(url.get(..60).unwrap_or(url));
        let answer = client
            .post(&address)
            .json(&message)
            .send()
            .await
            .expect("an answer");
        assert!(!answer.status().is_server_error(), "{message}");
    }
    messages.len()
}

#[tokio::test]
async fn no_text_that_names_an_address_makes_the_desk_call_it() {
    on_both_worlds(async |world| {
        let listener = Listener::start().await;
        let urls = corpus(listener.port);
        let step = if super::is_full() { 1 } else { 16 };
        let things = world.things().await;
        let mut sent = 0;
        for url in urls.iter().step_by(step) {
            for route in routes().iter().filter(|it| it.body.is_some()) {
                sent += in_bodies(world, route, &Request::fitting(route, &things), url).await;
            }
            sent += by_customers(world, url).await;
        }
        world.clear_lines().await;
        // the last of them has been worked on
        world.things().await;
        assert_eq!(listener.calls(), 0);
        figure(&format!(
            "{sent} bodies with addresses of the own network: 0 connections"
        ));
    })
    .await;
}
