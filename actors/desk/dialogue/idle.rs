//! A conversation whose time has come: nobody chose a queue, or nobody has spoken for long (rules B8, B9).

use guiche_storage::{
    companies::settings::WaitingAction,
    model::ticket::TicketStatus,
    tickets::{self, idle::Due},
};

use super::{Decided, apply::apply, facts, memory_of};
use crate::{
    ActorError,
    desk::{DeskContext, DeskWork, Lane},
    rules::dialogue::{Input, State, decide},
};

/// Looks at a conversation and does what is due. Done twice, the second time finds that it is not any more.
#[derive(Debug)]
pub struct EndIdle(pub Due);

impl DeskWork for EndIdle {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.0.contact)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let company = desk.company;
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            tickets::write::lock(c, company, self.0.ticket).await?;
            let ticket = tickets::get(c, company, self.0.ticket).await?;
            let (TicketStatus::Open | TicketStatus::Pending | TicketStatus::Lead) = ticket.status
            else {
                return Ok(());
            };
            // put off since it was found
            if ticket.snooze.is_some() {
                return Ok(());
            }
            let Some(connection) = ticket.whatsapp_id else {
                return Ok(());
            };
            let Some(line) = facts::line(&desk, c, changes, connection).await? else {
                return Ok(());
            };
            let settings = desk.settings(c, changes).await?;
            let to = |action: Option<WaitingAction>| match action {
                Some(WaitingAction::Queue(queue)) => Some(queue),
                _ => None,
            };
            let more = [
                line.texts.transfer_queue_id,
                to(settings.bot_timeout.map(|timeout| timeout.action)),
                to(settings.no_queue_timeout.map(|timeout| timeout.action)),
            ];
            let running = tickets::episodes::running(c, company, ticket.id).await?;
            let memory = memory_of(&desk, c, &ticket).await?;
            let state = State {
                company: facts::company(&desk, c, changes).await?,
                line: facts::line_of(&desk, c, changes, &line, more).await?,
                talk: facts::talk(&ticket, memory, running),
            };
            let actions = decide(&state, &Input::Tick, now);
            let decided = Decided {
                state,
                actions,
                remembers: true,
                message: None,
            };
            apply(&desk, c, changes, &ticket, decided).await
        })
        .await
    }
}
