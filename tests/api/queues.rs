//! Queues, their menus, hours and holidays as admins set them up.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, new_number,
    support::{Session, TestDesk, on_both},
};

fn unique(name: &str) -> String {
    format!("{name} {}", new_number())
}

pub fn color() -> String {
    let number = new_number();
    format!("#{}", number.split_at(number.len() - 6).1)
}

async fn queue(admin: &Session) -> Value {
    let wish = json!({ "name": unique("Fila"), "color": color() });
    admin.post("/queue", &wish).await.ok()
}

async fn remove(admin: &Session, queue: &Value) {
    admin.delete(&format!("/queue/{}", queue["id"])).await.ok();
}

async fn options(session: &Session, queue: &Value, parent: Option<i64>) -> Vec<(i64, String)> {
    let parent = parent.map_or_else(String::new, |id| format!("&parentId={id}"));
    let path = format!("/queue-options?queueId={}{parent}", queue["id"]);
    let all = session.get(&path).await.ok();
    let all = all.as_array().expect("a bare list").iter();
    all.map(|one| {
        let title = one["title"].as_str().expect("a title").to_owned();
        (one["option"].as_i64().expect("a place"), title)
    })
    .collect()
}

async fn admin_of(desk: &TestDesk) -> Session {
    desk.session(ADMIN).await
}

