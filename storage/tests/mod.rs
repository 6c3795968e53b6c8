//! Storage tests on both databases.

pub mod support;

mod companies;
mod sign_ins;
mod users;
