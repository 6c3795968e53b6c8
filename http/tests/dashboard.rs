//! `/dashboard`

use actix_web::http::Method;
use chrono::{DateTime, Utc};
use guiche_storage::{
    StorageError,
    contacts::{self, ContactForm},
    identity::users,
    model::{CompanyId, UserId, ticket::TicketStatus, user::Profile},
    tickets::{self, episodes::Step, write::NewTicket},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::callers::{Desk, SignedIn};

/// An episode of Sunday, 2026-08-02, 21:05 in São Paulo: 5 minutes of waiting, 25 of service.
async fn episode(desk: &Desk, company: CompanyId, user: UserId) {
    let at = |time: &str| time.parse::<DateTime<Utc>>().unwrap();
    let form = ContactForm {
        name: "Beatriz".into(),
        number: "5511988887777".into(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let queued = at("2026-08-03T00:05:00Z");
    desk.app
        .db
        .write(async |conn| {
            let contact = contacts::insert(conn, company, &form, queued).await?;
            let ticket = NewTicket {
                uuid: Uuid::new_v4(),
                status: TicketStatus::Closed,
                contact_id: contact.id,
                user_id: Some(user),
                queue_id: None,
                connection_id: None,
                is_group: false,
            };
            let ticket = tickets::write::insert(conn, company, &ticket, queued).await?;
            let mut step = Step {
                connection_id: None,
                queue_id: None,
                user_id: None,
            };
            tickets::episodes::enter(conn, company, ticket, step, queued).await?;
            step.user_id = Some(user);
            tickets::episodes::enter(conn, company, ticket, step, at("2026-08-03T00:10:00Z"))
                .await?;
            tickets::episodes::finish(conn, company, ticket, at("2026-08-03T00:35:00Z")).await?;
            Ok::<_, StorageError>(())
        })
        .await
        .unwrap();
}

#[actix_web::test]
async fn a_period_shows_cards_and_attendants() {
    // spec: S009 S025 S026 S055 S111
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    episode(&desk, admin.company, admin.user).await;
    let counters = |finished: i64| {
        json!({
            "avgSupportTime": 25 * finished, "avgWaitTime": 5 * finished, "supportHappening": 0,
            "supportPending": 0, "supportFinished": finished, "leads": finished,
        })
    };
    for (query, finished) in [
        ("days=1", 1),
        ("days=0&date_from=2026-08-02", 1),
        ("date_to=2026-08-02", 1),
        ("date_from=2026-08-02&date_to=2026-08-02", 1),
        // it was still Sunday in São Paulo
        ("date_from=2026-08-03", 0),
        ("date_to=2026-08-01", 0),
        ("days=1&date_to=2026-08-01", 0),
    ] {
        let answer = desk.get(&admin, &format!("/dashboard?{query}")).await;
        assert_eq!(answer["counters"], counters(finished), "{query}");
        let row = json!({
            "id": admin.user, "name": "admin", "avgSupportTime": 25 * finished, "tickets": finished,
            "rating": null, "online": false,
        });
        assert_eq!(answer["attendants"], json!([row]), "{query}");
    }
    // who is there is so now, whatever the period
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| users::update_online(conn, admin.company, admin.user, now, true).await)
        .await
        .unwrap();
    let answer = desk.get(&admin, "/dashboard?date_to=2026-08-01").await;
    assert_eq!(answer["attendants"][0]["online"], true);
}

#[actix_web::test]
async fn a_dashboard_without_a_filter_is_refused() {
    // spec: S078
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    for query in [
        "",
        "?days=0",
        "?days=&date_from=",
        "?days=-1",
        "?days=367",
        "?date_from=02/08/2026",
        "?date_to=2026-13-01",
    ] {
        let path = format!("/dashboard{query}");
        let refused = desk.refused(&admin, Method::GET, &path, None).await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()), "{query}");
    }
}

#[actix_web::test]
async fn the_charts_have_every_user_every_day_and_every_hour() {
    // spec: S027 S055 S111
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    desk.user(admin.company, Profile::User, false).await;
    episode(&desk, admin.company, admin.user).await;
    let span = "initialDate=2026-08-01&finalDate=2026-08-03";
    let users = desk
        .get(&admin, &format!("/dashboard/ticketsUsers?{span}"))
        .await;
    assert_eq!(
        users["data"],
        json!([{ "nome": "admin", "quantidade": 1 }, { "nome": "user", "quantidade": 0 }])
    );
    let days = desk
        .get(&admin, &format!("/dashboard/ticketsDay?{span}"))
        .await;
    let day = |data: &str, total: i64| json!({ "data": data, "horario": null, "total": total });
    assert_eq!(
        days,
        json!({ "count": 1, "data": [day("01/08/2026", 0), day("02/08/2026", 1), day("03/08/2026", 0)] })
    );
    let hours = desk
        .get(
            &admin,
            "/dashboard/ticketsDay?initialDate=2026-08-02&finalDate=2026-08-02",
        )
        .await;
    let hours = hours["data"].as_array().unwrap();
    assert_eq!(hours.len(), 24);
    let busy: Vec<&Value> = hours.iter().filter(|hour| hour["total"] != 0).collect();
    assert_eq!(
        busy,
        [&json!({ "data": null, "horario": "21", "total": 1 })]
    );
}

