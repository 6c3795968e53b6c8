//! Typebot and Dialogflow in conversations, each with a stub that speaks its API.

use serde_json::json;

use super::{
    bot_peer::{Asked, Peer, Reply},
    bots::Stage,
    new_number,
    queue_integrations::account,
    support::{Backend, backends, until},
};

/// A flow of Typebot: greets, lets choose, and says good-bye.
fn typebot(asked: &Asked) -> Reply {
    let text = |text: &str| json!({ "type": "text", "content": { "richText": [{ "type": "p", "children": [{ "text": text, "bold": true }] }] } });
    if asked.line == "POST /api/v1/typebots/triagem/startChat" {
        let name = asked.body["prefilledVariables"]["pushName"].as_str();
        return Reply::Json(json!({
            "sessionId": "sessao-1", "messages": [text(&format!("Olá {}", name.unwrap_or_default()))],
            "input": { "type": "choice input", "items": [{ "content": "Pedidos" }, { "content": "Trocas" }] },
        }));
    }
    if asked.line != "POST /api/v1/sessions/sessao-1/continueChat" {
        return Reply::Status(404);
    }
    match asked.body["message"]["text"].as_str() {
        Some("Trocas") => Reply::Json(
            json!({ "messages": [text("Qual o número?")], "input": { "type": "text input" } }),
        ),
        Some("para a fila") => Reply::Json(
            json!({ "messages": [{ "type": "text", "content": { "richText": [
            { "type": "p", "children": [{ "text": "#{\"stopBot\": true}" }] }] } }] }),
        ),
        _ => Reply::Json(
            json!({ "messages": [text("Invalid message. Please, try again.")], "input": { "type": "text input" } }),
        ),
    }
}

#[expect(clippy::too_many_lines, reason = "one conversation")]
#[tokio::test]
async fn a_flow_of_typebot_is_led_from_its_beginning_to_its_end() {
    // spec: A051
    for backend in backends() {
        let peer = Peer::start(typebot);
        let more = json!({
            "type": "typebot", "urlN8N": peer.url, "typebotSlug": "triagem", "typebotDelayMessage": 1,
            "typebotKeywordFinish": "sair", "typebotKeywordRestart": "de novo", "typebotExpires": 10,
            "typebotUnknownMessage": "Não entendi.", "typebotRestartMessage": "Vamos lá.",
        });
        let stage = Stage::start(backend, peer, more).await;
        let number = new_number();
        let menu = ["*Olá Bia*", "1. Pedidos\n2. Trocas"];
        stage.says(&number, "Oi").await;
        stage.hears(&number, &menu).await;
        stage.says(&number, "2").await;
        let mut heard = vec![menu[0], menu[1], "*Qual o número?*"];
        stage.hears(&number, &heard).await;
        stage.says(&number, "???").await;
        heard.push("Não entendi.");
        until("it says so", async || stage.heard(&number).await.len() == 4).await;
        stage.says(&number, " DE NOVO ").await;
        heard.push("Vamos lá.");
        until("it begins anew", async || {
            stage.heard(&number).await.len() == 5
        })
        .await;
        stage.says(&number, "Oi").await;
        heard.extend(menu);
        until("from the beginning", async || {
            stage.heard(&number).await.len() == 7
        })
        .await;
        // silent for longer than it waits, counted from its own last word
        stage.rests().await;
        let past = match backend {
            Backend::Sqlite => "'2020-01-01T00:00:00+00:00'",
            Backend::Postgres => "TIMESTAMPTZ '2020-01-01T00:00:00Z'",
        };
        stage
            .desk
            .execute(&format!("UPDATE bot_sessions SET talked_at = {past}"));
        stage.says(&number, "Trocas").await;
        heard.extend(menu);
        until("from the beginning again", async || {
            stage.heard(&number).await.len() == 9
        })
        .await;
        stage.says(&number, "para a fila").await;
        let ticket = stage.ticket(&number, "pending").await;
        until("people are waited for", async || {
            let path = format!("/tickets/{}", ticket["id"]);
            stage.admin.get(&path).await.ok()["useIntegration"] == false
        })
        .await;
        let other = new_number();
        stage.says(&other, "Sair").await;
        stage.ticket(&other, "closed").await;
        let heard_now = stage.heard(&number).await;
        assert_eq!(heard_now.len(), heard.len());
        // a session that the service knows no more begins anew
        stage.peer.turn(|asked| {
            if asked.line.ends_with("continueChat") {
                Reply::Status(404)
            } else {
                typebot(asked)
            }
        });
        let third = new_number();
        stage.says(&third, "Oi").await;
        stage.hears(&third, &menu).await;
        stage.says(&third, "2").await;
        stage
            .hears(&third, &[menu[0], menu[1], menu[0], menu[1]])
            .await;
    }
}

#[tokio::test]
async fn an_agent_of_dialogflow_answers_with_its_name_and_ends_by_itself() {
    // spec: A051
    for backend in backends() {
        let peer = Peer::start(|asked| {
            if asked.line == "POST /token" {
                return Reply::Json(json!({ "access_token": "t-1", "expires_in": 3600 }));
            }
            if asked.headers.get("authorization").map(String::as_str) != Some("Bearer t-1") {
                return Reply::Status(401);
            }
            let text = asked.body["queryInput"]["text"]["text"]
                .as_str()
                .unwrap_or_default();
            Reply::Json(match text {
                "tchau" => {
                    json!({ "queryResult": { "fulfillmentText": "Até logo", "diagnosticInfo": { "end_conversation": true } } })
                }
                "?" => json!({ "queryResult": {} }),
                text => {
                    json!({ "queryResult": { "fulfillmentMessages": [{ "text": { "text": [format!("Sobre {text}")] } }] } })
                }
            })
        });
        let more = json!({
            "type": "dialogflow", "projectName": "aurora-faq", "language": "pt-BR", "jsonContent": account(&peer.url),
        });
        let stage = Stage::start(backend, peer, more).await;
        let number = new_number();
        stage.says(&number, "trocas").await;
        let mut heard = vec!["*Fluxo:* Sobre trocas"];
        stage.hears(&number, &heard).await;
        stage.says(&number, "?").await;
        heard.push("*Fluxo:* não consegui entender. Pode escrever de outro jeito?");
        stage.hears(&number, &heard).await;
        stage.says(&number, "tchau").await;
        heard.push("*Fluxo:* Até logo");
        stage.hears(&number, &heard).await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(ticket["useIntegration"], false);
        let asked = stage.peer.asked();
        let session = format!(
            "/v2/projects/aurora-faq/agent/sessions/{}:detectIntent",
            ticket["uuid"].as_str().expect("a name")
        );
        assert_eq!(asked[1].line, format!("POST {session}"));
        assert_eq!(asked[1].body["queryInput"]["text"]["languageCode"], "pt-BR");
        assert!(asked[0].text.starts_with(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        ));
        let tokens = asked.iter().filter(|one| one.line == "POST /token").count();
        assert_eq!(tokens, 1, "a token is used again");
    }
}
