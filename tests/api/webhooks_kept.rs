//! The secrets, addresses and crashes of what a company's own systems are told (rule B24).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA,
    bot_peer::{HOST, Peer, Reply},
    connection, new_number, open_ticket,
    support::{Backend, backends, on_both, until},
};

use super::webhooks_out::{ALL, Stage, signature, takes};

#[tokio::test]
async fn a_secret_is_shown_once_and_the_one_before_it_signs_for_a_day() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        let other = stage
            .admin
            .post(&stage.path("/secret"), &json!({}))
            .await
            .ok();
        let other = other["secret"].as_str().expect("a secret").to_owned();
        assert_ne!(other, stage.secret);
        stage.test().await;
        until("it was told", async || stage.peer.asked().len() == 1).await;
        let asked = &stage.peer.asked()[0];
        let both = format!(
            "{} {}",
            signature(&other, asked),
            signature(&stage.secret, asked)
        );
        assert_eq!(asked.headers["webhook-signature"], both);
        assert!(stage.hook().await["previousSecretUntil"].is_string());
        stage
            .desk
            .execute("UPDATE webhooks SET previous_until = created_at");
        stage.test().await;
        until("it was told", async || stage.peer.asked().len() == 2).await;
        let asked = &stage.peer.asked()[1];
        assert_eq!(asked.headers["webhook-signature"], signature(&other, asked));
        for path in [
            "/webhooks".to_owned(),
            stage.path(""),
            stage.path("/deliveries"),
            "/audit".to_owned(),
        ] {
            let told = stage.admin.get(&path).await.text;
            assert!(!told.contains("whsec_"), "{path}");
        }
        assert!(!stage.desk.log().contains("whsec_"));
        let stored =
            "SELECT COUNT(*) FROM webhooks WHERE CAST(sealed_secret AS TEXT) LIKE '%whsec%'";
        assert_eq!(stage.desk.number(stored), 0, "sealed at rest");
    }
}

#[tokio::test]
async fn no_address_of_the_own_network_is_called_however_it_is_written() {
    for backend in backends() {
        let inside = Peer::start(takes);
        let target = inside.url.replace(HOST, "localhost");
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        for url in [
            "https://127.0.0.1/x",
            "http://127.0.0.3/x",
            "https://localhost@127.0.0.1/",
            "https://[::1]/",
            "https://169.254.169.254/latest/meta-data",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://10.0.0.1/",
            "http://sistema.exemplo.com.br/",
            "ftp://sistema.exemplo.com.br/",
            "https://nome:senha@sistema.exemplo.com.br/",
            "sistema.exemplo.com.br",
            "",
        ] {
            let wish = json!({ "name": "Dentro", "url": url, "events": ["ticket.closed"] });
            let refused = stage.admin.post("/webhooks", &wish).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{url}");
            let refused = stage
                .admin
                .put(&stage.path(""), &json!({ "url": url }))
                .await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{url}");
        }
        // a name is looked at when it is called
        stage
            .admin
            .put(&stage.path(""), &json!({ "url": "https://localhost/x" }))
            .await
            .ok();
        let told = stage.test().await;
        let told = stage.tried(&told, 1).await;
        assert_eq!(
            (&told["lastError"], &told["lastStatus"]),
            (&json!("forbidden"), &Value::Null)
        );
        // a redirect is an answer, and nobody follows it
        let elsewhere = Redirect::to(&format!("{target}/x"));
        stage
            .admin
            .put(&stage.path(""), &json!({ "url": elsewhere }))
            .await
            .ok();
        let told = stage.test().await;
        let told = stage.tried(&told, 1).await;
        assert_eq!(
            (&told["lastStatus"], &told["state"]),
            (&json!(302), &json!("waiting"))
        );
        assert!(inside.asked().is_empty());
    }
}

/// A system that sends everybody elsewhere.
struct Redirect;

