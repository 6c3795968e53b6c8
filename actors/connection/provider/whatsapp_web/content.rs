//! What a message of the protocol holds, in the form that is stored.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::DateTime;
use whatsapp_rust::prelude::{MessageExt as _, wa};

use crate::heard::{Content, FileKind, RemoteFile};

/// Longest name of a kind that cannot be shown.
const WORD_CHARS: usize = 60;

/// The text of a message, whatever kind it is.
pub(crate) fn words(base: &wa::Message) -> String {
    let text = base.text_content().or_else(|| base.get_caption());
    text.unwrap_or_default().to_owned()
}

/// What a message holds. `None`: nothing that can be shown.
pub(crate) fn content(base: &wa::Message) -> Option<Content> {
    let text = |body: String| Content::Text { body };
    if let Some(body) = base.text_content() {
        return Some(text(body.to_owned()));
    }
    if let Some(file) = file(base) {
        let caption = base.get_caption().unwrap_or_default().to_owned();
        return Some(Content::File { caption, file });
    }
    place(base)
        .or_else(|| cards(base))
        .or_else(|| chosen(base).map(text))
        .or_else(|| poll(base).map(text))
        .or_else(|| event(base).map(text))
}

fn place(base: &wa::Message) -> Option<Content> {
    let at = |latitude: Option<f64>, longitude: Option<f64>| {
        let latitude = latitude.filter(|it| it.abs() <= 90.0)?;
        let longitude = longitude.filter(|it| it.abs() <= 180.0)?;
        Some((latitude, longitude))
    };
    let (place, name, address) = if let Some(it) = base.location_message.as_option() {
        let place = at(it.degrees_latitude, it.degrees_longitude)?;
        (place, it.name.clone(), it.address.clone())
    } else {
        let it = base.live_location_message.as_option()?;
        let place = at(it.degrees_latitude, it.degrees_longitude)?;
        (place, it.caption.clone(), None)
    };
    Some(Content::Place {
        latitude: place.0,
        longitude: place.1,
        name: name.filter(|name| !name.is_empty()),
        address: address.filter(|address| !address.is_empty()),
    })
}

fn cards(base: &wa::Message) -> Option<Content> {
    let one = base.contact_message.as_option().into_iter();
    let several = base.contacts_array_message.as_option();
    let cards = one.chain(several.into_iter().flat_map(|it| it.contacts.iter()));
    let vcard = cards
        .filter_map(|card| card.vcard.clone())
        .collect::<Vec<_>>()
        .join("\n");
    (!vcard.is_empty()).then_some(Content::Cards { vcard })
}

/// What was pressed, by its title.
fn chosen(base: &wa::Message) -> Option<String> {
    use wa::message::buttons_response_message::Response;

    let button = base.buttons_response_message.as_option().and_then(|it| {
        let title = it.response.as_ref().map(|said| {
            let Response::SelectedDisplayText(title) = said;
            title.clone()
        });
        title.or_else(|| it.selected_button_id.clone())
    });
    let row = || {
        let it = base.list_response_message.as_option()?;
        it.title.clone()
    };
    let template = || {
        let it = base.template_button_reply_message.as_option()?;
        it.selected_display_text.clone()
    };
    let form = || {
        let it = base.interactive_response_message.as_option()?;
        it.body.as_option()?.text.clone()
    };
    button.or_else(row).or_else(template).or_else(form)
}

/// The id of what was pressed.
pub(crate) fn choice(base: &wa::Message) -> Option<String> {
    let button = base.buttons_response_message.as_option();
    let row = || {
        let it = base.list_response_message.as_option()?;
        it.single_select_reply.as_option()?.selected_row_id.clone()
    };
    let template = || {
        let it = base.template_button_reply_message.as_option()?;
        it.selected_id.clone()
    };
    button
        .and_then(|it| it.selected_button_id.clone())
        .or_else(row)
        .or_else(template)
}

