//! The company's room: who listens, what each may see, fan-out, resume by number.

pub mod browser;
