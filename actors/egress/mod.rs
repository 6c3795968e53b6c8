//! The one door for outgoing HTTP. *Owns*: client, address rule, redirects, limits. *Never*: proxies, cookies, files of
//! other folders. Every HTTP call of the product to somebody else's server goes through here.

mod addresses;
mod client;
mod error;
mod reply;

#[cfg(test)]
mod changing_names;
#[cfg(test)]
mod tests;

pub use client::{Egress, Limits};
pub use error::EgressError;
pub use reply::{Reply, Saved};
