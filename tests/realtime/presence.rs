//! Who is there.

use serde_json::{Value, json};

use super::{
    event,
    support::{ADMIN, MARINA, TestDesk, TestSocket, backends},
};

#[tokio::test]
async fn colleagues_hear_when_somebody_comes_and_once_he_is_really_gone() {
    // spec: S113 S132
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut watching = TestSocket::open(&desk, &admin).await;
        let name = event(&admin, "user");
        let of_marina = |it: &Value| it["user"]["id"] == marina.id();

        let mut first = TestSocket::open(&desk, &marina).await;
        let online = watching.event_where(&name, of_marina).await;
        assert_eq!(
            (&online["action"], &online["user"]["online"]),
            (&json!("update"), &json!(true))
        );
        assert_eq!(online["user"]["name"], marina.user["name"]);
        let listed = admin.get("/users/list").await.ok();
        let listed = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["id"] == marina.id())
            .unwrap()
            .clone();
        assert_eq!(listed["online"], true);

        // a second tab, a sign of life and a page that is loaded again are no news
        let second = TestSocket::open(&desk, &marina).await;
        first.join("userStatus", json!(null)).await;
        first.cut();
        second.cut();
        let third = TestSocket::open(&desk, &marina).await;
        super::settle(&admin, [&mut watching]).await;
        assert!(
            !watching
                .seen
                .iter()
                .any(|(seen, it)| *seen == name && of_marina(it))
        );

        third.cut();
        let offline = watching.event_where(&name, of_marina).await;
        assert_eq!(offline["user"]["online"], false);
    }
}

#[tokio::test]
async fn a_sign_of_life_brings_back_whoever_was_taken_for_gone() {
    // spec: S113
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut watching = TestSocket::open(&desk, &admin).await;
        let mut tab = TestSocket::open(&desk, &marina).await;
        let name = event(&admin, "user");
        let of_marina = |it: &Value| it["user"]["id"] == marina.id();
        watching.event_where(&name, of_marina).await;
        // as if another node had not heard of her browser for long
        let id = marina.id();
        desk.execute(&format!("DELETE FROM presences WHERE user_id = {id}"));
        desk.execute(&format!("UPDATE users SET online = FALSE WHERE id = {id}"));
        tab.join("userStatus", json!(null)).await;
        let back = watching.event_where(&name, of_marina).await;
        assert_eq!(
            (&back["action"], &back["user"]["online"]),
            (&json!("update"), &json!(true))
        );
    }
}
