//! A flag with which one thread ends loads and runs of other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum interval at which waits check an [`Interrupt`]. [ms]
pub const INTERRUPT_POLL_MS: u64 = 50;

/// Ends running scripts, waits for Python components, and runs early. Clones share one flag.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Requests the end of everything that has a clone of this. Returns whether it was requested before.
    pub fn request(&self) -> bool {
        self.0.swap(true, Ordering::SeqCst)
    }

    /// Whether the end was requested.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
