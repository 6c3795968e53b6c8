//! Templates of a number: kept as Meta has them, made and deleted there, and sent with their variables when free text does
//! not pass any more.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    support::{Session, TestSocket, until, until_connection},
    world::{ADMIN, Line, Talk, World, message, new_number, on_both, seconds_ago, sign, unique},
};

/// A number of an account of its own.
pub(super) struct Owner<'w> {
    pub world: World<'w>,
    pub account: String,
    pub path: String,
}

pub(super) async fn owner<'w>(shared: &World<'w>, templates: &[Value]) -> Owner<'w> {
    let mut line = Line::unknown();
    let account = format!("20{}", line.number_id);
    for template in templates {
        shared.graph.keep_template(&account, template.clone());
    }
    shared
        .graph
        .expect_token(&line.number_id, &line.access_token);
    let mut form = line.form();
    form["wabaId"] = json!(account);
    let made = shared.admin.post("/whatsapp", &form).await.ok();
    line.connection = made["id"].as_i64().expect("an id");
    until_connection(&shared.admin, &line, "CONNECTED").await;
    let path = format!("/whatsapp/{}/templates", line.connection);
    let world = World::of(shared.desk, line).await;
    Owner {
        world,
        account,
        path,
    }
}

impl Owner<'_> {
    pub async fn refresh(&self) -> Value {
        let path = format!("{}/refresh", self.path);
        self.world.admin.post(&path, &json!({})).await.ok()
    }

    async fn names(&self, session: &Session) -> Vec<String> {
        let all = session.get(&self.path).await.ok();
        let all = all.as_array().expect("a list").iter();
        all.map(|it| it["name"].as_str().expect("a name").to_owned())
            .collect()
    }

    /// The account's webhook.
    pub async fn told(&self, value: Value) {
        let body = json!({ "object": "whatsapp_business_account", "entry": [{ "id": self.account,
            "changes": [{ "field": "message_template_status_update", "value": value }] }] });
        let body = body.to_string();
        let signature = sign(&self.world.line.app_secret, &body);
        assert_eq!(self.world.post_webhook(&body, Some(&signature)).await, 200);
    }

    /// A customer who wrote so many hours ago, and whose ticket Marina has.
    pub async fn talk(&self, hours_ago: i64) -> Talk {
        let number = new_number();
        let wamid = format!("wamid.{}", unique());
        let text = json!({ "type": "text", "text": { "body": "Oi" }, "timestamp": seconds_ago(hours_ago * 3600) });
        self.world.told(message(&number, &wamid, &text)).await;
        let waiting = self.world.ticket_of(&number, "pending").await;
        Talk {
            ticket: self.world.accept(&waiting).await,
            number,
            wamid,
        }
    }
}

fn template(name: &str, status: &str) -> Value {
    json!({ "id": unique(), "name": name, "status": status, "category": "UTILITY", "language": "pt_BR",
        "rejected_reason": "NONE", "components": [
            { "type": "HEADER", "format": "TEXT", "text": "Pedido {{1}}", "example": { "header_text": ["#1"] } },
            { "type": "BODY", "text": "Olá {{1}}, o pedido {{2}} saiu." },
            { "type": "FOOTER", "text": "Lojas Aurora" },
            { "type": "BUTTONS", "buttons": [
                { "type": "QUICK_REPLY", "text": "Obrigado" },
                { "type": "URL", "text": "Acompanhar", "url": "https://aurora.example/p/{{1}}" }] }] })
}

fn draft(name: &str) -> Value {
    json!({ "name": name, "language": "pt_BR", "category": "UTILITY", "body": "Olá {{1}}, tudo certo com {{2}}?",
        "footer": "Lojas Aurora", "buttons": [{ "type": "URL", "text": "Ver", "url": "https://aurora.example/{{1}}" }],
        "examples": { "body": ["Ana", "o pedido"], "buttons": ["7"] } })
}

#[tokio::test]
async fn all_pages_of_an_accounts_templates_are_kept_and_attendants_see_what_may_be_sent() {
    on_both(async |shared| {
        let told: Vec<_> = (0..5)
            .map(|place| {
                let status = if place == 3 { "REJECTED" } else { "APPROVED" };
                template(&format!("modelo_{place}"), status)
            })
            .collect();
        let owner = owner(shared, &told).await;
        // a number that is entered asks by itself
        until("the templates are there", async || {
            owner.names(&owner.world.admin).await.len() == 5
        })
        .await;
        let seen = owner.names(&owner.world.marina).await;
        assert_eq!(seen, ["modelo_0", "modelo_1", "modelo_2", "modelo_4"]);

        owner
            .world
            .graph
            .keep_template(&owner.account, template("novo", "APPROVED"));
        let all = owner.refresh().await;
        assert_eq!(all.as_array().unwrap().len(), 6);
        let rejected = all
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["name"] == "modelo_3")
            .unwrap();
        assert_eq!(rejected["status"], "REJECTED");
        assert_eq!(
            rejected["components"][1]["text"],
            "Olá {{1}}, o pedido {{2}} saiu."
        );
    })
    .await;
}

