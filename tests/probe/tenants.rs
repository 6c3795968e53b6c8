//! Everything that the first company's people and the super user can ask, with the ids of the second company in every
//! place: no answer, event, link or log line tells a word of it, and none of its rows changes.

use std::collections::BTreeSet;

use futures_util::{StreamExt as _, stream};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    canary::Canary,
    figure, is_full,
    support::{
        Request, Session, TestSocket, Things, difference,
        document::{Place, Route, Slot, Thing, routes},
        messages, new_number, until,
        world::{Role, World, on_both_worlds, unknown_things},
    },
};

/// Those who are not of the second company.
const INTRUDERS: [Role; 4] = [Role::Attendant, Role::Supervisor, Role::Admin, Role::Super];
/// Calls at once.
const AT_ONCE: usize = 12;
/// The short form makes every so-many-th call.
const SHORT_STEP: usize = 40;

/// Every name that the description has for an id, and what it names.
fn vocabulary() -> Vec<Slot> {
    let mut names = BTreeSet::new();
    let mut slots = Vec::new();
    for slot in routes().into_iter().flat_map(|route| route.slots) {
        if names.insert(slot.name.clone()) {
            slots.push(slot);
        }
    }
    for (name, thing) in [
        ("ticketId", Thing::Ticket),
        ("messageId", Thing::Message),
        ("company_id", Thing::Company),
        ("tenantId", Thing::Company),
    ] {
        slots.push(Slot {
            place: Place::Query,
            name: name.to_owned(),
            thing,
            is_list: false,
        });
    }
    slots
}

/// What may be tried on things of one's own without taking them away.
fn keeps_things(route: &Route) -> bool {
    let starts = route.path.starts_with("/whatsappsession");
    route.method != Method::DELETE && !starts
}

/// An id in a body: alone, in a list, in an object, in a list of objects.
fn in_body(request: &Request, name: &str, id: &Value) -> Vec<Request> {
    let shapes = [
        (name, id.clone()),
        (name, json!([id])),
        (name, json!({ "id": id })),
        ("items", json!([{ name: id, "id": id }])),
        ("ticket", json!({ name: id, "id": id })),
    ];
    let with = |(name, value): (&str, Value)| {
        let mut other = request.clone();
        let body = other.body.get_or_insert_with(|| json!({}));
        body[name] = value;
        other
    };
    shapes.map(with).into()
}

/// Every call about foreign ids on one route.
fn calls(route: &Route, own: &Things, foreign: &[Things], words: &[Slot]) -> Vec<Request> {
    let mut calls = Vec::new();
    for things in foreign {
        let theirs = Request::fitting(route, things);
        let mut bases = vec![theirs.clone()];
        if keeps_things(route) {
            bases.push(Request::fitting(route, own));
        }
        calls.push(theirs);
        for slot in &route.slots {
            let base = Request::fitting(route, own);
            if keeps_things(route) || slot.place == Place::Path {
                calls.push(base.with(route, slot, &things[&slot.thing]));
            }
        }
        for (base, word) in bases
            .iter()
            .flat_map(|base| words.iter().map(move |it| (base, it)))
        {
            let id = &things[&word.thing];
            let alone = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            calls.push(base.clone().asking(&word.name, &alone));
            calls.push(base.clone().asking(&word.name, &format!("[{id}]")));
            if route.method == Method::GET {
                continue;
            }
            calls.extend(in_body(base, &word.name, id));
        }
    }
    calls
}

/// Things of the other company: some of those that it has, by what its own people list.
async fn theirs(world: &World) -> Vec<Things> {
    let vida = world.session(Role::Foreign).await;
    let first = world.foreign_things().await;
    let closed = vida.get("/tickets?showAll=true&status=closed").await.ok();
    let ticket = closed["tickets"][0].clone();
    let said = messages(&vida, &ticket).await;
    let mut second = first.clone();
    let last = |list: Value| list.as_array().expect("a list").last().expect("one")["id"].clone();
    for (thing, id) in [
        (Thing::Ticket, ticket["id"].clone()),
        (Thing::TicketName, ticket["uuid"].clone()),
        (Thing::Contact, ticket["contactId"].clone()),
        (Thing::Message, said[0]["id"].clone()),
        (Thing::Received, said[said.len() - 1]["id"].clone()),
        (Thing::Queue, last(vida.get("/queue").await.ok())),
        (Thing::User, last(vida.get("/users/list").await.ok())),
        (Thing::Tag, last(vida.get("/tags/list").await.ok())),
    ] {
        second.insert(thing, id);
    }
    vec![first, second]
}

