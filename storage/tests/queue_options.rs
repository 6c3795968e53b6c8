//! The menus of queues, hours and holidays, on both databases.

use super::{
    fixtures::{customer, refusal, two_companies},
    support::{both, now, queue},
};
use crate::{
    Conn,
    companies::{
        holidays::{self, HolidayForm},
        hours,
    },
    contacts,
    media::LinkSigner,
    messages::Shown,
    model::{CompanyId, QueueId, QueueOptionId, TicketId, hours::default_week},
    queues::{
        self, dialogues,
        options::{LEVELS_MAX, Node, OptionForm, SIBLINGS_MAX},
    },
};

fn form(title: &str, parent: Option<QueueOptionId>, position: Option<i64>) -> OptionForm {
    OptionForm {
        title: title.to_owned(),
        message: String::new(),
        parent_id: parent,
        position,
    }
}

async fn add(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    option: OptionForm,
) -> QueueOptionId {
    queues::options::insert(conn, company, queue, &option, now())
        .await
        .unwrap()
}

/// The titles of a queue's options with their places and levels.
async fn shape(conn: &mut Conn<'_>, company: CompanyId, queue: QueueId) -> Vec<String> {
    let signer = LinkSigner::new(b"key");
    let shown = Shown {
        links: &signer,
        now: now(),
    };
    let all = queues::options::list(conn, company, queue, None, shown)
        .await
        .unwrap();
    all.iter()
        .map(|one| {
            let parent = one.parent_id.map_or_else(String::new, |id| {
                all.iter().find(|it| it.id == id).unwrap().title.clone() + "/"
            });
            format!("{parent}{} {}", one.option, one.title)
        })
        .collect()
}

#[tokio::test]
async fn options_are_numbered_from_one_whatever_moves() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let a = add(conn, ours, sales, form("A", None, None)).await;
        let b = add(conn, ours, sales, form("B", None, None)).await;
        let c = add(conn, ours, sales, form("C", None, Some(1))).await;
        add(conn, ours, sales, form("D", Some(a), None)).await;
        assert_eq!(
            shape(conn, ours, sales).await,
            ["1 C", "2 A", "3 B", "A/1 D"]
        );
        queues::options::update(conn, ours, b, &form("B", Some(a), Some(1)), now())
            .await
            .unwrap();
        assert_eq!(
            shape(conn, ours, sales).await,
            ["1 C", "2 A", "A/1 B", "A/2 D"]
        );
        let inside = queues::options::update(conn, ours, a, &form("A", Some(b), None), now()).await;
        assert_eq!(refusal(inside), "ERR_QUEUE_OPTION_LOOP");
        queues::options::delete(conn, ours, c).await.unwrap();
        assert_eq!(shape(conn, ours, sales).await, ["1 A", "A/1 B", "A/2 D"]);
        queues::options::delete(conn, ours, a).await.unwrap();
        assert!(shape(conn, ours, sales).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_tree_has_its_bounds() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let mut parent = None;
        for _ in 0..LEVELS_MAX {
            parent = Some(add(conn, ours, sales, form("A", parent, None)).await);
        }
        let deeper =
            queues::options::insert(conn, ours, sales, &form("A", parent, None), now()).await;
        assert_eq!(refusal(deeper), "ERR_QUEUE_OPTIONS_FULL");
        for _ in 1..SIBLINGS_MAX {
            add(conn, ours, sales, form("B", None, None)).await;
        }
        let more = queues::options::insert(conn, ours, sales, &form("B", None, None), now()).await;
        assert_eq!(refusal(more), "ERR_QUEUE_OPTIONS_FULL");
    })
    .await;
}

#[tokio::test]
async fn a_saved_tree_keeps_what_is_in_it_and_lets_the_rest_go() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let (sales, other) = (
            queue(&db, ours, "Vendas").await,
            queue(&db, ours, "Outra").await,
        );
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let node = |id: Option<QueueOptionId>, parent: Option<usize>, title: &str| Node {
            id,
            parent,
            title: title.to_owned(),
            message: String::new(),
        };
        let first = [
            node(None, None, "A"),
            node(None, Some(0), "B"),
            node(None, None, "C"),
        ];
        let (ids, _) = queues::options::replace(conn, ours, sales, &first, now())
            .await
            .unwrap();
        assert_eq!(shape(conn, ours, sales).await, ["1 A", "2 C", "A/1 B"]);
        // the child becomes the parent of who was its parent
        let second = [
            node(Some(ids[1]), None, "B"),
            node(Some(ids[0]), Some(0), "A2"),
        ];
        queues::options::replace(conn, ours, sales, &second, now())
            .await
            .unwrap();
        assert_eq!(shape(conn, ours, sales).await, ["1 B", "B/1 A2"]);
        let foreign = queues::options::replace(conn, ours, other, &second, now()).await;
        assert_eq!(refusal(foreign), "ERR_NO_QUEUE_OPTION_FOUND");
    })
    .await;
}

