//! Replacement for the terminal on systems without support for reading keys.

use morse_sim::transport::request::Gateway;

/// Does nothing: there are no terminal settings to restore.
pub fn restore() {}

/// The terminal on systems without support for reading keys.
pub struct Terminal(());

impl Terminal {
    /// Warns that keys are not read for the given components.
    pub fn open(listeners: &str, _gateway: &Gateway) -> Option<Self> {
        tracing::warn!(
            "keys are read on Linux and macOS only: {listeners} cannot read any; clients can hold keys"
        );
        None
    }
}
