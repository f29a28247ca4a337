//! The pool of one thread that is the calling thread itself: steps are then handed to nobody.

use std::cell::OnceCell;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

thread_local! {
    static OWN: OnceCell<Option<Arc<ThreadPool>>> = const { OnceCell::new() };
}

/// The pool of the calling thread; `None` on a thread that belongs to another pool, which has one already.
pub(crate) fn own() -> Option<Arc<ThreadPool>> {
    let build = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok().map(Arc::new);
    OWN.with(|own| own.get_or_init(build).clone())
}

/// A pool of one thread besides the calling one.
pub(crate) fn another() -> Result<Arc<ThreadPool>, String> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    pool.map(Arc::new).map_err(|error| format!("cannot start a thread: {error}"))
}
