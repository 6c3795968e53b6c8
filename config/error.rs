//! What can be wrong with the settings.

use figment::error::Kind;

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read, a key is unknown, or a value has the wrong type. Never tells a value: it may be a secret.
    #[error("settings: {0}")]
    Unreadable(String),
    /// A secret that anybody could guess.
    #[error(
        "settings: secrets.{key} {problem}; remove it (one is then made in the data folder) or give at least 32 random \
         bytes, e.g. from `openssl rand -hex 32`"
    )]
    WeakSecret {
        /// Which one.
        key: &'static str,
        /// What is wrong with it, never its value.
        problem: &'static str,
    },
    /// A value that cannot work.
    #[error("settings: {key} {problem}")]
    Invalid {
        /// Which one, as `section.key`.
        key: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

impl From<figment::Error> for ConfigError {
    fn from(error: figment::Error) -> Self {
        let what = match &error.kind {
            // the reader of TOML shows the line that it cannot read below its first words
            Kind::Message(text) => text.lines().next().unwrap_or_default().to_owned(),
            Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) => {
                format!("wrong type, expected {expected}")
            }
            Kind::UnknownVariant(_, known) => format!("expected one of {}", known.join(", ")),
            Kind::UnknownField(..) | Kind::MissingField(_) | Kind::DuplicateField(_) => {
                error.kind.to_string()
            }
            _ => "cannot be read".to_owned(),
        };
        let key = error.path.join(".");
        let key = if key.is_empty() {
            key
        } else {
            format!(" for {key}")
        };
        let file = error
            .metadata
            .as_ref()
            .and_then(|metadata| metadata.source.as_ref())
            .and_then(figment::Source::file_path)
            .map(|file| format!(" in {}", file.display()));
        Self::Unreadable(format!("{what}{key}{}", file.unwrap_or_default()))
    }
}
