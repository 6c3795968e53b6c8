//! Cores of their own for the server with its database and for those who call it: what many callers cost is not taken from
//! the server. Linux only (`taskset`).

use std::{
    io::{Error, Result},
    process::{Command, Stdio},
    thread,
};

use crate::watch::{Watched, tree};

/// The last core is the callers', the rest the server's, until this is dropped.
pub struct Apart {
    watched: Vec<Watched>,
    last: usize,
}

impl Apart {
    /// Answers `None` on a machine with one core.
    pub fn new(watched: &[Watched]) -> Result<Option<Self>> {
        let last = thread::available_parallelism()?.get() - 1;
        if last == 0 {
            return Ok(None);
        }
        let apart = Self {
            watched: watched.to_vec(),
            last,
        };
        apart.keep_server_on(last - 1);
        keep_on(std::process::id(), last, last)?;
        Ok(Some(apart))
    }

    /// How many the server has.
    pub fn cores(&self) -> usize {
        self.last
    }

    fn keep_server_on(&self, last: usize) {
        for process in self.watched.iter().flat_map(|one| tree(one.pid)) {
            // a process of the database may have ended meanwhile
            let _ = keep_on(process, 0, last);
        }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.keep_server_on(self.last);
        let _ = keep_on(std::process::id(), 0, self.last);
    }
}

fn keep_on(process: u32, first: usize, last: usize) -> Result<()> {
    let done = Command::new("taskset")
        .args(["--all-tasks", "--cpu-list", "--pid"])
        .args([format!("{first}-{last}"), process.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if done.success() {
        Ok(())
    } else {
        Err(Error::other(format!("process {process} has no such cores")))
    }
}
