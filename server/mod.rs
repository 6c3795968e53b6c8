//! The server: how its parts are put together, and how they live and end.

pub(crate) mod compose;
pub(crate) mod logging;
mod mounts;
