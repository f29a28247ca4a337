//! The log on standard error, in the format of the original.

mod colors;
mod layer;
mod levels;
mod sink;
mod standard_error;

use std::fmt::Arguments;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::Instant;

use indicatif::ProgressBar;
use morse_sim::engine::control::LogLevel;
use tracing::Level;
use tracing_subscriber::prelude::*;

use crate::arguments::OutputStyle;
use crate::output::diagnostics::Style;
use colors::Colors;
use layer::LogLayer;
use levels::Levels;
use sink::Sink;

static LOG: OnceLock<Log> = OnceLock::new();

struct Log {
    start: Instant,
    colors: Colors,
    levels: Levels,
    sink: Sink,
    /// Also receives the level and the text of each event.
    forward: OnceLock<Forward>,
}

/// A receiver of the level and the text of events.
type Forward = Box<dyn Fn(Level, String) + Send + Sync>;

/// Starts the log. Its times count from here.
pub fn start(style: OutputStyle) {
    let colors = if io::stderr().is_terminal() { Colors::of(style) } else { Colors::None };
    let log = Log {
        start: Instant::now(),
        colors,
        levels: Levels::default(),
        sink: Sink::default(),
        forward: OnceLock::new(),
    };
    if LOG.set(log).is_ok() {
        // This cannot fail: `LOG` is set once, and there is no other subscriber.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(LogLayer));
    }
}

/// Begins a section of the log: an empty line and `[TITLE]`.
pub fn section(title: &str) {
    write(format_args!("\n{}", colored(colors::SECTION, format_args!("[{title}]"))));
}

/// Ends a section of the log: `[TITLE]`.
pub fn end_section(title: &str) {
    write(format_args!("{}", colored(colors::SECTION, format_args!("[{title}]"))));
}

/// Writes an error without a time, with text that other programs look for.
pub fn error(text: &str) {
    write(format_args!("{}", colored(colors::ERROR, format_args!("{text}"))));
}

/// Writes a message of the command itself, outside of a run: `* text` and an empty line.
pub fn notice(text: &str) {
    write(format_args!("* {text}\n"));
}

/// Writes lines unchanged.
pub fn text(text: &str) {
    let lines = text.trim_end_matches('\n');
    if !lines.is_empty() {
        write(format_args!("{lines}"));
    }
}

/// Buffers the lines that are written during `work`, to be printed with [`text`] in their section of the log.
pub fn buffered<T>(work: impl FnOnce() -> T) -> (T, String) {
    let sink = LOG.get().map(|log| &log.sink);
    sink.inspect(|sink| sink.start_buffering());
    let result = work();
    (result, sink.map(Sink::take_buffered).unwrap_or_default())
}

/// Sets the level of a logger and of all loggers below it: `sensors.pose`, or `sensors`.
pub fn set_level(logger: &str, level: LogLevel) {
    if let Some(log) = LOG.get() {
        log.levels.set(logger, level);
        tracing_core::callsite::rebuild_interest_cache();
    }
}

/// Keeps log lines separate from a progress line from now on.
pub fn share_with(bar: &ProgressBar) {
    if let Some(log) = LOG.get() {
        log.sink.share_with(bar);
    }
}

/// From now on, lines are lost if standard error is a pipe that is not read: a run must not wait for its reader.
pub fn lose_lines() {
    if let Some(log) = LOG.get() {
        log.sink.lose_lines();
    }
}

/// Also passes all further events to `forward`, which must not block and must not log.
pub fn forward(forward: impl Fn(Level, String) + Send + Sync + 'static) {
    if let Some(log) = LOG.get() {
        // A run has only one viewer.
        let _ = log.forward.set(Box::new(forward));
    }
}

/// The style of diagnostics that matches the log.
#[must_use]
pub fn style() -> Style {
    match LOG.get().map(|log| log.colors) {
        _ if !io::stderr().is_terminal() => Style::Plain,
        None | Some(Colors::None) => Style::Terminal,
        Some(Colors::Dark | Colors::Light) => Style::Colored,
    }
}

fn colored(role: colors::Role, text: Arguments<'_>) -> String {
    LOG.get().map_or(Colors::None, |log| log.colors).paint(role, text)
}

fn write(line: Arguments<'_>) {
    match LOG.get() {
        Some(log) => log.sink.write(line),
        None => Sink::default().write(line),
    }
}
