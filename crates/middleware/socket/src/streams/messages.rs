//! Messages of one stream, on their way from the engine to its clients.

/// Concatenated messages of one stream.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) bytes: Vec<u8>,
    /// Where each message ends.
    pub(super) ends: Vec<usize>,
    /// Number of messages dropped since these were last taken.
    pub(super) lost: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.lost = 0;
    }
}
