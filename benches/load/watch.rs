//! What processes use: CPU time, memory, and what the rest of the machine does meanwhile. Linux only (`/proc`).

use std::{collections::HashMap, fs, time::Instant};

/// Clock ticks of `/proc/*/stat` in a second (Linux reports 100 everywhere).
const TICKS: f64 = 100.0;
const PAGE_BYTES: u64 = 4_096;

/// CPU seconds and resident bytes of a process and all it has started.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    pub cpu: f64,
    pub resident: u64,
}

/// A process tree with a name.
#[derive(Debug, Clone)]
pub struct Watched {
    pub name: &'static str,
    pub pid: u32,
}

/// What was used between two looks.
pub struct Watch {
    watched: Vec<Watched>,
    before: Vec<Usage>,
    own: f64,
    busy: f64,
    started: Instant,
}

/// The result of a look.
#[derive(Debug, Clone, Default)]
pub struct Used {
    pub seconds: f64,
    /// CPU seconds of each watched tree.
    pub cpu: Vec<(&'static str, f64)>,
    /// CPU seconds of everything else on the machine.
    pub others: f64,
}

impl Watch {
    pub fn start(watched: &[Watched]) -> Self {
        Self {
            before: watched.iter().map(|one| usage(one.pid)).collect(),
            watched: watched.to_vec(),
            own: own_cpu(),
            busy: machine_busy(),
            started: Instant::now(),
        }
    }

    pub fn stop(&self) -> Used {
        let cpu: Vec<_> = self
            .watched
            .iter()
            .zip(&self.before)
            .map(|(one, before)| (one.name, usage(one.pid).cpu - before.cpu))
            .collect();
        // the servers are children of the client: their share is not the client's
        let known: f64 = cpu.iter().map(|(_, cpu)| cpu).sum();
        let client = own_cpu() - self.own;
        Used {
            seconds: self.started.elapsed().as_secs_f64(),
            others: (machine_busy() - self.busy - known - client).max(0.0),
            cpu,
        }
    }
}

/// CPU of this process without what it started.
fn own_cpu() -> f64 {
    stat(std::process::id()).map_or(0.0, |(own, _)| own)
}

/// Use of a process and all it has started, also of children that have ended.
pub fn usage(pid: u32) -> Usage {
    let mut sum = Usage::default();
    for one in tree(pid) {
        if let Some((own, ended)) = stat(one) {
            sum.cpu += own + ended;
        }
        sum.resident += resident(one, one != pid);
    }
    sum
}

/// CPU seconds of the process itself and of its ended children.
fn stat(pid: u32) -> Option<(f64, f64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let mut times = rest.split_whitespace().skip(11).take(4);
    let mut next = || times.next()?.parse::<f64>().ok();
    let (user, system, ended_user, ended_system) = (next()?, next()?, next()?, next()?);
    Some(((user + system) / TICKS, (ended_user + ended_system) / TICKS))
}

/// Resident bytes; those shared with the parent are left out where asked.
fn resident(pid: u32, without_shared: bool) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages: Vec<u64> = text
        .split_whitespace()
        .filter_map(|it| it.parse().ok())
        .collect();
    let (all, shared) = (
        pages.get(1).copied().unwrap_or_default(),
        pages.get(2).copied().unwrap_or_default(),
    );
    PAGE_BYTES
        * if without_shared {
            all.saturating_sub(shared)
        } else {
            all
        }
}

/// A process and all it has started.
pub fn tree(pid: u32) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(child) = entry.file_name().to_string_lossy().parse::<u32>() else {
            continue;
        };
        let text = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        let parent = text
            .rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(child);
        }
    }
    let mut found = vec![pid];
    let mut place = 0;
    while let Some(one) = found.get(place).copied() {
        found.extend(children.get(&one).into_iter().flatten().copied());
        place += 1;
    }
    found
}

/// CPU seconds that the machine has worked since it started.
fn machine_busy() -> f64 {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let times: Vec<f64> = text
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(1)
        .filter_map(|it| it.parse().ok())
        .collect();
    [0, 1, 2, 5, 6, 7]
        .iter()
        .filter_map(|place| times.get(*place))
        .sum::<f64>()
        / TICKS
}
