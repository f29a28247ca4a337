//! Log levels: a default, and levels of single loggers, which can change at run time.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use morse_sim::engine::control::LogLevel;
use tracing::Level;
use tracing::level_filters::LevelFilter;

/// Level of loggers without a level of their own.
const DEFAULT: LevelFilter = LevelFilter::INFO;

/// Levels by logger.
#[derive(Default)]
pub(super) struct Levels {
    by_logger: RwLock<BTreeMap<String, LevelFilter>>,
}

impl Levels {
    /// Sets the level of a logger and of all loggers below it.
    pub(super) fn set(&self, logger: &str, level: LogLevel) {
        let filter = match level {
            LogLevel::Debug => LevelFilter::DEBUG,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Warning => LevelFilter::WARN,
            LogLevel::Error | LogLevel::Critical => LevelFilter::ERROR,
        };
        let mut by_logger = self.by_logger.write().unwrap_or_else(PoisonError::into_inner);
        by_logger.insert(without_root(logger).to_owned(), filter);
    }

    /// Whether a message of that level and logger is logged.
    pub(super) fn admit(&self, logger: &str, level: Level) -> bool {
        let by_logger = self.by_logger.read().unwrap_or_else(PoisonError::into_inner);
        let mut name = logger;
        loop {
            if let Some(filter) = by_logger.get(name) {
                return level <= *filter;
            }
            match name.rsplit_once('.') {
                Some((above, _)) => name = above,
                None => return level <= by_logger.get("").copied().unwrap_or(DEFAULT),
            }
        }
    }

    /// The most verbose level of all loggers.
    pub(super) fn most_verbose(&self) -> LevelFilter {
        let by_logger = self.by_logger.read().unwrap_or_else(PoisonError::into_inner);
        by_logger.values().copied().fold(DEFAULT, Ord::max)
    }
}

/// Removes the prefix `morse.` of the original's loggers. It may be repeated, because module names can begin with it.
fn without_root(logger: &str) -> &str {
    let mut name = logger;
    while let Some(rest) = name.strip_prefix("morse.") {
        name = rest;
    }
    if name == "morse" { "" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logger_inherits_level_of_nearest_ancestor() {
        let levels = Levels::default();
        assert!(levels.admit("sensors.pose", Level::INFO) && !levels.admit("sensors.pose", Level::DEBUG));
        levels.set("sensors", LogLevel::Warning);
        levels.set("morse.morse.sensors.pose", LogLevel::Debug);
        assert!(levels.admit("sensors.pose", Level::DEBUG));
        assert!(!levels.admit("sensors.gps", Level::INFO));
        assert!(levels.admit("actuators.waypoint", Level::INFO));
        assert_eq!(levels.most_verbose(), LevelFilter::DEBUG);
    }

    #[test]
    fn root_logger_sets_level_of_all_loggers() {
        let levels = Levels::default();
        levels.set("morse", LogLevel::Error);
        assert!(!levels.admit("sensors.pose", Level::WARN) && levels.admit("sensors.pose", Level::ERROR));
    }
}
