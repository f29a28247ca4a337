//! The bodies in planar motion and their free zones.

use rapier3d::geometry::ColliderHandle;
use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::planar::zones::{FreeZone, Zones};

/// The bodies in planar motion, without gaps, and their free zones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PlanarBodies {
    bodies: Vec<PlanarBody>,
    zones: Zones,
    /// Shapes that were put somewhere since the last step of rapier, whose tree does not have them there yet.
    placed: Vec<ColliderHandle>,
}

impl PlanarBodies {
    pub(crate) fn bodies(&self) -> &[PlanarBody] {
        &self.bodies
    }

    /// The bodies, to move them; their zones stay.
    pub(super) fn bodies_mut(&mut self) -> &mut [PlanarBody] {
        &mut self.bodies
    }

    pub(crate) fn get(&self, place: u32) -> Option<&PlanarBody> {
        self.bodies.get(place as usize)
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut PlanarBody> {
        self.bodies.get_mut(place as usize)
    }

    pub(super) fn placed(&self) -> &[ColliderHandle] {
        &self.placed
    }

    /// Notes shapes that were put somewhere.
    pub(super) fn note_placed(&mut self, shapes: &[ColliderHandle]) {
        self.placed.extend_from_slice(shapes);
    }

    /// rapier has made a step.
    pub(crate) fn forget_placed(&mut self) {
        self.placed.clear();
    }

    pub(super) fn zones(&self) -> &Zones {
        &self.zones
    }

    /// Adds a body with its zone; returns its place.
    pub(super) fn insert(&mut self, body: PlanarBody) -> u32 {
        self.zones.insert(body.node, &body.free.zone);
        self.bodies.push(body);
        self.bodies.len() as u32 - 1
    }

    /// Takes the body at a place. The last body moves there; its node is returned, too.
    pub(super) fn remove(&mut self, place: u32) -> Option<(PlanarBody, Option<NodeId>)> {
        if place as usize >= self.bodies.len() {
            return None;
        }
        let body = self.bodies.swap_remove(place as usize);
        self.zones.remove(body.node, &body.free.zone);
        Some((body, self.get(place).map(|moved| moved.node)))
    }

    /// Replaces the zone of a body.
    pub(super) fn set_zone(&mut self, place: u32, free: FreeZone) {
        if let Some(body) = self.bodies.get_mut(place as usize) {
            self.zones.remove(body.node, &body.free.zone);
            self.zones.insert(body.node, &free.zone);
            body.free = free;
        }
    }
}
