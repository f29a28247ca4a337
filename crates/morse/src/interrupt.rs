//! A flag by which one thread asks loads and runs on others to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest time for which a wait does not look at an [`Interrupt`]. [ms]
pub const INTERRUPT_POLL_MS: u64 = 50;

/// Asks scripts that run, Python components that are waited for and runs to end early. Clones share one flag.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks everything that has a clone of this to end. Says whether somebody had asked before.
    pub fn request(&self) -> bool {
        self.0.swap(true, Ordering::SeqCst)
    }

    /// Whether the end was asked for.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
