//! The number of a metric while its run goes on.

use crate::plan::Statistic;

/// The numbers of the ticks so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Accumulated {
    pub(super) number: Option<f64>,
    pub(super) count: u64,
}

impl Accumulated {
    /// Adds the number of a tick.
    pub(super) fn add(&mut self, statistic: Statistic, number: f64) {
        self.count += 1;
        self.number = match (self.number, statistic) {
            (Some(first), Statistic::First) => Some(first),
            (Some(least), Statistic::Min) => Some(least.min(number)),
            (Some(greatest), Statistic::Max) => Some(greatest.max(number)),
            // A sum until the end.
            (Some(sum), Statistic::Mean) => Some(sum + number),
            _ => Some(number),
        };
    }

    /// The statistic of all numbers so far.
    pub(super) fn result(&self, statistic: Statistic) -> Option<f64> {
        let is_mean = statistic == Statistic::Mean;
        self.number.map(|number| if is_mean { number / self.count as f64 } else { number })
    }
}
