//! Tests of what becomes of a template when it is filled.

use chrono::DateTime;
use guiche_storage::model::{ConnectionId, MessageTemplateId};
use serde_json::{Value, json};

use super::*;

fn template(components: Value) -> MessageTemplate {
    MessageTemplate {
        id: MessageTemplateId(1),
        whatsapp_id: ConnectionId(1),
        name: "pedido_pronto".to_owned(),
        language: "pt_BR".to_owned(),
        category: "UTILITY".to_owned(),
        status: "APPROVED".to_owned(),
        components: serde_json::from_value(components).unwrap(),
        rejected_reason: None,
        header_file: None,
        refreshed_at: DateTime::UNIX_EPOCH,
    }
}

fn values(header: &[&str], body: &[&str], buttons: &[&str]) -> TemplateValues {
    let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    TemplateValues {
        header: owned(header),
        body: owned(body),
        buttons: owned(buttons),
        place: None,
    }
}

fn whole() -> MessageTemplate {
    template(json!([
        { "type": "HEADER", "format": "TEXT", "text": "Pedido {{1}}" },
        { "type": "BODY", "text": "Olá {{1}}, o pedido {{2}} saiu, {{1}}!" },
        { "type": "FOOTER", "text": "Lojas Aurora" },
        { "type": "BUTTONS", "buttons": [
            { "type": "QUICK_REPLY", "text": "Obrigado" },
            { "type": "URL", "text": "Acompanhar", "url": "https://aurora.example/p/{{1}}" }
        ] }
    ]))
}

#[test]
fn each_variable_is_asked_for_once_in_its_order() {
    assert_eq!(
        variables("{{2}} {{1}} {{ 2 }} {{nome}}"),
        ["2", "1", "nome"]
    );
    assert_eq!(variables("{{a b}} {{}} {{ {1}"), Vec::<&str>::new());
    assert_eq!(variables("{{ x {{1}}"), ["1"]);
    assert_eq!(variables("{{ x {{1}}{{2}}"), ["1", "2"]);
}

#[test]
fn a_filled_template_reads_as_the_customer_reads_it() {
    let filled = fill_template(&whole(), &values(&["#7"], &["Ana", "7"], &["7/abc"])).unwrap();
    assert_eq!(
        filled.text,
        "Pedido #7\n\nOlá Ana, o pedido 7 saiu, Ana!\n\nLojas Aurora\n\n[ Obrigado ]\n[ Acompanhar ] https://aurora.example/p/7/abc"
    );
    let kinds: Vec<_> = filled
        .parts
        .iter()
        .map(|part| (part.kind.as_str(), part.button, part.parameters.len()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("header", None, 1),
            ("body", None, 2),
            ("button", Some(1), 1)
        ]
    );
}

#[test]
fn a_missing_blank_endless_or_needless_value_is_refused() {
    assert_eq!(VALUE_CHARS_MAX, 1_024);
    let endless = "x".repeat(VALUE_CHARS_MAX + 1);
    for wrong in [
        values(&[], &["Ana", "7"], &["7"]),
        values(&["#7"], &["Ana"], &["7"]),
        values(&["#7"], &["Ana", " \n"], &["7"]),
        values(&["#7"], &["Ana", "7"], &[]),
        values(&["#7"], &["Ana", "7"], &["7", "8"]),
        values(&["#7"], &["Ana", "7", "8"], &["7"]),
        values(&["#7"], &["Ana", &endless], &["7"]),
    ] {
        let refused = fill_template(&whole(), &wrong);
        assert_eq!(refused, Err(ErrorCode::TemplateVariables), "{wrong:?}");
    }
    let longest = values(&["#7"], &["Ana", &"x".repeat(VALUE_CHARS_MAX)], &["7"]);
    assert!(fill_template(&whole(), &longest).is_ok());
    let body = template(json!([{ "type": "BODY", "text": "Olá" }]));
    let needless = fill_template(&body, &values(&["x"], &[], &[]));
    assert_eq!(needless, Err(ErrorCode::TemplateVariables));
}

#[test]
fn a_named_variable_keeps_its_name_and_a_value_is_one_line() {
    let named = template(json!([{ "type": "BODY", "text": "Olá {{nome}}" }]));
    let filled = fill_template(&named, &values(&[], &["Ana\n  Lima\t"], &[])).unwrap();
    assert_eq!(filled.text, "Olá Ana Lima");
    let parameter = &filled.parts[0].parameters[0];
    assert_eq!(parameter.name.as_deref(), Some("nome"));
    assert_eq!(parameter.text, "Ana Lima");
}

