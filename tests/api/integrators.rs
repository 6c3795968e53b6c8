//! The door of the integrators' API (rule B25): every route, by its own description, asks for a good key with its scope of a company
//! that may use it now, and knows nothing of other companies.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    companies::{company, plan},
    first_hour::{new_line, until_connected},
    new_number,
    support::{Backend, SUPER, Session, TestDesk, backends, on_both},
};

pub(super) const ALL: [&str; 7] = [
    "contacts:read",
    "contacts:write",
    "tickets:read",
    "tickets:write",
    "messages:read",
    "messages:write",
    "tags:read",
];
const NO_KEY: (u16, &str) = (401, "ERR_API_TOKEN");

/// A company with a number that is connected, and what its programs need.
pub(super) struct Firm {
    pub(super) host: Session,
    pub(super) company: Value,
    pub(super) admin: Session,
    pub(super) line: i64,
}

impl Firm {
    pub(super) async fn new(desk: &TestDesk) -> Self {
        let host = desk.session(SUPER).await.on_this_runtime();
        let (company, admin) = company(&host, &json!({})).await;
        let line = new_line(&admin).await;
        until_connected(desk, &admin, line).await;
        Self {
            host,
            company,
            admin,
            line,
        }
    }

    /// A program with a key for these scopes, and the key's number.
    pub(super) async fn program(&self, scopes: &[&str]) -> (Session, Value) {
        let wish = json!({ "name": format!("Programa {}", new_number()), "scopes": scopes });
        let made = self.admin.post("/api-keys", &wish).await.ok();
        let key = made["key"].as_str().expect("a key");
        (Session::program(&self.admin.base, key), made["id"].clone())
    }

    pub(super) async fn contact(&self) -> Value {
        let wish = json!({ "name": "Beatriz Nogueira", "number": new_number() });
        self.admin.post("/contacts", &wish).await.ok()
    }

    /// Ids of one thing of each kind: contact, ticket, message, tag.
    async fn things(&self) -> [Value; 4] {
        let (program, _) = self.program(&ALL).await;
        let contact = self.contact().await["id"].clone();
        let ticket = program
            .post("/v1/tickets", &json!({ "contact_id": contact }))
            .await
            .ok()["id"]
            .clone();
        let path = format!("/v1/tickets/{ticket}/messages");
        let message = program.post(&path, &json!({ "body": "Oi" })).await.ok()["id"].clone();
        let tag = json!({ "name": format!("Tag {}", new_number()), "color": "#112233" });
        let tag = self.admin.post("/tags", &tag).await.ok()["id"].clone();
        [contact, ticket, message, tag]
    }
}

/// A route as the API describes it.
struct Described {
    method: Method,
    path: String,
    scope: String,
}

async fn described(desk: &TestDesk) -> Vec<Described> {
    let document = desk.stranger().get("/v1/openapi.json").await.ok();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let scope = operation["security"][0]["key"][0].as_str();
            all.push(Described {
                method: method.to_uppercase().parse().expect("a method"),
                path: path.strip_prefix("/api").expect("below /api").to_owned(),
                scope: scope.expect("a scope").to_owned(),
            });
        }
    }
    all
}

impl Described {
    /// The address about these things.
    fn about(&self, [contact, ticket, message, tag]: &[Value; 4]) -> String {
        let id = match self.path.split('/').nth(2) {
            Some("contacts") => contact,
            Some("tickets") => ticket,
            _ => message,
        };
        let path = self.path.replace("{id}", &id.to_string());
        path.replace("{tag_id}", &tag.to_string())
    }

    /// A body that it takes.
    fn body(&self, [contact, ..]: &[Value; 4]) -> Option<Value> {
        Some(match (self.method.as_str(), self.path.as_str()) {
            ("POST", "/v1/contacts") => json!({ "name": "Bia", "number": new_number() }),
            ("PATCH", "/v1/contacts/{id}") => json!({ "name": "Outro Nome" }),
            ("POST", "/v1/tickets") => json!({ "contact_id": contact }),
            ("PATCH", "/v1/tickets/{id}") => json!({ "status": "closed" }),
            ("POST", "/v1/tickets/{id}/messages") => json!({ "body": "Oi" }),
            ("GET" | "PUT" | "DELETE", _) => return None,
            (method, path) => panic!("say here what {method} {path} takes"),
        })
    }

    async fn refused(&self, program: &Session, things: &[Value; 4]) -> (u16, String) {
        let (path, body) = (self.about(things), self.body(things));
        let answer = program
            .call(self.method.clone(), &path, body.as_ref())
            .await;
        let (status, code) = answer.refusal();
        (status, code.to_owned())
    }
}

fn is((status, code): &(u16, String), wished: (u16, &str)) -> bool {
    (*status, code.as_str()) == wished
}

