//! Buffer of messages of one stream.

/// Concatenated messages of one stream.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) bytes: Vec<u8>,
    /// End offset of each message in `bytes`.
    pub(super) ends: Vec<usize>,
    /// Number of messages dropped since the buffer was last taken.
    pub(super) lost: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.lost = 0;
    }
}
