//! The application over its real routes, with a database of its own and a clock that the test moves.

mod auth;
mod frame;
mod support;
