//! What businesses say of themselves on `WhatsApp`: asked for once when they write, kept, asked for again after a month.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number,
    support::{Session, TestDesk, TestSocket, on_both, until},
};

/// A number of the simulator whose phone has this number.
async fn new_line(desk: &TestDesk, admin: &Session, own: &str) -> i64 {
    let wish = json!({ "name": format!("Linha {own}"), "provider": "simulator" });
    let made = admin.post("/whatsapp", &wish).await.ok();
    let line = made["id"].as_i64().expect("an id");
    let path = format!("/whatsapp/{line}");
    until("it shows a code", async || {
        admin.get(&path).await.ok()["qrcode"] != ""
    })
    .await;
    // its phone says something of itself, too
    say_of_itself(desk, line, own, Some(&padaria("Padaria própria"))).await;
    desk.simulator_post(line, "session/scan", &json!({ "number": own }))
        .await;
    until("it is connected", async || {
        admin.get(&path).await.ok()["status"] == "CONNECTED"
    })
    .await;
    line
}

fn padaria(name: &str) -> Value {
    json!({
        "name": name, "description": "  Pães desde 1998  ", "address": "Rua das Flores, 12",
        "email": "oi@padaria.example", "websites": ["padaria.example", " "], "categories": ["Padaria"],
        "timeZone": "America/Sao_Paulo",
        "hours": [{ "day": "monday", "mode": "hours", "opens": 420, "closes": 1_140 },
            { "day": "sunday", "mode": "appointment", "opens": null, "closes": null }],
    })
}

/// A phone says this of its business, or nothing any more.
async fn say_of_itself(desk: &TestDesk, line: i64, number: &str, profile: Option<&Value>) {
    let phone = format!("{}/simulator/{line}/phones/{number}", desk.operator);
    let client = reqwest::Client::new();
    let profile_of = format!("{phone}/profile");
    let made = client
        .put(phone)
        .json(&json!({}))
        .send()
        .await
        .expect("an answer");
    assert!(made.status().is_success());
    let said = match profile {
        Some(profile) => client.put(profile_of).json(profile),
        None => client.delete(profile_of),
    };
    assert!(said.send().await.expect("an answer").status().is_success());
}

async fn contact_of(session: &Session, number: &str) -> i64 {
    let path = format!("/contacts?searchParam={number}");
    until("the contact is here", async || {
        session.get(&path).await.ok()["count"] == 1
    })
    .await;
    session.get(&path).await.ok()["contacts"][0]["id"]
        .as_i64()
        .expect("an id")
}

#[tokio::test]
async fn pages_are_told_when_it_is_known_what_a_business_says() {
    // spec: S038
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut page = TestSocket::open(desk, &marina).await;
        let line = new_line(desk, &admin, &new_number()).await;
        let business = new_number();
        say_of_itself(desk, line, &business, Some(&padaria("Padaria do Zé"))).await;
        desk.say(line, &business, "Zé", "Oi").await;
        let id = contact_of(&admin, &business).await;
        let name = format!("company-{}-contact", marina.company());
        page.event_where(&name, |it| {
            it["action"] == "update" && it["contact"]["id"] == id
        })
        .await;
        let known = marina.get(&format!("/contacts/{id}/profile")).await.ok();
        assert_eq!(known["profile"]["name"], "Padaria do Zé");
    })
    .await;
}

#[tokio::test]
async fn what_a_business_says_is_asked_for_once_and_again_after_a_month() {
    // spec: S038
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let marina = desk.session(MARINA).await;
        let line = new_line(desk, &admin, &new_number()).await;
        let (business, person) = (new_number(), new_number());
        say_of_itself(desk, line, &business, Some(&padaria("Padaria do Zé"))).await;
        desk.say(line, &business, "Zé", "Oi").await;
        desk.say(line, &person, "Ana", "Oi").await;
        let of = async |number: &str| format!("/contacts/{}/profile", contact_of(&admin, number).await);
        let (business_path, person_path) = (of(&business).await, of(&person).await);
        let shown = async |path: &str| marina.get(path).await.ok();
        until("both were asked for", async || {
            shown(&business_path).await["profile"] != Value::Null && shown(&person_path).await["askedAt"] != Value::Null
        })
        .await;
        let profile = shown(&business_path).await["profile"].clone();
        let mut expected = padaria("Padaria do Zé");
        expected["description"] = json!("Pães desde 1998");
        expected["websites"] = json!(["padaria.example"]);
        assert_eq!(profile, expected, "tidied, and every field told");
        assert_eq!(shown(&person_path).await["profile"], Value::Null);

        // what he says later is not asked for at once
        say_of_itself(desk, line, &business, Some(&padaria("Padaria nova"))).await;
        let asked_at = shown(&business_path).await["askedAt"].clone();
        desk.say(line, &business, "Zé", "Tudo bem?").await;
        desk.say(line, &person, "Ana", "Tudo bem?").await;
        let later = new_number();
        desk.say(line, &later, "Depois", "Oi").await;
        let later_path = of(&later).await;
        until("one who came later was asked for", async || shown(&later_path).await["askedAt"] != Value::Null).await;
        assert_eq!(shown(&business_path).await["askedAt"], asked_at);
        assert_eq!(shown(&business_path).await["profile"]["name"], "Padaria do Zé");

        // a month later he is asked for again
        let id = contact_of(&admin, &business).await;
        desk.execute(&format!(
            "UPDATE contact_profiles SET asked_at = '2026-01-01T00:00:00.000000Z' WHERE contact_id = {id}"
        ));
        desk.say(line, &business, "Zé", "De novo eu").await;
        until("what he says is new", async || shown(&business_path).await["profile"]["name"] == "Padaria nova").await;
        admin.delete(&format!("/whatsapp/{line}")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_numbers_own_profile_is_shown_to_those_who_look_after_numbers() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = new_line(desk, &admin, &new_number()).await;
        let path = format!("/whatsapp/{line}/profile");
        until("it was asked for", async || {
            admin.get(&path).await.ok()["profile"] != Value::Null
        })
        .await;
        let shown = admin.get(&path).await.ok();
        assert_eq!(shown["profile"]["name"], "Padaria própria");
        assert_ne!(shown["askedAt"], Value::Null);
        let refused = desk.session(MARINA).await.get(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        admin.delete(&format!("/whatsapp/{line}")).await.ok();
    })
    .await;
}
