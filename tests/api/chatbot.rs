//! The chatbot as a customer lives it: a simulated phone, real conversations. Every branch of its rules is in the tests of
//! the decision itself; here is that it is applied.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number,
    support::{Session, TestDesk, backends, until},
    ticket_of,
};

const GREETING: &str = "Olá, {{firstName}}!";
const MENU: &str = "Olá, Bia!\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte\n[ 3 ] - Logística";
const ROOT: &str = "Você está no Suporte. Conte o que houve.\n\n[ 1 ] - Boleto\n[ 2 ] - Outro assunto\n\n[ # ] início";
const BOLETO: &str = "Qual boleto?\n\n[ 1 ] - Deste mês\n\n[ 0 ] anterior\n[ # ] início";
const INVALID: &str = "Opção inválida. Por favor, escolha uma das opções do menu.";

/// A desk of its own whose bot answers, with a tree in one queue.
struct Bot {
    desk: TestDesk,
    admin: Session,
    marina: Session,
    matriz: i64,
}

impl Bot {
    async fn on_each(body: impl AsyncFn(&Bot)) {
        for backend in backends() {
            let desk = TestDesk::start(backend, &[]).await;
            desk.open().await;
            let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
            let matriz = connection(&admin, "Matriz").await;
            let texts = json!({ "greetingMessage": GREETING, "maxUseBotQueues": 0 });
            admin.put(&format!("/whatsapp/{matriz}"), &texts).await.ok();
            let bot = Bot {
                desk,
                admin,
                marina,
                matriz,
            };
            bot.plant().await;
            body(&bot).await;
        }
    }

    /// Boleto with one option below it, and a leaf.
    async fn plant(&self) {
        let queue = self.queue("Suporte").await;
        let tree = json!({ "options": [
            { "key": "a", "title": "Boleto", "message": "Qual boleto?" },
            { "key": "b", "parentKey": "a", "title": "Deste mês", "message": "Aqui está, {{firstName}}." },
            { "key": "c", "title": "Outro assunto", "message": "Já vamos atender." },
        ]});
        let path = format!("/queue/{queue}/options");
        self.admin.put(&path, &tree).await.ok();
    }

    async fn queue(&self, name: &str) -> i64 {
        let all = self.admin.get("/queue").await.ok();
        let mut all = all.as_array().expect("queues").iter();
        let found = all.find(|queue| queue["name"] == name).expect("a queue");
        found["id"].as_i64().expect("an id")
    }

    async fn set(&self, key: &str, value: &str) {
        let value = json!({ "value": value });
        self.admin
            .put(&format!("/settings/{key}"), &value)
            .await
            .ok();
    }

    async fn says(&self, number: &str, text: &str) {
        self.desk.say(self.matriz, number, "Bia", text).await;
    }

    /// What the phone has heard, without the mark of automatic texts.
    async fn heard(&self, number: &str) -> Vec<String> {
        let heard = self.desk.reached(self.matriz, number).await;
        heard
            .into_iter()
            .map(|text| text.trim_start_matches('\u{200e}').to_owned())
            .collect()
    }

    async fn hears(&self, number: &str, expected: &[&str]) {
        let what = format!("the customer hears {expected:?}");
        until(&what, async || {
            self.heard(number).await.len() >= expected.len()
        })
        .await;
        assert_eq!(self.heard(number).await, expected);
    }

    /// A ticket as it stands.
    async fn ticket(&self, number: &str, status: &str) -> Value {
        ticket_of(&self.admin, number, status).await
    }
}

