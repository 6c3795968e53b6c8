//! The folder of media files: random names below each company's folder, durable before anybody hears of them.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;

use super::{LinkSigner, TempFile, clean_name, measure, names::with_extension, sniff};
use crate::{
    Result, StorageError,
    model::{CompanyId, ErrorCode, message::MediaKind},
};

/// Bytes looked at to tell what a file is; office files name their kind within the first entries.
const HEAD_BYTES: u64 = 8192;
/// Characters of a stored name: 128 random bits in hex.
const STORED_NAME_CHARS: usize = 32;

/// Most bytes of a file, by what it really is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MediaLimits {
    /// Pictures.
    pub image_bytes_max: u64,
    /// Sound.
    pub audio_bytes_max: u64,
    /// Films.
    pub video_bytes_max: u64,
    /// Everything else.
    pub document_bytes_max: u64,
}

impl MediaLimits {
    /// The same bound for every kind.
    pub fn all(bytes_max: u64) -> Self {
        Self {
            image_bytes_max: bytes_max,
            audio_bytes_max: bytes_max,
            video_bytes_max: bytes_max,
            document_bytes_max: bytes_max,
        }
    }

    /// The bound of a kind.
    pub fn of(self, kind: MediaKind) -> u64 {
        match kind {
            MediaKind::Image => self.image_bytes_max,
            MediaKind::Audio => self.audio_bytes_max,
            MediaKind::Video => self.video_bytes_max,
            MediaKind::Document => self.document_bytes_max,
        }
    }
}

/// What the sender says about a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileHint<'a> {
    /// Its name, not trusted; cleaned before it is kept.
    pub name: &'a str,
    /// Its type, not trusted.
    pub mime: Option<&'a str>,
}

/// A file that is in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredMedia {
    /// Its stored name: 32 hex digits.
    pub path: String,
    /// The sender's name for it, cleaned.
    pub name: String,
    /// What it really is.
    pub mime: String,
    /// How it is shown.
    pub kind: MediaKind,
    /// Bytes.
    pub size: i64,
    /// Pixels, of pictures.
    pub width: Option<i64>,
    /// Pixels, of pictures.
    pub height: Option<i64>,
    /// Seconds, of sound in Ogg, MP3 and WAV.
    pub duration: Option<f64>,
}

/// The folder and the links into it. Cheap to clone.
#[derive(Debug, Clone)]
pub struct MediaStore {
    root: Arc<Path>,
    temp: Arc<Path>,
    node: Arc<str>,
    links: LinkSigner,
}

impl MediaStore {
    /// Files below `data_dir/media`, unfinished ones in `data_dir/tmp` (the same file system, so that a file moves into
    /// its place in one step). Unfinished files of an earlier run of `node` are removed; other nodes may share the folder.
    ///
    /// # Errors
    /// `File` when the folders cannot be made.
    pub fn open(data_dir: &Path, node: &str, signing_key: &[u8]) -> Result<Self> {
        let root = data_dir.join("media");
        let temp = data_dir.join("tmp");
        make_private_dir(&root)?;
        make_private_dir(&temp)?;
        for unfinished in fs::read_dir(&temp)? {
            let unfinished = unfinished?;
            let name = unfinished.file_name().to_string_lossy().into_owned();
            if name
                .rsplit_once('-')
                .is_some_and(|(owner, _)| owner == node)
            {
                fs::remove_file(unfinished.path())?;
            }
        }
        Ok(Self {
            root: root.into(),
            temp: temp.into(),
            node: node.into(),
            links: LinkSigner::new(signing_key),
        })
    }

    /// The folder of all companies.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The links into this store.
    pub fn links(&self) -> &LinkSigner {
        &self.links
    }

    /// A new path for an unfinished file; whoever writes it removes it or hands it to [`Self::keep_file`].
    pub fn temp_path(&self) -> PathBuf {
        self.temp.join(format!("{}-{}", self.node, random_name()))
    }

    /// A new temporary file, to be written and then kept.
    ///
    /// # Errors
    /// `File`.
    pub async fn create_temp(&self) -> Result<TempFile> {
        TempFile::create(self.temp_path()).await
    }

    /// Where a file of a company lies, or `None` when the name is not one of a stored file.
    pub fn file_path(&self, company: CompanyId, path: &str) -> Option<PathBuf> {
        is_stored_name(path).then(|| self.place(company, path))
    }

