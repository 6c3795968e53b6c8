//! Identities, sessions and keys of the Signal protocol.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use whatsapp_rust::wacore::store::{error::Result, traits::SignalStore};

use super::{Backend, failed, unreadable};
use crate::keys::{Change, Space};

/// As wide as the largest number, so that the order of the names is that of the numbers.
fn number(id: u32) -> String {
    format!("{id:010}")
}

#[async_trait]
impl SignalStore for Backend {
    async fn put_identity(&self, address: &str, key: [u8; 32]) -> Result<()> {
        self.put(Space::Identity, address, &key).await
    }

    async fn load_identity(&self, address: &str) -> Result<Option<[u8; 32]>> {
        let Some(key) = self.get(Space::Identity, address).await? else {
            return Ok(None);
        };
        <[u8; 32]>::try_from(key)
            .map(Some)
            .map_err(|_| unreadable("an identity"))
    }

    async fn delete_identity(&self, address: &str) -> Result<()> {
        self.delete(Space::Identity, address).await
    }

    async fn get_session(&self, address: &str) -> Result<Option<Bytes>> {
        if let Some(staged) = self.staged.get(Space::Session, address) {
            return Ok(staged);
        }
        Ok(self.get(Space::Session, address).await?.map(Bytes::from))
    }

    async fn put_session(&self, address: &str, session: &[u8]) -> Result<()> {
        let session = Some(Bytes::copy_from_slice(session));
        self.staged
            .stage(Space::Session, [(address.to_owned(), session)]);
        Ok(())
    }

    async fn put_sessions_batch(&self, sessions: &[(Arc<str>, Bytes)]) -> Result<()> {
        let row =
            |(address, session): &(Arc<str>, Bytes)| (address.to_string(), Some(session.clone()));
        self.staged.stage(Space::Session, sessions.iter().map(row));
        Ok(())
    }

    async fn delete_session(&self, address: &str) -> Result<()> {
        self.staged
            .stage(Space::Session, [(address.to_owned(), None)]);
        Ok(())
    }

    async fn has_signal_state_for_user(&self, user: &str) -> Result<bool> {
        for space in [Space::Session, Space::Identity] {
            for end in ["@", ":"] {
                let prefix = format!("{user}{end}");
                if self.staged.has(space, &prefix) {
                    return Ok(true);
                }
                let found = self.keys.page(space, &prefix, "", 1).await;
                if !found.map_err(failed)?.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    async fn store_prekey(&self, id: u32, record: &[u8], _uploaded: bool) -> Result<()> {
        self.put(Space::Prekey, &number(id), record).await
    }

    async fn store_prekeys_batch(&self, keys: &[(u32, Bytes)], _uploaded: bool) -> Result<()> {
        let put =
            |(id, record): &(u32, Bytes)| Change::put(Space::Prekey, number(*id), record.to_vec());
        self.write(keys.iter().map(put).collect()).await
    }

    async fn load_prekey(&self, id: u32) -> Result<Option<Bytes>> {
        if self.staged.get(Space::Prekey, &number(id)).is_some() {
            return Ok(None);
        }
        let record = self.get(Space::Prekey, &number(id)).await?;
        Ok(record.map(Bytes::from))
    }

    async fn mark_prekeys_uploaded(&self, _ids: &[u32]) -> Result<()> {
        // what matters is that a deleted one does not come back
        Ok(())
    }

    async fn remove_prekey(&self, id: u32) -> Result<()> {
        // with the conversation that it began, never before
        self.staged.stage(Space::Prekey, [(number(id), None)]);
        Ok(())
    }

    async fn get_max_prekey_id(&self) -> Result<u32> {
        let last = self.keys.last_name(Space::Prekey).await.map_err(failed)?;
        last.map_or(Ok(0), |name| {
            name.parse().map_err(|_| unreadable("a key's number"))
        })
    }

    async fn store_signed_prekey(&self, id: u32, record: &[u8]) -> Result<()> {
        self.put(Space::SignedPrekey, &number(id), record).await
    }

    async fn load_signed_prekey(&self, id: u32) -> Result<Option<Vec<u8>>> {
        self.get(Space::SignedPrekey, &number(id)).await
    }

    async fn load_all_signed_prekeys(&self) -> Result<Vec<(u32, Vec<u8>)>> {
        let rows = self.all(Space::SignedPrekey, "").await?;
        let read = |(name, record): (String, Vec<u8>)| {
            let id = name.parse().map_err(|_| unreadable("a key's number"))?;
            Ok((id, record))
        };
        rows.into_iter().map(read).collect()
    }

    async fn remove_signed_prekey(&self, id: u32) -> Result<()> {
        self.delete(Space::SignedPrekey, &number(id)).await
    }

    async fn put_sender_key(&self, address: &str, record: &[u8]) -> Result<()> {
        self.put(Space::SenderKey, address, record).await
    }

    async fn put_sender_keys_batch(&self, sender_keys: &[(Arc<str>, Bytes)]) -> Result<()> {
        let put = |(address, record): &(Arc<str>, Bytes)| {
            Change::put(Space::SenderKey, &**address, record.to_vec())
        };
        self.copies.until_opened_are_kept().await;
        self.write(sender_keys.iter().map(put).collect()).await
    }

    async fn get_sender_key(&self, address: &str) -> Result<Option<Vec<u8>>> {
        self.get(Space::SenderKey, address).await
    }

    async fn delete_sender_key(&self, address: &str) -> Result<()> {
        self.delete(Space::SenderKey, address).await
    }
}