impl Redirect {
    fn to(target: &str) -> String {
        use std::io::{Read as _, Write as _};
        let listener = std::net::TcpListener::bind((HOST, 0)).expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let answer = format!(
            "HTTP/1.1 302 X\r\nlocation: {target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut some = [0; 4_096];
                let _ = stream.read(&mut some);
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        url
    }
}

#[tokio::test]
async fn a_server_that_dies_after_the_commit_tells_it_when_it_is_back() {
    for backend in backends() {
        let held = Peer::start(|_| Reply::Held(json!({})));
        let stage = Stage::start(backend, held, &["message.received"]).await;
        let matriz = connection(&stage.admin, "Matriz").await;
        for body in ["um", "dois", "três", "quatro", "cinco", "seis"] {
            stage.desk.say(matriz, &new_number(), "Bia", body).await;
        }
        let rows = "SELECT COUNT(*) FROM webhook_deliveries";
        until("all are stored", async || stage.desk.number(rows) == 6).await;
        // some are on their way, and the others have not begun: four at once of one address
        until("some are called", async || stage.peer.asked().len() == 4).await;
        stage.desk.kill();
        stage.peer.turn(takes);
        stage.peer.go();
        stage.desk.run().await;
        until("all are taken", async || {
            stage.log("delivered").await.len() == 6
        })
        .await;
        let mut heard: Vec<String> = Vec::new();
        let mut names = BTreeSet::new();
        for asked in stage.peer.asked() {
            let body = asked.body["data"]["message"]["body"]
                .as_str()
                .expect("a text");
            if names.insert(asked.headers["webhook-id"].clone()) {
                heard.push(body.to_owned());
            }
        }
        heard.sort();
        assert_eq!(heard, ["cinco", "dois", "quatro", "seis", "três", "um"]);
        assert_eq!(
            stage.peer.asked().len(),
            10,
            "the four were told again under their names"
        );
    }
}

#[tokio::test]
async fn several_nodes_call_once_for_each_attempt() {
    for backend in backends().into_iter().filter(|it| *it == Backend::Postgres) {
        let stage = Stage::start(backend, Peer::start(takes), &["message.received"]).await;
        let others = [
            stage.desk.start_peer("2").await,
            stage.desk.start_peer("3").await,
        ];
        let matriz = connection(&stage.admin, "Matriz").await;
        let number = new_number();
        for count in 0..30 {
            let node = others.get(count % 3).unwrap_or(&stage.desk);
            node.say(matriz, &number, "Bia", &format!("Mensagem {count}"))
                .await;
        }
        until("all are taken", async || {
            stage
                .desk
                .number("SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'delivered'")
                == 30
        })
        .await;
        let asked = stage.peer.asked();
        let names: BTreeSet<_> = asked.iter().map(|one| &one.headers["webhook-id"]).collect();
        assert_eq!((asked.len(), names.len()), (30, 30));
        let tries = "SELECT COUNT(*) FROM webhook_attempts";
        assert_eq!(stage.desk.number(tries), 30);
    }
}

#[tokio::test]
async fn an_address_is_checked_counted_and_its_company_s_alone() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let url = "https://sistema.exemplo.com.br/guiche";
        let good =
            json!({ "name": "ERP", "url": url, "events": ["ticket.closed", "ticket.closed"] });
        for (field, bad) in [
            ("name", json!("x")),
            ("name", Value::Null),
            ("url", Value::Null),
            ("events", json!([])),
            ("events", json!(["ticket.opened"])),
            ("events", json!(["webhook.test"])),
            ("events", Value::Null),
        ] {
            let mut wish = good.clone();
            wish[field] = bad;
            let refused = admin.post("/webhooks", &wish).await;
            assert_eq!(
                refused.refusal(),
                (400, "ERR_VALIDATION"),
                "{field} {}",
                wish[field]
            );
        }
        let mut made = Vec::new();
        let room = 20
            - admin
                .get("/webhooks")
                .await
                .ok()
                .as_array()
                .map_or(0, Vec::len);
        for _ in 0..room {
            made.push(admin.post("/webhooks", &good).await.ok());
        }
        assert_eq!(
            admin.post("/webhooks", &good).await.refusal(),
            (400, "ERR_WEBHOOK_LIMIT")
        );
        assert_eq!(made[0]["events"], json!(["ticket.closed"]));
        let own = format!("/webhooks/{}", made[0]["id"]);
        assert_eq!(
            vida.get(&own).await.refusal(),
            (404, "ERR_NO_WEBHOOK_FOUND")
        );
        for one in made {
            admin.delete(&format!("/webhooks/{}", one["id"])).await.ok();
        }
        assert_eq!(
            admin.get(&own).await.refusal(),
            (404, "ERR_NO_WEBHOOK_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn one_that_is_switched_off_by_hand_is_told_nothing_of_that_time() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| Reply::Status(503)), &ALL).await;
        let marina = stage.desk.session(MARINA).await;
        let waiting = stage.test().await;
        stage.tried(&waiting, 1).await;
        let switch = async |is_on: bool| {
            let wish = json!({ "active": is_on });
            stage.admin.put(&stage.path(""), &wish).await.ok()
        };
        let off = switch(false).await;
        assert_eq!(
            (&off["active"], &off["offReason"]),
            (&json!(false), &Value::Null)
        );
        assert_eq!(stage.delivery(&waiting).await["state"], "failed");
        let (silent, _) = open_ticket(&stage.desk, &marina).await;
        let rows = "SELECT COUNT(*) FROM webhook_deliveries";
        assert_eq!(stage.desk.number(rows), 1);
        stage.peer.turn(takes);
        switch(true).await;
        let (told, _) = open_ticket(&stage.desk, &marina).await;
        until("it is told again", async || {
            !stage.log("delivered").await.is_empty() && stage.log("waiting").await.is_empty()
        })
        .await;
        let asked = stage.peer.asked();
        let of = |ticket: &Value| {
            let created = asked
                .iter()
                .filter(|one| one.body["type"] == "ticket.created");
            created
                .filter(|one| one.body["data"]["ticket"]["id"] == ticket["id"])
                .count()
        };
        assert_eq!((of(&silent), of(&told)), (0, 1));
    }
}

#[tokio::test]
async fn what_was_told_of_a_person_goes_with_him() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        let marina = stage.desk.session(MARINA).await;
        let (ticket, number) = open_ticket(&stage.desk, &marina).await;
        until("it was told", async || {
            !stage.log("delivered").await.is_empty()
        })
        .await;
        until("nothing waits", async || {
            stage.log("waiting").await.is_empty()
        })
        .await;
        let path = format!("/contacts/{}/data", ticket["contactId"]);
        stage.admin.delete(&path).await.ok();
        let left = format!("SELECT COUNT(*) FROM webhook_deliveries WHERE body LIKE '%{number}%'");
        assert_eq!(stage.desk.number(&left), 0);
    }
}
