//! Fifty at once: one winner, and for everybody else an answer that the description knows.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    figure,
    support::{
        Answer, MARINA, Session, TestDesk, connection, messages, new_number, ticket_of, until,
        world::{Role, World, on_both_worlds},
    },
};

/// How many try.
const CROWD: usize = 50;

/// How many answers there were of each kind.
fn tally(answers: &[Answer]) -> Vec<(u16, String, usize)> {
    let mut tally: Vec<(u16, String, usize)> = Vec::new();
    for answer in answers {
        let (status, code) = answer.refusal();
        let kind = if answer.status.is_success() {
            "ok"
        } else {
            code
        };
        match tally
            .iter_mut()
            .find(|(of, name, _)| *of == status && name == kind)
        {
            Some((.., count)) => *count += 1,
            None => tally.push((status, kind.to_owned(), 1)),
        }
    }
    tally.sort();
    tally
}

/// That one won and all others heard the same refusal.
fn check_one(what: &str, answers: &[Answer], refusal: (u16, &str)) {
    let expected = vec![
        (200, "ok".to_owned(), 1),
        (refusal.0, refusal.1.to_owned(), CROWD - 1),
    ];
    assert_eq!(tally(answers), expected, "{what}");
    figure(&format!("{CROWD} at once, {what}: one winner"));
}

/// Attendants of the same queues, signed in.
async fn crowd(desk: &TestDesk) -> Vec<Session> {
    let emails: Vec<String> = (0..CROWD)
        .map(|one| format!("atendente{one}@aurora.example"))
        .collect();
    desk.hire(&emails).await;
    let mut sessions = Vec::new();
    for email in &emails {
        sessions.push(desk.session(email).await);
    }
    sessions
}

async fn all_at_once<'s>(
    sessions: impl IntoIterator<Item = &'s Session>,
    call: impl AsyncFn(usize, &'s Session) -> Answer,
) -> Vec<Answer> {
    let call = &call;
    let calls = sessions.into_iter().enumerate();
    let calls = calls.map(|(place, session)| async move { call(place, session).await });
    join_all(calls).await
}

/// The same person in many windows.
fn windows(session: &Session) -> impl Iterator<Item = &Session> {
    std::iter::repeat_n(session, CROWD)
}