/// That the company itself reads the word everywhere: else nobody could find it.
async fn check_planted(world: &World, canary: &Canary, things: &Things) {
    let vida = world.session(Role::Foreign).await;
    for route in routes()
        .iter()
        .filter(|route| route.only_reads() && !route.is_public)
    {
        // nothing is in doubt, searches and notes need to be asked for something, figures have no words, and announcements
        // are for everybody of every company
        let skipped = [
            "/messages/unknown",
            "/messages/search",
            "/ticket-notes/list",
            // nobody has moved this ticket
            "/tickets/{id}/steps",
            // nobody has changed this message
            "/messages/{id}/versions",
            // times and numbers only
            "/second-factor",
            // the server's own
            "/push",
            // Brazil's
            "/holidays/national",
            // times only
            "/companies/{id}/schedules",
            // nobody has begun the campaign, and how it goes is numbers
            "/campaigns/{id}/recipients",
            "/campaigns/{id}/recipients/export",
            "/campaigns/{id}/progress",
            "/campaign-settings",
            // times and codes of calls
            "/messages-api/{whatsappId}/calls",
            "/api-keys/{id}/calls",
            // nobody has written to its flow
            "/queueIntegration/{id}/calls",
            // figures only
            "/ai/usage",
            // yes and no only
            "/first-hour",
            // its tag is no lane
            "/tags/kanban",
        ];
        if skipped.contains(&route.path.as_str())
            || route.path.starts_with("/announcements")
            || route.path.starts_with("/helps")
            // nobody of support is there
            || route.path.starts_with("/impersonations")
            // numbers and times only
            || route.path.ends_with("/course")
            || route.path.ends_with("/health")
            || route.path.ends_with("/forecast")
            // the host's plans, and what only a paid invoice has
            || route.path.starts_with("/subscription/plan")
            || route.path.ends_with("/receipt")
            || route.path.ends_with("/test")
            // of numbers that the demo has not
            || route.path.ends_with("/templates")
            || route.path.starts_with("/dashboard/ticketsDay")
        {
            continue;
        }
        let answer = Request::fitting(route, things).send(&vida).await;
        // for super users only
        if answer.status == 403 {
            continue;
        }
        assert!(
            canary.is_in(&answer.text),
            "{}: {}",
            route.name(),
            answer.text
        );
    }
}

/// What a caller must not be sent: his own sign-in would end, or he may ask for any company, or tells every company.
fn is_left_out(route: &Route, role: Role) -> bool {
    let is_at = |start| route.path.starts_with(start);
    let of_all = [
        "/companies",
        "/announcements",
        "/plans",
        "/impersonations",
        "/invoices",
        "/operators",
        // told to everybody of every company
        "/helps",
    ];
    // `?companyId=`: whose queues a super user sets up; it alone of all lists
    let is_reached = route.method == Method::GET && route.path == "/queue";
    is_at("/auth/log") || (role == Role::Super && (is_reached || of_all.into_iter().any(is_at)))
}

async fn try_all(
    world: &World,
    canary: &Canary,
    own: &Things,
    foreign: &[Things],
) -> (usize, Vec<String>) {
    let words = vocabulary();
    let nothing = unknown_things();
    let (mut made, mut leaks, mut skipped) = (0, Vec::new(), 0_usize);
    for role in INTRUDERS {
        let own = if role == Role::Super { &nothing } else { own };
        for route in routes().iter().filter(|route| !is_left_out(route, role)) {
            // the full form takes longer than an access token is good
            let session = world.session(role).await;
            let mut calls = calls(route, own, foreign, &words);
            if !is_full() {
                calls.retain(|_| {
                    skipped += 1;
                    usize::is_multiple_of(skipped, SHORT_STEP)
                });
            }
            made += calls.len();
            let told = stream::iter(&calls)
                .map(|call| told(&session, canary, call))
                .buffer_unordered(AT_ONCE);
            let told: Vec<Option<String>> = told.collect().await;
            leaks.extend(
                told.into_iter()
                    .flatten()
                    .map(|leak| format!("{role:?} {leak}")),
            );
            // who is not signed in any more is told nothing anyway
            session.get("/queue").await.ok();
        }
    }
    (made, leaks)
}

/// The leak in the answer to one call, or a failure of the server.
async fn told(session: &Session, canary: &Canary, call: &Request) -> Option<String> {
    let answer = call.send(session).await;
    let leaks = canary.is_in(&answer.text) || canary.is_in(&format!("{:?}", answer.headers));
    // one account has few of its passwords checked at once
    let checks_password = call
        .body
        .as_ref()
        .is_some_and(|body| body["currentPassword"].is_string());
    let fails = answer.status.is_server_error() && !(checks_password && answer.is_busy());
    let place = || format!("{} {} {:?}", call.method, call.address(), call.body);
    (leaks || fails).then(|| format!("{}: {} {}", place(), answer.status, answer.text))
}

/// Waits until nobody of a company has a browser open: going offline changes rows.
async fn all_gone(world: &World, company: i64) {
    let online = format!("SELECT COUNT(*) FROM users WHERE company_id = {company} AND online");
    let present = format!("SELECT COUNT(*) FROM presences WHERE company_id = {company}");
    until("everybody is gone", async || {
        world.desk.number(&online) == 0 && world.desk.number(&present) == 0
    })
    .await;
}

