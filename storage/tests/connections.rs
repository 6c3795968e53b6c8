//! Connections: the default rules, names, plan, queues.

use super::{
    fixtures::{connection_form as form, refusal, two_companies},
    support::{both, now, queue, user},
};
use crate::{
    Conn,
    connections::{self, ConnectionForm, StatusChange},
    model::{
        CompanyId, ConnectionId, QueueId,
        connection::{Connection, ConnectionStatus, ConnectionTexts, ProviderKind},
        user::Profile,
    },
    on,
};

async fn insert(conn: &mut Conn<'_>, company: CompanyId, form: &ConnectionForm) -> Connection {
    connections::insert(conn, company, ProviderKind::Simulator, form, now())
        .await
        .unwrap()
        .connection
}

async fn refused(conn: &mut Conn<'_>, company: CompanyId, form: &ConnectionForm) -> &'static str {
    refusal(connections::insert(conn, company, ProviderKind::Simulator, form, now()).await)
}

async fn defaults(conn: &mut Conn<'_>, company: CompanyId) -> Vec<ConnectionId> {
    let all = connections::list(conn, company).await.unwrap();
    all.into_iter()
        .filter(|one| one.is_default)
        .map(|one| one.id)
        .collect()
}

#[tokio::test]
async fn a_connection_reads_back_as_written() {
    // spec: A099
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let help = queue(&db, ours, "Suporte").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let written = ConnectionForm {
            queue_ids: vec![sales, help, sales],
            texts: ConnectionTexts {
                greeting_message: "Olá!".into(),
                transfer_queue_id: Some(help),
                time_to_transfer: Some(5),
                expires_ticket: 30,
                max_use_bot_queues: 3,
                ..ConnectionTexts::default()
            },
            phone_number_id: Some("1055".into()),
            waba_id: Some("2077".into()),
            prompt_id: None,
            integration_id: None,
            ..form("Loja")
        };
        let id = connections::insert(conn, ours, ProviderKind::Cloud, &written, now())
            .await
            .unwrap()
            .connection
            .id;
        let read = connections::get(conn, ours, id).await.unwrap();
        assert_eq!(read.status, ConnectionStatus::Opening);
        assert_eq!(
            read.queues.iter().map(|queue| queue.id).collect::<Vec<_>>(),
            [help, sales]
        );
        assert_eq!(read.texts.greeting_message, "Olá!");
        assert_eq!(read.texts.transfer_queue_id, Some(help));
        assert_eq!(
            (read.texts.time_to_transfer, read.texts.expires_ticket),
            (Some(5), 30)
        );
        let cloud = read.cloud.unwrap();
        assert_eq!(
            (cloud.phone_number_id.as_str(), cloud.waba_id.as_str()),
            ("1055", "2077")
        );
        assert_eq!(cloud.webhook_url, format!("/api/webhooks/whatsapp/{id}"));
        assert!(!cloud.access_token_set && !cloud.app_secret_set && !cloud.verify_token_set);
    })
    .await;
}

#[tokio::test]
async fn the_first_connection_is_the_default_whatever_the_form_says() {
    // spec: S115 A076
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = insert(conn, ours, &form("Loja")).await;
        assert!(first.is_default);
        assert!(!insert(conn, ours, &form("Filial")).await.is_default);
        assert!(insert(conn, theirs, &form("Loja")).await.is_default);
        assert_eq!(defaults(conn, ours).await, [first.id]);
    })
    .await;
}

#[tokio::test]
async fn a_new_default_takes_the_flag_from_the_former() {
    // spec: S115
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let untouched = insert(conn, theirs, &form("Loja")).await.id;
        let first = insert(conn, ours, &form("Loja")).await.id;

        let second = ConnectionForm {
            is_default: true,
            ..form("Filial")
        };
        let second = connections::insert(conn, ours, ProviderKind::Simulator, &second, now())
            .await
            .unwrap();
        let former = second.former_default.unwrap();
        assert_eq!((former.id, former.is_default), (first, false));
        assert_eq!(defaults(conn, ours).await, [second.connection.id]);

        let back = ConnectionForm {
            is_default: true,
            ..form("Loja")
        };
        let back = connections::update(conn, ours, first, &back, now())
            .await
            .unwrap();
        assert_eq!(back.former_default.unwrap().id, second.connection.id);
        assert_eq!(defaults(conn, ours).await, [first]);

        let again = ConnectionForm {
            is_default: true,
            ..form("Loja da rua")
        };
        let again = connections::update(conn, ours, first, &again, now())
            .await
            .unwrap();
        assert!(again.former_default.is_none());
        assert_eq!(again.connection.name, "Loja da rua");
        assert_eq!(defaults(conn, theirs).await, [untouched]);
    })
    .await;
}

