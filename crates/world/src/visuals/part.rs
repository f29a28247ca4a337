//! Parts of the visuals of a node.

use std::sync::Arc;

use crate::visuals::{MaterialId, MaterialSlots};
use crate::{Pose, Shape, Surface, WorldError};

/// A part of the visuals of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// The pose of the shape in the node. The scale of the node also applies.
    pub node_from_shape: Pose,
    /// The shape of the part.
    pub shape: Shape,
    /// The materials by slot. A missing slot has no known material.
    pub materials: Arc<[MaterialId]>,
    /// The material slots of the triangles of a mesh. If `None`, all triangles use the first slot.
    pub material_slots: Option<Arc<MaterialSlots>>,
}

impl Visual {
    /// Creates a part with a shape at the origin of its node, without material.
    #[must_use]
    pub fn new(shape: Shape) -> Visual {
        Visual { node_from_shape: Pose::IDENTITY, shape, materials: [].into(), material_slots: None }
    }

    /// Sets the pose in the node.
    #[must_use]
    pub fn at(mut self, node_from_shape: Pose) -> Visual {
        self.node_from_shape = node_from_shape;
        self
    }

    /// Sets a single material.
    #[must_use]
    pub fn of(mut self, material: MaterialId) -> Visual {
        self.materials = [material].into();
        self
    }

    /// The material of a triangle. For shapes other than meshes, use triangle 0.
    #[must_use]
    pub fn material_at(&self, triangle: u32) -> Option<MaterialId> {
        let slot = self.material_slots.as_ref().map_or(0, |material_slots| material_slots.slot(triangle));
        self.materials.get(slot).copied()
    }

    /// The surface, if the shape is a triangle mesh.
    #[must_use]
    pub fn surface(&self) -> Option<&Arc<Surface>> {
        match &self.shape {
            Shape::TriMesh(surface) => Some(surface),
            _ => None,
        }
    }

    /// Checks everything except the shape, because that is slow for a large surface.
    pub(super) fn validate(&self, owner: &str, material_count: usize) -> Result<(), WorldError> {
        if self.node_from_shape.normalized().is_none() {
            return Err(WorldError::bad(
                owner,
                "pose of a visual",
                self.node_from_shape,
                "finite numbers and a rotation that is not zero",
            ));
        }
        if let Some(unknown) = self.materials.iter().find(|id| id.0 as usize >= material_count) {
            return Err(WorldError::bad(
                owner,
                "material of a visual",
                unknown,
                "materials that were added to this world",
            ));
        }
        let triangles = self.surface().map_or(0, |surface| surface.triangles.len());
        match &self.material_slots {
            Some(material_slots) if material_slots.triangle_count() != triangles => Err(WorldError::bad(
                owner,
                "number of triangles of material slots",
                material_slots.triangle_count(),
                "the number of triangles of the mesh",
            )),
            _ => Ok(()),
        }
    }

    /// Checks the shape.
    pub(super) fn validate_shape(&self, owner: &str, scale: glam::DVec3) -> Result<(), WorldError> {
        self.shape.validate(scale).map_err(|error| WorldError::shape(owner, error))
    }
}
