//! Handles Ctrl-C and SIGTERM: the first signal ends the simulation cleanly, the second ends the process. Ignores the signal
//! of the limit of file sizes.
//!
//! Proof for the unsafe call: it sets a signal to be ignored, before the process has other threads. No handler of this
//! program runs, so none can interrupt code that it must not interrupt. The test of runs with a limit of file sizes executes
//! it.
#![allow(unsafe_code, reason = "the standard library sets no signals; the proof is above")]

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

/// Lets writes beyond the limit of file sizes (`ulimit -f`) fail like writes to a full disk. By default they end the process.
pub fn ignore_file_size_limit() {
    #[cfg(unix)]
    {
        // SAFETY: see the proof at the top of this file.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
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
