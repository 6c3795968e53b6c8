//! How long a sound is.

use super::media::{keep, store};
use crate::model::message::MediaKind;

#[tokio::test]
async fn sound_tells_its_length() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let voice = include_bytes!("../fixtures/demo/files/voz-beatriz.ogg");
    let stored = keep(&store, "v.ogg", voice).await.unwrap();
    assert_eq!(
        (stored.kind, stored.mime.as_str()),
        (MediaKind::Audio, "audio/ogg")
    );
    let seconds = stored.duration.unwrap();
    assert!((11.0..=11.3).contains(&seconds), "{seconds}");
    let mut wav =
        b"RIFF\x24\x3e\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data"
            .to_vec();
    wav.extend(16_000_u32.to_le_bytes());
    wav.extend([0x80; 16_000]);
    assert_eq!(
        keep(&store, "v.wav", &wav).await.unwrap().duration,
        Some(2.0)
    );
    // frames of MPEG-1, layer III: 128 kilobits and 44,100 samples a second, 1,152 samples in 417 bytes
    let mut frame = vec![0xff, 0xfb, 0x90, 0];
    frame.resize(417, 0);
    assert_eq!(
        keep(&store, "v.mp3", &frame.repeat(100))
            .await
            .unwrap()
            .duration,
        Some(2.6)
    );
}

/// What strangers send is kept, whatever its headers say.
#[tokio::test]
async fn a_sound_with_spoilt_headers_is_kept_without_a_length_or_with_one_of_a_week_at_most() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let voice = include_bytes!("../fixtures/demo/files/voz-beatriz.ogg");
    for at in 4..400 {
        let mut spoilt = voice.to_vec();
        spoilt[at] = !spoilt[at];
        spoilt.truncate(voice.len() - at);
        let stored = keep(&store, "v.ogg", &spoilt).await.unwrap();
        let seconds = stored.duration.unwrap_or_default();
        assert!((0.0..604_800.0).contains(&seconds), "{at}: {seconds}");
    }
}