#[tokio::test]
async fn another_company_finds_and_changes_nothing() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let option = add(conn, ours, sales, form("A", None, None)).await;
        let insert =
            queues::options::insert(conn, theirs, sales, &form("B", None, None), now()).await;
        assert_eq!(refusal(insert), "ERR_NO_QUEUE_FOUND");
        let update =
            queues::options::update(conn, theirs, option, &form("B", None, None), now()).await;
        assert_eq!(refusal(update), "ERR_NO_QUEUE_OPTION_FOUND");
        assert_eq!(
            refusal(queues::options::delete(conn, theirs, option).await),
            "ERR_NO_QUEUE_OPTION_FOUND"
        );
        assert!(
            queues::options::menu(conn, theirs, sales)
                .await
                .unwrap()
                .is_empty()
        );
        let media = queues::options::set_media(conn, theirs, option, None, now()).await;
        assert_eq!(refusal(media), "ERR_NO_QUEUE_OPTION_FOUND");
        assert_eq!(
            refusal(queues::delete(conn, theirs, sales, None).await),
            "ERR_NO_QUEUE_FOUND"
        );
        assert_eq!(
            dialogues::department(conn, theirs, sales).await.unwrap(),
            None
        );
        assert_eq!(
            refusal(queues::reorder(conn, theirs, &[sales], now()).await),
            "ERR_NO_QUEUE_FOUND"
        );
        assert_eq!(shape(conn, ours, sales).await, ["1 A"]);
    })
    .await;
}

#[tokio::test]
async fn a_company_has_its_own_week_and_holidays() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        assert_eq!(hours::week(conn, ours).await.unwrap(), default_week());
        hours::set_week(conn, ours, &[], now()).await.unwrap();
        assert!(hours::week(conn, ours).await.unwrap().is_empty());
        assert_eq!(hours::week(conn, theirs).await.unwrap(), default_week());
        let day = |date: &str, yearly: bool, queue: Option<QueueId>| HolidayForm {
            date: date.parse().unwrap(),
            yearly,
            name: "Feriado".into(),
            queue_id: queue,
            open: Some(("09:00".into(), "12:00".into())),
        };
        let insert = async |conn: &mut Conn<'_>, form: &HolidayForm| {
            holidays::insert(conn, ours, form, now()).await
        };
        let christmas = insert(conn, &day("2020-12-25", true, None)).await.unwrap();
        let own = insert(conn, &day("2026-08-10", false, Some(sales)))
            .await
            .unwrap();
        let later = insert(conn, &day("2029-01-01", false, None)).await.unwrap();
        let again = insert(conn, &day("2020-12-25", false, None)).await;
        assert_eq!(refusal(again), "ERR_HOLIDAY_TAKEN");
        let ids = |found: Vec<crate::model::hours::Holiday>| -> Vec<_> {
            found.into_iter().map(|one| one.id).collect()
        };
        let of_year = holidays::list(conn, ours, Some(2026), Some(sales))
            .await
            .unwrap();
        assert_eq!(ids(of_year), [own.id, christmas.id]);
        let near = holidays::list_near(conn, ours, now().date_naive())
            .await
            .unwrap();
        let near = ids(near);
        assert!(
            near.contains(&christmas.id) && near.contains(&own.id) && !near.contains(&later.id)
        );
        let changed =
            holidays::update(conn, ours, later.id, &day("2029-01-02", false, None), now()).await;
        assert_eq!(changed.unwrap().date.to_string(), "2029-01-02");
        assert!(
            holidays::list(conn, theirs, None, None)
                .await
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            refusal(holidays::get(conn, theirs, own.id).await),
            "ERR_NO_HOLIDAY_FOUND"
        );
        assert_eq!(
            refusal(holidays::delete(conn, theirs, own.id).await),
            "ERR_NO_HOLIDAY_FOUND"
        );
        holidays::delete(conn, ours, own.id).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_is_remembered_of_a_contact_is_his_last_and_goes_with_him() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = customer(conn, ours, "5511988887777").await;
        let save = async |conn: &mut Conn<'_>, ticket: i64, memory: &[&str]| {
            let key = (contact, TicketId(ticket));
            dialogues::save(conn, ours, key, &memory, now())
                .await
                .unwrap();
        };
        save(conn, 1, &["menu"]).await;
        save(conn, 2, &["menu", "invalid"]).await;
        let known: Option<(TicketId, Vec<String>)> =
            dialogues::find(conn, ours, contact).await.unwrap();
        assert_eq!(
            known,
            Some((TicketId(2), vec!["menu".to_owned(), "invalid".to_owned()]))
        );
        let of_theirs: Option<(TicketId, Vec<String>)> =
            dialogues::find(conn, theirs, contact).await.unwrap();
        assert_eq!(of_theirs, None);
        // what cannot be read is forgotten
        let other: Option<(TicketId, u8)> = dialogues::find(conn, ours, contact).await.unwrap();
        assert_eq!(other, None);
        contacts::erase(conn, ours, contact, now()).await.unwrap();
        let gone: Option<(TicketId, Vec<String>)> =
            dialogues::find(conn, ours, contact).await.unwrap();
        assert_eq!(gone, None);
    })
    .await;
}
