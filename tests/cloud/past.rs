//! What a number in coexistence with the Business app brings of its past becomes closed history, once, however it is told.

use serde_json::{Value, json};

use super::{
    graph::{Call, Graph},
    support::{Line, TestDesk, backends, until},
    world::{ADMIN, World, new_line, new_number, on_both, seconds_ago, text, unique},
};

/// As the world's envelopes name it.
const BUSINESS: &str = "551140028922";

/// The same desk with a number of its own: what is counted is counted alone.
async fn with_own_number<'d>(world: &World<'d>) -> World<'d> {
    World::of(world.desk, new_line(world.desk).await).await
}

/// A message of the past from a number, so many minutes ago.
fn said(from: &str, minutes: i64, status: &str, body: &str) -> Value {
    json!({ "from": from, "id": format!("wamid.{}", unique()), "timestamp": seconds_ago(minutes * 60),
        "type": "text", "text": { "body": body }, "history_context": { "status": status } })
}

/// A piece of the past: conversations with customers.
fn piece(progress: i64, threads: &[(&str, Vec<Value>)]) -> Value {
    let threads: Vec<_> = threads
        .iter()
        .map(|(customer, messages)| json!({ "id": customer, "messages": messages }))
        .collect();
    json!({ "history": [{ "metadata": { "phase": 0, "chunk_order": 1, "progress": progress }, "threads": threads }] })
}

impl World<'_> {
    async fn told_past(&self, value: Value) {
        self.take(&self.line.envelope("history", value)).await;
    }

    async fn connection(&self) -> Value {
        let path = format!("/whatsapp/{}", self.line.connection);
        self.admin.get(&path).await.ok()
    }

    async fn until_brought(&self, count: i64) {
        until(&format!("{count} messages were brought"), async || {
            self.connection().await["historyBrought"] == count
        })
        .await;
    }

    /// Waits until everything that was told of the past is stored, or waits for something.
    async fn until_nothing_waits(&self) {
        let waiting = format!(
            "SELECT COUNT(*) FROM past_messages WHERE waits_for IS NULL AND connection_id = {}",
            self.line.connection
        );
        until("nothing waits", async || {
            self.desk.rows(&waiting) == [["0"]]
        })
        .await;
    }

    async fn tickets(&self, number: &str, status: &str) -> Vec<Value> {
        let path = format!("/tickets?status={status}&searchParam={number}&showAll=true");
        let found = self.admin.get(&path).await.ok();
        found["tickets"].as_array().expect("tickets").clone()
    }

    async fn all_messages(&self, ticket: &Value) -> Vec<Value> {
        let path = format!("/messages/{}", ticket["id"]);
        let page = self.admin.get(&path).await.ok();
        page["messages"].as_array().expect("messages").clone()
    }
}

fn bodies(messages: &[Value]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message["body"].as_str().unwrap_or_default())
        .collect()
}

/// Nobody was told, answered or counted.
fn nobody_was_told(world: &World<'_>, past: &Value) {
    let ticket = &past["id"];
    let counted = |sql: String| world.desk.rows(&sql)[0][0].clone();
    let number = past["contact"]["number"].as_str().expect("a number");
    let answers = format!("SELECT COUNT(*) FROM outbox WHERE recipient = '{number}'");
    assert_eq!(counted(answers), "0");
    let figures = format!("SELECT COUNT(*) FROM ticket_tracking WHERE ticket_id = {ticket}");
    assert_eq!(counted(figures), "0");
    let told = format!("SELECT COUNT(*) FROM events WHERE payload LIKE '%{number}%'");
    assert_eq!(counted(told), "0");
}

