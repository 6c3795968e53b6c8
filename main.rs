//! The front door: reads the command line and the settings, then runs one of the commands.

mod cli;
mod server;

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;

use crate::cli::commands::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A broken pipe leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "guiche: {}", reasons(&error));
            ExitCode::FAILURE
        }
    }
}

/// The error and its causes, without those that the text before has already said.
fn reasons(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}
