//! Contact lists: who stands in them, what is asked of `WhatsApp`, and other companies.

use std::collections::HashSet;

use chrono::TimeDelta;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    contacts::lists::{
        self,
        checks::{self, Verdict},
        items::{self, ItemForm},
    },
    model::{CompanyId, ContactListId, ContactListItemId, page::Page},
    on,
};

fn form(name: &str, number: &str) -> ItemForm {
    ItemForm {
        name: name.into(),
        number: number.into(),
        email: String::new(),
    }
}

async fn new_list(conn: &mut Conn<'_>, company: CompanyId, name: &str) -> ContactListId {
    lists::insert(conn, company, name, now()).await.unwrap()
}

async fn names(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    search: &str,
) -> Vec<String> {
    let page = Page::new(None, 20);
    let found = items::list(conn, company, list, search, page).await;
    let found = found.unwrap().rows.into_iter();
    found.map(|one| one.name).collect()
}

async fn campaign(conn: &mut Conn<'_>, company: CompanyId, list: ContactListId, status: &str) {
    on!(conn, |c| sqlx::query(
        "INSERT INTO campaigns (company_id, name, search, status, message1, message2, message3, message4, message5,
           confirmation, confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4,
           confirmation_message5, contact_list_id, created_at, updated_at)
         VALUES ($1, 'Natal', 'natal', $2, 'Oi', '', '', '', '', FALSE, '', '', '', '', '', $3, $4, $4)"
    )
    .bind(company)
    .bind(status)
    .bind(list)
    .bind(now())
    .execute(c)
    .await
    .map(drop))
    .unwrap();
}

#[tokio::test]
async fn lists_come_by_name_with_how_many_stand_in_them() {
    // spec: A043
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for name in ["Clientes 100%", "Ábaco", "Bairro"] {
            let list = new_list(conn, ours, name).await;
            items::insert(conn, ours, list, &form("Bia", "5511988887777"), now())
                .await
                .unwrap();
        }
        for (search, expected) in [
            ("", vec!["Ábaco", "Bairro", "Clientes 100%"]),
            ("ABACO", vec!["Ábaco"]),
            ("100%", vec!["Clientes 100%"]),
            ("1_0", vec![]),
        ] {
            let page = Page::new(None, 20);
            let found = lists::list(conn, ours, search, page).await.unwrap();
            let names: Vec<&str> = found.rows.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, expected, "{search}");
            assert!(found.rows.iter().all(|it| it.contacts_count == 1));
            let foreign = lists::list(conn, theirs, search, page).await.unwrap();
            assert_eq!((foreign.count, foreign.rows.len()), (0, 0));
        }
    })
    .await;
}

#[tokio::test]
async fn a_number_stands_once_in_a_list_in_whichever_form() {
    // spec: A022 A043
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let list = new_list(conn, ours, "Clientes").await;
        let bia = ItemForm {
            email: "bia@exemplo.example".into(),
            ..form("Bia", "5511988887777")
        };
        let bia = items::insert(conn, ours, list, &bia, now()).await.unwrap();
        assert_eq!(
            (bia.is_whatsapp_valid, bia.contact_list_id, bia.company_id),
            (None, list, ours)
        );
        let again = items::insert(conn, ours, list, &form("Outra", "551188887777"), now()).await;
        assert_eq!(refusal(again), "ERR_DUPLICATED_LIST_ITEM");
        // without a number there is nothing to repeat
        for name in ["Ana", "Caio"] {
            items::insert(conn, ours, list, &form(name, ""), now())
                .await
                .unwrap();
        }
        let some = [
            form("De novo", "5511988887777"),
            form("Duda", "5511977776666"),
            form("Duda outra vez", "551177776666"),
        ];
        let made = lists::insert_unknown(conn, ours, list, &some, now()).await;
        assert_eq!(made.unwrap().len(), 1);
        let made = lists::insert_unknown(conn, ours, list, &some, now()).await;
        assert_eq!(made.unwrap(), [], "the same file adds nothing");
        assert_eq!(names(conn, ours, list, "").await.len(), 4);
        for search in ["88887777", "bia@EXEMPLO", "BIA"] {
            assert_eq!(names(conn, ours, list, search).await, ["Bia"], "{search}");
        }
        let known = ["551188887777", "5511955554444"];
        let known = lists::list_known_keys(conn, ours, list, &known)
            .await
            .unwrap();
        assert_eq!(known, HashSet::from(["551188887777".to_owned()]));
        let other = new_list(conn, ours, "Outra").await;
        items::insert(conn, ours, other, &form("Bia", "551188887777"), now())
            .await
            .unwrap();
        let gone = items::forget_number(conn, ours, "551188887777")
            .await
            .unwrap();
        assert_eq!(HashSet::from_iter(gone), HashSet::from([list, other]));
    })
    .await;
}

