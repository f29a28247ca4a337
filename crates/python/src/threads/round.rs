//! Items of work that several threads share: each thread takes items until none is left.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time for which the calling thread lets other threads run before it sleeps.
const YIELD_TIME: Duration = Duration::from_micros(100);

/// Items of work. A thread begins with its own share, and then takes what the other threads have not begun, so that no thread
/// waits for one that the system does not run.
pub(super) struct Round {
    work: Box<dyn Fn(usize) + Send + Sync>,
    threads: usize,
    taken: Vec<AtomicBool>,
    left: AtomicUsize,
    has_panicked: AtomicBool,
    is_done: Mutex<bool>,
    done: Condvar,
}

impl Round {
    /// `count` items for `threads` threads.
    pub(super) fn new(count: usize, threads: usize, work: impl Fn(usize) + Send + Sync + 'static) -> Round {
        Round {
            work: Box::new(work),
            threads,
            taken: (0..count).map(|_| AtomicBool::new(false)).collect(),
            left: AtomicUsize::new(count),
            has_panicked: AtomicBool::new(false),
            is_done: Mutex::new(count == 0),
            done: Condvar::new(),
        }
    }

    /// Does items until all are begun. Returns how many were done here.
    pub(super) fn help(&self, thread: usize) -> usize {
        let count = self.taken.len();
        let own = thread * count / self.threads..(thread + 1) * count / self.threads;
        // From the end of the shares of the other threads, which they reach last.
        let others = (0..count).rev().filter(|item| !own.contains(item));
        own.clone().chain(others).filter(|&item| self.take(item)).count()
    }

    /// Does an item, unless another thread has begun it.
    fn take(&self, item: usize) -> bool {
        if self.taken[item].load(Ordering::Relaxed) || self.taken[item].swap(true, Ordering::AcqRel) {
            return false;
        }
        if catch_unwind(AssertUnwindSafe(|| (self.work)(item))).is_err() {
            self.has_panicked.store(true, Ordering::Release);
        }
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            *self.is_done.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.done.notify_all();
        }
        true
    }

    /// Waits until all items are done.
    ///
    /// # Panics
    /// If an item did.
    pub(super) fn wait(&self) {
        let begun = Instant::now();
        while self.left.load(Ordering::Acquire) > 0 && begun.elapsed() < YIELD_TIME {
            std::thread::yield_now();
        }
        let mut is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_done {
            is_done = self.done.wait(is_done).unwrap_or_else(PoisonError::into_inner);
        }
        drop(is_done);
        assert!(!self.has_panicked.load(Ordering::Acquire), "an internal error in a thread");
    }
}
