//! The templates of an account: listed two a page, made, deleted; and the samples of their files, which go to the token's app.

use std::net::TcpStream;

use serde_json::{Value, json};

use super::{Call, Graph, refuse, reply};

/// Templates of one page: few, so that there are several.
const A_PAGE: usize = 2;
/// A template of this name is refused.
const REFUSED: &str = "recusado";
/// The app of all tokens.
const APP: &str = "584544743160774";
/// What an upload's address is signed with.
const SIGNED: &str = "sig=ARZqkGCA";

impl Graph {
    /// Puts a template there.
    pub fn keep_template(&self, account: &str, template: Value) {
        let mut state = self.state();
        let all = state.templates.entry(account.to_owned()).or_default();
        all.push(template);
    }

    /// The names of an account's templates.
    pub fn template_names(&self, account: &str) -> Vec<String> {
        let state = self.state();
        let all = state.templates.get(account).into_iter().flatten();
        all.filter_map(|it| it["name"].as_str().map(str::to_owned))
            .collect()
    }

    /// Whether a message gives a template that is kept here the header that it has. Meta answers 132012 to another one.
    pub(super) fn fits(&self, sent: &Value) -> bool {
        let state = self.state();
        let is_it = |it: &&Value| it["name"] == sent["name"];
        let Some(kept) = state.templates.values().flatten().find(is_it) else {
            return true;
        };
        let part = |of: &Value, kind: &str| {
            let all = of["components"].as_array().into_iter().flatten();
            let is_kind = |it: &&Value| {
                let word = it["type"].as_str().unwrap_or_default();
                word.eq_ignore_ascii_case(kind)
            };
            all.cloned()
                .collect::<Vec<_>>()
                .iter()
                .find(is_kind)
                .cloned()
        };
        let format = part(kept, "header").and_then(|it| it["format"].as_str().map(str::to_owned));
        let shown = part(sent, "header").map(|it| it["parameters"][0].clone());
        match (format.as_deref(), shown) {
            (Some("LOCATION"), Some(shown)) => is_place(&shown),
            (Some("LOCATION"), None) => false,
            (_, Some(shown)) => shown["type"] != "location",
            (_, None) => true,
        }
    }

    pub(super) fn answer_about_templates(
        &self,
        account: &str,
        call: &Call,
        stream: &mut TcpStream,
    ) -> std::io::Result<()> {
        match call.method.as_str() {
            "GET" => reply(stream, 200, "", &self.page(account, &call.query)),
            "POST" => {
                let mut made = call.json();
                if made["name"] == REFUSED {
                    return refuse(stream, 400, 100, "");
                }
                let id = call.wamid.replace("wamid.", "");
                made["id"] = json!(id);
                made["status"] = json!("PENDING");
                self.keep_template(account, made);
                let answer = json!({ "id": id, "status": "PENDING", "category": "MARKETING" });
                reply(stream, 200, "", &answer)
            }
            _ => {
                let mut state = self.state();
                let all = state.templates.entry(account.to_owned()).or_default();
                let known = all.len();
                all.retain(|it| {
                    let id = it["id"].as_str().unwrap_or_default();
                    !call.query.contains(&format!("hsm_id={id}"))
                });
                let is_gone = all.len() < known;
                drop(state);
                if is_gone {
                    reply(stream, 200, "", &json!({ "success": true }))
                } else {
                    refuse(stream, 400, 100, "")
                }
            }
        }
    }

    /// Which app a token is of, an upload that begins, and its bytes, for which the token has another scheme.
    pub(super) fn answer_about_samples(
        &self,
        object: &str,
        call: &Call,
        stream: &mut TcpStream,
    ) -> std::io::Result<()> {
        let id = call.wamid.replace("wamid.", "");
        let (token, answer) = if object == "app" {
            (Some(call.bearer.as_str()), json!({ "id": APP }))
        } else if object.starts_with("upload:") {
            let token = call.bearer.strip_prefix("OAuth ");
            (
                token.filter(|_| call.query == SIGNED),
                json!({ "h": format!("4::{id}") }),
            )
        } else {
            let token = Some(call.bearer.as_str()).filter(|_| object == APP);
            (token, json!({ "id": format!("upload:{id}=?{SIGNED}") }))
        };
        if token.is_some_and(|token| self.knows_bearer(token)) {
            reply(stream, 200, "", &answer)
        } else {
            refuse(stream, 401, 190, "")
        }
    }

    fn page(&self, account: &str, query: &str) -> Value {
        let after = query
            .split('&')
            .find_map(|word| word.strip_prefix("after="))
            .and_then(|word| word.parse().ok())
            .unwrap_or(0);
        let state = self.state();
        let all = state.templates.get(account).cloned().unwrap_or_default();
        let page: Vec<_> = all.iter().skip(after).take(A_PAGE).cloned().collect();
        let end = after + page.len();
        let mut answer =
            json!({ "data": page, "paging": { "cursors": { "after": end.to_string() } } });
        if end < all.len() {
            answer["paging"]["next"] = json!("https://graph.facebook.com/next");
        }
        answer
    }
}

/// A point of the map with its name and address, as a header takes it.
fn is_place(parameter: &Value) -> bool {
    let place = &parameter["location"];
    let is_degree = |name: &str, most: f64| {
        place[name]
            .as_f64()
            .is_some_and(|it| (-most..=most).contains(&it))
    };
    let is_text = |name: &str| place[name].as_str().is_some_and(|it| !it.is_empty());
    parameter["type"] == "location"
        && is_degree("latitude", 90.0)
        && is_degree("longitude", 180.0)
        && is_text("name")
        && is_text("address")
}
