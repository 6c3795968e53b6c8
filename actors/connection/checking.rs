//! Asking whether numbers are on `WhatsApp`, on the node that has the session; answers are believed for 30 days.

use actix::{Handler, Message, ResponseFuture};
use guiche_storage::{StorageError, contacts::number_checks};

use super::{
    Connection, ConnectionContext,
    provider::{CheckError, NumberCheck},
    session::Session,
};

/// Question: which of these numbers are on `WhatsApp`, in their order? `None` when this node has no connected session.
/// Repeating it is harmless.
#[derive(Debug, Clone, Message)]
#[rtype(result = "Option<Result<Vec<NumberCheck>, CheckError>>")]
pub struct CheckNumbers {
    /// Digits of each.
    pub numbers: Vec<String>,
}

impl Handler<CheckNumbers> for Connection {
    type Result = ResponseFuture<Option<Result<Vec<NumberCheck>, CheckError>>>;

    fn handle(&mut self, message: CheckNumbers, _: &mut Self::Context) -> Self::Result {
        let _time = self.meter.time();
        let session = self.session.clone().filter(|_| self.is_connected);
        let context = self.context.clone();
        Box::pin(async move {
            let session = session?;
            Some(check(&context, &session, &message.numbers).await)
        })
    }
}

/// Asks for what is not remembered. Only where numbers can be looked up is there anything to remember.
async fn check(
    context: &ConnectionContext,
    session: &Session,
    numbers: &[String],
) -> Result<Vec<NumberCheck>, CheckError> {
    if !session.provider.capabilities().number_check {
        return session.provider.check_numbers(numbers).await;
    }
    let later = |error: StorageError| CheckError::Later(error.to_string());
    let (company, now) = (context.company, context.now());
    let mut known = {
        let mut reader = context.db.read().await.map_err(later)?;
        let known = number_checks::known(&mut reader.conn(), company, numbers, now).await;
        known.map_err(later)?
    };
    let mut unknown: Vec<String> = Vec::new();
    for number in numbers {
        if !known.contains_key(number) && !unknown.contains(number) {
            unknown.push(number.clone());
        }
    }
    if !unknown.is_empty() {
        let said = session.provider.check_numbers(&unknown).await?;
        let said = said.into_iter().map(|check| match check {
            NumberCheck::Exists { canonical } => Some(canonical),
            NumberCheck::Missing => None,
        });
        let answers: Vec<_> = unknown.into_iter().zip(said).collect();
        let remembered = context
            .db
            .write(async |c| number_checks::remember(c, company, &answers, now).await);
        remembered.await.map_err(later)?;
        known.extend(answers);
    }
    // up to the first of which nothing was said
    let checks = numbers
        .iter()
        .map_while(|number| known.get(number).cloned());
    let check = |canonical: Option<String>| {
        canonical.map_or(NumberCheck::Missing, |canonical| NumberCheck::Exists {
            canonical,
        })
    };
    Ok(checks.map(check).collect())
}
