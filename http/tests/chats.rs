//! `/chats`: members only, unread counts, who hears of what.

use std::collections::BTreeSet;

use actix_web::http::Method;
use chrono::TimeDelta;
use guiche_storage::{companies::Feature, model::user::Profile};
use serde_json::{Value, json};

use super::callers::{Desk, SignedIn};

fn unreads(chat: &Value, who: &SignedIn) -> i64 {
    let users = chat["users"].as_array().unwrap();
    let him = users.iter().find(|user| user["userId"] == json!(who.user));
    him.unwrap()["unreads"].as_i64().unwrap()
}

fn rooms(members: &[&SignedIn]) -> Vec<String> {
    let mut rooms: Vec<String> = members
        .iter()
        .map(|member| format!("user:{}", member.user))
        .collect();
    rooms.sort();
    rooms
}

fn sorted(rooms: &str) -> Vec<String> {
    let mut rooms: Vec<String> = rooms.split(',').map(str::to_owned).collect();
    rooms.sort();
    rooms
}

#[actix_web::test]
async fn a_message_is_unread_for_the_others_until_they_read_it() {
    // spec: S048 S109 A048 A074 A115
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let bia = desk.user(aurora, Profile::User, false).await;
    let wish = json!({ "title": " Turno da noite ", "users": [{ "id": bia.user }, bia.user] });
    let chat = desk.post(&ana, "/chats", wish).await;
    assert_eq!(chat["title"], "Turno da noite");
    assert_eq!(chat["ownerId"], json!(ana.user));
    assert_eq!(chat["users"].as_array().unwrap().len(), 2, "each once");
    let path = format!("/chats/{}", chat["id"]);

    let text = json!({ "message": " Quem fica até as oito? " });
    let said = desk.post(&ana, &format!("{path}/messages"), text).await;
    assert_eq!(said["message"], "Quem fica até as oito?");
    assert_eq!(said["sender"]["id"], json!(ana.user));
    let listed = desk.get(&bia, "/chats?searchParam=TURNO").await;
    assert_eq!(
        (&listed["count"], &listed["hasMore"]),
        (&json!(1), &json!(false))
    );
    let listed = &listed["records"][0];
    assert_eq!(listed["lastMessage"], "user: Quem fica até as oito?");
    assert_eq!((unreads(listed, &ana), unreads(listed, &bia)), (0, 1));
    let read = format!("{path}/read");
    let another = Some(json!({ "userId": ana.user }));
    let refused = desk.refused(&bia, Method::POST, &read, another).await;
    assert_eq!(refused, (404, "ERR_NO_USER_FOUND".to_owned()));
    let read = desk.post(&bia, &read, json!({ "userId": bia.user })).await;
    assert_eq!(unreads(&read, &bia), 0);
    let page = |number: i64| format!("{path}/messages?pageNumber={number}");
    assert_eq!(desk.get(&bia, &page(1)).await["records"], json!([said]));
    assert_eq!(desk.get(&bia, &page(2)).await["records"], json!([]));
    assert_eq!(said["senderId"], json!(ana.user));
    assert_eq!(said["chatId"], chat["id"]);
    for (record, fields) in [
        (&read, ["updatedAt", "users"]),
        (&said, ["createdAt", "sender"]),
    ] {
        for field in fields {
            assert!(!record[field].is_null(), "{field}");
        }
    }
    assert_eq!(read["users"][0]["user"]["id"], read["users"][0]["userId"]);
    let named = format!("/chats/{}", chat["uuid"].as_str().unwrap());
    assert_eq!(desk.get(&bia, &named).await["id"], chat["id"]);
}

#[actix_web::test]
async fn every_message_counts_as_unread_and_takes_its_chat_to_the_top() {
    // spec: A048 A074
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let bia = desk.user(aurora, Profile::User, false).await;
    let mut chats = Vec::new();
    for title in ["Turno da manhã", "Turno da noite"] {
        let wish = json!({ "title": title, "users": [bia.user] });
        chats.push(desk.post(&ana, "/chats", wish).await);
        desk.pass(TimeDelta::seconds(1));
    }
    let top = async || desk.get(&bia, "/chats").await["records"][0].clone();
    assert_eq!(top().await["id"], chats[1]["id"], "the newest");
    let path = format!("/chats/{}/messages", chats[0]["id"]);
    for count in 1..=2 {
        desk.post(&ana, &path, json!({ "message": "Olá" })).await;
        let chat = top().await;
        assert_eq!(chat["id"], chats[0]["id"], "message {count}");
        assert_ne!(chat["updatedAt"], chats[0]["updatedAt"]);
        assert_eq!((unreads(&chat, &ana), unreads(&chat, &bia)), (0, count));
    }
}