#[tokio::test]
async fn another_number_is_asked_for_anew_and_a_taken_one_is_refused() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let list = new_list(conn, ours, "Clientes").await;
        let mut ids = Vec::new();
        for (name, number) in [("Bia", "5511988887777"), ("Caio", "5511966665555")] {
            let made = items::insert(conn, ours, list, &form(name, number), now()).await;
            ids.push(made.unwrap().id);
        }
        let due = checks::list_due(conn, ours, now(), 10).await.unwrap();
        let asked: Vec<_> = due.iter().map(|one| one.id).collect();
        assert_eq!(asked, [ids[1], ids[0]], "the newest first");
        let exists = Verdict::Exists("551188887777".into());
        let shown = checks::record(conn, ours, &due[1], &exists, now()).await;
        assert!(shown.unwrap());
        let bia = items::get(conn, ours, ids[0]).await.unwrap();
        assert_eq!(
            (bia.is_whatsapp_valid, bia.number.as_str()),
            (Some(true), "551188887777"),
            "as WhatsApp writes it"
        );
        assert_eq!(names(conn, ours, list, "551188887777").await, ["Bia"]);
        let (named, moved) = (
            form("Beatriz", "551188887777"),
            form("Beatriz", "5511944443333"),
        );
        let named = items::update(conn, ours, ids[0], &named, now()).await;
        assert_eq!(named.unwrap().is_whatsapp_valid, Some(true));
        let moved = items::update(conn, ours, ids[0], &moved, now()).await;
        let moved = moved.unwrap();
        assert_eq!((moved.is_whatsapp_valid, moved.checked_at), (None, None));
        tx.commit().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let taken = items::update(conn, ours, ids[1], &form("Caio", "551144443333"), now()).await;
        assert_eq!(refusal(taken), "ERR_DUPLICATED_LIST_ITEM");
    })
    .await;
}

#[tokio::test]
async fn a_number_that_nobody_can_ask_for_is_asked_for_some_times_and_then_left() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let list = new_list(conn, ours, "Clientes").await;
        let item = items::insert(conn, ours, list, &form("Bia", "5511988887777"), now())
            .await
            .unwrap();
        assert_eq!(checks::list_due(conn, theirs, now(), 10).await.unwrap(), []);
        let mut at = now();
        let mut tries = 0;
        loop {
            let due = checks::list_due(conn, ours, at, 10).await.unwrap();
            let [one] = &due[..] else {
                break;
            };
            tries += 1;
            let shown = checks::record(conn, ours, one, &Verdict::Failed, at).await;
            let soon = at + TimeDelta::seconds(30);
            assert_eq!(checks::list_due(conn, ours, soon, 10).await.unwrap(), []);
            assert_eq!(shown.unwrap(), tries == 6, "only the last one shows");
            at += TimeDelta::days(1);
        }
        assert_eq!(tries, 6);
        let left = items::get(conn, ours, item.id).await.unwrap();
        assert!(left.is_whatsapp_valid.is_none() && left.checked_at.is_some());
        for (number, verdict, expected) in [
            ("5511900000000", Verdict::Missing, (0, 1)),
            ("5511900000001", Verdict::Unsupported, (0, 1)),
            (
                "5511900000002",
                Verdict::Exists("5511900000002".into()),
                (1, 1),
            ),
        ] {
            items::insert(conn, ours, list, &form("Ana", number), now())
                .await
                .unwrap();
            let due = checks::list_due(conn, ours, at, 10).await.unwrap();
            checks::record(conn, ours, &due[0], &verdict, at)
                .await
                .unwrap();
            let counts = lists::count_checks(conn, ours, list).await.unwrap();
            assert_eq!((counts.valid, counts.invalid), expected, "{number}");
            assert_eq!(counts.waiting, 0);
        }
    })
    .await;
}

#[tokio::test]
async fn a_list_that_a_campaign_writes_to_stays() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        for (status, is_used) in [
            ("PROGRAMADA", true),
            ("EM_ANDAMENTO", true),
            ("INATIVA", false),
            ("FINALIZADA", false),
        ] {
            let mut tx = db.begin().await.unwrap();
            let conn = &mut tx.conn();
            let list = new_list(conn, ours, "Clientes").await;
            items::insert(conn, ours, list, &form("Bia", "5511988887777"), now())
                .await
                .unwrap();
            campaign(conn, ours, list, status).await;
            let deleted = lists::delete(conn, ours, list).await;
            if is_used {
                assert_eq!(refusal(deleted), "ERR_CONTACT_LIST_IN_USE", "{status}");
            } else {
                deleted.unwrap();
                let gone = lists::get(conn, ours, list).await;
                assert_eq!(refusal(gone), "ERR_NO_CONTACT_LIST_FOUND");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_contact_list() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let list = new_list(conn, ours, "Clientes").await;
        let bia = form("Bia", "5511988887777");
        let item = items::insert(conn, ours, list, &bia, now()).await.unwrap();
        let some = [bia.clone()];
        for refused in [
            refusal(lists::get(conn, theirs, list).await),
            refusal(lists::rename(conn, theirs, list, "b", now()).await),
            refusal(lists::delete(conn, theirs, list).await),
            refusal(items::insert(conn, theirs, list, &bia, now()).await),
            refusal(lists::insert_unknown(conn, theirs, list, &some, now()).await),
        ] {
            assert_eq!(refused, "ERR_NO_CONTACT_LIST_FOUND");
        }
        for refused in [
            refusal(items::get(conn, theirs, item.id).await),
            refusal(items::update(conn, theirs, item.id, &bia, now()).await),
            refusal(items::delete(conn, theirs, item.id).await),
        ] {
            assert_eq!(refused, "ERR_NO_CONTACT_LIST_ITEM_FOUND");
        }
        assert!(names(conn, theirs, list, "").await.is_empty());
        let start = ContactListItemId(0);
        let foreign = items::list_after(conn, theirs, list, start, 10).await;
        assert_eq!(foreign.unwrap(), []);
        let known = lists::list_known_keys(conn, theirs, list, &["5511988887777"]).await;
        assert!(known.unwrap().is_empty());
        let gone = items::forget_number(conn, theirs, "5511988887777").await;
        assert_eq!(gone.unwrap(), []);
        let due = checks::list_due(conn, ours, now(), 10).await.unwrap();
        let wrote = checks::record(conn, theirs, &due[0], &Verdict::Missing, now()).await;
        assert!(!wrote.unwrap());
        assert_eq!(names(conn, ours, list, "").await, ["Bia"]);
    })
    .await;
}
