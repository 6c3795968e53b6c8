//! The gate over real sockets: what the protocols' public suites ask of a WebSocket server, and
//! what the server asks beyond it.

mod bounds;
mod desk;
mod engine;
mod sessions;
mod sockets;
mod support;
