//! A company that asks for more than its share, beside another one.

use futures_util::future::join_all;
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::Value;

use super::{
    ADMIN, MARINA, VIDA,
    support::{Answer, Session, TestDesk, backends},
};

/// What one impatient user asks for at once.
const AT_ONCE: usize = 250;
const DEAR: [&str; 4] = [
    "/dashboard?days=30",
    "/messages/search?searchParam=pedido",
    "/contacts/export",
    IMPORT,
];
const IMPORT: &str = "/contacts/import";
const SHEET: &str = "nome;numero\nPessoa Um;5571980000001\nPessoa Dois;5571980000002\n";
/// What a small company asks for meanwhile, one after the other.
const ORDINARY: [&str; 4] = ["/tickets?status=open", "/contacts", "/queue", "/tags/list"];

/// Asks once and takes "busy" for an answer.
async fn ask(session: &Session, path: &str) -> Answer {
    if path == IMPORT {
        let file = Part::text(SHEET).file_name("contatos.csv");
        return session.upload(path, Form::new().part("file", file)).await;
    }
    session.call_once(Method::GET, path, None).await
}

#[tokio::test]
async fn a_company_is_served_whatever_another_asks_for_at_once() {
    // fails with one pool for all: most calls of the other company are refused
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (greedy, small) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let colleague = desk.session(MARINA).await;
        for path in DEAR {
            let flood = join_all((0..AT_ONCE).map(|_| ask(&greedy, path)));
            let work = async {
                let mut statuses = Vec::new();
                for path in ORDINARY.iter().cycle().take(24) {
                    statuses.push(small.get(path).await.status.as_u16());
                    statuses.push(colleague.get(path).await.status.as_u16());
                }
                statuses
            };
            let (flooded, statuses) = tokio::join!(flood, work);
            assert_eq!(statuses, [200; 48], "{backend:?} beside {path}");
            assert!(flooded.iter().any(|answer| answer.status == 200));
            for refused in flooded.iter().filter(|answer| answer.status != 200) {
                assert_eq!(refused.status, 503, "{}", refused.text);
                assert_eq!(refused.body["error"], Value::from("ERR_BUSY"));
                assert_eq!(refused.headers["retry-after"], "1");
            }
            let again = ask(&greedy, path).await;
            assert_eq!(again.status, 200, "{}", again.text);
        }
    }
}
