//! Contact lists: people, spreadsheets, tags, and what `WhatsApp` says of their numbers.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, new_number,
    support::{
        Answer, Session, TestSocket,
        lists::{new_item, until_checked},
        on_both, until,
    },
    ticket_of,
};

/// A workbook with the columns nome, numero and email; numbers are numbers in it.
const XLSX: &[u8] = include_bytes!("sheets/contatos.xlsx");
/// The same as old programs save it.
const XLS: &[u8] = include_bytes!("sheets/contatos.xls");

async fn make(admin: &Session) -> Value {
    let wish = json!({ "name": format!("Clientes {}", new_number()) });
    admin.post("/contact-lists", &wish).await.ok()
}

async fn upload(admin: &Session, list: &Value, end: &str, file: (&str, &[u8])) -> Answer {
    let (name, bytes) = file;
    let file = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    let path = format!("/contact-lists/{}/{end}", list["id"]);
    admin.upload(&path, Form::new().part("file", file)).await
}

async fn people(admin: &Session, list: &Value, search: &str) -> Value {
    let path = format!(
        "/contact-list-items?contactListId={}&searchParam={search}&pageNumber=1",
        list["id"]
    );
    admin.get(&path).await.ok()
}

#[tokio::test]
async fn a_list_has_a_name_and_counts_its_people() {
    // spec: A043 A081 A111
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        for bad in [json!("a"), json!(" a "), json!("x".repeat(51)), Value::Null] {
            let refused = admin.post("/contact-lists", &json!({ "name": bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{bad}");
        }
        let made = make(&admin).await;
        assert_eq!(made["contactsCount"], 0);
        let path = format!("/contact-lists/{}", made["id"]);
        for bad in ["a", " a ", &"x".repeat(51)] {
            let refused = admin.put(&path, &json!({ "name": bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{bad}");
        }
        new_item(&admin, &made["id"], &new_number()).await;
        let search = format!(
            "/contact-lists?searchParam={}&pageNumber=1",
            made["name"].as_str().unwrap().to_uppercase()
        );
        let page = admin.get(&search).await.ok();
        assert_eq!(
            (&page["count"], &page["hasMore"]),
            (&json!(1), &json!(false))
        );
        assert_eq!(page["records"][0]["contactsCount"], 1);
        let all = admin
            .get(&format!(
                "/contact-lists/list?companyId={}",
                admin.company()
            ))
            .await
            .ok();
        assert!(
            all.as_array()
                .unwrap()
                .iter()
                .any(|one| one["id"] == made["id"])
        );
        let named = admin.put(&path, &json!({ "name": "ab" })).await.ok();
        assert_eq!(
            (&named["name"], &named["contactsCount"]),
            (&json!("ab"), &json!(1))
        );
        for refused in [
            marina.get("/contact-lists").await,
            marina
                .post("/contact-lists", &json!({ "name": "Clientes" }))
                .await,
            marina.delete(&path).await,
        ] {
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        }
        admin.delete(&path).await.ok();
        assert_eq!(
            admin.get(&path).await.refusal(),
            (404, "ERR_NO_CONTACT_LIST_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn the_name_of_a_list_may_have_2_to_50_characters() {
    // spec: A081
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for (first, second) in [(50, 2), (2, 50)] {
            let wish = json!({ "name": "é".repeat(first) });
            let made = admin.post("/contact-lists", &wish).await.ok();
            assert_eq!(made["name"], wish["name"]);
            let path = format!("/contact-lists/{}", made["id"]);
            let wish = json!({ "name": "á".repeat(second) });
            let named = admin.put(&path, &wish).await.ok();
            assert_eq!(named["name"], wish["name"]);
            admin.delete(&path).await.ok();
        }
    })
    .await;
}

#[tokio::test]
async fn what_a_person_of_a_list_lacks_is_refused_when_added_and_when_changed() {
    // spec: A081
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let shortest = json!({ "contactListId": list["id"], "name": "Bi", "number": "12345678" });
        let made = admin.post("/contact-list-items", &shortest).await.ok();
        assert_eq!(made["number"], "12345678", "eight digits are enough");
        let path = format!("/contact-list-items/{}", made["id"]);
        let written = |lines: usize| format!("+55 11 98888{}7777", "-".repeat(lines));
        let longest = json!({ "name": "é".repeat(50), "number": written(34) });
        let changed = admin.put(&path, &longest).await.ok();
        assert_eq!(
            (&changed["name"], &changed["number"]),
            (&longest["name"], &json!("5511988887777"))
        );
        let long = written(35);
        assert_eq!(long.chars().count(), 51, "with thirteen digits");
        for (field, bad) in [
            ("name", json!("a")),
            ("name", json!(" a ")),
            ("name", json!("x".repeat(51))),
            ("number", json!("1234567")),
            ("number", json!("1".repeat(51))),
            ("number", json!(long)),
            ("number", json!("reservas")),
            ("email", json!("bia@")),
        ] {
            let mut body = json!({ "contactListId": list["id"], "name": "Bia" });
            body[field] = bad.clone();
            let refused = admin.post("/contact-list-items", &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
            let refused = admin.put(&path, &json!({ field: bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
        }
        let nameless = json!({ "contactListId": list["id"], "name": null });
        let refused = admin.post("/contact-list-items", &nameless).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        assert_eq!(people(&admin, &list, "").await["count"], 1);
    })
    .await;
}

#[tokio::test]
async fn people_have_a_name_and_maybe_a_number_and_an_e_mail() {
    // spec: A043 A081 A111 A121
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let number = new_number();
        let mut page = TestSocket::open(desk, &admin).await;
        let good = json!({ "contactListId": list["id"], "name": "Bia" });
        let bare = admin.post("/contact-list-items", &good).await.ok();
        assert_eq!((&bare["number"], &bare["email"]), (&json!(""), &json!("")));
        let (country, rest) = number.split_at(2);
        let written = json!({
            "contactListId": list["id"], "companyId": admin.company(), "name": "Caio",
            "number": format!("+{country} {rest}"), "email": "caio@exemplo.example",
        });
        let made = admin.post("/contact-list-items", &written).await.ok();
        assert_eq!(made["number"], json!(number), "digits are stored");
        assert_eq!(made["companyId"], json!(admin.company()));
        assert_eq!(
            (&made["contactListId"], &made["email"]),
            (&list["id"], &json!("caio@exemplo.example"))
        );
        assert!(made["id"].is_i64() && made.get("isWhatsappValid").is_some());
        let again = admin.post("/contact-list-items", &written).await;
        assert_eq!(again.refusal(), (409, "ERR_DUPLICATED_LIST_ITEM"));
        let found = people(&admin, &list, "CAIO").await;
        assert_eq!(
            (&found["count"], &found["hasMore"]),
            (&json!(1), &json!(false))
        );
        assert_eq!(found["contacts"][0]["id"], made["id"]);
        let path = format!("/contact-list-items/{}", made["id"]);
        let changed = admin.put(&path, &json!({ "name": "Caio Lima" })).await.ok();
        assert_eq!(
            (&changed["name"], &changed["number"]),
            (&json!("Caio Lima"), &json!(number)),
            "what is absent stays"
        );
        admin.delete(&path).await.ok();
        let gone = admin.get(&path).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_CONTACT_LIST_ITEM_FOUND"));
        let known = admin
            .get(&format!("/contact-lists/{}", list["id"]))
            .await
            .ok();
        assert_eq!(known["contactsCount"], 1);
        let of_all = format!("company-{}-ContactListItem", admin.company());
        for name in [format!("{of_all}-{}", list["id"]), of_all] {
            for (action, record) in [("create", &made), ("update", &changed)] {
                let is_it = |told: &Value| {
                    let same = |field: &str| told["record"][field] == record[field];
                    told["action"] == action && same("id") && same("name")
                };
                page.event_where(&name, is_it).await;
            }
            let is_gone = |told: &Value| told["action"] == "delete" && told["id"] == made["id"];
            page.event_where(&name, is_gone).await;
        }
    })
    .await;
}

#[tokio::test]
async fn number_and_e_mail_of_somebody_in_a_list_are_changed_each_alone() {
    // spec: A043 A111
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let made = new_item(&admin, &list["id"], &new_number()).await;
        let path = format!("/contact-list-items/{}", made["id"]);
        let email = "nova@exemplo.example";
        let mailed = json!({ "email": email });
        let mailed = admin.put(&path, &mailed).await.ok();
        assert_eq!(
            (&mailed["email"], &mailed["name"]),
            (&json!(email), &made["name"])
        );
        let other = new_number();
        let (country, rest) = other.split_at(2);
        let moved = json!({ "number": format!("+{country} {rest}") });
        let moved = admin.put(&path, &moved).await.ok();
        assert_eq!(
            (&moved["number"], &moved["email"], &moved["name"]),
            (&json!(other), &json!(email), &made["name"])
        );
        let known = admin.get(&path).await.ok();
        assert_eq!(known["email"], email);
        let path = format!("/contact-lists/{}", list["id"]);
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn every_number_is_asked_for_and_gets_the_form_of_whatsapp() {
    // spec: A043
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let mut page = TestSocket::open(desk, &admin).await;
        let head = new_number().split_at(8).0.to_owned();
        let (known, stranger) = (format!("{head}90009"), format!("{head}00000"));
        let known = new_item(&admin, &list["id"], &known).await;
        let stranger = new_item(&admin, &list["id"], &stranger).await;
        let name = format!("company-{}-ContactListItem", admin.company());
        page.event_where(&name, |event| {
            event["action"] == "reload" && event["contactListId"] == list["id"]
        })
        .await;
        until_checked(&admin, &list["id"]).await;
        let read = async |item: &Value| {
            let path = format!("/contact-list-items/{}", item["id"]);
            admin.get(&path).await.ok()
        };
        let known_now = read(&known).await;
        assert_eq!(known_now["isWhatsappValid"], true);
        let (area, local) = known["number"].as_str().unwrap().split_at(4);
        let short = format!("{area}{}", local.split_at(1).1);
        assert_eq!(known_now["number"], json!(short));
        assert_eq!(read(&stranger).await["isWhatsappValid"], false);
        let known = admin
            .get(&format!("/contact-lists/{}", list["id"]))
            .await
            .ok();
        assert_eq!(
            known["checks"],
            json!({ "valid": 1, "invalid": 1, "waiting": 0 })
        );
    })
    .await;
}

#[tokio::test]
async fn a_spreadsheet_fills_a_list_once() {
    // spec: A111 A121
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let (good, known) = (new_number(), new_number());
        new_item(&admin, &list["id"], &known).await;
        let text = format!(
            "Nome;Número;E-mail\nImportada;{good};a@b.com\nOutra vez;{good};\nConhecida;{known};\nX;{};\nSem número;12;\nSem e-mail;{};x@\n",
            new_number(),
            new_number(),
        );
        let file = ("lista.csv", text.as_bytes());
        let told = upload(&admin, &list, "upload/preview", file).await.ok();
        assert_eq!((&told["count"], &told["ready"]), (&json!(6), &json!(1)));
        let problems = |told: &Value| {
            let rows = told["problems"].as_array().unwrap().iter();
            rows.map(|row| (row["line"].clone(), row["problem"].clone()))
                .collect::<Vec<_>>()
        };
        let expected = [
            (json!(3), json!("repeated")),
            (json!(4), json!("known")),
            (json!(5), json!("name")),
            (json!(6), json!("number")),
            (json!(7), json!("email")),
        ];
        assert_eq!(problems(&told), expected);
        assert_eq!(people(&admin, &list, "").await["count"], 1, "a preview stores nothing");
        let mut page = TestSocket::open(desk, &admin).await;
        let made = upload(&admin, &list, "upload", file).await.ok();
        assert_eq!((&made["count"], &made["created"]), (&json!(6), &json!(1)));
        assert_eq!(made["contacts"][0]["number"], json!(good));
        assert_eq!(problems(&made), expected);
        let name = format!("company-{}-ContactList", admin.company());
        page.event_where(&name, |event| {
            event["record"]["id"] == list["id"] && event["record"]["contactsCount"] == 2
        })
        .await;
        let of_all = format!("company-{}-ContactListItem", admin.company());
        for name in [format!("{of_all}-{}", list["id"]), of_all] {
            page.event_where(&name, |event| {
                event["action"] == "reload" && event["records"] == made["contacts"]
            })
            .await;
        }
        let again = upload(&admin, &list, "upload", file).await.ok();
        assert_eq!(again["created"], 0, "twice is once");
        for (name, bytes) in [("contatos.xlsx", XLSX), ("contatos.xls", XLS)] {
            let own = make(&admin).await;
            let made = upload(&admin, &own, "upload", (name, bytes)).await.ok();
            assert!(made["created"].as_i64().unwrap() > 0, "{name}: {made}");
        }
        let vida = desk.session(VIDA).await;
        let foreign = upload(&vida, &list, "upload", file).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_CONTACT_LIST_FOUND"));
        let bad = upload(&admin, &list, "upload", ("x.csv", b"idade\n3\n")).await;
        assert_eq!(bad.refusal(), (400, "ERR_IMPORT_COLUMNS"));
    })
    .await;
}

#[tokio::test]
async fn a_large_spreadsheet_comes_in_pieces_and_goes_out_whole() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let list = make(&admin).await;
        let rows = (0..1_203).map(|row| format!("Pessoa {row};55119{:08}\n", 20_000_000 + row));
        let text = format!("nome;numero\n{}", rows.collect::<String>());
        let made = upload(&admin, &list, "upload", ("lista.csv", text.as_bytes())).await;
        let made = made.ok();
        assert_eq!(made["created"], 1_203);
        assert_eq!(made["contacts"].as_array().unwrap().len(), 200);
        let path = format!("/contact-lists/{}/export", list["id"]);
        let out = admin.get(&path).await;
        assert_eq!(out.text.lines().count(), 1_204);
        assert!(
            out.text.contains("Pessoa 1202,5511920001202,"),
            "{}",
            out.text
        );
        admin
            .delete(&format!("/contact-lists/{}", list["id"]))
            .await
            .ok();
    })
    .await;
}

