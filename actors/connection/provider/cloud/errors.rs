//! Refusals of the Graph API: what each code means for the send, and what a person should do.
//! Source: Meta's list of error codes; rule P1 for what may be repeated.

use std::time::Duration;

use serde_json::Value;

use super::interpret::{integer, text};
use crate::{
    connection::provider::{SendError, UNREACHABLE},
    egress::EgressError,
};

/// Characters kept of a provider's text.
const TEXT_CHARS_MAX: usize = 300;

/// What a code asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// The access token is invalid: the connection is off until an admin renews it.
    Token,
    /// The app may not do this: an admin has to grant it.
    Permission,
    /// Too fast or out of order over there: the same send later.
    Retry,
    /// Our mistake or bad input: show the details.
    Input,
    /// The customer cannot be reached at this number.
    Recipient,
    /// The 24-hour window is closed: only a template may be sent.
    WindowClosed,
    /// The customer shall not get this; not now and not by trying again.
    Unwanted,
    /// Account or payment: an admin has to act at Meta.
    Account,
    /// The template is at fault.
    Template,
    /// The customer's file could not be fetched.
    InboundMedia,
}

impl Advice {
    /// Whether an admin has to act before anything works again.
    pub fn needs_admin(self) -> bool {
        matches!(self, Self::Token | Self::Permission | Self::Account)
    }
}

/// The advice for a code; `None` for codes that are not in the table.
pub fn advice(code: i64) -> Option<Advice> {
    Some(match code {
        0 | 190 => Advice::Token,
        3 | 10 | 200..=299 | 131_005 => Advice::Permission,
        4 | 80_007 | 130_429 | 131_000 | 131_016 | 131_056 | 133_016 => Advice::Retry,
        100 | 131_008 | 131_009 | 131_021 | 131_051 | 131_053 | 131_062 => Advice::Input,
        131_026 | 131_030 => Advice::Recipient,
        131_047 => Advice::WindowClosed,
        130_472 | 131_048 | 131_049 | 131_050 => Advice::Unwanted,
        368 | 130_497 | 131_031 | 131_042 | 131_045 | 131_057 => Advice::Account,
        132_000..=132_099 => Advice::Template,
        131_052 => Advice::InboundMedia,
        _ => return None,
    })
}

/// The refusal that a failed answer means. A code of the table is Meta's own word on this message and decides whatever
/// the status; without one the status decides, and a 5xx leaves a doubt.
pub(super) fn refusal(status: u16, retry_after: Option<&str>, body: &[u8]) -> SendError {
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let known = integer(&body, "/error/code");
    let code = known.map_or_else(|| format!("http_{status}"), |code| code.to_string());
    let text = described(&body).unwrap_or_else(|| format!("HTTP {status}"));
    let retry_after = retry_after
        .and_then(|text| text.trim().parse().ok())
        .map(Duration::from_secs);
    match (known.and_then(advice), status) {
        (Some(Advice::Token), _) | (None, 401) => {
            metrics::counter!("guiche_cloud_tokens_refused_total").increment(1);
            SendError::Disconnected { code, text }
        }
        (Some(Advice::Retry), _) | (_, 408 | 429) => SendError::NotSent {
            retry_after,
            code,
            text,
        },
        (None, 500..) => SendError::Unknown {
            text: format!("{code} {text}"),
        },
        _ => SendError::Rejected { code, text },
    }
}

/// The failure of a call that got no answer.
pub(super) fn no_answer(error: &EgressError) -> SendError {
    let text = shortened(&error.to_string());
    match error {
        EgressError::NotSent(_) => SendError::NotSent {
            retry_after: None,
            code: UNREACHABLE.to_owned(),
            text,
        },
        EgressError::Forbidden(_) => SendError::Rejected {
            code: "address".to_owned(),
            text,
        },
        EgressError::Lost(_) | EgressError::TooLarge(_) | EgressError::File(_) => {
            SendError::Unknown { text }
        }
    }
}

/// A refusal of our own, before any call. The text is for the attendant.
pub(super) fn rejected(code: &str, text: &str) -> SendError {
    SendError::Rejected {
        code: code.to_owned(),
        text: text.to_owned(),
    }
}

/// The most telling text of an error body.
fn described(body: &Value) -> Option<String> {
    [
        "/error/error_data/details",
        "/error/error_user_msg",
        "/error/message",
    ]
    .into_iter()
    .find_map(|place| text(body, place).filter(|text| !text.is_empty()))
    .map(shortened)
}

