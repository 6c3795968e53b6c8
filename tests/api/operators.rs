//! How the server is, for those who run it.

use serde_json::Value;

use super::{
    ADMIN,
    support::{SUPER, on_both, until},
};

/// One of a list by its name.
fn named<'a>(list: &'a Value, field: &str, name: &str) -> &'a Value {
    let mut all = list.as_array().expect("a list").iter();
    let found = all.find(|one| one[field] == name);
    found.unwrap_or_else(|| panic!("no {name} in {list}"))
}

#[tokio::test]
async fn nodes_actors_connections_and_jobs_are_shown_to_super_users_only() {
    on_both(async |desk| {
        let (host, admin) = (desk.session(SUPER).await, desk.session(ADMIN).await);
        let denied = admin.get("/operators").await;
        assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"));
        until("every few seconds this is done", async || {
            let seen = host.get("/operators").await.ok();
            let jobs = seen["jobs"].as_array().unwrap().iter();
            jobs.filter(|job| job["name"] == "schedules").count() == 1
        })
        .await;
        let seen = host.get("/operators").await.ok();
        let node = seen["node"].as_str().unwrap();
        assert_eq!(named(&seen["nodes"], "name", node)["alive"], true);
        let held = named(&seen["nodes"], "name", node)["connections"].as_i64();
        assert!(held >= Some(3), "{seen}");
        assert!(["sqlite", "postgres"].contains(&seen["database"].as_str().unwrap()));
        let desks = named(&seen["actors"], "kind", "desk");
        assert!(desks["restarts"].is_number() && desks["mailboxFull"].is_number());
        let connections = named(&seen["actors"], "kind", "connection");
        assert!(
            connections["live"].as_f64().unwrap() >= 3.0,
            "{connections}"
        );
        assert!(
            connections["messages"].as_f64().unwrap() > 0.0,
            "{connections}"
        );
        assert!(connections["p99Ms"].is_number(), "{connections}");
        let matriz = named(&seen["connections"], "name", "Matriz");
        assert_eq!(
            (&matriz["companyName"], &matriz["status"]),
            (&"Lojas Aurora".into(), &"CONNECTED".into())
        );
        assert_eq!(matriz["node"], node);
        assert!(matriz["queued"].is_number());
        assert!(matriz["downSince"].is_null(), "{matriz}");
        assert!(seen["attention"].is_array(), "{seen}");
        let job = named(&seen["jobs"], "name", "schedules");
        assert_eq!(
            (&job["every"], &job["failed"]),
            (&5.0.into(), &false.into())
        );
        assert!(job["lastRunAt"].is_string() && job["runs"].as_f64().unwrap() >= 1.0);
        for statement in seen["slowStatements"].as_array().unwrap() {
            assert!(
                statement["longestMs"].as_f64().unwrap() >= 100.0,
                "{statement}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn how_a_node_was_is_shown_over_time_to_super_users_only() {
    on_both(async |desk| {
        let (host, admin) = (desk.session(SUPER).await, desk.session(ADMIN).await);
        let denied = admin.get("/operators/series?range=1h").await;
        assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"));
        until("every five seconds there is a point more", async || {
            let series = host.get("/operators/series?range=15m").await.ok();
            let kinds = series["kinds"].as_array().unwrap().iter();
            kinds.filter(|kind| kind["kind"] == "connection").count() == 1
        })
        .await;
        let series = host.get("/operators/series").await.ok();
        assert_eq!(series["every"], 5);
        let points = series["times"].as_array().unwrap().len();
        assert!((1..=180).contains(&points), "{points}");
        let numbers = named(&series["kinds"], "kind", "connection");
        let lists = [&series["cpu"], &series["delayMs"], &numbers["handled"]];
        for list in lists {
            assert_eq!(list.as_array().unwrap().len(), points, "{list}");
        }
        let seen = host.get("/operators").await.ok();
        assert!(seen["process"]["cores"].as_u64() >= Some(1), "{seen}");
        assert!(named(&seen["actors"], "kind", "connection")["restartsDay"].is_number());
        let hour = host.get("/operators/series?range=1h").await.ok();
        assert_eq!(hour["every"], 20);
        let wrong = host.get("/operators/series?range=2h").await;
        assert_eq!(wrong.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
