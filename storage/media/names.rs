//! The name that a sender gave a file, made safe to show and to offer for download.

/// Characters of a shown file name (S046 `mediaName`).
const NAME_CHARS_MAX: usize = 120;
/// Characters of an extension that survives shortening.
const EXTENSION_CHARS_MAX: usize = 12;

/// What files are called that people send; never one that a system would run.
const EXTENSIONS: [(&str, &str); 16] = [
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
    ("application/msword", "doc"),
    ("application/vnd.ms-excel", "xls"),
    ("application/vnd.ms-powerpoint", "ppt"),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "docx",
    ),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xlsx",
    ),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "pptx",
    ),
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("image/webp", "webp"),
    ("video/mp4", "mp4"),
    ("audio/ogg", "ogg"),
    ("audio/mpeg", "mp3"),
    ("audio/mp4", "m4a"),
    ("text/plain", "txt"),
];

/// The last part of a file name without control, invisible and direction-changing characters, at most 120 characters,
/// the extension kept. Spaces and accents stay; a name of which nothing is left becomes `arquivo`.
pub fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: String = last.chars().filter(|c| !is_hidden(*c)).collect();
    let trimmed = visible.trim().trim_start_matches('.').trim();
    if trimmed.is_empty() {
        return "arquivo".to_owned();
    }
    shorten(trimmed)
}

/// The name with the extension of what the file is, where it has none: without one no program opens it.
pub(super) fn with_extension(name: String, mime: &str) -> String {
    let has_one = name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=EXTENSION_CHARS_MAX).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    });
    let known = EXTENSIONS.iter().find(|(known, _)| *known == mime);
    match known.filter(|_| !has_one) {
        Some((_, extension)) => shorten(&format!("{name}.{extension}")),
        None => name,
    }
}

fn shorten(name: &str) -> String {
    if name.chars().count() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension)
        .filter(|extension| extension.chars().count() <= EXTENSION_CHARS_MAX);
    match extension {
        Some(extension) => {
            let kept = NAME_CHARS_MAX - extension.chars().count() - 1;
            let stem: String = name.chars().take(kept).collect();
            format!("{}.{extension}", stem.trim_end())
        }
        None => name.chars().take(NAME_CHARS_MAX).collect(),
    }
}

/// Control characters, line separators, zero-width and direction marks: they can make `exe.gpj` look like `jpg.exe`.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_an_extension_gets_that_of_what_it_is() {
        for (name, mime, shown) in [
            ("arquivo", "application/pdf", "arquivo.pdf"),
            ("nota 12.05", "application/pdf", "nota 12.05"),
            ("Dr. Silva", "application/pdf", "Dr. Silva.pdf"),
            ("nota.pdf", "application/pdf", "nota.pdf"),
            ("nota.bin", "application/pdf", "nota.bin"),
            ("arquivo", "application/x-msdownload", "arquivo"),
        ] {
            assert_eq!(with_extension(name.to_owned(), mime), shown);
        }
        let long = with_extension("x".repeat(120), "application/pdf");
        assert!(long.chars().count() == 120 && long.ends_with("x.pdf"));
    }
}
