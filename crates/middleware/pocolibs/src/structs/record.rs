//! An instance of a structure: its bytes, with access by field name.

use std::sync::Arc;

use super::layout::{Layout, Scalar};

/// An instance of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    layout: Arc<Layout>,
    bytes: Vec<u8>,
    little_endian: bool,
}

impl Record {
    /// Creates an instance filled with zeros.
    #[must_use]
    pub fn new(layout: Arc<Layout>) -> Self {
        let bytes = vec![0; layout.size()];
        Self { layout, bytes, little_endian: cfg!(target_endian = "little") }
    }

    /// Creates an instance from bytes of a poster; `None` if there are too few.
    #[must_use]
    pub fn read(layout: Arc<Layout>, bytes: Vec<u8>, little_endian: bool) -> Option<Self> {
        (bytes.len() >= layout.size()).then_some(Self { layout, bytes, little_endian })
    }

    /// Bytes of the structure.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Sets a number field. Ignores missing fields and text fields.
    pub fn set(&mut self, field: &str, value: f64) {
        let Some((scalar, offset)) = self.layout.field(field) else { return };
        match scalar {
            Scalar::Int => self.put(offset, &(value as i32).to_ne_bytes()),
            Scalar::Long => self.put(offset, &(value as i64).to_ne_bytes()),
            Scalar::UnsignedLong => self.put(offset, &(value as u64).to_ne_bytes()),
            Scalar::Float => self.put(offset, &(value as f32).to_ne_bytes()),
            Scalar::Double => self.put(offset, &value.to_ne_bytes()),
            Scalar::Text(_) => {}
        }
    }

    /// Sets a text field. The text is truncated to the size of the field.
    pub fn set_text(&mut self, field: &str, text: &str) {
        let Some((Scalar::Text(length), offset)) = self.layout.field(field) else { return };
        let mut bytes = vec![0; length];
        let room = length.saturating_sub(1);
        bytes.iter_mut().zip(text.bytes().take(room)).for_each(|(to, from)| *to = from);
        self.put(offset, &bytes);
    }

    fn put(&mut self, offset: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(offset..offset + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Value of a number field; `None` if there is no such field or it is a text.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<f64> {
        let (scalar, offset) = self.layout.field(field)?;
        let four = || self.array::<4>(offset);
        let eight = || self.array::<8>(offset);
        Some(match scalar {
            Scalar::Int => f64::from(i32::from_le_bytes(four()?)),
            Scalar::Long => i64::from_le_bytes(eight()?) as f64,
            Scalar::UnsignedLong => u64::from_le_bytes(eight()?) as f64,
            Scalar::Float => f64::from(f32::from_le_bytes(four()?)),
            Scalar::Double => f64::from_le_bytes(eight()?),
            Scalar::Text(_) => return None,
        })
    }

    /// Bytes of a number in little-endian order.
    fn array<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        let mut bytes = <[u8; N]>::try_from(self.bytes.get(offset..offset + N)?).ok()?;
        if !self.little_endian {
            bytes.reverse();
        }
        Some(bytes)
    }
}
