//! Conversations: what a page says of those before it, and what comes with their rows.

use super::{
    fixtures::{connection, sent, shown, talk},
    support::{both, company, now},
};
use crate::{
    messages::{self, ConversationFilter},
    model::page::Page,
    tickets::{
        self, TicketFilter,
        tags::{self, TagForm},
    },
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
            let id = messages::write::insert(conn, company, &message, now()).await;
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
            (28, 0, 530, false),
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

#[tokio::test]
async fn reactions_come_in_their_order_and_tags_by_name_without_accents() {
    both(async |db| {
        let company = company(&db, "Lojas Aurora").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let connection = connection(conn, company, "Matriz").await;
        let talk = talk(conn, company, connection, "5511900000001").await;
        let message = messages::write::insert(conn, company, &sent(talk, connection), now()).await;
        let id = message.unwrap().unwrap();
        for (reaction, later) in [((true, "👍"), 60), ((false, "❤️"), 5)] {
            let at = now() + chrono::Duration::seconds(later);
            let set = messages::write::set_reaction(conn, company, id, reaction, at).await;
            set.unwrap();
        }
        let message = messages::get(conn, company, id, shown()).await.unwrap();
        let seen = message.reactions.iter();
        let seen: Vec<_> = seen
            .map(|seen| (seen.emoji.as_str(), seen.from_me))
            .collect();
        assert_eq!(seen, [("❤️", false), ("👍", true)]);

        let mut ids = Vec::new();
        for name in ["vip", "Água", "atraso"] {
            let form = TagForm {
                name: name.into(),
                color: "#00aa55".into(),
                kanban: false,
                priority: 0,
                category: String::new(),
            };
            ids.push(
                tags::insert(conn, company, None, &form, now())
                    .await
                    .unwrap()
                    .id,
            );
        }
        tags::set_of_ticket(conn, company, talk.0, &ids)
            .await
            .unwrap();
        tx.commit().await.unwrap();

        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let filter = TicketFilter::default();
        let listed = tickets::list(conn, company, &filter, Page::new(None, 40)).await;
        let one = tickets::get(conn, company, talk.0).await.unwrap();
        for ticket in listed.unwrap().rows.into_iter().chain([one]) {
            let names: Vec<_> = ticket.tags.iter().map(|tag| tag.name.as_str()).collect();
            assert_eq!(names, ["Água", "atraso", "vip"]);
        }
        let beyond = tickets::list(conn, company, &filter, Page::new(Some(9), 40)).await;
        let beyond = beyond.unwrap();
        assert_eq!((beyond.rows.len(), beyond.count), (0, 1));
    })
    .await;
}
