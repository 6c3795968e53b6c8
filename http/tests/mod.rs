//! The application over its real routes, with a database of its own and a clock that the test moves.

mod callers;
mod support;

mod auth;
mod contacts;
mod frame;
mod lists;
mod whatsapp;
