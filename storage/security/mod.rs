//! Passwords, sealed values and secrets.

pub mod passwords;
pub mod seal;
pub mod secrets;
