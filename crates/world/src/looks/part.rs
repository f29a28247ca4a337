//! The parts of how a node looks.

use std::sync::Arc;

use super::{Coat, MaterialId};
use crate::{PhysicsType, Pose, Shape, Surface, WorldError};

/// A part of how a node looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Where it stands in its node. The scale of the node applies on top.
    pub node_from_shape: Pose,
    /// Its form.
    pub shape: Shape,
    /// What it is made of, by slot. Without any, or in a slot that is not there, it is made of nothing known.
    pub materials: Arc<[MaterialId]>,
    /// What is painted on its triangles, if it is a surface of triangles. Without it all are in the first slot.
    pub coat: Option<Arc<Coat>>,
}

impl Look {
    /// A shape at the origin of its node, made of nothing known.
    #[must_use]
    pub fn new(shape: Shape) -> Look {
        Look { node_from_shape: Pose::IDENTITY, shape, materials: [].into(), coat: None }
    }

    /// The same part standing elsewhere in its node.
    #[must_use]
    pub fn at(mut self, node_from_shape: Pose) -> Look {
        self.node_from_shape = node_from_shape;
        self
    }

    /// The same part made of one material.
    #[must_use]
    pub fn of(mut self, material: MaterialId) -> Look {
        self.materials = [material].into();
        self
    }

    /// What one of its triangles is made of; of other shapes, triangle 0.
    #[must_use]
    pub fn material_at(&self, triangle: u32) -> Option<MaterialId> {
        let slot = self.coat.as_ref().map_or(0, |coat| coat.slot(triangle));
        self.materials.get(slot).copied()
    }

    /// The surface it is, if it is one.
    #[must_use]
    pub fn surface(&self) -> Option<&Arc<Surface>> {
        match &self.shape {
            Shape::TriMesh(surface) => Some(surface),
            _ => None,
        }
    }

    /// Checks all but the form, which takes long for a large surface.
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

    /// Checks the form.
    pub(super) fn validate_shape(&self, owner: &str, scale: glam::DVec3) -> Result<(), WorldError> {
        self.shape.validate(owner, scale, PhysicsType::Static)
    }
}