#[tokio::test]
async fn of_fifty_who_accept_one_has_the_ticket() {
    // spec: S059 S122
    on_both_worlds(async |world| {
        let people = crowd(world.desk).await;
        let matriz = connection(&people[0], "Matriz").await;
        let number = new_number();
        world.desk.say(matriz, &number, "Beatriz", "Oi").await;
        let ticket = ticket_of(&people[0], &number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let answers = all_at_once(&people, async |_, session| {
            let accept = json!({ "status": "open", "userId": session.id() });
            session.put(&path, &accept).await
        })
        .await;
        check_one(
            "accepting a ticket",
            &answers,
            (409, "ERR_OTHER_OPEN_TICKET"),
        );
        let winner = answers
            .iter()
            .find(|it| it.status.is_success())
            .expect("one");
        let kept = people[0].get(&path).await.ok();
        assert_eq!(kept["userId"], winner.body["userId"]);
    })
    .await;
}

#[tokio::test]
async fn of_fifty_who_open_a_ticket_one_does_whoever_else_writes() {
    // spec: S066 S073
    on_both_worlds(async |world| {
        let people = crowd(world.desk).await;
        let matriz = connection(&people[0], "Matriz").await;
        let queue = people[0].user["queues"][0]["id"].clone();
        let number = new_number();
        let contact = json!({ "name": "Cliente", "number": number });
        let contact = people[0].post("/contacts", &contact).await.ok();
        let wish = json!({ "contactId": contact["id"], "queueId": queue });
        let opening = all_at_once(&people, async |_, session| {
            session.post("/tickets", &wish).await
        });
        let writing = world.desk.say(matriz, &number, "Cliente", "Oi");
        let (answers, _) = futures_util::future::join(opening, writing).await;
        let won = answers.iter().filter(|it| it.status.is_success()).count();
        let others = (409, "ERR_OTHER_OPEN_TICKET");
        // the customer may have been first
        assert!(won <= 1, "{:?}", tally(&answers));
        let refused = answers.iter().filter(|it| !it.status.is_success());
        assert!(
            refused.clone().all(|it| it.refusal() == others),
            "{:?}",
            tally(&answers)
        );
        let admin = world.session(Role::Admin).await;
        let all = format!("/tickets?showAll=true&searchParam={number}");
        until("what he wrote is in the one ticket", async || {
            let page = admin.get(&all).await.ok();
            assert_eq!(page["count"], 1, "{page}");
            messages(&admin, &page["tickets"][0]).await.len() == 1
        })
        .await;
        figure("50 at once, opening a ticket while its customer writes: one ticket");
    })
    .await;
}

#[tokio::test]
async fn of_fifty_who_add_a_contact_one_does() {
    // spec: S073 S127
    on_both_worlds(async |world| {
        let marina = world.session(Role::Attendant).await;
        let refusal = (400, "ERR_DUPLICATED_CONTACT");
        let number = new_number();
        let contact = json!({ "name": "Cliente", "number": number });
        let answers = all_at_once(windows(&marina), async |_, one| {
            one.post("/contacts", &contact).await
        });
        check_one("adding a contact", &answers.await, refusal);
        // the two forms of a Brazilian number are one number (rule B20)
        let number = new_number();
        let end = number.split_at(6).1;
        let (long, short) = (format!("551198{end}"), format!("55118{end}"));
        let answers = all_at_once(windows(&marina), async |place, one| {
            let number = if place % 2 == 0 { &long } else { &short };
            let contact = json!({ "name": "Cliente", "number": number });
            one.post("/contacts", &contact).await
        });
        check_one("adding both forms of a number", &answers.await, refusal);
    })
    .await;
}

#[tokio::test]
async fn one_connection_is_the_default_whoever_chooses_at_once() {
    // spec: S115 A076
    on_both_worlds(async |world| {
        let admin = world.session(Role::Admin).await;
        let all = admin.get("/whatsapp").await.ok();
        let all: Vec<Value> = all.as_array().expect("a list").clone();
        let answers = all_at_once(windows(&admin), async |place, one| {
            let path = format!("/whatsapp/{}", all[place % all.len()]["id"]);
            one.put(&path, &json!({ "isDefault": true })).await
        })
        .await;
        assert_eq!(tally(&answers), [(200, "ok".to_owned(), CROWD)]);
        let after = admin.get("/whatsapp").await.ok();
        let defaults = after.as_array().expect("a list").iter();
        let defaults = defaults.filter(|one| one["isDefault"] == true).count();
        assert_eq!(defaults, 1, "{after}");
        figure("50 at once, choosing the default connection: one default");
        let matriz = all.iter().find(|one| one["name"] == "Matriz").expect("it");
        let path = format!("/whatsapp/{}", matriz["id"]);
        admin.put(&path, &json!({ "isDefault": true })).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_plan_is_not_exceeded_by_fifty_at_once_and_a_name_is_taken_once() {
    // spec: A076 A108
    on_both_worlds(async |world| {
        let vida = world.session(Role::Foreign).await;
        let before = vida
            .get("/whatsapp")
            .await
            .ok()
            .as_array()
            .expect("a list")
            .len();
        let taken = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
        let answers = all_at_once(windows(&vida), async |_, one| {
            one.post("/whatsapp", &taken).await
        });
        check_one(
            "taking a connection's name",
            &answers.await,
            (400, "ERR_WAPP_NAME_TAKEN"),
        );
        let answers = all_at_once(windows(&vida), async |_, one| {
            let wish =
                json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
            one.post("/whatsapp", &wish).await
        })
        .await;
        let path = format!("/companies/listPlan/{}", vida.company());
        let most = vida.get(&path).await.ok()["plan"]["connections"]
            .as_u64()
            .expect("a bound");
        let won = usize::try_from(most).expect("small") - before - 1;
        let refused = (400, "ERR_PLAN_LIMIT_CONNECTIONS".to_owned(), CROWD - won);
        assert_eq!(tally(&answers), [(200, "ok".to_owned(), won), refused]);
        let text = format!("O limite de conexões do plano foi atingido: {most}.");
        let says = |body: &Value| body["message"] == text && body["limit"] == most;
        let refused = answers.iter().filter(|it| says(&it.body));
        assert_eq!(refused.count(), CROWD - won);
        figure("50 at once, adding connections: as many as the plan has");
        let all = vida.get("/whatsapp").await.ok();
        for one in all.as_array().expect("a list").iter().skip(before) {
            vida.delete(&format!("/whatsapp/{}", one["id"])).await.ok();
        }
    })
    .await;
}

#[tokio::test]
async fn of_fifty_sign_ins_and_fifty_renewals_one_stays() {
    // spec: S070 B1
    on_both_worlds(async |world| {
        let email = "sozinha@aurora.example";
        world.desk.hire(&[email.to_owned()]).await;
        let stranger = world.desk.stranger();
        let credentials = json!({ "email": email, "password": "Aurora123" });
        let answers = all_at_once(windows(&stranger), async |_, one| {
            one.post("/auth/login", &credentials).await
        })
        .await;
        // checking passwords has a bound; who is above it hears that, and comes again
        let busy = (503, "ERR_BUSY");
        let (signed_in, refused): (Vec<_>, Vec<_>) =
            answers.iter().partition(|it| it.status.is_success());
        assert!(
            refused.iter().all(|it| it.refusal() == busy),
            "{:?}",
            tally(&answers)
        );
        let mut alive = 0;
        for answer in &signed_in {
            let mut session = world.desk.stranger();
            session.token = answer.body["token"].as_str().map(str::to_owned);
            let heard = session.get("/queue").await;
            let over = heard.refusal() == (401, "ERR_SESSION_EXPIRED");
            assert!(heard.status.is_success() || over, "{heard:?}");
            alive += usize::from(heard.status.is_success());
        }
        assert_eq!(alive, 1, "of {} sign-ins", signed_in.len());
        figure(&format!(
            "50 at once, signing in as one person: {} signed in, one stays",
            signed_in.len()
        ));
        let last = Session::sign_in(&world.desk.base, email, "Aurora123").await;
        let answers = all_at_once(windows(&last), async |_, session| session.refresh().await).await;
        let won = answers.iter().filter(|it| it.status.is_success()).count();
        let refused = answers.iter().filter(|it| !it.status.is_success());
        let refusal = (401, "ERR_SESSION_EXPIRED");
        assert!(
            won >= 1 && refused.clone().all(|it| it.refusal() == refusal),
            "{:?}",
            tally(&answers)
        );
        figure(&format!(
            "50 at once, renewing with one cookie: {won} renewed, the others refused"
        ));
    })
    .await;
}

#[tokio::test]
async fn what_is_sent_or_closed_fifty_times_at_once_happens_once() {
    // spec: S061 S101
    on_both_worlds(async |world| {
        let marina = world.desk.session(MARINA).await;
        let (ticket, number) = held(world, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        let text = json!({ "body": "Só uma vez", "clientId": uuid::Uuid::new_v4() });
        let answers = all_at_once(windows(&marina), async |_, one| {
            one.post(&path, &text).await
        })
        .await;
        assert_eq!(tally(&answers), [(200, "ok".to_owned(), CROWD)]);
        until("it is on the phone", async || {
            !world.desk.reached(matriz, &number).await.is_empty()
        })
        .await;
        let path = format!("/tickets/{}", ticket["id"]);
        let close = json!({ "status": "closed" });
        let answers = all_at_once(windows(&marina), async |_, one| {
            one.put(&path, &close).await
        })
        .await;
        assert_eq!(tally(&answers), [(200, "ok".to_owned(), CROWD)]);
        // closing may say something too: once as well
        let mut reached = world.desk.reached(matriz, &number).await;
        let count = reached.len();
        reached.sort();
        reached.dedup();
        assert_eq!(reached.len(), count, "{reached:?}");
        assert!(reached.contains(&"Só uma vez".to_owned()), "{reached:?}");
        let running = format!(
            "SELECT COUNT(*) FROM ticket_tracking WHERE ticket_id = {} AND finished_at IS NULL",
            ticket["id"]
        );
        assert_eq!(world.desk.number(&running), 0);
        figure("50 at once, sending under one client id and closing: once each");
    })
    .await;
}

async fn held(world: &World, marina: &Session) -> (Value, String) {
    super::support::open_ticket(world.desk, marina).await
}
