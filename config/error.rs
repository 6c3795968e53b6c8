//! What can be wrong with the settings.

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read, a key is unknown, or a value has the wrong type.
    #[error("settings: {0}")]
    Unreadable(#[source] Box<figment::Error>),
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
        Self::Unreadable(Box::new(error))
    }
}
