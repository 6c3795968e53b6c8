//! Parsing what a client sends: JSON and queries that keep their rules, and our error format when they do not.

use std::{
    future::{Future, Ready, ready},
    ops::Deref,
    pin::Pin,
};

use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    dev::Payload,
    error::{JsonPayloadError, PathError, QueryPayloadError},
    web,
};
use garde::Validate;
use guiche_storage::model::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, error::Category};

use crate::{
    error::ApiError,
    lenient::{self, Problem},
};

/// A JSON body that was read and keeps the rules of its `#[garde(…)]` marks; otherwise 400 `ERR_VALIDATION` with the
/// fields under `details`, 413 when it is too large.
///
/// `async fn create(caller: Caller, body: Valid<NewTag>) -> …`, then `let Valid(body) = body;`
#[derive(Debug)]
pub struct Valid<T>(pub T);

impl<T> FromRequest for Valid<T>
where
    T: DeserializeOwned + Validate<Context = ()> + 'static,
{
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let body = web::Bytes::from_request(request, payload);
        Box::pin(async move {
            if !is_json {
                return Err(json(JsonPayloadError::ContentType).into());
            }
            let value: T = read(&body.await?)?;
            value.validate().map_err(ApiError::from)?;
            Ok(Self(value))
        })
    }
}

/// The words behind the `?` of an address, read like a body.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<T> Query<T> {
    /// What was asked.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(asked(request.query_string()).map(Self))
    }
}

/// Reads a query.
fn asked<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let unread = |_| ApiError::field("query", "could not be read");
    let pairs = web::Query::<Vec<(String, String)>>::from_query(text).map_err(unread)?;
    let mut words = Map::new();
    for (name, value) in pairs.into_inner() {
        if words.contains_key(&name) {
            return Err(ApiError::field(name, "is there twice"));
        }
        words.insert(name, Value::String(value));
    }
    lenient::read(Value::Object(words)).map_err(|problem| told(&problem, "query"))
}

/// Bounds of `web::Json`, `Valid` and raw bodies, and our errors for bodies, queries and paths.
pub(crate) fn limits(cfg: &mut web::ServiceConfig, json_bytes_max: usize) {
    cfg.app_data(
        web::JsonConfig::default()
            .limit(json_bytes_max)
            .error_handler(|error, _| json(error).into()),
    )
    .app_data(web::PayloadConfig::new(json_bytes_max))
    .app_data(web::QueryConfig::default().error_handler(|error, _| query(error).into()))
    .app_data(web::PathConfig::default().error_handler(|error, _| path(error).into()));
}

/// Whether the body says that it is JSON. A form of another site can send text, but not this.
pub(crate) fn is_json(request: &HttpRequest) -> bool {
    matches!(request.mime_type(), Ok(Some(mime)) if mime.subtype() == "json")
}

/// Reads a JSON body. Text with a NUL character is refused: `PostgreSQL` cannot store it, and nobody types it.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if has_nul(bytes) {
        return Err(ApiError::field("body", "has a NUL character"));
    }
    let value = lenient::parse(bytes).map_err(|error| field_of(&error))?;
    lenient::read(value).map_err(|problem| told(&problem, "body"))
}

/// What is wrong with a value, and where.
fn told(problem: &Problem, whole: &str) -> ApiError {
    let (field, says) = named(problem.text());
    let place = problem.place();
    let place = match (field, place.is_empty()) {
        (Some(field), true) => field.to_owned(),
        (Some(field), false) => format!("{place}.{field}"),
        (None, true) => whole.to_owned(),
        (None, false) => place,
    };
    ApiError::field(place, says)
}

/// Whether a text of some JSON has the escape of NUL; as a raw byte no JSON has it.
fn has_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(place) = rest.iter().position(|byte| *byte == b'\\') {
        let (_, escape) = rest.split_at(place);
        if escape.starts_with(br"\u0000") {
            return true;
        }
        // an escape has at least two bytes, and the second may be a backslash
        rest = escape.get(2..).unwrap_or_default();
    }
    false
}