#[tokio::test]
async fn a_queue_has_what_its_dialog_shows_and_begins_with_the_usual_hours() {
    // spec: A032 A077 A100 A136
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let made = queue(&admin).await;
        let hours: Vec<String> = made["schedules"]
            .as_array()
            .expect("a week")
            .iter()
            .map(|day| format!("{} {}-{}", day["weekdayEn"].as_str().unwrap(), day["startTime"].as_str().unwrap(), day["endTime"].as_str().unwrap()))
            .collect();
        assert_eq!(
            hours,
            [
                "monday 08:00-18:00", "tuesday 08:00-18:00", "wednesday 08:00-18:00", "thursday 08:00-18:00",
                "friday 08:00-18:00", "saturday 08:00-12:00", "sunday 00:00-00:00",
            ]
        );
        assert_eq!(made["companyId"], admin.company());
        assert_eq!((made.get("integrationId"), made.get("promptId")), (Some(&Value::Null), Some(&Value::Null)));
        let path = format!("/queue/{}", made["id"]);
        let name = unique("Vendas");
        let change = json!({
            "name": name, "greetingMessage": "Olá!", "outOfHoursMessage": "Só amanhã.", "orderQueue": 3,
            "schedules": [{ "weekday": "Segunda", "weekdayEn": "monday", "startTime": "22:00", "endTime": "02:00" }],
        });
        let answer = admin.put(&path, &change).await;
        assert_eq!(answer.status.as_u16(), 201);
        let changed = answer.ok();
        assert_eq!(admin.get(&path).await.ok(), changed);
        assert_eq!((&changed["outOfHoursMessage"], &changed["orderQueue"]), (&json!("Só amanhã."), &json!(3)));
        assert_eq!((&changed["name"], &changed["greetingMessage"]), (&json!(name), &json!("Olá!")));
        assert_eq!(changed["schedules"].as_array().expect("days").len(), 7);
        assert_eq!(changed["schedules"][0]["endTime"], "02:00");
        assert_eq!(changed["schedules"][1]["startTime"], "");
        let prompt = json!({
            "name": unique("Vendas"), "prompt": "Você atende.", "apiKey": "sk-aurora-0123456789", "queueId": made["id"],
        });
        let prompt = admin.post("/prompt", &prompt).await.ok()["id"].clone();
        let color = color();
        for (change, expected) in [
            (json!({ "promptId": prompt, "color": color }), &prompt),
            (json!({ "greetingMessage": "Oi!" }), &prompt),
            (json!({ "promptId": null }), &Value::Null),
        ] {
            admin.put(&path, &change).await.ok();
            let read = admin.get(&path).await.ok();
            assert_eq!((&read["promptId"], &read["color"]), (expected, &json!(color)), "{change}");
        }
        admin.delete(&format!("/prompt/{prompt}")).await.ok();
        remove(&admin, &made).await;
        assert_eq!(admin.get(&path).await.refusal(), (404, "ERR_NO_QUEUE_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_queue_has_a_name_of_2_to_50_characters_and_a_colour_of_its_own() {
    // spec: A077
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let made = queue(&admin).await;
        let path = format!("/queue/{}", made["id"]);
        for (wrong, field) in [
            (json!({ "name": "A" }), "name"),
            (json!({ "name": "a".repeat(51) }), "name"),
            (json!({ "color": "#1" }), "color"),
            (json!({ "color": "#123456789" }), "color"),
            (json!({ "color": "#12" }), "color"),
            (json!({ "color": "url(x)" }), "color"),
            (json!({ "schedules": [{ "weekday": "x", "weekdayEn": "monday", "startTime": "8:00", "endTime": "18:00" }] }), "schedules"),
            (json!({ "schedules": [{ "weekday": "x", "weekdayEn": "noday", "startTime": "08:00", "endTime": "18:00" }] }), "schedules"),
        ] {
            let refused = admin.put(&path, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
            assert!(refused.body["details"][field].is_array(), "{}", refused.body);
        }
        // a colour is one queue's, however it is written
        let other = json!({ "name": unique("Fila"), "color": "#A1B" });
        let other = admin.post("/queue", &other).await.ok();
        assert_eq!(other["color"], "#aa11bb");
        let sheer = format!("{}80", color());
        let kept = admin.put(&path, &json!({ "color": sheer })).await.ok();
        assert_eq!(kept["color"], sheer.as_str(), "nine characters are the most");
        let taken = admin.put(&path, &json!({ "color": "#AA11BB" })).await;
        assert_eq!(taken.refusal(), (400, "ERR_QUEUE_COLOR_ALREADY_EXISTS"));
        for missing in [json!({ "name": unique("Fila") }), json!({ "color": "#0a0b0c" })] {
            assert_eq!(admin.post("/queue", &missing).await.refusal(), (400, "ERR_VALIDATION"), "{missing}");
        }
        for name in ["Ab".to_owned(), "a".repeat(50)] {
            let renamed = admin.put(&path, &json!({ "name": name })).await.ok();
            assert_eq!(renamed["name"], name);
        }
        let wrong = json!({ "greetingMessage": { "text": "Olá!" } });
        assert_eq!(admin.put(&path, &wrong).await.refusal(), (400, "ERR_VALIDATION"));
        // and another company may have it too
        let vida = desk.session(VIDA).await;
        let theirs = json!({ "name": unique("Fila"), "color": "#A1B" });
        let theirs = vida.post("/queue", &theirs).await.ok();
        remove(&vida, &theirs).await;
        remove(&admin, &made).await;
        remove(&admin, &other).await;
    })
    .await;
}

#[tokio::test]
async fn a_day_has_up_to_three_ranges_one_after_the_other() {
    // spec: A013 A032
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let made = queue(&admin).await;
        let path = format!("/queue/{}", made["id"]);
        let week = |ranges: Value| {
            json!({ "schedules": [{ "weekday": "Segunda", "weekdayEn": "monday", "startTime": "08:00", "endTime": "12:00",
                "ranges": ranges }] })
        };
        let range = |start: &str, end: &str| json!({ "startTime": start, "endTime": end });
        for wrong in [
            json!([range("12:00", "18:00")]),
            json!([range("07:00", "07:30")]),
            json!([range("22:00", "02:00"), range("23:00", "23:30")]),
            json!([range("22:00", "08:00")]),
            json!([range("", "")]),
            json!([range("13:00", "25:00")]),
            json!([range("13:00", "14:00"), range("15:00", "16:00"), range("17:00", "18:00")]),
        ] {
            let refused = admin.put(&path, &week(wrong.clone())).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
            assert!(refused.body["details"]["schedules"].is_array(), "{}", refused.body);
        }
        assert_eq!(admin.get(&path).await.ok()["schedules"], made["schedules"]);
        let further = json!([range("13:30", "18:00"), range("20:00", "02:00")]);
        admin.put(&path, &week(further.clone())).await.ok();
        let kept = admin.get(&path).await.ok()["schedules"].clone();
        assert_eq!((&kept[0]["endTime"], &kept[0]["ranges"]), (&json!("12:00"), &further));
        assert_eq!(kept[1]["ranges"], json!([]));
        let company = format!("/companies/{}/schedules", admin.company());
        let refused = admin.put(&company, &week(json!([range("11:00", "18:00")]))).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        remove(&admin, &made).await;
    })
    .await;
}

