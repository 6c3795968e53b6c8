//! Help videos: super users write them, everybody watches them.

use serde_json::json;

use super::{
    ADMIN, MARINA, VIDA, new_number,
    support::{SUPER, TestSocket, on_both},
};

#[tokio::test]
async fn everybody_sees_a_video_as_soon_as_it_is_written() {
    // spec: A038 A075 A104
    on_both(async |desk| {
        let (host, marina) = (desk.session(SUPER).await, desk.session(MARINA).await);
        let vida = desk.session(VIDA).await;
        let mut page = TestSocket::open(desk, &vida).await;
        let title = format!("Primeiros passos {}", new_number());
        let wish = json!({
            "title": title, "video": "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "description": "Em 3 minutos.",
        });
        let made = host.post("/helps", &wish).await.ok();
        assert_eq!(made["video"], "dQw4w9WgXcQ", "the code out of the link");
        assert_eq!(made["description"], "Em 3 minutos.");
        let name = format!("company-{}-help", vida.company());
        let told = page.event_where(&name, |it| it["record"]["id"] == made["id"]).await;
        assert_eq!((&told["action"], &told["record"]["title"]), (&json!("create"), &json!(title)));
        let all = marina.get("/helps/list").await.ok();
        assert!(all.as_array().unwrap().contains(&made));

        let path = format!("/helps/{}", made["id"]);
        let change = json!({ "title": format!("{title}!"), "video": "aaaaaaaaaaa" });
        let changed = host.put(&path, &change).await.ok();
        assert_eq!(changed["description"], "");
        let told = page.event_where(&name, |it| it["record"]["title"] == change["title"]).await;
        assert_eq!((&told["action"], &told["record"]), (&json!("update"), &changed));
        let change = json!({
            "title": change["title"], "video": "bbbbbbbbbbb", "description": "Em 5 minutos.",
        });
        let changed = host.put(&path, &change).await.ok();
        for (field, value) in change.as_object().unwrap() {
            assert_eq!(changed[field], *value, "{field}");
        }
        let found = marina.get(&format!("/helps?searchParam={}", title.replace(' ', "%20"))).await.ok();
        assert_eq!((&found["count"], &found["records"][0]), (&json!(1), &changed));
        host.delete(&path).await.ok();
        page.event_where(&name, |it| it["action"] == "delete" && it["id"] == made["id"]).await;
        let gone = host.delete(&path).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_HELP_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn what_is_no_video_and_what_no_super_user_writes_is_refused() {
    // spec: S003 A104
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        for (title, video) in [
            ("", "dQw4w9WgXcQ"),
            ("Título", "https://evil.example/watch?v=dQw4w9WgXcQ"),
            ("Título", "\"><script>"),
        ] {
            let answer = host
                .post("/helps", &json!({ "title": title, "video": video }))
                .await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{title} {video}");
        }
        let wish = json!({ "title": "Meu vídeo", "video": "dQw4w9WgXcQ" });
        for person in [MARINA, ADMIN] {
            let denied = desk.session(person).await.post("/helps", &wish).await;
            assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"), "{person}");
        }
    })
    .await;
}