fn json(error: JsonPayloadError) -> ApiError {
    match error {
        JsonPayloadError::OverflowKnownLength { .. }
        | JsonPayloadError::Overflow { .. }
        | JsonPayloadError::Payload(actix_web::error::PayloadError::Overflow) => {
            ErrorCode::PayloadTooLarge.into()
        }
        JsonPayloadError::ContentType => ApiError::field("body", "must be application/json"),
        JsonPayloadError::Deserialize(error) => field_of(&error),
        _ => ApiError::field("body", "could not be read"),
    }
}

/// What is wrong with a body, and where.
fn field_of(error: &serde_json::Error) -> ApiError {
    let text = error.to_string();
    let (field, problem) = match error.classify() {
        Category::Data => named(&text),
        _ => (None, "is not JSON"),
    };
    if let Some(field) = field {
        return ApiError::field(field, problem);
    }
    let (line, column) = (error.line(), error.column());
    ApiError::field("body", format!("{problem} (line {line}, column {column})"))
}

/// What serde says of data, in the words of those who sent them: the field, if it is named, and what is wrong. Serde names our
/// types too, which are nobody's business.
fn named(text: &str) -> (Option<&str>, &'static str) {
    let problems = [
        ("missing field", "is missing"),
        ("unknown field", "is unknown"),
        ("duplicate field", "is there twice"),
    ];
    for (begins, problem) in problems {
        if text.starts_with(begins) {
            return (text.split('`').nth(1), problem);
        }
    }
    if text.starts_with("unknown variant") {
        return (None, "has a word that is not known here");
    }
    (None, "has a value of the wrong kind")
}

fn query(error: QueryPayloadError) -> ApiError {
    match error {
        QueryPayloadError::Deserialize(error) => {
            let text = error.to_string();
            let (field, problem) = named(&text);
            ApiError::field(field.unwrap_or("query"), problem)
        }
        _ => ApiError::field("query", "could not be read"),
    }
}

/// What cannot be an id is the id of nothing.
fn path(_: PathError) -> ApiError {
    ErrorCode::NotFound.into()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{field_of, has_nul};

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct SecretShape {
        number: u8,
        either: Option<Either>,
        word: Option<ClusterMessage>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Either {
        Id(i64),
        Flag(bool),
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum ClusterMessage {
        One,
    }

    #[test]
    fn a_refusal_names_fields_and_places_but_none_of_our_types() {
        let told = |body: &str| {
            let error = serde_json::from_str::<SecretShape>(body).unwrap_err();
            format!("{:?}", field_of(&error))
        };
        for (body, said) in [
            ("{", "is not JSON (line 1, column 1)"),
            ("5", "has a value of the wrong kind (line 1, column 1)"),
            ("{\"number\":\"x\"}", "wrong kind"),
            ("{\"number\":256}", "wrong kind"),
            ("{\"number\":1,\"number\":2}", "is there twice"),
            ("{\"number\":1,\"either\":\"x\"}", "wrong kind"),
            (
                "{\"number\":1,\"word\":\"two\"}",
                "a word that is not known",
            ),
            ("{\"either\":1}", "is missing"),
        ] {
            let told = told(body);
            assert!(told.contains(said), "{body}: {told}");
            for ours in [
                "SecretShape",
                "Either",
                "ClusterMessage",
                "u8",
                "struct",
                "enum",
                "variant",
            ] {
                assert!(!told.contains(ours), "{body}: {told}");
            }
        }
    }

    #[test]
    fn a_nul_is_found_and_an_escaped_backslash_before_u0000_is_none() {
        assert!(has_nul(br#"{"a":"x\u0000"}"#));
        assert!(has_nul(br#"{"a":"\\\u0000"}"#));
        assert!(!has_nul(br#"{"a":"\\u0000"}"#));
        assert!(!has_nul(br#"{"a":"\u0001\"#));
    }
}
