//! Sends messages: what waits together goes out together, and only the last number of a company, the last look of somebody.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use bb8_redis::{RedisConnectionManager, bb8::Pool, redis};
use tokio::{sync::mpsc, time::timeout};
use uuid::Uuid;

use super::message::{ClusterMessage, Envelope, Looking};
use crate::{
    Result, StorageError,
    model::{CompanyId, ConnectionId, TicketId, UserId},
};

/// How often a node says that the bus works.
const BEAT_EVERY: Duration = Duration::from_secs(5);
/// How long Redis may take for one call.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// Says what comes in until nobody can say anything any more.
pub(super) async fn run(
    pool: Pool<RedisConnectionManager>,
    channel: String,
    node: Uuid,
    mut messages: mpsc::Receiver<ClusterMessage>,
) {
    let mut beat = tokio::time::interval(BEAT_EVERY);
    let mut is_well = true;
    loop {
        let first = tokio::select! {
            message = messages.recv() => match message {
                Some(message) => message,
                None => return,
            },
            _ = beat.tick() => ClusterMessage::Beat,
        };
        let mut batch = Batch::default();
        batch.add(first);
        while let Ok(message) = messages.try_recv() {
            batch.add(message);
        }
        let said = publish(&pool, &channel, node, batch).await;
        if said.is_ok() != is_well {
            is_well = said.is_ok();
            match said {
                Ok(()) => tracing::info!("Redis answers again"),
                Err(error) => {
                    tracing::warn!(%error, "Redis does not answer; other nodes look by themselves");
                }
            }
        }
    }
}

async fn publish(
    pool: &Pool<RedisConnectionManager>,
    channel: &str,
    node: Uuid,
    batch: Batch,
) -> Result<()> {
    let mut pipe = redis::pipe();
    for message in batch.messages() {
        let text = serde_json::to_string(&Envelope {
            from: node,
            message,
        })?;
        pipe.publish(channel, text).ignore();
    }
    let said = async {
        let mut conn = pool.get().await.map_err(failed)?;
        pipe.query_async::<()>(&mut *conn).await.map_err(failed)
    };
    timeout(ANSWER_WITHIN, said)
        .await
        .unwrap_or_else(|_| Err(StorageError::Redis("no answer in time".to_owned())))
}

fn failed(error: impl std::fmt::Display) -> StorageError {
    StorageError::Redis(error.to_string())
}

/// Messages that go out together.
#[derive(Debug, Default)]
struct Batch {
    events: HashMap<CompanyId, i64>,
    // what somebody did last
    looks: HashMap<(CompanyId, TicketId, UserId), Looking>,
    // what is true of somebody's writing now
    writes: HashMap<(CompanyId, TicketId, Option<ConnectionId>), bool>,
    others: HashSet<ClusterMessage>,
}

impl Batch {
    fn add(&mut self, message: ClusterMessage) {
        match message {
            ClusterMessage::Events { company, seq } => {
                let last = self.events.entry(company).or_default();
                *last = seq.max(*last);
            }
            ClusterMessage::Looks {
                company,
                ticket,
                user,
                how,
            } => {
                self.looks.insert((company, ticket, user), how);
            }
            ClusterMessage::Writes {
                company,
                ticket,
                connection,
                is_writing,
            } => {
                let key = (company, ticket, connection);
                self.writes.insert(key, is_writing);
            }
            other => {
                self.others.insert(other);
            }
        }
    }

    fn messages(self) -> impl Iterator<Item = ClusterMessage> {
        let events = self.events.into_iter();
        let events = events.map(|(company, seq)| ClusterMessage::Events { company, seq });
        let looks = self.looks.into_iter();
        let looks = looks.map(|((company, ticket, user), how)| ClusterMessage::Looks {
            company,
            ticket,
            user,
            how,
        });
        let writes = self.writes.into_iter();
        let writes =
            writes.map(
                |((company, ticket, connection), is_writing)| ClusterMessage::Writes {
                    company,
                    ticket,
                    connection,
                    is_writing,
                },
            );
        events.chain(looks).chain(writes).chain(self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_company_only_the_last_number_is_said() {
        let mut batch = Batch::default();
        for (company, seq) in [(1, 4), (2, 1), (1, 6), (1, 5)] {
            let company = CompanyId(company);
            batch.add(ClusterMessage::Events { company, seq });
        }
        batch.add(ClusterMessage::Beat);
        batch.add(ClusterMessage::Beat);
        let messages: HashSet<ClusterMessage> = batch.messages().collect();
        let of = |company, seq| ClusterMessage::Events {
            company: CompanyId(company),
            seq,
        };
        assert_eq!(
            messages,
            HashSet::from([of(1, 6), of(2, 1), ClusterMessage::Beat])
        );
    }

    #[test]
    fn of_somebody_only_the_last_look_is_said() {
        let look = |user, how| ClusterMessage::Looks {
            company: CompanyId(1),
            ticket: TicketId(5),
            user: UserId(user),
            how,
        };
        let mut batch = Batch::default();
        batch.add(look(7, Looking::Reads));
        batch.add(look(8, Looking::Writes));
        batch.add(look(7, Looking::Gone));
        let writes = |connection, is_writing| ClusterMessage::Writes {
            company: CompanyId(1),
            ticket: TicketId(5),
            connection,
            is_writing,
        };
        batch.add(writes(None, true));
        batch.add(writes(Some(ConnectionId(2)), true));
        batch.add(writes(Some(ConnectionId(2)), false));
        let messages: HashSet<ClusterMessage> = batch.messages().collect();
        let expected = [
            look(7, Looking::Gone),
            look(8, Looking::Writes),
            writes(None, true),
            writes(Some(ConnectionId(2)), false),
        ];
        assert_eq!(messages, HashSet::from(expected));
    }
}
