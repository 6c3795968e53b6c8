//! What a page keeps: lists as the server answered them once, and changed by events since. The rules are those of
//! `webui/src/realtime/handlers`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    audience::desk_of,
    event,
    support::{Session, TestDesk, TestSocket, Things, document::Thing, new_number},
};

/// The items of each list by their ids.
type Lists = BTreeMap<&'static str, BTreeMap<String, Value>>;

/// A list of the page: what its items are called in events, where it is read, and where the answer has them.
const LISTS: [(&str, &str, &str); 19] = [
    ("ticket", "/tickets?status=pending", "/tickets"),
    ("ticket", "/tickets?status=open", "/tickets"),
    ("ticket", "/tickets?status=closed", "/tickets"),
    ("message", "/messages/{ticket}?", "/messages"),
    ("ticketNote", "/ticket-notes/list?ticketId={ticket}", ""),
    ("contact", "/contacts?", "/contacts"),
    ("user", "/users/list?", ""),
    ("whatsapp", "/whatsapp?", ""),
    ("queue", "/queue?", ""),
    ("settings", "/settings?", ""),
    ("tag", "/tags?", "/tags"),
    ("quickMessage", "/quick-messages?", "/records"),
    ("schedule", "/schedules?", "/schedules"),
    ("file", "/files?", "/files"),
    ("chat", "/chats?", "/records"),
    ("closingReason", "/closing-reasons?", ""),
    ("holiday", "/holidays?", ""),
    ("ContactList", "/contact-lists?", "/records"),
    ("campaign", "/campaigns?", "/records"),
];
/// The same, of what not everybody may read.
const CHAT_MESSAGES: (&str, &str, &str) = ("chatMessage", "/chats/{chat}/messages?", "/records");
const ANNOUNCEMENTS: (&str, &str, &str) = ("announcement", "/announcements?", "/records");

/// Things of which other records show a part, and the fields that hold the parts.
const PARTS: [(&str, &[&str]); 4] = [
    ("contact", &["contact"]),
    ("user", &["user", "sender", "lastMessageUser"]),
    ("queue", &["queue", "queues"]),
    ("whatsapp", &["whatsapp", "whatsapps"]),
];

/// A browser with every page open: all lists, one conversation, one chat.
pub struct Page {
    session: Session,
    socket: TestSocket,
    ticket: Value,
    contact: Value,
    chat: Value,
    /// The contact whose name marks a place among the events.
    mark: Value,
    lists: Lists,
}

impl Page {
    /// Opens a page on the ticket and the chat of these things.
    pub async fn open(desk: &TestDesk, session: Session, things: &Things) -> Self {
        let mut socket = desk_of(desk, &session).await;
        let ticket = things[&Thing::Ticket].clone();
        socket.join("joinChatBox", ticket.clone()).await;
        let path = format!("/tickets/{ticket}");
        let contact = session.get(&path).await.ok()["contactId"].clone();
        let chat = things[&Thing::Chat].clone();
        let mark = json!({ "name": "Marco", "number": new_number() });
        let mark = session.post("/contacts", &mark).await.ok()["id"].clone();
        let mut page = Self {
            session,
            socket,
            ticket,
            contact,
            chat,
            mark,
            lists: Lists::new(),
        };
        page.settle().await;
        page.lists = page.read().await;
        page
    }

    /// Applies every event that was told until now: a contact is renamed to mark the place.
    pub async fn settle(&mut self) {
        let path = format!("/contacts/{}", self.mark);
        let named = json!({ "name": format!("Marco {}", new_number()) });
        self.session.put(&path, &named).await.ok();
        let name = event(&self.session, "contact");
        let mut is_there = false;
        while !is_there {
            for (heard, payload) in self.socket.take_seen() {
                is_there |= heard == name && payload["contact"]["name"] == named["name"];
                self.apply(&heard, &payload);
            }
            if !is_there {
                self.socket.next().await;
            }
        }
    }

    /// Where what the page knows differs from what it would read now.
    pub async fn differences(&self) -> Vec<String> {
        let (mut wrong, now) = (Vec::new(), self.read().await);
        let nothing = BTreeMap::new();
        for (list, items) in &now {
            let known = self.lists.get(list).unwrap_or(&nothing);
            let gone = known.keys().filter(|id| !items.contains_key(*id));
            wrong.extend(gone.map(|id| format!("{list} {id} is gone, and nobody said so")));
            for (id, item) in items {
                match known.get(id) {
                    None => wrong.push(format!("{list} {id} is new, and nobody said so")),
                    Some(known) if known != item => {
                        wrong.push(format!("{list} {id}: {}", fields_apart(known, item)));
                    }
                    Some(_) => {}
                }
            }
        }
        wrong
    }

