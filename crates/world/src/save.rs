//! Saves and restores the complete state of a world, bit by bit.
//!
//! A saved world is a header, a checksum of the rest, and the rest. rapier does not validate what it deserializes, so
//! the checksum rejects truncated or modified data first.

use xxhash_rust::xxh3::xxh3_64;

use crate::physics::contacts::take_short_ways;
use crate::{World, WorldError};

/// First bytes of a saved world: file type and version.
const HEADER: &[u8] = b"morse-world 18\n";

/// # Saving and restoring
impl World {
    /// The whole state as bytes.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] if the state cannot be serialized.
    pub fn save(&self) -> Result<Vec<u8>, WorldError> {
        let body = postcard::to_stdvec(self).map_err(|error| bad(error.to_string()))?;
        let checksum = xxh3_64(&body).to_le_bytes();
        Ok([HEADER, &checksum, &body].concat())
    }

    /// Replaces the whole world by a saved one, which then continues exactly as the saved world would have.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] if the bytes are not a saved world; this world is then unchanged.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), WorldError> {
        let (checksum, body) = state
            .strip_prefix(HEADER)
            .and_then(|rest| rest.split_first_chunk::<8>())
            .ok_or_else(|| bad("it does not begin as one"))?;
        if u64::from_le_bytes(*checksum) != xxh3_64(body) {
            return Err(bad("it is damaged"));
        }
        let mut restored: World = postcard::from_bytes(body).map_err(|error| bad(error.to_string()))?;
        take_short_ways(&mut restored.physics.engine);
        restored.rays.give_meshes(self.rays.take_meshes());
        restored.restores = self.restores + 1;
        *self = restored;
        Ok(())
    }

    /// How often the state was replaced by a saved one or by a [`Checkpoint`](crate::Checkpoint). It is no part of the state.
    pub fn restores(&self) -> u64 {
        self.restores
    }
}

fn bad(reason: impl Into<String>) -> WorldError {
    WorldError::BadSnapshot { reason: reason.into() }
}
