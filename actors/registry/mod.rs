//! Names actors by key, starts and restarts them, counts what they do. Knows no actor by its type.
//!
//! A panic in a handler ends that actor for good; whoever looks it up next gets a fresh one, which
//! rebuilds itself from storage. An actor that keeps dying is left alone for a while. One that has had nothing to do for
//! long is ended, which is no crash.

mod keyed;

mod breaker;
mod meter;
mod tell;

pub use keyed::{Ended, Keyed, MayEnd, Registry, Stop};
pub use meter::{Meter, Timer};
pub use tell::{ask, try_tell};

#[cfg(test)]
mod tests;
