//! Brings what the DDS library logs with the crate `log` into the log: its warnings and errors.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The library, by the first part of its modules' names, which is also the name of the logger.
const LIBRARY: &str = "rustdds";

/// Messages about nothing that a user can or need change, by their beginnings: a kernel that gives sockets smaller buffers
/// than asked for, a machine with loopback only, and what rustdds says of itself in each run that ends well.
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

/// Longest text that is shown: some messages have the whole state of a connection. [characters]
const TEXT_MAX: usize = 300;

static BRIDGE: Bridge = Bridge { seen: Mutex::new(None) };

struct Bridge {
    /// How often each place in the source has logged.
    seen: Mutex<Option<BTreeMap<(String, u32), u64>>>,
}

/// Begins to listen. A second call changes nothing.
pub(super) fn listen() {
    if log::set_logger(&BRIDGE).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

impl Bridge {
    /// Counts a record of a place. A place that logs again and again is heard at the first, second, fourth, eighth … time.
    fn count(&self, file: &str, line: u32) -> Option<u64> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let count = seen.get_or_insert_default().entry((file.to_owned(), line)).or_insert(0);
        *count += 1;
        count.is_power_of_two().then_some(*count)
    }
}

/// Whether records of a module and level are heard: warnings and errors of the library.
fn is_heard(target: &str, level: Level) -> bool {
    let ours = target.strip_prefix(LIBRARY).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    ours && level <= Level::Warn
}

/// The text of a message that is worth a line.
fn wanted(mut text: String) -> Option<String> {
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
        is_heard(metadata.target(), metadata.level())
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let Some(text) = wanted(record.args().to_string()) else { return };
        let (file, line) = (record.file().unwrap_or_default(), record.line().unwrap_or_default());
        let Some(count) = self.count(file, line) else { return };
        let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
        // An error of the library is no error of the run.
        tracing::warn!(target: LIBRARY, "{text}{times}");
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_warnings_and_errors_of_the_library_are_heard() {
        for (target, level, heard) in [
            ("rustdds", Level::Warn, true),
            ("rustdds::rtps::writer", Level::Error, true),
            ("rustdds::rtps::writer", Level::Info, false),
            ("rustdds_other", Level::Error, false),
            ("ureq", Level::Warn, false),
        ] {
            assert_eq!(is_heard(target, level), heard, "{target} {level}");
        }
    }

    #[test]
    fn texts_are_short_and_noise_is_none() {
        assert_eq!(wanted("a port is in use".to_owned()).as_deref(), Some("a port is in use"));
        assert_eq!(wanted("Cannot remove Writer GUID {…}".to_owned()), None);
        assert_eq!(wanted("ä".repeat(1000)).map(|text| text.chars().count()), Some(TEXT_MAX + 1));
    }

    #[test]
    fn a_place_that_repeats_itself_is_heard_ever_less() {
        let bridge = Bridge { seen: Mutex::new(None) };
        let heard: Vec<u64> = (0..20).filter_map(|_| bridge.count("writer.rs", 7)).collect();
        assert_eq!(heard, [1, 2, 4, 8, 16]);
        assert_eq!(bridge.count("writer.rs", 8), Some(1));
    }
}
