//! What is painted on the triangles of a surface.

use std::sync::OnceLock;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::smooth::corner_normals;
use crate::{Surface, WorldError};

/// Materials and image coordinates of the triangles of a [`Surface`](crate::Surface). Nodes of one form share it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Coat {
    slots: Vec<u16>,
    uvs: Vec<[[f32; 2]; 3]>,
    triangle_count: usize,
    /// Edges that are bent by less look smooth. [rad]
    crease: Option<f32>,
    /// Made when somebody first looks: most worlds are never seen.
    #[serde(skip)]
    normals: OnceLock<Vec<[Vec3; 3]>>,
}

impl PartialEq for Coat {
    fn eq(&self, other: &Coat) -> bool {
        let said = |coat: &Coat| (coat.triangle_count, coat.crease.map(f32::to_bits));
        said(self) == said(other) && self.slots == other.slots && self.uvs == other.uvs
    }
}

impl Coat {
    /// For a surface of `triangle_count` triangles: the slot of each of them in the materials of a
    /// [`Look`](super::Look), empty if all are in the first slot, and the image coordinates of the corners of each
    /// of them, from the lower left, empty if it has none.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming `owner` when there are not as many as triangles, or coordinates are not
    /// finite.
    pub fn new(
        owner: &str,
        triangle_count: usize,
        slots: Vec<u16>,
        uvs: Vec<[[f32; 2]; 3]>,
    ) -> Result<Coat, WorldError> {
        for (what, count) in [
            ("number of material slots of triangles", slots.len()),
            ("number of image coordinates of triangles", uvs.len()),
        ] {
            if count != 0 && count != triangle_count {
                return Err(WorldError::bad(owner, what, count, "none, or one for each triangle"));
            }
        }
        if let Some(bad) = uvs.iter().find(|corners| corners.iter().flatten().any(|x| !x.is_finite())) {
            return Err(WorldError::bad(owner, "image coordinates of a triangle", bad, "finite numbers"));
        }
        Ok(Coat { slots, uvs, triangle_count, crease: None, normals: OnceLock::new() })
    }

    /// The same for a surface that is to look smooth across edges that are bent by less than `crease` [rad].
    #[must_use]
    pub fn smooth(mut self, crease: f32) -> Coat {
        self.crease = Some(crease);
        self
    }

    /// The same for another surface of as many triangles.
    pub(super) fn of_other_surface(&self) -> Coat {
        let (slots, uvs) = (self.slots.clone(), self.uvs.clone());
        Coat {
            slots,
            uvs,
            triangle_count: self.triangle_count,
            crease: self.crease,
            normals: OnceLock::new(),
        }
    }

    /// Triangles of the surfaces it fits.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangle_count
    }

    /// The slot of a triangle in the materials.
    #[must_use]
    pub fn slot(&self, triangle: u32) -> usize {
        self.slots.get(triangle as usize).copied().map_or(0, usize::from)
    }

    /// Image coordinates of the corners of a triangle.
    #[must_use]
    pub fn uv(&self, triangle: u32) -> Option<[[f32; 2]; 3]> {
        self.uvs.get(triangle as usize).copied()
    }

    /// Directions outwards at the corners of a triangle of the surface it is on, if that is to look smooth.
    #[must_use]
    pub fn normals(&self, surface: &Surface, triangle: u32) -> Option<[Vec3; 3]> {
        let crease = self.crease.filter(|_| surface.triangles.len() == self.triangle_count)?;
        let normals = self.normals.get_or_init(|| corner_normals(surface, crease));
        normals.get(triangle as usize).copied()
    }

    /// Whether there is anything on it that differs within a triangle.
    #[must_use]
    pub fn is_detailed(&self) -> bool {
        !self.uvs.is_empty() || self.crease.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_of_each_for_every_triangle_or_none() {
        let corner = [[0.0; 2]; 3];
        assert!(Coat::new("it", 2, vec![0, 1], vec![corner; 2]).is_ok());
        assert!(Coat::new("it", 2, Vec::new(), Vec::new()).is_ok());
        assert!(Coat::new("it", 2, vec![0], Vec::new()).unwrap_err().to_string().contains("'it'"));
        assert!(Coat::new("it", 2, Vec::new(), vec![corner; 3]).is_err());
        assert!(Coat::new("it", 1, Vec::new(), vec![[[0.0, f32::NAN]; 3]]).is_err());
    }
}
