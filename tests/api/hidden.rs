//! Numbers that a company hides from its attendants (LGPD): nothing that an attendant is answered or told has one, and no
//! search, edit or text of his brings one to light.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number, open_ticket,
    support::{
        Request, Session, TestDesk, TestSocket, Things, backends,
        document::{Route, Thing, routes, schemas_with},
        world::{Role, World, on_both_worlds},
    },
    ticket_of,
};

/// The routes in which an admin finds numbers of contacts, at least.
const TELLING: [&str; 10] = [
    "/contacts",
    "/contacts/list",
    "/contacts/{id}",
    "/messages/search",
    "/messages/{id}",
    "/schedules",
    "/schedules/{id}",
    "/tickets",
    "/tickets/u/{uuid}",
    "/tickets/{id}",
];

/// What has a number on the wire, and whose: those of contacts are hidden by `rules/numbers.rs`, which knows the others by
/// their `provider`.
const OF_CONTACTS: [&str; 4] = ["Contact", "ContactName", "ScheduleContact", "TicketContact"];
const OF_CONNECTIONS: [&str; 2] = ["Connection", "TicketConnection"];
/// What is asked, and what only those who lead are answered.
const OF_NOBODY: [&str; 18] = [
    "CampaignContact",
    "CampaignNumber",
    "CampaignRecipient",
    "ContactCard",
    "ContactChange",
    "ContactListItem",
    "ContactListItemChange",
    "DoNotContact",
    "ExternalForm",
    "ExternalMessage",
    "ImportRow",
    "NewContact",
    "NewContactListItem",
    "NewDoNotContact",
    "PairingBody",
    "Shipping",
    "TestNumber",
    "TrialBody",
];

async fn hide(admin: &Session, value: &str) {
    let wish = json!({ "value": value });
    admin.put("/settings/hideNumbers", &wish).await.ok();
}

/// What is left of a number of thirteen digits.
fn left(number: &str) -> String {
    let (head, rest) = number.split_at(4);
    format!("{head}{}{}", "•".repeat(7), rest.split_at(7).1)
}

/// Everything that can be asked of a route about these things: as it is, and about one number or ticket.
fn asks(route: &Route, things: &Things, number: &str) -> Vec<Request> {
    let mut base = Request::fitting(route, things);
    if route.query.iter().any(|word| word == "showAll") {
        base = base.asking("showAll", "true");
    }
    let mut asks = vec![base.clone()];
    for (name, value) in [
        ("searchParam", number.to_owned()),
        ("searchParam", "bom dia".to_owned()),
        ("contactId", things[&Thing::Contact].to_string()),
        ("ticketId", things[&Thing::Ticket].to_string()),
        ("status", "open".to_owned()),
    ] {
        if route.query.iter().any(|word| word == name) {
            asks.push(base.clone().asking(name, &value));
        }
    }
    asks
}

/// The numbers of all contacts, as an admin lists them.
async fn all_numbers(admin: &Session) -> Vec<String> {
    let all = admin.get("/contacts/list").await.ok();
    let all = all.as_array().expect("a list").iter();
    let numbers = all.filter_map(|one| one["number"].as_str());
    numbers.map(str::to_owned).collect()
}

async fn walk(world: &World, things: &Things) -> BTreeSet<String> {
    let admin = world.session(Role::Admin).await;
    let attendants = [
        world.session(Role::Attendant).await,
        world.session(Role::Colleague).await,
    ];
    let ticket = format!("/tickets/{}", things[&Thing::Ticket]);
    let ticket = admin.get(&ticket).await.ok();
    let number = ticket["contact"]["number"].as_str().expect("a number");
    let contact = format!("/contacts/{}", things[&Thing::Contact]);
    let contact = admin.get(&contact).await.ok();
    let own = [number, contact["number"].as_str().expect("a number")];
    let numbers = all_numbers(&admin).await;
    assert!(own.iter().all(|own| numbers.iter().any(|one| one == own)));
    let mut telling = BTreeSet::new();
    for route in routes().iter().filter(|route| route.only_reads()) {
        for ask in asks(route, things, number) {
            let text = ask.send(&admin).await.text;
            if own.iter().any(|one| text.contains(one)) {
                telling.insert(route.path.clone());
            }
            for attendant in &attendants {
                let answer = ask.send(attendant).await;
                let leak = numbers.iter().find(|one| answer.text.contains(*one));
                assert!(leak.is_none(), "{}: {}", ask.address(), answer.text);
            }
        }
    }
    telling
}

