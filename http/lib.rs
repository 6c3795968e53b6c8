//! The web server of the desk: REST, the Socket.IO gate, webhooks and the pages.

pub mod api;
pub mod app;
pub mod caller;
pub mod cloud_setup;
mod cloud_templates;
mod description;
pub mod error;
mod error_body;
pub mod frame;
mod known_device;
pub mod leaving;
pub mod limits;
pub mod listener;
pub mod mail;
mod measured;
pub mod media_pass;
mod numbers;
pub mod operator;
pub mod pages;
pub mod rare_limits;
pub mod route_list;
pub mod routes;
pub mod server;
pub mod sheet;
pub mod sign_in_limits;
pub mod simulator;
mod slashes;
pub mod socket;
pub mod tokens;
pub mod uploads;
pub mod valid;
pub mod webhooks;

#[cfg(test)]
mod tests;
