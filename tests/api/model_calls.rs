//! What a model is sent on the wire: the bounds of its prompt, the newest of the conversation, the key as it is now; and what
//! goes by voice, both ways. A stub stands for the model and for the voices.

use serde_json::{Value, json};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{
    ADMIN,
    bot_peer::{Asked, OWN, Peer, Reply},
    connection, messages, new_number,
    prompts::says,
    support::{Backend, Session, TestDesk, backends, until},
    ticket_of,
};

const VOICE: &[u8] = include_bytes!("../../storage/fixtures/demo/files/voz-beatriz.ogg");
const ANSWERED: &[u8] = include_bytes!("../../storage/fixtures/demo/files/voz-eduarda.ogg");

/// A desk whose number is answered by a prompt.
struct Stage {
    desk: TestDesk,
    admin: Session,
    matriz: i64,
    peer: Peer,
    prompt: String,
}

impl Stage {
    async fn start(backend: Backend, peer: Peer, more: Value) -> Self {
        let base = format!("{}/v1", peer.url);
        let voices = [
            OWN,
            ("GUICHE__AI__BASE_URL", base.as_str()),
            ("GUICHE__AI__VOICES_URL", peer.url.as_str()),
        ];
        let desk = TestDesk::start(backend, &voices).await;
        desk.open().await;
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        let queues = admin.get("/queue").await.ok();
        let mut wish = json!({
            "name": "Vendas", "prompt": "Você atende a loja.", "apiKey": "sk-primeira-0123456789", "queueId": queues[0]["id"],
        });
        for (field, value) in more.as_object().expect("fields") {
            wish[field] = value.clone();
        }
        let prompt = admin.post("/prompt", &wish).await.ok()["id"].clone();
        let path = format!("/whatsapp/{matriz}");
        admin.put(&path, &json!({ "promptId": prompt })).await.ok();
        Self {
            desk,
            admin,
            matriz,
            peer,
            prompt: format!("/prompt/{prompt}"),
        }
    }

    /// The customer writes, and the model is asked; answers the call.
    async fn says(&self, number: &str, text: &str) -> Asked {
        let before = self.peer.asked().len();
        self.desk.say(self.matriz, number, "Bia Souza", text).await;
        self.rests(before).await;
        self.peer.asked().pop().expect("a call")
    }

    /// The customer sends a voice note, and everybody who is asked about it has answered.
    async fn speaks(&self, number: &str) {
        let before = self.peer.asked().len();
        let media =
            json!({ "data": STANDARD.encode(VOICE), "name": "voz.ogg", "mime": "audio/ogg" });
        let note = json!({ "from": number, "pushName": "Bia", "type": "audio", "media": media });
        self.desk
            .simulator_post(self.matriz, "messages", &note)
            .await;
        self.rests(before).await;
    }

    async fn rests(&self, before: usize) {
        until(
            "it was asked, and nothing is to be asked any more",
            async || {
                self.peer.asked().len() > before
                    && self.desk.number("SELECT COUNT(*) FROM bot_turns") == 0
            },
        )
        .await;
    }

    /// The prompt's number.
    fn id(&self) -> String {
        self.prompt.trim_start_matches("/prompt/").to_owned()
    }

    async fn last_message(&self, number: &str) -> Value {
        let ticket = ticket_of(&self.admin, number, "pending").await;
        let mut all = messages(&self.admin, &ticket).await;
        all.pop().expect("a message")
    }
}

#[tokio::test]
async fn a_model_is_asked_within_the_bounds_of_its_prompt_and_about_the_newest_words() {
    // spec: A050
    for backend in backends() {
        let more =
            json!({ "maxTokens": 300, "temperature": 0.5, "maxMessages": 3, "model": "llama3" });
        let stage = Stage::start(backend, Peer::start(|_| says("Pois não.")), more).await;
        let number = new_number();
        for text in ["um", "dois", "três"] {
            stage.says(&number, text).await;
        }
        let asked = stage.says(&number, "quatro").await;
        let body = &asked.body;
        assert_eq!(
            (&body["model"], &body["max_tokens"], &body["temperature"]),
            (&json!("llama3"), &json!(300), &json!(0.5))
        );
        assert_eq!(
            asked.headers["authorization"],
            "Bearer sk-primeira-0123456789"
        );
        let told = body["messages"].as_array().expect("messages");
        let words: Vec<_> = told.iter().skip(1).map(|it| &it["content"]).collect();
        assert_eq!(
            words,
            ["Pois não.", "três", "Pois não.", "quatro"],
            "the newest three, and what is asked now"
        );
        let system = told[0]["content"].as_str().expect("a text");
        assert!(system.contains("Bia") && system.contains("300") && !system.contains("Souza"));
        // a model that thinks counts otherwise and has one temperature; another key counts at once
        let other = json!({ "model": "gpt-5-mini", "apiKey": "sk-segunda-0123456789" });
        stage.admin.put(&stage.prompt, &other).await.ok();
        let asked = stage.says(&number, "cinco").await;
        assert_eq!(
            asked.headers["authorization"],
            "Bearer sk-segunda-0123456789"
        );
        assert_eq!(asked.body["max_completion_tokens"], 300);
        assert!(asked.body.get("max_tokens").is_none() && asked.body.get("temperature").is_none());
    }
}

