//! Multipart bodies as streams: fields in memory, files straight to disk, everything bounded. On any refusal nothing is
//! left behind.

use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::{
    HttpRequest,
    error::PayloadError,
    http::header::{self, HeaderMap},
    web::{self, Payload},
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use guiche_storage::{
    media::{self, FileHint, MediaLimits, MediaStore, StoredMedia, TempFile, clean_name},
    model::{CompanyId, ErrorCode},
};
use tokio::time::{Instant, timeout};

use crate::{app::App, error::ApiError, middleware::caller};

/// Files of one body.
const FILES_MAX: usize = 10;
/// Fields of one body.
const FIELDS_MAX: usize = 64;
/// Bytes of one field: a text of 65,536 characters of `WhatsApp` fits.
const FIELD_BYTES_MAX: usize = 256 * 1024;
/// Bytes of headers and boundaries that are allowed on top of files and fields.
const FRAMING_BYTES_MAX: u64 = 256 * 1024;
/// Characters of a field's name.
const FIELD_NAME_CHARS_MAX: usize = 64;
/// The name of a recording that was converted.
const VOICE_NOTE: &str = "voz.ogg";
/// Longest silence of a client in the middle of a body.
const SILENCE_MAX: Duration = Duration::from_secs(30);
/// Longest time of a whole body, however large: a file of the largest size over a slow mobile network.
const TOTAL_MAX: Duration = Duration::from_mins(30);
/// How long a body may be slower than [`RATE_MIN`]: networks change, people walk.
const SLOW_MAX: Duration = Duration::from_mins(1);
/// Bytes a second, from the begin on. Whoever sends a byte now and then holds a place, a file and a connection for nothing.
const RATE_MIN: u64 = 2 * 1024;

/// Bounds of one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// Most files.
    pub files_max: usize,
    /// Bytes of one file.
    pub file_bytes_max: u64,
    /// Bytes of all files and fields.
    pub total_bytes_max: u64,
    /// Whether files keep the spaces in their names: those of a customer do, what people attach has underscores (A090).
    pub keeps_spaces: bool,
}

impl UploadLimits {
    /// Up to ten files of `file_bytes_max` bytes, together at most twice as much.
    pub fn new(file_bytes_max: u64) -> Self {
        Self {
            files_max: FILES_MAX,
            file_bytes_max,
            total_bytes_max: file_bytes_max.saturating_mul(2),
            keeps_spaces: false,
        }
    }
}

/// A body that was read.
#[derive(Debug, Default)]
pub struct Upload {
    /// Names and values, in their order; a name may come more than once.
    pub fields: Vec<(String, String)>,
    /// Files, in their order. Those that nobody keeps are removed when this is dropped.
    pub files: Vec<UploadedFile>,
}

/// A file of a body.
#[derive(Debug)]
pub struct UploadedFile {
    /// The name of its field.
    pub field: String,
    /// Its bytes on disk.
    pub temp: TempFile,
    /// The sender's name for it, cleaned.
    pub name: String,
    /// The sender's word for its type; not trusted.
    pub mime: Option<String>,
}

impl Upload {
    /// The first value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of a field, in their order; `name[]` counts as `name`.
    pub fn all<'a, 'n>(&'a self, name: &'n str) -> impl Iterator<Item = &'a str> + use<'a, 'n> {
        self.fields
            .iter()
            .filter(move |(key, _)| key.strip_suffix("[]").unwrap_or(key) == name)
            .map(|(_, value)| value.as_str())
    }
}

impl UploadedFile {
    /// Bytes.
    pub fn size(&self) -> u64 {
        self.temp.size()
    }

    /// A recording becomes a voice note, if it can; otherwise it stays as it is.
    ///
    /// # Errors
    /// `Internal` when the disk says no.
    pub async fn become_voice_note(&mut self, store: &MediaStore) -> Result<(), ApiError> {
        if let Some(note) = media::to_voice_note(store, self.temp.path()).await? {
            self.temp = note;
            VOICE_NOTE.clone_into(&mut self.name);
            self.mime = Some("audio/ogg".to_owned());
        }
        Ok(())
    }

    /// Moves the file into the company's media folder. Its row is the caller's business; without one the file has to be
    /// removed again.
    ///
    /// # Errors
    /// `PayloadTooLarge` above the limit of its kind.
    pub async fn keep(
        &self,
        store: &MediaStore,
        company: CompanyId,
        limits: MediaLimits,
    ) -> Result<StoredMedia, ApiError> {
        let hint = FileHint {
            name: &self.name,
            mime: self.mime.as_deref(),
        };
        Ok(store
            .keep_file(company, self.temp.path(), hint, limits)
            .await?)
    }
}

