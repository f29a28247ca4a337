//! Requests from clients to the driver of the simulation: speed, log levels, end of the run.

use crate::engine::time::lockstep::Lockstep;
use crate::transport::request::Respond;

/// Log levels, named as in Python's `logging`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    /// All messages.
    Debug,
    /// Messages about normal operation.
    Info,
    /// Unexpected conditions.
    Warning,
    /// Failures of single operations.
    Error,
    /// Failures that end the run.
    Critical,
}

impl LogLevel {
    /// Parses the name of a level in upper case, or its number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "NOTSET" | "0" | "DEBUG" | "10" => Self::Debug,
            "INFO" | "20" => Self::Info,
            "WARNING" | "WARN" | "30" => Self::Warning,
            "ERROR" | "40" => Self::Error,
            "CRITICAL" | "FATAL" | "50" => Self::Critical,
            _ => return None,
        })
    }
}

/// Kind of a requested end of the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Orderly shutdown.
    Quit,
    /// Immediate termination.
    Terminate,
}

/// Requests to the driver. They do not change the state of the simulation.
pub struct Controls {
    /// Simulated seconds per wall second.
    pub time_scale: f64,
    /// Whether an external clock is connected: steps then wait for its triggers.
    pub clock_attached: bool,
    /// Triggers that no step has consumed yet.
    pub clock_triggers: u64,
    /// Programs in lock-step, for which each step waits.
    pub lockstep: Lockstep,
    /// `None` while the simulation runs. While it is paused, the number of steps that the driver still has to make.
    /// See [`Simulation::pause`](crate::Simulation::pause).
    pub paused: Option<u64>,
    /// Log levels to set, each with the name of the logger, oldest first. The driver removes them.
    pub log_levels: Vec<(String, LogLevel)>,
    /// Wall time between steps of the driver, for `time statistics`.
    pub wall_steps: Statistics,
    pub(crate) end: Option<End>,
    pub(crate) quit_respond: Option<Respond>,
}

impl Controls {
    pub(crate) fn new(time_scale: f64) -> Self {
        Self {
            time_scale,
            clock_attached: false,
            clock_triggers: 0,
            lockstep: Lockstep::default(),
            paused: None,
            log_levels: Vec::new(),
            wall_steps: Statistics::default(),
            end: None,
            quit_respond: None,
        }
    }

    /// The end that a client has requested, if any.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    pub(crate) fn take_quit_respond(&mut self) -> Option<Respond> {
        self.quit_respond.take()
    }
}

/// Running mean and variance (Welford, 1962).
#[derive(Debug, Clone, Copy, Default)]
pub struct Statistics {
    count: u64,
    mean: f64,
    squares: f64,
    sum: f64,
}

impl Statistics {
    /// Adds a sample.
    pub fn add(&mut self, sample: f64) {
        self.count += 1;
        let deviation = sample - self.mean;
        self.mean += deviation / self.count as f64;
        self.squares += deviation * (sample - self.mean);
        self.sum += sample;
    }

    /// Mean of the samples; 0 without samples.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Unbiased variance of the samples; 0 with fewer than two.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// Sum of the samples.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_match_the_definition() {
        let mut statistics = Statistics::default();
        [1.0, 2.0, 4.0].into_iter().for_each(|sample| statistics.add(sample));
        assert!((statistics.mean() - 7.0 / 3.0).abs() < 1e-12);
        assert!((statistics.variance() - 7.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn levels_are_parsed_by_name_and_number() {
        assert_eq!(LogLevel::parse("DEBUG"), Some(LogLevel::Debug));
        assert_eq!(LogLevel::parse("30"), Some(LogLevel::Warning));
        assert_eq!(LogLevel::parse("FOO"), None);
    }
}
