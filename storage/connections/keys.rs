//! The keys of a number that is paired with a phone: sealed, each bound to its place, so that none of them is of use
//! outside this database or under another connection.

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId},
    on,
    security::seal::Sealer,
};

/// Where a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'p> {
    /// Whose.
    pub company: CompanyId,
    /// Of which number.
    pub connection: ConnectionId,
    /// Its kind.
    pub namespace: &'p str,
}

impl Place<'_> {
    /// Binds a sealed value to its row.
    fn context(&self, name: &str) -> Vec<u8> {
        let ids = [
            self.company.0.to_be_bytes(),
            self.connection.0.to_be_bytes(),
        ]
        .concat();
        [
            b"whatsapp-key".as_slice(),
            &ids,
            self.namespace.as_bytes(),
            b"\0",
            name.as_bytes(),
        ]
        .concat()
    }
}

/// A key's value.
///
/// # Errors
/// `Unreadable` when it does not open; `Database`.
pub async fn get(
    conn: &mut Conn<'_>,
    place: Place<'_>,
    sealer: &Sealer,
    name: &str,
) -> Result<Option<Vec<u8>>> {
    let sealed: Option<Vec<u8>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT sealed FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3 AND name = $4"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(name)
    .fetch_optional(c)
    .await)?;
    sealed
        .map(|sealed| sealer.open(&place.context(name), &sealed))
        .transpose()
}

/// At most `limit` keys whose names begin with `prefix`, in the order of their names, those after `after`.
///
/// # Errors
/// `Unreadable` when one does not open; `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    place: Place<'_>,
    sealer: &Sealer,
    (prefix, after, limit): (&str, &str, i64),
) -> Result<Vec<(String, Vec<u8>)>> {
    let rows: Vec<(String, Vec<u8>)> = on!(conn, |c| sqlx::query_as(
        "SELECT name, sealed FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3 AND name > $5
           AND substr(name, 1, length($4)) = $4
         ORDER BY name LIMIT $6"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(prefix)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await)?;
    rows.into_iter()
        .map(|(name, sealed)| {
            let value = sealer.open(&place.context(&name), &sealed)?;
            Ok((name, value))
        })
        .collect()
}

/// The last name of a kind.
///
/// # Errors
/// `Database`.
pub async fn last_name(conn: &mut Conn<'_>, place: Place<'_>) -> Result<Option<String>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT name FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3
         ORDER BY name DESC LIMIT 1"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .fetch_optional(c)
    .await)?)
}

/// Stores a key over the one that has its name.
///
/// # Errors
/// `Database`.
pub async fn put(
    conn: &mut Conn<'_>,
    place: Place<'_>,
    sealer: &Sealer,
    (name, value, stamp): (&str, &[u8], i64),
) -> Result<()> {
    let sealed = sealer.seal(&place.context(name), value)?;
    on!(conn, |c| sqlx::query(
        "INSERT INTO whatsapp_keys (company_id, connection_id, namespace, name, sealed, stamp)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, connection_id, namespace, name)
         DO UPDATE SET sealed = excluded.sealed, stamp = excluded.stamp"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(name)
    .bind(&sealed)
    .bind(stamp)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Deletes a key; one that is not there is no error.
///
/// # Errors
/// `Database`.
pub async fn remove(conn: &mut Conn<'_>, place: Place<'_>, name: &str) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3 AND name = $4"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(name)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Deletes the keys of a kind whose names begin with `prefix`.
///
/// # Errors
/// `Database`.
pub async fn clear(conn: &mut Conn<'_>, place: Place<'_>, prefix: &str) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3
           AND substr(name, 1, length($4)) = $4"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(prefix)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Deletes the keys of a kind whose stamp is before a time, and says how many. Those without a stamp stay.
///
/// # Errors
/// `Database`.
pub async fn sweep(conn: &mut Conn<'_>, place: Place<'_>, before: i64) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
        "DELETE FROM whatsapp_keys
         WHERE company_id = $1 AND connection_id = $2 AND namespace = $3 AND stamp > 0 AND stamp < $4"
    )
    .bind(place.company)
    .bind(place.connection)
    .bind(place.namespace)
    .bind(before)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}

/// Deletes all keys of a number.
///
/// # Errors
/// `Database`.
pub async fn forget(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM whatsapp_keys WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(connection)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
