//! Handles Ctrl-C and SIGTERM: the first signal ends the simulation cleanly, the second ends the process.

use std::sync::LazyLock;

use morse::Interrupt;

/// The interrupt that the signal handler requests.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// Exit status of an interrupted process, by the convention of shells.
const INTERRUPTED_STATUS: i32 = 130;

/// Installs the signal handler. If that fails, signals end the process as usual.
pub fn watch() {
    let interrupt = interrupt();
    let installed = ctrlc::set_handler(move || {
        if interrupt.request() {
            crate::devices::restore();
            std::process::exit(INTERRUPTED_STATUS);
        }
    });
    if let Err(error) = installed {
        tracing::warn!("Ctrl-C will end the process at once: {error}");
    }
}

/// Whether the user has interrupted the command.
#[must_use]
pub fn interrupted() -> bool {
    INTERRUPT.is_requested()
}

/// The interrupt that ends scripts and runs on request of the user.
#[must_use]
pub fn interrupt() -> Interrupt {
    INTERRUPT.clone()
}
