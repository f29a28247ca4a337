//! An observer whose work is done on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use super::frame::Frame;
use super::observer::Observer;

/// Copies what it needs out of each tick, and hands it to a thread that does the work.
///
/// The simulation never waits for the work: when the queue is full, what is copied of a tick is dropped and counted.
/// When the observer is dropped, at the end of the run, the work on what is in the queue is completed first.
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
    /// An observer that copies with `capture`, where `None` skips a tick, and does `work` on up to `capacity` copies
    /// that wait.
    ///
    /// # Errors
    /// When the operating system starts no thread.
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

    /// The number of copies that were dropped because the queue was full. It can be read after the run.
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
        // The end of the queue ends the thread.
        self.queue = None;
        if let Some(worker) = self.worker.take()
            && worker.join().is_err()
        {
            tracing::error!("The thread of an observer has panicked.");
        }
    }
}
