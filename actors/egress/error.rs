//! How an outgoing call fails, by what is known about its effect.

/// A failed call (rule P1: only what is provably before the effect may be repeated blindly).
#[derive(Debug, thiserror::Error)]
pub enum EgressError {
    /// The address is not allowed; nothing was sent.
    #[error("address not allowed: {0}")]
    Forbidden(String),
    /// Name not found, connection refused, TLS failure, malformed request: nothing was sent.
    #[error("not sent: {0}")]
    NotSent(String),
    /// The connection stood and then broke or fell silent: nobody knows what the other side did.
    #[error("answer lost: {0}")]
    Lost(String),
    /// The answer is larger than allowed, in bytes.
    #[error("answer larger than {0} bytes")]
    TooLarge(u64),
    /// The answer could not be written to its file.
    #[error("file: {0}")]
    File(#[from] std::io::Error),
}

impl From<reqwest::Error> for EgressError {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let text = causes(&error);
        if let Some(forbidden) = find::<super::addresses::ForbiddenAddress>(&error) {
            Self::Forbidden(forbidden.to_string())
        } else if error.is_connect() || error.is_builder() {
            Self::NotSent(text)
        } else {
            Self::Lost(text)
        }
    }
}

/// The chain of causes in one line; `reqwest` shows only the outermost.
fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |error| error.source())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

fn find<'e, E: std::error::Error + 'static>(
    error: &'e (dyn std::error::Error + 'static),
) -> Option<&'e E> {
    std::iter::successors(Some(error), |error| error.source())
        .find_map(|error| error.downcast_ref::<E>())
}
