//! The server's keys: configured, or made on first start in the data folder and used again ever after.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Read as _, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

use guiche_config::{SecretText, Secrets};
use rand::{TryRngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};

use crate::{Result, StorageError};

/// Bytes of a key: what HS256 and ChaCha20-Poly1305 take, and those of a secret number of P-256.
pub const KEY_BYTES: usize = 32;

/// A key. Its debug text is `[key]`.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; KEY_BYTES]);

impl Key {
    /// A key of known bytes.
    pub fn new(bytes: [u8; KEY_BYTES]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// A key for another use, from which this one cannot be found.
    #[must_use]
    pub fn derive(&self, label: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(label.as_bytes());
        hash.update([0]);
        hash.update(self.0);
        Self(hash.finalize().into())
    }

    fn random() -> io::Result<Self> {
        let mut bytes = [0; KEY_BYTES];
        OsRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes))
    }

    fn of_text(text: &SecretText) -> Self {
        Self(Sha256::digest(text.expose().trim().as_bytes()).into())
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[key]")
    }
}

/// All keys of the server.
#[derive(Debug, Clone)]
pub struct Keys {
    /// Signs access tokens.
    pub jwt: Key,
    /// Signs media links.
    pub media: Key,
    /// Seals stored tokens of connections.
    pub encryption: Key,
    /// Signs what is sent to push services.
    pub vapid: Key,
}

impl Keys {
    /// Takes each key from the settings, else from its file in `folder`, else makes that file (mode 0600, folder 0700).
    ///
    /// # Errors
    /// `File` when a file cannot be read or written, is too short, is no key, or may be read by others.
    pub fn load(folder: &Path, configured: &Secrets) -> Result<Self> {
        let key = |name: &str, text: &Option<SecretText>| match text {
            Some(text) => Ok(Key::of_text(text)),
            None => load_or_make(folder, name),
        };
        Ok(Self {
            jwt: key("jwt_key", &configured.jwt_key)?,
            media: key("media_key", &configured.media_key)?,
            encryption: key("encryption_key", &configured.encryption_key)?,
            vapid: key("vapid_key", &configured.vapid_key)?,
        })
    }

    /// Fresh keys that are kept nowhere.
    ///
    /// # Errors
    /// `File` when the machine gives no randomness.
    pub fn random() -> Result<Self> {
        Ok(Self {
            jwt: Key::random()?,
            media: Key::random()?,
            encryption: Key::random()?,
            vapid: Key::random()?,
        })
    }
}

fn load_or_make(folder: &Path, name: &str) -> Result<Key> {
    let path = folder.join(name);
    match OpenOptions::new().read(true).open(&path) {
        Ok(file) => read(file, &path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(folder, &path),
        Err(error) => Err(refuse(&path, &format!("cannot be read: {error}"))),
    }
}

fn read(mut file: fs::File, path: &Path) -> Result<Key> {
    let mode = file.metadata()?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(refuse(path, "may be read by others; run `chmod 600` on it"));
    }
    let mut text = String::new();
    file.read_to_string(&mut text)
        .map_err(|error| refuse(path, &format!("cannot be read: {error}")))?;
    let bytes =
        hex::decode(text.trim()).map_err(|_| refuse(path, "is not a key of hexadecimal digits"))?;
    let bytes = bytes
        .try_into()
        .map_err(|_| refuse(path, "does not hold 32 bytes"))?;
    Ok(Key(bytes))
}

fn make(folder: &Path, path: &Path) -> Result<Key> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    let key = Key::random()?;
    // Written beside and linked into place, so that a crash leaves no half key and two starts make one key.
    let draft = path.with_extension(format!("new-{}", std::process::id()));
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(format!("{}\n", hex::encode(key.bytes())).as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Ok(()) => {
            fs::File::open(folder)?.sync_all()?;
            Ok(key)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            read(fs::File::open(path)?, path)
        }
        Err(error) => Err(error.into()),
    }
}

fn refuse(path: &Path, problem: &str) -> StorageError {
    StorageError::File(io::Error::new(
        io::ErrorKind::InvalidData,
        format!("the key file {} {problem}", path.display()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_once_and_kept_private() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("secrets");
        let first = Keys::load(&folder, &Secrets::default()).unwrap();
        let again = Keys::load(&folder, &Secrets::default()).unwrap();
        assert_eq!(first.jwt, again.jwt);
        assert_eq!(first.encryption, again.encryption);
        assert_ne!(first.jwt, first.media);
        assert_eq!(
            fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
            0o700
        );
        let mut names: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                assert_eq!(
                    entry.metadata().unwrap().permissions().mode() & 0o777,
                    0o600
                );
                entry.file_name().into_string().unwrap()
            })
            .collect();
        names.sort();
        assert_eq!(
            names,
            ["encryption_key", "jwt_key", "media_key", "vapid_key"]
        );
    }

    #[test]
    fn a_configured_key_needs_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let text = || Some(SecretText::new("5fa1c8b70e6d43299b7e8a1d60f3c2547d09"));
        let configured = Secrets {
            jwt_key: text(),
            media_key: text(),
            encryption_key: text(),
            vapid_key: text(),
        };
        let folder = dir.path().join("secrets");
        Keys::load(&folder, &configured).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn a_short_a_garbled_and_an_open_key_file_refuse_to_start() {
        for (content, mode, problem) in [
            (&b"abcd\n"[..], 0o600, "32 bytes"),
            (b"", 0o600, "32 bytes"),
            (b"not a key at all", 0o600, "hexadecimal"),
            (b"\xff\xfe", 0o600, "cannot be read"),
            ([b'a'; 64].as_slice(), 0o644, "chmod 600"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("jwt_key");
            fs::write(&path, content).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let message = Keys::load(dir.path(), &Secrets::default())
                .unwrap_err()
                .to_string();
            assert!(
                message.contains(problem) && message.contains("jwt_key"),
                "{message}"
            );
            assert_eq!(
                fs::read(&path).unwrap(),
                content,
                "a broken key file must not be replaced"
            );
        }
    }

    #[test]
    fn a_derived_key_differs_by_label() {
        let key = Key::new([7; KEY_BYTES]);
        assert_ne!(key.derive("refresh"), key.derive("access"));
        assert_ne!(key.derive("refresh"), key);
        assert_eq!(format!("{key:?}"), "[key]");
    }
}
