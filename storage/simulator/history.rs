//! History for the demonstration: on the phones without anybody being told.

use chrono::{DateTime, Utc};

use super::{PhoneFile, phones};
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId},
    on,
};

/// A message that is on a phone already, as the demonstration tells it.
#[derive(Debug, Clone)]
pub(crate) struct PhoneRecord {
    pub number: String,
    pub push_name: String,
    pub provider_id: String,
    pub incoming: bool,
    pub kind: &'static str,
    pub body: String,
    pub file: Option<PhoneFile>,
    pub quoted_id: Option<String>,
    pub deleted: bool,
    pub ack: i64,
}

/// Writes history: nobody is told.
pub(crate) async fn record(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    at: DateTime<Utc>,
    record: &PhoneRecord,
) -> Result<()> {
    let name = Some(record.push_name.as_str());
    phones::touch(conn, company, connection, at, &record.number, name).await?;
    let message = phones::NewMessage {
        number: &record.number,
        provider_id: &record.provider_id,
        incoming: record.incoming,
        kind: record.kind,
        body: &record.body,
        file: record.file.as_ref(),
        quoted_id: record.quoted_id.as_deref(),
        author: None,
        from_own_phone: false,
    };
    phones::insert(conn, company, connection, at, message).await?;
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET deleted = $4, ack = $5
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(&record.provider_id)
    .bind(record.deleted)
    .bind(record.ack)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
