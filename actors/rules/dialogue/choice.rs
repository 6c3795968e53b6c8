//! What a customer's text chooses (rule B21): a number in all its forms, or the words of a title.

use guiche_storage::contacts::fold;

/// Zero of every script that has digits of its own; nine more follow each.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66,
    0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
    0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650,
    0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0, 0x16B50,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// Numbers that are one letter: the first of each kind, which stands for 1, and how many there are.
const SIGNS: [(u32, u32); 8] = [
    (0x2460, 20),
    (0x2474, 20),
    (0x2488, 20),
    (0x24F5, 10),
    (0x2776, 10),
    (0x2780, 10),
    (0x278A, 10),
    (0x3280, 10),
];

/// Numbers that are one letter and stand alone.
const SINGLE_SIGNS: [(char, usize); 4] = [
    ('\u{24ea}', 0),
    ('\u{24ff}', 0),
    ('\u{1f10b}', 0),
    ('\u{1f51f}', 10),
];

/// Numbers as words, folded; where there are two, for things of both genders.
const WORDS: [(&str, usize); 12] = [
    ("um", 1),
    ("uma", 1),
    ("dois", 2),
    ("duas", 2),
    ("tres", 3),
    ("quatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("sete", 7),
    ("oito", 8),
    ("nove", 9),
    ("dez", 10),
];

/// Digits of the longest number that is one.
const DIGITS_MAX: usize = 4;
/// A word so long tells a title from another one; shorter ones are in every sentence.
const TELLING_WORD: usize = 4;

/// What a customer wrote, as far as it may choose something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What can be seen of it.
    visible: String,
    number: Option<usize>,
    words: Vec<String>,
}

impl Reply {
    /// Reads a text.
    pub fn read(text: &str) -> Self {
        let visible = visible(text);
        Self {
            number: number(&visible),
            words: words(&visible),
            visible,
        }
    }

    /// Nothing can be seen: there was no text, or only invisible characters.
    pub fn is_empty(&self) -> bool {
        self.visible.is_empty()
    }

    /// `#`: to the first menu.
    pub fn is_home(&self) -> bool {
        matches!(self.visible.as_str(), "#" | "\u{ff03}")
    }

    /// `0`: one step back.
    pub fn is_back(&self) -> bool {
        self.number == Some(0)
    }

    /// Which of some things with titles it chooses: by its place, counted from 1; by its title; or by words that only this
    /// title has.
    pub fn pick<T: Copy>(&self, offered: &[(T, &str)]) -> Option<T> {
        let at = self.number.and_then(|number| number.checked_sub(1));
        let placed = at.and_then(|at| offered.get(at));
        placed
            .map(|(chosen, _)| *chosen)
            .or_else(|| self.pick_by_title(offered))
    }

    /// The same where the places are not known.
    pub fn pick_by_title<T: Copy>(&self, offered: &[(T, &str)]) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let titles = || offered.iter().map(|(id, title)| (*id, visible(title)));
        let mut titled = titles().filter(|(_, title)| {
            if self.words.is_empty() {
                *title == self.visible
            } else {
                words(title) == self.words
            }
        });
        if let Some((chosen, _)) = titled.next() {
            return Some(chosen);
        }
        let is_telling = |word: &String| word.chars().count() >= TELLING_WORD;
        if !self.words.iter().any(is_telling) {
            return None;
        }
        let mut hinted = titles().filter(|(_, title)| {
            let title = words(title);
            self.words.iter().all(|word| title.contains(word))
        });
        match (hinted.next(), hinted.next()) {
            (Some((chosen, _)), None) => Some(chosen),
            _ => None,
        }
    }
}

/// A text without what cannot be seen, and without blanks around it.
fn visible(text: &str) -> String {
    let seen: String = text
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .collect();
    seen.trim().to_owned()
}

/// Formats, fillers, selectors of variants and the frame of a key. Line breaks and blanks can be seen.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{20e3}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || (letter.is_control() && !letter.is_whitespace())
}

fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The number that a text is, with marks around it.
fn number(text: &str) -> Option<usize> {
    let open = |letter: char| letter.is_whitespace() || matches!(letter, '[' | '(');
    let close = |letter: char| {
        letter.is_whitespace() || matches!(letter, '.' | ')' | ']' | '!' | ',' | ';')
    };
    let bare = text.trim_start_matches(open).trim_end_matches(close);
    let letters: Vec<char> = bare.chars().take(DIGITS_MAX + 1).collect();
    if let [letter] = letters.as_slice()
        && let Some(number) = sign(*letter)
    {
        return Some(number);
    }
    if letters.is_empty() || letters.len() > DIGITS_MAX {
        return word(bare);
    }
    let digits = letters.iter().try_fold(0, |number, letter| {
        digit(*letter).map(|digit| number * 10 + digit)
    });
    digits.or_else(|| word(bare))
}

fn word(text: &str) -> Option<usize> {
    let folded = fold(text);
    let known = WORDS.iter().find(|(word, _)| *word == folded);
    known.map(|(_, number)| *number)
}

fn digit(letter: char) -> Option<usize> {
    let code = u32::from(letter);
    let value = ZEROS
        .iter()
        .find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10));
    value.and_then(|value| usize::try_from(value).ok())
}

fn sign(letter: char) -> Option<usize> {
    if let Some((_, number)) = SINGLE_SIGNS.iter().find(|(sign, _)| *sign == letter) {
        return Some(*number);
    }
    let code = u32::from(letter);
    let place = SIGNS
        .iter()
        .find_map(|(first, count)| code.checked_sub(*first).filter(|place| place < count));
    place.and_then(|place| usize::try_from(place + 1).ok())
}
