//! Two companies side by side, for the matrices: people of every kind, and one thing of every kind of each company.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard, OnceCell};

use super::{
    ADMIN, Backend, HIRED, MARINA, RAFAEL, SUPER, SUPERVISOR, Session, TestDesk, Things, UNKNOWN,
    VIDA, backends, bots::things_of_plans, connection, demo::own_queue, document::Thing,
    lists::contact_list, messages, new_number, ticket_of, until,
};

/// The queue that the matrices delete.
const SPARE: &str = "Fila de Ensaio";
/// The number that the matrices start, stop and delete.
const LINE: &str = "Linha do Ensaio";
/// Attempts to sign in that no matrix reaches.
const NO_LIMIT: (&str, &str) = ("GUICHE__LIMITS__LOGIN_PER_ACCOUNT_PER_MINUTE", "100000");

/// One person in fifty windows is more than one person may ask for at once.
const MANY_WINDOWS: (&str, &str) = ("GUICHE__LIMITS__REQUESTS_PER_USER", "64");

/// Who calls, from nobody to the one who runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Nobody,
    /// Holds the ticket.
    Attendant,
    /// Of the same company, without the ticket's queue.
    Colleague,
    /// Of the attendant's queues.
    Supervisor,
    Admin,
    /// An admin of the other company.
    Foreign,
    Super,
}

impl Role {
    /// Everybody, in the order of the table's columns.
    pub const ALL: [Self; 7] = [
        Self::Nobody,
        Self::Attendant,
        Self::Colleague,
        Self::Supervisor,
        Self::Admin,
        Self::Foreign,
        Self::Super,
    ];
}

/// A desk of its own: its rows change only by what the test does.
pub struct World {
    pub desk: &'static TestDesk,
    _turn: MutexGuard<'static, ()>,
}

/// Runs a body on the world of each database, on both at once. Bodies take turns on a world.
pub async fn on_both_worlds(body: impl AsyncFn(&World)) {
    static WORLDS: [OnceCell<(TestDesk, Mutex<()>)>; 2] = [const { OnceCell::const_new() }; 2];
    let runs = backends().into_iter().map(async |backend| {
        let start = async || {
            (
                TestDesk::start(backend, &[NO_LIMIT, MANY_WINDOWS]).await,
                Mutex::default(),
            )
        };
        let (desk, turn) = WORLDS[backend as usize].get_or_init(start).await;
        let turn = turn.lock().await;
        body(&World { desk, _turn: turn }).await;
    });
    join_all(runs).await;
}

impl World {
    /// The sign-in of a role.
    pub async fn session(&self, role: Role) -> Session {
        match role {
            Role::Nobody => self.desk.stranger(),
            Role::Attendant => self.desk.session(MARINA).await,
            Role::Colleague => self.desk.session(RAFAEL).await,
            Role::Supervisor => self.desk.supervisor().await,
            Role::Admin => self.desk.session(ADMIN).await,
            Role::Foreign => self.desk.session(VIDA).await,
            Role::Super => self.desk.session(SUPER).await,
        }
    }

    /// New things of the first company: a contact without a ticket, and a ticket that the attendant holds in a queue
    /// that his colleague does not have.
    pub async fn things(&self) -> Things {
        let admin = self.session(Role::Admin).await;
        let (list, item) = contact_list(&admin).await;
        let mut things = self.service_things().await;
        things.extend([(Thing::ContactList, list), (Thing::ContactListItem, item)]);
        things.extend(things_of_plans(&admin).await);
        things
    }