#[tokio::test]
async fn a_customer_finds_his_way_through_menu_and_tree_and_waits_in_the_queue() {
    // spec: A010 A033 S045
    Bot::on_each(async |bot| {
        let number = new_number();
        bot.says(&number, "Bom dia").await;
        bot.hears(&number, &[MENU]).await;
        let ticket = bot.ticket(&number, "pending").await;
        assert_eq!(
            (&ticket["chatbot"], &ticket["queueId"]),
            (&json!(true), &json!(null))
        );
        assert_eq!(
            ticket["unreadMessages"], 1,
            "the bot reads nothing and adds nothing"
        );
        bot.says(&number, "dois").await;
        bot.hears(&number, &[MENU, ROOT]).await;
        bot.says(&number, "boleto").await;
        bot.hears(&number, &[MENU, ROOT, BOLETO]).await;
        bot.says(&number, "qualquer um").await;
        bot.hears(&number, &[MENU, ROOT, BOLETO, "Aqui está, Bia."])
            .await;
        let ticket = bot.ticket(&number, "pending").await;
        assert_eq!(ticket["chatbot"], json!(false));
        assert_eq!(ticket["queueId"], bot.queue("Suporte").await);
        assert_eq!(ticket["unreadMessages"], 4);
        // every message is there, and says who speaks
        let authors: Vec<Value> = messages(&bot.admin, &ticket)
            .await
            .iter()
            .map(|message| message["author"].clone())
            .collect();
        let turns = ["contact", "bot"].map(|author| json!(author));
        assert_eq!(
            authors,
            turns.iter().cycle().take(8).cloned().collect::<Vec<_>>()
        );
    })
    .await;
}

