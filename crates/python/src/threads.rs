//! The threads that simulations in Python compute on: the calling thread, and helper threads.

use std::cell::OnceCell;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder, Yield};

/// Time for which an idle thread polls for work. Waking it takes about 50 µs on a virtual machine, and learning programs make
/// thousands of steps per second.
const POLL_TIME: Duration = Duration::from_millis(1);
/// Number of spin loop hints between two readings of the clock.
const PAUSES: usize = 32;

thread_local! {
    static OWN: OnceCell<Option<Arc<ThreadPool>>> = const { OnceCell::new() };
}

/// The pool of the calling thread, which consists of that thread, so that steps are not passed to other threads. `None` on a
/// thread that belongs to another pool.
pub(crate) fn own() -> Option<Arc<ThreadPool>> {
    let build = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok().map(Arc::new);
    OWN.with(|own| own.get_or_init(build).clone())
}

/// A thread that computes in parallel to the calling thread.
pub(crate) struct Helper {
    /// A pool that consists of this thread.
    pub(crate) pool: Arc<ThreadPool>,
    is_polling: Arc<AtomicBool>,
}

impl Helper {
    /// Starts a thread.
    pub(crate) fn new() -> Result<Helper, String> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Helper { pool: Arc::new(pool), is_polling: Arc::default() })
    }

    /// Makes the thread poll for work until it has been idle for a while.
    fn poll_for_work(&self) {
        if self.is_polling.swap(true, Ordering::AcqRel) {
            return;
        }
        let is_polling = Arc::clone(&self.is_polling);
        self.pool.spawn(move || {
            let mut idle_since = Instant::now();
            while idle_since.elapsed() < POLL_TIME {
                if rayon::yield_now() == Some(Yield::Executed) {
                    idle_since = Instant::now();
                }
                (0..PAUSES).for_each(|_| spin_loop());
            }
            is_polling.store(false, Ordering::Release);
        });
    }
}

/// Does jobs in parallel: the first ones on the threads of the helpers, the last one on the calling thread.
pub(crate) fn spread<J: Send>(jobs: &mut [J], helpers: &[Helper], work: &(impl Fn(&mut J) + Sync)) {
    match (jobs, helpers) {
        ([], _) => {}
        ([first, rest @ ..], [helper, others @ ..]) => {
            let is_done = AtomicBool::new(false);
            helper.poll_for_work();
            helper.pool.in_place_scope(|scope| {
                scope.spawn(|_| {
                    work(first);
                    is_done.store(true, Ordering::Release);
                });
                spread(rest, others, work);
                // Polls first, because the scope would put this thread to sleep immediately.
                let begun = Instant::now();
                while !is_done.load(Ordering::Acquire) && begun.elapsed() < POLL_TIME {
                    (0..PAUSES).for_each(|_| spin_loop());
                }
            });
        }
        (rest, []) => rest.iter_mut().for_each(work),
    }
}
