//! Files of messages: what `WhatsApp` takes as what, and whether a fetched file is the one announced.

use base64::{Engine, prelude::BASE64_STANDARD};
use guiche_storage::model::message::MediaKind;

use crate::connection::provider::SendError;

const MIB: u64 = 1 << 20;
/// The largest file of all, in either direction (Meta: documents).
pub(super) const FILE_BYTES_MAX: u64 = 100 * MIB;
const IMAGE_BYTES_MAX: u64 = 5 * MIB;
const AUDIO_VIDEO_BYTES_MAX: u64 = 16 * MIB;

/// How a file is shown at the customer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WireKind {
    Image,
    Audio,
    Video,
    Document,
}

impl WireKind {
    /// Meta's word.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Document => "document",
        }
    }
}

/// How a file has to go out. What is too large or of another type for its kind goes as a document, and so does sound
/// with a text, because `WhatsApp` shows no text below sound: nothing that the attendant wrote gets lost.
///
/// # Errors
/// `Rejected` above 100 MiB.
pub(super) fn wire_kind(
    kind: MediaKind,
    mime: &str,
    bytes: u64,
    has_caption: bool,
) -> Result<WireKind, SendError> {
    if bytes > FILE_BYTES_MAX {
        return Err(SendError::Rejected {
            code: "file_too_large".to_owned(),
            text: "O WhatsApp aceita arquivos de até 100 MB".to_owned(),
        });
    }
    Ok(match (kind, wire_mime(mime)) {
        (MediaKind::Image, "image/jpeg" | "image/png") if bytes <= IMAGE_BYTES_MAX => {
            WireKind::Image
        }
        (MediaKind::Video, "video/mp4" | "video/3gpp") if bytes <= AUDIO_VIDEO_BYTES_MAX => {
            WireKind::Video
        }
        (
            MediaKind::Audio,
            "audio/aac" | "audio/amr" | "audio/mpeg" | "audio/mp4" | "audio/ogg",
        ) if bytes <= AUDIO_VIDEO_BYTES_MAX && !has_caption => WireKind::Audio,
        _ => WireKind::Document,
    })
}

/// A type as Meta names it, without parameters.
pub(super) fn wire_mime(mime: &str) -> &str {
    match mime.split(';').next().unwrap_or_default().trim() {
        "audio/opus" | "application/ogg" => "audio/ogg",
        "audio/m4a" | "audio/x-m4a" => "audio/mp4",
        "audio/mp3" => "audio/mpeg",
        "" => "application/octet-stream",
        mime => mime,
    }
}

/// Whether a file's SHA-256 is the announced one, in hex or base64. What is neither announces nothing.
pub(super) fn is_announced(sha256: &[u8; 32], announced: &str) -> bool {
    let bytes = hex::decode(announced)
        .ok()
        .or_else(|| BASE64_STANDARD.decode(announced).ok());
    bytes
        .filter(|bytes| bytes.len() == sha256.len())
        .is_none_or(|bytes| bytes == sha256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_out_as_what_whatsapp_takes() {
        use MediaKind::{Audio, Document, Image, Video};
        for (kind, mime, bytes, caption, expected) in [
            (Image, "image/jpeg", 5 * MIB, true, WireKind::Image),
            (Image, "image/jpeg", 5 * MIB + 1, true, WireKind::Document),
            (Image, "image/webp", 10, false, WireKind::Document),
            (Video, "video/mp4", 16 * MIB, true, WireKind::Video),
            (Video, "video/webm", 10, true, WireKind::Document),
            (Audio, "audio/ogg; codecs=opus", 10, false, WireKind::Audio),
            (Audio, "audio/opus", 10, false, WireKind::Audio),
            (Audio, "audio/m4a", 10, false, WireKind::Audio),
            (Audio, "audio/mpeg", 10, true, WireKind::Document),
            (Audio, "audio/x-wav", 10, false, WireKind::Document),
            (
                Document,
                "application/pdf",
                FILE_BYTES_MAX,
                true,
                WireKind::Document,
            ),
        ] {
            let found = wire_kind(kind, mime, bytes, caption).unwrap();
            assert_eq!(found, expected, "{mime} {bytes} {caption}");
        }
        let too_large = wire_kind(Document, "application/pdf", FILE_BYTES_MAX + 1, false);
        assert!(matches!(too_large, Err(SendError::Rejected { .. })));
    }

    #[test]
    fn announced_checksums_are_read_in_both_spellings() {
        let sum = [0xab; 32];
        assert!(is_announced(&sum, &hex::encode(sum)));
        assert!(is_announced(&sum, &BASE64_STANDARD.encode(sum)));
        assert!(!is_announced(&sum, &hex::encode([0; 32])));
        assert!(!is_announced(&sum, &BASE64_STANDARD.encode([0; 32])));
        assert!(is_announced(&sum, "<HASH>"), "not a checksum");
    }
}
