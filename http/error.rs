//! Every refusal of the API: the one table from code to status and text, and the body that clients get.
//!
//! Handlers answer `Result<_, ApiError>`. `?` works on storage errors, actor errors and codes; a code alone is
//! `Err(ErrorCode::NoTicketFound.into())`. The request id is filled in by `frame`, which also logs the cause, once.

use std::{collections::BTreeMap, error::Error, fmt};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use chrono::{DateTime, Utc};
use guiche_actors::{
    ActorError,
    mail::MailNotSent,
    rules::{calendar::Zone, numbers},
};
use guiche_storage::{
    StorageError,
    model::{ErrorCode, ticket::Ticket},
};
use serde_json::{Map, Value, json};

use crate::{error_answers::answer, error_body};

/// Seconds after which a busy server may be asked again.
const BUSY_RETRY_AFTER_SECS: u64 = 1;

/// A refusal on its way to the client.
#[derive(Debug)]
pub struct ApiError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    code: ErrorCode,
    details: BTreeMap<String, Vec<String>>,
    /// Fields beside or instead of the usual ones.
    fields: Map<String, Value>,
    retry_after_secs: Option<u64>,
    /// The methods that the address has.
    allow: Option<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl ApiError {
    /// A refusal by code alone.
    pub fn new(code: ErrorCode) -> Self {
        Self(Box::new(Inner {
            code,
            details: BTreeMap::new(),
            fields: Map::new(),
            retry_after_secs: matches!(code, ErrorCode::Busy | ErrorCode::IdempotencyRunning)
                .then_some(BUSY_RETRY_AFTER_SECS),
            allow: None,
            cause: None,
        }))
    }

    /// `ERR_VALIDATION` about one field.
    pub fn field(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::new(ErrorCode::Validation).and_field(field, problem)
    }

    /// The same with one more problem under `details`.
    #[must_use]
    pub fn and_field(mut self, field: impl Into<String>, problem: impl Into<String>) -> Self {
        self.0
            .details
            .entry(field.into())
            .or_default()
            .push(problem.into());
        self
    }

    /// The same with one more field of the body.
    #[must_use]
    pub fn and_body(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0.fields.insert(field.to_owned(), value.into());
        self
    }

    /// A failure that is ours: 500, the cause goes to the log and not to the client.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(ErrorCode::Internal).because(cause)
    }

    /// The same with a cause for the log.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// 429: ask again after so many seconds.
    pub fn too_many_requests(retry_after_secs: u64) -> Self {
        let mut error = Self::new(ErrorCode::TooManyRequests);
        error.0.retry_after_secs = Some(retry_after_secs.max(1));
        error
    }

    /// 405: the address has these methods only, such as `GET, PUT`.
    pub fn method_not_allowed(allow: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::MethodNotAllowed);
        error.0.allow = Some(allow.into());
        error
    }

    /// 403: the company's subscription ended on `due_date`, a day of its `zone` (S071).
    pub fn company_expired(due_date: DateTime<Utc>, zone: Zone) -> Self {
        let mut error = Self::new(ErrorCode::CompanyExpired);
        let day = due_date.with_timezone(&zone).format("%d/%m/%Y");
        let text = format!(
            "Opss! Sua assinatura venceu em {day}. Entre em contato com o suporte para mais informações!"
        );
        error.0.fields.insert("message".into(), text.into());
        error.0.fields.insert("dueDate".into(), json!(due_date));
        error
    }

    /// 400: the company has as many as its plan allows, which text and body name.
    pub fn plan_full(code: ErrorCode, most: i64) -> Self {
        let text = answer(code).1.trim_end_matches('.');
        Self::new(code)
            .and_body("message", format!("{text}: {most}."))
            .and_body("limit", most)
    }

    /// 409: another ticket of the contact is open; the body serves every reading of rule B4.
    pub fn other_open_ticket(ticket: &Ticket) -> Self {
        let mut error = Self::new(ErrorCode::OtherOpenTicket);
        if let Ok(fields) = error_body::conflict(ticket) {
            error.0.fields = fields;
        }
        error
    }

    /// Its code.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// Why, for the log.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync)> {
        self.0.cause.as_deref()
    }

    /// The answer, naming the request so that a person can ask about it.
    pub fn response(&self, request_id: &str) -> HttpResponse {
        self.response_to(request_id, false)
    }

    /// The same for one who may see numbers or not: a ticket in the way is told as JSON text.
    pub(crate) fn response_to(&self, request_id: &str, hides_numbers: bool) -> HttpResponse {
        let inner = &*self.0;
        let (status, text) = answer(inner.code);
        let mut body = Map::new();
        body.insert("error".into(), inner.code.as_str().into());
        body.insert("message".into(), text.into());
        body.insert("requestId".into(), request_id.into());
        if !inner.details.is_empty() {
            body.insert("details".into(), json!(inner.details));
        }
        body.extend(inner.fields.clone());
        for field in body.values_mut().filter(|_| hides_numbers) {
            if let Value::String(text) = field
                && let Ok(Some(hidden)) = numbers::hide_all(text)
            {
                *text = hidden;
            }
        }
        let mut response = HttpResponse::build(status);
        if let Some(seconds) = inner.retry_after_secs {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(methods) = &inner.allow {
            response.insert_header((header::ALLOW, methods.as_str()));
        }
        response.json(body)
    }
}

