//! The gate over real sockets: what the protocols' public suites ask of a WebSocket server, and
//! what the house asks beyond it.

mod bounds;
mod desk;
mod engine;
mod house;
mod sockets;
mod support;
