//! Interface by which clients start and stop recordings. The driver implements it, because the engine does not access
//! files.

/// Starts and stops recordings for clients.
pub trait RecordingSwitch: Send {
    /// Starts to record to a file named by a client, after tick number `tick`. Returns the path of the file.
    ///
    /// # Errors
    /// When the recording cannot start; the text is the reason.
    fn start(&mut self, file: &str, tick: u64) -> Result<String, String>;

    /// Ends the recording. Returns the path of the file.
    ///
    /// # Errors
    /// When there is no recording, or the file could not be written completely.
    fn stop(&mut self) -> Result<String, String>;
}
