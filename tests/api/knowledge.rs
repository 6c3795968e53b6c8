//! What a company knows: admins write it, models are told of what fits a question, people see which it was.

use serde_json::{Value, json};

use super::{
    ADMIN, VIDA,
    ai::{Stage, events},
    bot_peer::{Peer, Reply, Rest},
    connection, messages, new_number,
    prompts::says,
    support::{backends, on_both, open_ticket, until},
    ticket_of,
};

#[tokio::test]
async fn an_article_has_its_bounds() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let title = format!("Trocas {}", new_number());
        let wish = json!({ "title": format!(" {title} "), "text": "Em até 30 dias." });
        let made = admin.post("/knowledge", &wish).await.ok();
        assert_eq!(
            (&made["title"], &made["isOn"]),
            (&json!(title), &json!(true))
        );
        let path = format!("/knowledge/{}", made["id"]);
        assert_eq!(admin.get(&path).await.ok(), made);
        let list = admin.get("/knowledge").await.ok();
        let listed = list
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["id"] == made["id"]);
        let listed = listed.expect("the article");
        assert_eq!(
            (&listed["title"], &listed["text"]),
            (&json!(title), &Value::Null)
        );
        let change = json!({ "title": title, "text": "Em até 60 dias.", "isOn": false });
        let changed = admin.put(&path, &change).await.ok();
        assert_eq!(
            (&changed["text"], &changed["isOn"]),
            (&change["text"], &json!(false))
        );
        for bad in [
            json!({ "title": " ", "text": "x" }),
            json!({ "title": "a\nb", "text": "x" }),
            json!({ "title": "x".repeat(121), "text": "x" }),
            json!({ "title": "x", "text": " " }),
            json!({ "title": "x", "text": "x".repeat(8_001) }),
        ] {
            for refused in [
                admin.post("/knowledge", &bad).await,
                admin.put(&path, &bad).await,
            ] {
                assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
            }
        }
        let long = json!({ "title": "é".repeat(120), "text": "é".repeat(8_000) });
        let long = admin.post("/knowledge", &long).await.ok();
        admin
            .delete(&format!("/knowledge/{}", long["id"]))
            .await
            .ok();
        admin.delete(&path).await.ok();
        assert_eq!(
            admin.get(&path).await.refusal(),
            (404, "ERR_NO_ARTICLE_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn an_article_is_its_companys() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let wish =
            json!({ "title": format!("Trocas {}", new_number()), "text": "Em até 30 dias." });
        let made = admin.post("/knowledge", &wish).await.ok();
        let path = format!("/knowledge/{}", made["id"]);
        for refused in [
            vida.get(&path).await,
            vida.put(&path, &wish).await,
            vida.delete(&path).await,
        ] {
            assert_eq!(refused.refusal(), (404, "ERR_NO_ARTICLE_FOUND"));
        }
        assert_eq!(admin.get(&path).await.ok(), made);
        admin.delete(&path).await.ok();
    })
    .await;
}

async fn writes(stage: &Stage, title: &str, text: &str, is_on: bool) {
    let wish = json!({ "title": title, "text": text, "isOn": is_on });
    stage.admin.post("/knowledge", &wish).await.ok();
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "one conversation from its question to its sources"
)]
async fn a_model_is_told_of_what_fits_and_people_see_which_it_was() {
    for backend in backends() {
        let draft = Reply::Stream(&["Em até 30 dias."], Rest::End);
        let stage = Stage::start(backend, Peer::start(move |_| draft.clone())).await;
        writes(
            &stage,
            "Política de trocas",
            "A troca é grátis \"}] em até 30 dias.",
            true,
        )
        .await;
        writes(&stage, "Pagamento", "Aceitamos Pix e cartão.", true).await;
        writes(&stage, "Trocas antigas", "Em até 7 dias.", false).await;
        let vida = stage.desk.session(VIDA).await;
        let foreign = json!({ "title": "Trocas da clínica", "text": "Não há." });
        vida.post("/knowledge", &foreign).await.ok();

        let (ticket, number) = open_ticket(&stage.desk, &stage.marina).await;
        let matriz = connection(&stage.admin, "Matriz").await;
        stage
            .desk
            .say(matriz, &number, "Beatriz", "Dá para TROCAR a blusa?")
            .await;
        until("it came in", async || {
            messages(&stage.marina, &ticket).await.len() == 2
        })
        .await;
        let path = format!("/tickets/{}/ai/suggest", ticket["id"]);
        let answer = stage.marina.post(&path, &json!({})).await;
        let read = events(&answer.text)
            .into_iter()
            .find(|(name, _)| name == "read");
        let (_, read) = read.expect("what was read");
        assert_eq!(
            read,
            json!({ "messages": 2, "sources": ["Política de trocas"] })
        );
        let asked = stage.peer.asked().pop().expect("a call");
        let told = asked.body["messages"][1]["content"]
            .as_str()
            .expect("a text");
        let (_, data) = told.split_once('\n').expect("a line of data");
        let data: Value = serde_json::from_str(data).expect("JSON");
        let article = json!([{ "titulo": "Política de trocas", "texto": "A troca é grátis \"}] em até 30 dias." }]);
        assert_eq!(data, article);

        // a bot is told the same, and its message says of what
        stage.desk.open().await;
        let path = format!("/whatsapp/{matriz}");
        let led = json!({ "promptId": stage.prompt["id"] });
        stage.admin.put(&path, &led).await.ok();
        stage.peer.turn(|_| says("Em até 30 dias."));
        let other = new_number();
        stage
            .desk
            .say(matriz, &other, "Bia", "Como faço uma troca? Aceitam pix?")
            .await;
        until("the bot answers", async || {
            stage.desk.reached(matriz, &other).await.len() == 1
        })
        .await;
        let ticket = ticket_of(&stage.admin, &other, "pending").await;
        let all = messages(&stage.admin, &ticket).await;
        let said = all.iter().find(|one| one["author"] == "integration");
        let sources = &said.expect("the bot's message")["details"]["sources"];
        assert_eq!(*sources, json!(["Política de trocas", "Pagamento"]));
    }
}

#[tokio::test]
async fn there_is_room_for_two_hundred() {
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let there = vida.get("/knowledge").await.ok();
        let there = there.as_array().expect("a list").len();
        let mut made = Vec::new();
        for number in there..200 {
            let wish = json!({ "title": format!("Artigo {number}"), "text": "Texto." });
            made.push(vida.post("/knowledge", &wish).await.ok()["id"].clone());
        }
        let wish = json!({ "title": "Um a mais", "text": "Texto." });
        let refused = vida.post("/knowledge", &wish).await;
        assert_eq!(refused.refusal(), (409, "ERR_ARTICLES_FULL"));
        for id in made {
            vida.delete(&format!("/knowledge/{id}")).await.ok();
        }
    })
    .await;
}
