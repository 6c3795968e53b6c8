//! The committed description of the API as the matrices read it: every route, what its parts name, and its body. A new
//! route is in every matrix by being described.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;

/// Where `scripts/generate` writes the description.
pub const DOCUMENT: &str = include_str!("../../webui/tools/openapi/openapi.json");
/// Names that look like ids of the desk's things, and are texts or of no company.
const OTHER_IDS: [&str; 5] = [
    "clientId",
    "phoneNumberId",
    "wabaId",
    "planId",
    "endToEndId",
];

/// What an id is the id of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Company,
    User,
    /// A user who may be changed and deleted.
    Hired,
    Queue,
    /// A queue that may be deleted.
    SpareQueue,
    QueueOption,
    Holiday,
    Connection,
    Contact,
    Ticket,
    /// A ticket's name in links.
    TicketName,
    /// One that was sent.
    Message,
    /// One that a customer wrote.
    Received,
    Tag,
    /// Written by the attendant on the ticket.
    Note,
    /// For everybody, written by the admin.
    QuickMessage,
    ClosingReason,
    /// The attendant's.
    SavedFilter,
    Schedule,
    /// A template of a Cloud API number; the demo has none.
    Template,
    Chat,
    /// A chat's name in links.
    ChatName,
    Announcement,
    FileList,
    ContactList,
    ContactListItem,
    /// One that nobody has begun.
    Campaign,
    /// A number to leave alone.
    DoNotContact,
    Integration,
    Prompt,
    Webhook,
    ApiKey,
    /// Something that a webhook was told.
    Delivery,
    Article,
    /// A company that may be deleted.
    Spare,
    /// A plan that no company has.
    Plan,
    Help,
    /// A super user's stay in the company.
    Stay,
    /// An invitation that waits.
    Invitation,
    /// An open invoice.
    Invoice,
    /// An open invoice that a super user of any company marks as paid, or asks for its receipt.
    Owed,
}

/// Where an id stands in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Path,
    Query,
    Body,
}

/// One place of a request that takes the id of a thing, or a list of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub place: Place,
    pub name: String,
    pub thing: Thing,
    pub is_list: bool,
}

/// What a field of a body holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Text,
    /// One of some words.
    Word,
    Whole,
    /// A number that need not be whole.
    Number,
    Flag,
    List(Box<Kind>),
    Object(Vec<Field>),
    /// One of several kinds.
    Either,
}

/// A field of a JSON body.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub name: String,
    pub kind: Kind,
    pub is_required: bool,
}

/// A route as it is described.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    /// Below `/api`, with `{names}`.
    pub path: String,
    /// Whether it asks for no token of a user: for none, or for one of a number.
    pub is_public: bool,
    pub slots: Vec<Slot>,
    /// The names of its query.
    pub query: Vec<String>,
    /// The fields of its JSON body; `None` takes no body.
    pub body: Option<Vec<Field>>,
    /// Every status that it may answer.
    pub statuses: BTreeSet<u16>,
}

impl Route {
    /// `GET /tickets/{id}`.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Whether calling it changes nothing.
    pub fn only_reads(&self) -> bool {
        self.method == Method::GET
    }
}

/// Every route of the description.
pub fn routes() -> Vec<Route> {
    let document: Value = serde_json::from_str(DOCUMENT).expect("the description is JSON");
    let paths = document["paths"].as_object().expect("paths");
    let mut routes = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("methods") {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            routes.push(route(&document, method, path, operation));
        }
    }
    assert!(
        routes.len() > 30,
        "the description has {} routes",
        routes.len()
    );
    routes
}

/// Every code that a refusal may have.
pub fn error_codes() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(DOCUMENT).expect("the description is JSON");
    let codes = &document["components"]["schemas"]["ErrorCode"]["enum"];
    let codes = codes.as_array().expect("codes").iter();
    codes
        .filter_map(|code| Some(code.as_str()?.to_owned()))
        .collect()
}

