//! Asks for the numbers of contact lists on `WhatsApp`, a few at a time, through the default connection of each company
//! (rule B11). Only the node that has the session asks.

use std::time::Duration;

use futures_util::future::join_all;
use guiche_storage::{
    contacts::lists::checks::{self, Due, Verdict},
    model::{CompanyId, ConnectionId, event::NewEvent},
};
use tokio::time::timeout;

use super::jobs::JobDeps;
use crate::{
    ActorError,
    connection::{
        CheckNumbers,
        provider::{CheckError, NumberCheck},
    },
    rules::lists::tell_reload,
};

/// Companies looked at at once; the next look goes on.
const COMPANIES_MAX: i64 = 50;
/// Numbers of a company in one look: five a second, which disturbs nobody's conversations.
const NUMBERS_MAX: i64 = 10;
/// Longest wait for an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

/// Asks for what is due.
///
/// # Errors
/// `Storage`.
pub(super) async fn check_lists(deps: &JobDeps) -> Result<(), ActorError> {
    let found = {
        let mut reader = deps.db.read().await?;
        checks::list_companies(&mut reader.conn(), deps.clock.now(), COMPANIES_MAX).await?
    };
    let asked = found.into_iter().map(|of| check_some(deps, of));
    for done in join_all(asked).await {
        done?;
    }
    Ok(())
}

async fn check_some(
    deps: &JobDeps,
    (company, connection): (CompanyId, ConnectionId),
) -> Result<(), ActorError> {
    let Some(actor) = deps.actors.connections().find(&(company, connection)) else {
        return Ok(());
    };
    let due = {
        let mut reader = deps.db.read().await?;
        checks::list_due(&mut reader.conn(), company, deps.clock.now(), NUMBERS_MAX).await?
    };
    let numbers = due.iter().map(|one| one.number.clone()).collect();
    let answer = match timeout(ANSWER_WITHIN, actor.send(CheckNumbers { numbers })).await {
        Ok(Ok(Some(answer))) => answer,
        // no session here, or one that is ending: nothing was asked
        Ok(Ok(None) | Err(_)) => return Ok(()),
        Err(_) => Err(CheckError::Later("no answer in time".to_owned())),
    };
    record(deps, company, &due, verdicts(&due, answer)).await
}

/// One for each number, also where the provider said less than it was asked.
fn verdicts(due: &[Due], answer: Result<Vec<NumberCheck>, CheckError>) -> Vec<Verdict> {
    let mut said = match answer {
        Ok(said) => said,
        Err(CheckError::Unsupported) => return vec![Verdict::Unsupported; due.len()],
        Err(CheckError::Later(reason)) => {
            tracing::warn!(reason, "numbers of a list could not be asked for");
            Vec::new()
        }
    }
    .into_iter();
    let each = due.iter().map(|_| match said.next() {
        Some(NumberCheck::Exists { canonical }) => Verdict::Exists(canonical),
        Some(NumberCheck::Missing) => Verdict::Missing,
        None => Verdict::Failed,
    });
    each.collect()
}

async fn record(
    deps: &JobDeps,
    company: CompanyId,
    due: &[Due],
    verdicts: Vec<Verdict>,
) -> Result<(), ActorError> {
    let now = deps.clock.now();
    let told = deps
        .db
        .change(company, now, async |c, events: &mut Vec<NewEvent>| {
            let mut lists = Vec::new();
            for (one, verdict) in due.iter().zip(&verdicts) {
                let is_shown = checks::record(c, company, one, verdict, now).await?;
                if is_shown && !lists.contains(&one.contact_list_id) {
                    lists.push(one.contact_list_id);
                }
            }
            events.extend(lists.into_iter().map(tell_reload));
            Ok::<_, ActorError>(())
        })
        .await?;
    deps.actors.control().tell(told.events);
    Ok(())
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{ContactListId, ContactListItemId};

    use super::*;

    #[test]
    fn every_number_gets_a_verdict_whatever_the_provider_says() {
        let due = vec![
            Due {
                id: ContactListItemId(1),
                contact_list_id: ContactListId(1),
                number: "5511988887777".to_owned(),
                check_tries: 0,
            };
            3
        ];
        let said = vec![
            NumberCheck::Exists {
                canonical: "551188887777".to_owned(),
            },
            NumberCheck::Missing,
        ];
        assert_eq!(
            verdicts(&due, Ok(said)),
            [
                Verdict::Exists("551188887777".to_owned()),
                Verdict::Missing,
                Verdict::Failed
            ]
        );
        let later = CheckError::Later("away".to_owned());
        assert_eq!(verdicts(&due, Err(later)), vec![Verdict::Failed; 3]);
        let never = verdicts(&due, Err(CheckError::Unsupported));
        assert_eq!(never, vec![Verdict::Unsupported; 3]);
    }
}
