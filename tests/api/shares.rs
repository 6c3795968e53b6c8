//! A company that asks for more than its share, beside another one.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::Value;

use super::{
    ADMIN, MARINA, VIDA,
    support::{TestDesk, backends},
};

/// What one impatient user asks for at once.
const AT_ONCE: usize = 250;
const DEAR: [&str; 3] = [
    "/dashboard?days=30",
    "/messages/search?searchParam=pedido",
    "/contacts/export",
];
/// What a small company asks for meanwhile, one after the other.
const ORDINARY: [&str; 4] = ["/tickets?status=open", "/contacts", "/queue", "/tags/list"];

#[tokio::test]
async fn a_company_is_served_whatever_another_asks_for_at_once() {
    // fails with one pool for all: most calls of the other company are refused
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (greedy, small) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let colleague = desk.session(MARINA).await;
        for path in DEAR {
            let flood = join_all((0..AT_ONCE).map(|_| greedy.call_once(Method::GET, path, None)));
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
            let again = greedy.get(path).await;
            assert_eq!(again.status, 200, "{}", again.text);
        }
    }
}
