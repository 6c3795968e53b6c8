//! What this process uses, as Linux says it in `/proc`; nothing is known elsewhere.

use std::fs;

/// Clock ticks of `/proc/self/stat` in a second (Linux reports 100 everywhere).
const TICKS: f64 = 100.0;

/// What this process has used until now.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Process {
    /// Seconds of a processor's time.
    pub(crate) cpu_seconds: Option<f64>,
    /// Resident bytes.
    pub(crate) memory: Option<u64>,
}

impl Process {
    /// Looks at this process.
    pub(crate) fn read() -> Self {
        let text = |path| fs::read_to_string(path).unwrap_or_default();
        Self {
            cpu_seconds: cpu_seconds(&text("/proc/self/stat")),
            memory: bytes_of(&text("/proc/self/status"), "VmRSS:"),
        }
    }
}

/// The bytes of memory that this process may fill: the machine's, or fewer where it is given fewer.
pub(crate) fn memory_limit() -> Option<u64> {
    let text = |path| fs::read_to_string(path).unwrap_or_default();
    let machine = bytes_of(&text("/proc/meminfo"), "MemTotal:");
    let given: Option<u64> = text("/sys/fs/cgroup/memory.max").trim().parse().ok();
    machine.into_iter().chain(given).min()
}

/// User's and system's time out of `/proc/self/stat`; the name before them may hold anything.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut times = rest.split_whitespace().skip(11);
    let mut next = || times.next()?.parse::<f64>().ok();
    let (user, system) = (next()?, next()?);
    Some((user + system) / TICKS)
}

/// A line such as `VmRSS:   1234 kB`.
fn bytes_of(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_memory_are_read_as_linux_writes_them() {
        let stat = "42 (gui) che) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 7 8 20 0 9 0 100 1 2";
        assert_eq!(cpu_seconds(stat), Some(3.0));
        assert_eq!(cpu_seconds(""), None);
        let status = "Name:\tguiche\nVmHWM:\t 90 kB\nVmRSS:\t   84 kB\n";
        assert_eq!(bytes_of(status, "VmRSS:"), Some(86_016));
        assert_eq!(bytes_of(status, "VmSwap:"), None);
    }
}
