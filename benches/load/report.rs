//! The figures: a line each while they come, a table at the end.

use std::time::Duration;

use crate::watch::Used;

/// A measured piece of work.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: String,
    /// CPU milliseconds of an operation, by process.
    pub cpu_ms: Vec<(&'static str, f64)>,
    /// What it may cost, in CPU milliseconds of all processes.
    pub budget_ms: Option<f64>,
    pub per_second: f64,
    pub p50: Duration,
    pub p99: Duration,
    pub errors: u64,
    /// CPU share of everything else on the machine: with noise, trust CPU per operation alone.
    pub noise: f64,
}

impl Row {
    /// Makes a row of latencies and of what was used meanwhile.
    pub fn new(
        name: &str,
        budget_ms: Option<f64>,
        mut latencies: Vec<Duration>,
        used: &Used,
    ) -> Self {
        latencies.sort_unstable();
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let operations = latencies.len().max(1) as f64;
        Self {
            name: name.to_owned(),
            cpu_ms: used
                .cpu
                .iter()
                .map(|(process, cpu)| (*process, cpu * 1_000.0 / operations))
                .collect(),
            budget_ms,
            per_second: operations / used.seconds,
            p50: part(&latencies, 50),
            p99: part(&latencies, 99),
            errors: 0,
            noise: used.others / used.seconds,
        }
    }

    fn total_ms(&self) -> f64 {
        self.cpu_ms.iter().map(|(_, cpu)| cpu).sum()
    }
}

/// The latency that a percentage stays under, of sorted ones.
pub fn part(sorted: &[Duration], percent: usize) -> Duration {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

/// All figures of a run.
#[derive(Debug, Default)]
pub struct Report {
    sections: Vec<(String, Vec<String>)>,
}

impl Report {
    pub fn section(&mut self, title: &str) {
        eprintln!("\n{title}");
        self.sections.push((title.to_owned(), Vec::new()));
    }

    /// A line of the table of the running section.
    pub fn row(&mut self, row: &Row) {
        let total = row.total_ms();
        let parts: Vec<String> = row
            .cpu_ms
            .iter()
            .map(|(process, cpu)| format!("{process} {cpu:.2}"))
            .collect();
        let budget = row.budget_ms.map_or(String::from("–"), |budget| {
            let mark = if total <= budget { "" } else { " **over**" };
            format!("{budget}{mark}")
        });
        let errors = if row.errors == 0 {
            String::new()
        } else {
            format!(", {} errors", row.errors)
        };
        self.line(format!(
            "| {} | {total:.2} ({}) | {budget} | {:.0} | {:.1} | {:.1} | {:.0} %{errors} |",
            row.name,
            parts.join(", "),
            row.per_second,
            row.p50.as_secs_f64() * 1_000.0,
            row.p99.as_secs_f64() * 1_000.0,
            row.noise * 100.0,
        ));
    }

    /// A line that is no row.
    pub fn line(&mut self, line: String) {
        eprintln!("{line}");
        if let Some((_, lines)) = self.sections.last_mut() {
            lines.push(line);
        }
    }

    /// The head of a table of rows.
    pub fn head(&mut self) {
        self.line("| Work | CPU ms | budget | per s | p50 ms | p99 ms | noise |".to_owned());
        self.line("|---|---|---|---|---|---|---|".to_owned());
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (title, lines) in &self.sections {
            writeln!(f, "### {title}\n")?;
            for line in lines {
                writeln!(f, "{line}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
