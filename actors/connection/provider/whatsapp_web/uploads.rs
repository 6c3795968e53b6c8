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
    let mut message = filed(uploaded, (*kind, *voice), mime, (caption, name.clone()));
    show(&mut message, preview.clone());
    Ok(message)
}

/// Puts into a message what a phone shows before it has fetched the file.
fn show(message: &mut wa::Message, preview: Preview) {
    if let Some(picture) = message.image_message.as_option_mut() {
        picture.jpeg_thumbnail = preview.thumbnail;
    } else if let Some(film) = message.video_message.as_option_mut() {
        film.jpeg_thumbnail = preview.thumbnail;
        film.seconds = preview.seconds;
    } else if let Some(sound) = message.audio_message.as_option_mut() {
        sound.seconds = preview.seconds;
        sound.waveform = preview.waveform;
    }
}

/// The message of a file that is at `WhatsApp` already.
fn filed(
    uploaded: UploadResponse,
    (kind, voice): (FileKind, bool),
    mime: &str,
    (caption, name): (Option<String>, Option<String>),
) -> wa::Message {
    let mimetype = Some(if voice { VOICE_MIME } else { mime }.to_owned());
    match kind {
        FileKind::Image | FileKind::Sticker => media::image_message(
            uploaded,
            ImageOptions {
                caption,
                mimetype,
                ..Default::default()
            },
        ),
        FileKind::Video => media::video_message(
            uploaded,
            VideoOptions {
                caption,
                mimetype,
                ..Default::default()
            },
        ),
        FileKind::Audio => media::audio_message(
            uploaded,
            AudioOptions {
                mimetype,
                ptt: Some(voice),
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

#[cfg(test)]
mod tests {
    use whatsapp_rust::buffa::MessageField;

    use super::*;

    #[test]
    fn a_phone_is_told_what_it_shows_of_each_kind_of_file_and_no_more() {
        let preview = Preview {
            thumbnail: Some(vec![1]),
            seconds: Some(7),
            waveform: Some(vec![2; 64]),
        };
        let shown = |mut message: wa::Message| {
            show(&mut message, preview.clone());
            message
        };
        let picture = shown(wa::Message {
            image_message: MessageField::some(wa::message::ImageMessage::default()),
            ..Default::default()
        });
        let picture = picture.image_message.as_option().unwrap();
        assert_eq!(picture.jpeg_thumbnail, preview.thumbnail);
        let film = shown(wa::Message {
            video_message: MessageField::some(wa::message::VideoMessage::default()),
            ..Default::default()
        });
        let film = film.video_message.as_option().unwrap();
        assert_eq!(
            (&film.jpeg_thumbnail, film.seconds),
            (&preview.thumbnail, Some(7))
        );
        let sound = shown(wa::Message {
            audio_message: MessageField::some(wa::message::AudioMessage::default()),
            ..Default::default()
        });
        let sound = sound.audio_message.as_option().unwrap();
        assert_eq!(
            (&sound.waveform, sound.seconds),
            (&preview.waveform, Some(7))
        );
        let letter = wa::Message {
            document_message: MessageField::some(wa::message::DocumentMessage::default()),
            ..Default::default()
        };
        assert_eq!(shown(letter.clone()), letter);
    }
}
