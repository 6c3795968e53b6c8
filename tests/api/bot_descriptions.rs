//! What bots and models are sent fits what their makers say of their APIs, and what their makers say they answer is used: prism
//! stands for them, which refuses whatever does not fit (`tests/bots/peer`). Its answers are made from the types alone: every
//! text in them is `string`.

use std::path::{Path, PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA,
    ai::events,
    bot_peer::{Peer, Reply},
    connection, messages, new_number,
    queue_integrations::account,
    support::{
        Backend, Session, TestDesk, backends, open_ticket,
        prism::{self, Prism},
        told, until,
    },
    ticket_of,
};

const VOICE: &[u8] = include_bytes!("../../storage/fixtures/demo/files/voz-beatriz.ogg");
/// What prism says.
const SAID: &str = "string";

fn start(description: impl AsRef<Path>) -> Option<Prism> {
    prism::start(Path::new(env!("CARGO_MANIFEST_DIR")), description)
}

/// A desk whose number is answered by one of them.
struct Stage {
    desk: TestDesk,
    admin: Session,
    matriz: i64,
    number: String,
}

impl Stage {
    async fn start(backend: Backend, settings: &[(&str, &str)]) -> Self {
        let own = ("GUICHE__INTEGRATIONS__OWN_HOSTS", "127.0.0.1,127.0.0.2");
        let settings = [&[own][..], settings].concat();
        let desk = TestDesk::start(backend, &settings).await;
        desk.open().await;
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        Self {
            desk,
            admin,
            matriz,
            number: new_number(),
        }
    }

    /// Prism refuses: otherwise an answer would prove nothing.
    async fn refused(&self, url: &str, wrong: &Value) {
        let call = reqwest::Client::new().post(url).bearer_auth("x");
        let answer = call.json(wrong).send().await.expect("an answer");
        // with 422, or as the description says of requests that are wrong
        assert!(matches!(answer.status().as_u16(), 400 | 422), "{wrong}");
    }

    async fn answer_by(&self, wish: &Value) {
        let path = format!("/whatsapp/{}", self.matriz);
        self.admin.put(&path, wish).await.ok();
    }

    /// The customer writes and hears this, after what he has heard before.
    async fn says(&self, text: &str, expected: &str) {
        let before = self.heard().await.len();
        self.desk
            .say(self.matriz, &self.number, "Bia Souza", text)
            .await;
        self.hears(before, expected).await;
    }

    async fn speaks(&self, expected: &str) {
        let before = self.heard().await.len();
        let media =
            json!({ "data": STANDARD.encode(VOICE), "name": "voz.ogg", "mime": "audio/ogg" });
        let note =
            json!({ "from": self.number, "pushName": "Bia", "type": "audio", "media": media });
        self.desk
            .simulator_post(self.matriz, "messages", &note)
            .await;
        self.hears(before, expected).await;
    }

    async fn heard(&self) -> Vec<String> {
        let heard = self.desk.reached(self.matriz, &self.number).await;
        heard
            .iter()
            .map(|text| text.trim_start_matches('\u{200e}').to_owned())
            .collect()
    }

    async fn hears(&self, before: usize, expected: &str) {
        until(&format!("the customer hears {expected}"), async || {
            self.heard().await.len() > before
        })
        .await;
        assert_eq!(self.heard().await[before..], [expected]);
    }
}

#[tokio::test]
async fn a_model_is_asked_as_the_description_of_openai_says() {
    // spec: A050
    let Some(prism) = start("tests/bots/peer/openai.json") else {
        return;
    };
    for backend in backends() {
        let stage = Stage::start(backend, &[("GUICHE__AI__BASE_URL", &prism.url)]).await;
        let chat = format!("{}/chat/completions", prism.url);
        let role = json!([{ "role": "robot", "content": "Oi" }]);
        for wrong in [
            json!({ "model": "gpt-4o-mini" }),
            json!({ "model": "gpt-4o-mini", "messages": role }),
        ] {
            stage.refused(&chat, &wrong).await;
        }
        let queues = stage.admin.get("/queue").await.ok();
        let wish = json!({
            "name": "Vendas", "prompt": "Você atende a loja.", "apiKey": "sk-teste", "queueId": queues[0]["id"],
            "maxTokens": 300, "temperature": 0.5,
        });
        let prompt = stage.admin.post("/prompt", &wish).await.ok();
        stage.answer_by(&json!({ "promptId": prompt["id"] })).await;
        stage.says("Qual o horário?", SAID).await;
        // with a conversation before it
        stage.says("E aos sábados?", SAID).await;
        stage.speaks(SAID).await;
        let ticket = ticket_of(&stage.admin, &stage.number, "pending").await;
        let all = messages(&stage.admin, &ticket).await;
        let note = all.iter().find(|one| one["mediaType"] == "audio");
        assert_eq!(note.expect("the note")["details"]["transcript"], SAID);
        let path = format!("/prompt/{}", prompt["id"]);
        // a model that thinks is asked with other fields
        let thinks = json!({ "model": "gpt-5-mini" });
        stage.admin.put(&path, &thinks).await.ok();
        stage.says("Entregam?", SAID).await;
        let trial = json!({ "promptId": prompt["id"], "text": "Entregam?" });
        let answer = stage.admin.post("/prompt/test", &trial).await.ok();
        assert_eq!(answer["text"], SAID);
        is_helped(&stage, &prompt["id"]).await;
    }
}

