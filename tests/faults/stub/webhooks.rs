//! Signed webhooks, brought again until the server says 2xx: each chat in order, statuses by the way.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use super::state::{Number, State};

/// Wait before a webhook is brought again.
const AGAIN: Duration = Duration::from_millis(60);
/// How often statuses are looked after.
const STATUSES_EVERY: Duration = Duration::from_millis(25);
/// Statuses of one call.
const STATUSES_MAX: usize = 40;

/// Seconds of today's clock, as Meta writes them.
pub fn seconds_now() -> String {
    let now = std::time::UNIX_EPOCH.elapsed().expect("after 1970");
    now.as_secs().to_string()
}

/// Brings what a chat has to say, in order. One at a time for each chat.
pub async fn bring_chat(state: Arc<State>, id: String, chat: String) {
    loop {
        let next = state.with(&id, |number| {
            let place = number.chats.get(&chat)?.front().copied();
            if place.is_none() {
                number.chats.remove(&chat);
            }
            let told = &number.told[place?];
            let again = number.dice.chance(number.knobs.duplicates);
            let item = json!({ "from": chat, "id": told.wamid, "timestamp": seconds_now(), "type": "text",
                "text": { "body": told.body } });
            let value = json!({ "contacts": [{ "profile": { "name": "Cliente" }, "wa_id": chat }], "messages": [item] });
            Some((place?, envelope(number, value), again))
        });
        let Some(Some((place, body, again))) = next else {
            return;
        };
        bring(&state, &id, &body).await;
        state.with(&id, |number| {
            number.told[place].taken = true;
            number.taken += 1;
            if let Some(waiting) = number.chats.get_mut(&chat) {
                waiting.pop_front();
            }
        });
        if again {
            bring(&state, &id, &body).await;
        }
    }
}

/// Sees to it that somebody looks after the statuses of a number.
pub fn bring_statuses(state: &Arc<State>, id: &str) {
    let begins = state.with(id, |number| {
        let begins = number.flying == 0 && !number.due.is_empty();
        number.flying += usize::from(begins);
        begins
    });
    if begins == Some(true) {
        tokio::spawn(statuses(Arc::clone(state), id.to_owned()));
    }
}

async fn statuses(state: Arc<State>, id: String) {
    loop {
        let next = state.with(&id, |number| {
            if number.due.is_empty() {
                number.flying = 0;
                return None;
            }
            Some(due_now(number))
        });
        match next {
            None | Some(None) => return,
            // the pace at which this provider tells statuses
            Some(Some(None)) => tokio::time::sleep(STATUSES_EVERY).await,
            Some(Some(Some((body, again)))) => {
                bring(&state, &id, &body).await;
                if again {
                    bring(&state, &id, &body).await;
                }
            }
        }
    }
}

/// A call with what is due, if anything is, and whether it comes twice.
fn due_now(number: &mut Number) -> Option<(String, bool)> {
    let now = Instant::now();
    let (due, later): (Vec<_>, Vec<_>) = number.due.drain(..).partition(|(at, _)| *at <= now);
    number.due = later;
    let mut due: Vec<Value> = due.into_iter().map(|(_, status)| status).collect();
    if due.is_empty() {
        return None;
    }
    if number.knobs.shuffle {
        number.dice.shuffle(&mut due);
    }
    let rest = due.split_off(due.len().min(STATUSES_MAX));
    number
        .due
        .extend(rest.into_iter().map(|status| (now, status)));
    let again = number.dice.chance(number.knobs.duplicates);
    Some((envelope(number, json!({ "statuses": due })), again))
}

fn envelope(number: &Number, mut value: Value) -> String {
    value["messaging_product"] = json!("whatsapp");
    value["metadata"] =
        json!({ "display_phone_number": "551140028922", "phone_number_id": number.id });
    let change = json!({ "field": "messages", "value": value });
    json!({ "object": "whatsapp_business_account", "entry": [{ "id": "102290129340398", "changes": [change] }] })
        .to_string()
}

/// Brings one call until it is taken.
async fn bring(state: &State, id: &str, body: &str) {
    loop {
        let known = state.with(id, |number| {
            let forged = number.dice.chance(number.knobs.forged);
            (number.webhook.clone(), sign(&number.secret, body), forged)
        });
        let Some((url, signature, forged)) = known else {
            return;
        };
        let slot = state.slots.acquire().await;
        if forged {
            let status = call(
                state,
                &url,
                &body.replace("\"id\":\"wamid.", "\"id\":\"forged."),
                &signature,
            )
            .await;
            state.with(id, |number| {
                number.fooled += u64::from((200..300).contains(&status));
            });
        }
        let status = call(state, &url, body, &signature).await;
        drop(slot);
        state.with(id, |number| {
            *number.webhooks.entry(status).or_default() += 1;
        });
        if (200..300).contains(&status) {
            return;
        }
        // the provider's own pause before it calls again
        tokio::time::sleep(AGAIN).await;
    }
}

/// The status of the answer; 0 when there is none.
async fn call(state: &State, url: &str, body: &str, signature: &str) -> u16 {
    let request = state.client.post(url).body(body.to_owned());
    let request = request
        .header("content-type", "application/json")
        .header("x-hub-signature-256", signature);
    request
        .send()
        .await
        .map_or(0, |answer| answer.status().as_u16())
}

fn sign(secret: &str, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key");
    let code = mac.chain_update(body).finalize().into_bytes();
    format!("sha256={}", hex::encode(code))
}