#[tokio::test]
async fn a_template_is_made_and_deleted_at_metas_first() {
    on_both(async |shared| {
        let owner = owner(shared, &[]).await;
        let (world, path) = (&owner.world, owner.path.as_str());
        let made = world.admin.post(path, &draft("boas_vindas")).await.ok();
        // Meta decides which category it has
        assert_eq!((&made["status"], &made["category"]), (&json!("PENDING"), &json!("MARKETING")));
        let asked = world.graph.calls(|call| {
            call.method == "POST" && call.path.ends_with(&format!("/{}/message_templates", owner.account))
        });
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].json()["components"], json!([
            { "type": "BODY", "text": "Olá {{1}}, tudo certo com {{2}}?", "example": { "body_text": [["Ana", "o pedido"]] } },
            { "type": "FOOTER", "text": "Lojas Aurora" },
            { "type": "BUTTONS", "buttons": [{ "type": "URL", "text": "Ver", "url": "https://aurora.example/{{1}}",
                "example": ["https://aurora.example/7"] }] },
        ]));
        let again = world.admin.post(path, &draft("boas_vindas")).await;
        assert_eq!(again.refusal(), (409, "ERR_TEMPLATE_TAKEN"));
        let refused = world.admin.post(path, &draft("recusado")).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_REFUSED"));
        assert_eq!(refused.body["details"]["meta"][0], "100: As the test wants it");
        let mut without = draft("sem_exemplo");
        without["examples"] = json!({});
        assert_eq!(world.admin.post(path, &without).await.refusal(), (400, "ERR_VALIDATION"));
        assert_eq!(world.marina.post(path, &draft("outro")).await.refusal(), (403, "ERR_NO_PERMISSION"));

        let one = format!("{path}/{}", made["id"]);
        world.admin.delete(&one).await.ok();
        assert_eq!(world.graph.template_names(&owner.account), Vec::<String>::new());
        assert_eq!(owner.names(&world.admin).await, Vec::<String>::new());
        assert_eq!(world.admin.delete(&one).await.refusal(), (404, "ERR_NO_TEMPLATE_FOUND"));
        let record = world.admin.get("/audit?entity=messageTemplate").await.ok();
        assert!(record["records"].as_array().unwrap().len() >= 2, "{record}");
    })
    .await;
}

#[tokio::test]
async fn meta_tells_another_status_and_open_pages_hear_of_it() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("pedido_pronto", "APPROVED")]).await;
        owner.refresh().await;
        let session = owner.world.desk.session(ADMIN).await;
        let mut socket = TestSocket::open(owner.world.desk, &session).await;
        let told = json!({ "event": "PAUSED", "message_template_id": 1, "message_template_name": "pedido_pronto",
            "message_template_language": "pt_BR", "reason": "LOW_QUALITY" });
        owner.told(told).await;
        let entity = format!("company-{}-messageTemplates", session.company());
        let id = owner.world.line.connection;
        socket.event_where(&entity, |it| it["whatsappId"] == id).await;
        let all = owner.world.admin.get(&owner.path).await.ok();
        assert_eq!((&all[0]["status"], &all[0]["rejectedReason"]), (&json!("PAUSED"), &json!("LOW_QUALITY")));
    })
    .await;
}