#[tokio::test]
async fn what_a_customer_says_by_voice_is_kept_and_never_asked_for_twice() {
    // spec: A050
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(hears_and_speaks), json!({})).await;
        let number = new_number();
        let listened = || {
            let asked = stage.peer.asked().into_iter();
            let heard = asked.filter(|it| it.line.ends_with("/audio/transcriptions"));
            heard.count()
        };
        // it is heard, and then the model refuses: the next try reads what was kept
        let refused = std::sync::atomic::AtomicBool::new(false);
        stage.peer.turn(move |asked| {
            let is_chat = asked.line.ends_with("/chat/completions");
            if is_chat && !refused.swap(true, std::sync::atomic::Ordering::SeqCst) {
                return Reply::Status(400);
            }
            hears_and_speaks(asked)
        });
        stage.speaks(&number).await;
        until("the customer is answered", async || {
            stage.desk.reached(stage.matriz, &number).await.len() == 1
        })
        .await;
        assert_eq!(listened(), 1);
        let ticket = ticket_of(&stage.admin, &number, "pending").await;
        let all = messages(&stage.admin, &ticket).await;
        let note = all.iter().find(|one| one["mediaType"] == "audio");
        let note = note.expect("the voice note");
        assert_eq!(note["details"]["transcript"], "Qual o horário?");
        // an attendant who asks reads the same, and the month counts it once
        for (key, value) in [("aiAssist", "enabled"), ("aiAssistPromptId", &*stage.id())] {
            let path = format!("/settings/{key}");
            stage
                .admin
                .put(&path, &json!({ "value": value }))
                .await
                .ok();
        }
        let path = format!("/messages/{}/transcribe", note["id"]);
        let read = stage.admin.post(&path, &json!({})).await;
        assert!(read.text.contains("Qual o horário?"), "{}", read.text);
        assert_eq!(listened(), 1);
        let usage = stage.admin.get("/ai/usage").await.ok();
        let uses = usage["uses"].as_array().expect("uses");
        let counted = uses.iter().find(|one| one["usedFor"] == "transcribe");
        assert_eq!(counted.expect("a row")["calls"], 1);
    }
}

