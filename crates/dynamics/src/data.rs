//! Results of the computations for one state, with all memory that they need.

use glam::{DMat3, DVec3};
use morse_geometry::Pose;

use crate::model::Model;
use crate::rigid_inertia::RigidInertia;
use crate::spatial::Spatial;

/// Results of the computations for one state.
///
/// Spatial vectors are along the axes of the world, about the origin of their mechanism: the position of its first body.
/// That keeps their numbers small however far a robot is from the center of the world.
#[derive(Debug, Clone, Default)]
pub struct Data {
    pub(crate) world_from_body: Vec<Pose>,
    pub(crate) rotations: Vec<DMat3>,
    /// Origin of the spatial vectors of each mechanism, in the world.
    pub(crate) origins: Vec<DVec3>,
    /// Motion for a unit of velocity, for each degree of freedom.
    pub(crate) subspace: Vec<Spatial>,
    /// Time derivative of the subspace.
    pub(crate) subspace_rate: Vec<Spatial>,
    pub(crate) inertias: Vec<RigidInertia>,
    pub(crate) composites: Vec<RigidInertia>,
    pub(crate) velocities: Vec<Spatial>,
    pub(crate) accelerations: Vec<Spatial>,
    pub(crate) forces: Vec<Spatial>,
    /// Effort that keeps the velocity constant: Coriolis, centrifugal forces and gravity.
    pub(crate) bias: Vec<f64>,
    /// Lower triangle of the mass matrix over the tree.
    pub(crate) mass: Vec<f64>,
    /// Its factors.
    pub(crate) factor: Vec<f64>,
}

impl Data {
    /// Memory for a model.
    pub fn new(model: &Model) -> Data {
        let (bodies, dofs) = (model.bodies.len(), model.dofs());
        Data {
            world_from_body: vec![Pose::IDENTITY; bodies],
            rotations: vec![DMat3::IDENTITY; bodies],
            origins: vec![DVec3::ZERO; model.trees.len()],
            subspace: vec![Spatial::ZERO; dofs],
            subspace_rate: vec![Spatial::ZERO; dofs],
            inertias: vec![RigidInertia::default(); bodies],
            composites: vec![RigidInertia::default(); bodies],
            velocities: vec![Spatial::ZERO; bodies],
            accelerations: vec![Spatial::ZERO; bodies],
            forces: vec![Spatial::ZERO; bodies],
            bias: vec![0.0; dofs],
            mass: vec![0.0; model.elements()],
            factor: vec![0.0; model.elements()],
        }
    }

    /// Pose of a link in the world.
    pub fn world_from_link(&self, model: &Model, link: usize) -> Pose {
        let link = &model.links[link];
        link.body.map_or(link.body_from_link, |body| self.world_from_body[body] * link.body_from_link)
    }

    /// Velocity of a link: angular [rad/s], and linear [m/s] of its origin, along the axes of the world.
    pub fn link_velocity(&self, model: &Model, link: usize) -> Spatial {
        let Some(body) = model.links[link].body else { return Spatial::ZERO };
        let velocity = self.velocities[body];
        let offset = self.world_from_link(model, link).translation - self.origins[model.bodies[body].tree];
        Spatial { angular: velocity.angular, linear: velocity.at(offset) }
    }

    /// Effort that keeps the velocity constant, for each degree of freedom. [N m or N]
    pub fn bias(&self) -> &[f64] {
        &self.bias
    }

    /// An element of the mass matrix.
    pub fn mass(&self, model: &Model, row: usize, column: usize) -> f64 {
        let (row, column) = (row.max(column), row.min(column));
        let elements = model.dofs[row].elements();
        let place = model.columns[elements.clone()].binary_search(&(column as u32));
        place.map_or(0.0, |place| self.mass[elements.start + place])
    }
}
