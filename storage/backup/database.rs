//! The database's own part of a copy: `SQLite` writes a second file, `PostgreSQL` has `pg_dump` and `pg_restore`.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use sqlx::Connection as _;
use tokio::process::Command;

use super::{files, refuse};
use crate::{Db, Result, StorageError, core::private_file};

/// The copy of an embedded database.
const SQLITE_FILE: &str = "guiche.db";
/// The copy of a `PostgreSQL` database, in its tool's own format.
const POSTGRES_FILE: &str = "guiche.dump";

/// Copies the database at `url` into the folder `into` as it stands at one moment.
///
/// # Errors
/// `File`, `Unavailable`.
pub async fn copy(url: &str, into: &Path) -> Result<()> {
    if url.starts_with("postgres") {
        let file = into.join(POSTGRES_FILE);
        private_file::make(&file)?;
        let file = format!("--file={}", file.display());
        let wish = ["--format=custom", "--no-owner", "--no-privileges", &file];
        tool("pg_dump", url, &wish).await?;
        return Ok(File::open(into.join(POSTGRES_FILE))?.sync_all()?);
    }
    let source = file_of(url);
    if !source.is_file() {
        return Err(refuse(&source, "is no database"));
    }
    let target = into.join(SQLITE_FILE);
    let db = Db::connect(url).await?;
    // it writes into an empty file
    private_file::make(&target)?;
    let copied = vacuum_into(&db, &target).await;
    db.close().await;
    copied?;
    File::open(&target)?.sync_all()?;
    check(&target).await
}

async fn vacuum_into(db: &Db, target: &Path) -> Result<()> {
    let Db::Sqlite { write, .. } = db else {
        return Ok(());
    };
    let mut held = write.take().await?;
    held.without_haste();
    sqlx::query("VACUUM INTO $1")
        .bind(target.display().to_string())
        .execute(&mut *held.lend())
        .await?;
    Ok(())
}

/// Puts the copy in the folder `from` to where `url` says; there must be no table yet.
///
/// # Errors
/// `File`, `Unavailable`.
pub async fn put_back(from: &Path, url: &str) -> Result<()> {
    if url.starts_with("postgres") {
        refuse_used(url).await?;
        let file = from.join(POSTGRES_FILE);
        if !file.is_file() {
            return Err(refuse(&file, "is missing"));
        }
        let file = file.display().to_string();
        let wish = [
            "--no-owner",
            "--no-privileges",
            "--single-transaction",
            "--exit-on-error",
            &file,
        ];
        return tool("pg_restore", url, &wish).await;
    }
    let target = file_of(url);
    for ending in ["", "-wal", "-shm"] {
        let mut name = target.clone().into_os_string();
        name.push(ending);
        if Path::new(&name).exists() {
            return Err(refuse(
                Path::new(&name),
                "is there already; a backup is put where nothing is",
            ));
        }
    }
    check(&from.join(SQLITE_FILE)).await?;
    let draft = target.with_extension("restoring");
    let bytes = fs::copy(from.join(SQLITE_FILE), &draft)?;
    tracing::debug!(bytes, "the database is copied");
    File::open(&draft)?.sync_all()?;
    fs::rename(&draft, &target)?;
    match target.parent() {
        Some(folder) => files::sync_folder(folder),
        None => Ok(()),
    }
}

/// The file that `sqlite://path?…` names.
fn file_of(url: &str) -> PathBuf {
    let path = url
        .strip_prefix("sqlite://")
        .or(url.strip_prefix("sqlite:"));
    let path = path.unwrap_or(url);
    path.split_once('?').map_or(path, |(path, _)| path).into()
}

/// Reads the whole file and follows every key.
async fn check(file: &Path) -> Result<()> {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(true);
    let mut conn = sqlx::SqliteConnection::connect_with(&options).await?;
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut conn)
        .await?;
    let orphans = sqlx::query("PRAGMA foreign_key_check")
        .fetch_all(&mut conn)
        .await?;
    conn.close().await?;
    if found != ["ok"] || !orphans.is_empty() {
        return Err(refuse(
            file,
            &format!("is damaged: {found:?}, {} orphans", orphans.len()),
        ));
    }
    Ok(())
}

async fn refuse_used(url: &str) -> Result<()> {
    let db = Db::connect(url).await?;
    let Db::Postgres(pool) = &db else {
        return Ok(());
    };
    let tables: Result<i64, sqlx::Error> = sqlx::query_scalar(
        "SELECT COUNT(*) FROM pg_catalog.pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    )
    .fetch_one(&mut *pool.take().await?.lend())
    .await;
    db.close().await;
    if tables? > 0 {
        let used = "the database has tables already; a backup is put where nothing is";
        return Err(StorageError::File(io::Error::other(used)));
    }
    Ok(())
}

/// Runs one of `PostgreSQL`'s tools. The password goes by the environment, which other accounts cannot see.
async fn tool(name: &str, url: &str, arguments: &[&str]) -> Result<()> {
    let (url, password) = without_password(url);
    let mut command = Command::new(name);
    command.arg(format!("--dbname={url}")).args(arguments);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let output = command.output().await.map_err(|error| {
        let why = format!("{name} cannot be run ({error}): install PostgreSQL's client programs");
        StorageError::File(io::Error::new(error.kind(), why))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let why = format!("{name} failed: {}", said.trim());
    Err(StorageError::File(io::Error::other(why)))
}

/// `postgres://user:password@host/…` in two parts.
fn without_password(url: &str) -> (String, Option<String>) {
    let parts = url.split_once("://").and_then(|(scheme, rest)| {
        let (login, place) = rest.rsplit_once('@')?;
        let (user, password) = login.split_once(':')?;
        Some((format!("{scheme}://{user}@{place}"), unescaped(password)))
    });
    match parts {
        Some((url, password)) => (url, Some(password)),
        None => (url.to_owned(), None),
    }
}

/// `%41` is `A`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|digits| hex::decode(digits).ok());
        if let Some([byte]) = code.as_deref() {
            bytes.push(*byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_leaves_the_address_and_is_what_it_stands_for() {
        let split = |url| without_password(url);
        assert_eq!(
            split("postgres://desk:p%40ss%25:1@db/x?a=b"),
            (
                "postgres://desk@db/x?a=b".to_owned(),
                Some("p@ss%:1".to_owned())
            )
        );
        assert_eq!(
            split("postgres://desk@db/x"),
            ("postgres://desk@db/x".to_owned(), None)
        );
        assert_eq!(
            split("postgres://db/x"),
            ("postgres://db/x".to_owned(), None)
        );
    }

    #[test]
    fn the_file_of_an_address_is_its_path() {
        assert_eq!(file_of("sqlite:///a/b.db?mode=rw"), Path::new("/a/b.db"));
        assert_eq!(file_of("sqlite://data/b.db"), Path::new("data/b.db"));
    }
}
