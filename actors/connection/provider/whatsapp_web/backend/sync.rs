//! What keeps the lists of the account (names of contacts, what is read) in step with its other devices.

use async_trait::async_trait;
use whatsapp_rust::wacore::{
    appstate::{hash::HashState, processor::AppStateMutationMAC},
    store::{
        error::Result,
        traits::{AppStateSyncKey, AppSyncStore},
    },
};

use super::{Backend, beginning, joined, to_json};
use crate::keys::{Change, Space};

/// The name of the one row that says which key is the newest.
const LATEST: &str = "latest";

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[async_trait]
impl AppSyncStore for Backend {
    async fn get_sync_key(&self, key_id: &[u8]) -> Result<Option<AppStateSyncKey>> {
        self.get_json(Space::SyncKey, &hex(key_id)).await
    }

    async fn set_sync_key(&self, key_id: &[u8], key: AppStateSyncKey) -> Result<()> {
        self.write(vec![
            Change::put(Space::SyncKey, hex(key_id), to_json(&key)?),
            Change::put(Space::SyncKeyLatest, LATEST, key_id),
        ])
        .await
    }

    async fn get_version(&self, name: &str) -> Result<HashState> {
        let state = self.get_json(Space::SyncVersion, name).await?;
        Ok(state.unwrap_or_default())
    }

    async fn set_version(&self, name: &str, state: HashState) -> Result<()> {
        self.put_json(Space::SyncVersion, name, &state).await
    }

    async fn put_mutation_macs(
        &self,
        name: &str,
        _version: u64,
        mutations: &[AppStateMutationMAC],
    ) -> Result<()> {
        let put = |mac: &AppStateMutationMAC| {
            let name = joined(&[name, &hex(&mac.index_mac)]);
            Change::put(Space::SyncMac, name, mac.value_mac.clone())
        };
        self.write(mutations.iter().map(put).collect()).await
    }

    async fn get_mutation_mac(&self, name: &str, index_mac: &[u8]) -> Result<Option<Vec<u8>>> {
        let name = joined(&[name, &hex(index_mac)]);
        self.get(Space::SyncMac, &name).await
    }

    async fn delete_mutation_macs(&self, name: &str, index_macs: &[Vec<u8>]) -> Result<()> {
        let delete = |mac: &Vec<u8>| Change::delete(Space::SyncMac, joined(&[name, &hex(mac)]));
        self.write(index_macs.iter().map(delete).collect()).await
    }

    async fn clear_mutation_macs(&self, name: &str) -> Result<()> {
        self.clear(Space::SyncMac, &beginning(name)).await
    }

    async fn get_latest_sync_key_id(&self) -> Result<Option<Vec<u8>>> {
        self.get(Space::SyncKeyLatest, LATEST).await
    }
}
