//! What an operator reads on `/metrics`.

use std::collections::BTreeSet;

use super::support::{MARINA, on_both};

#[tokio::test]
async fn every_metric_says_what_it_means() {
    on_both(async |desk| {
        desk.session(MARINA).await.get("/tags").await.ok();
        let text = desk.metrics().await;
        let named = |mark: &str| -> BTreeSet<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
            let names = lines.filter_map(|line| line.split_once(' '));
            let told = names.filter(|(_, more)| !more.trim().is_empty());
            told.map(|(name, _)| name.to_owned()).collect()
        };
        let typed = named("# TYPE ");
        assert!(typed.contains("guiche_http_requests_total"), "{typed:?}");
        let silent: Vec<_> = typed.difference(&named("# HELP ")).cloned().collect();
        assert!(silent.is_empty(), "say in http/metric_help.rs: {silent:?}");
    })
    .await;
}