/// Attendants' drafts are asked for as streams. Prism makes none, and answers at once as servers without streams do.
async fn is_helped(stage: &Stage, prompt: &Value) {
    for (key, value) in [
        ("aiAssist", json!("enabled")),
        ("aiAssistPromptId", json!(prompt.to_string())),
    ] {
        let path = format!("/settings/{key}");
        stage
            .admin
            .put(&path, &json!({ "value": value }))
            .await
            .ok();
    }
    let marina = stage.desk.session(MARINA).await;
    let unbound = json!({ "promptId": null });
    stage.answer_by(&unbound).await;
    let (ticket, _) = open_ticket(&stage.desk, &marina).await;
    let path = format!("/tickets/{}/ai/suggest", ticket["id"]);
    let answer = marina.post(&path, &json!({})).await;
    let said = events(&answer.text);
    let text = said.iter().find(|(name, _)| name == "text");
    assert_eq!(text.expect("a text").1["text"], SAID, "{}", answer.text);
}

#[tokio::test]
async fn an_agent_is_asked_as_the_description_of_dialogflow_says() {
    // spec: A051
    let Some(prism) = start("tests/bots/peer/dialogflow.json") else {
        return;
    };
    for backend in backends() {
        let tokens = Peer::start(|_| Reply::Json(json!({ "access_token": "t", "expires_in": 60 })));
        let url = ("GUICHE__INTEGRATIONS__DIALOGFLOW_URL", prism.url.as_str());
        let stage = Stage::start(backend, &[url]).await;
        let session = format!("{}/v2/projects/p/agent/sessions/s:detectIntent", prism.url);
        let wrong = json!({ "queryInput": { "text": { "text": "Oi", "language": "pt-BR" } } });
        stage.refused(&session, &wrong).await;
        let wish = json!({
            "type": "dialogflow", "name": "Fluxo", "projectName": "aurora-faq", "language": "pt-BR",
            "jsonContent": account(&tokens.url),
        });
        let test = stage.admin.post("/queueIntegration/testSession", &wish);
        assert_eq!(test.await.ok()["messages"], json!([SAID]));
        let made = stage.admin.post("/queueIntegration", &wish).await.ok();
        stage
            .answer_by(&json!({ "integrationId": made["id"] }))
            .await;
        let named = format!("*Fluxo:* {SAID}");
        stage.says("Trocas", &named).await;
        stage.speaks(&named).await;
    }
}

/// The paths of the chat API in a description of Typebot's viewer, as its servers have them. Its licence is not ours, so the file
/// is not here: whoever has one (`apps/docs/openapi/viewer.json`) says where it is.
fn viewer(folder: &Path) -> Option<PathBuf> {
    let whole = std::fs::read(told("GUICHE_TEST_TYPEBOT_API")?).expect("the file");
    let mut whole: Value = serde_json::from_slice(&whole).expect("JSON");
    let paths = whole["paths"].take();
    for (path, own) in paths.as_object().expect("paths") {
        if ["/startChat", "/continueChat"]
            .iter()
            .any(|end| path.ends_with(end))
        {
            whole["paths"][format!("/api{path}")] = own.clone();
        }
    }
    let file = folder.join("viewer.json");
    std::fs::write(&file, whole.to_string()).expect("a place");
    Some(file)
}

#[tokio::test]
async fn a_flow_is_asked_as_the_description_of_typebot_says() {
    // spec: A051
    let folder = tempfile::tempdir().expect("a folder");
    let Some(prism) = viewer(folder.path()).and_then(start) else {
        return;
    };
    for backend in backends() {
        let stage = Stage::start(backend, &[]).await;
        let session = format!("{}/api/v1/sessions/s/continueChat", prism.url);
        let wrong = json!({ "message": { "type": "text" } });
        stage.refused(&session, &wrong).await;
        let wish = json!({
            "type": "typebot", "name": "Triagem", "urlN8N": prism.url, "typebotSlug": "triagem",
            "typebotDelayMessage": 0, "typebotUnknownMessage": "Não entendi.",
        });
        let made = stage.admin.post("/queueIntegration", &wish).await.ok();
        stage
            .answer_by(&json!({ "integrationId": made["id"] }))
            .await;
        // its bubbles have no text there: it begins, and goes on in the session that it named
        stage.says("Oi", "Não entendi.").await;
        stage.says("Trocas", "Não entendi.").await;
        let sessions = "SELECT COUNT(*) FROM bot_sessions WHERE session LIKE '%\"id\":\"string\"%'";
        assert_eq!(stage.desk.number(sessions), 1);
        let ticket = ticket_of(&stage.admin, &stage.number, "pending").await;
        assert_eq!(ticket["useIntegration"], true);
    }
}
