//! The mail server that `scripts/test-services` started, and the letters that reached it.

use std::{fs, path::PathBuf};

use super::told;

/// Where a desk sends its mails, and where they arrive.
pub struct MailServer {
    port: String,
    folder: PathBuf,
}

impl MailServer {
    /// `None` without one, which `make test` does not allow.
    pub fn given() -> Option<Self> {
        let port = told("GUICHE_TEST_SMTP_PORT");
        assert!(
            port.is_some() || told("GUICHE_TEST_REQUIRE_ALL").is_none(),
            "GUICHE_TEST_SMTP_PORT is missing although everything is required"
        );
        let folder = PathBuf::from(told("GUICHE_TEST_SMTP_MAILDIR")?).join("new");
        Some(Self {
            port: port?,
            folder,
        })
    }

    /// What a desk is told of it.
    pub fn settings(&self) -> [(&str, &str); 3] {
        [
            ("GUICHE__MAIL__HOST", "127.0.0.1"),
            ("GUICHE__MAIL__PORT", &self.port),
            ("GUICHE__MAIL__ENCRYPTION", "none"),
        ]
    }

    /// The letters to an address. Long lines, which are broken with `=` (RFC 2045), are whole.
    pub fn letters(&self, to: &str) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten();
        let texts = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
        texts
            .map(|text| text.replace("\r\n", "\n").replace("=\n", ""))
            .filter(|text| text.contains(&format!("To: {to}")))
            .collect()
    }

    /// How many letters to an address have some words.
    pub fn count(&self, to: &str, words: &str) -> usize {
        let letters = self.letters(to).into_iter();
        letters.filter(|text| text.contains(words)).count()
    }
}
