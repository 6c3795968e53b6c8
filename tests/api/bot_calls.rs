//! What was called of an integration, as its admins read it: each try with its status and time, for nobody else, and nothing of
//! what was said (rule B14).

use serde_json::{Value, json};

use super::{
    MARINA, VIDA,
    bot_peer::{Peer, Reply},
    bots::Stage,
    new_number,
    support::{backends, until},
};

/// The log of the stage's integration.
async fn log(stage: &Stage, query: &str) -> Vec<Value> {
    let path = format!("/queueIntegration/{}/calls{query}", stage.integration());
    let page = stage.admin.get(&path).await.ok();
    page["calls"].as_array().expect("calls").clone()
}

/// These fields of each call.
fn fields(calls: &[Value], names: &[&str]) -> Value {
    let of = |call: &Value| -> Value { names.iter().map(|name| call[*name].clone()).collect() };
    calls.iter().map(of).collect::<Vec<Value>>().into()
}

#[tokio::test]
async fn each_try_is_listed_with_its_status_and_time_for_the_admins_of_the_company() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("Recebido"), json!({})).await;
        let (good, bad) = (new_number(), new_number());
        stage.says(&good, "Texto secreto 81b2").await;
        stage.hears(&good, &["Recebido"]).await;
        stage.peer.turn(|_| Reply::Status(500));
        stage.says(&bad, "Oi").await;
        let ticket = stage.ticket(&bad, "pending").await;
        until("people take over", async || {
            let path = format!("/tickets/{}", ticket["id"]);
            stage.admin.get(&path).await.ok()["useIntegration"] == false
        })
        .await;

        let all = log(&stage, "").await;
        let told = fields(&all, &["step", "outcome", "status", "attempt", "messages"]);
        let mut expected: Vec<Value> = (1..=6)
            .rev()
            .map(|attempt| json!(["told", "refused", 500, attempt, 0]))
            .collect();
        expected.push(json!(["told", "taken", 200, 1, 1]));
        assert_eq!(told, json!(expected));
        assert_eq!(
            (&all[0]["ticketId"], &all[0]["contactName"]),
            (&ticket["id"], &json!("Bia"))
        );
        assert_eq!(all[0]["delivery"], all[5]["delivery"]);
        let asked = &stage.peer.asked()[1].headers["x-guiche-delivery"];
        assert_eq!(&all[5]["delivery"].to_string(), asked);
        for call in &all {
            let millis = call["millis"].as_i64().expect("a time");
            assert!(
                (0..10_000).contains(&millis) && call["at"].is_string(),
                "{call}"
            );
        }
        assert_eq!(log(&stage, "?onlyErrors=true").await, all[..6]);
        let older = format!("?cursor={}", all[5]["id"]);
        assert_eq!(log(&stage, &older).await, all[6..]);

        let list = stage.admin.get("/queueIntegration").await;
        let own = list.body["uses"].as_array().expect("uses").iter();
        let mut own = own.filter(|it| &it["integrationId"] == stage.integration());
        let expected = json!({
            "integrationId": stage.integration(), "queues": [], "connections": ["Matriz"], "calls": 7, "failed": 6,
        });
        assert_eq!(own.next(), Some(&expected));

        let path = format!("/queueIntegration/{}/calls", stage.integration());
        let text = stage.admin.get(&path).await.text;
        assert!(
            !text.contains("81b2") && !text.contains("127.0.0"),
            "{text}"
        );
        let marina = stage.desk.session(MARINA).await;
        let refused = marina.get(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let vida = stage.desk.session(VIDA).await;
        let refused = vida.get(&path).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_INTEGRATION_FOUND"));
    }
}

#[tokio::test]
async fn a_flow_is_listed_step_by_step_and_an_address_that_is_closed_without_a_call() {
    for backend in backends() {
        let peer = Peer::start(|asked| {
            let begins = asked.line.ends_with("/startChat");
            let text = if begins {
                "Qual o pedido?"
            } else {
                "Obrigado."
            };
            Reply::Json(json!({
                "sessionId": "s-1",
                "messages": [{ "type": "text", "content": { "markdown": text } }],
                "input": { "type": "text input" },
            }))
        });
        let more = json!({
            "type": "typebot", "urlN8N": peer.url, "typebotSlug": "triagem", "typebotDelayMessage": 1,
        });
        let stage = Stage::start(backend, peer, more).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Qual o pedido?"]).await;
        stage.says(&number, "42").await;
        stage.hears(&number, &["Qual o pedido?", "Obrigado."]).await;
        stage.rests().await;
        let names = ["step", "outcome", "status", "messages"];
        let expected = json!([["answered", "taken", 200, 1], ["started", "taken", 200, 1]]);
        assert_eq!(fields(&log(&stage, "").await, &names), expected);

        // a name that leads inside is seen only when it is called
        let path = format!("/queueIntegration/{}", stage.integration());
        let inside = json!({ "type": "webhook", "urlN8N": "https://localhost:9/x" });
        stage.admin.put(&path, &inside).await.ok();
        stage.says(&new_number(), "Oi").await;
        until("it is noted", async || log(&stage, "").await.len() == 3).await;
        let newest = &log(&stage, "").await[..1];
        let expected = json!([["told", "forbidden", null, 0]]);
        assert_eq!(fields(newest, &names), expected);
    }
}