/// Whether a request carries a multipart body.
pub fn is_multipart(request: &HttpRequest) -> bool {
    const KIND: &[u8] = b"multipart/form-data";
    let kind = request.headers().get(header::CONTENT_TYPE);
    let begins = kind.and_then(|kind| kind.as_bytes().trim_ascii_start().get(..KIND.len()));
    begins.is_some_and(|begins| begins.eq_ignore_ascii_case(KIND))
}

/// Where files are kept.
///
/// # Errors
/// `Internal` on a server without files.
pub fn store_of(request: &HttpRequest) -> Result<&MediaStore, ApiError> {
    let store = request.app_data::<web::Data<MediaStore>>();
    Ok(store.ok_or(ErrorCode::Internal)?.get_ref())
}

/// Reads a multipart body that brings one file.
///
/// # Errors
/// What [`receive`] says; `Validation` for another body, and for one without a file.
pub async fn receive_one(
    request: &HttpRequest,
    payload: Payload,
    store: &MediaStore,
    bytes_max: u64,
) -> Result<UploadedFile, ApiError> {
    let missing = || ApiError::field("file", "is missing");
    if !is_multipart(request) {
        return Err(missing());
    }
    let limits = UploadLimits {
        files_max: 1,
        ..UploadLimits::new(bytes_max)
    };
    let upload = receive(request, payload, store, limits).await?;
    upload.files.into_iter().next().ok_or_else(missing)
}

/// Reads a multipart body.
///
/// # Errors
/// `PayloadTooLarge` above any bound of bytes, `Validation` for a body that is no multipart form, has too many parts or
/// an empty file. Then nothing is stored.
pub async fn receive(
    request: &HttpRequest,
    payload: Payload,
    store: &MediaStore,
    limits: UploadLimits,
) -> Result<Upload, ApiError> {
    if announced(request.headers()) > limits.total_bytes_max.saturating_add(FRAMING_BYTES_MAX) {
        return Err(ErrorCode::PayloadTooLarge.into());
    }
    take_place(request).await?;
    let mut body = Multipart::new(request.headers(), payload);
    let mut upload = Upload::default();
    let mut total = Taken::new(Instant::now());
    while let Some(part) = total.in_time(body.next()).await? {
        let mut part = part.map_err(refusal)?;
        let name = part_name(&part)?;
        if let Some(file_name) = file_name(&part) {
            let file = read_file(&mut part, (name, file_name), store, limits, &mut total).await?;
            // browsers send an empty nameless part for a file input without a choice
            if file.size() > 0 {
                upload.files.push(file);
            }
        } else {
            let value = read_field(&mut part, limits, &mut total).await?;
            upload.fields.push((name, value));
        }
        check_counts(&upload, limits)?;
    }
    Ok(upload)
}

/// A body is read for as long as its sender needs: so many at once of a company and of a user, and no more.
async fn take_place(request: &HttpRequest) -> Result<(), ApiError> {
    let app = request.app_data::<web::Data<App>>();
    // the simulator's phones have no user
    if let Some(app) = app
        && let Ok(claims) = caller::claims_of(app, request)
    {
        app.limiter.take_upload(request, &claims).await?;
    }
    Ok(())
}

/// What was read of a body, and since when.
struct Taken {
    bytes: u64,
    since: Instant,
}

impl Taken {
    fn new(since: Instant) -> Self {
        Self { bytes: 0, since }
    }

    /// Waits for more, not for ever.
    async fn in_time<T>(&self, next: impl Future<Output = T>) -> Result<T, ApiError> {
        let patience = patience(self.bytes, self.since.elapsed());
        let patience = patience.ok_or_else(|| ApiError::field("body", "the upload is too slow"))?;
        let more = timeout(patience, next).await;
        more.map_err(|_| ApiError::field("body", "the upload stopped"))
    }

    /// # Errors
    /// `PayloadTooLarge` above the bound of the whole body.
    fn add(&mut self, bytes: usize, limits: UploadLimits) -> Result<(), ApiError> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > limits.total_bytes_max {
            return Err(ErrorCode::PayloadTooLarge.into());
        }
        Ok(())
    }
}

/// How long is waited for more of a body that has brought so many bytes in this time; `None` when it was too slow.
fn patience(bytes: u64, spent: Duration) -> Option<Duration> {
    let counted = spent.saturating_sub(SLOW_MAX).as_secs();
    let left = TOTAL_MAX.checked_sub(spent)?;
    (bytes >= counted.saturating_mul(RATE_MIN)).then(|| left.min(SILENCE_MAX))
}

