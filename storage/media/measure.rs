//! Pixels and seconds of a file, read from its headers without decoding it.

use std::{
    fs::File,
    io::{BufReader, Read as _, Result, Seek as _, SeekFrom},
};

use lofty::{
    config::ParseOptions,
    file::{AudioFile as _, FileType},
    probe::Probe,
};

use super::Sniffed;
use crate::model::message::MediaKind;

/// Bytes in which a picture must name its size; a JPEG may carry colour profiles and thumbnails before it.
const IMAGE_HEAD_BYTES: u64 = 1 << 20;
/// Pixels that a browser can decode without harm.
const PIXELS_MAX: u64 = 100_000_000;
/// Longest duration believed: a week. A forged header must not show as a year.
const DURATION_SECONDS_MAX: f64 = 7.0 * 24.0 * 3600.0;

/// What a file's headers say.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Measure {
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
    /// Seconds.
    pub duration: Option<f64>,
}

/// Measures a file. A picture without a readable size, or of more than 100 million pixels, is no picture any more but a
/// document.
pub(super) fn measure(file: &mut File, sniffed: Sniffed) -> Result<(Sniffed, Measure)> {
    match sniffed.kind {
        MediaKind::Image => {
            let head = read_head(file)?;
            Ok(
                picture(&head).map_or((Sniffed::OPAQUE, Measure::default()), |size| {
                    (sniffed, size)
                }),
            )
        }
        MediaKind::Audio => {
            let duration =
                seconds(file, sniffed.mime)?.map(|seconds| (seconds * 10.0).round() / 10.0);
            Ok((
                sniffed,
                Measure {
                    duration,
                    ..Measure::default()
                },
            ))
        }
        MediaKind::Video | MediaKind::Document => Ok((sniffed, Measure::default())),
    }
}

fn picture(head: &[u8]) -> Option<Measure> {
    let size = imagesize::blob_size(head).ok()?;
    let width = u64::try_from(size.width).ok().filter(|width| *width > 0)?;
    let height = u64::try_from(size.height)
        .ok()
        .filter(|height| *height > 0)?;
    if width.checked_mul(height)? > PIXELS_MAX {
        return None;
    }
    Some(Measure {
        width: i64::try_from(width).ok(),
        height: i64::try_from(height).ok(),
        duration: None,
    })
}

/// Seconds of a sound; `None` where its headers do not say so, or are not believed.
fn seconds(file: &mut File, mime: &str) -> Result<Option<f64>> {
    file.seek(SeekFrom::Start(0))?;
    let probe = Probe::new(BufReader::new(file));
    let probe = match mime {
        // what is in it: Opus, Vorbis, Speex
        "audio/ogg" => probe.guess_file_type()?,
        "audio/wav" => probe.set_file_type(FileType::Wav),
        "audio/flac" => probe.set_file_type(FileType::Flac),
        "audio/mpeg" => probe.set_file_type(FileType::Mpeg),
        "audio/aac" => probe.set_file_type(FileType::Aac),
        "audio/mp4" => probe.set_file_type(FileType::Mp4),
        _ => return Ok(None),
    };
    // a file that cannot be read is kept all the same, without its length
    let read = probe.options(ParseOptions::new().read_tags(false)).read();
    let seconds = read
        .ok()
        .map(|read| read.properties().duration().as_secs_f64());
    Ok(seconds.filter(|seconds| *seconds > 0.0 && *seconds < DURATION_SECONDS_MAX))
}

fn read_head(file: &mut File) -> Result<Vec<u8>> {
    file.seek(SeekFrom::Start(0))?;
    let mut read = Vec::new();
    file.take(IMAGE_HEAD_BYTES).read_to_end(&mut read)?;
    Ok(read)
}
