//! The provider against Meta's examples, against changed ones, and against a Graph server in this process.

mod calls;
mod examples;
mod graph;
mod history;
mod mutations;
mod people;
mod setup;
