//! The library's stores over our rows, and the ids of messages.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::sync::Notify;

use whatsapp_rust::wacore::store::traits::{
    AppStateSyncKey, AppSyncStore as _, DeviceStore as _, LidPnMappingEntry, MsgSecretEntry,
    MsgSecretStore as _, ProtocolStore as _, SignalStore as _,
};

use super::watched::{Watch, Watched};
use crate::{KeyError, KeyStore as _, MemoryKeys, backend::Backend, keys::Space, message_id};

fn backend() -> (Arc<MemoryKeys>, Backend) {
    let keys = Arc::new(MemoryKeys::default());
    (keys.clone(), Backend::new(keys))
}

#[tokio::test]
async fn a_device_keeps_the_keys_that_its_first_code_shows() {
    let (keys, backend) = backend();
    assert!(!backend.exists().await.unwrap());
    backend.create().await.unwrap();
    let made = backend.load().await.unwrap().unwrap();
    let again = Backend::new(keys);
    again.create().await.unwrap();
    let known = again.load().await.unwrap().unwrap();
    assert_eq!(made.adv_secret_key, known.adv_secret_key);
    assert_eq!(
        made.noise_key.public_key.public_key_bytes(),
        known.noise_key.public_key.public_key_bytes()
    );
    assert_eq!(again.is_paired().await, Ok(false));
}

#[tokio::test]
async fn keys_are_found_by_number_and_by_person() {
    let (_, backend) = backend();
    assert_eq!(backend.get_max_prekey_id().await.unwrap(), 0);
    for id in [9, 10, 1_000_000] {
        backend.store_prekey(id, &[1], false).await.unwrap();
    }
    assert_eq!(backend.get_max_prekey_id().await.unwrap(), 1_000_000);
    backend.remove_prekey(1_000_000).await.unwrap();
    assert_eq!(backend.load_prekey(1_000_000).await.unwrap(), None);
    assert!(backend.until_stored().await);
    assert_eq!(backend.get_max_prekey_id().await.unwrap(), 10);
    backend.put_session("551197@c.us:1", b"x").await.unwrap();
    let has = async |user| backend.has_signal_state_for_user(user).await.unwrap();
    assert!(has("551197").await);
    assert!(
        !has("55119").await,
        "the beginning of a number is another number"
    );
}