#[actix_web::test]
async fn chats_come_page_by_page() {
    // spec: S109
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let bia = desk.user(aurora, Profile::User, false).await;
    let titles = (1..=21).map(|number| format!("Turno {number}"));
    for title in titles.chain(["Reservado".to_owned()]) {
        let wish = json!({ "title": title, "users": [bia.user] });
        desk.post(&ana, "/chats", wish).await;
    }
    let mut seen = BTreeSet::new();
    for (number, rows, has_more) in [(1, 20, true), (2, 1, false)] {
        let path = format!("/chats?searchParam=turno&pageNumber={number}");
        let page = desk.get(&ana, &path).await;
        let records = page["records"].as_array().unwrap();
        assert_eq!(
            (records.len(), &page["hasMore"]),
            (rows, &json!(has_more)),
            "{path}"
        );
        seen.extend(records.iter().map(|chat| chat["id"].as_i64().unwrap()));
    }
    assert_eq!(seen.len(), 21, "each once");
}

#[actix_web::test]
async fn messages_come_in_pages_that_do_not_shift() {
    // spec: S109
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let chat = desk
        .post(
            &ana,
            "/chats",
            json!({ "title": "Anotações", "users": [ana.user] }),
        )
        .await;
    let path = format!("/chats/{}/messages", chat["id"]);
    for number in 1..=45 {
        let text = json!({ "message": format!("Mensagem {number}") });
        desk.post(&ana, &path, text).await;
    }
    let mut seen = Vec::new();
    let mut query = String::new();
    loop {
        let page = desk.get(&ana, &format!("{path}{query}")).await;
        let records = page["records"].as_array().unwrap().clone();
        query = format!("?before={}", records[0]["id"]);
        seen.splice(0..0, records);
        // somebody goes on writing
        desk.post(&ana, &path, json!({ "message": "Mais uma" }))
            .await;
        if page["hasMore"] == false {
            break;
        }
    }
    let texts: Vec<_> = seen.iter().map(|one| one["message"].clone()).collect();
    let expected: Vec<_> = (1..=45).map(|it| json!(format!("Mensagem {it}"))).collect();
    assert_eq!(texts, expected);
}

#[actix_web::test]
async fn only_members_hear_of_a_chat_and_only_its_owner_changes_it() {
    // spec: S048 A096 A115
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let bia = desk.user(aurora, Profile::User, false).await;
    let admin = desk.user(aurora, Profile::Admin, false).await;
    let wish = json!({ "title": "Reservado", "users": [bia.user] });
    let chat = desk.post(&ana, "/chats", wish).await;
    let path = format!("/chats/{}", chat["id"]);
    let no = (403, "ERR_NO_PERMISSION".to_owned());
    let named = format!("/chats/{}", chat["uuid"].as_str().unwrap());
    let text = || Some(json!({ "message": "Olá" }));
    let title = || Some(json!({ "title": "Outro" }));
    for (who, method, path, body) in [
        (&admin, Method::GET, named.clone(), None),
        (&admin, Method::GET, format!("{path}/messages"), None),
        (&admin, Method::POST, format!("{path}/messages"), text()),
        (
            &admin,
            Method::POST,
            format!("{path}/read"),
            Some(json!({})),
        ),
        (&admin, Method::PUT, path.clone(), title()),
        (&admin, Method::DELETE, path.clone(), None),
        (&bia, Method::PUT, path.clone(), title()),
        (&bia, Method::DELETE, path.clone(), None),
    ] {
        assert_eq!(desk.refused(who, method, &path, body).await, no, "{path}");
    }
    assert_eq!(desk.get(&admin, "/chats").await["count"], 0);

    desk.told();
    desk.post(
        &bia,
        &format!("{path}/messages"),
        json!({ "message": "Olá" }),
    )
    .await;
    let change = Some(json!({ "title": "Só eu", "users": [ana.user] }));
    desk.call(&ana, Method::PUT, &path, change).await;
    desk.call(&ana, Method::DELETE, &path, None).await;
    let told: Vec<_> = desk
        .told()
        .into_iter()
        .map(|(entity, rooms, body)| {
            assert_eq!(entity, "chat");
            (body["action"].clone(), sorted(&rooms))
        })
        .collect();
    assert_eq!(
        told,
        [
            (json!("new-message"), rooms(&[&ana, &bia])),
            (json!("update"), rooms(&[&ana])),
            (json!("delete"), rooms(&[&bia])),
            (json!("delete"), rooms(&[&ana])),
        ]
    );
}

