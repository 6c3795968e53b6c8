//! Asking whether numbers are on `WhatsApp`, on the node that has the session.

use actix::{Handler, Message, ResponseFuture};

use super::{
    Connection,
    provider::{CheckError, NumberCheck},
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
        Box::pin(async move {
            let session = session?;
            Some(session.provider.check_numbers(&message.numbers).await)
        })
    }
}
