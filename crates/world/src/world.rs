//! The world: creation, nodes, zones and the tick.

use std::collections::BTreeMap;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::physics::body::held_drives::HeldDrives;
use crate::physics::rapier_world::Physics;
use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::physics::wheels::Wheels;
use crate::raycast::Rays;
use crate::tree::node_tree::Tree;
use crate::visuals::Visuals;
use crate::{
    NodeId, NodeSpec, PhysicsSettings, PhysicsType, ThreadTeam, Visual, WorldError, WorldEvent, Zone,
};
use morse_kinematics::Armature;

/// The simulated world.
///
/// A [`NodeId`] belongs to the world that returned it, until the node is removed: see [`World::contains`]. Methods that
/// take the identifier of a removed node, or of a node of a different world, may panic, like an index out of bounds, or
/// return the result for no node.
#[derive(Serialize, Deserialize)]
pub struct World {
    pub(crate) settings: PhysicsSettings,
    pub(crate) tree: Tree,
    pub(crate) physics: Physics,
    pub(crate) wheels: Wheels,
    pub(crate) held_drives: HeldDrives,
    pub(crate) armatures: BTreeMap<NodeId, Armature>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) visuals: Visuals,
    #[serde(skip)]
    pub(crate) rays: Rays,
    #[serde(skip)]
    pub(crate) solids: ShapeCache,
    /// The number of times the state was restored. Not part of the state.
    #[serde(skip)]
    pub(crate) restores: u64,
    /// Events of the last tick, and those between it and the tick before.
    pub(crate) events: Vec<WorldEvent>,
    /// Events since the last tick.
    pub(crate) new_events: Vec<WorldEvent>,
}

/// # Creation, nodes, zones and the tick
impl World {
    /// Creates an empty world.
    pub fn new(settings: PhysicsSettings) -> World {
        World {
            settings,
            tree: Tree::default(),
            physics: Physics::new(&settings),
            wheels: Wheels::default(),
            held_drives: HeldDrives::default(),
            armatures: BTreeMap::new(),
            zones: Vec::new(),
            visuals: Visuals::default(),
            rays: Rays::new(),
            solids: ShapeCache::default(),
            restores: 0,
            events: Vec::new(),
            new_events: Vec::new(),
        }
    }

    /// The settings of the physics step.
    pub fn settings(&self) -> PhysicsSettings {
        self.settings
    }

    /// The gravitational acceleration in the world. [m/s²]
    pub fn gravity(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, -self.settings.gravity)
    }

    /// Adds a node. Rays hit it immediately; physics moves it from the next tick on.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, the parent is unknown, or a number is invalid. The world is then unchanged.
    pub fn add_node(&mut self, spec: NodeSpec) -> Result<NodeId, WorldError> {
        spec.validate()?;
        // A node of type `NoCollision` has visuals but no body.
        let is_ghost = spec.body.as_ref().is_some_and(|body| body.physics == PhysicsType::NoCollision);
        let body = spec.body.as_ref().filter(|_| !is_ghost);
        let solids = match body {
            Some(body) => collider_shape::solids(&spec.name, body, spec.scale, &mut self.solids)?,
            None => Vec::new(),
        };
        let visuals = match spec.body.as_ref().filter(|_| is_ghost) {
            Some(body) => {
                let parts = body.shapes.iter();
                let parts: Vec<_> = parts.map(|(at, shape)| Visual::new(shape.clone()).at(*at)).collect();
                Some((self.rays.build_visuals(&spec.name, spec.scale, &parts, &mut self.solids)?, parts))
            }
            None => None,
        };
        let free = body.is_some_and(|body| body.physics.moves());
        let id = self.tree.add(&spec, free)?;
        self.wheels.invalidate_node_sets_above(&self.tree, id);
        if let Some(body) = body {
            self.visuals.set_surfaces(id, collider_shape::surfaces(body, &solids));
            self.physics.add(&self.tree, id, body, solids);
            self.rays.enter_body(&self.physics, id);
        }
        if let Some((forms, parts)) = visuals {
            self.rays.enter_visuals(id, forms);
            self.visuals.set(id, parts);
        }
        Ok(id)
    }

    /// Adds a zone.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not finite or a size is negative.
    pub fn add_zone(
        &mut self,
        name: &str,
        kind: &str,
        center: DVec3,
        half_extents: DVec3,
    ) -> Result<(), WorldError> {
        let zone = Zone { name: name.to_owned(), kind: kind.to_owned(), center, half_extents };
        zone.validate()?;
        self.zones.push(zone);
        Ok(())
    }

    /// All zones, in the order of adding.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The zones of one kind that contain a point in world coordinates [m], in the order of adding.
    pub fn zones_at(&self, point_in_world: DVec3, kind: &str) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(move |zone| zone.kind == kind && zone.contains(point_in_world))
    }

    /// Advances by one tick.
    ///
    /// Bodies move for the length of a tick, and everything mounted on them moves with them. Forces and torques applied
    /// since the last tick act in this tick only. Errors are reported in [`World::events`] and do not stop the world.
    pub fn advance(&mut self) {
        self.advance_with(None);
    }

    /// As [`World::advance`], on the threads of a team.
    pub fn advance_with(&mut self, team: Option<&ThreadTeam>) {
        self.repeat_drives();
        self.advance_wheels();
        let marks =
            if self.planar_count() > 0 { self.rays.marks(self.tree.nodes.len()) } else { &mut [][..] };
        let moved = self.physics.advance(&mut self.tree, marks, &mut self.new_events, team);
        self.rays.touch(&moved);
        self.events = std::mem::take(&mut self.new_events);
    }

    /// Events of the last tick, and of commands between the previous tick and the last tick.
    pub fn events(&self) -> &[WorldEvent] {
        &self.events
    }
}