#[tokio::test]
async fn a_number_that_moves_to_another_id_leaves_the_former() {
    let (_, backend) = backend();
    let entry = |lid: &str, phone: &str| LidPnMappingEntry {
        lid: lid.to_owned(),
        phone_number: phone.to_owned(),
        created_at: 1,
        updated_at: 1,
        learning_source: "usync".to_owned(),
    };
    backend.put_lid_mapping(&entry("1", "5511")).await.unwrap();
    backend.put_lid_mapping(&entry("1", "5522")).await.unwrap();
    assert!(backend.get_pn_mapping("5511").await.unwrap().is_none());
    let found = backend.get_pn_mapping("5522").await.unwrap().unwrap();
    assert_eq!(found.lid, "1");
    assert_eq!(backend.get_all_lid_mappings().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_sent_message_is_taken_once_and_secrets_end_when_all_have_forgotten_them() {
    let (keys, backend) = backend();
    backend.store_sent_message("c", "A", b"text").await.unwrap();
    let taken = backend.take_sent_message("c", "A").await.unwrap();
    assert_eq!(taken.as_deref(), Some(b"text".as_slice()));
    assert_eq!(backend.take_sent_message("c", "A").await.unwrap(), None);
    let secret = |expires_at| MsgSecretEntry {
        chat: "c".into(),
        sender: "s".into(),
        msg_id: "A".into(),
        secret: [7; 32],
        expires_at,
        message_ts: 5,
    };
    backend.put_msg_secrets(vec![secret(100)]).await.unwrap();
    backend.put_msg_secrets(vec![secret(50)]).await.unwrap();
    assert_eq!(backend.delete_expired_msg_secrets(99).await.unwrap(), 0);
    let found = backend.get_msg_secret_with_ts("c", "s", "A").await.unwrap();
    assert_eq!(found, Some((vec![7; 32], 5)));
    assert_eq!(backend.delete_expired_msg_secrets(100).await.unwrap(), 1);
    assert_eq!(keys.count(), 0);
}

#[tokio::test]
async fn groups_devices_and_the_newest_key_are_kept_apart() {
    let (keys, backend) = backend();
    backend
        .set_sender_key_status("1@g.us", &[("a:1@s", true), ("b@s", false)])
        .await
        .unwrap();
    backend
        .set_sender_key_status("12@g.us", &[("a:1@s", true)])
        .await
        .unwrap();
    backend
        .delete_sender_key_device_rows(&["a:1@s"])
        .await
        .unwrap();
    let left = backend.get_sender_key_devices("1@g.us").await.unwrap();
    assert_eq!(left, [("b@s".to_owned(), false)]);
    assert!(
        backend
            .get_sender_key_devices("12@g.us")
            .await
            .unwrap()
            .is_empty()
    );
    for id in [[1], [2]] {
        backend
            .set_sync_key(&id, AppStateSyncKey::default())
            .await
            .unwrap();
    }
    assert_eq!(
        backend.get_latest_sync_key_id().await.unwrap(),
        Some(vec![2])
    );
    keys.forget().await.unwrap();
    assert_eq!(keys.count(), 0);
}

#[test]
fn an_intent_is_the_same_message_each_time() {
    let intent = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
    assert_eq!(message_id(intent), "3EB008090A0B0C0D0E0F10");
    assert_eq!(message_id(intent).len(), 22);
}

/// Notes in which order rows are written; copies of messages are written when somebody lets them.
#[derive(Default)]
struct Noting {
    written: Mutex<Vec<Space>>,
    copies: Notify,
}

#[async_trait]
impl Watch for Noting {
    async fn before_put(&self, space: Space) -> Result<(), KeyError> {
        if space == Space::Pending {
            self.copies.notified().await;
        }
        Ok(())
    }

    fn has_put(&self, space: Space) {
        self.written.lock().unwrap().push(space);
    }
}

#[tokio::test]
async fn keys_are_written_after_the_messages_that_they_have_opened() {
    // spec: S046
    let keys = Arc::new(Watched::by(Noting::default()));
    let backend = Backend::new(keys.clone());
    let row = whatsapp_rust::wacore::store::traits::PendingInboundRow {
        chat: "551197@s.whatsapp.net",
        sender: "551197@s.whatsapp.net",
        id: "3EB0",
        message: b"Oi",
    };
    let sessions = [(Arc::from("551197@c.us:1"), bytes::Bytes::from_static(b"x"))];
    backend.put_sessions_batch(&sessions).await.unwrap();
    // the library has its lock back, and a message that was opened before is on its way to be kept by now
    let kept = backend.store_pending_inbound_batch(std::slice::from_ref(&row));
    let released = async {
        // once the keys would be written, the copy still takes its time
        let long = std::time::Duration::from_millis(300);
        let _late = tokio::time::timeout(long, std::future::pending::<()>()).await;
        assert_eq!(*keys.watch.written.lock().unwrap(), []);
        let known = backend.get_session("551197@c.us:1").await.unwrap();
        assert_eq!(
            known.as_deref(),
            Some(b"x".as_slice()),
            "as if it were stored"
        );
        keys.watch.copies.notify_one();
    };
    let (kept, (), stored) = tokio::join!(kept, released, backend.until_stored());
    kept.unwrap();
    assert!(stored);
    assert_eq!(
        *keys.watch.written.lock().unwrap(),
        [Space::Pending, Space::Session]
    );

    // and one whose writing was given up holds nobody up
    let given_up = backend.store_pending_inbound_batch(std::slice::from_ref(&row));
    let given_up = tokio::time::timeout(std::time::Duration::from_millis(10), given_up);
    assert!(given_up.await.is_err());
    let began = std::time::Instant::now();
    backend.put_sessions_batch(&sessions).await.unwrap();
    assert!(backend.until_stored().await);
    assert!(began.elapsed() < std::time::Duration::from_secs(5));
}

#[tokio::test]
async fn a_session_that_is_over_writes_nothing_and_has_nothing_stored() {
    let (keys, backend) = backend();
    backend.put_sessions_batch(&[]).await.unwrap();
    assert!(backend.until_stored().await, "nothing is waited for");
    backend.put_session("551197@c.us:1", b"x").await.unwrap();
    backend.stop();
    assert!(!backend.until_stored().await);
    assert_eq!(keys.count(), 0);
}
