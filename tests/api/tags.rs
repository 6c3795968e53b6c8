//! Tags: who makes them, what tickets carry, what is told.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number, open_ticket,
    support::{Session, on_both},
};

/// A name that no other test uses.
fn unique(word: &str) -> String {
    format!("{word} {}", new_number())
}

async fn make(session: &Session, name: &str) -> Value {
    session.post("/tags", &json!({ "name": name })).await.ok()
}

fn names(ticket: &Value) -> Vec<&str> {
    let tags = ticket["tags"].as_array().expect("tags").iter();
    tags.filter_map(|tag| tag["name"].as_str()).collect()
}

#[tokio::test]
async fn the_tags_of_a_ticket_are_replaced_as_a_whole() {
    // spec: S045 S052 S104
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let (urgent, loyal) = (unique("Urgente"), unique("Fiel"));
        let (first, second) = (make(&marina, &urgent).await, make(&marina, &loyal).await);
        assert_eq!(first["color"], "#64748b");
        let sync = async |tags: Value| {
            let wish = json!({ "ticketId": ticket["id"], "tags": tags });
            marina.post("/tags/sync", &wish).await
        };

        let both = sync(json!([{ "id": first["id"] }, { "id": second["id"] }]))
            .await
            .ok();
        let mut expected = [loyal.as_str(), urgent.as_str()];
        expected.sort_unstable();
        assert_eq!(names(&both), expected);
        assert_eq!(
            both["updatedAt"], ticket["updatedAt"],
            "the list keeps its order"
        );
        let found = marina
            .get(&format!("/tickets?showAll=true&tags=[{}]", first["id"]))
            .await
            .ok();
        assert_eq!(found["tickets"][0]["id"], ticket["id"]);

        assert_eq!(
            names(&sync(json!([second["id"]])).await.ok()),
            [loyal.as_str()]
        );
        let unknown = sync(json!([second["id"], 999_999_999])).await;
        assert_eq!(unknown.refusal(), (404, "ERR_NO_TAG_FOUND"));
        let path = format!("/tickets/{}", ticket["id"]);
        let kept = marina.get(&path).await.ok();
        assert_eq!(names(&kept), [loyal.as_str()], "a refusal changes nothing");
        assert_eq!(names(&sync(json!([])).await.ok()), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_tag_is_listed_with_its_tickets_and_leaves_them_when_it_is_deleted() {
    // spec: S052 A011 A034 A107
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let name = unique("Devolução");
        let tag = make(&marina, &name).await;
        let wish = json!({ "ticketId": ticket["id"], "tags": [tag["id"]] });
        marina.post("/tags/sync", &wish).await.ok();

        let search = name.to_lowercase().replace("çã", "ca");
        let page = marina
            .get(&format!("/tags?searchParam={search}"))
            .await
            .ok();
        assert_eq!(
            (&page["count"], &page["hasMore"]),
            (&json!(1), &json!(false))
        );
        assert_eq!(page["tags"][0]["ticketsCount"], 1);
        let next = format!("/tags?searchParam={search}&pageNumber=2");
        let next = marina.get(&next).await.ok();
        assert_eq!((&next["tags"], &next["count"]), (&json!([]), &json!(1)));

        let path = format!("/tags/{}", tag["id"]);
        let change = json!({ "color": "#C2414B", "kanban": 1, "priority": 3 });
        let changed = admin.put(&path, &change).await.ok();
        assert_eq!(changed["name"], name.as_str());
        assert_eq!(changed["ticketsCount"], 1);
        for (field, value) in change.as_object().expect("fields") {
            assert_eq!(&changed[field], value, "{field}");
        }
        assert_eq!(admin.get(&path).await.ok(), changed);
        let renamed = unique("Troca");
        let named = admin.put(&path, &json!({ "name": renamed })).await.ok();
        assert_eq!(
            (&named["name"], &named["color"]),
            (&json!(renamed), &change["color"])
        );
        assert_eq!(admin.get(&path).await.ok(), named);
        admin.delete(&path).await.ok();
        assert_eq!(admin.get(&path).await.refusal(), (404, "ERR_NO_TAG_FOUND"));
        let after = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(names(&after), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_tag_says_who_made_it_and_cards_say_its_category_and_place() {
    // spec: A024 A034 A046 A107
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let lead = desk.supervisor().await;
        let wish = json!({
            "name": unique("Etapa"), "color": "#1f9d74", "kanban": 1, "priority": 7,
            "category": " Pós-venda ", "userId": lead.id(),
        });
        let made = lead.post("/tags", &wish).await.ok();
        let expected = json!({
            "id": made["id"], "name": wish["name"], "color": "#1f9d74", "kanban": 1, "priority": 7,
            "category": "Pós-venda", "userId": lead.id(), "ticketsCount": 0,
        });
        assert_eq!(made, expected);
        let path = format!("/tags/{}", made["id"]);
        assert_eq!(admin.get(&path).await.ok(), expected);
        let plain = make(&marina, &unique("Solta")).await;
        assert_eq!(
            (&plain["kanban"], &plain["category"], &plain["userId"]),
            (&json!(0), &json!(""), &json!(marina.id()))
        );
        // nobody makes one in another's name, and who made it stays
        let others = json!({ "name": unique("Alheia"), "userId": admin.id() });
        assert_eq!(marina.post("/tags", &others).await.refusal(), (404, "ERR_NO_USER_FOUND"));
        for named in [admin.id(), lead.id()] {
            let same = json!({ "name": made["name"], "userId": named });
            assert_eq!(admin.put(&path, &same).await.ok()["userId"], lead.id());
        }
        let stranger = json!({ "userId": marina.id() });
        assert_eq!(admin.put(&path, &stranger).await.refusal(), (404, "ERR_NO_USER_FOUND"));
        for wrong in [json!({ "category": "a".repeat(31) }), json!({ "category": "duas\nlinhas" })] {
            assert_eq!(admin.put(&path, &wrong).await.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
        // on the board
        let (ticket, _) = open_ticket(desk, &marina).await;
        let enter = format!("/ticket-tags/{}/{}", ticket["id"], made["id"]);
        assert_eq!(marina.put(&enter, &json!({})).await.status.as_u16(), 201);
        let lane = json!({
            "id": made["id"], "name": made["name"], "color": "#1f9d74", "priority": 7, "category": "Pós-venda",
        });
        let lanes = marina.get("/tags/kanban").await.ok();
        assert!(lanes["lista"].as_array().expect("lanes").contains(&lane));
        let cards = marina.get(&format!("/ticket/kanban?tagId={}&page=1", made["id"])).await.ok();
        let card = &cards["tickets"][0];
        assert_eq!(card["tags"], json!([lane]));
        for field in ["lastMessage", "fromMe", "crmOrder", "queueId"] {
            assert!(card.get(field).is_some(), "{field}: {card}");
        }
        for field in ["name", "number", "profilePicUrl", "isGroup"] {
            assert!(card["contact"].get(field).is_some(), "{field}: {card}");
        }
        let next = format!("/ticket/kanban?tagId={}&page=2", made["id"]);
        assert_eq!(marina.get(&next).await.ok()["tickets"], json!([]));
        let moved = admin.put(&path, &json!({ "category": "Vendas" })).await.ok();
        assert_eq!(moved["category"], "Vendas");
        assert_eq!(admin.get(&path).await.ok()["category"], "Vendas");
        let all = admin.get("/tags/list").await.ok();
        let mut all = all.as_array().expect("tags").iter();
        assert_eq!(all.find(|it| it["id"] == made["id"]).expect("it")["category"], "Vendas");
    })
    .await;
}

#[tokio::test]
async fn three_letters_are_a_name_of_a_tag() {
    // spec: A078
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = make(&admin, "Zéu").await;
        assert_eq!(made["name"], "Zéu");
        let path = format!("/tags/{}", made["id"]);
        let named = admin.put(&path, &json!({ "name": "Zás" })).await.ok();
        assert_eq!(named["name"], "Zás");
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn what_a_tag_must_be_is_said_and_lanes_are_for_supervisors() {
    // spec: A078 A095
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let name = unique("Raia");
        for wrong in [
            json!({ "color": "#12345a" }),
            json!({ "name": "" }),
            json!({ "name": " ab " }),
            json!({ "name": "a".repeat(51) }),
            json!({ "name": "linha\nnova" }),
            json!({ "name": name, "color": "red" }),
            json!({ "name": name, "color": "#12345g" }),
            json!({ "name": name, "kanban": 2 }),
        ] {
            let refusal = admin.post("/tags", &wrong).await;
            assert_eq!(refusal.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
        let lane = json!({ "name": name, "kanban": 1 });
        let refused = marina.post("/tags", &lane).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let plain = make(&marina, &unique("Solta")).await;
        let path = format!("/tags/{}", plain["id"]);
        for name in ["", " ab "] {
            let refused = marina.put(&path, &json!({ "name": name })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{name:?}");
        }
        let refused = marina.put(&path, &json!({ "kanban": 1 })).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let lead = desk.supervisor().await;
        for session in [&lead, &admin] {
            let turned = session.put(&path, &json!({ "kanban": 1 })).await.ok();
            assert_eq!(turned["kanban"], 1);
            session.put(&path, &json!({ "kanban": 0 })).await.ok();
        }
        assert_eq!(lead.post("/tags", &lane).await.ok()["kanban"], 1);
        let again = admin.post("/tags", &lane).await;
        assert_eq!(again.refusal(), (400, "ERR_TAG_NAME_TAKEN"));
    })
    .await;
}
