//! The device itself, and the secrets of messages, by which later changes of them are read.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use whatsapp_rust::wacore::store::{
    Device,
    error::Result,
    traits::{
        DeviceStore, MsgSecretEntry, MsgSecretStore, merge_msg_secret_expiry,
        merge_msg_secret_message_ts,
    },
};

use super::{Backend, joined, to_json};
use crate::keys::{Change, Space};

/// The name of the one row of the device.
pub(super) const SELF: &str = "self";
/// The library's number of the device; a store has one.
const DEVICE: i32 = 1;

/// What is kept of a message's secret.
#[derive(Serialize, Deserialize)]
struct Secret {
    bytes: Vec<u8>,
    expires_at: i64,
    message_ts: i64,
}

#[async_trait]
impl MsgSecretStore for Backend {
    async fn put_msg_secrets(&self, entries: Vec<MsgSecretEntry>) -> Result<usize> {
        let _turn = self.turns.lock().await;
        let count = entries.len();
        let mut changes = Vec::with_capacity(count);
        for entry in entries {
            let name = joined(&[&entry.chat, &entry.sender, &entry.msg_id]);
            let mut kept = Secret {
                bytes: entry.secret.to_vec(),
                expires_at: entry.expires_at,
                message_ts: entry.message_ts,
            };
            let known: Option<Secret> = self.get_json(Space::Secret, &name).await?;
            if let Some(known) = known {
                kept.expires_at = merge_msg_secret_expiry(known.expires_at, kept.expires_at);
                kept.message_ts = merge_msg_secret_message_ts(known.message_ts, kept.message_ts);
            }
            let value = to_json(&kept)?;
            changes.push(Change::stamped(Space::Secret, name, value, kept.expires_at));
        }
        self.write(changes).await?;
        Ok(count)
    }

    async fn get_msg_secret(
        &self,
        chat: &str,
        sender: &str,
        msg_id: &str,
    ) -> Result<Option<Vec<u8>>> {
        let found = self.get_msg_secret_with_ts(chat, sender, msg_id).await?;
        Ok(found.map(|(secret, _)| secret))
    }

    async fn get_msg_secret_with_ts(
        &self,
        chat: &str,
        sender: &str,
        msg_id: &str,
    ) -> Result<Option<(Vec<u8>, i64)>> {
        let name = joined(&[chat, sender, msg_id]);
        let found: Option<Secret> = self.get_json(Space::Secret, &name).await?;
        Ok(found.map(|it| (it.bytes, it.message_ts)))
    }

    async fn delete_expired_msg_secrets(&self, cutoff_timestamp: i64) -> Result<u32> {
        self.sweep(Space::Secret, cutoff_timestamp.saturating_add(1))
            .await
    }
}

#[async_trait]
impl DeviceStore for Backend {
    async fn save(&self, device: &Device) -> Result<()> {
        self.put_json(Space::Device, SELF, device).await
    }

    async fn load(&self) -> Result<Option<Device>> {
        self.get_json(Space::Device, SELF).await
    }

    async fn exists(&self) -> Result<bool> {
        Ok(self.get(Space::Device, SELF).await?.is_some())
    }

    async fn create(&self) -> Result<i32> {
        // its keys are in the first code that is shown: they are kept before
        if !self.exists().await? {
            self.save(&Device::new()).await?;
        }
        Ok(DEVICE)
    }
}
