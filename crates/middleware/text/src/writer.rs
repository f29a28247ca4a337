//! The thread that writes the files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Error, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;

/// Target of log lines.
pub(crate) const LOG: &str = "morse.middleware.text_datastream";

/// Capacity of the queue of records. When it is full the simulation waits, so that files are complete.
const QUEUE_LENGTH_MAX: usize = 4096;

/// A message to the thread.
pub(crate) enum Order {
    /// A new file at an index, which was not used or whose file is closed.
    Open(usize, PathBuf, File),
    /// Text for a file, by index.
    Write(usize, String),
    /// Closes a file, by index.
    Close(usize),
}

/// The sender of the thread's queue, and the thread.
pub(crate) struct Writer {
    orders: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start() -> Result<Self, Error> {
        let (orders, queue) = sync_channel(QUEUE_LENGTH_MAX);
        let thread = std::thread::Builder::new().name("text".to_owned()).spawn(move || run(&queue))?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    /// The queue, while the thread runs.
    pub(crate) fn orders(&self) -> Option<SyncSender<Order>> {
        self.orders.clone()
    }

    /// Waits until everything is written. Before, publishers must have been dropped, or the queue closed.
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
    /// Writing has failed, and the error was logged.
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
                "Cannot write to {}: {error}. The file ends here; the simulation goes on.",
                self.path.display()
            );
        }
    }
}

fn run(queue: &Receiver<Order>) {
    let mut targets: BTreeMap<usize, Target> = BTreeMap::new();
    while let Ok(first) = queue.recv() {
        let mut next = Ok(first);
        while let Ok(order) = next {
            carry_out(order, &mut targets);
            next = queue.try_recv();
        }
        // Flushed, so that a user sees all records so far while the simulation runs.
        for target in targets.values_mut() {
            if std::mem::take(&mut target.unflushed) {
                target.attempt(Write::flush);
            }
        }
        if next.is_err_and(|error| error == TryRecvError::Disconnected) {
            return;
        }
    }
}

fn carry_out(order: Order, targets: &mut BTreeMap<usize, Target>) {
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
        Order::Write(index, text) => {
            if let Some(target) = targets.get_mut(&index) {
                target.attempt(|file| file.write_all(text.as_bytes()));
                target.unflushed = true;
            }
        }
    }
}
