//! Converts tracing events to lines of the log.

use std::fmt::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use morse_sim::transport::log_feed::{self, LogLine};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

use super::{LOG, Log, colors};

/// The module of zenoh that warns about each failed connection to a router. The middleware itself reports a missing router.
const CONNECTOR: &str = "zenoh::net::runtime::orchestrator";

/// Writes events to the log.
pub(super) struct LogLayer;

impl<S: Subscriber> Layer<S> for LogLayer {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        // Levels can change at run time.
        Interest::sometimes()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        LOG.get().map(|log| log.levels.most_verbose())
    }

    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        LOG.get().is_some_and(|log| log.admits(metadata))
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let Some(log) = LOG.get() else { return };
        let mut text = Text::default();
        event.record(&mut text);
        let (level, logger) = (*event.metadata().level(), logger(event.metadata().target()));
        let line = line(log.start.elapsed().as_secs_f64(), level, &logger, &text.0);
        if let Some(forward) = log.forward.get() {
            forward(level, if logger.is_empty() { text.0.clone() } else { format!("[{logger}] {}", text.0) });
        }
        log.sink.write(format_args!("{}", log.colors.paint(colors::role(level), format_args!("{line}"))));
        let (file, line) = (event.metadata().file().unwrap_or_default(), event.metadata().line());
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let line = line.unwrap_or_default();
        log_feed::publish(&LogLine { since_1970, level, logger, text: text.0, file, line });
    }
}

impl Log {
    fn admits(&self, metadata: &Metadata<'_>) -> bool {
        let is_ours = metadata.target().starts_with("morse") || !metadata.target().contains("::");
        let level = *metadata.level();
        let threshold = if metadata.target() == CONNECTOR { Level::ERROR } else { Level::WARN };
        if is_ours { self.levels.admit(&logger(metadata.target()), level) } else { level <= threshold }
    }
}

/// Formats a line: `[   1.234] [logger] text`; errors have no time.
fn line(seconds: f64, level: Level, logger: &str, text: &str) -> String {
    let prefix = if logger.is_empty() { String::new() } else { format!("[{logger}] ") };
    if level == Level::ERROR { format!("{prefix}{text}") } else { format!("[{seconds:8.3}] {prefix}{text}") }
}

/// The logger of an event. A dotted target loses its prefix `morse.`. Otherwise, it is kind and name of a component
/// (`sensors.gps`), or crate and module (`sim.clock`) without the folders between. The command itself has no logger.
fn logger(target: &str) -> String {
    if target == "morse" || target.starts_with("morse::") {
        return String::new();
    }
    let Some(path) = target.strip_prefix("morse_") else {
        return target.strip_prefix("morse.").unwrap_or(target).to_owned();
    };
    let parts: Vec<&str> = path.strip_prefix("components::").unwrap_or(path).split("::").collect();
    match parts.as_slice() {
        [kind, _, component, ..] if path.starts_with("components::") => format!("{kind}.{component}"),
        [first, .., last] => format!("{first}.{last}"),
        _ => path.to_owned(),
    }
}

/// The message of an event, followed by its other fields.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = if field.name() == "message" {
            write!(self.0, "{value:?}")
        } else {
            write!(self.0, " {}={value:?}", field.name())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loggers_are_named_as_in_the_original() {
        for (target, name) in [
            ("morse", ""),
            ("morse::pacing", ""),
            ("morse.middleware.socket_datastream", "middleware.socket_datastream"),
            ("morse_components::sensors::motion::gps", "sensors.gps"),
            ("morse_components::actuators::arms::armature::services", "actuators.armature"),
            ("morse_sim::engine::simulation", "sim.simulation"),
            ("morse_socket", "socket"),
        ] {
            assert_eq!(logger(target), name);
        }
    }

    #[test]
    fn lines_have_the_format_that_tools_read() {
        assert_eq!(line(1.2341, Level::INFO, "", "PID: 12"), "[   1.234] PID: 12");
        assert_eq!(line(12.0, Level::WARN, "sensors.pose", "x"), "[  12.000] [sensors.pose] x");
        assert_eq!(line(12.0, Level::ERROR, "sensors.pose", "x"), "[sensors.pose] x");
    }
}
