//! Keys in memory, of which a test sees or holds up what is read and written.

use async_trait::async_trait;

use crate::{
    KeyError, KeyStore, MemoryKeys,
    keys::{Change, Space},
};

/// What a test does beside the keys.
#[async_trait]
pub trait Watch: Send + Sync + 'static {
    /// Before rows of a kind are read page by page.
    async fn before_page(&self, _: Space) -> Result<(), KeyError> {
        Ok(())
    }

    /// Before a row of a kind is read.
    async fn before_get(&self, _: Space) -> Result<(), KeyError> {
        Ok(())
    }

    /// Before a row of a kind is put.
    async fn before_put(&self, _: Space) -> Result<(), KeyError> {
        Ok(())
    }

    /// After it was put.
    fn has_put(&self, _: Space) {}
}

/// The keys and who watches them.
pub struct Watched<W> {
    pub watch: W,
    inner: MemoryKeys,
}

impl<W> Watched<W> {
    pub fn by(watch: W) -> Self {
        Self {
            watch,
            inner: MemoryKeys::default(),
        }
    }
}

#[async_trait]
impl<W: Watch> KeyStore for Watched<W> {
    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>, KeyError> {
        self.watch.before_get(space).await?;
        self.inner.get(space, name).await
    }

    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
        self.watch.before_page(space).await?;
        self.inner.page(space, prefix, after, limit).await
    }

    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError> {
        self.inner.last_name(space).await
    }

    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError> {
        let put = changes.first().and_then(|change| match change {
            Change::Put { space, .. } => Some(*space),
            _ => None,
        });
        if let Some(space) = put {
            self.watch.before_put(space).await?;
        }
        self.inner.write(changes).await?;
        if let Some(space) = put {
            self.watch.has_put(space);
        }
        Ok(())
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError> {
        self.inner.sweep(space, before).await
    }

    async fn forget(&self) -> Result<(), KeyError> {
        self.inner.forget().await
    }
}
