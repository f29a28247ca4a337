//! Handles Ctrl-C and SIGTERM: the first ends the simulation cleanly, the second ends the process.

use std::sync::LazyLock;

use morse::Interrupt;

/// What the handler of signals requests.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// Exit status of a process that was interrupted, as shells have it.
const INTERRUPTED_STATUS: i32 = 130;

/// Takes the signals over. When that is not possible they end the process, as usual.
pub fn watch() {
    let interrupt = interrupt();
    let taken = ctrlc::set_handler(move || {
        if interrupt.request() {
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
    INTERRUPT.is_requested()
}

/// What ends scripts and runs when the user wants the end.
#[must_use]
pub fn interrupt() -> Interrupt {
    INTERRUPT.clone()
}