#[tokio::test]
async fn the_default_is_neither_unset_nor_deleted() {
    // spec: S115 A076
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = insert(conn, ours, &form("Loja")).await.id;
        let second = insert(conn, ours, &form("Filial")).await.id;

        let unset = connections::update(conn, ours, first, &form("Loja"), now()).await;
        assert_eq!(refusal(unset), "ERR_NO_OTHER_WHATSAPP");
        let deleted = connections::delete(conn, ours, first, now()).await;
        assert_eq!(refusal(deleted), "ERR_NO_OTHER_WHATSAPP");

        connections::delete(conn, ours, second, now())
            .await
            .unwrap();
        assert!(
            connections::find(conn, ours, second)
                .await
                .unwrap()
                .is_none()
        );
        assert_eq!(connections::list(conn, ours).await.unwrap().len(), 1);
        let again = connections::delete(conn, ours, second, now()).await;
        assert_eq!(refusal(again), "ERR_NO_WAPP_FOUND");
        assert_eq!(defaults(conn, ours).await, [first]);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_connection_frees_its_name_and_leaves_no_secret() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let user = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        insert(conn, ours, &form("Loja")).await;
        let filial = ConnectionForm {
            queue_ids: vec![sales],
            ..form("Filial")
        };
        let id = insert(conn, ours, &filial).await.id;
        on!(conn, |c| sqlx::query(
            "UPDATE connections SET sealed_secrets = $2 WHERE id = $1"
        )
        .bind(id)
        .bind(&b"sealed"[..])
        .execute(c)
        .await
        .map(drop))
        .unwrap();
        on!(conn, |c| sqlx::query(
            "UPDATE users SET connection_id = $2 WHERE id = $1"
        )
        .bind(user)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
        .unwrap();

        connections::delete(conn, ours, id, now()).await.unwrap();
        let left: i64 = on!(conn, |c| sqlx::query_scalar(
            "SELECT (SELECT COUNT(*) FROM connections WHERE sealed_secrets IS NOT NULL)
                  + (SELECT COUNT(*) FROM users WHERE connection_id IS NOT NULL)
                  + (SELECT COUNT(*) FROM connection_queues)"
        )
        .fetch_one(c)
        .await)
        .unwrap();
        assert_eq!(left, 0);
        assert_ne!(insert(conn, ours, &filial).await.id, id);
    })
    .await;
}

#[tokio::test]
async fn a_name_is_used_once_in_a_company() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        insert(conn, ours, &form("Loja")).await;
        insert(conn, theirs, &form("Loja")).await;
        assert_eq!(
            refused(conn, ours, &form("Loja")).await,
            "ERR_WAPP_NAME_TAKEN"
        );
        let other = insert(conn, ours, &form("Filial")).await.id;
        let renamed = connections::update(conn, ours, other, &form("Loja"), now()).await;
        assert_eq!(refusal(renamed), "ERR_WAPP_NAME_TAKEN");
        connections::update(conn, ours, other, &form("Filial"), now())
            .await
            .unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_cloud_number_is_connected_once_in_a_company() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let cloud = |name| ConnectionForm {
            phone_number_id: Some("1055".into()),
            ..form(name)
        };
        insert(conn, ours, &cloud("Loja")).await;
        assert_eq!(
            refused(conn, ours, &cloud("Filial")).await,
            "ERR_WAPP_IN_USE"
        );
    })
    .await;
}

#[tokio::test]
async fn the_plan_limits_the_connections() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for n in 0..9 {
            insert(conn, ours, &form(&format!("Loja {n}"))).await;
        }
        let tenth = insert(conn, ours, &form("Quiosque")).await.id;
        assert_eq!(
            refused(conn, ours, &form("Feira")).await,
            "ERR_PLAN_LIMIT_CONNECTIONS"
        );
        connections::delete(conn, ours, tenth, now()).await.unwrap();
        insert(conn, ours, &form("Feira")).await;
    })
    .await;
}

