//! Menus of the bot leave as buttons and lists, and what is pressed comes back by its id.

use serde_json::{Value, json};

use super::{
    support::{backends, until},
    world::{self, World, message, new_line, new_number, unique},
};

/// The choices of an interactive message.
fn choices(call: &Value) -> Vec<(String, String)> {
    let action = &call["interactive"]["action"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let buttons = action["buttons"].as_array().into_iter().flatten();
    let buttons = buttons.map(|button| &button["reply"]);
    let rows = action["sections"][0]["rows"]
        .as_array()
        .into_iter()
        .flatten();
    buttons
        .chain(rows)
        .map(|one| (text(&one["id"]), text(&one["title"])))
        .collect()
}

async fn heard(world: &World<'_>, number: &str, count: usize) -> Value {
    until("the bot has answered", async || {
        world.graph.tries(number).len() == count
    })
    .await;
    world.graph.tries(number)[count - 1].json()
}

async fn presses(world: &World<'_>, number: &str, kind: &str, (id, title): &(String, String)) {
    let content = json!({ "type": "interactive", "interactive": { "type": kind, kind: { "id": id, "title": title } } });
    let wamid = format!("wamid.{}", unique());
    world.told(message(number, &wamid, &content)).await;
}

#[tokio::test]
async fn a_menu_is_buttons_and_a_tree_a_list_and_both_are_answered_by_pressing() {
    for backend in backends() {
        let desk = world::start(backend).await;
        desk.open().await;
        let world = World::of(&desk, new_line(&desk).await).await;
        let queues = world.admin.get("/queue").await.ok();
        let ids: Vec<Value> = queues
            .as_array()
            .expect("queues")
            .iter()
            .map(|it| it["id"].clone())
            .collect();
        let texts = json!({ "queueIds": ids, "greetingMessage": "Como podemos ajudar?" });
        let path = format!("/whatsapp/{}", world.line.connection);
        world.admin.put(&path, &texts).await.ok();
        let tree: Vec<Value> = (1..=4).map(|at| json!({ "key": at.to_string(), "title": format!("Assunto {at}"), "message": "Já vamos." })).collect();
        let path = format!("/queue/{}/options", ids[1]);
        world
            .admin
            .put(&path, &json!({ "options": tree }))
            .await
            .ok();

        let number = new_number();
        world.says(&number, "Oi").await;
        let menu = heard(&world, &number, 1).await;
        assert_eq!(
            (&menu["type"], &menu["interactive"]["type"]),
            (&json!("interactive"), &json!("button"))
        );
        assert_eq!(
            menu["interactive"]["body"]["text"],
            "\u{200e}Como podemos ajudar?"
        );
        let buttons = choices(&menu);
        let titles: Vec<&str> = buttons.iter().map(|(_, title)| title.as_str()).collect();
        assert_eq!(titles, ["Vendas", "Suporte", "Logística"]);
        presses(&world, &number, "button_reply", &buttons[1]).await;
        let list = heard(&world, &number, 2).await;
        assert_eq!(list["interactive"]["type"], "list");
        let rows = choices(&list);
        assert_eq!(rows.len(), 5, "and the way back to the menu");
        presses(&world, &number, "list_reply", &rows[2]).await;
        let end = heard(&world, &number, 3).await;
        assert_eq!(end["text"]["body"], "\u{200e}Já vamos.");
        let ticket = world.ticket_of(&number, "pending").await;
        assert_eq!(ticket["queueId"], ids[1]);
    }
}
