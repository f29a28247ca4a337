//! Bytes of an image, shared between a camera and the readers of its images.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of buffers that a camera keeps for its next images.
const SPARES_MAX: usize = 4;

/// Bytes of an image. A clone shares them: middlewares, recordings and viewers encode an image on their own threads
/// while the camera captures the next one into another buffer.
#[derive(Debug, Default)]
pub struct PixelBytes {
    bytes: Arc<Vec<u8>>,
    /// Buffers of earlier images, for reuse when no clone is left.
    spares: Vec<Arc<Vec<u8>>>,
}

impl PixelBytes {
    /// A buffer for the next image. Its content is undefined: that of an earlier image, or nothing. Clones keep the present
    /// image.
    pub fn renew(&mut self) -> &mut Vec<u8> {
        if Arc::get_mut(&mut self.bytes).is_none() {
            let free = self.spares.iter_mut().position(|spare| Arc::get_mut(spare).is_some());
            let next = free.map(|index| self.spares.swap_remove(index)).unwrap_or_default();
            let read = std::mem::replace(&mut self.bytes, next);
            if self.spares.len() < SPARES_MAX {
                self.spares.push(read);
            }
        }
        Arc::make_mut(&mut self.bytes)
    }
}

impl Deref for PixelBytes {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl AsRef<[u8]> for PixelBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<Vec<u8>> for PixelBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes), spares: Vec::new() }
    }
}

impl FromIterator<u8> for PixelBytes {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes.into_iter().collect::<Vec<u8>>().into()
    }
}

impl Clone for PixelBytes {
    fn clone(&self) -> Self {
        Self { bytes: Arc::clone(&self.bytes), spares: Vec::new() }
    }
}

impl PartialEq for PixelBytes {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Serialize for PixelBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.bytes.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PixelBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clone_keeps_its_image_and_buffers_are_reused() {
        let mut pixels = PixelBytes::from(vec![1, 2]);
        let read = pixels.clone();
        *pixels.renew() = vec![3, 4];
        assert_eq!((read.as_slice(), pixels.as_slice()), (&[1, 2][..], &[3, 4][..]));
        let first = read.as_ptr();
        drop(read);
        let newer = pixels.clone();
        assert_eq!(pixels.renew().as_ptr(), first, "no clone of the first buffer is left");
        assert_eq!(newer.as_slice(), [3, 4]);
        drop(newer);
        assert_eq!(pixels.renew().as_ptr(), first, "a buffer without clones stays");
    }
}
