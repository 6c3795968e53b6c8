//! One actor per WhatsApp number.

pub mod control;
pub mod provider;
