//! The calls of the family's front ends, as `family_calls.json` lists them: the body as a form sends it, what the answer
//! has, and what was saved, read back by another call.
//!
//! A row is `{spec, as, call, body | form, status, has, is, keep, then}`. `{name}` in a path, a body or an expected value
//! stands for what an earlier row kept under this name (a text that is nothing else becomes the value itself), `{new}` for
//! a number that nobody has. `as` is `admin` (if absent), `attendant`, `super`, `nobody` or `number` (by the token
//! of a connection). `then` holds the calls that read back, each with `call`, `has` and `is`.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Map, Value, json};

use super::support::{
    ADMIN, Answer, MARINA, SUPER, Session, TestDesk, connection, document::routes, new_number,
    on_both, ticket_of,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/family_calls.json");
const SHEET: &[u8] = include_bytes!("sheets/contatos.xlsx");
/// What the two documents call sections 7.
const SECTIONS: [(char, std::ops::RangeInclusive<u32>); 2] = [('S', 89..=112), ('A', 99..=119)];
/// A picture of one point.
const PICTURE: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0x64, 0x60, 0xf8, 0xff, 0x1f, 0, 3, 3, 2, 0, 0xef, 0xbf, 0xa7, 0xdb, 0, 0, 0,
    0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// What earlier rows kept.
type Kept = BTreeMap<String, Value>;

fn rows() -> Vec<Value> {
    let table = std::fs::read_to_string(TABLE).expect("the table");
    let table: Value = serde_json::from_str(&table).expect("the table is JSON");
    table.as_array().expect("rows").clone()
}

/// A text with what stands in braces filled in; one that is nothing but a name becomes the value.
fn filled(text: &str, kept: &Kept) -> Value {
    if let Some(name) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'))
        && let Some(value) = kept.get(name)
    {
        return value.clone();
    }
    let mut text = text.to_owned();
    while text.contains("{new}") {
        text = text.replacen("{new}", &new_number(), 1);
    }
    for (name, value) in kept {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        text = text.replace(&format!("{{{name}}}"), &value);
    }
    Value::String(text)
}

fn filled_all(value: &Value, kept: &Kept) -> Value {
    match value {
        Value::String(text) => filled(text, kept),
        Value::Array(items) => items.iter().map(|item| filled_all(item, kept)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), filled_all(value, kept)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A form with files: `file`, `sheet` and `files` name the part of a picture, of a table and of several pictures.
fn form_of(fields: &Map<String, Value>) -> Form {
    let picture = || Part::bytes(PICTURE.to_vec()).file_name("meu logo.png");
    let mut form = Form::new();
    for (name, value) in fields {
        form = match (name.as_str(), value) {
            ("picture", part) => form.part(text_of(part), picture()),
            ("sheet", part) => {
                let part = text_of(part);
                form.part(part, Part::bytes(SHEET.to_vec()).file_name("contatos.xlsx"))
            }
            (_, value) => form.text(name.clone(), text_of(value)),
        };
    }
    form
}

/// The people of the table.
struct People<'d> {
    desk: &'d TestDesk,
    admin: Session,
    attendant: Session,
    host: Session,
}

impl People<'_> {
    async fn send(&self, row: &Value, kept: &Kept) -> Answer {
        let call = filled(row["call"].as_str().expect("a call"), kept);
        let (method, path) = call
            .as_str()
            .expect("a text")
            .split_once(' ')
            .expect("a call");
        let method: Method = method.parse().expect("a method");
        let other;
        let session = match row["as"].as_str() {
            None | Some("admin") => &self.admin,
            Some("attendant") => &self.attendant,
            Some("super") => &self.host,
            Some("nobody") => {
                other = self.desk.stranger();
                &other
            }
            Some("number") => {
                other = Session::program(&self.desk.base, &text_of(&kept["token"]));
                &other
            }
            Some(who) => panic!("nobody is {who}"),
        };
        if let Some(fields) = filled_all(&row["form"], kept).as_object() {
            return session.upload(path, form_of(fields)).await;
        }
        let body = row.get("body").map(|body| filled_all(body, kept));
        session.call(method.clone(), path, body.as_ref()).await
    }

    /// Sends a row and looks at the answer. What is wrong with it goes to `wrong`.
    async fn look(&self, row: &Value, kept: &Kept, wrong: &mut Vec<String>) -> Value {
        let call = filled(row["call"].as_str().expect("a call"), kept);
        let answer = self.send(row, kept).await;
        let text: String = answer.text.chars().take(900).collect();
        let told = format!("{call}: {} {text}", answer.status);
        let status = row["status"].as_u64().unwrap_or(200);
        if u64::from(answer.status.as_u16()) != status {
            wrong.push(format!("{status}, not {told}"));
            return answer.body;
        }
        for pointer in row["has"].as_array().into_iter().flatten() {
            let pointer = pointer.as_str().expect("a pointer");
            if answer.body.pointer(pointer).is_none() {
                wrong.push(format!("no {pointer} in {told}"));
            }
        }
        for (pointer, expected) in row["is"].as_object().into_iter().flatten() {
            let found = answer.body.pointer(pointer);
            let expected = filled_all(expected, kept);
            if found != Some(&expected) {
                wrong.push(format!("{pointer} is {found:?}, not {expected}, in {told}"));
            }
        }
        answer.body
    }
}

/// What is there before the first row.
async fn begin(people: &People<'_>) -> Kept {
    let (desk, admin) = (people.desk, &people.admin);
    let line = connection(admin, "Matriz").await;
    let number = new_number();
    desk.say(
        line,
        &number,
        "Beatriz Nogueira",
        "Oi, meu pedido não chegou",
    )
    .await;
    let waiting = ticket_of(admin, &number, "pending").await;
    let queue = people.attendant.user["queues"][0]["id"].clone();
    let kept = [
        ("company", json!(admin.company())),
        ("admin", json!(admin.id())),
        ("marina", json!(people.attendant.id())),
        ("line", json!(line)),
        ("home", queue),
        ("waiting", waiting["id"].clone()),
        ("waitingUuid", waiting["uuid"].clone()),
        ("customer", waiting["contactId"].clone()),
        ("hue", json!(new_number().split_at(7).1)),
        (
            "token",
            json!(format!("chave-de-programa-{}", new_number())),
        ),
    ];
    let kept = kept.map(|(name, value)| (name.to_owned(), value));
    kept.into_iter().collect()
}

#[tokio::test]
async fn what_the_familys_forms_send_is_understood_and_saved() {
    // spec: A098 A120
    on_both(async |desk| {
        let people = People {
            desk,
            admin: desk.session(ADMIN).await,
            attendant: desk.session(MARINA).await,
            host: desk.session(SUPER).await,
        };
        let (mut kept, mut wrong) = (begin(&people).await, Vec::new());
        for row in rows() {
            let body = people.look(&row, &kept, &mut wrong).await;
            for (name, pointer) in row["keep"].as_object().into_iter().flatten() {
                let pointer = pointer.as_str().expect("a pointer");
                if let Some(value) = body.pointer(pointer) {
                    kept.insert(name.clone(), value.clone());
                }
            }
            for look in row["then"].as_array().into_iter().flatten() {
                people.look(look, &kept, &mut wrong).await;
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    })
    .await;
}

/// Whether a path of the description is that of a call.
fn fits(pattern: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let (parts, given): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), path.split('/').collect());
    let same = |(part, given): (&&str, &&str)| part == given || part.starts_with('{');
    parts.len() == given.len() && parts.iter().zip(&given).all(same)
}

#[test]
fn every_sentence_about_calls_has_a_row_and_every_row_a_route() {
    // spec: A098
    let (rows, routes) = (rows(), routes());
    let mut named = BTreeSet::new();
    for row in &rows {
        let call = row["call"].as_str().expect("a call");
        let (method, path) = call.split_once(' ').expect("a method and a path");
        let known = routes
            .iter()
            .any(|it| it.method == method && fits(&it.path, path));
        assert!(known || row["status"] == 404, "{call} is no route");
        for id in row["spec"].as_str().expect("ids").split(' ') {
            named.insert(id.to_owned());
        }
    }
    for (letter, numbers) in SECTIONS {
        for number in numbers {
            let id = format!("{letter}{number:03}");
            assert!(named.contains(&id), "no row for {id}");
        }
    }
}

#[tokio::test]
async fn a_users_own_number_decides_his_new_tickets_and_whoever_closes_one_holds_it() {
    // spec: S041 S061 S097
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (matriz, shop) = (
            connection(&admin, "Matriz").await,
            connection(&admin, "Loja Centro").await,
        );
        let mail = format!("carla{}@aurora.example", new_number());
        let queue = marina.user["queues"][0]["id"].clone();
        let hire = json!({
            "name": "Carla Souza", "email": mail, "password": "Errada123", "profile": "supervisor",
            "whatsappId": shop, "queueIds": [queue],
        });
        admin.post("/users", &hire).await.ok();
        let carla = Session::sign_in(&desk.base, &mail, "Errada123").await;
        let open = async |session: &Session, more: Value| {
            let contact = json!({ "name": "Ana Prado", "number": new_number() });
            let contact = session.post("/contacts", &contact).await.ok();
            let mut wish =
                json!({ "contactId": contact["id"], "queueId": queue, "status": "open" });
            wish["whatsappId"] = more;
            session.post("/tickets", &wish).await.ok()
        };
        assert_eq!(open(&carla, json!("")).await["whatsappId"], shop);
        assert_eq!(open(&carla, json!(matriz)).await["whatsappId"], matriz);
        let of_marina = open(&marina, json!(null)).await;
        assert_eq!(of_marina["whatsappId"], matriz, "the company's default");

        let path = format!("/tickets/{}", of_marina["id"]);
        let closed = carla.put(&path, &json!({ "status": "closed" })).await.ok();
        assert_eq!(
            (&closed["status"], &closed["userId"]),
            (&json!("closed"), &json!(carla.id()))
        );
        assert_eq!(closed["queueId"], queue, "the queue is kept");
    })
    .await;
}
