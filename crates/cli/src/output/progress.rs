//! The progress line of a run: simulated time, real-time factor, ticks per second. On a terminal only.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use morse::{Frame, Observer};
use morse_sim::engine::time::clock::Clock;

use crate::output::log;

/// Period of updates.
const PERIOD: Duration = Duration::from_millis(200);

/// The progress line.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    /// Wall time of the last update.
    shown: Instant,
    /// Simulated time of the last update. [s]
    shown_s: f64,
    shown_tick: u64,
}

impl ProgressLine {
    /// Shows the line; if the total simulated time `duration_s` [s] is known, it is a bar.
    #[must_use]
    pub fn start(duration_s: Option<f64>) -> Self {
        let bar = io::stderr().is_terminal().then(|| new_bar(duration_s));
        if let Some(bar) = &bar {
            log::share_with(bar);
        }
        Self { bar, shown: Instant::now(), shown_s: 0.0, shown_tick: 0 }
    }

    /// Updates the line if its period has passed.
    pub fn update(&mut self, clock: &Clock) {
        let Some(bar) = &self.bar else { return };
        let wall_s = self.shown.elapsed().as_secs_f64();
        if wall_s < PERIOD.as_secs_f64() {
            return;
        }
        let now_s = clock.now().seconds();
        bar.set_position((now_s * 1000.0) as u64);
        bar.set_message(message(
            now_s,
            (now_s - self.shown_s) / wall_s,
            (clock.tick() - self.shown_tick) as f64 / wall_s,
        ));
        (self.shown, self.shown_s, self.shown_tick) = (Instant::now(), now_s, clock.tick());
    }

    /// Removes the line.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for ProgressLine {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.update(frame.simulation().clock());
    }

    fn needs_activity(&self) -> bool {
        false
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.finish();
    }
}

fn new_bar(duration_s: Option<f64>) -> ProgressBar {
    let (bar, template) = match duration_s {
        Some(seconds) => (ProgressBar::new((seconds * 1000.0) as u64), "{bar:30} {msg}, {eta} to go"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn message(simulated_s: f64, factor: f64, ticks_per_s: f64) -> String {
    format!("{simulated_s:.1} s simulated, {factor:.2} x real time, {ticks_per_s:.0} ticks/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_shows_time_factor_and_rate() {
        assert_eq!(message(12.34, 0.998, 59.9), "12.3 s simulated, 1.00 x real time, 60 ticks/s");
    }

    #[test]
    fn templates_are_valid() {
        for template in ["{bar:30} {msg}, {eta} to go", "{spinner} {msg}"] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
