//! Typebot and Dialogflow in conversations, each with a stub that speaks its API, and what a flow is told of files, places and
//! cards.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{
    bot_peer::{Asked, Peer, Reply},
    bots::Stage,
    new_number,
    queue_integrations::account,
    support::{Backend, backends, until},
};

const VOICE: &[u8] = include_bytes!("../../storage/fixtures/demo/files/voz-beatriz.ogg");
const PAPER: &[u8] = include_bytes!("../../storage/fixtures/demo/files/boleto.pdf");

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
        let long_ago = "UPDATE bot_sessions SET talked_at = '2020-01-01T00:00:00+00:00'";
        stage.desk.execute(long_ago);
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
        assert!(
            !stage.desk.log().contains("a bot gave no answer"),
            "that is no failure"
        );
    }
}

/// An agent of Dialogflow: gives tokens, listens, and says what it was asked about.
fn agent(asked: &Asked) -> Reply {
    if asked.line == "POST /token" {
        return Reply::Json(json!({ "access_token": "t-1", "expires_in": 3600 }));
    }
    if asked.headers.get("authorization").map(String::as_str) != Some("Bearer t-1") {
        return Reply::Status(401);
    }
    if asked.body["inputAudio"].is_string() {
        return Reply::Json(json!({ "queryResult": { "fulfillmentText": "Ouvi" } }));
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
}

#[tokio::test]
async fn an_agent_of_dialogflow_answers_with_its_name_and_ends_by_itself() {
    // spec: A051
    for backend in backends() {
        let peer = Peer::start(agent);
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
        // it takes 256 characters of a question
        stage.says(&number, &"ç".repeat(300)).await;
        let long = format!("*Fluxo:* Sobre {}", "ç".repeat(256));
        heard.push(&long);
        stage.hears(&number, &heard).await;
        // a voice note is listened to
        stage
            .sends(&number, file(VOICE, "voz.ogg", "audio/ogg"))
            .await;
        heard.push("*Fluxo:* Ouvi");
        stage.hears(&number, &heard).await;
        let listened = stage.peer.asked().pop().expect("a call").body;
        assert_eq!(
            listened,
            json!({
                "queryInput": { "audioConfig": {
                    "audioEncoding": "AUDIO_ENCODING_OGG_OPUS", "sampleRateHertz": 16000, "languageCode": "pt-BR",
                } },
                "inputAudio": STANDARD.encode(VOICE),
            })
        );
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

fn file(bytes: &[u8], name: &str, mime: &str) -> Value {
    let kind = mime.split('/').next().unwrap_or_default();
    let kind = if kind == "application" {
        "document"
    } else {
        kind
    };
    json!({ "type": kind, "media": { "data": STANDARD.encode(bytes), "name": name, "mime": mime } })
}

#[tokio::test]
async fn a_flow_is_told_of_files_places_and_cards_as_the_family_tells_them() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("Recebi"), json!({})).await;
        let number = new_number();
        let told = async |content: Value| {
            let before = stage.peer.asked().len();
            stage.sends(&number, content).await;
            until("the flow is told", async || {
                stage.peer.asked().len() > before
            })
            .await;
            stage.rests().await;
            stage.peer.asked().pop().expect("a call").body["message"].clone()
        };
        let paper = told(file(PAPER, "boleto.pdf", "application/pdf")).await;
        let document = &paper["documentMessage"];
        assert_eq!(
            (&document["fileName"], &document["mimetype"]),
            (&json!("boleto.pdf"), &json!("application/pdf"))
        );
        let link = document["url"].as_str().expect("a link");
        assert_eq!(Some(link), paper["mediaUrl"].as_str());
        let link: reqwest::Url = link.parse().expect("an address");
        let link = format!(
            "{}{}?{}",
            stage.desk.base,
            link.path(),
            link.query().unwrap_or_default()
        );
        let bytes = reqwest::get(link).await.expect("an answer").bytes().await;
        assert!(bytes.expect("the file") == PAPER);
        let voice = told(file(VOICE, "voz.ogg", "audio/ogg")).await;
        assert_eq!(voice["audioMessage"]["mimetype"], "audio/ogg");
        let place = json!({ "latitude": -23.5614, "longitude": -46.6559, "name": "Loja Centro" });
        let place = told(json!({ "type": "location", "location": place })).await;
        assert_eq!(
            place["locationMessage"],
            json!({ "degreesLatitude": -23.5614, "degreesLongitude": -46.6559, "name": "Loja Centro", "address": null })
        );
        let person = json!([{ "name": "Ana Lima", "number": "5511988887777" }]);
        let person = told(json!({ "type": "contacts", "contacts": person })).await;
        let card = person["contactMessage"]["vcard"].as_str().expect("a card");
        assert!(card.contains("Ana Lima") && card.contains("5511988887777"));
        assert!(person.get("conversation").is_none(), "{person}");
    }
}

