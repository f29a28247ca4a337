//! Forwards warnings and errors of the DDS library, which logs with the crate `log`, to the log.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// Crate name of the library, which is also the name of its logger.
const LIBRARY: &str = "rustdds";

/// Beginnings of messages that need no action by users: the kernel limits the size of socket buffers, the machine has a
/// loopback interface only, and messages that rustdds logs in every successful run.
const NOISE: [&str; 9] = [
    "SO_RCVBUF clamped",
    "join_multicast",
    "No multicast joins succeeded",
    "leave_multicast_group",
    "send_message_to_readers: No locators",
    "send_to_locator: Message size",
    "try_send_to_locator: Message size",
    "Participant was updated, but DB does not have it",
    "Cannot remove Writer",
];

/// Maximum length of a text: some messages contain the whole state of a connection. [characters]
const TEXT_MAX: usize = 300;

static BRIDGE: Bridge = Bridge { seen: Mutex::new(None) };

struct Bridge {
    /// Number of messages of each source location.
    seen: Mutex<Option<BTreeMap<(String, u32), u64>>>,
}

/// Installs the bridge. A second call has no effect.
pub(super) fn install() {
    if log::set_logger(&BRIDGE).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

impl Bridge {
    /// Counts a message of a source location. Returns the count if the message is to be logged, which is its first, second,
    /// fourth, eighth … time.
    fn count(&self, file: &str, line: u32) -> Option<u64> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let count = seen.get_or_insert_default().entry((file.to_owned(), line)).or_insert(0);
        *count += 1;
        count.is_power_of_two().then_some(*count)
    }
}

/// Whether a record is a warning or an error of the library.
fn is_forwarded(target: &str, level: Level) -> bool {
    let ours = target.strip_prefix(LIBRARY).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    ours && level <= Level::Warn
}

/// The shortened text of a message; `None` for noise.
fn shortened(mut text: String) -> Option<String> {
    if NOISE.iter().any(|noise| text.starts_with(noise)) {
        return None;
    }
    if let Some((end, _)) = text.char_indices().nth(TEXT_MAX) {
        text.truncate(end);
        text.push('…');
    }
    Some(text)
}

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_forwarded(metadata.target(), metadata.level())
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let Some(text) = shortened(record.args().to_string()) else { return };
        let (file, line) = (record.file().unwrap_or_default(), record.line().unwrap_or_default());
        let Some(count) = self.count(file, line) else { return };
        let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
        // An error of the library is only a warning for the run.
        tracing::warn!(target: LIBRARY, "{text}{times}");
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_warnings_and_errors_of_the_library_are_forwarded() {
        for (target, level, logged) in [
            ("rustdds", Level::Warn, true),
            ("rustdds::rtps::writer", Level::Error, true),
            ("rustdds::rtps::writer", Level::Info, false),
            ("rustdds_other", Level::Error, false),
            ("ureq", Level::Warn, false),
        ] {
            assert_eq!(is_forwarded(target, level), logged, "{target} {level}");
        }
    }

    #[test]
    fn texts_are_shortened_and_noise_is_dropped() {
        assert_eq!(shortened("a port is in use".to_owned()).as_deref(), Some("a port is in use"));
        assert_eq!(shortened("Cannot remove Writer GUID {…}".to_owned()), None);
        assert_eq!(shortened("ä".repeat(1000)).map(|text| text.chars().count()), Some(TEXT_MAX + 1));
    }

    #[test]
    fn repeated_messages_are_logged_at_powers_of_two() {
        let bridge = Bridge { seen: Mutex::new(None) };
        let logged: Vec<u64> = (0..20).filter_map(|_| bridge.count("writer.rs", 7)).collect();
        assert_eq!(logged, [1, 2, 4, 8, 16]);
        assert_eq!(bridge.count("writer.rs", 8), Some(1));
    }
}