#[tokio::test]
async fn every_route_asks_for_a_good_key_and_its_scope() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let things = firm.things().await;
        let routes = described(desk).await;
        assert_eq!(routes.len(), 16);
        let scopes: BTreeSet<&str> = routes.iter().map(|it| it.scope.as_str()).collect();
        assert_eq!(scopes, BTreeSet::from(ALL), "each scope opens something");

        let (revoked, id) = firm.program(&ALL).await;
        revoked.get("/v1/tags").await.ok();
        let gone = firm.admin.delete(&format!("/api-keys/{id}")).await.ok();
        assert!(gone["revokedAt"].is_string() && gone["usedAt"].is_string());
        let (expired, id) = firm.program(&ALL).await;
        desk.execute(&format!(
            "UPDATE api_keys SET expires_at = created_at WHERE id = {id}"
        ));
        let user = Session::program(
            &firm.admin.base,
            firm.admin.token.as_deref().expect("a token"),
        );
        for route in &routes {
            let name = format!("{} {}", route.method, route.path);
            for nobody in [&desk.stranger(), &revoked, &expired, &user] {
                let refused = route.refused(nobody, &things).await;
                assert!(is(&refused, NO_KEY), "{name}: {refused:?}");
            }
        }
        for scope in ALL {
            let others: Vec<&str> = ALL.into_iter().filter(|it| *it != scope).collect();
            let (program, id) = firm.program(&others).await;
            for route in routes.iter().filter(|it| it.scope == scope) {
                let refused = route.refused(&program, &things).await;
                let name = format!("{} {}", route.method, route.path);
                assert!(is(&refused, (403, "ERR_API_SCOPE")), "{name}: {refused:?}");
            }
            firm.admin.delete(&format!("/api-keys/{id}")).await.ok();
        }
        // and a key opens none of the pages' routes
        let (program, _) = firm.program(&ALL).await;
        for path in ["/contacts", "/tickets", "/api-keys", "/auth/me"] {
            let status = program.get(path).await.status.as_u16();
            assert!(status == 401 || status == 403, "{path} {status}");
        }
    })
    .await;
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "every route, and every field that takes an id"
)]
async fn nothing_of_another_company_is_known_or_changed() {
    on_both(async |desk| {
        let (firm, other) = (Firm::new(desk).await, Firm::new(desk).await);
        let things = other.things().await;
        let (program, _) = firm.program(&ALL).await;
        let number = |table: &str| {
            let company = &other.company["id"];
            desk.number(&format!(
                "SELECT COUNT(*) FROM {table} WHERE company_id = {company}"
            ))
        };
        let before = ["contacts", "tickets", "messages", "outbox"].map(number);
        let mut foreign = 0;
        for route in described(desk).await {
            let about_ids = route.path.contains('{') || route.path == "/v1/tickets";
            if !about_ids || (route.method == Method::GET && !route.path.contains('{')) {
                continue;
            }
            let (status, code) = route.refused(&program, &things).await;
            let name = format!("{} {}", route.method, route.path);
            assert_eq!(status, 404, "{name} {code}");
            assert!(code.starts_with("ERR_NO_"), "{name} {code}");
            foreign += 1;
        }
        assert_eq!(foreign, 10);
        // a foreign tag, queue, attendant, number or message in one's own ticket
        let own = firm.things().await;
        let refused = program
            .call(
                Method::PUT,
                &format!("/v1/tickets/{}/tags/{}", own[1], things[3]),
                None,
            )
            .await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_TAG_FOUND"));
        let contact = firm.contact().await["id"].clone();
        let user = other.admin.id();
        for (field, id, code) in [
            ("user_id", json!(user), "ERR_NO_USER_FOUND"),
            ("connection_id", json!(other.line), "ERR_NO_WAPP_FOUND"),
            ("contact_id", things[0].clone(), "ERR_NO_CONTACT_FOUND"),
        ] {
            let mut wish = json!({ "contact_id": contact });
            wish[field] = id;
            let refused = program.post("/v1/tickets", &wish).await;
            assert_eq!(refused.refusal(), (404, code));
        }
        let path = format!("/v1/tickets/{}/messages", own[1]);
        let wish = json!({ "body": "Oi", "quoted_message_id": things[2] });
        let refused = program.post(&path, &wish).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));
        for (path, foreign) in [
            ("/v1/contacts", &things[0]),
            ("/v1/tickets", &things[1]),
            ("/v1/tags", &things[3]),
        ] {
            let list = program.get(path).await.ok();
            let mut all = list["data"].as_array().expect("a list").iter();
            assert!(all.all(|it| it["id"] != *foreign), "{path}");
        }
        let after = ["contacts", "tickets", "messages", "outbox"].map(number);
        assert_eq!(before, after);
    })
    .await;
}