#[expect(clippy::too_many_lines, reason = "one past, in all orders")]
#[tokio::test]
async fn pieces_in_any_order_and_twice_become_one_closed_history_that_disturbs_nobody() {
    // spec: B20 A137
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let customer = new_number();
        let first = vec![
            said(&customer, 5 * 1440, "READ", "Tem azul?"),
            said(BUSINESS, 4 * 1440, "DELIVERED", "Temos sim"),
        ];
        let second = vec![
            said(BUSINESS, 3 * 1440, "READ", "Separei uma"),
            said(BUSINESS, 2 * 1440, "ERROR", "Ainda quer?"),
            said(&customer, 1440, "READ", "Quero"),
        ];
        let (first, second) = (
            piece(40, &[(&customer, first)]),
            piece(100, &[(&customer, second)]),
        );
        // the second piece comes first, and each comes twice
        for told in [&second, &first, &first, &second] {
            world.told_past(told.clone()).await;
        }
        world.until_brought(5).await;
        world.until_nothing_waits().await;

        let closed = world.tickets(&customer, "closed").await;
        let [past] = closed.as_slice() else {
            panic!("{closed:?}")
        };
        assert_eq!(
            (&past["unreadMessages"], &past["userId"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(past["lastMessage"], "Quero");
        let messages = world.all_messages(past).await;
        assert_eq!(
            bodies(&messages),
            [
                "Tem azul?",
                "Temos sim",
                "Separei uma",
                "Ainda quer?",
                "Quero"
            ]
        );
        let ways: Vec<_> = messages
            .iter()
            .map(|it| (it["fromMe"] == true, it["ack"].as_i64()))
            .collect();
        assert_eq!(
            ways,
            [
                (false, Some(0)),
                (true, Some(3)),
                (true, Some(4)),
                (true, Some(0)),
                (false, Some(0))
            ]
        );
        assert!(
            messages
                .iter()
                .all(|it| it["details"]["history"] == true && it["read"] == true)
        );
        nobody_was_told(world, past);
        let connection = world.connection().await;
        assert_eq!(connection["historyBrought"], 5);
        assert_eq!(connection["cloud"]["health"]["historyProgress"], 100);
        assert_eq!(connection["cloud"]["health"]["historyRefused"], Value::Null);
        assert!(world.tickets(&customer, "pending").await.is_empty());

        // who writes now has a ticket of his own, behind the past
        world.says(&customer, "Ainda tem?").await;
        until("a ticket waits", async || {
            world.tickets(&customer, "pending").await.len() == 1
        })
        .await;
        let now = world.tickets(&customer, "pending").await.remove(0);
        assert_ne!(now["id"], past["id"]);
        assert_eq!(
            bodies(&world.all_messages(&now).await)[4..6],
            ["Quero", "Ainda tem?"]
        );
    })
    .await;
}

#[tokio::test]
async fn a_file_of_the_past_fills_its_message_whether_it_comes_before_or_after() {
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let customer = new_number();
        let placeholder = |minutes| {
            let mut message = said(BUSINESS, minutes, "PLAYED", "");
            message["type"] = json!("media_placeholder");
            message
        };
        let (early, late) = (placeholder(90), placeholder(60));
        let file = |of: &Value, caption: &str| {
            // as in Meta's example, the file of the business names the customer
            json!({ "messages": [{ "from": customer, "id": of["id"], "timestamp": of["timestamp"], "type": "image",
                "image": { "caption": caption, "mime_type": "image/jpeg", "id": unique() } }] })
        };
        world.told_past(file(&early, "antes")).await;
        world.until_nothing_waits().await;
        assert!(world.tickets(&customer, "closed").await.is_empty(), "nobody knows whose it is");

        world.told_past(piece(100, &[(&customer, vec![early.clone(), late.clone()])])).await;
        world.until_brought(2).await;
        for _ in 0..2 {
            world.told_past(file(&late, "depois")).await;
            world.until_nothing_waits().await;
        }
        let past = world.tickets(&customer, "closed").await.remove(0);
        let messages = async || world.all_messages(&past).await;
        until("both have their files", async || {
            messages().await.iter().all(|it| it["mediaType"] == "image")
        })
        .await;
        let messages = messages().await;
        assert_eq!(bodies(&messages), ["antes", "depois"]);
        assert!(messages.iter().all(|it| it["fromMe"] == true && it["ack"] == 5));
        // it is fetched when somebody asks for it
        assert_eq!(messages[1]["error"], "ERR_WAPP_DOWNLOAD_MEDIA");
        let past = world.tickets(&customer, "closed").await.remove(0);
        assert_eq!(past["lastMessage"], "depois");
        let files = format!("SELECT COUNT(*) FROM media WHERE connection_id = {}", world.line.connection);
        assert_eq!(world.desk.rows(&files), [["2"]]);
        let waiting = format!("SELECT COUNT(*) FROM past_messages WHERE connection_id = {}", world.line.connection);
        assert_eq!(world.desk.rows(&waiting), [["0"]]);
    })
    .await;
}

