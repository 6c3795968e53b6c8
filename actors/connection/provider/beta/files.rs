//! A file on its way to a phone, with what the phone shows of it before it has fetched it.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use guiche_storage::{
    media::{thumbnail_of_film, thumbnail_of_picture, voice_shape},
    model::message::MediaKind,
};
use guiche_whatsapp_web::{Preview, Wish, heard::FileKind};

use crate::connection::provider::{OpenedFile, SendError, WireSend};

/// Files of which it is remembered what phones show of them: a campaign sends one to many.
const REMEMBERED_MAX: usize = 8;

/// What phones show of the files that were sent last.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<VecDeque<(PathBuf, Preview)>>);

impl Previews {
    fn all(&self) -> MutexGuard<'_, VecDeque<(PathBuf, Preview)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, path: &Path) -> Option<Preview> {
        let all = self.all();
        let found = all.iter().find(|(of, _)| of == path);
        found.map(|(_, preview)| preview.clone())
    }

    fn remember(&self, path: &Path, preview: &Preview) {
        let mut all = self.all();
        all.truncate(REMEMBERED_MAX - 1);
        all.push_front((path.to_owned(), preview.clone()));
    }
}

/// What is sent of `Outgoing::Media`.
pub(super) async fn wish(
    previews: &Previews,
    send: &WireSend,
    kind: MediaKind,
    caption: &str,
    quoted: Option<String>,
) -> Result<Wish, SendError> {
    let missing = || SendError::Rejected {
        code: "no_file".to_owned(),
        text: "the file is not there".to_owned(),
    };
    let file = send.file.as_ref().ok_or_else(missing)?;
    let bytes = tokio::fs::read(&file.path).await.map_err(|_| missing())?;
    let voice = file.voice && kind == MediaKind::Audio;
    // a stored file never changes
    let preview = if let Some(known) = previews.find(&file.path) {
        known
    } else {
        let made = preview(file, kind, &bytes).await;
        previews.remember(&file.path, &made);
        made
    };
    Ok(Wish::File {
        kind: match kind {
            MediaKind::Image => FileKind::Image,
            MediaKind::Audio => FileKind::Audio,
            MediaKind::Video => FileKind::Video,
            MediaKind::Document => FileKind::Document,
        },
        bytes,
        mime: file.mime.clone(),
        name: file.name.clone(),
        voice,
        caption: caption.to_owned(),
        quoted,
        preview,
    })
}

/// What cannot be shown beforehand is sent all the same.
async fn preview(file: &OpenedFile, kind: MediaKind, bytes: &[u8]) -> Preview {
    match kind {
        MediaKind::Image => Preview {
            thumbnail: thumbnail_of_picture(bytes.to_vec()).await,
            ..Preview::default()
        },
        MediaKind::Video => Preview {
            thumbnail: thumbnail_of_film(&file.path).await,
            ..Preview::default()
        },
        MediaKind::Audio => voice_shape(bytes).map_or_else(Preview::default, |shape| Preview {
            seconds: Some(shape.seconds),
            waveform: Some(shape.bars).filter(|_| file.voice),
            ..Preview::default()
        }),
        MediaKind::Document => Preview::default(),
    }
}
