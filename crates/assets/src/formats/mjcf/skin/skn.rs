//! MuJoCo's files `.skn`: four counts, vertices, image coordinates, triangles, and bones with their vertices and weights.

use glam::{DQuat, DVec3};

use super::{Bone, Skin, bind_pose};

/// Bytes of the name of a body, filled up with zeros.
const NAME_BYTES: usize = 40;

/// The rest of a file.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn bytes(&mut self, count: usize) -> Result<&[u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("its length does not fit its counts")?;
        self.0 = rest;
        Ok(taken)
    }

    fn int(&mut self) -> Result<i32, String> {
        let bytes = self.bytes(4)?;
        Ok(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// A count, at most the number of words that are left.
    fn count(&mut self) -> Result<usize, String> {
        let count = usize::try_from(self.int()?).map_err(|_| "a count is below 0")?;
        if count > self.0.len() / 4 { Err("its counts are damaged".to_owned()) } else { Ok(count) }
    }

    fn index(&mut self) -> Result<u32, String> {
        u32::try_from(self.int()?).map_err(|_| "a number of a vertex is below 0".to_owned())
    }

    fn float(&mut self) -> Result<f64, String> {
        let value = f32::from_bits(self.int()? as u32);
        if value.is_finite() { Ok(f64::from(value)) } else { Err("a number is not finite".to_owned()) }
    }

    fn vector(&mut self) -> Result<DVec3, String> {
        Ok(DVec3::new(self.float()?, self.float()?, self.float()?))
    }
}

/// Reads a file.
///
/// # Errors
/// The problem, if the file is damaged.
pub(super) fn read(bytes: &[u8]) -> Result<Skin, String> {
    let mut words = Words(bytes);
    let [vertices, uvs, triangles, bones] = [words.count()?, words.count()?, words.count()?, words.count()?];
    if uvs != 0 && uvs != vertices {
        return Err("it has image coordinates for some of its vertices".to_owned());
    }
    let vertices = (0..vertices).map(|_| words.vector()).collect::<Result<Vec<_>, _>>()?;
    let uvs = (0..uvs).map(|_| Ok([words.float()? as f32, words.float()? as f32]));
    let uvs = uvs.collect::<Result<Vec<_>, String>>()?;
    let triangles = (0..triangles).map(|_| Ok([words.index()?, words.index()?, words.index()?]));
    let triangles = triangles.collect::<Result<Vec<_>, String>>()?;
    let mut found = Vec::with_capacity(bones);
    for _ in 0..bones {
        let name = words.bytes(NAME_BYTES)?;
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        let body = String::from_utf8_lossy(&name[..end]).into_owned();
        let position = words.vector()?;
        let [w, x, y, z] = [words.float()?, words.float()?, words.float()?, words.float()?];
        let count = words.count()?;
        let numbers = (0..count).map(|_| words.index()).collect::<Result<Vec<_>, _>>()?;
        let weights = (0..count).map(|_| words.float()).collect::<Result<Vec<_>, _>>()?;
        let skin_from_body = bind_pose(position, DQuat::from_xyzw(x, y, z, w));
        found.push(Bone { body, skin_from_body, vertices: numbers.into_iter().zip(weights).collect() });
    }
    if !words.0.is_empty() {
        return Err("its length does not fit its counts".to_owned());
    }
    Ok(Skin { vertices, triangles, uvs, bones: found })
}
