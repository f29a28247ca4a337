//! The threads that simulations in Python compute on: the calling thread, and helper threads.

mod pace;
mod round;
mod team;

use std::cell::RefCell;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

pub(crate) use team::Team;

thread_local! {
    static OWN: RefCell<Option<Arc<ThreadPool>>> = const { RefCell::new(None) };
}

/// The pool of the calling thread, which consists of that thread, so that steps are not passed to other threads. `None` on a
/// thread that belongs to another pool.
pub(crate) fn own() -> Option<Arc<ThreadPool>> {
    OWN.with_borrow_mut(|own| {
        if own.is_none() {
            *own = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok().map(Arc::new);
        }
        own.clone()
    })
}

/// The number of processors that this process may use: its affinity and the quota of its control group count.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Starts a thread that calls a function, and whose [`own`] pool ends with it.
fn start(run: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    let pool = Arc::new(pool.map_err(|error| format!("cannot start a thread: {error}"))?);
    let own = Arc::clone(&pool);
    pool.spawn(move || {
        OWN.set(Some(own));
        run();
        OWN.take();
    });
    Ok(())
}
