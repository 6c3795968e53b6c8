//! Texts as the search compares them: folded, escaped, or reduced to digits.

/// How a search text meets the numbers of contacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// A number is found as a whole only, for those to whom numbers are hidden: no part of it tells its digits.
    #[default]
    Whole,
    /// A number is found by any part.
    Parts,
}

/// Lower case without accents, so that `São João` is found by `sao joao`.
pub fn fold(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !is_combining_mark(*c))
        .map(plain)
        .collect()
}

/// The name first, so that the column also orders the list.
pub(super) fn search_text(name: &str, number: &str, email: &str) -> String {
    fold(&format!("{name} {number} {email}"))
}

/// A `LIKE` pattern for texts that contain `part` literally, under `ESCAPE '\'`.
pub(crate) fn containing(part: &str) -> String {
    let part = part
        .trim()
        .replace('\\', r"\\")
        .replace('%', r"\%")
        .replace('_', r"\_");
    format!("%{part}%")
}

/// The digits of a text that is a phone number in some notation.
pub fn phone_digits(text: &str) -> Option<String> {
    let is_phone = text
        .chars()
        .all(|c| c.is_ascii_digit() || " +-().".contains(c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (is_phone && !digits.is_empty()).then_some(digits)
}

fn is_combining_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// The letter below the accent, for the languages of the desk and their neighbours.
fn plain(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'į' | 'ı' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ś' | 'š' => 's',
        'ź' | 'ż' | 'ž' => 'z',
        'ł' => 'l',
        other => other,
    }
}
