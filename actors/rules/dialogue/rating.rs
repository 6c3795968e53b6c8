//! What customers answer when they are asked how it was (rule B7).

use super::{action::Action, turn::Turn};

/// What a digit on a key of its own ends with.
const KEYCAP: [char; 2] = ['\u{fe0f}', '\u{20e3}'];
const STARS: [char; 2] = ['⭐', '★'];

impl Turn<'_> {
    /// Keeps a rating and says goodbye. Anything else that the customer writes ends the wait.
    pub(super) fn rate(&mut self, episode: i64, text: Option<&str>) {
        match text.and_then(read) {
            Some(rate) => {
                self.act(Action::Rate { episode, rate });
                self.say_goodbye(episode);
            }
            None => self.act(Action::StopAsking),
        }
    }
}

/// The rating that a text is: 1, 2 or 3, also as "nota 2", with a closing mark, as a key or in stars. Any other text is
/// none: it may be the beginning of a new conversation.
fn read(text: &str) -> Option<i64> {
    let plain: String = text
        .trim()
        .chars()
        .filter(|letter| !KEYCAP.contains(letter))
        .collect();
    let plain = plain.trim_end_matches(['.', '!', ')']).to_lowercase();
    let number = plain.strip_prefix("nota").unwrap_or(&plain);
    let number = number.trim_start_matches([':', ' ']);
    match number {
        "1" => Some(1),
        "2" => Some(2),
        "3" => Some(3),
        stars if stars.chars().all(|letter| STARS.contains(&letter)) => {
            match stars.chars().count() {
                1 => Some(1),
                2 => Some(2),
                3 => Some(3),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_rating_is_read_in_the_ways_people_write_one() {
        for (text, rate) in [
            ("1", 1),
            (" 2 ", 2),
            ("3!", 3),
            ("3.", 3),
            ("nota 2", 2),
            ("Nota: 3", 3),
            ("2\u{fe0f}\u{20e3}", 2),
            ("⭐⭐⭐", 3),
            ("⭐\u{fe0f}", 1),
            ("★★", 2),
        ] {
            assert_eq!(read(text), Some(rate), "{text}");
        }
    }

    #[test]
    fn what_may_begin_a_new_conversation_is_no_rating() {
        for text in [
            "",
            " ",
            "0",
            "4",
            "10",
            "12",
            "3 caixas",
            "quero 2",
            "nota",
            "nota fiscal",
            "⭐⭐⭐⭐",
            "2x",
            "obrigado",
            "-1",
            "1,5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
