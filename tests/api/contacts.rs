//! `/contacts` on the running desk: spreadsheets in and out, joining, blocking.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, messages, new_number, open_ticket,
    support::{Answer, Session, on_both, until},
    ticket_of,
};

/// A workbook of today with the columns nome, numero and email; numbers are numbers in it.
const XLSX: &[u8] = include_bytes!("sheets/contatos.xlsx");
/// The same as old programs save it.
const XLS: &[u8] = include_bytes!("sheets/contatos.xls");

async fn upload(session: &Session, path: &str, name: &str, bytes: &[u8]) -> Answer {
    let file = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    session.upload(path, Form::new().part("file", file)).await
}

async fn preview(session: &Session, name: &str, bytes: &[u8]) -> Answer {
    upload(session, "/contacts/import/preview", name, bytes).await
}

async fn add(session: &Session, name: &str, number: &str) -> Value {
    let body = json!({ "name": name, "number": number });
    session.post("/contacts", &body).await.ok()
}

#[tokio::test]
async fn a_spreadsheet_is_judged_row_by_row_and_then_imported() {
    // spec: S012 S044 S108
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (good, known) = (new_number(), new_number());
        add(&admin, "Conhecido", &known).await;
        let text = format!(
            "nome;numero;email\nImportado;{good};a@b.com\nOutra vez;{good};\nConhecido;{known};\nX;{};\nSem número;12;\nSem e-mail;{};x@\n",
            new_number(),
            new_number(),
        );
        let told = preview(&admin, "contatos.csv", text.as_bytes()).await.ok();
        assert_eq!((&told["count"], &told["ready"]), (&json!(6), &json!(1)));
        assert_eq!(told["rows"][0]["name"], "Importado");
        let problems: Vec<_> = told["problems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["line"].clone(), row["problem"].clone()))
            .collect();
        assert_eq!(
            problems,
            [
                (json!(3), json!("repeated")),
                (json!(4), json!("known")),
                (json!(5), json!("name")),
                (json!(6), json!("number")),
                (json!(7), json!("email")),
            ]
        );
        let before = admin.get(&format!("/contacts?searchParam={good}")).await.ok();
        assert_eq!(before["count"], 0, "a preview stores nothing");

        let made = upload(&admin, "/contacts/import", "contatos.csv", text.as_bytes()).await;
        let made = made.ok();
        assert_eq!(made.as_array().unwrap().len(), 1);
        assert_eq!(made[0]["number"], json!(good));
        let again = upload(&admin, "/contacts/import", "contatos.csv", text.as_bytes()).await;
        assert_eq!(again.ok(), json!([]), "twice is once");
    })
    .await;
}

#[tokio::test]
async fn a_contact_is_read_with_the_number_of_ours_that_it_wrote_to() {
    // spec: S044
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let path = format!("/contacts/{}", ticket["contactId"]);
        let read = marina.get(&path).await.ok();
        let found = format!("/contacts?searchParam={number}");
        let found = marina.get(&found).await.ok()["contacts"][0].clone();
        let named = json!({ "name": "Beatriz Nogueira" });
        let named = marina.put(&path, &named).await.ok();
        for contact in [read, found, named] {
            let line = json!({ "id": matriz, "name": "Matriz" });
            assert_eq!(contact["whatsapp"], line);
            assert_eq!(
                (&contact["id"], &contact["number"], &contact["email"]),
                (&ticket["contactId"], &json!(number), &json!(""))
            );
            for field in ["profilePicUrl", "urlPicture"] {
                assert!(contact[field].is_string(), "{field}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_not_changed_stays_and_what_is_changed_is_found() {
    // spec: S108
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let wish = json!({
            "name": "Rita Souza",
            "number": new_number(),
            "email": "rita@antes.example",
            "extraInfo": [{ "name": "Cargo", "value": "Compras" }],
        });
        let made = admin.post("/contacts", &wish).await.ok();
        let path = format!("/contacts/{}", made["id"]);
        let read = admin.get(&path).await.ok();
        for field in ["name", "number", "email", "extraInfo"] {
            assert_eq!(read[field], wish[field]);
        }
        let email = format!("rita{}@exemplo.example", made["id"]);
        let pairs = json!([{ "name": "CPF", "value": "123" }]);
        let described = json!({ "email": email, "extraInfo": pairs });
        admin.put(&path, &described).await.ok();
        let named = json!({ "name": "Rita Lima" });
        let named = admin.put(&path, &named).await.ok();
        assert_eq!(
            (&named["name"], &named["email"], &named["extraInfo"]),
            (&json!("Rita Lima"), &json!(email), &pairs)
        );
        let found = format!("/contacts?searchParam={email}");
        let found = admin.get(&found).await.ok();
        assert_eq!(found["contacts"][0]["id"], made["id"]);
    })
    .await;
}

#[tokio::test]
async fn workbooks_of_both_ages_are_read() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for (name, bytes) in [("contatos.xlsx", XLSX), ("contatos.xls", XLS)] {
            let told = preview(&admin, name, bytes).await.ok();
            assert_eq!(
                (&told["count"], &told["ready"]),
                (&json!(3), &json!(2)),
                "{told}"
            );
            assert_eq!(told["rows"][0]["name"], "João Álvares");
            assert_eq!(told["rows"][0]["number"], "5548999990001");
            assert_eq!(told["rows"][1]["email"], "rita@exemplo.com");
            assert_eq!(told["problems"][0]["problem"], "number");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_no_table_is_refused_by_its_reason() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let long = format!("nome,numero\n{}", "A,1\n".repeat(5_001));
        let huge = vec![b'a'; 6_000_000];
        let cases: [(&[u8], u16, &str); 5] = [
            (b"\x89PNG\r\n\x1a\n\0\0", 400, "ERR_IMPORT_UNREADABLE"),
            (XLSX.get(..2_000).unwrap(), 400, "ERR_IMPORT_UNREADABLE"),
            (b"idade\n7\n", 400, "ERR_IMPORT_COLUMNS"),
            (long.as_bytes(), 400, "ERR_IMPORT_ROWS"),
            (huge.as_slice(), 413, "ERR_PAYLOAD_TOO_LARGE"),
        ];
        for (bytes, status, code) in cases {
            let answer = preview(&admin, "contatos.xlsx", bytes).await;
            assert_eq!(answer.refusal(), (status, code));
        }
    })
    .await;
}

