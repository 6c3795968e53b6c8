//! Quick messages: one's own and those for everybody, with a file.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, new_number,
    support::{Session, on_both},
};

/// A name that no other test uses.
fn unique(word: &str) -> String {
    format!("{word} {}", new_number())
}

async fn make(session: &Session, code: &str, geral: bool) -> Value {
    let body = json!({ "shortcode": code, "message": "Olá, {{firstName}}!", "geral": geral });
    session.post("/quick-messages", &body).await.ok()
}

async fn offered(session: &Session) -> Vec<String> {
    let all = session.get("/quick-messages/list").await.ok();
    let all = all.as_array().expect("a list").iter();
    all.filter_map(|one| Some(one["shortcode"].as_str()?.to_owned()))
        .collect()
}

#[tokio::test]
async fn everybody_is_offered_his_own_and_those_for_all_that_are_switched_on() {
    // spec: S050 S105 A041 A145
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (own, shared) = (unique("minha"), unique("geral"));
        let mine = make(&marina, &own, false).await;
        assert_eq!(
            (&mine["geral"], &mine["status"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(mine["message"], "Olá, {{firstName}}!");
        let all = make(&admin, &shared, true).await;
        for (made, by) in [(&mine, &marina), (&all, &admin)] {
            assert_eq!(
                (&made["companyId"], &made["userId"]),
                (&json!(by.company()), &json!(by.id()))
            );
        }
        let (hers, his) = (offered(&marina).await, offered(&rafael).await);
        assert!(hers.contains(&own) && hers.contains(&shared));
        assert!(!his.contains(&own) && his.contains(&shared));
        let foreign = rafael.get(&format!("/quick-messages/{}", mine["id"])).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_QUICK_MESSAGE_FOUND"));
        let others = format!("/quick-messages/list?userId={}", admin.id());
        assert_eq!(
            marina.get(&others).await.refusal(),
            (404, "ERR_NO_USER_FOUND")
        );

        let path = format!("/quick-messages/{}", all["id"]);
        admin.put(&path, &json!({ "status": false })).await.ok();
        assert!(!offered(&marina).await.contains(&shared));
        let page = marina
            .get(&format!("/quick-messages?searchParam={shared}"))
            .await
            .ok();
        assert_eq!(
            (&page["count"], &page["records"][0]["status"]),
            (&json!(1), &json!(false))
        );
        admin.delete(&path).await.ok();
        assert_eq!(
            admin.get(&path).await.refusal(),
            (404, "ERR_NO_QUICK_MESSAGE_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn those_for_everybody_are_written_by_supervisors_and_admins() {
    // spec: S050 A041 A082
    on_both(async |desk| {
        let (marina, lead) = (desk.session(MARINA).await, desk.supervisor().await);
        let code = unique("todos");
        // spec: A041 A145
        let bare = json!({ "shortcode": unique("simples"), "message": "Oi" });
        let bare = marina.post("/quick-messages", &bare).await.ok();
        assert_eq!(
            (&bare["geral"], &bare["status"], &bare["isMedia"]),
            (&json!(false), &json!(true), &json!(false))
        );
        assert_eq!(
            (&bare["mediaPath"], &bare["mediaName"]),
            (&Value::Null, &Value::Null)
        );
        let nothing = json!({ "message": "Oi" });
        assert_eq!(
            marina.post("/quick-messages", &nothing).await.refusal(),
            (400, "ERR_VALIDATION")
        );
        let wish = json!({ "shortcode": code, "geral": true });
        let refused = marina.post("/quick-messages", &wish).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let own = format!("/quick-messages/{}", bare["id"]);
        for wrong in ["", " ", "a\nb"] {
            let wrong = json!({ "shortcode": wrong });
            for refusal in [
                marina.post("/quick-messages", &wrong).await,
                marina.put(&own, &wrong).await,
            ] {
                assert_eq!(refusal.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
            }
        }
        let all = make(&lead, &code, true).await;
        let path = format!("/quick-messages/{}", all["id"]);
        for refused in [
            marina.put(&path, &json!({ "message": "x" })).await,
            marina.delete(&path).await,
        ] {
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        }
        let mine = make(&marina, &unique("minha"), false).await;
        let path = format!("/quick-messages/{}", mine["id"]);
        let refused = marina.put(&path, &json!({ "geral": true })).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let changed = marina
            .put(&path, &json!({ "message": "Até já" }))
            .await
            .ok();
        assert_eq!(changed["message"], "Até já");
    })
    .await;
}

#[tokio::test]
async fn each_field_of_a_quick_message_is_changed_alone() {
    // spec: A041 A109
    on_both(async |desk| {
        let lead = desk.supervisor().await;
        let wish = json!({
            "shortcode": unique("pronta"), "message": "Até já!", "geral": true, "status": false,
        });
        let made = lead.post("/quick-messages", &wish).await.ok();
        let path = format!("/quick-messages/{}", made["id"]);
        let mut expected = wish;
        for change in [
            json!({ "shortcode": unique("outra") }),
            json!({ "message": "Até amanhã!" }),
            json!({ "status": true }),
            json!({ "geral": false }),
            json!({ "geral": true }),
        ] {
            for (field, value) in expected.as_object().expect("fields") {
                let known = lead.get(&path).await.ok();
                assert_eq!(known[field], *value, "{field} before {change}");
            }
            lead.put(&path, &change).await.ok();
            for (field, value) in change.as_object().expect("fields") {
                expected[field] = value.clone();
            }
        }
        let known = lead.get(&path).await.ok();
        for (field, value) in expected.as_object().expect("fields") {
            assert_eq!(known[field], *value, "{field}");
        }
        lead.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn they_come_page_by_page_and_only_to_who_asks_for_himself() {
    // spec: A109
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let word = unique("prazo").replace(' ', "");
        for place in 0..21 {
            make(&marina, &format!("{word}-{place:02}"), false).await;
        }
        let of = |page: i64| {
            let id = marina.id();
            format!("/quick-messages?searchParam={word}&pageNumber={page}&userId={id}")
        };
        let mut codes = Vec::new();
        for (number, rows, has_more) in [(1, 20, true), (2, 1, false)] {
            let page = marina.get(&of(number)).await.ok();
            let records = page["records"].as_array().expect("records");
            assert_eq!((records.len(), &page["hasMore"]), (rows, &json!(has_more)));
            codes.extend(records.iter().map(|it| it["shortcode"].clone()));
        }
        let all: Vec<Value> = (0..21).map(|it| json!(format!("{word}-{it:02}"))).collect();
        assert_eq!(codes, all, "each once, by its code");
        let nothing = format!("/quick-messages?searchParam={word}-99");
        assert_eq!(marina.get(&nothing).await.ok()["records"], json!([]));

        let list = format!("/quick-messages/list?companyId={}", marina.company());
        let hers = marina.get(&format!("{list}&userId={}", marina.id())).await;
        let hers = hers.ok();
        let mut hers = hers.as_array().expect("a bare list").iter();
        assert!(hers.any(|it| it["shortcode"] == all[0]));
        for (path, code) in [
            (
                format!("/quick-messages?userId={}", admin.id()),
                "ERR_NO_USER_FOUND",
            ),
            (
                format!("/quick-messages/list?userId={}", admin.id()),
                "ERR_NO_USER_FOUND",
            ),
            (
                "/quick-messages/list?companyId=999999999".to_owned(),
                "ERR_NO_COMPANY_FOUND",
            ),
        ] {
            let refused = marina.get(&path).await;
            assert_eq!(refused.refusal(), (404, code), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_file_goes_with_a_quick_message_until_it_is_taken_off() {
    // spec: S050 A041 A109
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let mine = make(&marina, &unique("tabela"), false).await;
        let path = format!("/quick-messages/{}", mine["id"]);
        let attach = async |bytes: &'static [u8], name: &'static str| {
            let part = Part::bytes(bytes).file_name(name);
            let form = Form::new()
                .text("typeArch", "quickMessage")
                .part("file", part);
            marina.upload(&format!("{path}/media-upload"), form).await
        };
        let answer = attach(b"%PDF-1.4\n%%EOF\n", "tabela de preços.pdf")
            .await
            .ok();
        assert_eq!(answer["mensagem"], "Arquivo Anexado");
        assert_eq!(answer["mediaName"], "tabela_de_preços.pdf");
        attach(b"%PDF-1.4\n% 2\n%%EOF\n", "tabela 2.pdf").await.ok();
        let known = marina.get(&path).await.ok();
        assert_eq!(
            (&known["isMedia"], &known["mediaName"]),
            (&json!(true), &json!("tabela_2.pdf"))
        );
        assert!(known["mediaPath"].is_string());
        assert_eq!(known["mediaMime"], "application/pdf");
        let link = known["mediaUrl"].as_str().expect("a link");
        let file = marina.file(link).await;
        assert_eq!(file.status().as_u16(), 200);

        let taken = marina.delete(&format!("{path}/media-upload")).await.ok();
        assert_eq!(taken["mensagem"], "Arquivo excluído");
        let known = marina.get(&path).await.ok();
        assert_eq!(known["mediaUrl"], Value::Null);
        assert_eq!(
            (&known["isMedia"], &known["mediaPath"], &known["mediaName"]),
            (&json!(false), &Value::Null, &Value::Null)
        );
        let gone = marina.file(link).await;
        assert_eq!(gone.status().as_u16(), 404, "its bytes are gone too");
        let without = marina
            .upload(
                &format!("{path}/media-upload"),
                Form::new().text("typeArch", "x"),
            )
            .await;
        assert_eq!(without.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
