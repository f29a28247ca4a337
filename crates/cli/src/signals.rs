//! Ctrl-C and SIGTERM: the first ends the simulation in good order, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Exit status of a process that was interrupted, as shells have it.
const INTERRUPTED_STATUS: i32 = 130;

/// How long who waits for something else may look away from [`interrupted`]. [ms]
pub const LOOK_EVERY_MS: u64 = 50;

/// Takes the signals over. When that is not possible they end the process, as usual.
pub fn watch() {
    let taken = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            crate::devices::restore();
            std::process::exit(INTERRUPTED_STATUS);
        }
    });
    if let Err(error) = taken {
        tracing::warn!("Ctrl-C will end the process at once: {error}");
    }
}

/// Whether the user wants the end.
#[must_use]
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
