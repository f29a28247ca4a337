//! Saving the whole state of a world, and going on from it to the same bits.
//!
//! A saved world is a header, a checksum of the rest, and the rest. The physics engine trusts what it reads
//! back, so nothing that was cut or changed on the way may reach it.

use xxhash_rust::xxh3::xxh3_64;

use crate::contacts::take_short_ways;
use crate::{World, WorldError};

/// First bytes of a saved world: what it is, and in which version.
const HEADER: &[u8] = b"morse-world 10\n";

impl World {
    /// The whole state as bytes.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] when the state cannot be written down.
    pub fn save(&self) -> Result<Vec<u8>, WorldError> {
        let body = postcard::to_stdvec(self).map_err(|error| bad(error.to_string()))?;
        let checksum = xxh3_64(&body).to_le_bytes();
        Ok([HEADER, &checksum, &body].concat())
    }

    /// Replaces the whole world by a saved one, which goes on exactly as it would have.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] when the bytes are not a saved world; this world is then as it was.
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
        *self = restored;
        Ok(())
    }
}

fn bad(reason: impl Into<String>) -> WorldError {
    WorldError::BadSnapshot { reason: reason.into() }
}
