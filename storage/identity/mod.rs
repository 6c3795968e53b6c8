//! Who calls: users, their sign-ins, presence and devices.

pub mod api_keys;
pub mod api_requests;
pub mod callers;
pub mod impersonations;
pub mod invitations;
pub mod key_calls;
pub mod passkeys;
pub mod password_resets;
pub mod presences;
pub mod push_subscriptions;
pub mod second_factors;
pub mod sign_ins;
pub mod users;
