//! Storage tests on both databases.