#[tokio::test]
async fn queues_are_ordered_as_they_are_dragged() {
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let (one, other) = (queue(&admin).await, queue(&admin).await);
        let order = json!({ "queueIds": [other["id"], one["id"]] });
        let all = admin.put("/queue/order", &order).await.ok();
        assert_eq!((&all[0]["id"], &all[1]["id"]), (&other["id"], &one["id"]));
        assert_eq!(
            (&all[0]["orderQueue"], &all[1]["orderQueue"]),
            (&json!(1), &json!(2))
        );
        // other tests make and delete queues of this company meanwhile
        let ours = |all: &Value| -> Vec<Value> {
            let all = all.as_array().expect("queues").iter();
            let ours = all.filter(|it| [&one["id"], &other["id"]].contains(&&it["id"]));
            ours.cloned().collect()
        };
        assert_eq!(ours(&admin.get("/queue").await.ok()), ours(&all));
        let kanban = admin.get("/queue-kanban").await.ok();
        assert_eq!(ours(&kanban["lista"]), ours(&all));
        remove(&admin, &one).await;
        remove(&admin, &other).await;
    })
    .await;
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one tree through all its changes")]
async fn options_keep_their_places_from_one() {
    // spec: A033 A100
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let made = queue(&admin).await;
        let add = async |title: &str, more: Value| {
            let mut wish = json!({ "queueId": made["id"], "title": title });
            wish.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            admin.post("/queue-options", &wish).await
        };
        let first = add("Um", json!({ "parentId": -1, "message": "Olá" }))
            .await
            .ok();
        assert_eq!(
            (&first["option"], &first["parentId"], &first["message"]),
            (&json!(1), &json!(null), &json!("Olá"))
        );
        add("Três", json!({ "parentId": null })).await.ok();
        let second = add("Dois", json!({ "option": 2 })).await.ok();
        let root = async || options(&admin, &made, Some(-1)).await;
        let named = |titles: &[&str]| -> Vec<(i64, String)> {
            (1..)
                .zip(titles.iter().map(|it| (*it).to_owned()))
                .collect()
        };
        assert_eq!(root().await, named(&["Um", "Dois", "Três"]));
        let path = |option: &Value| format!("/queue-options/{}", option["id"]);
        admin
            .put(&path(&second), &json!({ "option": 1 }))
            .await
            .ok();
        assert_eq!(root().await, named(&["Dois", "Um", "Três"]));
        // into another one, and never into itself
        admin
            .put(&path(&second), &json!({ "parentId": first["id"] }))
            .await
            .ok();
        assert_eq!(root().await, named(&["Um", "Três"]));
        assert_eq!(
            options(&admin, &made, first["id"].as_i64()).await,
            named(&["Dois"])
        );
        let below = add("Meio", json!({ "parentId": first["id"], "option": 1 }))
            .await
            .ok();
        assert_eq!(below["parentId"], first["id"]);
        let roots = format!("/queue-options?queueId={}&parentId=-1", made["id"]);
        let roots = admin.get(&roots).await.ok();
        assert_eq!(roots[0]["children"], json!([below["id"], second["id"]]));
        assert_eq!(
            (&roots[0]["queueId"], &roots[1]["children"]),
            (&made["id"], &json!([]))
        );
        let same = admin
            .put(&path(&first), &json!({ "message": "Oi" }))
            .await
            .ok();
        assert_eq!(
            (&same["children"], &same["message"]),
            (&roots[0]["children"], &json!("Oi"))
        );
        admin.delete(&path(&below)).await.ok();
        let loops = admin
            .put(&path(&first), &json!({ "parentId": second["id"] }))
            .await;
        assert_eq!(loops.refusal(), (400, "ERR_QUEUE_OPTION_LOOP"));
        let nowhere = add("Quatro", json!({ "parentId": 999_999_999 })).await;
        assert_eq!(nowhere.refusal(), (404, "ERR_NO_QUEUE_OPTION_FOUND"));
        for wrong in [
            json!({ "title": "" }),
            json!({ "title": "a".repeat(51) }),
            json!({ "option": 0 }),
        ] {
            assert_eq!(
                admin.put(&path(&first), &wrong).await.refusal(),
                (400, "ERR_VALIDATION"),
                "{wrong}"
            );
        }
        // what stands below goes too
        assert_eq!(
            admin.delete(&path(&first)).await.ok()["message"],
            "Option deleted."
        );
        assert_eq!(options(&admin, &made, None).await, named(&["Três"]));
        remove(&admin, &made).await;
    })
    .await;
}

