//! Measures a run: simulated time, wall time, CPU time and memory.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;

/// Measures the wall time and CPU time of a run.
pub struct Meter {
    wall: Instant,
    cpu: Option<ProcessTime>,
}

impl Meter {
    /// Starts the measurement.
    #[must_use]
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::try_now().ok() }
    }

    /// Reports a run of `ticks` ticks and `simulated_s` simulated seconds.
    #[must_use]
    pub fn report(&self, ticks: u64, simulated_s: f64, digest: Option<u64>) -> Report {
        let wall_s = self.wall.elapsed().as_secs_f64();
        let cpu_s = self.cpu.and_then(|start| start.try_elapsed().ok()).as_ref().map(Duration::as_secs_f64);
        Report {
            ticks,
            simulated_s,
            wall_s,
            cpu_s,
            real_time_factor: ratio(simulated_s, wall_s),
            simulated_s_per_cpu_s: cpu_s.map(|cpu_s| ratio(simulated_s, cpu_s)),
            memory_peak_bytes: memory_peak_bytes(),
            digest: digest.map(|digest| format!("{digest:016x}")),
        }
    }
}

/// Result of a run; its fields are the keys of `--json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Number of steps.
    pub ticks: u64,
    /// Simulated time. [s]
    pub simulated_s: f64,
    /// Wall time without the start. [s]
    pub wall_s: f64,
    /// CPU time of all threads without the start. [s]
    pub cpu_s: Option<f64>,
    /// Simulated time per wall time.
    pub real_time_factor: f64,
    /// Simulated time per CPU time.
    pub simulated_s_per_cpu_s: Option<f64>,
    /// Peak memory of the process, including the start. [bytes]
    pub memory_peak_bytes: Option<u64>,
    /// Hash of the whole state at the end, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl Report {
    /// One line for the log.
    #[must_use]
    pub fn summary(&self) -> String {
        let cpu = self.cpu_s.map(|cpu_s| format!(", {cpu_s:.2} s of CPU time")).unwrap_or_default();
        format!(
            "{} ticks, {:.3} s simulated in {:.3} s: {:.2} x real time{cpu}",
            self.ticks, self.simulated_s, self.wall_s, self.real_time_factor
        )
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Peak memory of this process from `/proc`; `None` if the system does not report it. [bytes]
fn memory_peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_has_times_and_digest() {
        let report = Meter::start().report(60, 1.0, Some(0xAB));
        assert!(report.wall_s >= 0.0 && report.real_time_factor > 0.0);
        assert_eq!(report.digest.as_deref(), Some("00000000000000ab"));
        assert!(report.summary().starts_with("60 ticks, 1.000 s simulated"), "{}", report.summary());
    }

    #[test]
    fn run_without_time_has_zero_factor() {
        assert_eq!(ratio(0.0, 0.0), 0.0);
    }
}
