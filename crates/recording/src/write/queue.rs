//! Between the thread of the simulation, which adds messages, and the thread that writes them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::batch::{Batch, Builder};

/// From this many bytes on the writing thread is woken up at once.
const WAKE_BYTES: usize = 256 * 1024;
/// The simulation waits when this many bytes are not taken by the writing thread yet. That thread holds as many again.
const PENDING_BYTES_MAX: usize = 64 * 1024 * 1024;

/// A batch in the making, which both threads share.
#[derive(Clone, Default)]
pub(super) struct Queue(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    /// There is much to write, or the end has come.
    wake: Condvar,
    /// The batch was taken.
    taken: Condvar,
}

#[derive(Default)]
struct State {
    builder: Builder,
    closed: bool,
    failed: bool,
}

/// What the writing thread is to do next.
pub(super) enum Next {
    /// Write the batch that was filled, which may be empty.
    Write,
    /// The same, and then nothing will come any more.
    End,
}

impl Queue {
    /// Adds messages or channels.
    pub(super) fn with<T>(&self, add: impl FnOnce(&mut Builder) -> T) -> T {
        add(&mut self.lock().builder)
    }

    /// A tick is complete: waits while too much is not written yet. Whether anything is written at all: not after a
    /// failure.
    pub(super) fn complete_tick(&self) -> bool {
        let mut state = self.lock();
        let size = state.builder.batch.size();
        if size >= WAKE_BYTES {
            self.0.wake.notify_one();
        }
        if size >= PENDING_BYTES_MAX {
            let is_full = |state: &mut State| {
                state.builder.batch.size() >= PENDING_BYTES_MAX && !state.failed && !state.closed
            };
            state = self.0.taken.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed {
            state.builder.batch.clear();
        }
        !state.failed
    }

    /// Whether writing failed.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().failed
    }

    /// Nothing will be added any more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.wake.notify_one();
    }

    /// Writing failed: what is added from here on is lost.
    pub(super) fn fail(&self) {
        self.lock().failed = true;
        self.0.taken.notify_all();
    }

    /// For the writing thread: waits until there is much to write, `time` has passed or the end has come, and swaps
    /// what there is with the empty `batch`.
    pub(super) fn take(&self, batch: &mut Batch, time: Duration) -> Next {
        let state = self.lock();
        let is_idle = |state: &mut State| state.builder.batch.size() < WAKE_BYTES && !state.closed;
        let waited = self.0.wake.wait_timeout_while(state, time, is_idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.builder.batch, batch);
        let next = if state.closed { Next::End } else { Next::Write };
        drop(state);
        self.0.taken.notify_all();
        next
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulation_waits_for_a_slow_disk_and_loses_nothing() {
        let queue = Queue::default();
        let reader = queue.clone();
        let writer = std::thread::spawn(move || {
            let (mut batch, mut bytes, mut largest) = (Batch::default(), 0, 0);
            loop {
                let next = reader.take(&mut batch, Duration::from_millis(1));
                (bytes, largest) = (bytes + batch.bytes.len(), largest.max(batch.size()));
                batch.clear();
                if matches!(next, Next::End) {
                    return (bytes, largest);
                }
            }
        });
        let message = vec![0; 8 * 1024 * 1024];
        for _ in 0..40 {
            let added = queue.with(|builder| {
                builder.add(0, |bytes| {
                    bytes.extend(&message);
                    Ok::<(), ()>(())
                })
            });
            assert!(added.is_ok() && queue.complete_tick());
        }
        queue.close();
        let (bytes, largest) = writer.join().unwrap();
        assert_eq!(bytes, 40 * message.len());
        assert!(largest < PENDING_BYTES_MAX + 2 * message.len(), "{largest} bytes were held");
    }

    #[test]
    fn nobody_waits_after_a_failure() {
        let queue = Queue::default();
        queue.fail();
        let added = queue.with(|builder| {
            builder.add(0, |bytes| {
                bytes.resize(PENDING_BYTES_MAX + 1, 0);
                Ok::<(), ()>(())
            })
        });
        assert!(added.is_ok());
        assert!(!queue.complete_tick());
        assert!(queue.has_failed());
    }
}