/// Every body or answer that has a field of this name.
pub fn schemas_with(field: &str) -> BTreeSet<String> {
    let document: Value = serde_json::from_str(DOCUMENT).expect("the description is JSON");
    let schemas = document["components"]["schemas"].as_object();
    let schemas = schemas.expect("schemas").iter();
    let has = |schema: &Value| schema["properties"].get(field).is_some();
    let with = schemas.filter(|(_, schema)| {
        let parts = schema["allOf"].as_array();
        has(schema) || parts.into_iter().flatten().any(has)
    });
    with.map(|(name, _)| name.clone()).collect()
}

fn route(document: &Value, method: Method, path: &str, operation: &Value) -> Route {
    let path = path.strip_prefix("/api").expect("below /api").to_owned();
    let name = format!("{method} {path}");
    let parameters = operation["parameters"].as_array();
    let parameters: Vec<&Value> = parameters.into_iter().flatten().collect();
    let mut slots = Vec::new();
    let mut query = Vec::new();
    for parameter in parameters {
        let field = parameter["name"].as_str().expect("a name");
        let about = parameter["description"].as_str().unwrap_or_default();
        let place = match parameter["in"].as_str() {
            Some("path") => Place::Path,
            Some("query") => {
                query.push(field.to_owned());
                Place::Query
            }
            _ => continue,
        };
        slots.extend(slot(&name, place, field, about));
    }
    let content = &operation["requestBody"]["content"];
    let body =
        content["application/json"]
            .get("schema")
            .map(|schema| match kind(document, schema) {
                Kind::Object(fields) => fields,
                _ => Vec::new(),
            });
    for field in body.iter().flatten() {
        slots.extend(slot(&name, Place::Body, &field.name, ""));
    }
    let statuses = operation["responses"].as_object().expect("responses");
    let security = operation["security"].as_array();
    Route {
        is_public: security.is_some_and(|any| {
            let of_number = any.iter().any(|one| one.get("connectionToken").is_some());
            of_number || any.contains(&serde_json::json!({}))
        }),
        statuses: statuses.keys().filter_map(|it| it.parse().ok()).collect(),
        method,
        path,
        slots,
        query,
        body,
    }
}

/// What a name stands for. A name that nobody has told about ends the test.
fn slot(route: &str, place: Place, name: &str, about: &str) -> Option<Slot> {
    let (thing, is_list) = match name {
        "id" => (named_by_path(route, about), false),
        "companyId" => (Thing::Company, false),
        "userId" => (Thing::User, false),
        "users" => (Thing::User, true),
        "queueId" | "transferQueueId" | "filterQueueId" => (Thing::Queue, false),
        "queueIds" => (Thing::Queue, true),
        "parentId" => (Thing::QueueOption, false),
        "whatsappId" | "connectionId" => (Thing::Connection, false),
        "whatsappIds" => (Thing::Connection, true),
        "mediaOfCampaignId" => (Thing::Campaign, false),
        "closingReasonId" => (Thing::ClosingReason, false),
        "contactId" => (Thing::Contact, false),
        "ticketId" | "afterTicketId" => (Thing::Ticket, false),
        "tagId" | "fromTagId" | "tagListId" => (Thing::Tag, false),
        "invoiceId" => (Thing::Invoice, false),
        "ticketIds" => (Thing::Ticket, true),
        "templateId" => (Thing::Template, false),
        "uuid" if route.contains("/chats/") => (Thing::ChatName, false),
        "uuid" => (Thing::TicketName, false),
        "messageIds" => (Thing::Message, true),
        "messageId" | "quotedMsg" => (Thing::Message, false),
        "tags" => (Thing::Tag, true),
        "integrationId" => (Thing::Integration, false),
        "promptId" => (Thing::Prompt, false),
        "deliveryId" => (Thing::Delivery, false),
        "fileListId" => (Thing::FileList, false),
        "contactListId" => (Thing::ContactList, false),
        other if OTHER_IDS.contains(&other) => return None,
        other => {
            let looks_like_one = other.ends_with("Id") || other.ends_with("Ids");
            assert!(!looks_like_one, "{route}: say here what {other} names");
            return None;
        }
    };
    Some(Slot {
        place,
        name: name.to_owned(),
        thing,
        is_list,
    })
}

