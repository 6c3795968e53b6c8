//! This node among others: what it hears from them, what it tells them, and what it looks for by itself in case that a
//! message was lost.

use std::time::Duration;

use chrono::TimeDelta;
use guiche_storage::{
    cluster::redis::ClusterMessage,
    connections::{self, Due},
    identity::sign_ins::{self, Ended},
};

use crate::{
    ActorError, Actors,
    campaign::{News, PollCampaign},
    connection::{ConnectionKey, PollWork, ShowWriting, StartSession},
    presence,
    publisher::{WorkKind, Writing},
    registry::try_tell,
    room::{CustomerWrites, Drain, TicketViewed, Woken},
};

/// Connections started in one look.
const FREE_MAX: i64 = 1_000;
/// Connections for which something waits, read at once.
const DUE_MAX: usize = 1_000;
/// Ended sign-ins read in one look, and how far back: nodes' clocks may differ by so much.
const REVOKED_MAX: i64 = 1_000;
const REVOKED_WITHIN: TimeDelta = TimeDelta::minutes(1);

impl Actors {
    /// Does what another node's message is about, if it concerns anybody here. What cannot be taken now is found by
    /// looking.
    pub fn on_message(&self, message: ClusterMessage) {
        match message {
            ClusterMessage::Events { company, seq } => {
                if let Some(room) = self.rooms().find(&company) {
                    let _ = try_tell(&room, Woken { seq });
                }
            }
            ClusterMessage::Work {
                company,
                connection,
                inbox,
            } => {
                if let Some(actor) = self.connections().find(&(company, connection)) {
                    let kind = if inbox {
                        WorkKind::Inbox
                    } else {
                        WorkKind::Outbox
                    };
                    let is_remote = true;
                    let _ = try_tell(&actor, PollWork { kind, is_remote });
                }
            }
            ClusterMessage::Free {
                company,
                connection,
            } => {
                let _ = self.start_free((company, connection));
            }
            ClusterMessage::Campaign {
                company,
                campaign,
                news,
            } => {
                if let Some(runner) = self.campaigns().find(&(company, campaign)) {
                    let _ = if news {
                        try_tell(&runner, News)
                    } else {
                        try_tell(&runner, PollCampaign { is_remote: true })
                    };
                }
            }
            ClusterMessage::SignedOut {
                company,
                user,
                which,
            } => presence::sign_out(self.presences(), company, user, which),
            people @ (ClusterMessage::Looks { .. } | ClusterMessage::Writes { .. }) => {
                self.on_people(people);
            }
            ClusterMessage::Beat => {}
        }
    }

    /// What people do in a conversation at this moment, on another node.
    fn on_people(&self, message: ClusterMessage) {
        match message {
            ClusterMessage::Looks {
                company,
                ticket,
                user,
                how,
            } => {
                if let Some(room) = self.rooms().find(&company) {
                    let _ = try_tell(&room, TicketViewed { ticket, user, how });
                }
            }
            ClusterMessage::Writes {
                company,
                ticket,
                connection: Some(connection),
                is_writing,
            } => {
                if let Some(actor) = self.connections().find(&(company, connection)) {
                    let writing = Writing { ticket, is_writing };
                    let is_remote = true;
                    let _ = try_tell(&actor, ShowWriting { writing, is_remote });
                }
            }
            ClusterMessage::Writes {
                company,
                ticket,
                connection: None,
                is_writing,
            } => {
                if let Some(room) = self.rooms().find(&company) {
                    let _ = try_tell(&room, CustomerWrites { ticket, is_writing });
                }
            }
            _ => {}
        }
    }

    /// Starts the session of every connection that should be on and that no node has, and has this node's connections look
    /// at what waits for them. Where other nodes share the database, closes the sockets of sign-ins that ended on one of
    /// them.
    ///
    /// # Errors
    /// `Storage`.
    pub(crate) async fn reconcile(&self) -> Result<(), ActorError> {
        let (db, now) = (self.db(), self.clock().now());
        let mut reader = db.read().await?;
        let conn = &mut reader.conn();
        let free = connections::list_free(conn, now, FREE_MAX).await?;
        let ended = if db.is_shared() {
            sign_ins::list_revoked(conn, now - REVOKED_WITHIN, REVOKED_MAX).await?
        } else {
            Vec::new()
        };
        drop(reader);
        // first: a connection that cannot be started now must not keep the others from their work
        self.look_for_work().await?;
        for key in free {
            self.start_free(key)?;
        }
        for gone in ended {
            let owner = gone.owner;
            let which = Ended::One(gone.id);
            presence::sign_out(self.presences(), owner.company_id, owner.user_id, which);
        }
        Ok(())
    }

    /// Has this node's connections look at what waits for them, some hundreds at a time.
    async fn look_for_work(&self) -> Result<(), ActorError> {
        let (limit, mut after) = (i64::try_from(DUE_MAX).unwrap_or(i64::MAX), None);
        loop {
            let due = {
                let mut reader = self.db().read().await?;
                let now = self.clock().now();
                connections::list_due(&mut reader.conn(), after, now, limit).await?
            };
            for one in &due {
                self.look_into(*one);
            }
            match due.last() {
                Some(last) if due.len() == DUE_MAX => after = Some(last.id),
                _ => return Ok(()),
            }
        }
    }

    /// Has a connection of this node look at what waits for it. One that is too busy is told again by the next look.
    fn look_into(&self, due: Due) {
        let Some(actor) = self.connections().find(&(due.company_id, due.id)) else {
            return;
        };
        let is_remote = true;
        for (waits, kind) in [
            (due.inbox, WorkKind::Inbox),
            (due.outbox, WorkKind::Outbox),
            (due.files, WorkKind::Files),
            (due.past, WorkKind::Past),
        ] {
            if waits {
                let _ = try_tell(&actor, PollWork { kind, is_remote });
            }
        }
    }

    /// Takes no campaign and no connection any more, and gives away each one there is: a campaign after its step, a
    /// connection when its last send has ended. `false`: some had not ended in time; what they left is settled by the next
    /// owner.
    pub async fn give_connections_away(&self, deadline: Duration) -> bool {
        self.end_soon();
        if !self.campaigns().shut_down(deadline).await {
            tracing::warn!("some campaigns did not end their steps in time");
        }
        self.connections().shut_down(deadline).await
    }

    /// Sends the browsers of this node away, spread over this time; at once if it is zero.
    pub async fn send_browsers_away(&self, over: Duration) {
        for (_, room) in self.rooms().list() {
            // those of a busy room are sent away when it stops
            let _ = try_tell(&room, Drain { over });
        }
        tokio::time::sleep(over).await;
    }

    fn start_free(&self, key: ConnectionKey) -> Result<(), ActorError> {
        if self.is_ending() {
            return Ok(());
        }
        let actor = self.connections().find_or_start(&key)?;
        try_tell(&actor, StartSession { is_asked: false })
    }
}
