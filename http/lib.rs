//! The web server of the desk: REST, the Socket.IO gate, webhooks and the pages.

pub mod api;
pub mod app;
pub mod cloud_setup;
mod cloud_templates;
mod description;
pub mod error;
mod error_answers;
mod error_body;
mod lenient;
pub mod limits;
pub mod listener;
mod measured;
mod metric_help;
pub mod operator;
pub mod pages;
mod passkeys;
mod receipt;
pub mod route_list;
pub mod routes;
mod samples;
mod second_factor;
pub mod server;
pub mod sheet;
pub mod simulator;
pub mod socket;
pub mod tokens;
pub mod uploads;
pub mod valid;
pub mod webhooks;

pub mod middleware;
#[cfg(test)]
mod tests;
