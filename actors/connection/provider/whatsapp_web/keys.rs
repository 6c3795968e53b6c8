//! Where a session keeps its keys: rows of a namespace, a name and a value, which whoever has the database provides.

use async_trait::async_trait;

/// Rows read at once.
const PAGE: usize = 500;

/// What kind of row it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named after what the protocol calls them")]
pub enum Space {
    Device,
    Identity,
    Session,
    Prekey,
    SignedPrekey,
    SenderKey,
    SyncKey,
    SyncKeyLatest,
    SyncVersion,
    SyncMac,
    GroupDevice,
    Lid,
    Number,
    BaseKey,
    Devices,
    Group,
    Token,
    Sent,
    Pending,
    Secret,
    /// What was said, for quotes and read marks.
    Said,
}

impl Space {
    /// The word in the database. Written ones never change.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Identity => "identity",
            Self::Session => "session",
            Self::Prekey => "prekey",
            Self::SignedPrekey => "signed_prekey",
            Self::SenderKey => "sender_key",
            Self::SyncKey => "sync_key",
            Self::SyncKeyLatest => "sync_key_latest",
            Self::SyncVersion => "sync_version",
            Self::SyncMac => "sync_mac",
            Self::GroupDevice => "group_device",
            Self::Lid => "lid",
            Self::Number => "number",
            Self::BaseKey => "base_key",
            Self::Devices => "devices",
            Self::Group => "group",
            Self::Token => "token",
            Self::Sent => "sent",
            Self::Pending => "pending",
            Self::Secret => "secret",
            Self::Said => "said",
        }
    }
}

/// A change of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A row is this from now on.
    Put {
        /// Its kind.
        space: Space,
        /// Its name.
        name: String,
        /// What it holds.
        value: Vec<u8>,
        /// A time in seconds by which it is swept; 0: never.
        stamp: i64,
    },
    /// A row is no more.
    Delete {
        /// Its kind.
        space: Space,
        /// Its name.
        name: String,
    },
    /// No row of this kind whose name begins so is left.
    Clear {
        /// Their kind.
        space: Space,
        /// The beginning of their names.
        prefix: String,
    },
}

impl Change {
    /// A row that stays.
    pub fn put(space: Space, name: impl Into<String>, value: impl Into<Vec<u8>>) -> Self {
        Self::stamped(space, name, value, 0)
    }

    /// A row that is swept by a time.
    pub fn stamped(
        space: Space,
        name: impl Into<String>,
        value: impl Into<Vec<u8>>,
        stamp: i64,
    ) -> Self {
        Self::Put {
            space,
            name: name.into(),
            value: value.into(),
            stamp,
        }
    }

    /// A row that goes.
    pub fn delete(space: Space, name: impl Into<String>) -> Self {
        Self::Delete {
            space,
            name: name.into(),
        }
    }
}

/// Why keys cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The number belongs to another session by now: nothing was written.
    #[error("the number is another session's")]
    NotOurs,
    /// A stored value does not open, or says nothing.
    #[error("a stored key is unreadable: {0}")]
    Unreadable(String),
    /// The database cannot work now; the same may succeed later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The database.
    #[error("{0}")]
    Storage(String),
}

/// The keys of one session. Every change is durable when it returns.
#[async_trait]
pub trait KeyStore: Send + Sync + 'static {
    /// A row's value.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>, KeyError>;

    /// At most `limit` rows of a kind whose names begin so, in the order of their names, those after `after` only.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError>;

    /// The last name of a kind.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError>;

    /// Makes all of the changes, in their order, or none.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError>;

    /// Deletes the rows of a kind whose stamp is before a time, and says how many. Rows without a stamp stay.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError>;

    /// Deletes everything.
    ///
    /// # Errors
    /// See [`KeyError`].
    async fn forget(&self) -> Result<(), KeyError>;
}

/// All rows of a kind whose names begin so.
///
/// # Errors
/// See [`KeyError`].
pub async fn all(
    keys: &dyn KeyStore,
    space: Space,
    prefix: &str,
) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
    let mut rows: Vec<(String, Vec<u8>)> = Vec::new();
    loop {
        let after = rows.last().map_or("", |(name, _)| name).to_owned();
        let page = keys.page(space, prefix, &after, PAGE).await?;
        let is_last = page.len() < PAGE;
        rows.extend(page);
        if is_last {
            return Ok(rows);
        }
    }
}

/// Keys in memory, for tests.
#[derive(Debug, Default)]
pub struct MemoryKeys(std::sync::Mutex<Rows>);

type Rows = std::collections::BTreeMap<(&'static str, String), (Vec<u8>, i64)>;

impl MemoryKeys {
    fn rows(&self) -> std::sync::MutexGuard<'_, Rows> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.rows().len()
    }

    /// A copy, which stays as it is.
    #[must_use]
    pub fn as_they_are(&self) -> Self {
        Self(self.rows().clone().into())
    }
}

#[async_trait]
impl KeyStore for MemoryKeys {
    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>, KeyError> {
        let rows = self.rows();
        Ok(rows
            .get(&(space.as_str(), name.to_owned()))
            .map(|(value, _)| value.clone()))
    }

    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
        let rows = self.rows();
        let of = rows.iter().filter(|((kind, name), _)| {
            *kind == space.as_str() && name.starts_with(prefix) && name.as_str() > after
        });
        Ok(of
            .take(limit)
            .map(|((_, name), (value, _))| (name.clone(), value.clone()))
            .collect())
    }

    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError> {
        let rows = self.rows();
        let mut of = rows.keys().filter(|(kind, _)| *kind == space.as_str());
        Ok(of.next_back().map(|(_, name)| name.clone()))
    }

    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError> {
        let mut rows = self.rows();
        for change in changes {
            match change {
                Change::Put {
                    space,
                    name,
                    value,
                    stamp,
                } => {
                    rows.insert((space.as_str(), name), (value, stamp));
                }
                Change::Delete { space, name } => {
                    rows.remove(&(space.as_str(), name));
                }
                Change::Clear { space, prefix } => rows.retain(|(kind, name), _| {
                    *kind != space.as_str() || !name.starts_with(&prefix)
                }),
            }
        }
        Ok(())
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError> {
        let mut rows = self.rows();
        let had = rows.len();
        rows.retain(|(kind, _), (_, stamp)| {
            *kind != space.as_str() || *stamp == 0 || *stamp >= before
        });
        Ok((had - rows.len()) as u64)
    }

    async fn forget(&self) -> Result<(), KeyError> {
        self.rows().clear();
        Ok(())
    }
}