impl ApiError {
    /// The answer in the words of the integrators' API: one object `error`, in `snake_case` (rule B25).
    pub(crate) fn response_to_program(&self, request_id: &str) -> HttpResponse {
        let inner = &*self.0;
        let (status, text) = answer(inner.code);
        let mut body = Map::new();
        body.insert("code".into(), inner.code.as_str().into());
        let own = inner.fields.get("message").cloned();
        body.insert("message".into(), own.unwrap_or_else(|| text.into()));
        body.insert("request_id".into(), request_id.into());
        if !inner.details.is_empty() {
            let details = inner.details.iter();
            let details = details.map(|(field, problems)| (snake_name(field), json!(problems)));
            body.insert("details".into(), details.collect::<Map<_, _>>().into());
        }
        if let Some(ticket) = inner.fields.get("ticket") {
            body.insert("ticket".into(), ticket.clone());
        }
        let mut response = HttpResponse::build(status);
        if let Some(seconds) = inner.retry_after_secs {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(methods) = &inner.allow {
            response.insert_header((header::ALLOW, methods.as_str()));
        }
        response.json(json!({ "error": body }))
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.code.fmt(f)
    }
}

impl Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        answer(self.0.code).0
    }

    fn error_response(&self) -> HttpResponse {
        self.response("")
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self::new(code)
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Refused(code) => Self::new(code),
            StorageError::PlanFull(code, most) => Self::plan_full(code, most),
            StorageError::Unavailable(_) => Self::new(ErrorCode::Busy).because(error),
            StorageError::Taken(_)
            | StorageError::Database(_)
            | StorageError::Migration(_)
            | StorageError::Unreadable(_)
            | StorageError::File(_)
            | StorageError::Redis(_) => Self::internal(error),
        }
    }
}

impl From<ActorError> for ApiError {
    fn from(error: ActorError) -> Self {
        match error {
            ActorError::Refused(code) => Self::new(code),
            ActorError::OtherOpenTicket(ticket) => Self::other_open_ticket(&ticket),
            ActorError::Busy => Self::new(ErrorCode::Busy),
            ActorError::Storage(error) => error.into(),
        }
    }
}

impl From<MailNotSent> for ApiError {
    fn from(cause: MailNotSent) -> Self {
        Self::new(ErrorCode::MailNotSent).because(cause)
    }
}

impl From<actix::MailboxError> for ApiError {
    fn from(error: actix::MailboxError) -> Self {
        ActorError::from(error).into()
    }
}

impl From<actix_web::error::BlockingError> for ApiError {
    fn from(error: actix_web::error::BlockingError) -> Self {
        Self::new(ErrorCode::Busy).because(error)
    }
}

impl From<garde::Report> for ApiError {
    fn from(report: garde::Report) -> Self {
        report.iter().fold(
            Self::new(ErrorCode::Validation),
            |error, (path, problem)| {
                error.and_field(wire_name(&path.to_string()), problem.message())
            },
        )
    }
}

/// `extra_info[0].name` as clients know it: `extraInfo[0].name`.
fn wire_name(path: &str) -> String {
    let mut words = path.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// `extraInfo[0].name` as programs know it: `extra_info[0].name`.
fn snake_name(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    // the names of headers stay as they are
    for (place, letter) in field.char_indices() {
        if letter.is_ascii_uppercase() && place > 0 && !field.contains('-') {
            name.push('_');
            name.push(letter.to_ascii_lowercase());
        } else {
            name.push(letter);
        }
    }
    name
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
