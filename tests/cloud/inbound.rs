//! What Meta tells becomes tickets and messages, each once, in whatever order and however often it comes.

use serde_json::{Value, json};

use super::{
    support::until,
    world::{World, message, new_number, on_both, text, unique},
};

/// The examples of Meta's own description of the API.
const EXAMPLES: &str =
    include_str!("../../actors/connection/provider/cloud/testdata/webhooks.json");

/// An example as if it were for this number and a customer of ours, under an id of its own.
fn of_this_number(world: &World<'_>, example: &Value, customer: &str, wamid: &str) -> String {
    let mut example = example.clone();
    let value = &mut example["entry"][0]["changes"][0]["value"];
    value["metadata"]["phone_number_id"] = json!(world.line.number_id);
    if value["messages"].is_array() {
        value["messages"][0]["id"] = json!(wamid);
    }
    let example = example.to_string().replace("16505551234", customer);
    example.replace("12195555358", &later_number(customer))
}

/// To which Meta's example of a change leads.
fn later_number(customer: &str) -> String {
    customer.replace("55119", "55219")
}

#[tokio::test]
async fn metas_own_examples_become_messages() {
    // spec: S045 S046 S059
    on_both(async |world| {
        let examples: serde_json::Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
        assert_eq!(examples.len(), 16);
        let number = new_number();
        // he changes his number when he has said everything
        let mut examples: Vec<_> = examples.iter().collect();
        examples.sort_by_key(|(name, _)| *name == "System Message");
        for (name, example) in examples {
            let wamid = format!("wamid.{}", unique());
            let body = of_this_number(world, example, &number, &wamid);
            let signature = world.line.sign(&body);
            assert_eq!(
                world.post_webhook(&body, Some(&signature)).await,
                200,
                "{name}"
            );
        }
        let ticket = world.ticket_of(&later_number(&number), "pending").await;
        assert_eq!(ticket["contact"]["name"], "Sheena Nelson");
        until("all are there", async || {
            world.messages(&ticket).await.len() == 12
        })
        .await;
        let stored = world.messages(&ticket).await;
        let with = |kind: Option<&str>, body: &str| {
            let found = stored.iter().any(|it| {
                it["mediaType"] == json!(kind) && it["body"].as_str().unwrap().starts_with(body)
            });
            assert!(found, "{kind:?} {body} in {stored:#?}");
        };
        with(None, "Does it come in another color?");
        with(None, "Is this still available?");
        with(None, "Hello! Can I get more info on this?");
        with(Some("image"), "Taj Mahal");
        with(Some("locationMessage"), "Philz Coffee");
        with(Some("vcard"), "BEGIN:VCARD");
        with(Some("unsupported"), "");
        with(None, "Unsubscribe");
        with(None, "Priority Mail Express");
        with(None, "🛒 Pedido");
        with(Some("notice"), "numberChanged");
    })
    .await;
}

#[tokio::test]
async fn the_same_webhook_five_times_and_shuffled_is_one_message() {
    on_both(async |world| {
        let number = new_number();
        let calls: Vec<String> = (0..4)
            .map(|place| {
                let wamid = format!("wamid.{}", unique());
                let told = text(&number, &wamid, &format!("Linha {place}"));
                world.line.envelope("messages", told).to_string()
            })
            .collect();
        let shuffled = (0..5).flat_map(|round| (0..4).map(move |place| (place * 3 + round) % 4));
        let posts = shuffled.map(async |place: usize| {
            let body = &calls[place];
            world.post_webhook(body, Some(&world.line.sign(body))).await
        });
        let answers = futures_util::future::join_all(posts).await;
        assert_eq!(answers, [200; 20]);

        let ticket = world.ticket_of(&number, "pending").await;
        until("all are there", async || {
            world.messages(&ticket).await.len() >= 4
        })
        .await;
        let mut bodies: Vec<String> = world
            .messages(&ticket)
            .await
            .iter()
            .map(|it| it["body"].as_str().unwrap().to_owned())
            .collect();
        bodies.sort();
        assert_eq!(bodies, ["Linha 0", "Linha 1", "Linha 2", "Linha 3"]);
    })
    .await;
}

#[tokio::test]
async fn one_call_with_many_events_keeps_their_order() {
    on_both(async |world| {
        let number = new_number();
        let mut told = text(&number, &format!("wamid.{}", unique()), "Linha 0");
        for place in 1..10 {
            let next = text(
                &number,
                &format!("wamid.{}", unique()),
                &format!("Linha {place}"),
            );
            told["messages"]
                .as_array_mut()
                .unwrap()
                .push(next["messages"][0].clone());
        }
        world.told(told).await;
        let ticket = world.ticket_of(&number, "pending").await;
        until("all are there", async || {
            world.messages(&ticket).await.len() == 10
        })
        .await;
        let stored = world.messages(&ticket).await;
        for (place, shown) in stored.iter().enumerate() {
            assert_eq!(shown["body"], format!("Linha {place}"));
        }
    })
    .await;
}

#[tokio::test]
async fn kinds_that_nobody_knows_are_shown_as_such() {
    on_both(async |world| {
        let number = new_number();
        for content in [
            json!({ "type": "hologram", "hologram": { "id": "1" } }),
            json!({ "type": "text" }),
            json!({ "type": "image", "image": "gone" }),
            json!({ "type": "unsupported", "unsupported": { "type": "poll_creation" },
                "errors": [{ "code": 131_051, "title": "Message type unknown" }] }),
            json!({}),
        ] {
            world
                .told(message(&number, &format!("wamid.{}", unique()), &content))
                .await;
        }
        let ticket = world.ticket_of(&number, "pending").await;
        until("all are there", async || {
            world.messages(&ticket).await.len() == 5
        })
        .await;
        let stored = world.messages(&ticket).await;
        let shown: Vec<_> = stored
            .iter()
            .map(|it| (&it["mediaType"], it["body"].as_str().unwrap()))
            .collect();
        let kind = json!("unsupported");
        let expected = ["hologram", "text", "image", "poll_creation", "unknown"];
        assert_eq!(shown, expected.map(|what| (&kind, what)));
        let list = world.ticket_of(&number, "pending").await;
        assert_eq!(list["lastMessage"], "Mensagem não suportada");
    })
    .await;
}

#[tokio::test]
async fn reactions_edits_and_deletions_change_the_message_they_are_about() {
    on_both(async |world| {
        let talk = world.talk().await;
        let id = || format!("wamid.{}", unique());
        let reaction =
            json!({ "type": "reaction", "reaction": { "message_id": talk.wamid, "emoji": "👍" } });
        world.told(message(&talk.number, &id(), &reaction)).await;
        let edit = json!({ "type": "edit", "edit": { "original_message_id": talk.wamid,
            "message": { "type": "text", "text": { "body": "Oi, já chegou" } } } });
        world.told(message(&talk.number, &id(), &edit)).await;
        let first = async || world.messages(&talk.ticket).await[0].clone();
        until("the text is new", async || {
            first().await["body"] == "Oi, já chegou"
        })
        .await;
        let shown = first().await;
        assert_eq!(shown["isEdited"], true);
        assert_eq!(
            shown["reactions"],
            json!([{ "emoji": "👍", "fromMe": false }])
        );

        let revoke = json!({ "type": "revoke", "revoke": { "original_message_id": talk.wamid } });
        world.told(message(&talk.number, &id(), &revoke)).await;
        until("it is taken back", async || {
            first().await["isDeleted"] == true
        })
        .await;
        assert_eq!(world.messages(&talk.ticket).await.len(), 1);
    })
    .await;
}