#[tokio::test]
async fn an_export_holds_what_matches_and_nothing_of_others() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let (mine, theirs) = (new_number(), new_number());
        add(&admin, "=Fórmula \"Ltda\"", &mine).await;
        add(&vida, "Alheio", &theirs).await;
        let answer = admin.get("/contacts/export").await;
        let kind = answer.headers["content-type"].to_str().unwrap();
        assert_eq!(kind, "text/csv; charset=utf-8");
        let lines: Vec<&str> = answer.text.lines().collect();
        let heading = lines[0].trim_start_matches('\u{feff}');
        assert_eq!(heading, "nome,numero,email,informacoes,bloqueado");
        assert!(lines.contains(&format!("\"'=Fórmula \"\"Ltda\"\"\",{mine},,,").as_str()));
        assert!(!answer.text.contains(&theirs));
        let one = admin
            .get(&format!("/contacts/export?searchParam={mine}"))
            .await;
        assert_eq!(one.text.lines().count(), 2);
        let names = admin
            .get(&format!("/contacts/list?searchParam={mine}"))
            .await
            .ok();
        assert_eq!(names[0]["number"], json!(mine));
    })
    .await;
}

#[tokio::test]
async fn two_contacts_become_one_with_their_conversation() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let (kept_number, gone) = (new_number(), &ticket["contactId"]);
        let kept = add(&admin, "A mesma pessoa", &kept_number).await;
        let path = format!("/contacts/{}/merge", kept["id"]);
        let merged = admin.post(&path, &json!({ "contactId": gone })).await.ok();
        assert_eq!(merged["number"], json!(kept_number));
        assert_eq!(merged["whatsapp"]["name"], "Matriz", "its last line");
        let moved = admin.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(moved["contact"]["id"], kept["id"]);
        assert_eq!(messages(&marina, &moved).await.len(), 1);
        let answer = admin.get(&format!("/contacts/{gone}")).await;
        assert_eq!(answer.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
        let again = admin.post(&path, &json!({ "contactId": gone })).await;
        assert_eq!(again.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_blocked_contact_writes_to_nobody() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let number = new_number();
        let contact = add(&admin, "Insistente", &number).await;
        let path = format!("/contacts/{}", contact["id"]);
        let blocks = json!({ "blocked": true });
        let refused = marina.put(&path, &blocks).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(admin.put(&path, &blocks).await.ok()["blocked"], true);

        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Insistente", "Alô?").await;
        let wish = json!({ "contactId": contact["id"], "status": "open" });
        let refused = admin.post("/tickets", &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_CONTACT_BLOCKED"));
        // one who writes later is through: everything before him was looked at
        let other = new_number();
        desk.say(matriz, &other, "Outra", "Oi").await;
        ticket_of(&marina, &other, "pending").await;
        let found = format!("/tickets?showAll=true&status=pending&searchParam={number}");
        assert_eq!(admin.get(&found).await.ok()["count"], 0);

        admin.put(&path, &json!({ "blocked": false })).await.ok();
        desk.say(matriz, &number, "Insistente", "E agora?").await;
        until("the unblocked one is heard", async || {
            admin.get(&found).await.ok()["count"] == 1
        })
        .await;
    })
    .await;
}