#[tokio::test]
async fn a_list_begins_with_the_contacts_of_a_tag() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let number = new_number();
        let matriz = connection(&admin, "Matriz").await;
        desk.say(matriz, &number, "Beatriz", "Bom dia").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        let tag = json!({ "name": format!("Tag {}", new_number()) });
        let tag = admin.post("/tags", &tag).await.ok();
        let tags = json!({ "ticketId": ticket["id"], "tags": [tag["id"]] });
        admin.post("/tags/sync", &tags).await.ok();
        let wish = json!({ "name": "Da tag", "tagId": tag["id"] });
        let made = admin.post("/contact-lists", &wish).await.ok();
        assert_eq!(made["contactsCount"], 1);
        let found = people(&admin, &made, "").await;
        let one = &found["contacts"][0];
        assert_eq!(
            (&one["number"], &one["isWhatsappValid"]),
            (&json!(number), &json!(true))
        );
        // who is erased stands in no list
        let path = format!("/contacts/{}/data", ticket["contactId"]);
        admin.delete(&path).await.ok();
        until("he is in no list", async || {
            people(&admin, &made, "").await["count"] == 0
        })
        .await;
        let foreign = desk.session(VIDA).await.post("/contact-lists", &wish).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_TAG_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_list_begins_with_the_contacts_that_a_filter_meets() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let word = format!("Zelia{}", new_number());
        for name in [
            format!("{word} Prado"),
            format!("{word} Lima"),
            new_number(),
        ] {
            let wish = json!({ "name": name, "number": new_number() });
            admin.post("/contacts", &wish).await.ok();
        }
        let names = async |more: Value| {
            let mut wish = json!({ "name": "Do filtro" });
            for (field, value) in more.as_object().expect("fields") {
                wish[field] = value.clone();
            }
            let made = admin.post("/contact-lists", &wish).await.ok();
            let found = people(&admin, &made, "").await;
            let found = found["contacts"].as_array().expect("people").clone();
            let names = found.iter().map(|one| one["name"].clone());
            (made["contactsCount"].clone(), names.collect::<Vec<_>>())
        };
        let (count, found) = names(json!({ "searchParam": word.to_lowercase() })).await;
        assert_eq!((count, found.len()), (json!(2), 2));
        let (count, found) = names(json!({ "searchParam": format!("{word} lima") })).await;
        assert_eq!(
            (count, found),
            (json!(1), vec![json!(format!("{word} Lima"))])
        );
        let (count, _) = names(json!({ "searchParam": word, "dateEnd": "2020-01-01" })).await;
        assert_eq!(count, 0, "they were made later");
        let (count, _) = names(json!({ "searchParam": word, "dateStart": "2020-01-01" })).await;
        assert_eq!(count, 2);
        let bad = json!({ "name": "Do filtro", "dateStart": "ontem" });
        let refused = admin.post("/contact-lists", &bad).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