#[tokio::test]
async fn a_tree_is_saved_as_a_whole() {
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let made = queue(&admin).await;
        let path = format!("/queue/{}/options", made["id"]);
        // a child may stand before its parent
        let tree = json!({ "options": [
            { "key": "b", "parentKey": "a", "title": "Filha" },
            { "key": "a", "title": "Mãe", "message": "Qual?" },
            { "key": "c", "title": "Outra" },
        ]});
        let saved = admin.put(&path, &tree).await.ok();
        let id = |key: &str| {
            let keys = saved["keys"].as_array().expect("keys").clone();
            keys.into_iter().find(|one| one["key"] == key).expect("a key")["id"].clone()
        };
        assert_eq!(saved["options"].as_array().expect("options").len(), 3);
        // what is kept keeps its id, what is missing goes
        let next = json!({ "options": [
            { "key": "x", "id": id("c"), "title": "Outra" },
            { "key": "y", "id": id("a"), "parentKey": "x", "title": "Mãe" },
        ]});
        let next = admin.put(&path, &next).await.ok();
        let found: Vec<(Value, Value)> = next["options"]
            .as_array()
            .expect("options")
            .iter()
            .map(|one| (one["id"].clone(), one["parentId"].clone()))
            .collect();
        assert_eq!(found, [(id("c"), json!(null)), (id("a"), id("c"))]);
        for (wrong, code) in [
            (json!([{ "key": "a", "title": "A" }, { "key": "a", "title": "B" }]), (400, "ERR_VALIDATION")),
            (json!([{ "key": "a", "parentKey": "z", "title": "A" }]), (400, "ERR_VALIDATION")),
            (json!([{ "key": "a", "parentKey": "b", "title": "A" }, { "key": "b", "parentKey": "a", "title": "B" }]), (400, "ERR_VALIDATION")),
            (json!([{ "key": "a", "id": 999_999_999, "title": "A" }]), (404, "ERR_NO_QUEUE_OPTION_FOUND")),
        ] {
            let refused = admin.put(&path, &json!({ "options": wrong })).await;
            assert_eq!(refused.refusal(), code, "{wrong}");
        }
        assert_eq!(options(&admin, &made, None).await.len(), 2, "a refused tree changes nothing");
        remove(&admin, &made).await;
    })
    .await;
}

#[tokio::test]
async fn a_tree_is_played_before_it_is_saved() {
    on_both(async |desk| {
        let admin = admin_of(desk).await;
        let tree = json!({
            "greetingMessage": "Olá, {{firstName}}!",
            "options": [
                { "key": "a", "title": "Trocas", "message": "O que aconteceu?", "mediaName": "trocas.jpg" },
                { "key": "b", "parentKey": "a", "title": "Tamanho", "message": "Qual peça?" },
                { "key": "c", "parentKey": "a", "title": "Defeito", "message": "" },
            ],
            "messages": ["1"],
        });
        let played = admin.post("/queue/preview", &tree).await.ok();
        let bodies: Vec<&str> = played["bubbles"]
            .as_array()
            .expect("bubbles")
            .iter()
            .map(|bubble| bubble["body"].as_str().expect("a text"))
            .collect();
        assert_eq!(
            bodies,
            [
                "Olá, Beatriz!\n\n[ 1 ] - Trocas\n\n[ # ] início",
                "1",
                "",
                "O que aconteceu?\n\n[ 1 ] - Tamanho\n[ 2 ] - Defeito\n\n[ 0 ] anterior\n[ # ] início",
            ]
        );
        assert_eq!((&played["talks"], &played["key"]), (&json!(true), &json!("a")));
        assert_eq!((&played["bubbles"][2]["mediaName"], &played["bubbles"][2]["key"]), (&json!("trocas.jpg"), &json!("a")));
        assert_eq!(played["bubbles"][3]["choices"][1], json!({ "answer": "2", "title": "Defeito" }));
        let mut end = tree.clone();
        end["messages"] = json!(["1", "tamanho"]);
        let played = admin.post("/queue/preview", &end).await.ok();
        assert_eq!((&played["talks"], &played["key"]), (&json!(false), &json!(null)));
        let last = played["bubbles"].as_array().expect("bubbles").last().cloned();
        assert_eq!(last.expect("one")["body"], "Qual peça?");
    })
    .await;
}

