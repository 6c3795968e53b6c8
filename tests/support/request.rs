//! Requests made from the description: one that fits a route, and the same with other ids in it.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{
    Answer, Session,
    bots::{prompt, webhook},
    demo::new_number,
    document::{Place, Route, Slot, Thing},
    keys::key,
    webhooks::hook,
};

/// The user whom the matrices change and delete.
pub const HIRED: &str = "Colega de Ensaio";
/// An id that nothing has.
pub const UNKNOWN: i64 = 999_999_999;

/// One thing of each kind, by its id.
pub type Things = BTreeMap<Thing, Value>;

/// A request that can be sent.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: Method,
    path: String,
    query: BTreeMap<String, String>,
    pub body: Option<Value>,
}

impl Request {
    /// A request that fits a route, about these things.
    pub fn fitting(route: &Route, things: &Things) -> Self {
        let path = route.path.replace("{settingKey}", "userRating");
        // nobody here has one, and making one takes a browser
        let path = path.replace("{passkey}", &UNKNOWN.to_string());
        let mut path = path.replace("{type}", "pix");
        for slot in route.slots.iter().filter(|slot| slot.place == Place::Path) {
            path = path.replace(&format!("{{{}}}", slot.name), &word(&things[&slot.thing]));
        }
        Self {
            method: route.method.clone(),
            path,
            query: query(route, things),
            body: body(route, things),
        }
    }

    /// The same with another id in one place.
    pub fn with(&self, route: &Route, slot: &Slot, id: &Value) -> Self {
        let mut other = self.clone();
        let id = if slot.is_list {
            json!([id])
        } else {
            id.clone()
        };
        match slot.place {
            Place::Path => {
                let (names, parts) = (route.path.split('/'), self.path.split('/'));
                let name = format!("{{{}}}", slot.name);
                let parts = names.zip(parts).map(|(pattern, part)| {
                    if pattern == name {
                        word(&id)
                    } else {
                        part.to_owned()
                    }
                });
                other.path = parts.collect::<Vec<_>>().join("/");
            }
            Place::Query => {
                other.query.insert(slot.name.clone(), word(&id));
            }
            Place::Body => {
                let body = other.body.get_or_insert_with(|| json!({}));
                body[slot.name.as_str()] = id;
            }
        }
        other
    }

    /// The same with one more word in its query.
    pub fn asking(mut self, name: &str, value: &str) -> Self {
        self.query.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The same without a word of its query.
    pub fn without(mut self, name: &str) -> Self {
        self.query.remove(name);
        self
    }

    /// Its address below `/api`.
    pub fn address(&self) -> String {
        let pairs = self.query.iter();
        let pairs = pairs.map(|(name, value)| format!("{name}={}", escaped(value)));
        let query = pairs.collect::<Vec<_>>().join("&");
        if query.is_empty() {
            self.path.clone()
        } else {
            format!("{}?{query}", self.path)
        }
    }

    /// Sends it as somebody.
    pub async fn send(&self, session: &Session) -> Answer {
        let method = self.method.clone();
        session
            .call(method, &self.address(), self.body.as_ref())
            .await
    }
}

/// An id as it stands in an address.
fn word(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// Everything but letters and digits as `%xx`.
fn escaped(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    });
    bytes.collect()
}

