//! Makes the folder of the built pages when there is none yet, and has this crate compiled again when they change.

use std::{fs, io, path::Path};

const PAGES: &str = "../webui/dist";

fn main() -> io::Result<()> {
    let pages = Path::new(PAGES);
    if !pages.exists() {
        fs::create_dir_all(pages)?;
    }
    let mut out = io::stdout().lock();
    io::Write::write_fmt(
        &mut out,
        format_args!("cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed={PAGES}\n"),
    )
}