    async fn service_things(&self) -> Things {
        let marina = self.session(Role::Attendant).await;
        let queue = own_queue(&marina, &self.session(Role::Colleague).await);
        let contact = json!({ "name": "Contato Livre", "number": new_number() });
        let contact = marina.post("/contacts", &contact).await.ok();
        let schedule = json!({
            "contactId": contact["id"], "body": "Até amanhã!", "sendAt": "2033-03-01T12:00:00Z",
        });
        let schedule = marina.post("/schedules", &schedule).await.ok();
        let announcement = json!({ "title": "Aviso", "text": "Manutenção às 22h." });
        let host = self.session(Role::Super).await;
        let announcement = host.post("/announcements", &announcement).await.ok();
        let chat = json!({ "title": "Equipe de vendas", "users": [marina.id()] });
        let chat = marina.post("/chats", &chat).await.ok();
        let (ticket, sent) = self.conversation(&marina, &queue).await;
        let tag = json!({ "name": format!("Tag {}", new_number()) });
        let tag = marina.post("/tags", &tag).await.ok();
        let note = json!({ "ticketId": ticket["id"], "note": "Prefere ser chamada à tarde" });
        let note = marina.post("/ticket-notes", &note).await.ok();
        let saved = json!({ "name": "Os meus", "view": "tab=search" });
        let saved = marina.post("/saved-filters", &saved).await.ok();
        let admin = self.session(Role::Admin).await;
        let quick = json!({ "shortcode": "prazo", "message": "Dois dias.", "geral": true });
        let quick = admin.post("/quick-messages", &quick).await.ok();
        let received = messages(&marina, &ticket).await[0]["id"].clone();
        let option = self.queue_option(Role::Admin, &queue).await;
        Things::from([
            (Thing::Company, json!(marina.company())),
            (Thing::User, json!(marina.id())),
            (Thing::Hired, self.hired().await),
            (Thing::QueueOption, option),
            (Thing::Queue, queue),
            (Thing::SpareQueue, self.spare_queue().await),
            (Thing::Holiday, self.holiday(Role::Admin).await),
            (Thing::Connection, json!(self.line().await)),
            (Thing::Contact, contact["id"].clone()),
            (Thing::Ticket, ticket["id"].clone()),
            (Thing::TicketName, ticket["uuid"].clone()),
            (Thing::Message, sent["message"]["id"].clone()),
            (Thing::Received, received),
            (Thing::Tag, tag["id"].clone()),
            (Thing::Note, note["id"].clone()),
            (Thing::QuickMessage, quick["id"].clone()),
            (Thing::ClosingReason, self.reason(Role::Admin).await),
            (Thing::SavedFilter, saved["id"].clone()),
            (Thing::Schedule, schedule["id"].clone()),
            (Thing::Template, json!(UNKNOWN)),
            (Thing::Announcement, announcement["id"].clone()),
            (Thing::FileList, self.files_of(Role::Admin).await),
            (Thing::Spare, self.spare().await),
            (Thing::Plan, self.plan().await),
            (Thing::Help, self.help().await),
            (Thing::Stay, self.stay(marina.company()).await),
            (Thing::Invitation, self.invitation(Role::Admin).await),
            (Thing::Invoice, self.open_invoice(Role::Admin).await),
            (Thing::Owed, self.open_invoice(Role::Admin).await),
            (Thing::Chat, chat["id"].clone()),
            (Thing::ChatName, chat["uuid"].clone()),
        ])
    }

