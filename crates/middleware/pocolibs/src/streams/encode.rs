//! What every encoder of a poster does.

use morse_sim::transport::stream::Sample;

/// Makes the bytes of a reading. Nothing if there is nothing to write.
pub(super) trait Encode: Send {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]>;
}
