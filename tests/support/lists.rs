//! Contact lists, as most tests need them: with somebody whose number was asked for.

use serde_json::{Value, json};

use super::{Session, new_number, until};

/// The list that the matrices change and delete.
const NAME: &str = "Lista de Ensaio";

/// A list of an admin and somebody in it, by their ids; made again when they were deleted. Every number in it has its answer:
/// nothing changes by itself any more.
pub async fn contact_list(admin: &Session) -> (Value, Value) {
    let found = admin.get("/contact-lists?searchParam=ensaio").await.ok();
    let list = if let Some(known) = found["records"].get(0) {
        known["id"].clone()
    } else {
        let wish = json!({ "name": NAME });
        admin.post("/contact-lists", &wish).await.ok()["id"].clone()
    };
    let path = format!("/contact-list-items?contactListId={list}");
    let found = admin.get(&path).await.ok();
    let item = match found["contacts"].get(0) {
        Some(known) => known["id"].clone(),
        None => new_item(admin, &list, &new_number()).await["id"].clone(),
    };
    until_checked(admin, &list).await;
    (list, item)
}

/// Adds somebody to a list.
pub async fn new_item(admin: &Session, list: &Value, number: &str) -> Value {
    let wish = json!({
        "contactListId": list, "name": "Beatriz Rocha", "number": number, "email": "bia@exemplo.example",
    });
    admin.post("/contact-list-items", &wish).await.ok()
}

/// Waits until every number of a list has its answer.
pub async fn until_checked(admin: &Session, list: &Value) {
    let path = format!("/contact-lists/{list}");
    until("the numbers were asked for", async || {
        admin.get(&path).await.ok()["checks"]["waiting"] == 0
    })
    .await;
}

/// Asserts that a list has these things, in this order, twenty on a page, and says how many there are and whether more follow.
/// `path`: with what is asked for; `field`: where the answer has them.
pub async fn assert_twenty_a_page(session: &Session, path: &str, field: &str, ids: &[Value]) {
    let pages = ids.chunks(20);
    let last = pages.len();
    for (number, page) in (1..).zip(pages) {
        let answer = session
            .get(&format!("{path}&pageNumber={number}"))
            .await
            .ok();
        let shown = answer[field].as_array().expect("a list").iter();
        let shown: Vec<_> = shown.map(|one| one["id"].clone()).collect();
        assert_eq!(
            (shown.as_slice(), &answer["count"], &answer["hasMore"]),
            (page, &Value::from(ids.len()), &Value::from(number < last)),
            "page {number}"
        );
    }
}