#[test]
fn whatever_has_a_number_is_known_to_the_rule_that_hides_it() {
    let known = [&OF_CONTACTS[..], &OF_CONNECTIONS, &OF_NOBODY].concat();
    let known: BTreeSet<String> = known.into_iter().map(str::to_owned).collect();
    assert_eq!(schemas_with("number"), known, "say here whose number it is");
    let connections = OF_CONNECTIONS.map(str::to_owned).into();
    assert!(schemas_with("provider").is_superset(&connections));
    let contacts = OF_CONTACTS.map(str::to_owned).into();
    assert!(schemas_with("provider").is_disjoint(&contacts));
}

#[tokio::test]
async fn no_answer_tells_an_attendant_a_hidden_number() {
    on_both_worlds(async |world| {
        let (admin, marina) = (
            world.session(Role::Admin).await,
            world.session(Role::Attendant).await,
        );
        let refused = marina
            .put("/settings/hideNumbers", &json!({ "value": "disabled" }))
            .await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let things = world.things().await;
        hide(&admin, "enabled").await;
        let telling = walk(world, &things).await;
        let supervisor = world.session(Role::Supervisor).await;
        let path = format!("/contacts/{}", things[&Thing::Contact]);
        let (his, hers) = (
            supervisor.get(&path).await.ok(),
            marina.get(&path).await.ok(),
        );
        hide(&admin, "disabled").await;
        for path in TELLING {
            assert!(telling.contains(path), "an admin sees no number in {path}");
        }
        let number = his["number"].as_str().expect("a number");
        assert_eq!(hers["number"], left(number), "those who lead see it");
        assert_eq!(
            marina.get(&path).await.ok(),
            his,
            "and so does everybody now"
        );
    })
    .await;
}

#[tokio::test]
async fn a_hidden_number_is_found_as_a_whole_and_not_by_its_parts() {
    on_both_worlds(async |world| {
        let (admin, marina) = (
            world.session(Role::Admin).await,
            world.session(Role::Attendant).await,
        );
        let (_, number) = open_ticket(world.desk, &marina).await;
        let contact = json!({ "name": new_number(), "number": new_number() });
        let contact = marina.post("/contacts", &contact).await.ok();
        let schedule = json!({
            "contactId": contact["id"], "body": "Até amanhã!", "sendAt": "2033-03-01T12:00:00Z",
        });
        marina.post("/schedules", &schedule).await.ok();
        let unnamed = contact["number"].as_str().expect("a number");
        let name = contact["name"].as_str().expect("a name");
        let (_, part) = number.split_at(6);
        let (_, of_name) = name.split_at(6);
        let (_, of_unnamed) = unnamed.split_at(6);
        let contacts = ("/contacts", number.as_str(), [part, of_name, of_unnamed]);
        let tickets = ("/tickets", number.as_str(), [part; 3]);
        let schedules = ("/schedules", unnamed, [of_unnamed, of_name, of_unnamed]);
        let count = async |session: &Session, path: &str, text: &str| {
            let path = format!("{path}?showAll=true&searchParam={text}");
            session.get(&path).await.ok()["count"].clone()
        };
        for state in ["enabled", "disabled"] {
            hide(&admin, state).await;
            let by_part = usize::from(state != "enabled");
            for (path, whole, parts) in [contacts, tickets, schedules] {
                assert_eq!(count(&marina, path, whole).await, 1, "{path} {state}");
                for part in parts {
                    assert_eq!(count(&marina, path, part).await, by_part, "{path} {state}");
                    assert_eq!(count(&admin, path, part).await, 1, "{path}");
                }
            }
            let path = format!("/contacts/list?searchParam={part}");
            let names = marina.get(&path).await.ok();
            assert_eq!(names.as_array().map(Vec::len), Some(by_part));
        }
    })
    .await;
}

