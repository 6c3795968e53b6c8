//! What is said in a recording: written down once, whoever asks first, and kept with its message. An attendant and a bot that ask
//! at one moment wait for one answer; on two nodes each may ask once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use guiche_storage::{
    bots::history,
    media, messages,
    model::{CompanyId, ContactId, MessageId},
};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

use super::{
    Bots,
    model::{self, Model, Recording},
};
use crate::{desk::KeepTranscript, rules::bots::BotError};

/// Bytes of a recording that is listened to.
const RECORDING_BYTES_MAX: u64 = 16 << 20;
/// Most bytes of what is kept.
const TEXT_BYTES_MAX: usize = 8 << 10;

type Which = (CompanyId, MessageId);

/// Recordings that are being listened to on this node.
#[derive(Debug, Default)]
pub(super) struct Hearing(Mutex<HashMap<Which, Weak<Turn<()>>>>);

impl Hearing {
    /// Waits until nobody else listens to a recording; nobody else begins while the answer is held.
    async fn turn(&self, which: Which) -> OwnedMutexGuard<()> {
        let turn = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, turn| turn.strong_count() > 0);
            let known = all.get(&which).and_then(Weak::upgrade);
            known.unwrap_or_else(|| {
                let turn = Arc::default();
                all.insert(which, Arc::downgrade(&turn));
                turn
            })
        };
        turn.lock_owned().await
    }
}

impl Bots {
    /// What is said in a message's recording: as it was written down before, or as the model hears it. Then it is kept with
    /// the message. Empty where nothing was heard, which is kept nowhere.
    ///
    /// # Errors
    /// See [`BotError`].
    pub(super) async fn write_down(
        &self,
        model: &Model<'_>,
        (message_id, contact_id): (MessageId, ContactId),
    ) -> Result<String, BotError> {
        let _alone = self.0.hearing.turn((model.company, message_id)).await;
        if let Some(text) = self.written_down(model.company, message_id).await? {
            return Ok(text);
        }
        let recording = recording(self, model.company, message_id).await?;
        let text = model::transcribe(self, model, &recording).await?;
        let (text, _) = fitting(TEXT_BYTES_MAX, text.trim());
        if text.is_empty() {
            return Ok(text);
        }
        let work = KeepTranscript {
            message_id,
            contact_id,
            text: text.clone(),
        };
        if let Err(error) = self.desk(model.company, work).await {
            // it was heard and paid for: whoever asked is told all the same
            tracing::warn!(%error, company.id = model.company.0, "what was heard could not be kept");
        }
        Ok(text)
    }

    async fn written_down(
        &self,
        company: CompanyId,
        id: MessageId,
    ) -> Result<Option<String>, BotError> {
        let deps = self.deps();
        let mut reader = deps.db.read().await.map_err(|_| BotError::NoAnswer)?;
        let shown = messages::Shown {
            links: deps.media.links(),
            now: deps.clock.now(),
        };
        let found = messages::get_all(&mut reader.conn(), company, &[id], shown).await;
        let found = found.map_err(|_| BotError::NoAnswer)?.into_iter().next();
        Ok(found.and_then(|message| message.details?.transcript))
    }
}

/// The recording of a message.
pub(super) async fn recording(
    bots: &Bots,
    company: CompanyId,
    message: MessageId,
) -> Result<Recording, BotError> {
    let deps = bots.deps();
    let row = {
        let mut reader = deps.db.read().await.map_err(|_| BotError::NoAnswer)?;
        let conn = &mut reader.conn();
        let id = history::file_of(conn, company, message)
            .await
            .map_err(|_| BotError::NoAnswer)?;
        let id = id.ok_or(BotError::Unreadable)?;
        let row = media::get(conn, company, id).await;
        row.map_err(|_| BotError::NoAnswer)?
    };
    // not fetched yet: asked again later
    let path = row.path.ok_or(BotError::NoAnswer)?;
    let bytes = deps
        .media
        .read(company, &path, RECORDING_BYTES_MAX)
        .await
        .map_err(|_| BotError::Unreadable)?;
    let name = if row.name.is_empty() {
        "audio.ogg".to_owned()
    } else {
        row.name
    };
    let mime = row.mime.split(';').next().unwrap_or_default().to_owned();
    Ok(Recording { bytes, name, mime })
}

/// What of a text fits into so many bytes, without what no keyboard types; and whether some did not fit.
pub(super) fn fitting(room: usize, more: &str) -> (String, bool) {
    let mut text = String::new();
    for letter in more.chars() {
        if letter.is_control() && !matches!(letter, '\n' | '\t') {
            continue;
        }
        if text.len() + letter.len_utf8() > room {
            return (text, true);
        }
        text.push(letter);
    }
    (text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_room_and_nothing_that_is_no_text() {
        assert_eq!(fitting(9, "a\u{0}\u{1b}b\n"), ("ab\n".to_owned(), false));
        assert_eq!(fitting(1, "é"), (String::new(), true));
        assert_eq!(fitting(1, "e"), ("e".to_owned(), false));
    }

    #[tokio::test]
    async fn a_recording_is_listened_to_by_one_at_a_time_and_another_one_beside_it() {
        let hearing = Arc::<Hearing>::default();
        let (one, other) = ((CompanyId(1), MessageId(1)), (CompanyId(1), MessageId(2)));
        let first = hearing.turn(one).await;
        let beside = hearing.turn(other).await;
        let waiting = tokio::spawn({
            let hearing = Arc::clone(&hearing);
            async move { drop(hearing.turn(one).await) }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished(), "somebody listens");
        drop((first, beside));
        waiting.await.unwrap();
        // what nobody listens to any more is forgotten
        drop(hearing.turn(other).await);
        assert_eq!(hearing.0.lock().unwrap().len(), 1);
    }
}
