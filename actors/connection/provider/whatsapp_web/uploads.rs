//! Files on their way out: sealed and stored at `WhatsApp`, and the messages that name them.

use whatsapp_rust::{
    UploadOptions,
    download::MediaType,
    media::{self, AudioOptions, DocumentOptions, ImageOptions, VideoOptions},
    prelude::{Client, wa},
    upload::UploadResponse,
};

use crate::{
    heard::FileKind,
    outbound::{Preview, SendFailure, Wish},
};

/// What a phone takes for a voice note.
const VOICE_MIME: &str = "audio/ogg; codecs=opus";

/// Stores a file, and answers the message that names it.
pub(crate) async fn upload(client: &Client, wish: &Wish) -> Result<wa::Message, SendFailure> {
    let Wish::File {
        kind,
        bytes,
        mime,
        name,
        voice,
        caption,
        preview,
        ..
    } = wish
    else {
        return Ok(wa::Message::default());
    };
    let place = match kind {
        FileKind::Image => MediaType::Image,
        FileKind::Sticker => MediaType::Sticker,
        FileKind::Video => MediaType::Video,
        FileKind::Audio => MediaType::Audio,
        FileKind::Document => MediaType::Document,
    };
    let uploaded = client
        .upload(bytes.clone(), place, UploadOptions::new())
        .await;
    let uploaded = uploaded.map_err(|error| SendFailure::NotSent(error.to_string()))?;
    let caption = Some(caption.clone()).filter(|caption| !caption.is_empty());
    Ok(filed(
        uploaded,
        (*kind, *voice),
        mime,
        (caption, name.clone(), preview.clone()),
    ))
}

/// The message of a file that is at `WhatsApp` already.
fn filed(
    uploaded: UploadResponse,
    (kind, voice): (FileKind, bool),
    mime: &str,
    (caption, name, preview): (Option<String>, Option<String>, Preview),
) -> wa::Message {
    let mimetype = Some(if voice { VOICE_MIME } else { mime }.to_owned());
    match kind {
        FileKind::Image | FileKind::Sticker => media::image_message(
            uploaded,
            ImageOptions {
                caption,
                mimetype,
                jpeg_thumbnail: preview.thumbnail,
                ..Default::default()
            },
        ),
        FileKind::Video => media::video_message(
            uploaded,
            VideoOptions {
                caption,
                mimetype,
                jpeg_thumbnail: preview.thumbnail,
                duration_seconds: preview.seconds,
                ..Default::default()
            },
        ),
        FileKind::Audio => media::audio_message(
            uploaded,
            AudioOptions {
                mimetype,
                ptt: Some(voice),
                duration_seconds: preview.seconds,
                waveform: preview.waveform,
                ..Default::default()
            },
        ),
        FileKind::Document => media::document_message(
            uploaded,
            DocumentOptions {
                caption,
                mimetype,
                file_name: name.clone(),
                title: name,
                ..Default::default()
            },
        ),
    }
}
