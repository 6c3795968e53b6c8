//! Conversations: what a page says of those before it.

use super::{
    fixtures::{connection, sent, shown, talk},
    support::{both, company, now},
};
use crate::{
    message_changes,
    messages::{self, ConversationFilter},
    model::page::Page,
};

#[tokio::test]
async fn a_long_conversation_is_counted_to_500_beyond_the_page() {
    both(async |db| {
        let company = company(&db, "Lojas Aurora").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let connection = connection(conn, company, "Matriz").await;
        let (ticket, contact) = talk(conn, company, connection, "5511900000001").await;
        for _ in 0..530 {
            let message = sent((ticket, contact), connection);
            let id = message_changes::insert(conn, company, &message, now()).await;
            id.unwrap().unwrap();
        }
        let filter = ConversationFilter {
            contact,
            ticket,
            scope: None,
            before: None,
        };
        for (number, rows, count, has_more) in [
            (1, 20, 520, true),
            (2, 20, 530, true),
            (26, 20, 530, true),
            (27, 10, 530, false),
        ] {
            let page = Page::new(Some(number), 20);
            let found = messages::list(conn, company, &filter, page, shown()).await;
            let found = found.unwrap();
            let told = (found.rows.len(), found.count, found.has_more);
            assert_eq!(told, (rows, count, has_more), "page {number}");
        }
    })
    .await;
}