#[test]
fn what_is_not_approved_or_has_cards_or_a_code_is_refused() {
    let mut paused = whole();
    paused.status = "PAUSED".to_owned();
    let all = values(&["#7"], &["Ana", "7"], &["7"]);
    assert_eq!(
        fill_template(&paused, &all),
        Err(ErrorCode::TemplateNotApproved)
    );
    for components in [
        json!([{ "type": "CAROUSEL" }]),
        json!([{ "type": "BUTTONS", "buttons": [{ "type": "COPY_CODE", "text": "Copiar" }] }]),
    ] {
        let refused = fill_template(&template(components), &TemplateValues::default());
        assert_eq!(refused, Err(ErrorCode::TemplateKind));
    }
}

#[test]
fn a_place_goes_above_the_text_and_is_on_the_map_with_its_name_and_address() {
    let with_place = template(json!([
        { "type": "HEADER", "format": "LOCATION" },
        { "type": "BODY", "text": "Olá {{1}}" }
    ]));
    let at = |latitude, longitude, name: &str, address: &str| TemplateValues {
        place: Some(Location {
            latitude,
            longitude,
            name: Some(name.to_owned()),
            address: Some(address.to_owned()),
        }),
        ..values(&[], &["Ana"], &[])
    };
    let filled = fill_template(&with_place, &at(-90.0, 180.0, " Loja\nCentro ", "Rua A, 1"));
    let filled = filled.unwrap();
    assert_eq!(filled.text, "Olá Ana");
    let place = filled.place.unwrap();
    assert_eq!(
        (place.name.as_deref(), place.address.as_deref()),
        (Some("Loja Centro"), Some("Rua A, 1"))
    );
    let longest = at(90.0, -180.0, &"x".repeat(VALUE_CHARS_MAX), "Rua A");
    assert!(fill_template(&with_place, &longest).is_ok());
    let long = "x".repeat(VALUE_CHARS_MAX + 1);
    for wrong in [
        values(&[], &["Ana"], &[]),
        at(-90.1, 0.0, "Loja", "Rua A"),
        at(90.1, 0.0, "Loja", "Rua A"),
        at(0.0, 180.1, "Loja", "Rua A"),
        at(0.0, -180.1, "Loja", "Rua A"),
        at(f64::NAN, 0.0, "Loja", "Rua A"),
        at(0.0, 0.0, " ", "Rua A"),
        at(0.0, 0.0, "Loja", ""),
        at(0.0, 0.0, &long, "Rua A"),
    ] {
        let refused = fill_template(&with_place, &wrong);
        assert_eq!(refused, Err(ErrorCode::TemplatePlace), "{wrong:?}");
    }
    let beside = TemplateValues {
        place: at(0.0, 0.0, "Loja", "Rua A").place,
        ..values(&["#7"], &["Ana", "7"], &["7"])
    };
    assert_eq!(
        fill_template(&whole(), &beside),
        Err(ErrorCode::TemplateVariables),
        "its header is none"
    );
}

#[test]
fn a_file_goes_above_the_text_and_says_nothing_in_it() {
    let with_file = template(json!([
        { "type": "HEADER", "format": "DOCUMENT" },
        { "type": "BODY", "text": "Olá {{1}}" }
    ]));
    assert_eq!(with_file.file_kind(), Some(MediaKind::Document));
    assert_eq!(whole().file_kind(), None);
    let filled = fill_template(&with_file, &values(&[], &["Ana"], &[])).unwrap();
    assert_eq!(filled.text, "Olá Ana");
    assert_eq!(filled.parts.len(), 1, "the file is none of its variables");
    let too_many = fill_template(&with_file, &values(&["x"], &["Ana"], &[]));
    assert_eq!(too_many, Err(ErrorCode::TemplateVariables));
}

#[test]
fn only_what_meta_shows_stands_above_a_text() {
    use MediaKind::{Audio, Document, Image, Video};
    for (kind, mime, bytes, goes, is_looked_at) in [
        (Image, "image/png", 5 * MIB, true, true),
        (Image, "image/png", 5 * MIB + 1, false, false),
        (Image, "image/jpeg", 10, true, true),
        (Image, "image/webp", 10, false, false),
        (Image, "application/pdf", 10, false, false),
        (Video, "video/mp4", 16 * MIB, true, true),
        (Video, "video/mp4", 16 * MIB + 1, false, false),
        (Video, "video/3gpp", 10, true, false),
        (Document, "application/pdf", 100 * MIB, true, true),
        (Document, "application/pdf", 100 * MIB + 1, false, false),
        (Document, "text/plain", 10, true, false),
        (Document, "application/msword", 10, true, false),
        (Document, "application/vnd.ms-excel", 10, true, false),
        (Document, "image/png", 10, false, false),
        (Document, "application/zip", 10, false, false),
        (Audio, "audio/ogg", 10, false, false),
    ] {
        assert_eq!(takes_file(kind, mime, bytes), goes, "{mime} {bytes}");
        assert_eq!(is_sample(kind, mime, bytes), is_looked_at, "{mime} {bytes}");
    }
}
