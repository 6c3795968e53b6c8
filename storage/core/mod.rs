//! The database: two of them behind one connection, transactions, errors, locks.

pub(crate) mod brake;
pub mod db;
pub mod error;
pub(crate) mod ids;
pub mod lock;
pub(crate) mod pool;
pub(crate) mod private_file;
pub mod slow_statements;
pub(crate) mod transactions;
pub(crate) mod wal_sync;
pub(crate) mod writes;
