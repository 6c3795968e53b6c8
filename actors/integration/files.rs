//! Files that a bot sends by their address: fetched and kept like an upload, or sent as a link where that fails.

use std::time::Duration;

use guiche_storage::{
    media::{FileHint, MediaLimits, StoredMedia},
    model::CompanyId,
};
use reqwest::Url;

use super::{Bots, prompt::note_of};
use crate::{desk::Said, egress::Limits, rules::bots::BotSay};

/// How long one file may take.
const FILE_WITHIN: Duration = Duration::from_secs(10);
/// Bytes of a file that a bot sends.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// What is said with its files in their places.
pub(super) async fn fetch(bots: &Bots, company: CompanyId, says: Vec<BotSay>) -> Vec<Said> {
    let mut all = Vec::with_capacity(says.len());
    for say in says {
        let (mut file, mut text) = (None, say.text);
        if let Some(url) = &say.media_url {
            file = get(bots, company, url).await;
        } else if let Some(sound) = say.sound {
            file = keep_sound(bots, company, sound).await;
            if file.is_some() {
                text.clear();
            }
        }
        all.push(Said {
            text,
            link: say.media_url,
            file,
            delay: say.delay,
        });
    }
    all
}

/// A voice note, in its place; `None` where it cannot be kept, and its text is sent.
async fn keep_sound(bots: &Bots, company: CompanyId, sound: bytes::Bytes) -> Option<StoredMedia> {
    let (bytes, (name, mime)) = note_of(sound);
    let hint = FileHint {
        name,
        mime: Some(mime),
    };
    let deps = bots.deps();
    let kept = deps
        .media
        .keep_bytes(company, bytes, hint, MediaLimits::all(deps.media_bytes_max));
    kept.await.ok()
}

async fn get(bots: &Bots, company: CompanyId, url: &str) -> Option<StoredMedia> {
    let deps = bots.deps();
    let bytes_max = FILE_BYTES_MAX.min(deps.media_bytes_max);
    let url: Url = url.parse().ok()?;
    let limits = Limits {
        total: FILE_WITHIN,
        body_bytes_max: bytes_max,
    };
    let reply = deps
        .doors
        .of(&url)
        .get(url.clone(), None, limits)
        .await
        .ok()?;
    if reply.status().as_u16() != 200 {
        return None;
    }
    let mime = reply.header("content-type").map(str::to_owned);
    let bytes = reply.bytes().await.ok()?;
    let name = url.path_segments().and_then(Iterator::last).unwrap_or("");
    let hint = FileHint {
        name: if name.is_empty() { "arquivo" } else { name },
        mime: mime.as_deref(),
    };
    let kept = deps
        .media
        .keep_bytes(company, bytes, hint, MediaLimits::all(bytes_max));
    kept.await.ok()
}
