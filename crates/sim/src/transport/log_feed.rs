//! The log for programs that are connected: middlewares that show it to their clients subscribe to its lines.
//!
//! The log is that of the process, so this is, too. Whoever writes the log calls [`publish`].

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use tracing::Level;

/// Number of lines that wait for a subscriber; further ones are dropped.
const LINES_MAX: usize = 1000;

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// When it was written, since 1970. Who writes the log knows it; the engine knows no wall time.
    pub since_1970: Duration,
    /// Its level.
    pub level: Level,
    /// Its logger, such as `sensors.pose`; empty for the command itself.
    pub logger: String,
    /// The text.
    pub text: String,
    /// The source file, where it is known.
    pub file: &'static str,
    /// The line in that file.
    pub line: u32,
}

struct Subscriber {
    id: u64,
    lines: SyncSender<LogLine>,
}

static SUBSCRIBERS: Mutex<Vec<Subscriber>> = Mutex::new(Vec::new());
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Set in a thread whose lines are left out.
    static SILENT: OnceCell<()> = const { OnceCell::new() };
}

fn subscribers() -> MutexGuard<'static, Vec<Subscriber>> {
    SUBSCRIBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a subscription alive. Dropping it ends it: the receiver then gives the lines that wait, and no more.
#[derive(Debug)]
#[must_use = "the subscription ends when it is dropped"]
pub struct LogSubscription {
    id: u64,
}

impl Drop for LogSubscription {
    fn drop(&mut self) {
        subscribers().retain(|subscriber| subscriber.id != self.id);
    }
}

/// Subscribes to the lines that are written from now on.
pub fn subscribe() -> (LogSubscription, Receiver<LogLine>) {
    let (lines, receiver) = sync_channel(LINES_MAX);
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    subscribers().push(Subscriber { id, lines });
    (LogSubscription { id }, receiver)
}

/// Leaves out what this thread logs: a thread that passes lines on must not cause new ones.
pub fn leave_out_this_thread() {
    // It may be set already.
    let _ = SILENT.with(|silent| silent.set(()));
}

/// Gives a line to all subscribers. Waits for none of them.
pub fn publish(line: &LogLine) {
    if SILENT.with(|silent| silent.get().is_some()) {
        return;
    }
    subscribers().retain(|subscriber| {
        !matches!(subscriber.lines.try_send(line.clone()), Err(TrySendError::Disconnected(_)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of one test must not come to the other.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(text: &str) -> LogLine {
        let (logger, text) = ("log_feed.tests".to_owned(), text.to_owned());
        LogLine { since_1970: Duration::ZERO, level: Level::INFO, logger, text, file: "a.rs", line: 1 }
    }

    #[test]
    fn each_subscriber_gets_the_lines_until_it_ends() {
        let _alone = alone();
        let ((first, one), (_second, two)) = (subscribe(), subscribe());
        publish(&line("both"));
        drop(first);
        publish(&line("the second"));
        let texts = |lines: Receiver<LogLine>| lines.try_iter().map(|line| line.text).collect::<Vec<_>>();
        assert_eq!(texts(one), ["both"]);
        assert_eq!(texts(two), ["both", "the second"]);
    }

    #[test]
    fn a_subscriber_that_does_not_read_loses_lines_and_stops_nobody() {
        let _alone = alone();
        let (_subscription, lines) = subscribe();
        for _ in 0..2 * LINES_MAX {
            publish(&line("again"));
        }
        assert_eq!(lines.try_iter().count(), LINES_MAX);
    }

    #[test]
    fn a_thread_that_passes_lines_on_adds_none() {
        let _alone = alone();
        let (_subscription, lines) = subscribe();
        let silent = std::thread::spawn(|| {
            leave_out_this_thread();
            publish(&line("of the thread"));
        });
        silent.join().unwrap();
        assert_eq!(lines.try_iter().count(), 0);
    }
}
