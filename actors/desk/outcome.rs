//! What became of a send: written under the epoch that marked it, told to those who look.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    delivery::{
        inbox,
        outbox::{self, OutboxRow, Settled},
    },
    messages,
    model::{
        ConnectionId, ErrorCode, MessageId,
        outgoing::{Outgoing, SendState},
    },
};

use super::{Changes, DeskContext, DeskWork, Lane, editing::settle_edit};
use crate::{ActorError, publisher::WorkKind};

/// How a send ended (rule P1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The provider took it.
    Accepted {
        /// Its id there; empty where it makes none.
        provider_id: String,
        /// 2: accepted by the server.
        ack: i64,
    },
    /// Was not even tried; its turn is at this time.
    Waits {
        /// When.
        at: DateTime<Utc>,
        /// For what.
        error: String,
    },
    /// Certainly not sent; once more at this time.
    Again {
        /// When.
        at: DateTime<Utc>,
        /// Why not now.
        error: String,
    },
    /// Certainly not sent, for good.
    Rejected {
        /// Code and text.
        error: String,
    },
    /// Nobody can know.
    Unknown {
        /// What happened.
        error: String,
    },
}

/// Records the end of a claimed send. Twice is once: a row that was settled stays as it is.
#[derive(Debug, Clone)]
pub struct RecordOutcome {
    /// By which connection.
    pub connection_id: ConnectionId,
    /// Under which epoch it was marked.
    pub epoch: i64,
    /// The send.
    pub row: OutboxRow,
    /// Its end.
    pub outcome: Outcome,
}

/// Takes a send of which the end cannot be recorded for unknown. Replies nothing; twice is once.
#[derive(Debug, Clone)]
pub struct ParkSend {
    /// By which connection.
    pub connection_id: ConnectionId,
    /// Under which epoch it was marked.
    pub epoch: i64,
    /// The send.
    pub row: OutboxRow,
    /// Why its end cannot be recorded.
    pub error: String,
}

/// Settles what an earlier owner of a connection left marked. Replies how many sends became unknown or queued again.
#[derive(Debug)]
pub struct SweepOutbox {
    /// Which connection.
    pub connection_id: ConnectionId,
    /// The epoch now.
    pub epoch: i64,
    /// Whether a repeated send has one effect only (class A).
    pub resend: bool,
}

impl DeskWork for RecordOutcome {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Outbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            let end = self.settled();
            self.hold_message(&desk, c).await?;
            if !outbox::settle(c, self.row.id, self.epoch, &end, now).await? {
                return Ok(());
            }
            let Some(message) = self.row.message_id else {
                if let Outgoing::Edit {
                    message_id, body, ..
                } = &self.row.payload.0
                {
                    settle_edit(&desk, c, changes, (*message_id, body), end.state).await?;
                }
                return Ok(());
            };
            if let Some(provider_id) = end.provider_id {
                inbox::take_turn(c, self.connection_id, provider_id).await?;
            }
            let details = (end.provider_id, end.error);
            messages::write::set_send_state(c, desk.company, message, end.state, details, now)
                .await?;
            if let Outcome::Accepted { provider_id, ack } = &self.outcome {
                messages::write::raise_ack(c, desk.company, message, *ack, now).await?;
                if inbox::unpark(c, self.connection_id, provider_id).await? > 0 {
                    changes.wake(self.connection_id, WorkKind::Inbox);
                }
            }
            desk.push_message_changed(c, changes, message, now).await?;
            Ok(())
        })
        .await
    }
}

impl DeskWork for ParkSend {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Outbound(self.connection_id)
    }

    /// First the send alone, by one statement: what fails with its message must not keep it marked.
    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        let end = Settled {
            state: SendState::Unknown,
            provider_id: None,
            error: Some(&self.error),
            not_before: None,
            was_no_try: false,
        };
        desk.db
            .write(async |c| outbox::settle(c, self.row.id, self.epoch, &end, now).await)
            .await?;
        let Some(message) = self.row.message_id else {
            return Ok(());
        };
        let (state, details) = (
            SendState::Unknown,
            (None, Some(ErrorCode::Internal.as_str())),
        );
        let shown = desk.db.write(async |c| {
            messages::write::set_send_state(c, company, message, state, details, now).await
        });
        let shown = match shown.await {
            Ok(()) => {
                let tell = async |c: &mut Conn<'_>, changes: &mut Changes| {
                    let told = desk.push_message_changed(c, changes, message, now);
                    told.await.map(drop)
                };
                desk.change(now, tell).await
            }
            Err(error) => Err(error.into()),
        };
        if let Err(error) = shown {
            tracing::error!(%error, message.id = message.0, "a message cannot be shown as unknown");
        }
        Ok(())
    }
}

impl RecordOutcome {
    /// Holds the message that it carries or changes, which comes before the send's own row.
    async fn hold_message(&self, desk: &DeskContext, c: &mut Conn<'_>) -> Result<(), ActorError> {
        match (&self.row.payload.0, self.row.message_id) {
            (Outgoing::Edit { message_id, .. }, _) => {
                messages::locks::lock_with_ticket(c, desk.company, *message_id).await?;
            }
            (_, Some(message)) => messages::locks::lock(c, desk.company, message).await?,
            (_, None) => {}
        }
        Ok(())
    }

    fn settled(&self) -> Settled<'_> {
        let plain = |state, error| Settled {
            state,
            provider_id: None,
            error,
            not_before: None,
            was_no_try: false,
        };
        match &self.outcome {
            Outcome::Accepted { provider_id, .. } => Settled {
                provider_id: Some(provider_id.as_str()).filter(|id| !id.is_empty()),
                ..plain(SendState::Accepted, None)
            },
            Outcome::Waits { at, error } => Settled {
                not_before: Some(*at),
                was_no_try: true,
                ..plain(SendState::Queued, Some(error))
            },
            Outcome::Again { at, error } => Settled {
                not_before: Some(*at),
                ..plain(SendState::Queued, Some(error))
            },
            Outcome::Rejected { error } => plain(SendState::Rejected, Some(error)),
            Outcome::Unknown { error } => plain(SendState::Unknown, Some(error)),
        }
    }
}

impl DeskWork for SweepOutbox {
    type Answer = usize;

    fn lane(&self) -> Lane {
        Lane::Outbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<usize, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            let (connection, epoch) = (self.connection_id, self.epoch);
            messages::locks::lock_marked(c, desk.company, connection, epoch).await?;
            let swept: Vec<MessageId> =
                outbox::sweep(c, self.connection_id, self.epoch, self.resend, now).await?;
            let state = if self.resend {
                SendState::Queued
            } else {
                SendState::Unknown
            };
            for id in &swept {
                messages::write::set_send_state(c, desk.company, *id, state, (None, None), now)
                    .await?;
                desk.push_message_changed(c, changes, *id, now).await?;
            }
            Ok(swept.len())
        })
        .await
    }
}
