//! What surrounds every request: its caller, its log line, what may be told of it.

pub mod caller;
pub mod frame;
pub(crate) mod known_device;
pub mod media_pass;
pub(crate) mod numbers;
pub mod shutdown;
pub(crate) mod slashes;