    /// A ticket that the attendant holds in this queue, and his answer, which the phone has.
    async fn conversation(&self, marina: &Session, queue: &Value) -> (Value, Value) {
        let number = new_number();
        let matriz = connection(marina, "Matriz").await;
        self.desk.say(matriz, &number, "Beatriz", "Bom dia").await;
        let ticket = ticket_of(marina, &number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let accept = json!({ "status": "open", "userId": marina.id(), "queueId": queue });
        marina.put(&path, &accept).await.ok();
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina.post(&path, &json!({ "body": "Olá!" })).await.ok();
        until(
            "the answer is on the phone, and the desk knows",
            async || {
                let all = messages(marina, &ticket).await;
                let is_known = all.iter().any(|one| one["sendState"] == "accepted");
                is_known && desk_reached(self.desk, matriz, &number).await
            },
        )
        .await;
        (ticket, sent)
    }

    /// Things of the other company as it is: nothing is made but a filter and a reason.
    pub async fn foreign_things(&self) -> Things {
        let vida = self.session(Role::Foreign).await;
        let open = vida.get("/tickets?showAll=true&status=open").await.ok();
        let ticket = open["tickets"][0].clone();
        let said = messages(&vida, &ticket).await;
        let chats = vida.get("/chats").await.ok();
        let by = |from_me: bool| {
            let found = said.iter().find(|message| message["fromMe"] == from_me);
            found.expect("a message")["id"].clone()
        };
        let saved = json!({ "name": "Os meus", "view": "tab=search" });
        let saved = vida.post("/saved-filters", &saved).await.ok();
        let notes = format!("/ticket-notes/list?ticketId={}", ticket["id"]);
        let queue = first(&vida, "/queue").await;
        let schedule = vida.get("/schedules").await.ok()["schedules"][0]["id"].clone();
        let (list, item) = contact_list(&vida).await;
        let mut things = Things::from([
            (Thing::Company, json!(vida.company())),
            (Thing::User, json!(vida.id())),
            (Thing::Hired, json!(vida.id())),
            (
                Thing::QueueOption,
                self.queue_option(Role::Foreign, &queue).await,
            ),
            (Thing::SpareQueue, queue.clone()),
            (Thing::Queue, queue),
            (Thing::Holiday, self.holiday(Role::Foreign).await),
            (Thing::Connection, first(&vida, "/whatsapp").await),
            (Thing::Invitation, self.invitation(Role::Foreign).await),
            (Thing::Invoice, self.open_invoice(Role::Foreign).await),
            (Thing::Contact, ticket["contactId"].clone()),
            (Thing::Ticket, ticket["id"].clone()),
            (Thing::TicketName, ticket["uuid"].clone()),
            (Thing::Message, by(true)),
            (Thing::Received, by(false)),
            (Thing::ClosingReason, self.reason(Role::Foreign).await),
            (Thing::SavedFilter, saved["id"].clone()),
            (Thing::Tag, first(&vida, "/tags/list").await),
            (Thing::Note, first(&vida, &notes).await),
            (
                Thing::QuickMessage,
                first(&vida, "/quick-messages/list").await,
            ),
            // an announcement is nobody's own
            (Thing::Announcement, json!(UNKNOWN)),
            (Thing::Plan, json!(UNKNOWN)),
            (Thing::Help, json!(UNKNOWN)),
            (Thing::Template, json!(UNKNOWN)),
            // any super user may end any stay, mark any invoice, and delete any company but his own
            (Thing::Stay, json!(UNKNOWN)),
            (Thing::Owed, json!(UNKNOWN)),
            (Thing::Spare, json!(UNKNOWN)),
            (Thing::FileList, self.files_of(Role::Foreign).await),
            (Thing::ContactList, list),
            (Thing::ContactListItem, item),
            (Thing::Chat, chats["records"][0]["id"].clone()),
            (Thing::ChatName, chats["records"][0]["uuid"].clone()),
            (Thing::Schedule, schedule),
        ]);
        things.extend(things_of_plans(&vida).await);
        things
    }

    /// Deletes every number that the demonstration has not made.
    pub async fn clear_lines(&self) {
        let admin = self.session(Role::Admin).await;
        let all = admin.get("/whatsapp").await.ok();
        for one in all.as_array().expect("a list") {
            if one["name"] != "Matriz" && one["name"] != "Loja Centro" {
                let path = format!("/whatsapp/{}", one["id"]);
                admin.delete(&path).await.ok();
            }
        }
    }

    /// The user who may be changed and deleted; made again when he was.
    async fn hired(&self) -> Value {
        let admin = self.session(Role::Admin).await;
        let found = admin.get("/users?searchParam=ensaio").await.ok();
        if let Some(known) = found["users"].get(0) {
            return known["id"].clone();
        }
        // those who were made by calls use up the plan
        let made = admin.get("/users").await.ok();
        for one in made["users"].as_array().expect("a list") {
            if ![ADMIN, MARINA, RAFAEL, SUPERVISOR]
                .iter()
                .any(|known| one["email"] == *known)
            {
                admin.delete(&format!("/users/{}", one["id"])).await.ok();
                let email = one["email"].as_str().expect("an address");
                self.desk.forget_session(email).await;
            }
        }
        let email = format!("{}@aurora.example", new_number());
        let wish = json!({ "name": HIRED, "email": email, "password": "Ensaio123" });
        admin.post("/users", &wish).await.ok()["id"].clone()
    }

    /// A queue that nobody serves.
    async fn spare_queue(&self) -> Value {
        let admin = self.session(Role::Admin).await;
        let all = admin.get("/queue").await.ok();
        let mut all = all.as_array().expect("a list").iter();
        if let Some(known) = all.find(|one| one["name"] == SPARE) {
            return known["id"].clone();
        }
        let wish = json!({ "name": SPARE, "color": "#010203" });
        admin.post("/queue", &wish).await.ok()["id"].clone()
    }

    /// An option of a queue's menu: the first, or a new one.
    async fn queue_option(&self, role: Role, queue: &Value) -> Value {
        let admin = self.session(role).await;
        let path = format!("/queue-options?queueId={queue}");
        if let Some(known) = admin.get(&path).await.ok().get(0) {
            return known["id"].clone();
        }
        let wish = json!({ "queueId": queue, "title": "Segunda via", "message": "Qual boleto?" });
        admin.post("/queue-options", &wish).await.ok()["id"].clone()
    }

    /// A holiday: the first, or a new one.
    async fn holiday(&self, role: Role) -> Value {
        let admin = self.session(role).await;
        if let Some(known) = admin.get("/holidays").await.ok().get(0) {
            return known["id"].clone();
        }
        let wish = json!({ "date": "2033-07-09", "name": "Feriado local" });
        admin.post("/holidays", &wish).await.ok()["id"].clone()
    }

    /// A company that nobody needs; made again when it was deleted.
    async fn spare(&self) -> Value {
        let host = self.session(Role::Super).await;
        let found = host.get("/companies?searchParam=ensaio.example").await.ok();
        if let Some(known) = found["companies"].get(0) {
            return known["id"].clone();
        }
        let wish = json!({
            "name": format!("Ensaio {}", new_number()), "email": format!("{}@ensaio.example", new_number()),
            "planId": 1, "password": "Ensaio123",
        });
        host.post("/companies", &wish).await.ok()["id"].clone()
    }

    /// A plan that no company has; made again when it was deleted.
    async fn plan(&self) -> Value {
        let host = self.session(Role::Super).await;
        let all = host.get("/plans/all").await.ok();
        let mut all = all.as_array().expect("a list").iter();
        if let Some(known) = all.find(|one| one["companies"] == 0) {
            return known["id"].clone();
        }
        let name = format!("Plano {}", new_number());
        let wish = json!({ "name": name, "users": 1, "connections": 1, "queues": 1 });
        host.post("/plans", &wish).await.ok()["id"].clone()
    }

    /// A help video; made again when it was deleted.
    async fn help(&self) -> Value {
        let host = self.session(Role::Super).await;
        if let Some(known) = host.get("/helps/list").await.ok().get(0) {
            return known["id"].clone();
        }
        let wish = json!({ "title": "Primeiros passos", "video": "dQw4w9WgXcQ" });
        host.post("/helps", &wish).await.ok()["id"].clone()
    }

    /// The super user's stay in a company; begun again when it was ended.
    async fn stay(&self, company: i64) -> Value {
        let running = self
            .session(Role::Admin)
            .await
            .get("/impersonations")
            .await
            .ok();
        if let Some(known) = running.get(0) {
            return known["id"].clone();
        }
        let host = self.session(Role::Super).await;
        let wish = json!({ "companyId": company, "reason": "Ensaio geral" });
        let begun = host.post("/impersonations", &wish).await.ok();
        begun["impersonation"]["id"].clone()
    }

    /// An invitation that waits: the newest, or a new one; the others are taken back, since only so many may wait.
    async fn invitation(&self, role: Role) -> Value {
        let admin = self.session(role).await;
        let all = admin.get("/invitations").await.ok();
        let mut all = all.as_array().expect("a list").clone();
        let kept = all.pop();
        for one in all {
            admin
                .delete(&format!("/invitations/{}", one["id"]))
                .await
                .ok();
        }
        match kept {
            Some(kept) => kept["id"].clone(),
            None => admin.post("/invitations", &json!({})).await.ok()["id"].clone(),
        }
    }

    /// A new list of files.
    async fn files_of(&self, role: Role) -> Value {
        let admin = self.session(role).await;
        let wish = json!({ "name": "Catálogo", "message": "Segue o catálogo." });
        admin.post("/files", &wish).await.ok()["id"].clone()
    }

    /// A reason for closing; the others are deleted, since a company offers only so many.
    async fn reason(&self, role: Role) -> Value {
        let admin = self.session(role).await;
        let all = admin.get("/closing-reasons").await.ok();
        let mut all = all.as_array().expect("a list").clone();
        let kept = all.pop();
        for one in all {
            let path = format!("/closing-reasons/{}", one["id"]);
            admin.delete(&path).await.ok();
        }
        if let Some(kept) = kept {
            return kept["id"].clone();
        }
        let wish = json!({ "name": "Venda feita" });
        admin.post("/closing-reasons", &wish).await.ok()["id"].clone()
    }

    /// The number that may be stopped and deleted; made again when it was. It is connected: one that shows codes changes
    /// by itself.
    async fn line(&self) -> i64 {
        let admin = self.session(Role::Admin).await;
        let all = admin.get("/whatsapp").await.ok();
        let mut all = all.as_array().expect("a list").iter();
        let known = all.find(|one| one["name"] == LINE).cloned();
        let line = if let Some(known) = known {
            known
        } else {
            let wish = json!({ "name": LINE, "provider": "simulator" });
            admin.post("/whatsapp", &wish).await.ok()
        };
        let id = line["id"].as_i64().expect("an id");
        let session = format!("/whatsappsession/{id}");
        until("the line is connected", async || {
            let one = admin.get(&format!("/whatsapp/{id}")).await.ok();
            match one["status"].as_str() {
                Some("DISCONNECTED") => drop(admin.post(&session, &json!({})).await),
                Some("qrcode") => self.desk.try_scan(id).await,
                _ => {}
            }
            one["status"] == "CONNECTED"
        })
        .await;
        id
    }
}

/// Ids that nothing has, one of each kind.
pub fn unknown_things() -> Things {
    let numbers = [
        Thing::Company,
        Thing::User,
        Thing::Hired,
        Thing::Queue,
        Thing::SpareQueue,
        Thing::QueueOption,
        Thing::Holiday,
        Thing::Connection,
        Thing::Contact,
        Thing::Ticket,
        Thing::Message,
        Thing::Received,
        Thing::Tag,
        Thing::Note,
        Thing::QuickMessage,
        Thing::ClosingReason,
        Thing::SavedFilter,
        Thing::Schedule,
        Thing::Template,
        Thing::Chat,
        Thing::Announcement,
        Thing::FileList,
        Thing::ContactList,
        Thing::ContactListItem,
        Thing::Campaign,
        Thing::DoNotContact,
        Thing::Integration,
        Thing::Prompt,
        Thing::Webhook,
        Thing::ApiKey,
        Thing::Delivery,
        Thing::Article,
        Thing::Spare,
        Thing::Plan,
        Thing::Help,
        Thing::Stay,
        Thing::Invitation,
        Thing::Invoice,
        Thing::Owed,
    ];
    let mut things: Things = numbers.map(|thing| (thing, json!(UNKNOWN))).into();
    for name in [Thing::TicketName, Thing::ChatName] {
        things.insert(name, json!(uuid::Uuid::new_v4()));
    }
    things
}

async fn desk_reached(desk: &TestDesk, connection: i64, number: &str) -> bool {
    desk.reached(connection, number).await == ["Olá!"]
}

async fn first(session: &Session, path: &str) -> Value {
    session.get(path).await.ok()[0]["id"].clone()
}
