//! How a test tells the stub what to do, and asks what happened.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use serde_json::{Value, json};

use super::{
    super::dice::Dice,
    http::Request,
    state::{Knobs, Number, State, Told},
    webhooks,
};

/// Answers a call below `/control/`.
pub fn answer(state: &Arc<State>, request: &Request) -> Value {
    let body = request.json();
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let id = text("number");
    match request.path.trim_start_matches("/control/") {
        "number" => {
            let number = Number {
                id: id.clone(),
                token: text("token"),
                secret: text("secret"),
                webhook: String::new(),
                statuses: body["statuses"] == true,
                knobs: Knobs::default(),
                dice: Dice::new(body["seed"].as_u64().unwrap_or_default()),
                effects: Vec::new(),
                told: Vec::new(),
                taken: 0,
                chats: HashMap::new(),
                due: Vec::new(),
                flying: 0,
                burst: 0,
                answers: BTreeMap::new(),
                webhooks: BTreeMap::new(),
                fooled: 0,
            };
            state.numbers().insert(id, number);
            Value::Null
        }
        "webhook" => {
            state.with(&id, |number| number.webhook = text("url"));
            Value::Null
        }
        "knobs" => {
            let knobs: Knobs = serde_json::from_value(body["knobs"].clone()).expect("knobs");
            state.with(&id, |number| {
                number.knobs = knobs;
                number.burst = 0;
            });
            Value::Null
        }
        "say" => {
            for said in body["said"].as_array().into_iter().flatten() {
                say(state, &id, said);
            }
            Value::Null
        }
        "progress" => progress(state),
        "ledger" => ledger(state, &id),
        _ => json!("unknown"),
    }
}

/// A customer writes: `[chat, text]`.
fn say(state: &Arc<State>, id: &str, said: &Value) {
    let (chat, body) = (
        said[0].as_str().unwrap_or_default(),
        said[1].as_str().unwrap_or_default(),
    );
    let begins = state.with(id, |number| {
        let place = number.told.len();
        number.told.push(Told {
            wamid: format!("wamid.{}", uuid::Uuid::new_v4().simple()),
            chat: chat.to_owned(),
            body: body.to_owned(),
            taken: false,
        });
        let begins = !number.chats.contains_key(chat);
        number
            .chats
            .entry(chat.to_owned())
            .or_default()
            .push_back(place);
        begins
    });
    if begins == Some(true) {
        tokio::spawn(webhooks::bring_chat(
            Arc::clone(state),
            id.to_owned(),
            chat.to_owned(),
        ));
    }
}

/// How far everything is.
fn progress(state: &State) -> Value {
    let numbers = state.numbers();
    let sum = |of: fn(&Number) -> usize| numbers.values().map(of).sum::<usize>();
    json!({
        "effects": sum(|number| number.effects.len()),
        "taken": sum(|number| number.taken),
        "waiting": sum(|number| number.chats.len() + number.due.len() + number.flying),
    })
}

fn ledger(state: &State, id: &str) -> Value {
    let ledger = state.with(id, |number| {
        json!({ "effects": number.effects, "told": number.told, "answers": number.answers,
            "webhooks": number.webhooks, "fooled": number.fooled })
    });
    ledger.unwrap_or_default()
}
