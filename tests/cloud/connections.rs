//! A number is entered, verified by Meta, loses its token and gets a new one.

use serde_json::json;

use super::{
    graph::{Answer, Graph},
    support::{TestSocket, backends, until, until_connection},
    world::{ADMIN, Line, World, new_line, on_both, sign, start, text, unique},
};

fn secrets(line: &Line) -> [&str; 3] {
    [&line.access_token, &line.app_secret, &line.verify_token]
}

#[tokio::test]
async fn the_secrets_of_a_number_never_come_back() {
    // spec: A099
    for backend in backends() {
        let desk = start(backend).await;
        let admin = desk.session(ADMIN).await;
        let mut socket = TestSocket::open(&desk, &admin).await;
        let line = new_line(&desk).await;
        let session = format!("company-{}-whatsappSession", admin.company());
        socket
            .event_where(&session, |it| it["session"]["status"] == "CONNECTED")
            .await;

        let path = format!("/whatsapp/{}", line.connection);
        let shown = admin.get(&path).await.ok();
        assert_eq!(shown["number"], "551140028922");
        assert_eq!(shown["cloud"]["phoneNumberId"], line.number_id.as_str());
        assert_eq!(shown["cloud"]["accessTokenSet"], true);
        let mut seen = vec![
            shown.to_string(),
            admin.get("/whatsapp?session=0").await.ok().to_string(),
            admin
                .put(&path, &json!({ "name": "Outra" }))
                .await
                .ok()
                .to_string(),
            admin
                .put(&path, &json!({ "accessToken": "x y" }))
                .await
                .body
                .to_string(),
        ];
        socket
            .event_where(&format!("company-{}-whatsapp", admin.company()), |it| {
                it["whatsapp"]["name"] == "Outra"
            })
            .await;
        seen.extend(socket.seen.iter().map(|(_, payload)| payload.to_string()));
        seen.push(desk.log());
        for text in &seen {
            for secret in secrets(&line) {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
        for file in ["guiche.db", "guiche.db-wal"] {
            let stored = std::fs::read(desk.data_dir().join(file)).unwrap_or_default();
            for secret in secrets(&line) {
                let found = stored
                    .windows(secret.len())
                    .any(|part| part == secret.as_bytes());
                assert!(!found, "{secret} in {file}");
            }
        }
    }
}

#[tokio::test]
async fn meta_verifies_the_webhook_with_the_token_of_this_number_only() {
    on_both(async |world| {
        let ask = async |mode: &str, token: &str, connection: i64| {
            let url = format!("{}/api/webhooks/whatsapp/{connection}", world.desk.base);
            let query = [
                ("hub.mode", mode),
                ("hub.verify_token", token),
                ("hub.challenge", "1158201444"),
            ];
            let answer = reqwest::Client::new()
                .get(url)
                .query(&query)
                .send()
                .await
                .unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        let (line, right) = (&world.line, world.line.verify_token.as_str());
        assert_eq!(
            ask("subscribe", right, line.connection).await,
            (200, "1158201444".to_owned())
        );
        for (mode, token) in [
            ("subscribe", "wrong"),
            ("subscribe", ""),
            ("unsubscribe", right),
        ] {
            assert_eq!(
                ask(mode, token, line.connection).await.0,
                403,
                "{mode} {token}"
            );
        }
        assert_eq!(
            ask("subscribe", right, 999_999).await.0,
            403,
            "like one of somebody else"
        );
    })
    .await;
}

#[tokio::test]
async fn what_is_not_signed_with_the_apps_secret_is_not_stored() {
    on_both(async |world| {
        let (line, number) = (&world.line, super::world::new_number());
        let forged = text(&number, &format!("wamid.{}", unique()), "Falso");
        let body = line.envelope("messages", forged).to_string();
        for signature in [
            None,
            Some(""),
            Some("sha256=00"),
            Some(&*sign("another secret", &body)),
            Some(&*sign("", &body)),
            Some(&*line.sign(&format!("{body} "))),
            Some(&*line.sign(&body).replace("sha256=", "sha1=")),
        ] {
            assert_eq!(
                world.post_webhook(&body, signature).await,
                401,
                "{signature:?}"
            );
        }
        // signed, but nothing for this number, or no JSON at all: accepted, or Meta would bring it for days
        let others = body.replace(&line.number_id, "1");
        assert_eq!(
            world.post_webhook(&others, Some(&line.sign(&others))).await,
            200
        );
        assert_eq!(world.post_webhook("{", Some(&line.sign("{"))).await, 200);

        world.says(&number, "Verdadeiro").await;
        let ticket = world.ticket_of(&number, "pending").await;
        let stored = world.messages(&ticket).await;
        assert_eq!(stored.len(), 1);
        assert_eq!(stored[0]["body"], "Verdadeiro");
    })
    .await;
}

#[tokio::test]
async fn a_number_whose_token_ends_keeps_its_messages_until_it_has_a_new_one() {
    on_both(async |shared| {
        let line = new_line(shared.desk).await;
        let mut world = World::of(shared.desk, line).await;
        let talk = world.talk().await;
        world
            .graph
            .script(&talk.number, &[Answer::Refused(401, 190)]);
        let sent = world.answer(&talk, "Ainda aí?").await;
        let off = until_connection(&world.admin, &world.line, "DISCONNECTED").await;
        assert_eq!(off["statusReason"], "ERR_WAPP_TOKEN_REFUSED", "{off}");
        assert_eq!(world.shown(&talk, &sent).await["sendState"], "queued");
        let metrics = world.desk.metrics().await;
        let mut lines = metrics.lines();
        assert!(lines.any(|line| line.starts_with("guiche_cloud_tokens_refused_total ")));

        // the old token does not come to life again by trying
        world.graph.expect_token(&world.line.number_id, "EAAGnew");
        let session = format!("/whatsappsession/{}", world.line.connection);
        world.admin.post(&session, &json!({})).await.ok();
        let asked = format!("/{}", world.line.number_id);
        until("it has tried", async || {
            let is_refused = |call: &super::graph::Call| {
                call.method == "GET"
                    && call.path.ends_with(&asked)
                    && call.query.contains("verified_name")
                    && call.bearer == world.line.access_token
            };
            world.graph.calls(is_refused).len() == 2
        })
        .await;
        until_connection(&world.admin, &world.line, "DISCONNECTED").await;

        "EAAGnew".clone_into(&mut world.line.access_token);
        let path = format!("/whatsapp/{}", world.line.connection);
        world
            .admin
            .put(&path, &json!({ "accessToken": "EAAGnew" }))
            .await
            .ok();
        until_connection(&world.admin, &world.line, "CONNECTED").await;
        world.until_state(&talk, &sent, "accepted").await;
        let bearers: Vec<_> = world
            .graph
            .tries(&talk.number)
            .into_iter()
            .map(|it| it.bearer)
            .collect();
        assert_eq!(bearers.len(), 2);
        assert_eq!(bearers[1], "EAAGnew");
    })
    .await;
}

#[tokio::test]
async fn a_number_that_is_saved_is_registered_with_the_same_pin_each_time() {
    on_both(async |shared| {
        let line = new_line(shared.desk).await;
        let world = World::of(shared.desk, line).await;
        let address = format!("/{}/register", world.line.number_id);
        let registered = || {
            let calls = world.graph.calls(|call| call.path.ends_with(&address));
            calls
                .iter()
                .map(super::graph::Call::json)
                .collect::<Vec<_>>()
        };
        let path = format!("/whatsapp/{}", world.line.connection);
        until("the number is registered", async || registered().len() == 1).await;
        until("what Meta says is shown", async || {
            let shown = world.admin.get(&path).await.ok();
            shown["cloud"]["health"]["quality"] == "GREEN"
        })
        .await;
        let again = json!({ "name": format!("Linha {}", unique()) });
        world.admin.put(&path, &again).await.ok();
        until("once more", async || registered().len() == 2).await;
        let calls = registered();
        assert_eq!(calls[0], calls[1]);
        let pin = calls[0]["pin"].as_str().unwrap();
        assert!(
            pin.len() == 6 && pin.bytes().all(|it| it.is_ascii_digit()),
            "{pin}"
        );
        let shown = world.admin.get(&path).await.ok();
        assert!(!shown.to_string().contains(pin), "it is a secret");
    })
    .await;
}

#[tokio::test]
async fn a_second_number_of_the_app_gets_its_messages_by_the_address_of_the_first() {
    // before, they were acknowledged and lost
    on_both(async |world| {
        let mut second = Line::unknown();
        second.app_secret.clone_from(&world.line.app_secret);
        Graph::shared().expect_token(&second.number_id, &second.access_token);
        let second = second.enter(&world.admin).await;
        let number = super::world::new_number();
        let told = text(&number, &format!("wamid.{}", unique()), "Oi, segunda linha");
        world.take(&second.envelope("messages", told)).await;
        let ticket = world.ticket_of(&number, "pending").await;
        assert_eq!(ticket["whatsappId"], second.connection);
    })
    .await;
}