#[tokio::test]
async fn a_template_with_its_variables_leaves_when_the_window_is_closed() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("pedido_pronto", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let ends_at = talk.ticket["window"]["endsAt"].as_str().expect("a time");
        assert!(chrono::DateTime::parse_from_rfc3339(ends_at).unwrap() < SystemClock.now());
        let path = format!("/messages/{}", talk.ticket["id"]);
        let text = world.marina.post(&path, &json!({ "body": "Oi" })).await;
        assert_eq!(text.refusal(), (400, "ERR_WINDOW_CLOSED"));

        let path = format!("{path}/template");
        let values = json!({ "header": ["#7"], "body": ["Beatriz", "7"], "buttons": ["7/abc"] });
        let wish = json!({ "templateId": all[0]["id"], "values": values, "clientId": unique() });
        let sent = world.marina.post(&path, &wish).await.ok()["message"].clone();
        let again = world.marina.post(&path, &wish).await.ok()["message"].clone();
        assert_eq!(sent["id"], again["id"]);
        let read = "Pedido #7\n\nOlá Beatriz, o pedido 7 saiu.\n\nLojas Aurora\n\n[ Obrigado ]\n[ Acompanhar ] https://aurora.example/p/7/abc";
        assert_eq!(sent["body"], read);
        let mut other = wish.clone();
        other["values"]["header"] = json!(["#8"]);
        assert_eq!(world.marina.post(&path, &other).await.refusal(), (422, "ERR_IDEMPOTENCY_KEY"));
        world.until_state(&talk, &sent, "accepted").await;

        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 1);
        assert_eq!(calls[0].json(), json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": talk.number, "type": "template",
            "template": { "name": "pedido_pronto", "language": { "code": "pt_BR" }, "components": [
                { "type": "header", "parameters": [{ "type": "text", "text": "#7" }] },
                { "type": "body", "parameters": [{ "type": "text", "text": "Beatriz" }, { "type": "text", "text": "7" }] },
                { "type": "button", "sub_type": "url", "index": "1", "parameters": [{ "type": "text", "text": "7/abc" }] },
            ] },
            "biz_opaque_callback_data": calls[0].intent(),
        }));
    })
    .await;
}

#[tokio::test]
async fn a_template_that_is_repeated_under_the_name_in_its_header_leaves_once() {
    // spec: S101
    on_both(async |shared| {
        let owner = owner(shared, &[template("pedido_pronto", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let path = format!("/messages/{}/template", talk.ticket["id"]);
        let values = json!({ "header": ["#7"], "body": ["Beatriz", "7"], "buttons": ["7/abc"] });
        let wish = json!({ "templateId": all[0]["id"], "values": values });
        let key = unique();
        let send = async || {
            let answer = world
                .marina
                .try_call(Method::POST, &path, Some(&wish), &key);
            answer.await.expect("an answer").ok()["message"].clone()
        };
        let (sent, again) = (send().await, send().await);
        assert_eq!(sent["id"], again["id"]);
        world.until_state(&talk, &sent, "accepted").await;
        assert_eq!(world.graph.tries(&talk.number).len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_template_that_misses_something_is_refused_before_it_leaves() {
    on_both(async |shared| {
        let told = [
            template("aprovado", "APPROVED"),
            template("pausado", "PAUSED"),
        ];
        let owner = owner(shared, &told).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(0).await);
        let path = format!("/messages/{}/template", talk.ticket["id"]);
        let values = json!({ "header": ["#7"], "body": ["Ana", "7"], "buttons": ["7"] });
        let short = json!({ "header": ["#7"], "body": ["Ana"], "buttons": ["7"] });
        for (id, values, code) in [
            (&all[0]["id"], &short, (400, "ERR_TEMPLATE_VARIABLES")),
            (&all[1]["id"], &values, (400, "ERR_TEMPLATE_NOT_APPROVED")),
            (&json!(999_999_999), &values, (404, "ERR_NO_TEMPLATE_FOUND")),
        ] {
            let wish = json!({ "templateId": id, "values": values });
            assert_eq!(world.marina.post(&path, &wish).await.refusal(), code);
        }
        // the template of another number of the company is none of this one
        let talk = shared.talk().await;
        let path = format!("/messages/{}/template", talk.ticket["id"]);
        let wish = json!({ "templateId": all[0]["id"], "values": values });
        let refused = shared.marina.post(&path, &wish).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_TEMPLATE_FOUND"));
        assert!(world.graph.tries(&talk.number).is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_template_is_scheduled_for_a_customer_who_is_silent_by_then() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("pedido_pronto", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let values = json!({ "header": ["#7"], "body": ["{{firstName}}", "7"], "buttons": ["7"] });
        let send_at = SystemClock.now() + chrono::TimeDelta::seconds(2);
        let mut wish = json!({ "body": "mostra o modelo", "contactId": talk.ticket["contactId"], "sendAt": send_at,
            "template": { "templateId": all[0]["id"], "values": values } });
        let refused = world.marina.post("/schedules", &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "it needs its number");
        wish["whatsappId"] = json!(world.line.connection);
        let made = world.marina.post("/schedules", &wish).await.ok();
        assert!(made["body"].as_str().unwrap().starts_with("Pedido #7\n\nOlá {{firstName}}"), "{made}");
        until("the template has left", async || !world.graph.tries(&talk.number).is_empty()).await;
        let call = world.graph.tries(&talk.number)[0].json();
        assert_eq!(call["template"]["components"][1]["parameters"][0]["text"], "Beatriz");
    })
    .await;
}
