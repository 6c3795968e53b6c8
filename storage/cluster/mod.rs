//! What several nodes share: leases, and Redis to hurry.

pub mod leases;
pub mod operators;
pub mod redis;
