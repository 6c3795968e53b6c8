//! Devices, names of people, groups, tokens, and messages that may have to be sent or handed over again.

use async_trait::async_trait;
use whatsapp_rust::wacore::store::{
    error::Result,
    traits::{
        DeviceListRecord, LidPnMappingEntry, PendingInboundKey, PendingInboundRow, ProtocolStore,
        TcTokenEntry,
    },
};

use super::{Backend, People, beginning, failed, from_json, joined, now_secs, to_json};
use crate::keys::{Change, Space};

#[async_trait]
impl ProtocolStore for Backend {
    async fn get_sender_key_devices(&self, group_jid: &str) -> Result<Vec<(String, bool)>> {
        let prefix = beginning(group_jid);
        let rows = self.all(Space::GroupDevice, &prefix).await?;
        let read = |(name, has): (String, Vec<u8>)| {
            let device = name.strip_prefix(&prefix).unwrap_or(&name).to_owned();
            (device, has == [1])
        };
        Ok(rows.into_iter().map(read).collect())
    }

    async fn set_sender_key_status(&self, group_jid: &str, entries: &[(&str, bool)]) -> Result<()> {
        let put = |(device, has): &(&str, bool)| {
            let name = joined(&[group_jid, device]);
            Change::put(Space::GroupDevice, name, [u8::from(*has)])
        };
        self.write(entries.iter().map(put).collect()).await
    }

    async fn clear_sender_key_devices(&self, group_jid: &str) -> Result<()> {
        self.clear(Space::GroupDevice, &beginning(group_jid)).await
    }

    async fn delete_sender_key_device_rows(&self, device_jids: &[&str]) -> Result<()> {
        if device_jids.is_empty() {
            return Ok(());
        }
        let rows = self.all(Space::GroupDevice, "").await?;
        let is_of_them = |name: &str| {
            name.split_once(super::BETWEEN)
                .is_some_and(|(_, device)| device_jids.contains(&device))
        };
        let gone = rows
            .into_iter()
            .filter(|(name, _)| is_of_them(name))
            .map(|(name, _)| Change::delete(Space::GroupDevice, name));
        self.write(gone.collect()).await
    }

    async fn clear_all_sender_key_devices(&self) -> Result<()> {
        self.clear(Space::GroupDevice, "").await
    }

    async fn get_lid_mapping(&self, lid: &str) -> Result<Option<LidPnMappingEntry>> {
        self.get_json(Space::Lid, lid).await
    }

    async fn get_pn_mapping(&self, phone: &str) -> Result<Option<LidPnMappingEntry>> {
        let Some(lid) = self.get(Space::Number, phone).await? else {
            return Ok(None);
        };
        let lid = String::from_utf8_lossy(&lid).into_owned();
        self.get_json(Space::Lid, &lid).await
    }

    async fn put_lid_mapping(&self, entry: &LidPnMappingEntry) -> Result<()> {
        self.put_lid_mappings(std::slice::from_ref(entry)).await
    }

    async fn put_lid_mappings(&self, entries: &[LidPnMappingEntry]) -> Result<()> {
        let _turn = self.turns.lock().await;
        let mut changes = Vec::new();
        for entry in entries {
            let former: Option<LidPnMappingEntry> = self.get_json(Space::Lid, &entry.lid).await?;
            if let Some(former) = former.filter(|it| it.phone_number != entry.phone_number) {
                changes.push(Change::delete(Space::Number, former.phone_number));
            }
            let (lid, phone) = (entry.lid.clone(), entry.phone_number.clone());
            changes.push(Change::put(Space::Number, phone, lid.clone()));
            changes.push(Change::put(Space::Lid, lid, to_json(entry)?));
        }
        self.write(changes).await
    }

