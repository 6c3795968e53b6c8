//! The board: lanes, the places of cards, and what a viewer sees of them.

use super::{
    fixtures::refusal,
    support::{both, now},
};
use crate::{
    Conn,
    fixtures::large::{self, Size},
    model::{CompanyId, QueueId, TagId, TicketId, page::Page},
    on,
    tickets::{
        ViewerScope,
        board::{self, BoardLane, CardFilter},
        tags::{self, TagForm},
    },
};

const LARGE: CompanyId = CompanyId(1);
const OTHER: CompanyId = CompanyId(2);
const SIZE: Size = Size {
    users: 3,
    queues: 3,
    contacts: 240,
    tickets: 300,
    messages: 300,
};

async fn lane(conn: &mut Conn<'_>, name: &str, priority: i64) -> TagId {
    let form = TagForm {
        name: name.into(),
        color: "#00aa55".into(),
        kanban: true,
        priority,
        category: String::new(),
    };
    tags::insert(conn, LARGE, None, &form, now())
        .await
        .unwrap()
        .id
}

async fn running(conn: &mut Conn<'_>) -> Vec<TicketId> {
    on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM tickets WHERE company_id = 1 AND status <> 'closed' ORDER BY id DESC"
    )
    .fetch_all(c)
    .await)
    .unwrap()
}

async fn ids(conn: &mut Conn<'_>, lane: BoardLane, filter: &CardFilter) -> Vec<TicketId> {
    let page = Page::new(None, 1_000);
    let found = board::list(conn, LARGE, lane, filter, page).await.unwrap();
    found.cards.rows.iter().map(|card| card.id).collect()
}

