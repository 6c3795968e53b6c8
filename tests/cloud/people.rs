//! Who writes: a number and the ids that stand for it are one customer, a group has its own name and its members theirs, and
//! what Meta says of somebody is not what he says.

use serde_json::{Value, json};

use super::{
    support::until,
    world::{Talk, World, new_number, on_both, seconds_ago, unique},
};

/// A message under any names.
fn from(names: &Value, card: &Value, body: &str) -> Value {
    let mut item = names.clone();
    item["id"] = json!(format!("wamid.{}", unique()));
    item["timestamp"] = json!(seconds_ago(0));
    item["type"] = json!("text");
    item["text"] = json!({ "body": body });
    json!({ "contacts": [card], "messages": [item] })
}

/// A system message, as Meta tells it: without a card.
fn system(names: &Value, system: &Value) -> Value {
    let mut item = names.clone();
    item["id"] = json!(format!("wamid.{}", unique()));
    item["timestamp"] = json!(seconds_ago(0));
    item["type"] = json!("system");
    item["system"] = system.clone();
    json!({ "messages": [item] })
}

fn user_id() -> String {
    format!("BR.{}", uuid::Uuid::new_v4().as_u128() % 1_000_000_000_000)
}

async fn until_said(world: &World<'_>, ticket: &Value, body: &str) -> Vec<Value> {
    until(&format!("{body} is there"), async || {
        let all = world.messages(ticket).await;
        all.iter().any(|it| it["body"] == body)
    })
    .await;
    world.messages(ticket).await
}