/// A poll as text: what is asked and what can be answered.
fn poll(base: &wa::Message) -> Option<String> {
    let poll = [
        &base.poll_creation_message,
        &base.poll_creation_message_v2,
        &base.poll_creation_message_v3,
        &base.poll_creation_message_v5,
        &base.poll_creation_message_v6,
    ]
    .into_iter()
    .find_map(|it| it.as_option())?;
    let asked = format!("📊 {}", poll.name.clone().unwrap_or_default());
    let options = poll.options.iter().filter_map(|it| it.option_name.as_ref());
    let lines = options.map(|option| format!("▫️ {option}"));
    Some(
        [asked]
            .into_iter()
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// An invitation to an event as text.
fn event(base: &wa::Message) -> Option<String> {
    let event = base.event_message.as_option()?;
    let name = format!("📅 {}", event.name.clone().unwrap_or_default());
    let begins = event
        .start_time
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
        .map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string());
    let parts = [
        Some(name),
        begins,
        event.description.clone(),
        event.join_link.clone(),
    ];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("\n"))
}

/// The file of a message.
fn file(base: &wa::Message) -> Option<RemoteFile> {
    let at = |kind, path: &Option<String>, keys: [&Option<Vec<u8>>; 3], bytes: Option<u64>| {
        let [key, inside, sealed] = keys.map(|it| it.as_ref().map(|it| STANDARD.encode(it)));
        Some(RemoteFile {
            kind,
            path: path.clone().filter(|path| !path.is_empty())?,
            key: key?,
            sha256: inside?,
            sealed_sha256: sealed?,
            bytes: bytes.unwrap_or_default(),
            mime: None,
            name: None,
            voice: false,
        })
    };
    if let Some(it) = base.image_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Image, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    if let Some(it) = base.sticker_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Sticker, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    let video = base.video_message.as_option();
    if let Some(it) = video.or_else(|| base.ptv_message.as_option()) {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Video, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, false));
    }
    if let Some(it) = base.audio_message.as_option() {
        let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
        let file = at(FileKind::Audio, &it.direct_path, keys, it.file_length)?;
        return Some(with(file, it.mimetype.as_ref(), None, it.ptt == Some(true)));
    }
    let it = base.document_message.as_option()?;
    let keys = [&it.media_key, &it.file_sha256, &it.file_enc_sha256];
    let file = at(FileKind::Document, &it.direct_path, keys, it.file_length)?;
    let name = it.file_name.as_ref().or(it.title.as_ref());
    Some(with(file, it.mimetype.as_ref(), name, false))
}

fn with(file: RemoteFile, mime: Option<&String>, name: Option<&String>, voice: bool) -> RemoteFile {
    RemoteFile {
        mime: mime.filter(|mime| !mime.is_empty()).cloned(),
        name: name.filter(|name| !name.is_empty()).cloned(),
        voice,
        ..file
    }
}

/// What goes with a message, where its kind has a place for it.
pub(crate) fn context(base: &wa::Message) -> Option<&wa::ContextInfo> {
    let of_text = base.extended_text_message.as_option();
    let of_image = base.image_message.as_option();
    let of_video = base.video_message.as_option();
    let of_audio = base.audio_message.as_option();
    let of_document = base.document_message.as_option();
    let of_sticker = base.sticker_message.as_option();
    let of_place = base.location_message.as_option();
    let of_card = base.contact_message.as_option();
    let of_button = base.buttons_response_message.as_option();
    let of_row = base.list_response_message.as_option();
    of_text
        .and_then(|it| it.context_info.as_option())
        .or_else(|| of_image.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_video.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_audio.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_document.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_sticker.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_place.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_card.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_button.and_then(|it| it.context_info.as_option()))
        .or_else(|| of_row.and_then(|it| it.context_info.as_option()))
}

/// A word for a kind that cannot be shown.
pub(crate) fn kind_word(message: &wa::Message) -> String {
    let base = message.get_base_message();
    let known = [
        (base.order_message.is_set(), "order"),
        (base.product_message.is_set(), "product"),
        (base.group_invite_message.is_set(), "group_invite"),
        (base.send_payment_message.is_set(), "payment"),
        (base.request_payment_message.is_set(), "payment"),
        (base.list_message.is_set(), "list"),
        (base.buttons_message.is_set(), "buttons"),
        (base.interactive_message.is_set(), "interactive"),
        (base.template_message.is_set(), "template"),
        (base.sticker_pack_message.is_set(), "sticker_pack"),
        (base.album_message.is_set(), "album"),
        (message.is_view_once(), "view_once"),
    ];
    let word = known.iter().find(|(is, _)| *is).map(|(_, word)| *word);
    word.unwrap_or("unknown").chars().take(WORD_CHARS).collect()
}
