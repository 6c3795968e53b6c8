//! The files that customers send: told when they are here or given up, and taken up again when a person asks.

use guiche_storage::{
    connections, media, messages,
    model::{ConnectionId, ContactId, ErrorCode, MediaId, MessageId, message::Message},
};

use super::{DeskContext, DeskWork, Lane};
use crate::{ActorError, publisher::WorkKind};

/// A fetched (or lost) file: tells those who look at its message.
#[derive(Debug)]
pub struct MediaArrived {
    /// By which connection it came: the lane.
    pub connection_id: ConnectionId,
    /// The file.
    pub media_id: MediaId,
}

/// Fetches the file of a message again that was given up. Replies the message, its file on the way.
#[derive(Debug)]
pub struct FetchFileAgain {
    /// The message that carries it.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for MediaArrived {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Inbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let found = messages::write::find_by_media(c, desk.company, self.media_id).await?;
            if let Some(id) = found {
                desk.push_message_changed(c, changes, id, desk.now())
                    .await?;
            }
            Ok(())
        })
        .await
    }
}

impl DeskWork for FetchFileAgain {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            let fetcher = media::fetch_again(c, desk.company, self.message_id, now)
                .await?
                .ok_or(ErrorCode::MessageState)?;
            // a number that was taken away fetches nothing any more
            connections::find(c, desk.company, fetcher)
                .await?
                .ok_or(ErrorCode::WappDownloadMedia)?;
            changes.wake(fetcher, WorkKind::Files);
            desk.push_message_changed(c, changes, self.message_id, now)
                .await
        })
        .await
    }
}
