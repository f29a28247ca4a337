//! The threads that simulations in Python compute on: the calling one, and others that help it.

use std::cell::OnceCell;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder, Yield};

/// How long a thread stays awake without work. To wake it takes some 50 µs on a virtual machine, and whoever learns makes
/// thousands of steps a second.
const AWAKE: Duration = Duration::from_millis(1);
/// Pauses between two looks at the clock.
const PAUSES: usize = 32;

thread_local! {
    static OWN: OnceCell<Option<Arc<ThreadPool>>> = const { OnceCell::new() };
}

/// The pool of the calling thread, which is that thread itself: steps are then handed to nobody. `None` on a thread that
/// belongs to another pool, which has one already.
pub(crate) fn own() -> Option<Arc<ThreadPool>> {
    let build = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok().map(Arc::new);
    OWN.with(|own| own.get_or_init(build).clone())
}

/// A thread that computes beside the calling one.
pub(crate) struct Helper {
    /// Has this thread alone.
    pub(crate) pool: Arc<ThreadPool>,
    is_awake: Arc<AtomicBool>,
}

impl Helper {
    /// A new thread.
    pub(crate) fn new() -> Result<Helper, String> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Helper { pool: Arc::new(pool), is_awake: Arc::default() })
    }

    /// Lets the thread look for work until it has had none for a while.
    fn keep_awake(&self) {
        if self.is_awake.swap(true, Ordering::AcqRel) {
            return;
        }
        let is_awake = Arc::clone(&self.is_awake);
        self.pool.spawn(move || {
            let mut idle_since = Instant::now();
            while idle_since.elapsed() < AWAKE {
                if rayon::yield_now() == Some(Yield::Executed) {
                    idle_since = Instant::now();
                }
                (0..PAUSES).for_each(|_| spin_loop());
            }
            is_awake.store(false, Ordering::Release);
        });
    }
}

/// Does a job for each part at once: each of the first ones on the thread of its helper, the last one here.
pub(crate) fn spread<J: Send>(jobs: &mut [J], helpers: &[Helper], work: &(impl Fn(&mut J) + Sync)) {
    match (jobs, helpers) {
        ([], _) => {}
        ([first, rest @ ..], [helper, others @ ..]) => {
            let is_done = AtomicBool::new(false);
            helper.keep_awake();
            helper.pool.in_place_scope(|scope| {
                scope.spawn(|_| {
                    work(first);
                    is_done.store(true, Ordering::Release);
                });
                spread(rest, others, work);
                // The scope would put this thread to sleep at once.
                let begun = Instant::now();
                while !is_done.load(Ordering::Acquire) && begun.elapsed() < AWAKE {
                    (0..PAUSES).for_each(|_| spin_loop());
                }
            });
        }
        (rest, []) => rest.iter_mut().for_each(work),
    }
}
