//! What is said in a recording is kept with its message, and everybody who looks at it is told.

use guiche_storage::{
    messages,
    model::{ContactId, MessageId, message::Message},
};

use super::{DeskContext, DeskWork, Lane};
use crate::ActorError;

/// Keeps what a model heard in a message. Replies the message as it then stands; what was kept first stays.
#[derive(Debug)]
pub struct KeepTranscript {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// What is said.
    pub text: String,
}

impl DeskWork for KeepTranscript {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            messages::transcripts::keep(c, desk.company, self.message_id, &self.text, now).await?;
            desk.push_message_changed(c, changes, self.message_id, now)
                .await
        })
        .await
    }
}
