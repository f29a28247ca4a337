//! An observer that does its work on a background thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use super::frame::Frame;
use super::observer::Observer;

/// Copies data of each tick, and passes it to a thread that does the work.
///
/// The simulation never waits for the work: if the queue is full, the copy is dropped and counted. Dropping the observer, at
/// the end of the run, first completes the work on queued copies.
pub struct Background<C, T> {
    capture: C,
    queue: Option<SyncSender<T>>,
    worker: Option<JoinHandle<()>>,
    dropped: Arc<AtomicU64>,
}

impl<C, T> Background<C, T>
where
    C: FnMut(&Frame<'_>) -> Option<T> + Send,
    T: Send + 'static,
{
    /// Creates an observer that copies data with `capture` (`None` skips a tick) and processes them with `work`. The queue has
    /// room for `capacity` copies.
    ///
    /// # Errors
    /// If the operating system cannot start a thread.
    pub fn new(
        capacity: usize,
        capture: C,
        mut work: impl FnMut(T) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (queue, copies) = sync_channel(capacity);
        let worker = thread::Builder::new().name("observer".to_owned());
        let worker = worker.spawn(move || copies.into_iter().for_each(&mut work))?;
        Ok(Self { capture, queue: Some(queue), worker: Some(worker), dropped: Arc::default() })
    }

    /// The number of copies dropped because the queue was full. It can be read after the run.
    #[must_use]
    pub fn dropped(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.dropped)
    }
}

impl<C, T> Observer for Background<C, T>
where
    C: FnMut(&Frame<'_>) -> Option<T> + Send,
    T: Send + 'static,
{
    fn tick(&mut self, frame: &Frame<'_>) {
        let Some((copy, queue)) = (self.capture)(frame).zip(self.queue.as_ref()) else { return };
        match queue.try_send(copy) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
            }
            Err(TrySendError::Disconnected(_)) => {
                tracing::error!(
                    "The thread of an observer has panicked; the observer sees no further ticks."
                );
                self.queue = None;
            }
        }
    }
}

impl<C, T> Drop for Background<C, T> {
    fn drop(&mut self) {
        // Closing the queue ends the thread.
        self.queue = None;
        if let Some(worker) = self.worker.take()
            && worker.join().is_err()
        {
            tracing::error!("The thread of an observer has panicked.");
        }
    }
}
