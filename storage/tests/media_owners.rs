//! Who refers to files, and that nothing stays to which nobody refers.

use std::time::SystemTime;

use chrono::{DateTime, Duration, Utc};

use super::support::{both, company, now};
use crate::{
    Conn,
    announcements::{self, AnnouncementForm},
    media::{self, FileHint, MediaLimits, MediaStore, Swept},
    model::CompanyId,
};

/// The smallest picture that is one.
const PNG: &[u8] = include_bytes!("../demo/files/recibo.png");

/// What nobody told the registry of would be taken for unowned, and its files removed.
#[tokio::test]
async fn every_table_that_refers_to_files_is_known() {
    both(async |db| {
        let mut reader = db.read().await.unwrap();
        let Conn::Sqlite(conn) = &mut reader.conn() else {
            return;
        };
        let mut named: Vec<String> = sqlx::query_scalar(
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table' AND c.name = 'media_id' ORDER BY m.name",
        )
        .fetch_all(&mut **conn)
        .await
        .unwrap();
        named.sort();
        let mut known = media::owner_tables();
        known.sort_unstable();
        assert_eq!(named, known, "tell storage/media/owners.rs of every table");
    })
    .await;
}

/// Which of a company's files lie in the folder.
fn in_folder(store: &MediaStore, company: CompanyId, names: &[&str]) -> Vec<bool> {
    let lies = |name: &&str| store.file_path(company, name).is_some_and(|it| it.exists());
    names.iter().map(lies).collect()
}

/// Without the sweep they would stay for ever: nothing leads to them.
#[tokio::test]
async fn a_day_later_rows_nobody_refers_to_and_files_no_row_knows_are_gone() {
    both(async |db| {
        let ours = company(&db, "Aurora").await;
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"a key").unwrap();
        let mut kept = Vec::new();
        for name in ["lost.png", "unowned.png", "owned.png"] {
            let hint = FileHint { name, mime: None };
            let limits = MediaLimits::all(1 << 20);
            let bytes = PNG.into();
            kept.push(store.keep_bytes(ours, bytes, hint, limits).await.unwrap());
        }
        let names: Vec<&str> = kept.iter().map(|file| file.path.as_str()).collect();
        db.write(async |conn| {
            media::insert_ready(conn, ours, now(), &kept[1]).await?;
            let owned = media::insert_ready(conn, ours, now(), &kept[2]).await?;
            let form = AnnouncementForm {
                title: "Aviso".into(),
                text: "Manutenção".into(),
                priority: 1,
                status: true,
                company: None,
                visible_from: None,
                visible_until: None,
            };
            let id = announcements::insert(conn, ours, &form, now()).await?;
            announcements::set_media(conn, id, Some((ours, owned)), now()).await
        })
        .await
        .unwrap();
        let nothing = media::sweep(&db, &store, now() - Duration::days(1), now()).await;
        assert_eq!(nothing.unwrap(), Swept { rows: 0, files: 0 });
        // files bear the time of this machine
        let later = DateTime::<Utc>::from(SystemTime::now()) + Duration::days(1);
        let swept = media::sweep(&db, &store, later, later).await;
        assert_eq!(swept.unwrap(), Swept { rows: 1, files: 2 });
        media::remove_released(&db, &store, None).await.unwrap();
        assert_eq!(in_folder(&store, ours, &names), [false, false, true]);
    })
    .await;
}
