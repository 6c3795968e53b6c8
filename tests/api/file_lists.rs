//! Lists of files: written by admins, with uploads.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, new_number,
    support::{Session, on_both},
};

const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

async fn make(admin: &Session) -> Value {
    let wish = json!({
        "name": format!("Catálogo {}", new_number()),
        "message": "Segue o catálogo, {{firstName}}!",
        "options": [{ "name": "Preços" }, { "name": "Fotos" }],
    });
    admin.post("/files", &wish).await.ok()
}

fn file(bytes: &'static [u8], name: &'static str) -> Part {
    Part::bytes(bytes).file_name(name)
}

#[tokio::test]
async fn a_list_has_a_name_a_text_and_files_in_their_order() {
    // spec: A027 A049 A085 A116
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let good = json!({ "name": "abc", "message": "Oi" });
        for (field, value) in [
            ("name", json!("ab")),
            ("name", json!(" ab ")),
            ("name", json!("x".repeat(101))),
            ("name", Value::Null),
            ("message", json!(" ")),
            ("message", Value::Null),
            ("options", json!([{ "name": " " }])),
            ("options", json!(vec![json!({ "name": "x" }); 51])),
        ] {
            let mut body = good.clone();
            body[field] = value;
            let refused = admin.post("/files", &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
        }
        let made = make(&admin).await;
        let names = |list: &Value| {
            let all = list["options"].as_array().expect("options").iter();
            all.map(|it| it["name"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&made), ["Preços", "Fotos"]);
        let search = format!(
            "/files?searchParam={}&pageNumber=1",
            made["name"].as_str().unwrap()
        );
        let page = marina.get(&search).await.ok();
        assert_eq!(
            (&page["files"], &page["count"], &page["hasMore"]),
            (&json!([made]), &json!(1), &json!(false))
        );

        let path = format!("/files/{}", made["id"]);
        let turned = json!({ "options": [
            { "id": made["options"][1]["id"], "name": "Fotos" },
            { "name": "Contrato" },
        ] });
        let changed = admin.put(&path, &turned).await.ok();
        assert_eq!(names(&changed), ["Fotos", "Contrato"]);
        assert_eq!(changed["options"][0]["id"], made["options"][1]["id"]);
        assert_eq!(changed["message"], made["message"], "what is absent stays");
        let gone = json!({ "options": [{ "id": made["options"][0]["id"], "name": "x" }] });
        let refused = admin.put(&path, &gone).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_FILE_OPTION_FOUND"));
        assert_eq!(admin.get(&path).await.ok(), changed, "nothing was changed");

        for refused in [
            marina.post("/files", &good).await,
            marina.put(&path, &good).await,
            marina.delete(&path).await,
        ] {
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        }
        admin.delete(&path).await.ok();
        let refused = admin.get(&path).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_FILE_LIST_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_name_of_three_letters_and_a_word_are_enough() {
    // spec: A085
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let wish = json!({ "name": "abc", "message": "Oi" });
        let made = admin.post("/files", &wish).await.ok();
        assert_eq!(
            (&made["name"], &made["message"]),
            (&wish["name"], &wish["message"])
        );
        let path = format!("/files/{}", made["id"]);
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn files_come_to_their_options_and_go_with_them() {
    // spec: A049 A116
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = make(&admin).await;
        let path = format!("/files/{}", made["id"]);
        let upload = format!("/files/uploadList/{}", made["id"]);
        let form = || {
            Form::new()
                .text("fileId", made["id"].to_string())
                .text("typeArch", "fileList")
                .text("id", made["options"][1]["id"].to_string())
                .text("name", "Fotos")
                .text("mediaType", "")
                .part("files", file(PDF, "fotos de maio.pdf"))
        };
        let answer = admin.upload(&upload, form()).await.ok();
        assert_eq!(answer["mensagem"], "Arquivos atualizados");
        let photos = answer["fileList"]["options"][1].clone();
        assert_eq!(
            (&photos["name"], &photos["fileName"], &photos["mediaType"]),
            (
                &json!("Fotos"),
                &json!("fotos_de_maio.pdf"),
                &json!("application/pdf")
            )
        );
        let link = photos["mediaUrl"].as_str().expect("a link");
        assert_eq!(admin.file(link).await.status().as_u16(), 200);

        // one in its place, and one for an option of its own
        let two = form()
            .text("id", "")
            .text("name", "Contrato")
            .part("files", file(PDF, "contrato.pdf"));
        admin.upload(&upload, two).await.ok();
        assert_eq!(
            admin.file(link).await.status().as_u16(),
            404,
            "it was replaced"
        );
        let known = admin.get(&path).await.ok();
        assert_eq!(known["options"][2]["name"], "Contrato");
        assert_eq!(known["options"][2]["fileName"], "contrato.pdf");

        let strange = Form::new()
            .text("id", "999999999")
            .part("files", file(PDF, "x.pdf"));
        let refused = admin.upload(&upload, strange).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_FILE_OPTION_FOUND"));
        let empty = admin.upload(&upload, Form::new().text("id", "")).await;
        assert_eq!(empty.refusal(), (400, "ERR_VALIDATION"), "a file is needed");
        let vida = desk.session(VIDA).await;
        let foreign = vida.upload(&upload, form()).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_FILE_LIST_FOUND"));

        let link = known["options"][1]["mediaUrl"].as_str().expect("a link");
        let contract = known["options"][2]["mediaUrl"].as_str().expect("a link");
        let only = json!({ "options": [{ "id": known["options"][2]["id"], "name": "Contrato" }] });
        admin.put(&path, &only).await.ok();
        assert_eq!(admin.file(link).await.status().as_u16(), 404);
        assert_eq!(admin.file(contract).await.status().as_u16(), 200);
        admin.delete(&path).await.ok();
        assert_eq!(admin.file(contract).await.status().as_u16(), 404);
    })
    .await;
}

#[tokio::test]
async fn lists_come_page_by_page_and_are_changed_by_their_words() {
    // spec: A049 A116
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let word = format!("Tabela{}", new_number());
        let mut last = Value::Null;
        for place in 0..21 {
            let wish = json!({ "name": format!("{word} {place:02}"), "message": "Segue." });
            last = admin.post("/files", &wish).await.ok();
        }
        let mut names = Vec::new();
        for (number, rows, has_more) in [(1, 20, true), (2, 1, false)] {
            let path = format!("/files/?searchParam={word}&pageNumber={number}");
            let page = marina.get(&path).await.ok();
            let files = page["files"].as_array().expect("files");
            assert_eq!((files.len(), &page["hasMore"]), (rows, &json!(has_more)));
            names.extend(files.iter().map(|it| it["name"].clone()));
        }
        let all: Vec<Value> = (0..21).map(|it| json!(format!("{word} {it:02}"))).collect();
        assert_eq!(names, all, "each once, by its name");
        let nothing = format!("/files/?searchParam={word}%2099&pageNumber=1");
        assert_eq!(marina.get(&nothing).await.ok()["files"], json!([]));

        let path = format!("/files/{}", last["id"]);
        let change = json!({ "name": format!("{word} nova"), "message": "Seguem." });
        admin.put(&path, &change).await.ok();
        let known = marina.get(&path).await.ok();
        assert_eq!(
            (&known["name"], &known["message"]),
            (&change["name"], &change["message"])
        );
        for wrong in [json!({ "name": "ab" }), json!({ "message": " " })] {
            let refused = admin.put(&path, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_option_says_what_it_is_called_and_which_file_it_has() {
    // spec: A027 A049 A116
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let made = make(&admin).await;
        assert!(made["id"].is_i64());
        assert_eq!(made["message"], "Segue o catálogo, {{firstName}}!");
        let upload = format!("/files/uploadList/{}", made["id"]);
        let form = || {
            Form::new()
                .text("id", made["options"][0]["id"].to_string())
                .part("files", file(PDF, "preços.pdf"))
        };
        let refused = marina.upload(&upload, form()).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        admin.upload(&upload, form()).await.ok();
        let known = marina.get(&format!("/files/{}", made["id"])).await.ok();
        let (prices, photos) = (&known["options"][0], &known["options"][1]);
        assert_eq!(
            (&prices["id"], &prices["name"], &prices["mediaType"]),
            (
                &made["options"][0]["id"],
                &json!("Preços"),
                &json!("application/pdf")
            )
        );
        assert!(prices["path"].is_string(), "the file's stored name");
        assert_eq!(prices["fileName"], "preços.pdf");
        assert!(photos["id"].is_i64());
        assert_eq!(photos["name"], "Fotos");
        for field in ["path", "mediaType", "fileName"] {
            let what = "it waits for its file";
            assert_eq!(photos.get(field), Some(&Value::Null), "{what}: {field}");
        }
    })
    .await;
}
