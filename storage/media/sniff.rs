//! What a file really is, by its first bytes. What the sender says about it only decides between harmless neighbours.

use crate::model::message::MediaKind;

/// A document of no known type.
const UNKNOWN: &str = "application/octet-stream";
/// Bytes of text that are looked at for markup.
const MARKUP_BYTES: usize = 4096;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sniffed {
    /// Its media type, one of a fixed list or a type known to the `infer` crate; never `text/html` for a picture.
    pub mime: &'static str,
    /// How it is shown.
    pub kind: MediaKind,
}

impl Sniffed {
    /// A file that is only offered for download.
    pub const OPAQUE: Self = document(UNKNOWN);
}

const fn document(mime: &'static str) -> Sniffed {
    Sniffed {
        mime,
        kind: MediaKind::Document,
    }
}

const fn image(mime: &'static str) -> Sniffed {
    Sniffed {
        mime,
        kind: MediaKind::Image,
    }
}

const fn audio(mime: &'static str) -> Sniffed {
    Sniffed {
        mime,
        kind: MediaKind::Audio,
    }
}

const fn video(mime: &'static str) -> Sniffed {
    Sniffed {
        mime,
        kind: MediaKind::Video,
    }
}

/// Tells what a file is by its first bytes (some kilobytes are enough). Markup of any sort is a document, whatever it
/// is called and however it is disguised. `declared` decides only whether a container holds sound alone.
pub fn sniff(head: &[u8], declared: Option<&str>) -> Sniffed {
    if head.is_empty() {
        return Sniffed::OPAQUE;
    }
    let sound = declared.is_some_and(|mime| mime.trim().to_ascii_lowercase().starts_with("audio/"));
    picture(head)
        .or_else(|| sound_file(head))
        .or_else(|| container(head, sound))
        .or_else(|| markup(head))
        .or_else(|| office(head))
        .unwrap_or_else(|| plain(head))
}

/// Whether a browser may show a file of this type in the page; everything else is a download.
pub fn is_shown_inline(mime: &str) -> bool {
    matches!(
        mime,
        "image/jpeg"
            | "image/png"
            | "image/webp"
            | "image/gif"
            | "video/mp4"
            | "video/webm"
            | "video/3gpp"
            | "application/pdf"
    ) || mime.starts_with("audio/")
}

fn picture(head: &[u8]) -> Option<Sniffed> {
    if head.starts_with(b"\xff\xd8\xff") {
        Some(image("image/jpeg"))
    } else if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(image("image/png"))
    } else if head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a") {
        Some(image("image/gif"))
    } else if is_riff(head, *b"WEBP") {
        Some(image("image/webp"))
    } else {
        None
    }
}

fn sound_file(head: &[u8]) -> Option<Sniffed> {
    if head.starts_with(b"OggS") {
        let theora = contains(head, b"\x80theora");
        return Some(if theora {
            document("video/ogg")
        } else {
            audio("audio/ogg")
        });
    }
    if is_riff(head, *b"WAVE") {
        return Some(audio("audio/wav"));
    }
    if head.starts_with(b"fLaC") {
        return Some(audio("audio/flac"));
    }
    if head.starts_with(b"#!AMR") {
        return Some(audio("audio/amr"));
    }
    if head.starts_with(b"ID3") {
        return Some(audio("audio/mpeg"));
    }
    match head {
        [0xff, b, c, ..] if b & 0xf6 == 0xf0 && c & 0x3c != 0x3c => Some(audio("audio/aac")),
        [0xff, b, c, ..] if is_mpeg_frame(*b, *c) => Some(audio("audio/mpeg")),
        _ => None,
    }
}

/// ISO 11172-3, 2.4.2.3: sync, a version, layer II or III, a bit rate and a sample rate that exist.
fn is_mpeg_frame(b: u8, c: u8) -> bool {
    b & 0xe0 == 0xe0
        && b & 0x18 != 0x08
        && matches!(b & 0x06, 0x02 | 0x04)
        && c & 0xf0 != 0xf0
        && c & 0xf0 != 0
        && c & 0x0c != 0x0c
}

fn container(head: &[u8], sound: bool) -> Option<Sniffed> {
    if head.get(4..8) == Some(b"ftyp") {
        return Some(match head.get(8..12)? {
            b"M4A " | b"M4B " | b"M4P " => audio("audio/mp4"),
            b"qt  " => document("video/quicktime"),
            b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => document("image/heic"),
            b"avif" | b"avis" => document("image/avif"),
            _ if sound => audio("audio/mp4"),
            [b'3', b'g', ..] => video("video/3gpp"),
            _ => video("video/mp4"),
        });
    }
    if head.starts_with(b"\x1a\x45\xdf\xa3") {
        if !contains(head, b"webm") {
            return Some(document("video/x-matroska"));
        }
        let only_sound = !contains(head, b"V_")
            && (sound || contains(head, b"A_OPUS") || contains(head, b"A_VORBIS"));
        return Some(if only_sound {
            audio("audio/webm")
        } else {
            video("video/webm")
        });
    }
    None
}

/// HTML, SVG and XML, also in UTF-16, behind a byte order mark, white space or a comment.
fn markup(head: &[u8]) -> Option<Sniffed> {
    let text = ascii_text(head);
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{c}');
    if !start.starts_with('<') {
        return None;
    }
    Some(if start.contains("<svg") {
        document("image/svg+xml")
    } else if start.starts_with("<?xml") && !start.contains("<html") {
        document("application/xml")
    } else {
        document("text/html")
    })
}

/// The first bytes as lower-case ASCII: marks of byte order gone, the zero bytes of UTF-16 and UTF-32 too.
fn ascii_text(head: &[u8]) -> String {
    let head = head.get(..MARKUP_BYTES).unwrap_or(head);
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head
        .strip_prefix(b"\xff\xfe")
        .or_else(|| head.strip_prefix(b"\xfe\xff"))
        .unwrap_or(head);
    head.iter()
        .filter(|byte| **byte != 0)
        .map(|byte| {
            if byte.is_ascii() {
                char::from(byte.to_ascii_lowercase())
            } else {
                '?'
            }
        })
        .collect()
}

fn office(head: &[u8]) -> Option<Sniffed> {
    if head.starts_with(b"%PDF-") {
        return Some(document("application/pdf"));
    }
    if head.starts_with(b"MZ") {
        return Some(document("application/x-msdownload"));
    }
    let found = infer::get(head)?.mime_type();
    let shown = is_shown_inline(found) || found.starts_with("text/") || found.contains("xml;");
    Some(if shown {
        Sniffed::OPAQUE
    } else {
        document(found)
    })
}

fn plain(head: &[u8]) -> Sniffed {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // the last character may be cut by the end of the head
        Err(error) if error.error_len().is_none() => {
            let valid = head.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
        Err(_) => return Sniffed::OPAQUE,
    };
    if text
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
    {
        return Sniffed::OPAQUE;
    }
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let first = start.get(..15).unwrap_or(start).to_ascii_uppercase();
    if first.starts_with("BEGIN:VCARD") {
        document("text/vcard")
    } else if first.starts_with("BEGIN:VCALENDAR") {
        document("text/calendar")
    } else {
        document("text/plain")
    }
}

fn is_riff(head: &[u8], form: [u8; 4]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(form.as_slice())
}

fn contains(head: &[u8], needle: &[u8]) -> bool {
    head.windows(needle.len()).any(|window| window == needle)
}
