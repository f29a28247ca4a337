//! Output of `morse campaign`: progress on a terminal, the final summary, the list of runs.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use morse::ParameterValue;
use morse_campaign::{Conducted, Outcome, Progress, Record, RunPlan, table};
use serde::Serialize;

use crate::failure::counted;
use crate::output::log;

/// Maximum number of different errors in the summary.
const ERRORS_SHOWN_MAX: usize = 5;

/// Progress bar of a campaign, on a terminal only.
pub struct CampaignBar {
    bar: Option<ProgressBar>,
    begun: Instant,
    /// Runs that earlier sessions have done.
    done_before: u64,
}

impl CampaignBar {
    /// Shows the bar, with `done` of `total` runs already done.
    pub fn start(total: u64, done: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            bar.set_position(done);
            bar.enable_steady_tick(Duration::from_millis(500));
            log::share_with(&bar);
            match ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        Self { bar, begun: Instant::now(), done_before: done }
    }

    /// Updates the bar.
    pub fn show(&mut self, progress: &Progress) {
        let Some(bar) = &self.bar else { return };
        if bar.position() != progress.done || progress.done == self.done_before {
            bar.set_position(progress.done);
            bar.set_message(message(progress, self.begun.elapsed().as_secs_f64()));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn message(progress: &Progress, elapsed_s: f64) -> String {
    let mut parts = Vec::new();
    if progress.failures > 0 {
        parts.push(format!("{} failed", progress.failures));
    }
    if progress.errors > 0 {
        parts.push(counted(progress.errors as usize, "error"));
    }
    if progress.done_now > 0 && elapsed_s > 0.0 {
        let rate = progress.done_now as f64 / elapsed_s;
        let left_s = (progress.total - progress.done) as f64 / rate;
        parts.push(format!("{rate:.1} runs/s, {} to go", duration(left_s)));
    } else {
        parts.push("begins".to_owned());
    }
    parts.join(", ")
}

/// Formats a duration: `45 s`, `12 min 5 s`, `3 h 20 min`.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// The summary of a campaign; its fields are the keys of `--json`.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Runs of the campaign.
    runs: u64,
    /// Runs that are done.
    done: u64,
    /// Runs that were done in this session.
    done_now: u64,
    /// Runs that succeeded.
    successes: usize,
    /// Runs that failed.
    failures: usize,
    /// Runs that could not be done.
    pub errors: usize,
    /// Workers that died in this session.
    worker_deaths: u64,
    /// Runs of this session that continued from a checkpoint.
    resumed: u64,
    /// Wall time of this session. [s]
    elapsed_s: f64,
    /// Maximum number of simultaneous runs.
    workers: usize,
    /// Fraction of the workers' time that was not spent in ticks of runs.
    share_outside_simulation: f64,
    /// Folder of the campaign.
    folder: String,
    /// Path of the table of results.
    table: String,
    /// Number of runs with each error.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    error_counts: BTreeMap<String, usize>,
}

impl Summary {
    /// Summarizes this session and all records of the campaign.
    pub fn of(conducted: &Conducted, records: &[Record], folder: &Path) -> Self {
        let count = |outcome: Outcome| records.iter().filter(|record| record.outcome == outcome).count();
        let mut error_counts = BTreeMap::new();
        for error in records.iter().filter_map(|record| record.error.clone()) {
            *error_counts.entry(error).or_default() += 1;
        }
        Self {
            runs: conducted.progress.total,
            done: conducted.progress.done,
            done_now: conducted.progress.done_now,
            successes: count(Outcome::Success),
            failures: count(Outcome::Failure),
            errors: count(Outcome::Error),
            worker_deaths: conducted.progress.deaths,
            resumed: conducted.progress.resumed,
            elapsed_s: conducted.elapsed_s,
            workers: conducted.progress.workers,
            share_outside_simulation: conducted.share_outside_simulation(),
            folder: folder.display().to_string(),
            table: folder.join(table::FILE).display().to_string(),
            error_counts,
        }
    }

    /// Formats it for users.
    pub fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} of {} done: {}, {}, {}.",
            self.done,
            counted(self.runs as usize, "run"),
            counted_irregular(self.successes, "success", "successes"),
            counted(self.failures, "failure"),
            counted(self.errors, "error")
        )];
        if self.done_now > 0 {
            lines.push(format!(
                "{} in {} with {}; {:.0} % of their time was spent outside of simulation.",
                counted(self.done_now as usize, "run"),
                duration(self.elapsed_s),
                counted(self.workers, "worker"),
                100.0 * self.share_outside_simulation
            ));
        }
        let mut errors: Vec<(&String, &usize)> = self.error_counts.iter().collect();
        errors.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        lines.extend(errors.iter().take(ERRORS_SHOWN_MAX).map(|(error, count)| format!("{count} × {error}")));
        if errors.len() > ERRORS_SHOWN_MAX {
            lines.push(format!("and {} more", counted(errors.len() - ERRORS_SHOWN_MAX, "error")));
        }
        if self.done < self.runs {
            lines.push("The same command continues with the remaining runs.".to_owned());
        }
        lines.push(format!("Table: {}", self.table));
        lines.push(format!("Page:  morse campaign report {}", self.folder));
        lines.join("\n")
    }
}

fn counted_irregular(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A run of the list; its fields are the keys of `--json`.
#[derive(Debug, Serialize)]
pub struct RunLine {
    run: u64,
    scene: String,
    seed: u64,
    parameters: BTreeMap<String, ParameterValue>,
}

impl RunLine {
    /// The list entry of a run.
    pub fn of(run: &RunPlan<'_>) -> Self {
        let scene = run.scene.display().to_string();
        Self { run: run.run, scene, seed: run.seed, parameters: run.parameters.clone() }
    }

    /// Formats it for users.
    pub fn text(&self) -> String {
        let parameters = self.parameters.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{} {} seed={}{}", self.run, self.scene, self.seed, parameters.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_readable() {
        assert_eq!(
            ["5 s", "2 min 5 s", "3 h 20 min"],
            [4.6, 125.0, 12_010.0].map(duration).map(|text| text.leak() as &str)
        );
    }

    #[test]
    fn progress_has_an_estimated_end() {
        let progress = Progress { total: 100, done: 40, done_now: 20, failures: 1, ..Progress::default() };
        assert_eq!(message(&progress, 10.0), "1 failed, 2.0 runs/s, 30 s to go");
        assert_eq!(message(&Progress { total: 100, ..Progress::default() }, 1.0), "begins");
    }
}