#[tokio::test]
async fn a_company_that_may_not_use_it_hears_why() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let things = firm.things().await;
        let (program, _) = firm.program(&ALL).await;
        let path = format!("/companies/{}", firm.company["id"]);
        let plain = plan(&firm.host, &json!({ "useExternalApi": false })).await;
        let plan_id = firm.company["planId"].clone();
        for (change, code) in [
            (json!({ "planId": plain["id"] }), "ERR_PLAN_FEATURE"),
            (
                json!({ "planId": plan_id, "status": false }),
                "ERR_COMPANY_INACTIVE",
            ),
            (
                json!({ "status": true, "dueDate": "2020-01-01T00:00:00Z" }),
                "ERR_COMPANY_EXPIRED",
            ),
        ] {
            firm.host.put(&path, &change).await.ok();
            for route in described(desk).await {
                let refused = route.refused(&program, &things).await;
                let name = format!("{} {}", route.method, route.path);
                assert!(is(&refused, (403, code)), "{name}: {refused:?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_key_is_shown_once_counted_and_on_record() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let good = json!({ "name": "ERP", "scopes": ["tags:read", "contacts:read", "tags:read"] });
        for (field, bad) in [
            ("name", json!("x")),
            ("name", Value::Null),
            ("scopes", json!([])),
            ("scopes", json!(["contacts:delete"])),
            ("expiresAt", json!("2020-01-01T00:00:00Z")),
        ] {
            let mut wish = good.clone();
            wish[field] = bad;
            let refused = firm.admin.post("/api-keys", &wish).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{field}");
        }
        let made = firm.admin.post("/api-keys", &good).await.ok();
        let key = made["key"].as_str().expect("a key").to_owned();
        assert!(key.starts_with("gchk_") && key.len() == 48, "{key}");
        assert_eq!(made["scopes"], json!(["contacts:read", "tags:read"]));
        assert_eq!(made["prefix"].as_str(), key.get(..12));
        let list = firm.admin.get("/api-keys").await;
        assert!(!list.text.contains(&key), "it is shown once");
        let list = list.ok();
        assert_eq!(
            (&list["perMinute"], &list["keysMax"]),
            (&json!(60), &json!(20))
        );
        assert_eq!(list["apiKeys"][0]["usedAt"], Value::Null);
        let kept = desk.number(&format!(
            "SELECT COUNT(*) FROM api_keys WHERE key_hash LIKE '%{key}%' OR prefix = '{key}'"
        ));
        assert_eq!(kept, 0, "only a hash is kept");
        assert!(!desk.log().contains(key.trim_start_matches("gchk_")));

        for _ in 1..20 {
            firm.admin.post("/api-keys", &good).await.ok();
        }
        let refused = firm.admin.post("/api-keys", &good).await;
        assert_eq!(refused.refusal(), (400, "ERR_API_KEY_LIMIT"));
        // one that was taken back makes room, and stays so
        let path = format!("/api-keys/{}", made["id"]);
        let first = firm.admin.delete(&path).await.ok();
        assert_eq!(firm.admin.delete(&path).await.ok(), first);
        firm.admin.post("/api-keys", &good).await.ok();
        let record = firm.admin.get("/audit?entity=apiKey").await;
        assert!(!record.text.contains(&key));
        let record = record.ok();
        let records = record["records"].as_array().expect("a list");
        let actions: Vec<&Value> = records.iter().map(|it| &it["action"]).collect();
        assert!(actions.contains(&&json!("create")) && actions.contains(&&json!("update")));
    })
    .await;
}

#[tokio::test]
async fn a_key_may_ask_so_often_and_is_told_how_often_still() {
    for backend in backends() {
        let limit = [("GUICHE__LIMITS__API_PER_KEY_PER_MINUTE", "3")];
        let desk = TestDesk::start(backend, &limit).await;
        let firm = Firm::new(&desk).await;
        let (program, _) = firm.program(&["tags:read"]).await;
        let (other, _) = firm.program(&["tags:read"]).await;
        for left in ["2", "1", "0"] {
            // a refusal counts as well
            let path = if left == "1" {
                "/v1/contacts"
            } else {
                "/v1/tags"
            };
            let answer = program.get(path).await;
            assert_eq!(answer.headers["ratelimit-limit"], "3");
            assert_eq!(answer.headers["ratelimit-remaining"], left);
            let reset = answer.headers["ratelimit-reset"].to_str().expect("a text");
            assert!((1..=60).contains(&reset.parse::<u64>().expect("seconds")));
        }
        let refused = program.get("/v1/tags").await;
        assert_eq!(refused.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
        assert!(refused.retry_after());
        assert_eq!(refused.headers["ratelimit-remaining"], "0");
        assert!(refused.body["error"]["request_id"].is_string());
        other.get("/v1/tags").await.ok();
        if backend == Backend::Sqlite {
            assert!(!desk.log().contains("gchk_"));
        }
    }
}
