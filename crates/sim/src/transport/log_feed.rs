//! Feed of log lines: middlewares that show the log to their clients subscribe to it.
//!
//! The log belongs to the process, and so does the feed. The writer of the log calls [`publish`].

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use tracing::Level;

/// Maximum number of lines that wait for a subscriber; further lines are dropped.
const LINES_MAX: usize = 1000;

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// Time of the line, since 1970. Supplied by the writer of the log, because the engine does not read wall time.
    pub since_1970: Duration,
    /// Severity of the line.
    pub level: Level,
    /// Name of the logger, such as `sensors.pose`; empty for the command itself.
    pub logger: String,
    /// Text of the message.
    pub text: String,
    /// Source file, or empty.
    pub file: &'static str,
    /// Line number in that file.
    pub line: u32,
}

struct Subscriber {
    id: u64,
    lines: SyncSender<LogLine>,
}

static SUBSCRIBERS: Mutex<Vec<Subscriber>> = Mutex::new(Vec::new());
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Set in a thread whose lines are not published.
    static SILENT: OnceCell<()> = const { OnceCell::new() };
}

fn subscribers() -> MutexGuard<'static, Vec<Subscriber>> {
    SUBSCRIBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a subscription alive. Dropping it ends the subscription; the receiver then returns only the lines that wait.
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

/// Subscribes to the lines that are published from now on.
pub fn subscribe() -> (LogSubscription, Receiver<LogLine>) {
    let (lines, receiver) = sync_channel(LINES_MAX);
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    subscribers().push(Subscriber { id, lines });
    (LogSubscription { id }, receiver)
}

/// Excludes the lines of this thread from the feed: a thread that forwards lines must not cause new ones.
pub fn leave_out_this_thread() {
    // Fails without effect if it is already set.
    let _ = SILENT.with(|silent| silent.set(()));
}

/// Queues a line for all subscribers without waiting.
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

    /// Held by each test, because the feed is shared by the process.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(text: &str) -> LogLine {
        let (logger, text) = ("log_feed.tests".to_owned(), text.to_owned());
        LogLine { since_1970: Duration::ZERO, level: Level::INFO, logger, text, file: "a.rs", line: 1 }
    }

    #[test]
    fn subscriber_gets_lines_until_its_subscription_ends() {
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
    fn slow_subscriber_loses_lines_and_blocks_no_writer() {
        let _alone = alone();
        let (_subscription, lines) = subscribe();
        for _ in 0..2 * LINES_MAX {
            publish(&line("again"));
        }
        assert_eq!(lines.try_iter().count(), LINES_MAX);
    }

    #[test]
    fn lines_of_an_excluded_thread_are_not_published() {
        let _alone = alone();
        let (_subscription, lines) = subscribe();
        let silent = std::thread::spawn(|| {
            leave_out_this_thread();
            publish(&line("from the thread"));
        });
        silent.join().unwrap();
        assert_eq!(lines.try_iter().count(), 0);
    }
}