/// How many contacts a search finds.
async fn contacts(world: &World<'_>, search: &str) -> Vec<Value> {
    let path = format!("/contacts?searchParam={search}");
    let found = world.admin.get(&path).await.ok();
    found["contacts"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_number_and_the_id_that_stands_for_it_are_one_contact_in_either_order() {
    // before, who hid his number was a second contact with a second ticket
    on_both(async |world| {
        for id_first in [true, false] {
            let (number, id) = (new_number(), user_id());
            let handle = format!("bia.{}", unique());
            let profile = json!({ "name": "Beatriz Nogueira", "username": handle });
            let hidden = async |body: &str| {
                let card = json!({ "profile": profile, "user_id": id });
                world
                    .told(from(&json!({ "from_user_id": id }), &card, body))
                    .await;
            };
            let open = async |body: &str| {
                let card = json!({ "profile": profile, "wa_id": number, "user_id": id,
                    "parent_user_id": format!("BR.ENT.{id}") });
                let names = json!({ "from": number, "from_user_id": id });
                world.told(from(&names, &card, body)).await;
            };
            let first = if id_first {
                hidden("Primeira").await;
                world.ticket_of(&id, "pending").await
            } else {
                world.says(&number, "Primeira").await;
                world.ticket_of(&number, "pending").await
            };
            open("Segunda").await;
            until_said(world, &first, "Segunda").await;
            hidden("Terceira").await;
            let all = until_said(world, &first, "Terceira").await;
            assert_eq!(all.len(), 3);
            let found = contacts(world, &number).await;
            assert_eq!(found.len(), 1, "{found:#?}");
            assert_eq!(found[0]["id"], first["contactId"]);
            assert_eq!(found[0]["number"], number.as_str());
            assert_eq!(found[0]["username"], handle.as_str());
            assert!(contacts(world, &id).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn a_changed_number_is_the_contacts_and_only_a_notice() {
    // before, it was a text of the customer, under the old number
    on_both(async |world| {
        let talk = world.talk().await;
        let (old, id) = (talk.number.clone(), user_id());
        let card = json!({ "profile": { "name": "Beatriz Nogueira" }, "wa_id": old, "user_id": id });
        let names = json!({ "from": old, "from_user_id": id });
        world.told(from(&names, &card, "Vou trocar de número")).await;
        until_said(world, &talk.ticket, "Vou trocar de número").await;
        let before = world.ticket_of(&old, "open").await;

        let (new, new_id) = (new_number(), user_id());
        let change = json!({ "body": format!("User Beatriz changed from {old} to {new}"), "wa_id": new,
            "user_id": new_id, "previous_user_id": id, "type": "user_changed_number" });
        // every number of the business is told, each under an id of its own
        for _ in 0..2 {
            world.told(system(&json!({ "from": old }), &change)).await;
        }
        let ticket = world.ticket_of(&new, "open").await;
        assert_eq!(ticket["id"], talk.ticket["id"]);
        assert_eq!(ticket["contactId"], talk.ticket["contactId"]);
        for kept in ["lastMessage", "unreadMessages", "fromMe"] {
            assert_eq!(ticket[kept], before[kept], "{kept}");
        }
        let hidden = json!({ "profile": { "name": "Bia" }, "user_id": new_id });
        world.told(from(&json!({ "from_user_id": new_id }), &hidden, "Sou eu")).await;
        let all = until_said(world, &talk.ticket, "Sou eu").await;
        let notices: Vec<_> = all.iter().filter(|it| it["mediaType"] == "notice").collect();
        assert_eq!(notices.len(), 1, "{all:#?}");
        assert_eq!(notices[0]["body"], "numberChanged");
        assert_eq!((&notices[0]["isPrivate"], &notices[0]["user"]), (&json!(true), &Value::Null));
        assert!(contacts(world, &old).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_new_id_is_the_contacts_and_a_notice_of_nobody_opens_nothing() {
    on_both(async |world| {
        let (old, new) = (user_id(), user_id());
        let card = json!({ "profile": { "name": "Beatriz" }, "user_id": old });
        world
            .told(from(&json!({ "from_user_id": old }), &card, "Oi"))
            .await;
        let ticket = world.ticket_of(&old, "pending").await;
        let nobody = new_number();
        let other = json!({ "body": "User changed", "type": "customer_identity_changed" });
        world.told(system(&json!({ "from": nobody }), &other)).await;
        let change =
            json!({ "user_id": new, "previous_user_id": old, "type": "user_changed_user_id" });
        world
            .told(system(&json!({ "from_user_id": new }), &change))
            .await;
        let moved = world.ticket_of(&new, "pending").await;
        assert_eq!(moved["id"], ticket["id"]);
        assert_eq!(
            moved["contact"]["number"],
            new.as_str(),
            "he is written to by it"
        );
        let all = until_said(world, &ticket, "accountChanged").await;
        assert_eq!(all.len(), 2);
        assert!(contacts(world, &nobody).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_new_number_that_is_another_contacts_is_reported_and_nothing_is_mixed() {
    on_both(async |world| {
        let (one, other) = (world.talk().await, world.talk().await);
        let change = json!({ "wa_id": other.number, "type": "user_changed_number" });
        for _ in 0..2 {
            world
                .told(system(&json!({ "from": one.number }), &change))
                .await;
        }
        for (talk, about) in [(&one, &other), (&other, &one)] {
            until_said(world, &talk.ticket, "numberTaken").await;
            world.until_applied(talk).await;
            let all = world.messages(&talk.ticket).await;
            let notices: Vec<_> = all
                .iter()
                .filter(|it| it["mediaType"] == "notice")
                .collect();
            assert_eq!(notices.len(), 1, "{all:#?}");
            assert_eq!(notices[0]["contact"]["id"], about.ticket["contactId"]);
            let path = format!("/contacts/{}", talk.ticket["contactId"]);
            let contact = world.admin.get(&path).await.ok();
            assert_eq!(contact["number"], talk.number.as_str());
        }
    })
    .await;
}

#[tokio::test]
async fn in_a_group_each_message_has_its_author_and_the_group_its_own_name() {
    // before, the group was called like whoever wrote first, and all messages were his
    on_both(async |world| {
        let group = format!("Y2FwaV9ncm91cDo{}", unique());
        let (ana, caio) = (new_number(), new_number());
        let writes = async |number: &str, name: &str, body: &str| {
            let card = json!({ "profile": { "name": name }, "wa_id": number });
            let names = json!({ "from": number, "group_id": group });
            world.told(from(&names, &card, body)).await;
        };
        writes(&ana, "Ana Lima", "Chegou o cimento?").await;
        let ticket = world.ticket_of(&group, "pending").await;
        writes(&caio, "Caio Prado", "Chega amanhã").await;
        let all = until_said(world, &ticket, "Chega amanhã").await;
        let authors: Vec<_> = all.iter().map(|it| it["contact"]["name"].as_str()).collect();
        assert_eq!(authors, [Some("Ana Lima"), Some("Caio Prado")]);
        assert_ne!(all[0]["contact"]["id"], ticket["contactId"]);
        assert_ne!(ticket["contact"]["name"], "Ana Lima");

        let named = json!({ "groups": [{ "group_id": group, "timestamp": seconds_ago(0),
            "type": "group_settings_update", "group_subject": { "text": "Obra da Rua 7", "update_successful": true } }] });
        world.take(&world.line.envelope("group_settings_update", named)).await;
        until("the group has its name", async || {
            world.ticket_of(&group, "pending").await["contact"]["name"] == "Obra da Rua 7"
        })
        .await;
        // another member cannot take a message back, its author can
        let revoke = async |number: &str, wamid: &Value| {
            let item = json!({ "from": number, "group_id": group, "id": format!("wamid.{}", unique()),
                "timestamp": seconds_ago(0), "type": "revoke", "revoke": { "original_message_id": wamid } });
            world.told(json!({ "messages": [item] })).await;
        };
        let said = json!(format!("wamid.{}", unique()));
        let item = json!({ "from": ana, "group_id": group, "id": said, "timestamp": seconds_ago(0),
            "type": "text", "text": { "body": "Errei" } });
        world.told(json!({ "messages": [item] })).await;
        until_said(world, &ticket, "Errei").await;
        revoke(&caio, &said).await;
        writes(&caio, "Caio Prado", "E agora?").await;
        let all = until_said(world, &ticket, "E agora?").await;
        assert_eq!(all[2]["isDeleted"], false);
        revoke(&ana, &said).await;
        until("it is taken back", async || {
            world.messages(&ticket).await[2]["isDeleted"] == true
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn who_wants_no_advertisements_is_known_for_it() {
    on_both(async |world| {
        let talk: Talk = world.talk().await;
        let prefers = async |value: &str| {
            let told = json!({ "user_preferences": [{ "wa_id": talk.number, "category": "marketing_messages",
                "detail": "User requested", "value": value, "timestamp": seconds_ago(0) }] });
            world.take(&world.line.envelope("user_preferences", told)).await;
        };
        let path = format!("/contacts/{}", talk.ticket["contactId"]);
        let opted_out = async || world.admin.get(&path).await.ok()["marketingOptOut"].clone();
        assert_eq!(opted_out().await, false);
        prefers("stop").await;
        until("he is known for it", async || opted_out().await == true).await;
        until_said(world, &talk.ticket, "optedOut").await;
        prefers("resume").await;
        until("he is not any more", async || opted_out().await == false).await;
        until_said(world, &talk.ticket, "optedIn").await;
    })
    .await;
}
