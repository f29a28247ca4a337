//! Material slots and image coordinates of the triangles of a surface.

use std::sync::OnceLock;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::visuals::smooth::corner_normals;
use crate::{Surface, WorldError};

/// Material slots and image coordinates of the triangles of a [`Surface`](crate::Surface), shared by nodes of the same model.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct MaterialSlots {
    slots: Vec<u16>,
    uvs: Vec<[[f32; 2]; 3]>,
    /// Image coordinates computed from positions on the surface.
    generated: Vec<[[f32; 2]; 3]>,
    triangle_count: usize,
    /// Edges with a smaller angle are shaded smoothly. [rad]
    crease: Option<f32>,
    /// Computed on first use, because most worlds are never rendered.
    #[serde(skip)]
    normals: OnceLock<Vec<[Vec3; 3]>>,
}

impl PartialEq for MaterialSlots {
    fn eq(&self, other: &MaterialSlots) -> bool {
        let settings = |material_slots: &MaterialSlots| {
            (material_slots.triangle_count, material_slots.crease.map(f32::to_bits))
        };
        settings(self) == settings(other)
            && self.slots == other.slots
            && self.uvs == other.uvs
            && self.generated == other.generated
    }
}

impl MaterialSlots {
    /// Creates the slots of a surface with `triangle_count` triangles.
    ///
    /// `slots` holds the slot of each triangle in the materials of a [`Visual`](crate::Visual); it is empty if all triangles
    /// use the first slot. `uvs` holds the image coordinates of the corners of each triangle, from the lower left; it is
    /// empty without image coordinates.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name `owner` if the lengths differ from the number of triangles, or coordinates are
    /// not finite.
    pub fn new(
        owner: &str,
        triangle_count: usize,
        slots: Vec<u16>,
        uvs: Vec<[[f32; 2]; 3]>,
    ) -> Result<MaterialSlots, WorldError> {
        for (what, count) in [
            ("number of material slots of triangles", slots.len()),
            ("number of image coordinates of triangles", uvs.len()),
        ] {
            if count != 0 && count != triangle_count {
                return Err(WorldError::bad(owner, what, count, "none, or one for each triangle"));
            }
        }
        all_finite(owner, &uvs)?;
        Ok(MaterialSlots {
            slots,
            uvs,
            generated: Vec::new(),
            triangle_count,
            crease: None,
            normals: OnceLock::new(),
        })
    }

    /// Adds generated image coordinates of the corners of each triangle, for images that are mapped by position.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name `owner` if their number differs from that of the triangles, or they are not
    /// finite.
    pub fn with_generated(
        mut self,
        owner: &str,
        generated: Vec<[[f32; 2]; 3]>,
    ) -> Result<MaterialSlots, WorldError> {
        if generated.len() != self.triangle_count {
            let what = "number of generated coordinates of triangles";
            return Err(WorldError::bad(owner, what, generated.len(), "one for each triangle"));
        }
        all_finite(owner, &generated)?;
        self.generated = generated;
        Ok(self)
    }

    /// Enables smooth shading across edges with an angle below `crease` [rad].
    #[must_use]
    pub fn smooth(mut self, crease: f32) -> MaterialSlots {
        self.crease = Some(crease);
        self
    }

    /// A copy for a different surface with the same number of triangles.
    pub(in crate::visuals) fn of_other_surface(&self) -> MaterialSlots {
        let (slots, uvs) = (self.slots.clone(), self.uvs.clone());
        MaterialSlots {
            slots,
            uvs,
            generated: self.generated.clone(),
            triangle_count: self.triangle_count,
            crease: self.crease,
            normals: OnceLock::new(),
        }
    }

    /// The number of triangles of the surface.
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

    /// Generated image coordinates of the corners of a triangle.
    #[must_use]
    pub fn generated(&self, triangle: u32) -> Option<[[f32; 2]; 3]> {
        self.generated.get(triangle as usize).copied()
    }

    /// Vertex normals at the corners of a triangle of the surface, if it is shaded smoothly.
    #[must_use]
    pub fn normals(&self, surface: &Surface, triangle: u32) -> Option<[Vec3; 3]> {
        let crease = self.crease.filter(|_| surface.triangles.len() == self.triangle_count)?;
        let normals = self.normals.get_or_init(|| corner_normals(surface, crease));
        normals.get(triangle as usize).copied()
    }

    /// Whether the appearance can vary within a triangle.
    #[must_use]
    pub fn is_detailed(&self) -> bool {
        !self.uvs.is_empty() || !self.generated.is_empty() || self.crease.is_some()
    }
}

fn all_finite(owner: &str, uvs: &[[[f32; 2]; 3]]) -> Result<(), WorldError> {
    match uvs.iter().find(|corners| corners.iter().flatten().any(|x| !x.is_finite())) {
        Some(bad) => Err(WorldError::bad(owner, "image coordinates of a triangle", bad, "finite numbers")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_numbers_of_slots_and_coordinates_are_refused() {
        let corner = [[0.0; 2]; 3];
        assert!(MaterialSlots::new("it", 2, vec![0, 1], vec![corner; 2]).is_ok());
        assert!(MaterialSlots::new("it", 2, Vec::new(), Vec::new()).is_ok());
        assert!(MaterialSlots::new("it", 2, vec![0], Vec::new()).unwrap_err().to_string().contains("'it'"));
        assert!(MaterialSlots::new("it", 2, Vec::new(), vec![corner; 3]).is_err());
        assert!(MaterialSlots::new("it", 1, Vec::new(), vec![[[0.0, f32::NAN]; 3]]).is_err());
    }
}