#[tokio::test]
async fn a_person_who_takes_over_silences_the_bot_at_once() {
    Bot::on_each(async |bot| {
        let number = new_number();
        bot.says(&number, "oi").await;
        bot.hears(&number, &[MENU]).await;
        let ticket = bot.ticket(&number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let accept = json!({ "status": "open", "userId": bot.marina.id() });
        let open = bot.admin.put(&path, &accept).await.ok();
        assert_eq!(open["chatbot"], json!(false));
        for text in ["1", "#", "alô?"] {
            bot.says(&number, text).await;
        }
        until("all of it is stored", async || {
            messages(&bot.admin, &ticket).await.len() == 5
        })
        .await;
        bot.hears(&number, &[MENU]).await;
        // returned without a queue he gets the menu again
        let back = json!({ "status": "pending", "userId": null });
        bot.admin.put(&path, &back).await.ok();
        bot.says(&number, "oi").await;
        bot.hears(&number, &[MENU, MENU]).await;
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_is_none_is_told_once_and_a_group_hears_nothing() {
    Bot::on_each(async |bot| {
        let number = new_number();
        for text in ["oi", "quero ajuda", "alô?"] {
            bot.says(&number, text).await;
        }
        let group = json!({
            "from": "5511900000001", "pushName": "Caio", "type": "text", "body": "1",
            "group": { "id": "5511900000099", "name": "Equipe" }
        });
        bot.desk
            .simulator_post(bot.matriz, "messages", &group)
            .await;
        bot.says(&number, "#").await;
        bot.hears(&number, &[MENU, INVALID, MENU]).await;
        let ledger = bot.desk.ledger(bot.matriz).await;
        assert!(ledger.iter().all(|entry| entry["to"] != "5511900000099"));
    })
    .await;
}

#[tokio::test]
async fn leads_stay_leads_while_the_bot_talks() {
    Bot::on_each(async |bot| {
        bot.set("leadsMode", "bot").await;
        let number = new_number();
        bot.says(&number, "oi").await;
        bot.ticket(&number, "lead").await;
        bot.hears(&number, &[MENU]).await;
        bot.says(&number, "1").await;
        bot.ticket(&number, "pending").await;
    })
    .await;
}

#[tokio::test]
async fn out_of_hours_a_customer_hears_it_once_and_his_message_waits() {
    // spec: A013 A064
    Bot::on_each(async |bot| {
        let closed = json!({ "outOfHoursMessage": "Voltamos amanhã." });
        bot.admin.put(&format!("/whatsapp/{}", bot.matriz), &closed).await.ok();
        bot.set("scheduleType", "company").await;
        let number = new_number();
        for text in ["oi", "tem alguém?", "#"] {
            bot.says(&number, text).await;
        }
        let ticket = bot.ticket(&number, "pending").await;
        until("all of it is stored", async || {
            messages(&bot.admin, &ticket).await.len() == 4
        })
        .await;
        bot.hears(&number, &["Voltamos amanhã."]).await;
        // open all day today: the same conversation gets its menu
        let week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
            .map(|day| json!({ "weekday": day, "weekdayEn": day, "startTime": "00:00", "endTime": "23:59" }));
        let path = format!("/companies/{}/schedules", bot.admin.company());
        bot.admin.put(&path, &json!({ "schedules": week })).await.ok();
        bot.says(&number, "bom dia").await;
        bot.hears(&number, &["Voltamos amanhã.", MENU]).await;
        // the hours of queues count: one that is closed says so, and he stays in the menu
        bot.set("scheduleType", "queue").await;
        let sales = bot.queue("Vendas").await;
        let never = json!({ "schedules": [], "outOfHoursMessage": "Vendas só amanhã." });
        bot.admin.put(&format!("/queue/{sales}"), &never).await.ok();
        bot.says(&number, "1").await;
        let told = "Vendas só amanhã.\n\n[ # ] voltar ao menu";
        bot.hears(&number, &["Voltamos amanhã.", MENU, told]).await;
        assert_eq!(bot.ticket(&number, "pending").await["queueId"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn a_deleted_queue_leaves_its_customers_where_they_find_their_way() {
    Bot::on_each(async |bot| {
        let (inside, waiting) = (new_number(), new_number());
        bot.says(&inside, "2").await;
        bot.hears(&inside, &[ROOT]).await;
        bot.says(&waiting, "1").await;
        until("in sales", async || {
            bot.ticket(&waiting, "pending").await["queueId"] != json!(null)
        })
        .await;
        let (sales, support) = (bot.queue("Vendas").await, bot.queue("Suporte").await);
        bot.admin.delete(&format!("/queue/{support}")).await.ok();
        let ticket = bot.ticket(&inside, "pending").await;
        assert_eq!(
            (&ticket["queueId"], &ticket["chatbot"]),
            (&json!(null), &json!(false))
        );
        bot.says(&inside, "1").await;
        let menu = "Olá, Bia!\n\n[ 1 ] - Vendas\n[ 2 ] - Logística";
        // a bare choice counts at once
        until("in sales", async || {
            bot.ticket(&inside, "pending").await["queueId"] == sales
        })
        .await;
        let logistics = bot.queue("Logística").await;
        let path = format!("/queue/{sales}?moveTo={logistics}");
        bot.admin.delete(&path).await.ok();
        assert_eq!(bot.ticket(&waiting, "pending").await["queueId"], logistics);
        assert_ne!(menu, MENU);
    })
    .await;
}

#[tokio::test]
async fn a_number_with_one_queue_greets_and_puts_its_customers_there() {
    Bot::on_each(async |bot| {
        bot.set("sendGreetingMessageOneQueues", "enabled").await;
        let only = json!({ "queueIds": [bot.queue("Suporte").await] });
        bot.admin
            .put(&format!("/whatsapp/{}", bot.matriz), &only)
            .await
            .ok();
        let number = new_number();
        bot.says(&number, "1").await;
        bot.hears(&number, &["Olá, Bia!", ROOT]).await;
        bot.says(&number, "2").await;
        bot.hears(&number, &["Olá, Bia!", ROOT, "Já vamos atender."])
            .await;
    })
    .await;
}

#[tokio::test]
async fn what_is_said_has_its_file() {
    Bot::on_each(async |bot| {
        let queue = bot.queue("Suporte").await;
        let options = bot
            .admin
            .get(&format!("/queue-options?queueId={queue}&parentId=-1"))
            .await
            .ok();
        let leaf = options[1]["id"].clone();
        let part = reqwest::multipart::Part::bytes(
            include_bytes!("../../storage/fixtures/demo/files/recibo.png").as_slice(),
        )
        .file_name("recibo.png");
        let form = reqwest::multipart::Form::new().part("file", part);
        let path = format!("/queue-options/{leaf}/media-upload");
        let kept = bot.admin.upload(&path, form).await.ok();
        assert_eq!(
            (&kept["mensagem"], &kept["mediaName"]),
            (&json!("Arquivo Salvo"), &json!("recibo.png"))
        );
        let number = new_number();
        bot.says(&number, "2").await;
        bot.says(&number, "2").await;
        bot.hears(&number, &[ROOT, "", "Já vamos atender."]).await;
        let ledger = bot.desk.ledger(bot.matriz).await;
        let file = ledger
            .iter()
            .find(|entry| entry["to"] == number.as_str() && entry["type"] == "image");
        assert!(file.is_some(), "the file reached the phone");
        let gone = bot.admin.delete(&path).await.ok();
        assert_eq!(gone["mensagem"], "Arquivo excluído");
    })
    .await;
}
