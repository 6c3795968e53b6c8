//! Files that people attach, and tables of contacts that they bring: what is taken, and under which name.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA,
    companies::{company, plan},
    new_number, open_ticket,
    support::{SUPER, Session, TestDesk, on_both, unique},
};

const PNG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");
const XLSX: &[u8] = include_bytes!("sheets/contatos.xlsx");
const XLS: &[u8] = include_bytes!("sheets/contatos.xls");

fn form(part: &'static str) -> Form {
    Form::new().part(part, Part::bytes(PNG).file_name("foto de  maio.png"))
}

/// The things that carry one file each, by the path under which they are uploaded, and who has them.
async fn carriers(desk: &TestDesk) -> Vec<(Session, String)> {
    let (root, admin) = (desk.session(SUPER).await, desk.session(ADMIN).await);
    let marina = desk.session(MARINA).await;
    let (ticket, _) = open_ticket(desk, &marina).await;
    let made = async |session: &Session, path: &str, wish: Value| {
        session.post(path, &wish).await.ok()["id"].to_string()
    };
    let wish = json!({ "title": "Novidades", "text": "Veja a imagem." });
    let announcement = made(&root, "/announcements", wish).await;
    let wish = json!({ "shortcode": unique(), "message": "Segue a foto" });
    let quick = made(&marina, "/quick-messages", wish).await;
    let at = SystemClock.now() + chrono::TimeDelta::days(2);
    let wish = json!({ "body": "Segue a foto", "contactId": ticket["contactId"], "sendAt": at });
    let schedule = made(&marina, "/schedules", wish).await;
    let campaign = made(&admin, "/campaigns", json!({ "name": "Natal" })).await;
    let marina_too = desk.session(MARINA).await;
    vec![
        (root, format!("/announcements/{announcement}/media-upload")),
        (marina, format!("/quick-messages/{quick}/media-upload")),
        (marina_too, format!("/schedules/{schedule}/media-upload")),
        (admin, format!("/campaigns/{campaign}/media-upload")),
    ]
}

#[tokio::test]
async fn names_of_attached_files_have_underscores_for_spaces_and_there_is_no_upload_without_a_file()
{
    // spec: A090
    on_both(async |desk| {
        for (session, path) in carriers(desk).await {
            let without = Form::new().text("typeArch", "announcements");
            let refused = session.upload(&path, without).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{path}");
            let done = session.upload(&path, form("file")).await.ok();
            assert_eq!(done["mediaName"], "foto_de__maio.png", "{path}");
        }
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let wish = json!({ "name": unique(), "message": "Segue", "options": [{ "name": "Foto" }] });
        let files = admin.post("/files", &wish).await.ok();
        let upload = format!("/files/uploadList/{}", files["id"]);
        let of = form("files").text("id", files["options"][0]["id"].to_string());
        let done = admin.upload(&upload, of).await.ok();
        assert_eq!(
            done["fileList"]["options"][0]["fileName"],
            "foto_de__maio.png"
        );
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let said = marina.upload(&path, form("medias")).await.ok();
        assert_eq!(said["message"]["mediaName"], "foto_de__maio.png");
        let refused = marina.upload(&path, Form::new().text("body", "")).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}

#[tokio::test]
async fn contacts_are_imported_from_workbooks_of_both_ages() {
    // spec: A090
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let large = plan(&host, &json!({})).await;
        for (name, bytes) in [("contatos.xls", XLS), ("contatos.xlsx", XLSX)] {
            let (_, admin) = company(&host, &json!({ "planId": large["id"] })).await;
            let part = Part::bytes(bytes).file_name(name);
            let made = admin
                .upload("/contacts/import", Form::new().part("file", part))
                .await
                .ok();
            assert_eq!(made.as_array().map(Vec::len), Some(2), "{name}: {made}");
            assert_eq!(made[0]["number"], "5548999990001", "{name}");
            let without = Form::new().text("number", new_number());
            let refused = admin.upload("/contacts/import", without).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
    })
    .await;
}
