//! Messages of one conversation are handed on to another (rule B17): in their order, with the same files, once.

use guiche_storage::{
    Conn,
    messages::{
        ConversationFilter,
        forward::{self, Forwarded},
        write::find_by_client_id,
    },
    model::{ContactId, ErrorCode, MessageId, TicketId, message::Message},
};

use super::{Changes, DeskContext, DeskWork, Lane, Piece, SendMessages, outgoing::MARK};
use crate::{ActorError, rules::Viewer};

/// Sends messages of another conversation in a ticket, as they are: nothing in them is filled. Replies them as stored; repeated under the
/// same name it sends nothing and replies the first ones.
#[derive(Debug)]
pub struct ForwardMessages {
    /// Into which ticket.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// Out of which conversation, as its reader sees it.
    pub source: ConversationFilter,
    /// What of it, in this order.
    pub message_ids: Vec<MessageId>,
    /// The browser's name for all of it.
    pub name: String,
    /// Who hands it on.
    pub by: Viewer,
}

impl DeskWork for ForwardMessages {
    type Answer = Vec<Message>;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Vec<Message>, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| self.store(&desk, c, changes).await)
            .await
    }
}

impl ForwardMessages {
    async fn store(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Vec<Message>, ActorError> {
        let found = forward::list(c, desk.company, &self.source, &self.message_ids).await?;
        let mut pieces = Vec::with_capacity(self.message_ids.len());
        for id in &self.message_ids {
            let client_id = format!("forward:{}:{}:{id}", self.name, self.ticket_id);
            let user = self.by.user_id;
            let known = find_by_client_id(c, desk.company, user, &client_id).await?;
            let source = found.iter().find(|source| source.id == *id);
            // what was handed on stays so, whatever became of its source
            let (body, media) = match source {
                _ if known.is_some() => (String::new(), None),
                Some(source) if source.is_fit => (words_of(source), source.media),
                Some(_) => return Err(ErrorCode::ForwardUnfit.into()),
                None => return Err(ErrorCode::NoMessageFound.into()),
            };
            pieces.push(Piece {
                body,
                is_literal: true,
                template: None,
                thing: None,
                media,
                client_id: Some(client_id),
            });
        }
        let sending = SendMessages {
            ticket_id: self.ticket_id,
            contact_id: self.contact_id,
            pieces,
            quoted_id: None,
            is_private: false,
            by: self.by.clone().into(),
        };
        sending.store(desk, c, changes).await
    }
}

/// Without the mark of what the desk says by itself: now a person says it.
fn words_of(source: &Forwarded) -> String {
    source.body.trim_start_matches(MARK).to_owned()
}