#[tokio::test]
async fn several_queues_need_a_greeting() {
    // spec: A076
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let help = queue(&db, ours, "Suporte").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let two = ConnectionForm {
            queue_ids: vec![sales, help],
            ..form("Loja")
        };
        assert_eq!(
            refused(conn, ours, &two).await,
            "ERR_WAPP_GREETING_REQUIRED"
        );
        let doubled = ConnectionForm {
            queue_ids: vec![sales, sales],
            ..form("Loja")
        };
        assert_eq!(insert(conn, ours, &doubled).await.queues.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_foreign_queue_answers_like_one_that_does_not_exist() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let foreign = queue(&db, theirs, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for queue in [foreign, QueueId(999_999)] {
            let listed = ConnectionForm {
                queue_ids: vec![queue],
                ..form("Loja")
            };
            let transfer = ConnectionTexts {
                transfer_queue_id: Some(queue),
                ..Default::default()
            };
            let transfer = ConnectionForm {
                texts: transfer,
                ..form("Loja")
            };
            assert_eq!(refused(conn, ours, &transfer).await, "ERR_NO_QUEUE_FOUND");
            assert_eq!(refused(conn, ours, &listed).await, "ERR_NO_QUEUE_FOUND");
            let left = connections::list(conn, ours).await.unwrap();
            assert_eq!(left.len(), 0);
        }
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_and_changes_no_connection() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = insert(conn, ours, &form("Loja")).await.id;
        let change = StatusChange::to(ConnectionStatus::Connected);
        assert!(connections::find(conn, theirs, id).await.unwrap().is_none());
        let updated = connections::update(conn, theirs, id, &form("Deles"), now()).await;
        assert_eq!(refusal(updated), "ERR_NO_WAPP_FOUND");
        let deleted = connections::delete(conn, theirs, id, now()).await;
        assert_eq!(refusal(deleted), "ERR_NO_WAPP_FOUND");
        let told = connections::set_status(conn, theirs, id, change, now())
            .await
            .unwrap();
        assert!(told.is_none());
        let left = connections::get(conn, ours, id).await.unwrap();
        assert_eq!(
            (left.name.as_str(), left.status),
            ("Loja", ConnectionStatus::Opening)
        );
    })
    .await;
}

#[tokio::test]
async fn the_queues_of_a_connection_are_replaced_as_a_whole() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let help = queue(&db, ours, "Suporte").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = insert(
            conn,
            ours,
            &ConnectionForm {
                queue_ids: vec![sales],
                ..form("Loja")
            },
        )
        .await
        .id;
        connections::replace_queues(conn, ours, id, &[help])
            .await
            .unwrap();
        let left = connections::get(conn, ours, id).await.unwrap().queues;
        assert_eq!(
            left.iter().map(|queue| queue.id).collect::<Vec<_>>(),
            [help]
        );
    })
    .await;
}

async fn add_default(db: &crate::Db, company: CompanyId, name: &str) -> connections::Written {
    let form = ConnectionForm {
        is_default: true,
        ..form(name)
    };
    db.write(async |conn| {
        connections::insert(conn, company, ProviderKind::Simulator, &form, now()).await
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn two_defaults_at_once_leave_one() {
    // spec: S115 A076
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let db = &db;
        let add = |name| Box::pin(add_default(db, ours, name));
        let (one, two) = tokio::join!(add("Loja"), add("Filial"));
        assert!(one.former_default.is_some() != two.former_default.is_some());
        let mut reader = db.read().await.unwrap();
        assert_eq!(defaults(&mut reader.conn(), ours).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_token_for_programs_is_kept_as_a_hash_and_is_one_numbers_alone() {
    // spec: A031
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = insert(conn, ours, &form("Loja")).await.id;
        let foreign = insert(conn, theirs, &form("Deles")).await.id;
        let token = Some("a-token-of-32-characters-or-so--");
        // a foreign company changes nothing
        connections::set_token(conn, theirs, id, token)
            .await
            .unwrap();
        assert!(!connections::get(conn, ours, id).await.unwrap().token_set);
        connections::set_token(conn, ours, id, token).await.unwrap();
        assert!(connections::get(conn, ours, id).await.unwrap().token_set);
        let stored: String = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT token_hash FROM connections WHERE id = $1"
        )
        .bind(id)
        .fetch_one(c)
        .await)
        .unwrap();
        assert!(!stored.contains("token"));
        connections::set_token(conn, ours, id, None).await.unwrap();
        assert!(!connections::get(conn, ours, id).await.unwrap().token_set);
        connections::set_token(conn, theirs, foreign, token)
            .await
            .unwrap();
        let again = connections::set_token(conn, ours, id, token).await;
        assert_eq!(refusal(again), "ERR_WAPP_TOKEN_TAKEN");
    })
    .await;
}