    /// Every list, whole.
    async fn read(&self) -> Lists {
        let mut lists = Lists::new();
        for (list, path, place) in LISTS.into_iter().chain([CHAT_MESSAGES, ANNOUNCEMENTS]) {
            let path = path.replace("{ticket}", &self.ticket.to_string());
            let mut path = path.replace("{chat}", &self.chat.to_string());
            if list == "ticket" && (self.is_admin() || path.contains("closed")) {
                path.push_str("&showAll=true");
            }
            let items: &mut BTreeMap<String, Value> = lists.entry(list).or_default();
            for number in 1.. {
                let answer = self
                    .session
                    .get(&format!("{path}&pageNumber={number}"))
                    .await;
                if matches!(answer.status.as_u16(), 403 | 404) {
                    break;
                }
                let page = answer.ok();
                let found = page.pointer(place).and_then(Value::as_array);
                for item in found.unwrap_or_else(|| panic!("{path}: {page}")) {
                    items.insert(id_of(item), plain(item));
                }
                if page["hasMore"] != true {
                    break;
                }
            }
        }
        lists
    }

    /// Changes the lists as an event says.
    fn apply(&mut self, name: &str, payload: &Value) {
        let entity = name.rsplit('-').next().unwrap_or_default();
        let is_gone = payload["action"] == "delete";
        match entity {
            "ticket" if is_gone => self.drop_ticket(payload),
            "ticket" if payload["action"] == "updateUnread" => {
                self.read_ticket(&payload["ticketId"]);
            }
            "ticket" => self.put_ticket(&payload["ticket"]),
            "appMessage" => self.message(payload),
            "contact" => match payload["records"].as_array() {
                Some(records) => records.iter().for_each(|one| self.put("contact", one)),
                None if is_gone => self.take("contact", &payload["contactId"]),
                None => self.put_joined("contact", &payload["contact"]),
            },
            "user" if is_gone => self.take("user", &payload["userId"]),
            "user" => self.put_joined("user", &payload["user"]),
            "whatsapp" if is_gone => self.take("whatsapp", &payload["whatsappId"]),
            "whatsapp" => self.put_joined("whatsapp", &payload["whatsapp"]),
            "whatsappSession" => self.merge("whatsapp", &payload["session"]),
            "queue" if is_gone => self.take("queue", &payload["queueId"]),
            "queue" => self.put_joined("queue", &payload["queue"]),
            "settings" => self.put("settings", &payload["setting"]),
            "tag" => self.tag(payload),
            "ticketNote" if is_gone => self.take("ticketNote", &payload["ticketNoteId"]),
            "ticketNote" if payload["ticketNote"]["contactId"] == self.contact => {
                self.put("ticketNote", &payload["ticketNote"]);
            }
            "quickMessage" if is_gone => self.take("quickMessage", &payload["id"]),
            "quickMessage" => self.put("quickMessage", &payload["record"]),
            "schedule" if is_gone => self.take("schedule", &payload["scheduleId"]),
            "schedule" => self.put("schedule", &payload["schedule"]),
            "file" if is_gone => self.take("file", &payload["fileListId"]),
            "file" => self.put("file", &payload["fileList"]),
            "chat" if is_gone => self.take("chat", &payload["id"]),
            "chat" => self.chat(payload),
            "announcement" if is_gone => self.take("announcement", &payload["id"]),
            "announcement" => self.put("announcement", &payload["record"]),
            "campaign" if is_gone => self.take("campaign", &payload["id"]),
            "campaign" => self.put("campaign", &payload["record"]),
            "ContactList" if is_gone => self.take("ContactList", &payload["id"]),
            "ContactList" => self.put("ContactList", &payload["record"]),
            "holiday" if is_gone => self.take("holiday", &payload["holidayId"]),
            "holiday" => self.put("holiday", &payload["holiday"]),
            "closingReason" if is_gone => self.take("closingReason", &payload["closingReasonId"]),
            "closingReason" => self.put("closingReason", &payload["closingReason"]),
            _ => {}
        }
    }

    fn is_admin(&self) -> bool {
        self.session.user["profile"] == "admin"
    }

    fn list(&mut self, list: &'static str) -> &mut BTreeMap<String, Value> {
        self.lists.entry(list).or_default()
    }

    fn put(&mut self, list: &'static str, item: &Value) {
        self.list(list).insert(id_of(item), plain(item));
    }

    fn take(&mut self, list: &'static str, id: &Value) {
        self.list(list).remove(&id.to_string());
    }

    /// Changes the fields that are named, where the item is known.
    fn merge(&mut self, list: &'static str, part: &Value) {
        if let Some(known) = self.list(list).get_mut(&id_of(part)) {
            lay_over(known, part);
        }
    }

    /// A ticket stands in one of the lists or in none of them.
    fn put_ticket(&mut self, ticket: &Value) {
        let is_own = ticket["userId"] == self.session.user["id"];
        let is_listed = match ticket["status"].as_str() {
            Some("pending" | "closed") => true,
            Some("open") => is_own || self.is_admin(),
            _ => false,
        };
        if is_listed {
            self.put("ticket", ticket);
        } else {
            self.take("ticket", &ticket["id"]);
        }
    }