/// A model that hears a question, answers it, and speaks.
fn hears_and_speaks(asked: &Asked) -> Reply {
    match asked.line.as_str() {
        "POST /v1/audio/transcriptions" => Reply::Json(json!({ "text": "Qual o horário?" })),
        "POST /cognitiveservices/v1" => Reply::Bytes(ANSWERED),
        _ => says("Das 9h às 18h & aos sábados."),
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one conversation by voice")]
async fn a_voice_note_is_written_down_and_answered_by_voice() {
    // spec: A050
    for backend in backends() {
        let more = json!({
            "voice": "pt-BR-FranciscaNeural", "voiceKey": "chave-da-voz-123", "voiceRegion": "brazilsouth",
        });
        let stage = Stage::start(backend, Peer::start(hears_and_speaks), more).await;
        let number = new_number();
        stage.speaks(&number).await;
        let asked = stage.peer.asked();
        let lines: Vec<_> = asked.iter().map(|it| it.line.as_str()).collect();
        assert_eq!(
            lines,
            [
                "POST /v1/audio/transcriptions",
                "POST /v1/chat/completions",
                "POST /cognitiveservices/v1"
            ]
        );
        for part in [
            "name=\"file\"; filename=",
            "whisper-1",
            "name=\"language\"",
            "OggS",
        ] {
            assert!(asked[0].text.contains(part), "{part}");
        }
        let told = asked[1].body["messages"].as_array().expect("messages");
        assert_eq!(told.last().expect("one")["content"], "Qual o horário?");
        assert_eq!(
            asked[2].text,
            "<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='pt-BR'>\
             <voice name='pt-BR-FranciscaNeural'>Das 9h às 18h &amp; aos sábados.</voice></speak>"
        );
        let headers = &asked[2].headers;
        assert_eq!(headers["ocp-apim-subscription-key"], "chave-da-voz-123");
        assert_eq!(headers["content-type"], "application/ssml+xml");
        assert_eq!(
            headers["x-microsoft-outputformat"],
            "ogg-24khz-16bit-mono-opus"
        );
        let said = stage.last_message(&number).await;
        assert_eq!(
            (
                &said["fromMe"],
                &said["author"],
                &said["mediaType"],
                &said["mediaMime"]
            ),
            (
                &json!(true),
                &json!("integration"),
                &json!("audio"),
                &json!("audio/ogg")
            )
        );
        // where the voice fails the customer reads the answer
        stage.peer.turn(|asked| match asked.line.as_str() {
            "POST /cognitiveservices/v1" => Reply::Status(401),
            _ => hears_and_speaks(asked),
        });
        stage.speaks(&number).await;
        let said = stage.last_message(&number).await;
        let body = said["body"].as_str().expect("a text");
        assert_eq!(
            (body.trim_start_matches('\u{200e}'), &said["mediaType"]),
            ("Das 9h às 18h & aos sábados.", &Value::Null)
        );
        let used = "SELECT COUNT(*) FROM messages WHERE body LIKE '%chave-da-voz%'";
        assert_eq!(stage.desk.number(used), 0);
        assert!(!stage.desk.log().contains("chave-da-voz"));
    }
}

#[tokio::test]
async fn a_model_is_silent_about_pictures_and_in_groups() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| says("Pois não.")), json!({})).await;
        let number = new_number();
        let media = json!({ "data": STANDARD.encode(include_bytes!("../../storage/fixtures/demo/files/mala.jpg")),
            "name": "mala.jpg", "mime": "image/jpeg" });
        let picture = json!({ "from": number, "pushName": "Bia", "type": "image", "media": media });
        stage
            .desk
            .simulator_post(stage.matriz, "messages", &picture)
            .await;
        let group = json!({ "from": number, "pushName": "Bia", "type": "text", "body": "Oi a todos",
            "group": { "id": "12036300000000000001", "name": "Clientes" } });
        stage
            .desk
            .simulator_post(stage.matriz, "messages", &group)
            .await;
        let asked = stage.says(&number, "É esta").await;
        let told = asked.body["messages"].as_array().expect("messages");
        assert_eq!(told.last().expect("one")["content"], "É esta");
        assert_eq!(stage.peer.asked().len(), 1, "of the text alone");
    }
}

#[tokio::test]
async fn a_prompt_without_a_model_asks_the_installations_until_the_plan_has_no_prompts() {
    // spec: A050 A143
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| says("Pois não.")), json!({})).await;
        let number = new_number();
        let body = stage.says(&number, "Oi").await.body;
        assert_eq!(
            (&body["model"], &body["max_tokens"], &body["temperature"]),
            (&json!("gpt-4o-mini"), &json!(100), &json!(1.0))
        );
        stage.desk.execute("UPDATE plans SET use_open_ai = FALSE");
        let desk = &stage.desk;
        desk.say(stage.matriz, &number, "Bia Souza", "E agora?")
            .await;
        until("people take over", async || {
            ticket_of(&stage.admin, &number, "pending").await["promptId"].is_null()
        })
        .await;
        assert_eq!(stage.peer.asked().len(), 1);
    }
}

#[tokio::test]
async fn of_a_number_that_has_both_the_prompt_answers() {
    // spec: A050 A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| says("Pois não.")), json!({})).await;
        let flow = json!({ "type": "webhook", "name": "Fluxo", "urlN8N": format!("{}/entrada", stage.peer.url) });
        let flow = stage.admin.post("/queueIntegration", &flow).await.ok();
        let path = format!("/whatsapp/{}", stage.matriz);
        let both = json!({ "integrationId": flow["id"] });
        let line = stage.admin.put(&path, &both).await.ok();
        assert_eq!(
            (&line["integrationId"], line["promptId"].to_string()),
            (&flow["id"], stage.id())
        );
        let asked = stage.says(&new_number(), "Oi").await;
        assert_eq!(asked.line, "POST /v1/chat/completions");
        assert_eq!(stage.peer.asked().len(), 1);
    }
}
