//! What begins and ends recordings for clients. The engine knows no files: a driver that can record has a switch.

/// Begins and ends recordings for clients.
pub trait RecordingSwitch: Send {
    /// Begins to record to a file that a client names, after tick number `tick`. Returns where the file is.
    ///
    /// # Errors
    /// Says why not.
    fn start(&mut self, file: &str, tick: u64) -> Result<String, String>;

    /// Ends the recording, and returns where the file is.
    ///
    /// # Errors
    /// When nothing is being recorded, or the file could not be written to its end.
    fn stop(&mut self) -> Result<String, String>;
}
