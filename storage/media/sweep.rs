//! Once a day: rows of files to which nobody refers, and files of which no row knows. Both are left by what broke between
//! two steps, and by releases that did not let go of files.

use std::{
    collections::{BTreeMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{
    MediaStore,
    owners::{list_unowned, release},
    store::{blocking, is_stored_name},
};
use crate::{
    Conn, Db, Result,
    model::{CompanyId, MediaId},
    on,
};

/// Rows looked at by one statement.
const ROWS: i64 = 1_000;
/// Files looked for by one statement.
const NAMES: usize = 200;
/// Unknown files of a company that are removed even where it has fewer known ones.
const UNKNOWN_FEW: usize = 100;

/// What a sweep found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Rows to which nobody referred.
    pub rows: usize,
    /// Files of which no row knew.
    pub files: usize,
}

/// Removes what nobody has referred to since `before`; the files of the rows are noted for
/// [`super::remove_released`].
///
/// # Errors
/// `Database`, `Unavailable`, `File`.
pub async fn sweep(
    db: &Db,
    store: &MediaStore,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Swept> {
    Ok(Swept {
        rows: sweep_rows(db, before, now).await?,
        files: sweep_files(db, store, before).await?,
    })
}

async fn sweep_rows(db: &Db, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<usize> {
    let (mut after, mut released) = (MediaId(0), 0);
    loop {
        let piece = {
            let mut reader = db.read().await?;
            list_unowned(&mut reader.conn(), after, before, ROWS).await?
        };
        let Some((last, unowned)) = piece else {
            return Ok(released);
        };
        after = last;
        let mut by_company: BTreeMap<CompanyId, Vec<MediaId>> = BTreeMap::new();
        for (company, id) in unowned {
            by_company.entry(company).or_default().push(id);
        }
        for (company, ids) in by_company {
            released += db
                .write(async |conn| release(conn, company, &ids, now).await)
                .await?;
        }
    }
}

async fn sweep_files(db: &Db, store: &MediaStore, before: DateTime<Utc>) -> Result<usize> {
    let mut removed = 0;
    for (company, drawers) in companies(store).await? {
        let (mut known, mut unknown) = (0, Vec::new());
        for drawer in drawers {
            let names = blocking(move || old_names(&drawer, before)).await?;
            for some in names.chunks(NAMES) {
                let mut reader = db.read().await?;
                let of_rows = of_rows(&mut reader.conn(), company, some).await?;
                known += of_rows.len();
                unknown.extend(some.iter().filter(|name| !of_rows.contains(*name)).cloned());
            }
        }
        if unknown.len() > known.max(UNKNOWN_FEW) {
            // rather another desk's database than thousands of files that were lost
            tracing::warn!(
                company.id = company.0,
                known,
                unknown = unknown.len(),
                "the database does not know most files of a company; none is removed"
            );
            continue;
        }
        for name in &unknown {
            store.remove(company, name).await?;
        }
        removed += unknown.len();
    }
    Ok(removed)
}

/// The companies that have files, and where.
async fn companies(store: &MediaStore) -> Result<Vec<(CompanyId, Vec<PathBuf>)>> {
    let root = store.root().to_owned();
    blocking(move || {
        let mut found = Vec::new();
        for folder in fs::read_dir(&root)? {
            let folder = folder?;
            let name = folder.file_name();
            let id = name.to_str().and_then(|name| name.parse().ok());
            let Some(id) = id.filter(|_| folder.path().is_dir()) else {
                continue;
            };
            let drawers: io::Result<Vec<PathBuf>> = fs::read_dir(folder.path())?
                .map(|drawer| Ok(drawer?.path()))
                .collect();
            found.push((CompanyId(id), drawers?));
        }
        Ok(found)
    })
    .await
}

/// The stored files in a drawer that are older than `before`.
fn old_names(drawer: &Path, before: DateTime<Utc>) -> Result<Vec<String>> {
    let mut names = Vec::new();
    if !drawer.is_dir() {
        return Ok(names);
    }
    for file in fs::read_dir(drawer)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        // one that goes while it is looked at is not old
        let written = file.metadata().and_then(|about| about.modified());
        let is_old = written.is_ok_and(|at| DateTime::<Utc>::from(at) < before);
        if is_old && is_stored_name(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Which of these files a row of the company names; the simulator's phones have files of their own.
async fn of_rows(
    conn: &mut Conn<'_>,
    company: CompanyId,
    names: &[String],
) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for (column, table) in [
        ("path", "media"),
        ("media_path", "simulator_messages"),
        ("picture_path", "simulator_phones"),
    ] {
        let left: Vec<&String> = names.iter().filter(|name| !known.contains(*name)).collect();
        if left.is_empty() {
            break;
        }
        let found: Vec<String> = on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("SELECT ");
            query.push(column).push(" FROM ").push(table);
            query.push(" WHERE company_id = ").push_bind(company);
            query.push(" AND ").push(column).push(" IN (");
            let mut list = query.separated(", ");
            for name in left {
                list.push_bind(name.clone());
            }
            query.push(")");
            // another text for every number of files: not worth keeping
            query
                .build_query_scalar()
                .persistent(false)
                .fetch_all(c)
                .await
        })?;
        known.extend(found);
    }
    Ok(known)
}
