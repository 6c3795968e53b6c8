//! A secret text: never shown, and refused when it is weak.

use serde::Deserialize;

/// Shortest secret: 256 bits, the size of an HS256 key (RFC 7518, 3.2).
pub const SECRET_BYTES_MIN: usize = 32;

/// Words that the public sources of this product's family ship as secrets, and their like. Also refused when repeated
/// until they are long enough.
const WELL_KNOWN: &[&str] = &[
    "secret",
    "mysecret",
    "myothersecret",
    "myanothersecret",
    "mysupersecret",
    "anothersecret",
    "changeme",
    "change-me",
    "password",
    "default",
    "example",
    "guiche",
    "test",
    "kzaajdw9r4m5k3gxqjh3", // printed in installation guides
    "0123456789abcdef",
    "0123456789",
    "1234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "abc",
];

/// Characters that a secret needs beside well-known words.
const UNKNOWN_CHARS_MIN: usize = 16;

/// Fewest different bytes in a secret; 32 random bytes have this many with a chance of all but 1 in 10^15, also in hex.
const DIFFERENT_BYTES_MIN: usize = 8;

/// A secret of the settings. Its debug text is `[secret]`.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SecretText(String);

impl SecretText {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The secret itself. Name of the method chosen so that it stands out in a review.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is wrong with it as a key, or `None`.
    pub fn weakness(&self) -> Option<&'static str> {
        let text = self.0.trim();
        if text.is_empty() {
            return Some("is empty");
        }
        let lower = text.to_lowercase();
        if is_well_known(&lower) {
            return Some("is well known");
        }
        if text.len() < SECRET_BYTES_MIN {
            return Some("is shorter than 32 bytes");
        }
        if repeats_itself(text.as_bytes()) {
            return Some("is a short text repeated");
        }
        let mut seen = [false; 256];
        for byte in text.bytes() {
            if let Some(slot) = seen.get_mut(usize::from(byte)) {
                *slot = true;
            }
        }
        (seen.iter().filter(|seen| **seen).count() < DIFFERENT_BYTES_MIN)
            .then_some("repeats the same few characters")
    }
}

impl std::fmt::Debug for SecretText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

/// Whether a text is made of well-known words, with so little beside them that it can be guessed.
fn is_well_known(text: &str) -> bool {
    let mut rest: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut words = WELL_KNOWN.to_vec();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let before = rest.len();
    for word in words {
        rest = rest.replace(word, "");
    }
    rest.is_empty() || (rest.len() < before && rest.len() < UNKNOWN_CHARS_MIN)
}

/// Whether a text is a shorter one, twice or more.
fn repeats_itself(text: &[u8]) -> bool {
    let halves = 1..=text.len() / 2;
    halves
        .filter_map(|length| text.split_at_checked(length))
        .any(|(begin, rest)| text.starts_with(rest) && !begin.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guessable_secret_is_called_weak() {
        for weak in [
            "",
            "   ",
            "secret",
            "MySecret",
            "myanothersecret",
            "changemechangemechangemechangeme",
            "short-but-odd-7f3a",
            "secretsecretsecretsecretsecretsecret",
            "password-password-password-password",
            "change-me_change-me_change-me_change-me",
            "MySecret/changeme/guiche/password/2026",
            "kzaAjdw9R4m5k3gxqjh3kzaAjdw9R4m5k3gxqjh3",
            "j7Qz04-pXj7Qz04-pXj7Qz04-pXj7Qz04-pX",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert!(
                SecretText::new(weak).weakness().is_some(),
                "{weak:?} was taken"
            );
        }
    }

    #[test]
    fn a_random_secret_is_taken_and_never_shown() {
        let secret =
            SecretText::new("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
        assert_eq!(secret.weakness(), None);
        assert_eq!(format!("{secret:?}"), "[secret]");
    }
}