#[actix_web::test]
async fn a_chart_is_of_the_own_company_and_of_another_one_there_is_none() {
    // spec: S111
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let root = desk.user(ours.company, Profile::Admin, true).await;
    episode(&desk, theirs.company, theirs.user).await;
    for route in ["ticketsUsers", "ticketsDay"] {
        let of = |company: CompanyId| {
            let span = "initialDate=2026-08-01&finalDate=2026-08-03";
            format!("/dashboard/{route}?{span}&companyId={company}")
        };
        let own = desk.get(&ours, &of(ours.company)).await;
        let foreign = of(theirs.company);
        let refused = desk.refused(&ours, Method::GET, &foreign, None).await;
        assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()), "{route}");
        // whoever runs the server may name it, and is shown his own company's all the same
        assert_eq!(desk.get(&root, &foreign).await, own, "{route}");
        assert_ne!(desk.get(&theirs, &foreign).await, own, "{route}");
    }
}

#[actix_web::test]
async fn a_chart_needs_both_days_in_order_and_at_most_a_year() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    for route in ["ticketsUsers", "ticketsDay"] {
        for query in [
            "",
            "?initialDate=2026-08-01",
            "?finalDate=2026-08-01",
            "?initialDate=2026-08-02&finalDate=2026-08-01",
            "?initialDate=2025-08-01&finalDate=2026-08-02",
            "?initialDate=ontem&finalDate=hoje",
        ] {
            let path = format!("/dashboard/{route}{query}");
            let refused = desk.refused(&admin, Method::GET, &path, None).await;
            assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()), "{path}");
        }
    }
}

/// A new queue of whoever may make one.
async fn queue(desk: &Desk, admin: &SignedIn, name: &str, color: &str) -> i64 {
    let wish = json!({ "name": name, "color": color });
    desk.post(admin, "/queue", wish).await["id"]
        .as_i64()
        .unwrap()
}

#[actix_web::test]
async fn chosen_queues_count_alone_and_only_those_that_the_caller_sees() {
    let desk = Desk::new().await;
    let (ours, theirs) = (desk.company("Aurora").await, desk.company("Vida").await);
    let lead = desk.user(ours.company, Profile::Supervisor, false).await;
    episode(&desk, ours.company, ours.user).await;
    let own = queue(&desk, &ours, "Vendas", "#112233").await;
    let foreign = queue(&desk, &theirs, "Recepção", "#112233").await;
    let span = "initialDate=2026-08-01&finalDate=2026-08-03";
    for path in [
        "/dashboard?days=1",
        "/dashboard/course?days=1",
        "/dashboard/now?",
        "/dashboard/times?days=1&by=queue",
        "/dashboard/times/export?days=1&by=queue",
        &format!("/dashboard/ticketsUsers?{span}"),
        &format!("/dashboard/ticketsDay?{span}"),
    ] {
        for (caller, queues) in [
            (&ours, format!("[{foreign}]")),
            (&ours, format!("[{own},{foreign}]")),
            (&ours, "[999999]".to_owned()),
            // she leads none
            (&lead, format!("[{own}]")),
        ] {
            let path = format!("{path}&queueIds={queues}");
            let refused = desk.refused(caller, Method::GET, &path, None).await;
            assert_eq!(refused, (404, "ERR_NO_QUEUE_FOUND".to_owned()), "{path}");
        }
        for wrong in ["x", "[1,,2]", "[1.5]", "1,2"] {
            let path = format!("{path}&queueIds={wrong}");
            let refused = desk.refused(&ours, Method::GET, &path, None).await;
            assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()), "{path}");
        }
    }
    // the only conversation was in no queue
    for (queues, finished) in [(String::new(), 1), (format!("[{own}]"), 0)] {
        let path = format!("/dashboard?days=1&queueIds={queues}");
        let answer = desk.get(&ours, &path).await;
        assert_eq!(answer["counters"]["supportFinished"], finished, "{path}");
    }
}
