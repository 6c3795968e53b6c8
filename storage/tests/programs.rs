//! Programs that speak for a number, and what is kept of their calls.

use chrono::TimeDelta;

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::connections::{
    self,
    programs::{self, CALLS_KEPT, CallKind, NewCall},
};

const TOKEN: &str = "gch_0123456789abcdef";

fn call(status: u16, code: Option<&'static str>) -> NewCall<'static> {
    NewCall {
        kind: CallKind::Text,
        status,
        code,
        millis: 3,
    }
}

#[tokio::test]
async fn a_token_is_its_numbers_until_it_is_changed_or_the_number_goes() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        connection(conn, ours, "Matriz").await;
        let line = connection(conn, ours, "Filial").await;
        connection(conn, theirs, "Matriz").await;
        connections::set_token(conn, ours, line, Some(TOKEN))
            .await
            .unwrap();
        let found = programs::find_by_token(conn, TOKEN).await.unwrap().unwrap();
        assert_eq!((found.company, found.connection), (ours, line));
        assert!(found.company_status);
        for other in ["", "gch_0123456789abcdeF"] {
            assert!(
                programs::find_by_token(conn, other)
                    .await
                    .unwrap()
                    .is_none()
            );
        }
        connections::set_token(conn, theirs, line, Some("gch_of_somebody_else"))
            .await
            .unwrap();
        assert!(
            programs::find_by_token(conn, TOKEN)
                .await
                .unwrap()
                .is_some()
        );
        connections::delete(conn, ours, line, now()).await.unwrap();
        assert!(
            programs::find_by_token(conn, TOKEN)
                .await
                .unwrap()
                .is_none()
        );
    })
    .await;
}

#[tokio::test]
async fn the_last_calls_of_a_number_are_kept_and_a_new_token_was_never_used() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let other = connection(conn, ours, "Filial").await;
        connections::set_token(conn, ours, line, Some(TOKEN))
            .await
            .unwrap();
        programs::note_call(conn, ours, other, &call(200, None), now())
            .await
            .unwrap();
        for second in 0..CALLS_KEPT + 3 {
            let at = now() + TimeDelta::seconds(second);
            programs::note_call(conn, ours, line, &call(409, Some("ERR")), at)
                .await
                .unwrap();
        }
        let kept = programs::list_calls(conn, ours, line).await.unwrap();
        assert_eq!(kept.len(), 50);
        let last = now() + TimeDelta::seconds(CALLS_KEPT + 2);
        assert_eq!((kept[0].at, kept[0].status), (last, 409));
        assert_eq!(kept[0].code.as_deref(), Some("ERR"));
        assert_eq!(kept[49].at, now() + TimeDelta::seconds(3));
        let rest = programs::list_calls(conn, ours, other).await.unwrap();
        assert_eq!(rest.len(), 1, "each number has its own");
        let foreign = programs::list_calls(conn, theirs, line).await.unwrap();
        assert!(foreign.is_empty());

        let tokens = programs::list_tokens(conn, ours).await.unwrap();
        let of = |id| tokens.iter().find(|one| one.id == id).unwrap();
        assert_eq!((of(line).token_set, of(line).used_at), (true, Some(last)));
        assert!(!of(other).token_set);
        assert!(
            programs::list_tokens(conn, theirs)
                .await
                .unwrap()
                .is_empty()
        );
        connections::set_token(conn, ours, line, Some("gch_another_one_0123"))
            .await
            .unwrap();
        let tokens = programs::list_tokens(conn, ours).await.unwrap();
        assert!(
            tokens
                .iter()
                .all(|one| one.id != line || one.used_at.is_none())
        );
    })
    .await;
}
