//! Has the linker pack the addresses that are put right at the start: two megabytes less to ship, to read and to keep.
//! A linker that does not know the word says so and goes on.

use std::{env, io};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    io::Write::write_all(&mut out, b"cargo::rerun-if-changed=build.rs\n")?;
    if env::var_os("CARGO_CFG_TARGET_OS").is_some_and(|os| os == "linux") {
        let word = b"cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs\n";
        io::Write::write_all(&mut out, word)?;
    }
    Ok(())
}