/// `<code> <title>: <details>` of an error inside a webhook.
pub(super) fn failure_text(error: &Value) -> String {
    let code = integer(error, "/code").map(|code| code.to_string());
    let title = text(error, "/title").or_else(|| text(error, "/message"));
    let details = text(error, "/error_data/details").filter(|details| Some(*details) != title);
    let head = [code.as_deref(), title]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    shortened(
        &[Some(head.as_str()), details]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(": "),
    )
}

fn shortened(text: &str) -> String {
    text.chars().take(TEXT_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Outcome {
        NotSent,
        Rejected,
        Unknown,
        Disconnected,
    }

    fn outcome(error: &SendError) -> Outcome {
        match error {
            SendError::NotSent { .. } => Outcome::NotSent,
            SendError::Rejected { .. } => Outcome::Rejected,
            SendError::Unknown { .. } => Outcome::Unknown,
            SendError::Disconnected { .. } => Outcome::Disconnected,
        }
    }

    fn body(code: i64) -> Vec<u8> {
        let error = json!({"message": "m", "type": "OAuthException", "code": code,
            "error_data": {"messaging_product": "whatsapp", "details": "details"}, "fbtrace_id": "x"});
        serde_json::to_vec(&json!({ "error": error })).unwrap()
    }

    #[test]
    fn every_code_of_the_table_has_its_outcome() {
        use Outcome::{Disconnected, NotSent, Rejected};
        let table: &[(&[i64], Outcome)] = &[
            (&[0, 190], Disconnected),
            (&[3, 10, 200, 250, 299, 131_005], Rejected),
            (
                &[4, 80_007, 130_429, 131_056, 131_016, 131_000, 133_016],
                NotSent,
            ),
            (
                &[100, 131_008, 131_009, 131_021, 131_051, 131_053],
                Rejected,
            ),
            (
                &[
                    131_026, 131_030, 131_047, 131_049, 130_472, 131_050, 131_048,
                ],
                Rejected,
            ),
            (
                &[131_031, 368, 130_497, 131_042, 131_045, 131_057],
                Rejected,
            ),
            (
                &[
                    132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016,
                ],
                Rejected,
            ),
            (&[131_052], Rejected),
        ];
        for (codes, expected) in table {
            for code in *codes {
                assert!(advice(*code).is_some(), "{code}");
                for status in [400, 401, 403, 404, 500, 503] {
                    let error = refusal(status, None, &body(*code));
                    assert_eq!(outcome(&error), *expected, "{code} with HTTP {status}");
                    assert!(
                        error.to_string().contains(&format!("{code} details")),
                        "{error}"
                    );
                }
            }
        }
    }

    #[test]
    fn without_a_known_code_the_status_decides() {
        use Outcome::{Disconnected, NotSent, Rejected, Unknown};
        for (status, expected) in [
            (302, Rejected),
            (400, Rejected),
            (401, Disconnected),
            (403, Rejected),
            (404, Rejected),
            (408, NotSent),
            (429, NotSent),
            (500, Unknown),
            (502, Unknown),
            (503, Unknown),
            (504, Unknown),
        ] {
            for body in [
                &b""[..],
                b"<html>",
                b"[]",
                b"{\"error\":\"text\"}",
                &body(999_999),
            ] {
                assert_eq!(outcome(&refusal(status, None, body)), expected, "{status}");
            }
        }
    }

    #[test]
    fn retry_after_is_seconds_or_nothing() {
        for (header, expected) in [
            (Some("7"), Some(7)),
            (Some("Wed, 21 Oct"), None),
            (None, None),
        ] {
            let SendError::NotSent { retry_after, .. } = refusal(429, header, b"") else {
                panic!()
            };
            assert_eq!(retry_after, expected.map(Duration::from_secs));
        }
    }

    #[test]
    fn only_a_call_that_never_left_may_be_repeated() {
        use Outcome::{NotSent, Rejected, Unknown};
        for (error, expected) in [
            (EgressError::NotSent("refused".to_owned()), NotSent),
            (EgressError::Lost("reset".to_owned()), Unknown),
            (EgressError::TooLarge(1), Unknown),
            (EgressError::Forbidden("scheme".to_owned()), Rejected),
        ] {
            assert_eq!(outcome(&no_answer(&error)), expected, "{error}");
        }
    }

    #[test]
    fn failures_in_webhooks_read_as_code_title_and_details() {
        let error = json!({"code": 131_047, "title": "Re-engagement message", "message": "x",
            "error_data": {"details": "More than 24 hours"}});
        assert_eq!(
            failure_text(&error),
            "131047 Re-engagement message: More than 24 hours"
        );
        assert_eq!(failure_text(&json!({"code": "1", "title": "t"})), "1 t");
        assert_eq!(failure_text(&json!(null)), "");
    }
}