#[tokio::test]
async fn what_is_said_since_the_number_was_entered_comes_in_live_also_when_the_past_names_it() {
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let customer = new_number();
        let mut now = said(&customer, 0, "READ", "Cheguei agora");
        now["timestamp"] = json!(seconds_ago(-30));
        let before = said(&customer, 60, "READ", "De antes");
        world
            .told_past(piece(100, &[(&customer, vec![before, now.clone()])]))
            .await;
        world.until_brought(1).await;
        world
            .told(text(
                &customer,
                now["id"].as_str().unwrap(),
                "Cheguei agora",
            ))
            .await;
        until("a ticket waits", async || {
            world.tickets(&customer, "pending").await.len() == 1
        })
        .await;
        let waiting = world.tickets(&customer, "pending").await.remove(0);
        assert_eq!(waiting["unreadMessages"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_business_that_keeps_its_past_to_itself_is_shown_until_it_shares_it() {
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let declined = json!({ "history": [{ "errors": [{ "code": 2_593_109, "title": "History sync is turned off" }] }] });
        world.told_past(declined.clone()).await;
        let health = world.connection().await["cloud"]["health"].clone();
        assert_eq!(health["historyRefused"], "declined");
        assert_eq!(health["historyProgress"], Value::Null);
        // as Meta's reference shows it, without anything around it
        let bare = world.line.envelope("history", declined)["entry"][0]["changes"][0]["value"].clone();
        world.take(&bare).await;

        world.told_past(piece(30, &[])).await;
        world.told_past(piece(10, &[])).await;
        let health = world.connection().await["cloud"]["health"].clone();
        assert_eq!(health["historyRefused"], Value::Null);
        assert_eq!(health["historyProgress"], 30, "an earlier piece that comes late takes nothing back");
    })
    .await;
}

#[tokio::test]
async fn the_past_of_a_number_of_another_app_or_of_nobody_is_not_taken() {
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let customer = new_number();
        let told = piece(
            100,
            &[(&customer, vec![said(&customer, 60, "READ", "Segredo")])],
        );
        // signed by another app
        let body = world.line.envelope("history", told.clone()).to_string();
        let other = new_line(world.desk).await;
        assert_eq!(
            world.post_webhook(&body, Some(&other.sign(&body))).await,
            401
        );
        assert_eq!(world.post_webhook(&body, None).await, 401);
        // signed by ours, of a number of the other app, and of a number that nobody has
        let mut of_nobody = other.clone();
        of_nobody.number_id = "777".to_owned();
        for line in [&other, &of_nobody] {
            world.take(&line.envelope("history", told.clone())).await;
        }
        let kept = format!(
            "SELECT COUNT(*) FROM past_messages WHERE connection_id IN ({}, {})",
            world.line.connection, other.connection
        );
        assert_eq!(world.desk.rows(&kept), [["0"]]);
        let path = format!("/whatsapp/{}", other.connection);
        let health = world.admin.get(&path).await.ok()["cloud"]["health"].clone();
        assert_eq!(health["historyProgress"], Value::Null);
        assert!(world.tickets(&customer, "closed").await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_thousand_messages_at_once_let_live_ones_go_first_and_lose_none() {
    on_both(async |world| {
        let world = &with_own_number(world).await;
        let (old, new) = (new_number(), new_number());
        let messages: Vec<_> = (0..1_000)
            .map(|place| said(&old, 2_000 - place, "READ", &format!("Linha {place}")))
            .collect();
        world.told_past(piece(100, &[(&old, messages)])).await;
        for place in 0..20 {
            world.says(&new, &format!("Agora {place}")).await;
        }
        until("the live ones are here", async || {
            let waiting = world.tickets(&new, "pending").await;
            waiting.first().is_some_and(|it| it["unreadMessages"] == 20)
        })
        .await;
        let brought = world.connection().await["historyBrought"].as_i64().unwrap();
        assert!(brought < 1_000, "the past did not go first");
        world.until_brought(1_000).await;
        let past = world.tickets(&old, "closed").await.remove(0);
        let stored = format!(
            "SELECT body FROM messages WHERE ticket_id = {} ORDER BY id",
            past["id"]
        );
        let stored = world.desk.rows(&stored);
        assert_eq!(stored.len(), 1_000);
        assert!(
            stored
                .iter()
                .enumerate()
                .all(|(place, row)| row[0] == format!("Linha {place}"))
        );
    })
    .await;
}

/// What Meta was asked to hand over of the world's number.
fn asked_for(world: &World<'_>) -> Vec<Value> {
    let address = format!("/{}/smb_app_data", world.line.number_id);
    let calls = world.graph.calls(|call| call.path.ends_with(&address));
    let part = |call: &Call| call.json()["sync_type"].clone();
    calls.iter().map(part).collect()
}

/// How often Meta was told where the messages of the world's number go.
fn subscriptions(world: &World<'_>) -> usize {
    let ours = format!("/webhooks/whatsapp/{}", world.line.connection);
    let is_ours = |call: &Call| {
        let address = call.json()["override_callback_uri"].clone();
        let is_address = address.as_str().is_some_and(|it| it.ends_with(&ours));
        call.path.ends_with("/subscribed_apps") && is_address
    };
    world.graph.calls(is_ours).len()
}

#[tokio::test]
async fn meta_is_asked_for_the_past_of_a_number_of_the_business_app_once_and_again_after_it_has_ended_it()
 {
    let graph = Graph::shared();
    for backend in backends() {
        let settings = [
            ("GUICHE__WHATSAPP__GRAPH_URL", graph.url.as_str()),
            ("GUICHE__HTTP__PUBLIC_URL", "https://desk.example"),
        ];
        let desk = TestDesk::start(backend, &settings).await;
        let line = Line::unknown();
        graph.expect_token(&line.number_id, &line.access_token);
        graph.is_on_phone(&line.number_id);
        let line = line.enter(&desk.session(ADMIN).await).await;
        let world = &World::of(&desk, line).await;
        let number_id = world.line.number_id.as_str();
        let asked = || asked_for(world);
        let subscribed = || subscriptions(world);
        let both = ["smb_app_state_sync", "history"];
        until("it is asked for", async || {
            world.connection().await["cloud"]["health"]["historyAskedOf"] == number_id
        })
        .await;
        assert_eq!(asked(), both);
        let register = format!("/{number_id}/register");
        assert!(
            graph
                .calls(|call| call.path.ends_with(&register))
                .is_empty(),
            "its app has done that"
        );

        let save = async || {
            let before = subscribed();
            let path = format!("/whatsapp/{}", world.line.connection);
            let change = json!({ "name": format!("Linha {}", unique()) });
            world.admin.put(&path, &change).await.ok();
            until("it is set up again", async || subscribed() > before).await;
        };
        save().await;
        let ended = json!({ "event": "PARTNER_APP_UNINSTALLED" });
        world
            .take(&world.line.envelope("account_update", ended))
            .await;
        until("it has ended", async || {
            world.connection().await["cloud"]["health"]["historyAskedOf"] == Value::Null
        })
        .await;
        assert_eq!(asked(), both, "saving it again asks for nothing");
        save().await;
        until("it is asked for once more", async || asked().len() == 4).await;
    }
}
