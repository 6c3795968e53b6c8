//! Conversations: what a page says of those before it, and what comes with their rows.

use super::{
    fixtures::{connection, sent, shown, talk},
    support::{both, company, now},
};
use crate::{
    media::{self, StoredMedia},
    messages::{self, ConversationFilter, write::NewMessage},
    model::{message::MediaKind, page::Page},
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

#[tokio::test]
async fn an_answer_shows_text_and_picture_of_what_it_quotes_until_that_is_taken_back() {
    // spec: S034
    both(async |db| {
        let company = company(&db, "Lojas Aurora").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let connection = connection(conn, company, "Matriz").await;
        let talk = talk(conn, company, connection, "5511900000001").await;
        let file = StoredMedia {
            path: "0123456789abcdef0123456789abcdef".into(),
            name: "foto.png".into(),
            mime: "image/png".into(),
            kind: MediaKind::Image,
            size: 68,
            width: Some(1),
            height: Some(1),
            duration: None,
        };
        let media = media::insert_of_customer(conn, company, now(), &file).await;
        let picture = NewMessage {
            media_id: Some(media.unwrap()),
            media_type: Some(file.kind.as_str().into()),
            ..sent(talk, connection)
        };
        let quoted = messages::write::insert(conn, company, &picture, now()).await;
        let quoted = quoted.unwrap().unwrap();
        let answer = NewMessage {
            quoted_id: Some(quoted),
            ..sent(talk, connection)
        };
        let answer = messages::write::insert(conn, company, &answer, now()).await;
        let answer = answer.unwrap().unwrap();
        for (text, link) in [("Bom dia", Some(file.path.as_str())), ("", None)] {
            let shown = messages::get(conn, company, answer, shown()).await.unwrap();
            let seen = shown.quoted_msg.unwrap();
            assert_eq!(seen.id, quoted);
            assert_eq!(
                (seen.body.as_str(), seen.media_url.as_deref()),
                (text, link)
            );
            let taken_back = messages::write::set_deleted(conn, company, quoted, now()).await;
            taken_back.unwrap();
        }
    })
    .await;
}
