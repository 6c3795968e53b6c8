//! The web server of the desk: REST, the Socket.IO gate, webhooks and the pages.

pub mod api;
pub mod app;
pub mod caller;
pub mod error;
pub mod operator;
pub mod pages;
pub mod simulator;
pub mod socket;
pub mod tokens;
pub mod uploads;
pub mod valid;
pub mod webhooks;
