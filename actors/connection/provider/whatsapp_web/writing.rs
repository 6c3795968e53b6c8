//! That somebody writes at this moment: shown to a customer, and heard of him.

use whatsapp_rust::wacore::types::{events::ChatPresenceUpdate, presence::ChatPresence};

use crate::{heard::Who, inbound::who, link::Link, outbound::SendFailure};

impl Link {
    /// Shows somebody that he is being written to, or is not any more. `WhatsApp` forgets it after some seconds.
    ///
    /// # Errors
    /// See [`SendFailure`].
    pub async fn show_writing(&self, to: &str, is_writing: bool) -> Result<(), SendFailure> {
        let client = self.client().ok_or(SendFailure::NoLine)?;
        if !client.is_connected() || !client.is_logged_in() {
            return Err(SendFailure::NoLine);
        }
        let (to, _) = self.address(&client, to).await?;
        let shown = if is_writing {
            client.chatstate().send_composing(&to).await
        } else {
            client.chatstate().send_paused(&to).await
        };
        shown.map_err(|error| SendFailure::NotSent(error.to_string()))
    }
}

/// Who writes to us, or has stopped; somebody who speaks into his phone writes too. `None`: it is our own phone, or in a
/// group, where it would be told of everybody.
pub(crate) fn heard(update: &ChatPresenceUpdate) -> Option<(Who, bool)> {
    let source = &update.source;
    if source.is_from_me || source.is_group {
        return None;
    }
    let writer = who(&source.sender, source.sender_alt.as_ref());
    writer.address()?;
    Some((writer, update.state == ChatPresence::Composing))
}