#[actix_web::test]
async fn its_owner_gives_a_chat_another_title_and_other_members() {
    // spec: A026 A048 A115
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let bia = desk.user(aurora, Profile::User, false).await;
    let caio = desk.user(aurora, Profile::User, false).await;
    let wish = json!({ "title": "Turno", "users": [bia.user] });
    let chat = desk.post(&ana, "/chats", wish).await;
    let path = format!("/chats/{}", chat["id"]);
    let title = Some(json!({ "title": " Plantão " }));
    let (status, named) = desk.call(&ana, Method::PUT, &path, title).await;
    assert_eq!((status, &named["title"]), (200, &json!("Plantão")));
    assert_eq!(named["users"], chat["users"], "its members stay");
    let users = Some(json!({ "users": [{ "id": caio.user }] }));
    let (_, moved) = desk.call(&ana, Method::PUT, &path, users).await;
    assert_eq!(moved["title"], "Plantão", "its title stays");
    let members = moved["users"].as_array().unwrap();
    let ids = members.iter().map(|one| one["userId"].as_i64().unwrap());
    let ids: BTreeSet<i64> = ids.collect();
    assert_eq!(ids, BTreeSet::from([ana.user.0, caio.user.0]));
    for member in members {
        let user = json!({ "id": member["userId"], "name": "user" });
        assert_eq!(member["user"], user, "each by his name");
    }
    assert_eq!(desk.get(&caio, "/chats").await["records"], json!([moved]));
    assert_eq!(desk.get(&bia, "/chats").await["count"], 0);
}

#[actix_web::test]
async fn whoever_leads_changes_no_chat_of_another_though_he_is_in_it() {
    // spec: A096
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    for (profile, is_super) in [
        (Profile::Supervisor, false),
        (Profile::Admin, false),
        (Profile::Admin, true),
    ] {
        let lead = desk.user(aurora, profile, is_super).await;
        let wish = json!({ "title": "Com a chefia", "users": [lead.user] });
        let chat = desk.post(&ana, "/chats", wish).await;
        let path = format!("/chats/{}", chat["id"]);
        let title = Some(json!({ "title": "Outro" }));
        for (method, body) in [(Method::PUT, title), (Method::DELETE, None)] {
            let refused = desk.refused(&lead, method, &path, body).await;
            assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()), "{path}");
        }
        let named = format!("/chats/{}", chat["uuid"].as_str().unwrap());
        assert_eq!(desk.get(&ana, &named).await["title"], "Com a chefia");
    }
}

#[actix_web::test]
async fn a_chat_is_refused_for_what_it_lacks() {
    // spec: S042 S088 A089
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::InternalChat]).await;
    let ana = desk.user(aurora, Profile::User, false).await;
    let vida = desk.company_with("Vida", &[Feature::InternalChat]).await;
    let theirs = desk.user(vida, Profile::Admin, false).await;
    let plain = desk.company_with("Sem Chat", &[]).await;
    let nobody = desk.user(plain, Profile::Admin, false).await;
    let chat = json!({ "title": "Equipe", "users": [ana.user] });
    let made = desk.post(&ana, "/chats", chat.clone()).await;
    let path = format!("/chats/{}", made["id"]);
    for body in [
        json!({ "users": [ana.user] }),
        json!({ "title": "", "users": [ana.user] }),
        json!({ "title": " x ", "users": [ana.user] }),
        json!({ "title": "x".repeat(51), "users": [ana.user] }),
        json!({ "title": "Equipe", "users": [] }),
        json!({ "title": "Equipe", "users": (1..=201).collect::<Vec<i64>>() }),
        json!({ "title": "Equipe" }),
    ] {
        let refused = desk.refused(&ana, Method::POST, "/chats", Some(body)).await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
    }
    for emptied in [json!({ "users": [] }), json!({ "title": " " })] {
        let refused = desk.refused(&ana, Method::PUT, &path, Some(emptied)).await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
    }
    for message in ["", "  ", &"x".repeat(4097)] {
        let body = Some(json!({ "message": message }));
        let path = format!("{path}/messages");
        let refused = desk.refused(&ana, Method::POST, &path, body).await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
    }
    let foreign = Some(json!({ "title": "Equipe", "users": [theirs.user] }));
    let refused = desk.refused(&ana, Method::POST, "/chats", foreign).await;
    assert_eq!(refused, (404, "ERR_NO_USER_FOUND".to_owned()));
    let refused = desk.refused(&theirs, Method::DELETE, &path, None).await;
    assert_eq!(refused, (404, "ERR_NO_CHAT_FOUND".to_owned()));
    let refused = desk
        .refused(&nobody, Method::POST, "/chats", Some(chat))
        .await;
    assert_eq!(refused, (403, "ERR_PLAN_FEATURE".to_owned()));
    let refused = desk.refused(&nobody, Method::GET, "/chats", None).await;
    assert_eq!(refused, (403, "ERR_PLAN_FEATURE".to_owned()));
}
