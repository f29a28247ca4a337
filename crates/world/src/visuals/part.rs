//! The parts of the visuals of a node.

use std::sync::Arc;

use crate::visuals::{MaterialId, MaterialSlots};
use crate::{Pose, Shape, Surface, WorldError};

/// A part of the visuals of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// Its pose in its node. The scale of the node also applies.
    pub node_from_shape: Pose,
    /// Its shape.
    pub shape: Shape,
    /// Its materials, by slot. A missing slot has no known material.
    pub materials: Arc<[MaterialId]>,
    /// The material slots of its triangles, if it is a triangle mesh. Without them all triangles use the first slot.
    pub coat: Option<Arc<MaterialSlots>>,
}

impl Visual {
    /// A shape at the origin of its node, without material.
    #[must_use]
    pub fn new(shape: Shape) -> Visual {
        Visual { node_from_shape: Pose::IDENTITY, shape, materials: [].into(), coat: None }
    }

    /// The same part at another pose in its node.
    #[must_use]
    pub fn at(mut self, node_from_shape: Pose) -> Visual {
        self.node_from_shape = node_from_shape;
        self
    }

    /// The same part with a single material.
    #[must_use]
    pub fn of(mut self, material: MaterialId) -> Visual {
        self.materials = [material].into();
        self
    }

    /// The material of one of its triangles; for other shapes, triangle 0.
    #[must_use]
    pub fn material_at(&self, triangle: u32) -> Option<MaterialId> {
        let slot = self.coat.as_ref().map_or(0, |coat| coat.slot(triangle));
        self.materials.get(slot).copied()
    }

    /// Its surface, if it is a triangle mesh.
    #[must_use]
    pub fn surface(&self) -> Option<&Arc<Surface>> {
        match &self.shape {
            Shape::TriMesh(surface) => Some(surface),
            _ => None,
        }
    }

    /// Checks everything but the shape, which takes long for a large surface.
    pub(super) fn validate(&self, owner: &str, material_count: usize) -> Result<(), WorldError> {
        if self.node_from_shape.normalised().is_none() {
            return Err(WorldError::bad(
                owner,
                "pose of a part of the looks",
                self.node_from_shape,
                "finite numbers and a rotation that is not zero",
            ));
        }
        if let Some(unknown) = self.materials.iter().find(|id| id.0 as usize >= material_count) {
            return Err(WorldError::bad(
                owner,
                "material of a part of the looks",
                unknown,
                "materials that were added to this world",
            ));
        }
        let triangles = self.surface().map_or(0, |surface| surface.triangles.len());
        match &self.coat {
            Some(coat) if coat.triangle_count() != triangles => Err(WorldError::bad(
                owner,
                "number of triangles that a coat is for",
                coat.triangle_count(),
                "as many as the surface of triangles has that it covers",
            )),
            _ => Ok(()),
        }
    }

    /// Checks the shape.
    pub(super) fn validate_shape(&self, owner: &str, scale: glam::DVec3) -> Result<(), WorldError> {
        self.shape.validate(scale).map_err(|error| WorldError::shape(owner, error))
    }
}
