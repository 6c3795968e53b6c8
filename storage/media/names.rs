//! The name that a sender gave a file, made safe to show and to offer for download.

/// Characters of a shown file name (S046 `mediaName`).
const NAME_CHARS_MAX: usize = 120;
/// Characters of an extension that survives shortening.
const EXTENSION_CHARS_MAX: usize = 12;

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
