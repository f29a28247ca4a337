//! The thread that writes the files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Error, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Target of log lines.
pub(crate) const LOG: &str = "morse.middleware.text_datastream";

/// Maximum number of queued messages, about one per tick. The simulation waits when the queue is full, so that files have no
/// gaps.
const TICKS_MAX: usize = 64;

/// Maximum delay of a record until it is in its file while the simulation runs. Many records share one write.
const FLUSH_PERIOD: Duration = Duration::from_millis(50);

/// A message to the writing thread.
pub(crate) enum Order {
    /// Opens a file at an index that is unused or closed.
    Open(usize, PathBuf, File),
    /// Appends text to files.
    Write(Records),
    /// Closes a file, by index.
    Close(usize),
}

/// Text for several files.
#[derive(Default)]
pub(crate) struct Records {
    text: String,
    /// Index of a file and end offset of its text, in order.
    ends: Vec<(usize, usize)>,
}

impl Records {
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds the text that `write` appends, for the file at an index.
    pub(crate) fn add(&mut self, file: usize, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push((file, self.text.len()));
    }

    /// Empty records with the capacity for the same amount of text.
    pub(crate) fn empty_with_capacity(&self) -> Self {
        Self { text: String::with_capacity(self.text.len()), ends: Vec::with_capacity(self.ends.len()) }
    }
}

/// The writing thread and its queue.
pub(crate) struct Writer {
    orders: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start() -> Result<Self, Error> {
        let (orders, queue) = sync_channel(TICKS_MAX);
        let thread = std::thread::Builder::new().name("text".to_owned()).spawn(move || run(&queue))?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    /// Queues an order for the thread. Blocks while the queue is full.
    pub(crate) fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // Fails only if the thread has panicked, which `finish` reports.
            let _ = orders.send(order);
        }
    }

    /// Waits until all records are written.
    pub(crate) fn finish(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: LOG, "The thread that writes text files has panicked.");
        }
    }
}

/// An open file.
struct Target {
    path: PathBuf,
    file: BufWriter<File>,
    unflushed: bool,
    /// Whether writing has failed. The error was logged.
    broken: bool,
}

impl Target {
    fn attempt(&mut self, act: impl FnOnce(&mut BufWriter<File>) -> Result<(), Error>) {
        if self.broken {
            return;
        }
        if let Err(error) = act(&mut self.file) {
            self.broken = true;
            tracing::error!(
                target: LOG,
                "Cannot write to {}: {error}. The file ends here; the simulation continues.",
                self.path.display()
            );
        }
    }
}

fn run(queue: &Receiver<Order>) {
    let mut targets: BTreeMap<usize, Target> = BTreeMap::new();
    while let Ok(first) = queue.recv() {
        let due = Instant::now() + FLUSH_PERIOD;
        let mut next = Ok(first);
        while let Ok(order) = next {
            execute(order, &mut targets);
            let left = due.checked_duration_since(Instant::now());
            next = left.map_or(Err(RecvTimeoutError::Timeout), |left| queue.recv_timeout(left));
        }
        // Flush, so that users can read the records while the simulation runs.
        for target in targets.values_mut() {
            if std::mem::take(&mut target.unflushed) {
                target.attempt(Write::flush);
            }
        }
        if next.is_err_and(|error| error == RecvTimeoutError::Disconnected) {
            return;
        }
    }
}

fn execute(order: Order, targets: &mut BTreeMap<usize, Target>) {
    match order {
        Order::Open(index, path, file) => {
            targets
                .insert(index, Target { path, file: BufWriter::new(file), unflushed: false, broken: false });
        }
        Order::Close(index) => {
            if let Some(mut target) = targets.remove(&index) {
                target.attempt(Write::flush);
            }
        }
        Order::Write(Records { text, ends }) => {
            let mut start = 0;
            for (index, end) in ends {
                if let Some(target) = targets.get_mut(&index) {
                    let record = text.get(start..end).unwrap_or_default();
                    target.attempt(|file| file.write_all(record.as_bytes()));
                    target.unflushed = true;
                }
                start = end;
            }
        }
    }
}
