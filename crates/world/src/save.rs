//! Serialization of the complete state of a world, bit by bit.
//!
//! A saved world consists of a header, a checksum and the serialized state. rapier does not validate deserialized data, so
//! the checksum rejects truncated or modified data first.

use xxhash_rust::xxh3::xxh3_64;

use crate::physics::contacts::install_fast_paths;
use crate::{World, WorldError};

/// First bytes of a saved world: file type and version.
const HEADER: &[u8] = b"morse-world 26\n";

/// See [`World::save`].
pub(crate) fn save(world: &World) -> Result<Vec<u8>, WorldError> {
    let body = postcard::to_stdvec(world).map_err(|error| bad(error.to_string()))?;
    let checksum = xxh3_64(&body).to_le_bytes();
    Ok([HEADER, &checksum, &body].concat())
}

/// See [`World::restore`].
pub(crate) fn restore(world: &mut World, state: &[u8]) -> Result<(), WorldError> {
    let (checksum, body) = state
        .strip_prefix(HEADER)
        .and_then(|rest| rest.split_first_chunk::<8>())
        .ok_or_else(|| bad("its header is different"))?;
    if u64::from_le_bytes(*checksum) != xxh3_64(body) {
        return Err(bad("it is damaged"));
    }
    let mut restored: World = postcard::from_bytes(body).map_err(|error| bad(error.to_string()))?;
    install_fast_paths(&mut restored.physics.engine);
    restored.rays.give_meshes(world.rays.take_meshes());
    restored.restores = world.restores + 1;
    restored.extension = world.extension.clone();
    *world = restored;
    Ok(())
}

fn bad(reason: impl Into<String>) -> WorldError {
    WorldError::BadSnapshot { reason: reason.into() }
}
