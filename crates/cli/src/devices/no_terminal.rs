//! A replacement for the terminal on systems where keys are not read.

use morse_sim::transport::request::Gateway;

/// There are no terminal settings to restore.
pub fn restore() {}

/// The terminal on systems where keys are not read.
pub struct Terminal(());

impl Terminal {
    /// Warns that keys are not read for the given components.
    pub fn open(listeners: &str, _gateway: &Gateway) -> Option<Self> {
        tracing::warn!(
            "keys are read on Linux and macOS only: nothing presses any for {listeners}; clients can hold keys"
        );
        None
    }
}