    /// Something of which other records show a part. A change of presence names only what it changes.
    fn put_joined(&mut self, list: &'static str, item: &Value) {
        if self.list(list).contains_key(&id_of(item)) {
            self.merge(list, &plain(item));
        } else {
            self.put(list, item);
        }
        let fields = PARTS.into_iter().find(|(of, _)| *of == list);
        let fields = fields.map(|(_, fields)| fields).unwrap_or_default();
        for known in self.lists.values_mut().flat_map(BTreeMap::values_mut) {
            renew_parts(known, fields, item);
        }
    }

    /// What was written in a ticket goes with it, unless it only left this reader's lists.
    fn drop_ticket(&mut self, payload: &Value) {
        self.take("ticket", &payload["ticketId"]);
        if payload["removed"] == true {
            for list in ["message", "ticketNote"] {
                self.list(list)
                    .retain(|_, one| one["ticketId"] != payload["ticketId"]);
            }
        }
    }

    fn read_ticket(&mut self, id: &Value) {
        self.merge("ticket", &json!({ "id": id, "unreadMessages": 0 }));
        let messages = self.list("message").values_mut();
        for one in messages.filter(|one| one["ticketId"] == *id && one["fromMe"] == false) {
            one["read"] = json!(true);
        }
    }

    fn message(&mut self, payload: &Value) {
        let message = &payload["message"];
        if payload["action"] == "create" {
            self.put_ticket(&payload["ticket"]);
            if payload["ticket"]["contactId"] == self.contact {
                self.put("message", message);
            }
        } else {
            self.merge("message", &plain(message));
        }
    }

    fn tag(&mut self, payload: &Value) {
        if payload["action"] == "delete" {
            self.take("tag", &payload["tagId"]);
        } else {
            self.put("tag", &payload["tag"]);
        }
        let gone = &payload["tagId"];
        let tag = &payload["tag"];
        for ticket in self.list("ticket").values_mut() {
            let Some(tags) = ticket["tags"].as_array_mut() else {
                continue;
            };
            tags.retain(|one| one["id"] != *gone);
            for one in tags.iter_mut().filter(|one| one["id"] == tag["id"]) {
                *one = json!({ "id": tag["id"], "name": tag["name"], "color": tag["color"], "priority": tag["priority"],
                    "category": tag["category"] });
            }
        }
    }

    fn chat(&mut self, payload: &Value) {
        self.put("chat", &payload["chat"]);
        if payload["action"] == "new-message" && payload["chat"]["id"] == self.chat {
            self.put("chatMessage", &payload["newMessage"]);
        }
    }
}

/// What tells an item from the others of its list.
fn id_of(item: &Value) -> String {
    let id = item.get("id").unwrap_or(&item["key"]);
    id.to_string()
}

/// An item without what no event tells: links are signed anew by every answer, tickets of tags are counted when the list
/// is shown, queues stand in the order of their names of that time, and by which number a contact was last spoken to is
/// what his newest ticket says.
fn plain(item: &Value) -> Value {
    match item {
        Value::Object(fields) => {
            let is_contact = fields.contains_key("profilePicUrl");
            let is_told =
                |name: &str| name != "ticketsCount" && !(is_contact && name == "whatsapp");
            let fields = fields.iter().filter(|(name, _)| is_told(name));
            let fields = fields.map(|(name, value)| match value {
                Value::String(_) if name == "mediaUrl" => (name.clone(), json!("a link")),
                value => (name.clone(), plain(value)),
            });
            Value::Object(fields.collect())
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(plain).collect();
            items.sort_by_key(|item| item["id"].as_i64());
            Value::Array(items)
        }
        value => value.clone(),
    }
}

/// Lays the fresh values of a thing over every part of it.
fn renew_parts(value: &mut Value, fields: &[&str], fresh: &Value) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|one| renew_parts(one, fields, fresh)),
        Value::Object(named) => {
            for (name, value) in named {
                renew_parts(value, fields, fresh);
                if fields.contains(&name.as_str()) {
                    match value {
                        Value::Array(parts) => parts.iter_mut().for_each(|it| renew(it, fresh)),
                        part => renew(part, fresh),
                    }
                }
            }
        }
        _ => {}
    }
}

fn renew(part: &mut Value, fresh: &Value) {
    let Some(fields) = part.as_object_mut() else {
        return;
    };
    if fields.get("id") == fresh.get("id") {
        for (name, value) in fields {
            if let Some(fresh) = fresh.get(name.as_str()) {
                *value = fresh.clone();
            }
        }
    }
}

fn lay_over(known: &mut Value, part: &Value) {
    for (name, value) in part.as_object().into_iter().flatten() {
        known[name] = value.clone();
    }
}

fn fields_apart(known: &Value, now: &Value) -> String {
    let names = now.as_object().into_iter().flatten().map(|(name, _)| name);
    let apart = names.filter(|name| known[*name] != now[*name]);
    let apart = apart.map(|name| format!("{name} is {}, was told as {}", now[name], known[name]));
    apart.collect::<Vec<_>>().join("; ")
}
