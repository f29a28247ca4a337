//! The log of the engine: collected until a call returns to Python, then passed to Python's `logging`.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyModule;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Maximum number of collected lines; further lines are dropped.
const LINES_MAX: usize = 1000;

/// A line of the log: numeric level of Python's `logging`, target of the event, text.
type Line = (u8, &'static str, String);

static LINES: Mutex<Vec<Line>> = Mutex::new(Vec::new());
static HAS_LINES: AtomicBool = AtomicBool::new(false);

struct Collector;

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::INFO
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let level = match *event.metadata().level() {
            Level::ERROR => 40,
            Level::WARN => 30,
            _ => 20,
        };
        let mut text = Text(String::new());
        event.record(&mut text);
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < LINES_MAX {
            lines.push((level, event.metadata().target(), text.0));
            HAS_LINES.store(true, Ordering::Release);
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}

/// Starts collecting the log.
pub(crate) fn start() {
    // Fails if another subscriber in this process collects the log.
    let _ = tracing::subscriber::set_global_default(Collector);
}

/// Passes the collected lines to the loggers below `morse` of Python.
pub(crate) fn flush(py: Python<'_>) -> PyResult<()> {
    if !HAS_LINES.load(Ordering::Acquire) {
        return Ok(());
    }
    HAS_LINES.store(false, Ordering::Release);
    let lines = std::mem::take(&mut *LINES.lock().unwrap_or_else(PoisonError::into_inner));
    let logging = PyModule::import(py, "logging")?;
    for (level, target, text) in lines {
        let name = target.trim_start_matches("morse::").trim_start_matches("morse_").replace("::", ".");
        let logger = logging.call_method1("getLogger", (format!("morse.{name}"),))?;
        logger.call_method1("log", (level, "%s", text))?;
    }
    Ok(())
}
