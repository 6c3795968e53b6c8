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