#[tokio::test]
async fn no_answer_tells_a_word_of_another_company_and_none_of_its_rows_changes() {
    // spec: S001 S002
    on_both_worlds(async |world| {
        let canary = Canary::new();
        let foreign = theirs(world).await;
        let company = foreign[0][&Thing::Company].as_i64().expect("an id");
        all_gone(world, company).await;
        let planted = canary.plant(world.desk, company).await;
        assert!(planted > 40, "{planted}");
        check_planted(world, &canary, &foreign[0]).await;
        let own = world.things().await;
        let before = world.desk.rows_of(company);
        let (made, leaks) = try_all(world, &canary, &own, &foreign).await;
        let changed = difference(&before, &world.desk.rows_of(company));
        let found = world.desk.log().lines().filter(|line| canary.is_in(line)).count();
        figure(&format!(
            "{:?}: {made} calls with foreign ids, {} leaks, {} rows changed, {found} lines in the log",
            world.desk.backend,
            leaks.len(),
            changed.len()
        ));
        assert!(leaks.is_empty(), "{}", leaks.join("\n"));
        assert!(changed.is_empty(), "{}", changed.join("\n"));
        assert_eq!(found, 0, "lines of the log tell it");
        assert!(made >= if is_full() { 10_000 } else { 400 }, "{made}");
        for search in [canary.text(), "canary-b"] {
            let found = world.session(Role::Admin).await;
            let page = found.get(&format!("/contacts?searchParam={search}")).await.ok();
            assert_eq!(page["count"], 0);
            let path = format!("/tickets?showAll=true&searchParam={search}");
            assert_eq!(found.get(&path).await.ok()["count"], 0);
        }
    })
    .await;
}

/// Everything that a browser can ask to hear about the other company.
async fn listen(socket: &mut TestSocket, canary: &Canary, things: &Things) -> usize {
    let (ticket, company) = (&things[&Thing::Ticket], &things[&Thing::Company]);
    let mut asked = 0;
    for (event, argument) in [
        ("joinChatBox", ticket.clone()),
        ("joinChatBox", json!(ticket.to_string())),
        (
            "joinChatBox",
            json!(format!("company-{company}-ticket-{ticket}")),
        ),
        ("joinChatBox", json!({ "id": ticket, "companyId": company })),
        ("joinChatBox", json!([ticket])),
        ("joinNotification", json!({ "companyId": company })),
        ("joinNotification", json!(company)),
        ("joinTickets", json!("open")),
        ("joinTickets", json!("pending")),
        ("joinTickets", json!(format!("company-{company}-open"))),
        (
            "joinTickets",
            json!({ "status": "open", "companyId": company }),
        ),
        ("join", json!(format!("company-{company}-mainchannel"))),
        ("joinRoom", json!(format!("company-{company}-mainchannel"))),
        (
            "userStatus",
            json!({ "userId": things[&Thing::User], "companyId": company }),
        ),
        ("resume", json!({ "lastSeq": 0 })),
        ("resume", json!({ "lastSeq": 0, "companyId": company })),
    ] {
        let answer = socket.ask(event, argument.clone()).await;
        assert!(
            !canary.is_in(&answer.to_string()),
            "{event} {argument}: {answer}"
        );
        if event == "joinChatBox" {
            assert!(answer["error"].is_string(), "{event} {argument}: {answer}");
        }
        asked += 1;
    }
    asked
}

#[tokio::test]
async fn no_socket_hears_a_word_of_another_company() {
    // spec: S113
    on_both_worlds(async |world| {
        let canary = Canary::new();
        let things = world.foreign_things().await;
        let vida = world.session(Role::Foreign).await;
        let mut own = TestSocket::open(world.desk, &vida).await;
        own.join("joinNotification", Value::Null).await;
        let (mut sockets, mut asked) = (Vec::new(), 0);
        for role in INTRUDERS {
            let session = world.session(role).await;
            let mut socket = TestSocket::open(world.desk, &session).await;
            asked += listen(&mut socket, &canary, &things).await;
            sockets.push((session, socket));
        }
        let contact = json!({ "name": canary.text(), "number": new_number() });
        vida.post("/contacts", &contact).await.ok();
        let line = vida.get("/whatsapp").await.ok()[0]["id"].clone();
        let line = line.as_i64().expect("an id");
        world
            .desk
            .say(line, &new_number(), canary.text(), canary.text())
            .await;
        let event = format!("company-{}-appMessage", vida.company());
        own.event_where(&event, |payload| canary.is_in(&payload.to_string()))
            .await;
        let mut events = 0;
        for (session, mut socket) in sockets {
            // what was told before this comes before it
            let own = json!({ "name": "Marco", "number": new_number() });
            let own = session.post("/contacts", &own).await.ok();
            let event = format!("company-{}-contact", session.company());
            let is_it = |payload: &Value| payload["contact"]["id"] == own["id"];
            socket.event_where(&event, is_it).await;
            for (name, payload) in socket.take_seen() {
                assert!(
                    !canary.is_in(&format!("{name} {payload}")),
                    "{name} {payload}"
                );
                assert!(
                    !name.starts_with(&format!("company-{}-", vida.company())),
                    "{name}"
                );
                events += 1;
            }
        }
        figure(&format!(
            "{:?}: {asked} asks of sockets for foreign rooms, {events} events heard, 0 leaks",
            world.desk.backend
        ));
    })
    .await;
}
