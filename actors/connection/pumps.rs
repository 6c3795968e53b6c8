//! The pumps of a session: out, in, files, pictures, the past. Each runs at most once at a time.

use std::{sync::Arc, time::Duration};

use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use chrono::{DateTime, Utc};

use super::{
    ConnectionContext,
    actor::{AFTER_FAILURE, Connection, Wish},
    bringing, fetching, picturing, profiling, receiving, sending,
    sending::Round,
    session::Session,
};
use crate::ActorError;

/// What waits for longer has no timer of its own: the node looks for it, again and again.
const TIMER_MAX: Duration = Duration::from_secs(10);

/// What customers show: a picture, or what one says of himself while no picture is due. Answers when to look again.
async fn show_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<Option<DateTime<Utc>>, ActorError> {
    let picture = picturing::picture_round(context, session).await?;
    let profile = profiling::profile_round(context, session).await?;
    Ok([picture, profile].into_iter().flatten().min())
}

/// Whether a pump runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pump {
    Idle,
    Running { again: bool },
}

/// Which pump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    Out,
    In,
    Files,
    Pictures,
    Past,
}

impl Lane {
    pub(super) const ALL: [Self; 5] =
        [Self::In, Self::Out, Self::Files, Self::Pictures, Self::Past];
}

/// The pumps of one connection.
#[derive(Debug)]
pub(super) struct Pumps {
    out: Pump,
    inn: Pump,
    files: Pump,
    pictures: Pump,
    past: Pump,
}

impl Default for Pumps {
    fn default() -> Self {
        Self {
            out: Pump::Idle,
            inn: Pump::Idle,
            files: Pump::Idle,
            pictures: Pump::Idle,
            past: Pump::Idle,
        }
    }
}

impl Pumps {
    fn of(&mut self, lane: Lane) -> &mut Pump {
        match lane {
            Lane::Out => &mut self.out,
            Lane::In => &mut self.inn,
            Lane::Files => &mut self.files,
            Lane::Pictures => &mut self.pictures,
            Lane::Past => &mut self.past,
        }
    }
}

enum Turn {
    Out(Round),
    In(receiving::Received),
    Files(bool),
    // when the next one is due
    Later(Option<DateTime<Utc>>),
}

impl Connection {
    /// Whether a message is on its way out or in.
    pub(super) fn is_busy(&self) -> bool {
        self.pumps.out != Pump::Idle || self.pumps.inn != Pump::Idle
    }

    /// Runs a pump, or once more when it runs.
    pub(super) fn pump(&mut self, lane: Lane, ctx: &mut Context<Self>) {
        let may = self.is_connected && self.wish != Wish::End;
        let Some(session) = self.session.clone().filter(|_| may) else {
            return;
        };
        let pump = self.pumps.of(lane);
        if *pump != Pump::Idle {
            *pump = Pump::Running { again: true };
            return;
        }
        *pump = Pump::Running { again: false };
        let (context, since) = (self.context.clone(), self.since);
        let owner = Arc::clone(&session.owner);
        let round = async move {
            match lane {
                Lane::Out => sending::send_round(&context, &session).await.map(Turn::Out),
                Lane::In => receiving::receive_round(&context, &session, since)
                    .await
                    .map(Turn::In),
                Lane::Files => fetching::fetch_round(&context, &session)
                    .await
                    .map(Turn::Files),
                Lane::Pictures => show_round(&context, &session).await.map(Turn::Later),
                Lane::Past => bringing::bring_round(&context, &session)
                    .await
                    .map(Turn::Later),
            }
        };
        ctx.spawn(
            round
                .into_actor(self)
                .map(move |turn, connection, ctx| connection.turned(lane, &owner, turn, ctx)),
        );
    }

    fn turned(
        &mut self,
        lane: Lane,
        owner: &Arc<str>,
        turn: Result<Turn, ActorError>,
        ctx: &mut Context<Self>,
    ) {
        let again = *self.pumps.of(lane) == Pump::Running { again: true };
        *self.pumps.of(lane) = Pump::Idle;
        let is_of_now = self.session.as_ref().is_some_and(|it| it.owner == *owner);
        match turn {
            // the end of an earlier session says nothing about this one
            Ok(Turn::Out(Round::Lost | Round::Disconnected(_))) if !is_of_now => {
                self.pump(lane, ctx);
            }
            Ok(Turn::Out(Round::More) | Turn::Files(true)) => self.pump(lane, ctx),
            Ok(Turn::In(received)) => {
                if received.has_media {
                    self.pump(Lane::Files, ctx);
                }
                if received.wants_picture {
                    self.pump(Lane::Pictures, ctx);
                }
                if received.more || again {
                    self.pump(lane, ctx);
                } else {
                    self.pump_at(lane, received.until, ctx);
                }
            }
            Ok(Turn::Later(None)) if again => self.pump(lane, ctx),
            // what was asked for meanwhile waits for the pause
            Ok(Turn::Later(next)) => self.pump_at(lane, next, ctx),
            Ok(Turn::Out(Round::Until(next))) if !again => self.pump_at(lane, next, ctx),
            Ok(Turn::Out(Round::Lost)) => self.lost(ctx),
            Ok(Turn::Out(Round::Disconnected(reason))) => self.disconnect(Some(reason), ctx),
            Ok(Turn::Out(_) | Turn::Files(_)) if again => self.pump(lane, ctx),
            Ok(Turn::Out(_) | Turn::Files(_)) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not work; once more");
                ctx.run_later(AFTER_FAILURE, move |connection, ctx| {
                    connection.pump(lane, ctx);
                });
            }
        }
    }

    fn pump_at(&self, lane: Lane, at: Option<DateTime<Utc>>, ctx: &mut Context<Self>) {
        let Some(at) = at else { return };
        let wait = (at - self.context.now()).to_std().unwrap_or_default();
        if wait < TIMER_MAX {
            let wait = wait.max(Duration::from_millis(1));
            ctx.run_later(wait, move |connection, ctx| connection.pump(lane, ctx));
        }
    }
}
