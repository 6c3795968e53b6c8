//! Pixels and seconds of a file, read from its headers without decoding it.

use std::{
    fs::File,
    io::{Read as _, Result, Seek as _, SeekFrom},
};

use super::Sniffed;
use crate::model::message::MediaKind;

/// Bytes in which a picture must name its size; a JPEG may carry colour profiles and thumbnails before it.
const IMAGE_HEAD_BYTES: u64 = 1 << 20;
/// Bytes at the end of an Ogg file that hold its last page (a page is at most 65,307 bytes, RFC 3533).
const OGG_TAIL_BYTES: u64 = 66_000;
/// Pixels that a browser can decode without harm.
const PIXELS_MAX: u64 = 100_000_000;
/// Samples a second that Opus counts in (RFC 7845, 4).
const OPUS_RATE: f64 = 48_000.0;
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
            let head = read_at(file, SeekFrom::Start(0), IMAGE_HEAD_BYTES)?;
            Ok(
                picture(&head).map_or((Sniffed::OPAQUE, Measure::default()), |size| {
                    (sniffed, size)
                }),
            )
        }
        MediaKind::Audio => {
            let duration = seconds(file, sniffed.mime)?
                .filter(|seconds| {
                    seconds.is_finite() && (0.0..DURATION_SECONDS_MAX).contains(seconds)
                })
                .map(|seconds| (seconds * 10.0).round() / 10.0);
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

fn seconds(file: &mut File, mime: &str) -> Result<Option<f64>> {
    let head = read_at(file, SeekFrom::Start(0), 8192)?;
    let size = file.metadata()?.len();
    Ok(match mime {
        "audio/ogg" => {
            let back = i64::try_from(size.min(OGG_TAIL_BYTES)).unwrap_or(0);
            let tail = read_at(file, SeekFrom::End(-back), OGG_TAIL_BYTES)?;
            ogg(&head, &tail)
        }
        "audio/wav" => wav(&head, size),
        "audio/mpeg" => mpeg(&head, size),
        _ => None,
    })
}

fn read_at(file: &mut File, from: SeekFrom, bytes_max: u64) -> Result<Vec<u8>> {
    file.seek(from)?;
    let mut read = Vec::new();
    file.take(bytes_max).read_to_end(&mut read)?;
    Ok(read)
}

/// The position of the last page over the sample rate (RFC 3533, 6; RFC 7845, 5.1; Vorbis I, 4.2.2).
fn ogg(head: &[u8], tail: &[u8]) -> Option<f64> {
    let last = tail.windows(4).rposition(|window| window == b"OggS")?;
    let position = number(u64::from_le_bytes(array(tail, last + 6)?));
    if let Some(opus) = find(head, b"OpusHead") {
        let skip = u16::from_le_bytes(array(head, opus + 10)?);
        return Some((position - f64::from(skip)).max(0.0) / OPUS_RATE);
    }
    let vorbis = find(head, b"\x01vorbis")?;
    let rate = u32::from_le_bytes(array(head, vorbis + 12)?);
    (rate > 0).then(|| position / f64::from(rate))
}

fn wav(head: &[u8], size: u64) -> Option<f64> {
    let format = find(head, b"fmt ")?;
    let bytes_a_second = u32::from_le_bytes(array(head, format + 16)?);
    let data = find(head, b"data")?;
    let said = u64::from(u32::from_le_bytes(array(head, data + 4)?));
    let there = size.saturating_sub(u64::try_from(data).ok()? + 8);
    (bytes_a_second > 0).then(|| number(said.min(there)) / f64::from(bytes_a_second))
}

/// Layer III of MPEG-1 and 2: frames named by a Xing or Info header, else the size over the first frame's bit rate.
fn mpeg(head: &[u8], size: u64) -> Option<f64> {
    let start = id3_bytes(head);
    let [_, b, c, _] =
        array::<4>(head, start).filter(|[sync, b, ..]| *sync == 0xff && b >> 5 == 7)?;
    let first_version = b & 0x18 == 0x18;
    let rate = mpeg_rate(b, c)?;
    if let Some(xing) = find(head, b"Xing").or_else(|| find(head, b"Info")) {
        let flags = u32::from_be_bytes(array(head, xing + 4)?);
        if flags & 1 == 1 {
            let frames = u32::from_be_bytes(array(head, xing + 8)?);
            let samples = if first_version { 1152.0 } else { 576.0 };
            return Some(f64::from(frames) * samples / rate);
        }
    }
    if b & 0x06 != 0x02 {
        return None;
    }
    let table: [u32; 14] = if first_version {
        [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        ]
    } else {
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    };
    let kilobits = table.get(usize::from(c >> 4).checked_sub(1)?)?;
    let bytes = size.saturating_sub(u64::try_from(start).ok()?);
    Some(number(bytes) * 8.0 / (f64::from(*kilobits) * 1000.0))
}

fn mpeg_rate(b: u8, c: u8) -> Option<f64> {
    let rate = match (c >> 2) & 3 {
        0 => 44_100.0,
        1 => 48_000.0,
        2 => 32_000.0,
        _ => return None,
    };
    match (b >> 3) & 3 {
        3 => Some(rate),
        2 => Some(rate / 2.0),
        0 => Some(rate / 4.0),
        _ => None,
    }
}

/// Bytes of an `ID3v2` tag at the start, its header included; each of its four size bytes carries seven bits.
fn id3_bytes(head: &[u8]) -> usize {
    if !head.starts_with(b"ID3") {
        return 0;
    }
    let size = array::<4>(head, 6).unwrap_or_default();
    10 + size
        .iter()
        .fold(0, |sum, byte| (sum << 7) | usize::from(byte & 0x7f))
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes
        .windows(needle.len())
        .position(|window| window == needle)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

#[expect(clippy::cast_precision_loss, reason = "a duration needs three digits")]
fn number(value: u64) -> f64 {
    value as f64
}