    async fn get_all_lid_mappings(&self) -> Result<Vec<LidPnMappingEntry>> {
        let rows = self.all(Space::Lid, "").await;
        let read =
            |rows: Vec<(String, Vec<u8>)>| rows.iter().map(|(_, it)| from_json(it)).collect();
        let all: Result<Vec<LidPnMappingEntry>> = rows.and_then(read);
        self.people.send_replace(match &all {
            Ok(all) => People::Given(all.last().map(|it| it.lid.clone())),
            Err(_) => People::Unreadable,
        });
        all
    }

    async fn save_base_key(&self, address: &str, message_id: &str, base_key: &[u8]) -> Result<()> {
        let name = joined(&[address, message_id]);
        let change = Change::stamped(Space::BaseKey, name, base_key, now_secs());
        self.write(vec![change]).await
    }

    async fn has_same_base_key(
        &self,
        address: &str,
        message_id: &str,
        current_base_key: &[u8],
    ) -> Result<bool> {
        let name = joined(&[address, message_id]);
        let stored = self.get(Space::BaseKey, &name).await?;
        Ok(stored.is_some_and(|stored| stored == current_base_key))
    }

    async fn delete_base_key(&self, address: &str, message_id: &str) -> Result<()> {
        let name = joined(&[address, message_id]);
        self.delete(Space::BaseKey, &name).await
    }

    async fn update_device_list(&self, record: DeviceListRecord) -> Result<()> {
        self.put_json(Space::Devices, &record.user, &record).await
    }

    async fn update_device_lists(&self, records: Vec<DeviceListRecord>) -> Result<()> {
        let mut changes = Vec::with_capacity(records.len());
        for record in records {
            let value = to_json(&record)?;
            changes.push(Change::put(Space::Devices, record.user, value));
        }
        self.write(changes).await
    }

    async fn get_devices(&self, user: &str) -> Result<Option<DeviceListRecord>> {
        self.get_json(Space::Devices, user).await
    }

    async fn delete_devices(&self, user: &str) -> Result<()> {
        self.delete(Space::Devices, user).await
    }

    async fn get_group_metadata(&self, group_jid: &str) -> Result<Option<Vec<u8>>> {
        self.get(Space::Group, group_jid).await
    }

    async fn put_group_metadata(&self, group_jid: &str, blob: &[u8]) -> Result<()> {
        self.put(Space::Group, group_jid, blob).await
    }

    async fn delete_group_metadata(&self, group_jid: &str) -> Result<()> {
        self.delete(Space::Group, group_jid).await
    }

    async fn get_tc_token(&self, jid: &str) -> Result<Option<TcTokenEntry>> {
        self.get_json(Space::Token, jid).await
    }

    async fn put_tc_token(&self, jid: &str, entry: &TcTokenEntry) -> Result<()> {
        self.put_json(Space::Token, jid, entry).await
    }

    async fn delete_tc_token(&self, jid: &str) -> Result<()> {
        self.delete(Space::Token, jid).await
    }

    async fn get_all_tc_token_jids(&self) -> Result<Vec<String>> {
        let rows = self.all(Space::Token, "").await?;
        Ok(rows.into_iter().map(|(jid, _)| jid).collect())
    }

    async fn delete_expired_tc_tokens(&self, token_cutoff: i64, sender_cutoff: i64) -> Result<u32> {
        let _turn = self.turns.lock().await;
        let mut gone = Vec::new();
        for (jid, entry) in self.all(Space::Token, "").await? {
            let entry: TcTokenEntry = from_json(&entry)?;
            let holds = !entry.token.is_empty() && entry.token_timestamp >= token_cutoff;
            let is_sent = entry.sender_timestamp.is_some_and(|at| at >= sender_cutoff);
            if !holds && !is_sent {
                gone.push(Change::delete(Space::Token, jid));
            }
        }
        let count = u32::try_from(gone.len()).unwrap_or(u32::MAX);
        self.write(gone).await?;
        Ok(count)
    }

