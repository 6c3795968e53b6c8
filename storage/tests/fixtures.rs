//! What the tests of the configuration resources share.

use super::support::{company, now};
use crate::{
    Conn, Db, StorageError,
    connections::{self, ConnectionForm},
    model::{
        CompanyId, ConnectionId,
        connection::{ConnectionTexts, ProviderKind},
    },
};

/// The code of a refusal.
pub(super) fn refusal<T: std::fmt::Debug>(answer: Result<T, StorageError>) -> &'static str {
    match answer {
        Err(StorageError::Refused(code)) => code.as_str(),
        other => panic!("not a refusal: {other:?}"),
    }
}

/// Two companies that must not see each other.
pub(super) async fn two_companies(db: &Db) -> (CompanyId, CompanyId) {
    (
        company(db, "Lojas Aurora").await,
        company(db, "Clínica Vida").await,
    )
}

/// What an admin writes for a connection without queues.
pub(super) fn connection_form(name: &str) -> ConnectionForm {
    ConnectionForm {
        name: name.into(),
        is_default: false,
        queue_ids: Vec::new(),
        texts: ConnectionTexts::default(),
        phone_number_id: None,
        waba_id: None,
    }
}

/// A simulator connection.
pub(super) async fn connection(
    conn: &mut Conn<'_>,
    company: CompanyId,
    name: &str,
) -> ConnectionId {
    let form = connection_form(name);
    connections::insert(conn, company, ProviderKind::Simulator, &form, now())
        .await
        .unwrap()
        .connection
        .id
}
