//! Templates of numbers.

use super::{
    fixtures::{connection, refusal, two_companies},
    support::{both, now},
};
use crate::{
    connections::{
        self,
        message_templates::{self, RemoteTemplate, TemplateName},
    },
    media::{self, StoredMedia},
    model::{message::MediaKind, message_template::TemplateComponent},
};

fn told(name: &str, status: &str) -> RemoteTemplate {
    RemoteTemplate {
        remote_id: format!("remote-{name}"),
        name: name.to_owned(),
        language: "pt_BR".to_owned(),
        category: "UTILITY".to_owned(),
        status: status.to_owned(),
        components: vec![TemplateComponent {
            kind: "BODY".to_owned(),
            text: Some("Olá {{1}}".to_owned()),
            ..TemplateComponent::default()
        }],
        rejected_reason: None,
    }
}

fn stored(name: &str) -> StoredMedia {
    StoredMedia {
        path: "0".repeat(32),
        name: name.to_owned(),
        mime: "image/png".to_owned(),
        kind: MediaKind::Image,
        size: 5,
        width: None,
        height: None,
        duration: None,
    }
}

const NAMED: TemplateName<'static> = TemplateName {
    name: "b",
    language: "pt_BR",
};

#[tokio::test]
async fn what_meta_tells_takes_the_place_of_what_was_known() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let later = now() + chrono::TimeDelta::minutes(1);
        let all = [told("b", "PENDING"), told("a", "APPROVED")];
        message_templates::replace(conn, ours, line, &all, now())
            .await
            .unwrap();
        let known = message_templates::list(conn, ours, line).await.unwrap();
        let names: Vec<_> = known.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(known[0].components, all[1].components);

        let fewer = [told("b", "APPROVED")];
        message_templates::replace(conn, ours, line, &fewer, later)
            .await
            .unwrap();
        let left = message_templates::list(conn, ours, line).await.unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].id, known[1].id, "it keeps its number");
        assert!(left[0].is_approved());
        let remote = message_templates::remote_id(conn, ours, line, left[0].id).await;
        assert_eq!(remote.unwrap(), "remote-b");

        let none = "ERR_NO_TEMPLATE_FOUND";
        let foreign = message_templates::get(conn, theirs, line, left[0].id).await;
        assert_eq!(refusal(foreign), none);
        let other = connection(conn, ours, "Filial").await;
        let elsewhere = message_templates::get(conn, ours, other, left[0].id).await;
        assert_eq!(refusal(elsewhere), none);
    })
    .await;
}

#[tokio::test]
async fn a_template_that_came_to_be_while_meta_was_asked_is_kept() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let later = now() + chrono::TimeDelta::seconds(1);
        message_templates::put(conn, ours, line, &told("novo", "PENDING"), later)
            .await
            .unwrap();
        message_templates::replace(conn, ours, line, &[], now())
            .await
            .unwrap();
        let kept = message_templates::list(conn, ours, line).await.unwrap();
        assert_eq!(kept.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_status_is_news_once_and_belongs_to_one_company() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        message_templates::put(conn, ours, line, &told("b", "PENDING"), now())
            .await
            .unwrap();
        let rejected = ("REJECTED", Some("INVALID_FORMAT"));
        for (company, is_new) in [(theirs, false), (ours, true), (ours, false)] {
            let changed =
                message_templates::set_status(conn, company, line, NAMED, rejected, now()).await;
            assert_eq!(changed.unwrap(), is_new);
        }
        let known = message_templates::list(conn, ours, line).await.unwrap();
        assert_eq!(known[0].status, "REJECTED");
        assert_eq!(known[0].rejected_reason.as_deref(), Some("INVALID_FORMAT"));
        for (company, is_gone) in [(theirs, false), (ours, true), (ours, false)] {
            let gone = message_templates::forget(conn, company, line, NAMED).await;
            assert_eq!(gone.unwrap(), is_gone);
        }
    })
    .await;
}

#[tokio::test]
async fn a_number_that_goes_takes_its_templates_along() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        connection(conn, ours, "Matriz").await;
        let line = connection(conn, ours, "Filial").await;
        message_templates::put(conn, ours, line, &told("b", "APPROVED"), now())
            .await
            .unwrap();
        connections::delete(conn, ours, line, now()).await.unwrap();
        let left = message_templates::list(conn, ours, line).await.unwrap();
        assert_eq!(left, []);
    })
    .await;
}

#[tokio::test]
async fn the_file_of_a_template_stays_while_meta_tells_of_it() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let id = message_templates::put(conn, ours, line, &told("b", "PENDING"), now())
            .await
            .unwrap();
        let file = media::insert_ready(conn, ours, now(), &stored("foto.png"))
            .await
            .unwrap();
        let foreign = message_templates::set_file(conn, theirs, line, id, file).await;
        assert_eq!(refusal(foreign), "ERR_NO_TEMPLATE_FOUND");
        message_templates::set_file(conn, ours, line, id, file)
            .await
            .unwrap();
        message_templates::replace(conn, ours, line, &[told("b", "APPROVED")], now())
            .await
            .unwrap();
        let known = message_templates::get(conn, ours, line, id).await.unwrap();
        assert_eq!(known.header_file.as_deref(), Some("foto.png"));
        let found = message_templates::file_of(conn, theirs, line, id).await;
        assert_eq!(found.unwrap(), None);
        assert_eq!(media::release(conn, ours, &[file], now()).await.unwrap(), 0);
        message_templates::forget(conn, ours, line, NAMED)
            .await
            .unwrap();
        assert_eq!(media::release(conn, ours, &[file], now()).await.unwrap(), 1);
    })
    .await;
}