#[tokio::test]
async fn who_sees_no_number_keeps_it_when_he_edits_the_contact() {
    on_both_worlds(async |world| {
        let (admin, marina) = (
            world.session(Role::Admin).await,
            world.session(Role::Attendant).await,
        );
        let number = new_number();
        let contact = json!({
            "name": number, "number": number, "email": format!("{number}@exemplo.com"),
            "extraInfo": [{ "name": "Recado", "value": format!("ligar {number}") }],
        });
        let stored = admin.post("/contacts", &contact).await.ok();
        let path = format!("/contacts/{}", stored["id"]);
        let now = async || {
            let mut now = admin.get(&path).await.ok();
            now["updatedAt"] = stored["updatedAt"].clone();
            now
        };
        hide(&admin, "enabled").await;
        let shown = marina.get(&path).await.ok();
        assert_eq!(
            (&shown["name"], &shown["email"]),
            (&json!(left(&number)), &json!(""))
        );
        assert_eq!(
            shown["extraInfo"][0]["value"],
            format!("ligar {}", left(&number))
        );
        marina.put(&path, &shown).await.ok();
        assert_eq!(now().await, stored, "what comes back as it was shown stays");
        let named = json!({ "name": "Beatriz", "number": number });
        let answer = marina.put(&path, &named).await.ok();
        assert_eq!(answer["number"], left(&number));
        assert_eq!(
            (&now().await["name"], &now().await["number"]),
            (&named["name"], &named["number"])
        );
        // what is left of another number; by chance two may have the same left
        let foreign = match left(&number) {
            own if own.ends_with('0') => left("5511987654321"),
            _ => left("5511987654320"),
        };
        for other in [new_number(), foreign, "5511".to_owned()] {
            let refused = marina.put(&path, &json!({ "number": other })).await;
            assert_eq!(refused.refusal(), (403, "ERR_NUMBER_HIDDEN"));
        }
        let twice = marina.post("/contacts", &contact).await;
        assert_eq!(twice.refusal(), (400, "ERR_DUPLICATED_CONTACT"));
        assert!(!twice.text.contains(&number));
        let other = json!({ "number": new_number() });
        admin.put(&path, &other).await.ok();
        hide(&admin, "disabled").await;
        let again = json!({ "number": number });
        let changed = marina.put(&path, &again).await.ok();
        assert_eq!(changed["number"], again["number"]);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_in_the_way_and_a_text_with_variables_tell_no_number() {
    on_both_worlds(async |world| {
        let (admin, marina) = (
            world.session(Role::Admin).await,
            world.session(Role::Attendant).await,
        );
        let number = new_number();
        let matriz = connection(&marina, "Matriz").await;
        hide(&admin, "enabled").await;
        world.desk.say(matriz, &number, &number, "Bom dia").await;
        let ticket = ticket_of(&marina, &number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let accept = |session: &Session| json!({ "status": "open", "userId": session.id() });
        admin.put(&path, &accept(&admin)).await.ok();
        let queue = &marina.user["queues"][0]["id"];
        let wish = json!({
            "contactId": ticket["contactId"], "status": "open", "queueId": queue,
        });
        let refused = marina.post("/tickets", &wish).await;
        assert_eq!(refused.refusal(), (409, "ERR_OTHER_OPEN_TICKET"));
        assert!(!refused.text.contains(&number));

        let hand_over = json!({ "userId": marina.id(), "queueId": queue });
        admin.put(&path, &hand_over).await.ok();
        let text = json!({ "body": "{{ms}} {{name}}, tudo bem?" });
        let path = format!("/messages/{}", ticket["id"]);
        marina.post(&path, &text).await.ok();
        hide(&admin, "disabled").await;
        let said = messages(&admin, &ticket).await;
        let body = said.last().expect("a message")["body"].as_str();
        assert!(
            body.is_some_and(|body| body.ends_with(", tudo bem?")),
            "{body:?}"
        );
        assert!(body.is_some_and(|body| !body.contains(&number)), "{body:?}");
    })
    .await;
}

/// A browser that shows the lists and hears the bell.
async fn browser(desk: &TestDesk, session: &Session) -> TestSocket {
    let mut socket = TestSocket::open(desk, session).await;
    for status in ["open", "pending"] {
        socket.join("joinTickets", json!(status)).await;
    }
    socket.join("joinNotification", json!(null)).await;
    socket
}

/// Makes a contact and waits until each socket heard of it; answers what each heard until then.
async fn heard<const N: usize>(
    admin: &Session,
    sockets: [&mut TestSocket; N],
) -> [Vec<(String, Value)>; N] {
    let contact = json!({ "name": "Marco", "number": new_number() });
    let contact = admin.post("/contacts", &contact).await.ok();
    let name = format!("company-{}-contact", admin.company());
    let mut heard = Vec::new();
    for socket in sockets {
        let is_it = |payload: &Value| payload["contact"]["id"] == contact["id"];
        socket.event_where(&name, is_it).await;
        heard.push(socket.take_seen());
    }
    heard.try_into().expect("one each")
}

/// A customer writes, his ticket is accepted, answered and noted, his contact is changed and scheduled for.
async fn episode(desk: &TestDesk, (admin, marina): (&Session, &Session), number: &str) {
    let matriz = connection(marina, "Matriz").await;
    desk.say(matriz, number, number, "Bom dia").await;
    let ticket = ticket_of(marina, number, "pending").await;
    let path = format!("/tickets/{}", ticket["id"]);
    let accept = json!({ "status": "open", "userId": marina.id() });
    marina.put(&path, &accept).await.ok();
    let path = format!("/messages/{}", ticket["id"]);
    let text = json!({ "body": "Olá {{name}}!" });
    marina.post(&path, &text).await.ok();
    let path = format!("/contacts/{}", ticket["contactId"]);
    let change = json!({ "email": "bia@exemplo.com" });
    marina.put(&path, &change).await.ok();
    let schedule = json!({
        "contactId": ticket["contactId"], "body": "Até amanhã!", "sendAt": "2033-03-01T12:00:00Z",
    });
    admin.post("/schedules", &schedule).await.ok();
}

fn tells(heard: &[(String, Value)], text: &str) -> bool {
    heard
        .iter()
        .any(|(_, payload)| payload.to_string().contains(text))
}

#[tokio::test]
async fn no_event_tells_an_attendant_a_hidden_number() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (mut boss, mut tab) = (browser(&desk, &admin).await, browser(&desk, &marina).await);
        let before = new_number();
        episode(&desk, (&admin, &marina), &before).await;
        let [his, hers] = heard(&admin, [&mut boss, &mut tab]).await;
        assert!(
            tells(&his, &before) && tells(&hers, &before),
            "shown as before"
        );

        let shown_until = tab.last_seq;
        hide(&admin, "enabled").await;
        let number = new_number();
        episode(&desk, (&admin, &marina), &number).await;
        let [his, hers] = heard(&admin, [&mut boss, &mut tab]).await;
        assert!(tells(&his, &number));
        assert!(!tells(&hers, &number), "{hers:?}");
        assert!(tells(&hers, &left(&number)));
        let told = |entity: &str| hers.iter().any(|(name, _)| name.ends_with(entity));
        for entity in [
            "-settings",
            "-ticket",
            "-appMessage",
            "-contact",
            "-schedule",
        ] {
            assert!(told(entity), "{entity}");
        }

        // what was told while numbers were shown is not told again, and what came since is told without them
        let hidden_from = tab.last_seq;
        tab.cut();
        let mut back = browser(&desk, &marina).await;
        let answer = back
            .ask("resume", json!({ "lastSeq": shown_until - 1 }))
            .await;
        assert_eq!(answer, json!({ "resync": true }));
        back.cut();
        let missed = new_number();
        episode(&desk, (&admin, &marina), &missed).await;
        for restarts in [false, true] {
            if restarts {
                desk.kill();
                desk.run().await;
            }
            let mut back = browser(&desk, &marina).await;
            let answer = back.ask("resume", json!({ "lastSeq": hidden_from })).await;
            assert_eq!(answer["ok"], true, "{answer}");
            let hers = back.take_seen();
            assert!(
                tells(&hers, &left(&missed)) && !tells(&hers, &missed),
                "{hers:?}"
            );
        }
    }
}