/// An older server of Typebot: its flow says nothing at first, and it takes texts alone.
fn old_typebot(asked: &Asked) -> Reply {
    if asked.line.ends_with("startChat") {
        return Reply::Json(
            json!({ "sessionId": "s", "messages": [], "input": { "type": "text input" } }),
        );
    }
    let Some(text) = asked.body["message"].as_str() else {
        return Reply::Status(400);
    };
    let bubble = json!({ "type": "text", "content": { "markdown": format!("Ouvi {text}") } });
    Reply::Json(json!({ "messages": [bubble], "input": { "type": "text input" } }))
}

#[tokio::test]
async fn a_flow_that_is_silent_at_first_hears_the_first_words_from_an_older_server_too() {
    // spec: A051 A144
    for backend in backends() {
        let peer = Peer::start(old_typebot);
        let more = json!({ "type": "typebot", "urlN8N": peer.url, "typebotSlug": "triagem", "typebotDelayMessage": 0 });
        let stage = Stage::start(backend, peer, more).await;
        let number = new_number();
        stage.says(&number, "Bom dia").await;
        stage.hears(&number, &["Ouvi Bom dia"]).await;
        stage.rests().await;
        // a failure drops the session: what comes next begins anew
        stage.peer.turn({
            let count = AtomicUsize::new(0);
            move |asked| match count.fetch_add(1, Ordering::SeqCst) {
                0 => Reply::Status(500),
                _ => old_typebot(asked),
            }
        });
        let before = stage.peer.asked().len();
        stage.says(&number, "E agora").await;
        stage
            .hears(&number, &["Ouvi Bom dia", "Ouvi E agora"])
            .await;
        let asked = stage.peer.asked().split_off(before);
        assert!(asked[0].line.ends_with("continueChat"), "{}", asked[0].line);
        assert!(asked[1].line.ends_with("startChat"), "{}", asked[1].line);
        // what the flow says waits as long as it wants
        let path = format!("/queueIntegration/{}", stage.integration());
        let slow = json!({ "typebotDelayMessage": 20_000 });
        stage.admin.put(&path, &slow).await.ok();
        let later = match backend {
            Backend::Sqlite => "julianday(not_before) - julianday(created_at) > 15.0 / 86400",
            Backend::Postgres => "not_before > created_at + INTERVAL '15 seconds'",
        };
        let waits = format!("SELECT COUNT(*) FROM outbox WHERE {later}");
        assert_eq!(stage.desk.number(&waits), 0);
        stage.says(&number, "Devagar").await;
        until("what it says waits", async || {
            stage.desk.number(&waits) == 1
        })
        .await;
    }
}

/// A service on the server's own network that counts who calls it.
struct Inside {
    url: String,
    calls: Arc<AtomicUsize>,
}

impl Inside {
    fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        std::thread::spawn(move || {
            for _ in listener.incoming() {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { url, calls }
    }
}

#[tokio::test]
async fn what_a_bot_or_a_key_names_on_the_own_network_is_not_called() {
    for backend in backends() {
        let inside = Inside::start();
        let picture = format!("{}/a.png", inside.url);
        let reply = json!({ "reply": { "text": "Veja", "mediaUrl": picture } });
        let peer = Peer::start(move |_| Reply::Json(reply.clone()));
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        // the customer has the link, as of any file that could not be fetched
        stage.hears(&number, &[&format!("Veja\n{picture}")]).await;
        let agent = json!({ "type": "dialogflow", "projectName": "aurora-faq", "language": "pt-BR",
            "jsonContent": account(&inside.url) });
        let refused = stage
            .admin
            .post("/queueIntegration/testSession", &agent)
            .await;
        assert_eq!(refused.refusal(), (400, "ERR_TEST_SESSION_DIALOG"));
        assert_eq!(refused.body["reason"], "forbidden");
        assert_eq!(inside.calls.load(Ordering::SeqCst), 0);
    }
}