#[tokio::test]
async fn a_lane_keeps_its_order_also_when_the_room_is_used_up() {
    both(async |db| {
        large::seed(&db, now(), (1, SIZE), 1, "-", |_| ())
            .await
            .unwrap();
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let tag = lane(conn, "Novo", 1).await;
        let stage = BoardLane::Tag(tag);
        let mut expected: Vec<TicketId> = running(conn).await.into_iter().take(9).collect();
        for card in &expected {
            board::enter(conn, LARGE, *card, tag).await.unwrap();
        }
        let all = CardFilter::default();
        assert_eq!(ids(conn, stage, &all).await, expected, "the newest on top");
        for _ in 0..50 {
            let moved = expected.remove(8);
            let place = board::place(conn, LARGE, stage, moved, Some(expected[0]));
            let place = place.await.unwrap();
            board::set_place(conn, LARGE, moved, place).await.unwrap();
            expected.insert(1, moved);
            assert_eq!(ids(conn, stage, &all).await, expected);
        }
        // on top, and below all
        let place = board::place(conn, LARGE, stage, expected[4], None).await;
        board::set_place(conn, LARGE, expected[4], place.unwrap())
            .await
            .unwrap();
        let first = expected.remove(4);
        expected.insert(0, first);
        let place = board::place(conn, LARGE, stage, first, Some(expected[8])).await;
        board::set_place(conn, LARGE, first, place.unwrap())
            .await
            .unwrap();
        expected.rotate_left(1);
        assert_eq!(ids(conn, stage, &all).await, expected);

        let second = board::list(conn, LARGE, stage, &all, Page::new(Some(2), 4)).await;
        let second = second.unwrap();
        assert_eq!((second.cards.count, second.cards.has_more), (9, true));
        let shown: Vec<TicketId> = second.cards.rows.iter().map(|it| it.id).collect();
        assert_eq!(shown, expected[4..8]);
    })
    .await;
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one board, looked at in every way")]
async fn a_viewer_sees_cards_of_his_queues_and_a_search_finds_some() {
    both(async |db| {
        large::seed(&db, now(), (1, SIZE), 1, "-", |_| ())
            .await
            .unwrap();
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let tag = lane(conn, "Novo", 1).await;
        let cards = running(conn).await;
        for card in &cards {
            board::enter(conn, LARGE, *card, tag).await.unwrap();
        }
        let stage = BoardLane::Tag(tag);
        let seen = CardFilter {
            scope: Some(ViewerScope {
                user_id: None,
                queues: vec![QueueId(1)],
                without_queue: false,
            }),
            ..CardFilter::default()
        };
        let of_queue = BoardLane::Queue(Some(QueueId(1)));
        let hers = ids(conn, of_queue, &CardFilter::default()).await;
        assert!(!hers.is_empty() && hers.len() < cards.len());
        assert_eq!(ids(conn, stage, &seen).await, hers);
        assert_eq!(ids(conn, of_queue, &seen).await, hers);

        // a filter takes away the rest, and the totals are those of what is left
        let in_queue = CardFilter {
            queue: Some(Some(QueueId(1))),
            ..CardFilter::default()
        };
        assert_eq!(ids(conn, stage, &in_queue).await, hers);
        let counted = board::list(conn, LARGE, stage, &in_queue, Page::new(None, 1)).await;
        let counted = counted.unwrap();
        assert_eq!(
            usize::try_from(counted.cards.count).unwrap(),
            hers.len(),
            "of all pages"
        );
        let everybody = CardFilter::default();
        let holder = board::list(conn, LARGE, stage, &everybody, Page::new(None, 1_000));
        let holder = holder.await.unwrap().cards.rows;
        for user in [None, holder.iter().find_map(|card| card.user_id)] {
            let of_user = CardFilter {
                user: Some(user),
                ..CardFilter::default()
            };
            let expected: Vec<TicketId> = holder
                .iter()
                .filter(|card| card.user_id == user)
                .map(|card| card.id)
                .collect();
            assert_eq!(ids(conn, stage, &of_user).await, expected);
        }

        let search = |text: String| CardFilter {
            search: text,
            ..CardFilter::default()
        };
        let one = search(format!("#{}", cards[3]));
        assert_eq!(ids(conn, stage, &one).await, [cards[3]]);
        for nothing in ["#", "#0", "#x", "?!", "ninguém assim"] {
            assert!(
                ids(conn, stage, &search(nothing.into())).await.is_empty(),
                "{nothing}"
            );
        }
        let page = Page::new(None, 40);
        let found = board::list(conn, LARGE, stage, &CardFilter::default(), page).await;
        let contact = found.unwrap().cards.rows[0].contact.clone();
        assert!(
            ids(conn, stage, &search(contact.name.to_uppercase()))
                .await
                .len()
                < cards.len()
        );

        board::leave(conn, LARGE, cards[0], None).await.unwrap();
        assert!(
            !ids(conn, stage, &CardFilter::default())
                .await
                .contains(&cards[0])
        );
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_neither_sees_nor_moves_cards() {
    both(async |db| {
        large::seed(&db, now(), (2, SIZE), 1, "-", |_| ())
            .await
            .unwrap();
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (late, early) = (lane(conn, "Depois", 2).await, lane(conn, "Antes", 1).await);
        let lanes = board::lanes(conn, LARGE).await.unwrap();
        let lanes: Vec<TagId> = lanes.into_iter().map(|it| it.id).collect();
        assert_eq!(lanes, [early, late]);
        assert!(board::lanes(conn, OTHER).await.unwrap().is_empty());
        let card = running(conn).await[0];
        board::enter(conn, LARGE, card, early).await.unwrap();
        let refused = board::enter(conn, OTHER, card, early).await;
        assert_eq!(refusal(refused), "ERR_NO_TAG_FOUND");
        let refused = board::set_place(conn, OTHER, card, 1).await;
        assert_eq!(refusal(refused), "ERR_NO_TICKET_FOUND");
        let stage = BoardLane::Tag(early);
        let below = board::place(conn, OTHER, stage, card, Some(card)).await;
        assert_eq!(refusal(below), "ERR_NO_TICKET_FOUND");
        board::leave(conn, OTHER, card, None).await.unwrap();
        let page = Page::new(None, 40);
        let theirs = board::list(conn, OTHER, stage, &CardFilter::default(), page).await;
        assert_eq!(theirs.unwrap().cards.count, 0);
        assert_eq!(ids(conn, stage, &CardFilter::default()).await, [card]);
    })
    .await;
}
