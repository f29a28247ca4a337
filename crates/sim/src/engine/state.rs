//! The state of a simulation, and its serialization to snapshots.
//!
//! The format is `postcard`. It is compact and gives the same bytes for the same state, so that a hash of the bytes
//! is a hash of the state.

pub mod copy;
pub(crate) mod current;
pub(crate) mod episode;
pub(crate) mod looks;
pub(crate) mod reset;
pub mod snapshot;

use serde::{Serialize, de::DeserializeOwned};

/// Error of a snapshot that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("the snapshot does not fit this simulation: {0}")]
pub struct StateError(pub String);

/// Appends `value` to the snapshot in `out`.
///
/// # Errors
/// When the value cannot be represented, which for the types used here means that the format itself failed.
pub fn write<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), StateError> {
    postcard::serialize_with_flavor(value, Appended(out)).map_err(|e| StateError(e.to_string()))
}

/// Appends serialized bytes to a vector. The flavor of postcard appends each byte separately.
struct Appended<'a>(&'a mut Vec<u8>);

impl postcard::ser_flavors::Flavor for Appended<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Reads a value from the front of the snapshot in `input`.
///
/// # Errors
/// When the bytes end early or do not hold a `T`.
pub fn read<T: DeserializeOwned>(input: &mut &[u8]) -> Result<T, StateError> {
    let (value, rest) = postcard::take_from_bytes(input).map_err(|e| StateError(e.to_string()))?;
    *input = rest;
    Ok(value)
}