fn check_counts(upload: &Upload, limits: UploadLimits) -> Result<(), ApiError> {
    if upload.files.len() > limits.files_max {
        return Err(ApiError::field(
            "medias",
            format!("at most {} files", limits.files_max),
        ));
    }
    if upload.fields.len() > FIELDS_MAX {
        return Err(ApiError::field(
            "body",
            format!("at most {FIELDS_MAX} fields"),
        ));
    }
    Ok(())
}

async fn read_file(
    part: &mut Field,
    (field, file_name): (String, String),
    store: &MediaStore,
    limits: UploadLimits,
    total: &mut Taken,
) -> Result<UploadedFile, ApiError> {
    let mime = part
        .content_type()
        .map(|mime| mime.essence_str().to_owned());
    let mut temp = store.create_temp().await?;
    while let Some(chunk) = next_chunk(part, limits, total).await? {
        temp.write(&chunk).await?;
        if temp.size() > limits.file_bytes_max {
            return Err(ErrorCode::PayloadTooLarge.into());
        }
    }
    temp.finish().await?;
    if temp.size() == 0 && !file_name.is_empty() {
        return Err(ApiError::field(field, "the file is empty"));
    }
    let name = clean_name(&file_name);
    Ok(UploadedFile {
        field,
        temp,
        name: if limits.keeps_spaces {
            name
        } else {
            name.replace(char::is_whitespace, "_")
        },
        mime,
    })
}

async fn read_field(
    part: &mut Field,
    limits: UploadLimits,
    total: &mut Taken,
) -> Result<String, ApiError> {
    let mut value = Vec::new();
    while let Some(chunk) = next_chunk(part, limits, total).await? {
        if value.len() + chunk.len() > FIELD_BYTES_MAX {
            return Err(ErrorCode::PayloadTooLarge.into());
        }
        value.extend_from_slice(&chunk);
    }
    let text = String::from_utf8(value).map_err(|_| ApiError::field("body", "must be UTF-8"))?;
    if text.contains('\0') {
        return Err(ApiError::field("body", "has a NUL character"));
    }
    Ok(text)
}

async fn next_chunk(
    part: &mut Field,
    limits: UploadLimits,
    total: &mut Taken,
) -> Result<Option<Bytes>, ApiError> {
    let Some(chunk) = total.in_time(part.next()).await? else {
        return Ok(None);
    };
    let chunk = chunk.map_err(refusal)?;
    total.add(chunk.len(), limits)?;
    Ok(Some(chunk))
}

fn part_name(part: &Field) -> Result<String, ApiError> {
    let name = part.name().unwrap_or_default();
    if name.is_empty() || name.chars().count() > FIELD_NAME_CHARS_MAX {
        return Err(ApiError::field("body", "every part needs a short name"));
    }
    Ok(name.to_owned())
}

fn file_name(part: &Field) -> Option<String> {
    let disposition = part.content_disposition()?;
    let extended = disposition.get_filename_ext().and_then(|name| {
        let value = String::from_utf8(name.value.clone()).ok()?;
        (!value.is_empty()).then_some(value)
    });
    extended.or_else(|| disposition.get_filename().map(str::to_owned))
}

fn announced(headers: &HeaderMap) -> u64 {
    headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse().ok())
        .unwrap_or(0)
}

fn refusal(error: MultipartError) -> ApiError {
    match error {
        MultipartError::Payload(PayloadError::Overflow) => ErrorCode::PayloadTooLarge.into(),
        other => ApiError::field("body", "must be a multipart form").because(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many seconds a body may last that brings so many bytes each second.
    fn lasts(bytes_a_second: u64) -> u64 {
        let mut seconds = 0..=7200;
        let too_long = |second: &u64| {
            patience(second * bytes_a_second, Duration::from_secs(*second)).is_none()
        };
        seconds.find(too_long).unwrap_or(u64::MAX)
    }

    #[test]
    fn a_body_that_drips_ends_soon_and_a_quick_one_at_its_deadline() {
        assert_eq!(lasts(0), SLOW_MAX.as_secs() + 1);
        assert_eq!(lasts(1), SLOW_MAX.as_secs() + 1);
        assert_eq!(lasts(RATE_MIN / 2), 2 * SLOW_MAX.as_secs() + 1);
        assert_eq!(lasts(RATE_MIN), TOTAL_MAX.as_secs() + 1);
        assert_eq!(lasts(RATE_MIN * 100), TOTAL_MAX.as_secs() + 1);
    }

    #[test]
    fn nobody_is_waited_for_longer_than_silence_may_last_or_time_is_left() {
        assert_eq!(patience(0, Duration::ZERO), Some(SILENCE_MAX));
        let second = Duration::from_secs(1);
        let nearly_over = TOTAL_MAX.saturating_sub(second);
        assert_eq!(patience(u64::MAX, nearly_over), Some(second));
    }
}
