//! What is told of what a company sets up: each list of it hears of one that is new, one that changed and one that is gone.

use actix_web::http::Method;
use guiche_storage::model::user::Profile;
use serde_json::{Value, json};

use super::callers::Desk;

/// What is made at an address and how it is changed. Then what is told: of what, how of a new one, in which field it stands,
/// and in which the id of one that is gone.
fn things() -> [(&'static str, Value, Value, [&'static str; 4]); 6] {
    [
        (
            "/queue",
            json!({ "name": "Vendas", "color": "#00aa55" }),
            json!({ "greetingMessage": "Olá!" }),
            ["queue", "update", "queue", "queueId"],
        ),
        (
            "/tags",
            json!({ "name": "Urgente" }),
            json!({ "name": "Muito urgente" }),
            ["tag", "create", "tag", "tagId"],
        ),
        (
            "/quick-messages",
            json!({ "shortcode": "prazo", "message": "Até 3 dias" }),
            json!({ "message": "Até 5 dias" }),
            ["quickMessage", "create", "record", "id"],
        ),
        (
            "/files",
            json!({ "name": "Catálogo", "message": "Segue." }),
            json!({ "message": "Seguem." }),
            ["file", "create", "fileList", "fileListId"],
        ),
        (
            "/contact-lists",
            json!({ "name": "Clientes" }),
            json!({ "name": "Fiéis" }),
            ["ContactList", "create", "record", "id"],
        ),
        (
            "/campaigns",
            json!({ "name": "Natal" }),
            json!({ "message1": "Boas festas!" }),
            ["campaign", "create", "record", "id"],
        ),
    ]
}

#[actix_web::test]
async fn each_list_hears_of_what_is_new_of_what_changed_and_of_what_is_gone() {
    // spec: A075 A121
    let desk = Desk::new().await;
    let aurora = desk.company_with_everything("Aurora").await;
    let admin = desk.user(aurora, Profile::Admin, false).await;
    for (path, wish, change, [entity, created, record, gone]) in things() {
        desk.told();
        let id = desk.post(&admin, path, wish).await["id"].clone();
        let own = format!("{path}/{id}");
        let (status, changed) = desk.call(&admin, Method::PUT, &own, Some(change)).await;
        assert!([200, 201].contains(&status), "{own}: {changed}");
        let (status, _) = desk.call(&admin, Method::DELETE, &own, None).await;
        assert_eq!(status, 200, "{own}");
        let told: Vec<_> = desk
            .told()
            .into_iter()
            .filter(|(of, ..)| *of == entity)
            .map(|(_, _, body)| {
                let is_gone = body["action"] == "delete";
                let whose = if is_gone {
                    &body[gone]
                } else {
                    &body[record]["id"]
                };
                (body["action"].clone(), whose.clone())
            })
            .collect();
        let expected = [created, "update", "delete"].map(|action| (json!(action), id.clone()));
        assert_eq!(told, expected, "{path}");
    }
}