fn named_by_path(route: &str, about: &str) -> Thing {
    let path = route.split_once(' ').map_or(route, |(_, path)| path);
    match (path.split('/').nth(1), about) {
        (_, "Ticket number") => Thing::Ticket,
        (_, "Message number") if path.contains("not-read") => Thing::Received,
        (_, "Message number") => Thing::Message,
        (Some("companies"), _) if route.starts_with("DELETE") => Thing::Spare,
        (Some("companies"), _) => Thing::Company,
        (Some("plans"), _) => Thing::Plan,
        (Some("helps"), _) => Thing::Help,
        (Some("impersonations"), _) => Thing::Stay,
        (Some("invitations"), _) => Thing::Invitation,
        (Some("invoices"), _)
            if ["/paid", "/receipt", "/settled"]
                .iter()
                .any(|it| route.ends_with(it)) =>
        {
            Thing::Owed
        }
        (Some("invoices"), _) => Thing::Invoice,
        (Some("contacts"), _) => Thing::Contact,
        (Some("users"), _) => Thing::Hired,
        (Some("queue"), _) if route == "DELETE /queue/{id}" => Thing::SpareQueue,
        (Some("queue"), _) => Thing::Queue,
        (Some("queueIntegration"), _) => Thing::Integration,
        (Some("prompt"), _) => Thing::Prompt,
        (Some("webhooks"), _) => Thing::Webhook,
        (Some("api-keys"), _) => Thing::ApiKey,
        (Some("knowledge"), _) => Thing::Article,
        (Some("queue-options"), _) => Thing::QueueOption,
        (Some("holidays"), _) => Thing::Holiday,
        (Some("announcements"), _) => Thing::Announcement,
        (Some("campaigns"), _) => Thing::Campaign,
        (Some("do-not-contact"), _) => Thing::DoNotContact,
        (Some("contact-lists"), _) => Thing::ContactList,
        (Some("contact-list-items"), _) => Thing::ContactListItem,
        (Some("files"), _) => Thing::FileList,
        (Some("chats"), _) => Thing::Chat,
        (Some("closing-reasons"), _) => Thing::ClosingReason,
        (Some("saved-filters"), _) => Thing::SavedFilter,
        (Some("schedules"), _) => Thing::Schedule,
        (Some("whatsapp" | "whatsappsession"), _) => Thing::Connection,
        (Some("tags"), _) => Thing::Tag,
        (Some("ticket-notes"), _) => Thing::Note,
        (Some("quick-messages"), _) => Thing::QuickMessage,
        _ => panic!("{route}: say here what its id names"),
    }
}

fn kind(document: &Value, schema: &Value) -> Kind {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return kind(document, &document["components"]["schemas"][name]);
    }
    if let Some(any) = schema["oneOf"].as_array() {
        let kinds: Vec<&Value> = any.iter().filter(|one| one["type"] != "null").collect();
        return match kinds[..] {
            [one] => kind(document, one),
            _ => Kind::Either,
        };
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        Value::String(one) => vec![one.as_str()],
        _ => Vec::new(),
    };
    match types.iter().find(|one| **one != "null") {
        Some(&"string") if schema["enum"].is_array() => Kind::Word,
        Some(&"string") => Kind::Text,
        Some(&"integer") => Kind::Whole,
        Some(&"number") => Kind::Number,
        Some(&"boolean") => Kind::Flag,
        Some(&"array") => Kind::List(Box::new(kind(document, &schema["items"]))),
        Some(&"object") => Kind::Object(fields(document, schema)),
        _ => Kind::Either,
    }
}

fn fields(document: &Value, schema: &Value) -> Vec<Field> {
    let required = schema["required"].as_array();
    let is_required = |name: &str| {
        let mut names = required.into_iter().flatten();
        names.any(|one| one == name)
    };
    let properties = schema["properties"].as_object();
    let properties = properties.into_iter().flatten();
    properties
        .map(|(name, schema)| Field {
            name: name.clone(),
            kind: kind(document, schema),
            is_required: is_required(name),
        })
        .collect()
}