    async fn touch_tc_token_sender_timestamp(
        &self,
        jid: &str,
        sender_timestamp: i64,
    ) -> Result<()> {
        let _turn = self.turns.lock().await;
        let entry = match self.get_tc_token(jid).await? {
            Some(known) => TcTokenEntry {
                sender_timestamp: known.sender_timestamp.max(Some(sender_timestamp)),
                ..known
            },
            None => TcTokenEntry {
                token: Vec::new(),
                token_timestamp: sender_timestamp,
                sender_timestamp: Some(sender_timestamp),
            },
        };
        self.put_tc_token(jid, &entry).await
    }

    async fn store_received_tc_token(
        &self,
        jid: &str,
        token: &[u8],
        token_timestamp: i64,
    ) -> Result<()> {
        let _turn = self.turns.lock().await;
        let known = self.get_tc_token(jid).await?;
        let is_older = known
            .as_ref()
            .is_some_and(|it| !it.token.is_empty() && token_timestamp < it.token_timestamp);
        if is_older {
            return Ok(());
        }
        let entry = TcTokenEntry {
            token: token.to_vec(),
            token_timestamp,
            sender_timestamp: known.and_then(|it| it.sender_timestamp),
        };
        self.put_tc_token(jid, &entry).await
    }

    async fn store_sent_message(
        &self,
        chat_jid: &str,
        message_id: &str,
        payload: &[u8],
    ) -> Result<()> {
        let name = joined(&[chat_jid, message_id]);
        let change = Change::stamped(Space::Sent, name, payload, now_secs());
        self.write(vec![change]).await
    }

    async fn take_sent_message(&self, chat_jid: &str, message_id: &str) -> Result<Option<Vec<u8>>> {
        let _turn = self.turns.lock().await;
        let name = joined(&[chat_jid, message_id]);
        let payload = self.get(Space::Sent, &name).await?;
        if payload.is_some() {
            self.delete(Space::Sent, &name).await?;
        }
        Ok(payload)
    }

    async fn delete_expired_sent_messages(&self, cutoff_timestamp: i64) -> Result<u32> {
        // keys of sessions that began as long ago are of no use any more either
        self.sweep(Space::BaseKey, cutoff_timestamp).await?;
        self.sweep(Space::Said, now_secs()).await?;
        self.sweep(Space::Sent, cutoff_timestamp).await
    }

    async fn store_pending_inbound(
        &self,
        chat: &str,
        sender: &str,
        id: &str,
        message: &[u8],
    ) -> Result<()> {
        let row = PendingInboundRow {
            chat,
            sender,
            id,
            message,
        };
        self.store_pending_inbound_batch(&[row]).await
    }

    async fn get_pending_inbound(
        &self,
        chat: &str,
        sender: &str,
        id: &str,
    ) -> Result<Option<Vec<u8>>> {
        let name = joined(&[chat, sender, id]);
        self.keys.get(Space::Pending, &name).await.map_err(failed)
    }

    async fn delete_pending_inbound(&self, chat: &str, sender: &str, id: &str) -> Result<()> {
        let key = PendingInboundKey { chat, sender, id };
        self.delete_pending_inbound_batch(&[key]).await
    }

    async fn delete_expired_pending_inbound(&self, cutoff_timestamp: i64) -> Result<u32> {
        self.sweep(Space::Pending, cutoff_timestamp).await
    }

    async fn store_pending_inbound_batch(&self, rows: &[PendingInboundRow<'_>]) -> Result<()> {
        let now = now_secs();
        let put = |row: &PendingInboundRow<'_>| {
            let name = joined(&[row.chat, row.sender, row.id]);
            Change::stamped(Space::Pending, name, row.message, now)
        };
        let _keeping = self.copies.keep();
        let kept = self.write(rows.iter().map(put).collect()).await;
        if kept.is_err() {
            // with the keys that have opened it written, it would pass for known when it comes again: this line says no more
            self.stop();
        }
        kept
    }

    async fn delete_pending_inbound_batch(&self, keys: &[PendingInboundKey<'_>]) -> Result<()> {
        let delete = |key: &PendingInboundKey<'_>| {
            Change::delete(Space::Pending, joined(&[key.chat, key.sender, key.id]))
        };
        self.write(keys.iter().map(delete).collect()).await
    }
}
