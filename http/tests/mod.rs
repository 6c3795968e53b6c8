//! The application over its real routes, with a database of its own and a clock that the test moves.

mod auth;
mod callers;
mod contacts;
mod frame;
mod lists;
mod media;
mod simulator;
mod support;
mod uploads;
mod whatsapp;
