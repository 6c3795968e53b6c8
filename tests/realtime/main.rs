//! Events from outside: two browsers on real sockets.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;
