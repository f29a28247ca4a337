//! Limits on the size of assets. A file that exceeds them is refused, or shortened with a warning, before memory is
//! allocated.

use crate::ReadError;

/// Size of one file, also after decompression: 1 GiB.
pub const FILE_BYTES_MAX: u64 = 1 << 30;
/// Total size of the files of one load, linked files and buffers included: 2 GiB.
pub const LOAD_BYTES_MAX: u64 = 2 << 30;
/// Vertices of one load, after modifiers.
pub const VERTICES_MAX: usize = 20_000_000;
/// Triangles of one load, after modifiers.
pub const TRIANGLES_MAX: usize = 20_000_000;
/// Faces of one mesh after a modifier that subdivides it.
pub const SUBDIVIDED_FACES_MAX: usize = 4_000_000;
/// Nodes of one load, group instances expanded.
pub const NODES_MAX: usize = 200_000;
/// Number of files that one asset may link to.
pub const LINKS_MAX: usize = 64;
/// Nesting depth of group instances.
pub const INSTANCE_DEPTH_MAX: usize = 8;
/// Nesting depth of XML elements.
pub const XML_DEPTH_MAX: usize = 32;

/// The remaining budget while one asset, with everything it links to, is loaded.
#[derive(Debug, Clone)]
pub struct Budget {
    bytes: u64,
    vertices: usize,
    triangles: usize,
    nodes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { bytes: LOAD_BYTES_MAX, vertices: VERTICES_MAX, triangles: TRIANGLES_MAX, nodes: NODES_MAX }
    }
}

impl Budget {
    /// Subtracts bytes of a file.
    pub(crate) fn bytes(&mut self, count: usize, place: &str) -> Result<(), ReadError> {
        self.bytes = self
            .bytes
            .checked_sub(count as u64)
            .ok_or_else(|| over(place, count, "bytes", LOAD_BYTES_MAX as usize))?;
        Ok(())
    }

    /// Bytes that are left.
    pub(crate) fn bytes_left(&self) -> u64 {
        self.bytes
    }

    /// Triangles that are left.
    pub(crate) fn triangles_left(&self) -> usize {
        self.triangles
    }

    /// Subtracts a whole mesh, or nothing if it does not fit.
    pub(crate) fn mesh(&mut self, vertices: usize, triangles: usize, place: &str) -> Result<(), ReadError> {
        let vertices_left = self.vertices.checked_sub(vertices);
        let triangles_left = self.triangles.checked_sub(triangles);
        self.vertices =
            vertices_left.ok_or_else(|| over(place, vertices, "further vertices", VERTICES_MAX))?;
        self.triangles =
            triangles_left.ok_or_else(|| over(place, triangles, "further triangles", TRIANGLES_MAX))?;
        Ok(())
    }

    /// Subtracts nodes.
    pub(crate) fn nodes(&mut self, count: usize, place: &str) -> Result<(), ReadError> {
        self.nodes =
            self.nodes.checked_sub(count).ok_or_else(|| over(place, count, "further nodes", NODES_MAX))?;
        Ok(())
    }
}

fn over(place: &str, count: usize, what: &str, limit: usize) -> ReadError {
    ReadError::new(
        place,
        format!("asks for {count} {what}, which passes the limit of {limit} for one asset"),
        "split the file or simplify its meshes",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_bytes_reduce_the_budget() {
        let mut budget = Budget::default();
        budget.mesh(VERTICES_MAX, 1, "mesh A").unwrap();
        let error = budget.mesh(1, 1, "mesh B").unwrap_err().to_string();
        assert!(error.contains("mesh B") && error.contains("20000000"), "{error}");
        budget.nodes(NODES_MAX, "A").unwrap();
        assert!(budget.nodes(1, "B").is_err());
        assert!(budget.bytes(1, "C").is_ok());
    }
}
