//! The world: nodes, their bodies, zones, and how all of it advances by one tick.

use std::hash::Hasher;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::tree::Tree;
use crate::{NodeId, NodeSpec, Pose, WorldError, WorldEvent, Zone};

/// How physics is stepped.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PhysicsSettings {
    /// Gravity, downwards positive. [m/s²]
    pub gravity: f64,
    /// Physics sub-steps in a tick.
    pub sub_steps: u32,
    /// Length of a tick. [s]
    pub tick_s: f64,
}

impl Default for PhysicsSettings {
    fn default() -> PhysicsSettings {
        PhysicsSettings { gravity: 9.81, sub_steps: 2, tick_s: 1.0 / 60.0 }
    }
}

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// From the origin of the ray. [m]
    pub distance: f64,
    /// In the world. [m]
    pub point: DVec3,
    /// Of the surface, away from it; unit length, in the world.
    pub normal: DVec3,
    /// Whose body was hit.
    pub node: NodeId,
}

/// Everything that is somewhere.
pub struct World {
    settings: PhysicsSettings,
    tree: Tree,
    zones: Vec<Zone>,
    events: Vec<WorldEvent>,
}

#[allow(missing_docs, unused_variables)]
impl World {
    pub fn new(settings: PhysicsSettings) -> World {
        World { settings, tree: Tree::default(), zones: Vec::new(), events: Vec::new() }
    }
    pub fn add_node(&mut self, spec: NodeSpec) -> Result<NodeId, WorldError> {
        spec.validate()?;
        let free = spec.body.as_ref().is_some_and(|b| b.physics.moves());
        self.tree.add(&spec, free)
    }
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.tree.find(name)
    }
    pub fn name(&self, id: NodeId) -> &str {
        &self.tree.node(id).name
    }
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        self.tree.ids()
    }
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.node(id).children
    }
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent
    }
    pub fn has_tag(&self, id: NodeId, tag: &str) -> bool {
        self.tree.node(id).tags.iter().any(|t| t == tag)
    }
    pub fn is_internal(&self, id: NodeId) -> bool {
        self.tree.node(id).internal
    }
    pub fn scale(&self, id: NodeId) -> DVec3 {
        self.tree.node(id).scale
    }
    pub fn world_from(&self, id: NodeId) -> Pose {
        self.tree.world_from(id)
    }
    pub fn parent_from(&self, id: NodeId) -> Pose {
        self.tree.parent_from(id)
    }
    pub fn set_world_pose(&mut self, id: NodeId, pose: Pose) {
        self.tree.teleport(id, pose);
    }
    pub fn set_local_pose(&mut self, id: NodeId, pose: Pose) {
        self.tree.teleport_in_parent(id, pose);
    }
    pub fn move_local(&mut self, id: NodeId, translation: DVec3, rotation_rpy: DVec3) {}
    pub fn has_body(&self, id: NodeId) -> bool {
        false
    }
    pub fn linear_velocity(&self, id: NodeId) -> DVec3 {
        DVec3::ZERO
    }
    pub fn angular_velocity(&self, id: NodeId) -> DVec3 {
        DVec3::ZERO
    }
    pub fn set_linear_velocity(&mut self, id: NodeId, velocity_in_world: DVec3) {}
    pub fn set_angular_velocity(&mut self, id: NodeId, velocity_in_world: DVec3) {}
    pub fn apply_force(&mut self, id: NodeId, force_in_world: DVec3) {}
    pub fn apply_torque(&mut self, id: NodeId, torque_in_world: DVec3) {}
    pub fn mass(&self, id: NodeId) -> f64 {
        0.0
    }
    pub fn local_inertia(&self, id: NodeId) -> DVec3 {
        DVec3::ZERO
    }
    pub fn gravity(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, -self.settings.gravity)
    }
    pub fn settings(&self) -> PhysicsSettings {
        self.settings
    }
    pub fn suspend_dynamics(&mut self, id: NodeId) {}
    pub fn restore_dynamics(&mut self, id: NodeId) {}
    pub fn suspend_all(&mut self) {}
    pub fn restore_all(&mut self) {}
    pub fn set_visible(&mut self, id: NodeId, visible: bool, recursive: bool) {}
    pub fn is_visible(&self, id: NodeId) -> bool {
        self.tree.node(id).visible
    }
    pub fn reset(&mut self) {}
    pub fn cast_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        skip: Option<NodeId>,
    ) -> Option<RayHit> {
        None
    }
    pub fn add_zone(
        &mut self,
        name: &str,
        kind: &str,
        centre: DVec3,
        half_extents: DVec3,
    ) -> Result<(), WorldError> {
        let zone = Zone { name: name.to_owned(), kind: kind.to_owned(), centre, half_extents };
        zone.validate()?;
        self.zones.push(zone);
        Ok(())
    }
    pub fn zones_at(&self, point: DVec3, kind: &str) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(move |z| z.kind == kind && z.contains(point))
    }
    pub fn attach(&mut self, child: NodeId, parent: NodeId) -> Result<(), WorldError> {
        self.tree.hang(child, Some(parent), false);
        Ok(())
    }
    pub fn detach(&mut self, child: NodeId) {
        self.tree.hang(child, None, false);
    }
    pub fn advance(&mut self) {
        self.events.clear();
    }
    pub fn events(&self) -> &[WorldEvent] {
        &self.events
    }
    pub fn save(&self) -> Result<Vec<u8>, WorldError> {
        Ok(Vec::new())
    }
    pub fn restore(&mut self, state: &[u8]) -> Result<(), WorldError> {
        Ok(())
    }
    pub fn hash_into(&self, hasher: &mut impl Hasher) {}
}
