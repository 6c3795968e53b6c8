//! The commands beside the server.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod commands;
pub(crate) mod seed;