/// The words that a route cannot do without.
fn query(route: &Route, things: &Things) -> BTreeMap<String, String> {
    if matches!(route.path.as_str(), "/queue-options" | "/ticket/kanban")
        && route.method == Method::GET
    {
        return BTreeMap::from([("queueId".to_owned(), word(&things[&Thing::Queue]))]);
    }
    if route.path == "/contact-list-items" && route.method == Method::GET {
        let list = word(&things[&Thing::ContactList]);
        return BTreeMap::from([("contactListId".to_owned(), list)]);
    }
    let words: &[(&str, &str)] = match route.path.as_str() {
        "/dashboard" | "/dashboard/course" => &[("days", "30")],
        "/dashboard/times" | "/dashboard/times/export" => &[("days", "30"), ("by", "queue")],
        "/dashboard/ticketsDay" | "/dashboard/ticketsUsers" => {
            &[("initialDate", "2026-08-01"), ("finalDate", "2026-08-03")]
        }
        "/holidays/national" => &[("year", "2033")],
        _ => &[],
    };
    let words = words.iter();
    words
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// A body that the route takes: what it requires, and for some routes what makes the call mean something.
fn body(route: &Route, things: &Things) -> Option<Value> {
    let fields = route.body.as_ref()?;
    let required = fields.iter().filter(|field| field.is_required);
    let mut body: Map<String, Value> = required
        .map(|field| (field.name.clone(), sample(route, &field.name, things)))
        .collect();
    let more = match route.name().as_str() {
        "POST /tickets" | "PUT /ticket/kanban/{ticketId}" => {
            json!({ "queueId": things[&Thing::Queue] })
        }
        "POST /closing-reasons" | "PUT /closing-reasons/{id}" => {
            json!({ "name": format!("Motivo {}", new_number()) })
        }
        "PUT /contacts/{id}" | "PUT /contact-list-items/{id}" => json!({ "name": "Outro Nome" }),
        "POST /companies" => hosted(),
        "PUT /companies/{id}" => json!({ "city": "São Paulo" }),
        "POST /plans" => json!({
            "name": format!("Plano {}", new_number()), "users": 1, "connections": 1, "queues": 1,
        }),
        "PUT /plans/{id}" => json!({ "value": 10.5 }),
        "POST /companies/cadastro" => stranger(),
        "POST /users" => json!({
            "name": "Colega Nova",
            "email": format!("{}@aurora.example", new_number()),
            "password": "Errada123",
        }),
        "PUT /users/{id}" => json!({ "name": HIRED }),
        "PUT /tickets/{id}" | "POST /tickets/bulk" => json!({ "status": "closed" }),
        "PUT /whatsapp/{id}" => json!({ "complationMessage": "Até logo!" }),
        "POST /tags" => json!({ "name": format!("Tag {}", new_number()) }),
        "POST /campaigns" => json!({ "name": "Campanha de Natal" }),
        "PUT /campaigns/{id}" => json!({ "message1": "Feliz Natal, {nome}!" }),
        "POST /contact-list-items" => json!({ "number": new_number() }),
        "PUT /contact-lists/{id}" => json!({ "name": "Lista de Ensaio" }),
        "POST /files" => json!({ "message": "Segue o catálogo." }),
        "POST /schedules" => json!({ "body": "Até amanhã!" }),
        "POST /whatsapp/{id}/templates" => json!({
            "name": format!("modelo_{}", new_number()), "language": "pt_BR", "category": "UTILITY",
        }),
        "POST /queueIntegration" => webhook(),
        "POST /api-keys" | "PUT /api-keys/{id}" => key(),
        "POST /webhooks" => hook(),
        "PUT /webhooks/{id}" => json!({ "name": "Outro Sistema" }),
        "POST /prompt" => prompt(&things[&Thing::Queue]),
        "PUT /prompt/{id}" => json!({ "maxMessages": 5 }),
        "POST /prompt/test" => json!({ "promptId": things[&Thing::Prompt], "text": "Olá" }),
        "PUT /queueIntegration/{id}" => json!({ "typebotExpires": 30 }),
        "POST /queue" => json!({ "name": format!("Fila {}", new_number()) }),
        "PUT /queue/{id}" => json!({ "greetingMessage": "Um momento, por favor." }),
        "PUT /chats/{id}" => json!({ "title": "Outro nome" }),
        "PUT /schedules/{id}" => json!({ "body": "Até depois!" }),
        "POST /whatsapp" => {
            json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" })
        }
        _ => json!({}),
    };
    body.extend(more.as_object().cloned().unwrap_or_default());
    Some(Value::Object(body))
}

/// A company that is not there yet.
fn stranger() -> Value {
    json!({
        "name": format!("Empresa {}", new_number()),
        "email": format!("{}@empresa.example", new_number()),
    })
}

/// The same with what its host says.
fn hosted() -> Value {
    let mut wish = stranger();
    wish["password"] = json!("Errada123");
    wish["planId"] = json!(1);
    wish
}

/// A value for a required field. One that nobody has told about ends the test.
fn sample(route: &Route, field: &str, things: &Things) -> Value {
    match field {
        "contactId" => things[&Thing::Contact].clone(),
        "settings" => json!({ "messageInterval": 20 }),
        "contactListId" => things[&Thing::ContactList].clone(),
        "queueId" => things[&Thing::Queue].clone(),
        "queueIds" => json!([things[&Thing::Queue]]),
        "options" | "messages" | "schedules" => json!([]),
        "date" => {
            let number: i64 = new_number().parse().expect("digits");
            let day = chrono::NaiveDate::from_ymd_opt(2030, 1, 1).expect("a day");
            json!(day + chrono::TimeDelta::days(number % 100_000))
        }
        "ticketId" => things[&Thing::Ticket].clone(),
        "ticketIds" => json!([things[&Thing::Ticket]]),
        "messageIds" => json!([things[&Thing::Message]]),
        "tags" => json!([things[&Thing::Tag]]),
        "endToEndId" => json!("E0000000000000000000000000000001"),
        "note" => json!("Prefere ser chamada à tarde"),
        "view" => json!("tab=search"),
        "shortcode" => json!("prazo"),
        "name" => json!("Cliente Novo"),
        "clientId" | "number" => json!(new_number()),
        "days" => json!(7),
        "body" => json!("Olá"),
        "language" => json!("pt_BR"),
        "category" => json!("UTILITY"),
        "templateId" => things[&Thing::Template].clone(),
        "title" => json!("Equipe de vendas"),
        "color" => json!(format!("#{}", new_number().split_off(7))),
        "scopes" => json!(["contacts:read"]),
        "value" => json!("enabled"),
        "text" => json!("Manutenção às 22h."),
        "style" => json!("formal"),
        "users" => json!([things[&Thing::User]]),
        "message" => json!("Bom dia, equipe!"),
        "sendAt" => json!("2033-03-01T12:00:00Z"),
        "outcome" => json!("sent"),
        "email" => json!("ninguem@exemplo.example"),
        "password" | "newPassword" | "currentPassword" => json!("Errada123"),
        "code" | "proof" => json!("123456"),
        "planId" => json!(1),
        "invoiceId" => things[&Thing::Invoice].clone(),
        "firstName" => json!("Helena Castro"),
        "address2" => json!("Rua das Acácias, 120"),
        "city" => json!("São Paulo"),
        "zipcode" => json!("01310-100"),
        "country" => json!("BR"),
        "companyId" => things[&Thing::Company].clone(),
        "reason" => json!("Ajuda com as filas"),
        "video" => json!("dQw4w9WgXcQ"),
        "token" => json!("AAAAAAAA"),
        "passkey" => json!({ "clientData": "AAAA", "attestation": "AAAA", "transports": [] }),
        "endpoint" => json!(format!("https://push.invalid/{}", new_number())),
        // those of RFC 8291, section 5
        "keys" => json!({
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        }),
        other => panic!("{}: say here what fits {other}", route.name()),
    }
}
