//! Lists of files: their order, their files, and other companies.

use super::{
    fixtures::{refusal, shown, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    file_lists::{self, FileListForm, OptionForm},
    media::{self, FileHint, MediaLimits, MediaStore, StoredMedia},
    model::{CompanyId, FileListId, FileOptionId, page::Page},
};

fn form(name: &str) -> FileListForm {
    FileListForm {
        name: name.into(),
        message: "Segue o catálogo.".into(),
    }
}

fn option(id: Option<FileOptionId>, name: &str) -> OptionForm {
    let name = name.into();
    OptionForm { id, name }
}

async fn options(conn: &mut Conn<'_>, company: CompanyId, id: FileListId) -> Vec<(i64, String)> {
    let list = file_lists::get(conn, company, id, shown()).await.unwrap();
    let options = list.options.into_iter();
    options.map(|it| (it.id.0, it.name)).collect()
}

async fn stored(store: &MediaStore, company: CompanyId) -> StoredMedia {
    let hint = FileHint {
        name: "catálogo.pdf",
        mime: None,
    };
    let bytes = b"%PDF-1.4\n%%EOF\n".as_slice().into();
    let limits = MediaLimits::all(1 << 20);
    store
        .keep_bytes(company, bytes, hint, limits)
        .await
        .unwrap()
}

#[tokio::test]
async fn options_keep_their_order_and_those_that_are_not_named_go_with_their_files() {
    // spec: A049
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"a key").unwrap();
        let file = stored(&store, ours).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = file_lists::insert(conn, ours, &form("Catálogo"), now())
            .await
            .unwrap();
        let two = [option(None, "Preços"), option(None, "Fotos")];
        file_lists::set_options(conn, ours, id, &two).await.unwrap();
        let made = options(conn, ours, id).await;
        let [(prices, _), (photos, _)] = made[..] else {
            panic!("{made:?}")
        };
        let row = media::insert_ready(conn, ours, now(), &file).await.unwrap();
        let place = (id, FileOptionId(prices));
        let former = file_lists::set_media(conn, ours, place, row).await.unwrap();
        assert_eq!(former, None);
        let known = file_lists::get(conn, ours, id, shown()).await.unwrap();
        assert_eq!(
            (
                known.options[0].file_name.as_deref(),
                known.options[0].media_type.as_deref(),
                known.options[0].media_url.is_some()
            ),
            (Some("catálogo.pdf"), Some("application/pdf"), true)
        );

        let turned = [
            option(Some(FileOptionId(photos)), "Fotos novas"),
            option(Some(FileOptionId(prices)), "Preços"),
        ];
        let gone = file_lists::set_options(conn, ours, id, &turned)
            .await
            .unwrap();
        assert_eq!(gone, []);
        let now_there = options(conn, ours, id).await;
        assert_eq!(
            now_there,
            [(photos, "Fotos novas".into()), (prices, "Preços".into())]
        );
        let one = [option(Some(FileOptionId(photos)), "Fotos novas")];
        let gone = file_lists::set_options(conn, ours, id, &one).await.unwrap();
        assert_eq!(gone, [row], "its file goes with it");
        let strange = [option(Some(FileOptionId(prices)), "Preços")];
        let refused = file_lists::set_options(conn, ours, id, &strange).await;
        assert_eq!(refusal(refused), "ERR_NO_FILE_OPTION_FOUND");
    })
    .await;
}

#[tokio::test]
async fn lists_come_by_name_and_a_search_takes_its_signs_literally() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for name in ["Tabela 100%", "Catálogo", "árvore"] {
            file_lists::insert(conn, ours, &form(name), now())
                .await
                .unwrap();
        }
        for (search, expected) in [
            ("", vec!["árvore", "Catálogo", "Tabela 100%"]),
            ("CATALOGO", vec!["Catálogo"]),
            ("100%", vec!["Tabela 100%"]),
            ("1_0", vec![]),
        ] {
            let page = Page::new(None, 20);
            let found = file_lists::list(conn, ours, search, page, shown())
                .await
                .unwrap();
            let names: Vec<&str> = found.rows.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, expected, "{search}");
            let page = Page::new(None, 20);
            let foreign = file_lists::list(conn, theirs, search, page, shown())
                .await
                .unwrap();
            assert_eq!((foreign.count, foreign.rows.len()), (0, 0));
        }
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_file_list() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"a key").unwrap();
        let file = stored(&store, theirs).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = file_lists::insert(conn, ours, &form("Catálogo"), now())
            .await
            .unwrap();
        let one = [option(None, "Preços")];
        file_lists::set_options(conn, ours, id, &one).await.unwrap();
        let (place, _) = options(conn, ours, id).await.remove(0);
        let media = media::insert_ready(conn, theirs, now(), &file)
            .await
            .unwrap();
        for refused in [
            refusal(file_lists::get(conn, theirs, id, shown()).await),
            refusal(file_lists::update(conn, theirs, id, &form("b"), now()).await),
            refusal(file_lists::delete(conn, theirs, id).await),
        ] {
            assert_eq!(refused, "ERR_NO_FILE_LIST_FOUND");
        }
        let strange = (id, FileOptionId(place));
        let refused = file_lists::set_media(conn, theirs, strange, media).await;
        assert_eq!(refusal(refused), "ERR_NO_FILE_OPTION_FOUND");
        file_lists::set_options(conn, theirs, id, &[])
            .await
            .unwrap();
        assert_eq!(options(conn, ours, id).await.len(), 1, "nothing is changed");
    })
    .await;
}
