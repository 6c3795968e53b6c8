//! What the rest of the desk may ask of a connection's session, without knowing the actors.

use futures_util::future::LocalBoxFuture;
use guiche_storage::model::{CompanyId, ConnectionId};

use super::provider::NumberCheck;
use crate::{error::ActorError, publisher::WorkKind};

/// Starts and stops sessions. Every call is idempotent and only hands the wish over; what becomes of it is told by the
/// `whatsappSession` events. Callers have checked that the connection is the company's.
pub trait ConnectionControl: Send + Sync + std::fmt::Debug {
    /// Starts the session of a connection that has none.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn start(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Ends the session, signs it out where the provider has signing out, and does not start it again.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn stop(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Ends the session if there is one and starts it with what is stored now.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn restart(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Forgets the session and starts a new one, with a new code where the provider has codes.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn new_qr(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Asks a connected session whether a number is on `WhatsApp`. `None`: nobody could say so in time.
    fn check_number(
        &self,
        _company: CompanyId,
        _connection: ConnectionId,
        _number: String,
    ) -> LocalBoxFuture<'static, Option<NumberCheck>> {
        Box::pin(std::future::ready(None))
    }

    /// Has the session look at something new: what is to be sent, or what is wanted of the session itself.
    fn look(&self, company: CompanyId, connection: ConnectionId, work: WorkKind);
}
