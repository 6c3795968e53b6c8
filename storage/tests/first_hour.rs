//! A company's first hour, as its tables say it.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    fixtures::two_companies,
    support::{both, now, queue, user},
};
use crate::{
    Conn, Db,
    first_hour::{self, SKIPPED_SETTING},
    model::{
        CompanyId,
        first_hour::{FirstHourState, FirstSteps},
        user::Profile,
    },
    settings,
};

const NOTHING: FirstSteps = FirstSteps {
    connection: false,
    queues: false,
    team: false,
    hours: false,
    greeting: false,
    answer: false,
    tickets: false,
};

async fn steps(db: &Db, company: CompanyId) -> FirstSteps {
    let mut reader = db.read().await.unwrap();
    first_hour::steps(&mut reader.conn(), company)
        .await
        .unwrap()
}

#[tokio::test]
async fn each_step_is_read_off_the_company_alone() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        queue(&db, theirs, "Vendas").await;
        user(&db, ours, "paula@aurora.example", Profile::Admin, &[]).await;
        assert_eq!(
            steps(&db, ours).await,
            NOTHING,
            "its admin alone is no team"
        );
        user(&db, ours, "ana@aurora.example", Profile::User, &[]).await;
        queue(&db, ours, "Vendas").await;
        let set = async |value: &str| {
            db.write(async |conn: &mut Conn<'_>| {
                settings::set(conn, ours, now(), "scheduleType", value).await
            })
            .await
            .unwrap();
        };
        set("company").await;
        let expected = FirstSteps {
            team: true,
            queues: true,
            hours: true,
            ..NOTHING
        };
        assert_eq!(steps(&db, ours).await, expected);
        set("disabled").await;
        assert!(!steps(&db, ours).await.hours);
    })
    .await;
}

#[tokio::test]
async fn a_list_that_is_put_aside_is_over_after_fourteen_days_or_the_first_answer() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let state = async |steps: FirstSteps, at: DateTime<Utc>| {
            let mut reader = db.read().await.unwrap();
            let state = first_hour::state(&mut reader.conn(), ours, steps, at).await;
            state.unwrap()
        };
        let answered = FirstSteps {
            answer: true,
            ..NOTHING
        };
        assert_eq!(state(NOTHING, now()).await, FirstHourState::Open);
        assert_eq!(state(answered, now()).await, FirstHourState::Over);
        db.write(async |conn: &mut Conn<'_>| {
            settings::set(conn, ours, now(), SKIPPED_SETTING, &now().to_rfc3339()).await
        })
        .await
        .unwrap();
        let fortnight = TimeDelta::days(14);
        let last = now() + fortnight - TimeDelta::seconds(1);
        assert_eq!(state(NOTHING, last).await, FirstHourState::Skipped);
        assert_eq!(state(answered, last).await, FirstHourState::Over);
        assert_eq!(
            state(NOTHING, now() + fortnight).await,
            FirstHourState::Over
        );
    })
    .await;
}