    /// Moves a finished temporary file into its place. On failure the temporary file stays where it is.
    ///
    /// # Errors
    /// `Refused(PayloadTooLarge)` above the limit of its kind, `File` when the disk says no.
    pub async fn keep_file(
        &self,
        company: CompanyId,
        temp: &Path,
        hint: FileHint<'_>,
        limits: MediaLimits,
    ) -> Result<StoredMedia> {
        let (store, temp) = (self.clone(), temp.to_owned());
        let (name, declared) = (clean_name(hint.name), hint.mime.map(str::to_owned));
        blocking(move || store.keep(company, &temp, name, declared.as_deref(), limits)).await
    }

    /// Stores bytes. Nothing is left behind on failure.
    ///
    /// # Errors
    /// As [`Self::keep_file`].
    pub async fn keep_bytes(
        &self,
        company: CompanyId,
        bytes: Bytes,
        hint: FileHint<'_>,
        limits: MediaLimits,
    ) -> Result<StoredMedia> {
        let store = self.clone();
        let (name, declared) = (clean_name(hint.name), hint.mime.map(str::to_owned));
        blocking(move || {
            let temp = store.temp_path();
            let kept = write_private(&temp, &bytes)
                .map_err(StorageError::from)
                .and_then(|()| store.keep(company, &temp, name, declared.as_deref(), limits));
            if kept.is_err() {
                discard(&temp);
            }
            kept
        })
        .await
    }

    /// Reads a whole file, for a provider that wants its bytes.
    ///
    /// # Errors
    /// `Refused(NotFound)` when there is no such file, `Refused(PayloadTooLarge)` above `bytes_max`, `File`.
    pub async fn read(&self, company: CompanyId, path: &str, bytes_max: u64) -> Result<Bytes> {
        let place = self.file_path(company, path).ok_or(ErrorCode::NotFound)?;
        blocking(move || {
            let file = match File::open(&place) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(ErrorCode::NotFound.into());
                }
                opened => opened?,
            };
            let mut read = Vec::new();
            file.take(bytes_max.saturating_add(1))
                .read_to_end(&mut read)?;
            if u64::try_from(read.len()).unwrap_or(u64::MAX) > bytes_max {
                return Err(ErrorCode::PayloadTooLarge.into());
            }
            Ok(Bytes::from(read))
        })
        .await
    }

    /// Removes a file whose row could not be written; one that is not there is fine.
    ///
    /// # Errors
    /// `File`.
    pub async fn remove(&self, company: CompanyId, path: &str) -> Result<()> {
        let Some(place) = self.file_path(company, path) else {
            return Ok(());
        };
        blocking(move || match fs::remove_file(place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        })
        .await
    }

    fn place(&self, company: CompanyId, path: &str) -> PathBuf {
        let drawer: String = path.chars().take(2).collect();
        self.root.join(company.to_string()).join(drawer).join(path)
    }

    fn keep(
        &self,
        company: CompanyId,
        temp: &Path,
        name: String,
        declared: Option<&str>,
        limits: MediaLimits,
    ) -> Result<StoredMedia> {
        let mut file = File::open(temp)?;
        let size = file.metadata()?.len();
        let mut head = Vec::new();
        (&file).take(HEAD_BYTES).read_to_end(&mut head)?;
        let (sniffed, measure) = measure::measure(&mut file, sniff(&head, declared))?;
        if size > limits.of(sniffed.kind) {
            return Err(ErrorCode::PayloadTooLarge.into());
        }
        file.sync_all()?;
        let path = random_name();
        let place = self.place(company, &path);
        let drawer = place.parent().unwrap_or(&self.root);
        make_private_dir(drawer)?;
        fs::rename(temp, &place)?;
        File::open(drawer)?.sync_all()?;
        Ok(StoredMedia {
            path,
            name: with_extension(name, sniffed.mime),
            mime: sniffed.mime.to_owned(),
            kind: sniffed.kind,
            size: i64::try_from(size).unwrap_or(i64::MAX),
            width: measure.width,
            height: measure.height,
            duration: measure.duration,
        })
    }
}

/// Whether a text can be the name of a stored file: 32 lower-case hex digits and nothing else.
pub(super) fn is_stored_name(path: &str) -> bool {
    path.len() == STORED_NAME_CHARS
        && path
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn random_name() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

fn make_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

/// A temporary file that cannot be removed now goes with the next start.
fn discard(path: &Path) {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "a temporary file could not be removed");
    }
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(StorageError::File(io::Error::other(error))))
}
