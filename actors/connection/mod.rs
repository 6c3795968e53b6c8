//! One actor per WhatsApp number.

pub mod provider;
