//! The Graph API: the number itself, uploads, and messages with all that can happen to them.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, BufReader},
    net::TcpStream,
};

use super::{
    http::{Request, reply, reset},
    state::{Effect, Number, State},
    webhooks,
};

/// What becomes of a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Sent,
    SentThen500,
    SentThenHang,
    SentThenReset,
    Lost500,
    LostReset,
    TooMany(u64),
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            Self::Sent => "ok",
            Self::SentThen500 => "500",
            Self::SentThenHang => "hang",
            Self::SentThenReset => "reset",
            Self::Lost500 => "no effect, 500",
            Self::LostReset => "no effect, reset",
            Self::TooMany(_) => "429",
        }
    }

    fn throw(number: &mut Number) -> Self {
        let (knobs, dice) = (number.knobs, &mut number.dice);
        if number.burst > 0 {
            number.burst -= 1;
            return Self::TooMany(knobs.retry_after);
        }
        if dice.chance(knobs.too_many) {
            number.burst = knobs.too_many_burst.saturating_sub(1);
            return Self::TooMany(knobs.retry_after);
        }
        let fates = [
            (knobs.effect_then_500, Self::SentThen500),
            (knobs.effect_then_hang, Self::SentThenHang),
            (knobs.effect_then_reset, Self::SentThenReset),
            (knobs.no_effect_500, Self::Lost500),
            (knobs.no_effect_reset, Self::LostReset),
        ];
        let thrown = fates.into_iter().find(|(chance, _)| dice.chance(*chance));
        thrown.map_or(Self::Sent, |(_, fate)| fate)
    }

    fn has_effect(self) -> bool {
        matches!(
            self,
            Self::Sent | Self::SentThen500 | Self::SentThenHang | Self::SentThenReset
        )
    }
}

/// Answers a call; `false`: the connection is of no more use.
pub async fn answer(
    state: &Arc<State>,
    request: &Request,
    stream: &mut BufReader<TcpStream>,
) -> std::io::Result<bool> {
    let mut parts = request.path.trim_start_matches('/').split('/').skip(1);
    let (object, edge) = (parts.next().unwrap_or_default(), parts.next());
    let known = state.with(object, |number| number.token == request.bearer);
    if known != Some(true) {
        return refuse(stream, 401, 190, "").await;
    }
    match (request.method.as_str(), edge) {
        ("GET", None) => {
            let number = json!({ "id": object, "display_phone_number": "+55 11 4002-8922", "verified_name": "Loja" });
            reply(stream, 200, "", &number).await
        }
        ("POST", Some("media")) => {
            let id = uuid::Uuid::new_v4().simple().to_string();
            reply(stream, 200, "", &json!({ "id": id })).await
        }
        ("POST", Some("messages")) => send(state, object, request.json(), stream).await,
        _ => refuse(stream, 404, 100, "").await,
    }
}

async fn send(
    state: &Arc<State>,
    id: &str,
    body: Value,
    stream: &mut BufReader<TcpStream>,
) -> std::io::Result<bool> {
    if body["status"] == "read" {
        return reply(stream, 200, "", &json!({ "success": true })).await;
    }
    let to = body["to"].as_str().unwrap_or_default().to_owned();
    let wamid = format!("wamid.{}", uuid::Uuid::new_v4().simple());
    let at = state.elapsed();
    let thrown = state.with(id, |number| {
        let fate = Fate::throw(number);
        *number.answers.entry(fate.word().to_owned()).or_default() += 1;
        if fate.has_effect() {
            happen(number, &body, &to, &wamid, fate, at);
        }
        let slow = number.dice.below(number.knobs.slow_ms_max + 1);
        (fate, Duration::from_millis(slow))
    });
    let Some((fate, slow)) = thrown else {
        return Ok(false);
    };
    if fate.has_effect() {
        webhooks::bring_statuses(state, id);
    }
    if !slow.is_zero() {
        // not a wait of the test: the slow provider itself
        tokio::time::sleep(slow).await;
    }
    match fate {
        Fate::Sent => {
            let accepted = json!({ "messaging_product": "whatsapp",
                "contacts": [{ "input": to, "wa_id": to }], "messages": [{ "id": wamid }] });
            reply(stream, 200, "", &accepted).await
        }
        Fate::SentThen500 | Fate::Lost500 => reply(stream, 500, "", &json!("Sorry")).await,
        // until the caller has had enough
        Fate::SentThenHang => stream.read_u8().await.map(|_| false),
        Fate::SentThenReset | Fate::LostReset => reset(stream),
        Fate::TooMany(seconds) => {
            refuse(stream, 429, 130_429, &format!("retry-after: {seconds}\r\n")).await
        }
    }
}

/// The message reaches the customer; his phone tells so later.
fn happen(number: &mut Number, body: &Value, to: &str, wamid: &str, fate: Fate, at: u64) {
    let text = |place: &str| {
        let found = body.pointer(place).and_then(Value::as_str);
        found.unwrap_or_default().to_owned()
    };
    let intent = text("/biz_opaque_callback_data");
    if number.statuses {
        let mut due = Instant::now();
        for word in ["sent", "delivered"] {
            due += Duration::from_millis(number.dice.below(number.knobs.late_ms_max + 1));
            let status = json!({ "id": wamid, "status": word, "timestamp": webhooks::seconds_now(),
                "recipient_id": to, "biz_opaque_callback_data": intent });
            number.due.push((due, status));
        }
    }
    number.effects.push(Effect {
        intent,
        to: to.to_owned(),
        // a text, or a menu of buttons
        body: text("/text/body") + &text("/interactive/body/text"),
        wamid: wamid.to_owned(),
        answer: fate.word().to_owned(),
        at,
    });
}

async fn refuse(
    stream: &mut BufReader<TcpStream>,
    status: u16,
    code: i64,
    headers: &str,
) -> std::io::Result<bool> {
    let error = json!({ "error": { "message": format!("(#{code}) No"), "type": "OAuthException", "code": code,
        "error_data": { "messaging_product": "whatsapp", "details": "As the test wants it" }, "fbtrace_id": "A" } });
    reply(stream, status, headers, &error).await
}