#[tokio::test]
async fn the_company_has_a_week_and_holidays() {
    // spec: A013 A080
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let path = format!("/companies/{}/schedules", vida.company());
        let before = vida.get(&path).await.ok();
        let week = json!({ "schedules": [{ "weekday": "Terça", "weekdayEn": "tuesday", "startTime": "09:00", "endTime": "17:30" }] });
        let saved = vida.put(&path, &week).await.ok();
        assert_eq!(saved, vida.get(&path).await.ok());
        assert_eq!((&saved["schedules"][1]["endTime"], &saved["schedules"][2]["endTime"]), (&json!("17:30"), &json!("")));
        // as a whole: what is not in it is closed, and one time that is none refuses all of it
        for (start, end) in [("9:00", "17:30"), ("09:00", "24:00"), ("0900", "17:30"), ("09:00", "17:60")] {
            let wrong = json!({ "schedules": [
                { "weekday": "Quarta", "weekdayEn": "wednesday", "startTime": "09:00", "endTime": "17:30" },
                { "weekday": "Quinta", "weekdayEn": "thursday", "startTime": start, "endTime": end },
            ] });
            assert_eq!(vida.put(&path, &wrong).await.refusal(), (400, "ERR_VALIDATION"), "{start} {end}");
            assert_eq!(vida.get(&path).await.ok(), saved);
        }
        vida.put(&path, &before).await.ok();

        let day = json!({ "date": "2031-06-12", "yearly": false, "name": "Aniversário", "startTime": "09:00", "endTime": "12:00" });
        let made = vida.post("/holidays", &day).await.ok();
        assert_eq!((&made["date"], &made["endTime"], &made["queueId"]), (&json!("2031-06-12"), &json!("12:00"), &json!(null)));
        assert_eq!(vida.post("/holidays", &day).await.refusal(), (409, "ERR_HOLIDAY_TAKEN"));
        let own = format!("/holidays/{}", made["id"]);
        let yearly = json!({ "date": "2031-06-12", "yearly": true, "name": "Aniversário" });
        assert_eq!(vida.put(&own, &yearly).await.ok()["startTime"], json!(null));
        let of_year = vida.get("/holidays?year=2040").await.ok();
        assert!(of_year.as_array().expect("a bare list").iter().any(|one| one["id"] == made["id"]));
        for wrong in [
            json!({ "date": "2031-06-13", "name": "X1", "startTime": "12:00", "endTime": "09:00" }),
            json!({ "date": "2031-06-13", "name": "X1", "startTime": "12:00" }),
            json!({ "date": "13/06/2031", "name": "X1" }),
        ] {
            assert_eq!(vida.post("/holidays", &wrong).await.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
        let marina = desk.session(MARINA).await;
        assert_eq!(marina.delete(&own).await.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(desk.session(ADMIN).await.delete(&own).await.refusal(), (404, "ERR_NO_HOLIDAY_FOUND"));
        vida.delete(&own).await.ok();
        let national = vida.get("/holidays/national?year=2026").await.ok();
        let names: Vec<String> = national
            .as_array()
            .expect("a bare list")
            .iter()
            .map(|day| format!("{} {}", day["date"].as_str().unwrap(), day["name"].as_str().unwrap()))
            .collect();
        assert!(names.contains(&"2026-04-03 Sexta-feira Santa".to_owned()), "{names:?}");
        assert!(names.contains(&"2026-09-07 Independência do Brasil".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn settings_of_the_bot_take_their_words_and_no_others() {
    // spec: A139
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let queue = vida.get("/queue").await.ok()[0]["id"].to_string();
        let foreign = desk.session(ADMIN).await.get("/queue").await.ok()[0]["id"].to_string();
        let put = async |key: &str, value: &str| {
            vida.put(&format!("/settings/{key}"), &json!({ "value": value }))
                .await
        };
        for (key, good, bad) in [
            ("botOutOfHours", "enabled", "yes"),
            ("transferTimerHours", "enabled", "1"),
            ("transferTimerGreeting", "disabled", "0"),
            ("chatBotType", "button", "voice"),
            ("leadsMode", "bot", "all"),
            ("chatbotTicketTimeout", "30", "-1"),
            ("noQueueTimeout", "43200", "43201"),
            ("openTicketTimeout", "0", "x"),
            ("openTicketTimeoutAction", "closed", "close"),
            ("chatbotTicketTimeoutAction", "close", "pending"),
            ("noQueueTimeoutAction", &queue, "someone"),
        ] {
            assert_eq!(put(key, good).await.ok()["value"], good, "{key}");
            assert_eq!(
                put(key, bad).await.refusal(),
                (400, "ERR_VALIDATION"),
                "{key} {bad}"
            );
        }
        for id in [&foreign, "999999999"] {
            let refused = put("noQueueTimeoutAction", id).await;
            assert_eq!(refused.refusal(), (404, "ERR_NO_QUEUE_FOUND"));
        }
        for (key, value) in [
            ("leadsMode", "disabled"),
            ("chatbotTicketTimeout", "0"),
            ("noQueueTimeout", "0"),
        ] {
            put(key, value).await.ok();
        }
    })
    .await;
}
