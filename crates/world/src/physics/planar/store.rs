//! The bodies in planar motion and their free zones.

use std::collections::BTreeSet;

use glam::DVec3;
use rapier3d::geometry::ColliderHandle;
use serde::{Deserialize, Serialize};

use crate::physics::planar::motion::PlanarBody;
use crate::physics::planar::zones::{FreeZone, Zones};
use crate::{NodeId, Pose};

/// The bodies in planar motion, without gaps, and their free zones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PlanarBodies {
    bodies: Vec<PlanarBody>,
    zones: Zones,
    /// Shapes that were put somewhere since the last step of rapier, whose tree does not have them there yet.
    placed: Vec<ColliderHandle>,
    /// How many of them have been driven since the last tick.
    driven: usize,
    /// Those that may not go on as they are in the coming tick, and others: they were driven out of their zones, or given
    /// other ones, since the last tick.
    unsettled: Vec<NodeId>,
}

impl PlanarBodies {
    pub(crate) fn bodies(&self) -> &[PlanarBody] {
        &self.bodies
    }

    /// Sets the velocities of the body at a place for the coming tick. [m/s, rad/s]
    pub(crate) fn drive(&mut self, place: u32, velocities: [DVec3; 2], tick_s: f64) {
        let Some(body) = self.bodies.get_mut(place as usize) else { return };
        self.driven += usize::from(!body.is_driven());
        body.drive(velocities);
        if !body.goes_on(tick_s) {
            self.unsettled.push(body.node);
        }
    }

    /// The bodies, in the order of their places, that need other zones for the coming tick or are not in planar motion in it.
    pub(super) fn unsettled(&mut self, tick_s: f64) -> Vec<NodeId> {
        let noted = std::mem::take(&mut self.unsettled);
        let is_unsettled = |body: &&PlanarBody| !body.goes_on(tick_s);
        // Most ticks have all bodies driven, and so looked at.
        let noted = (self.driven == self.bodies.len()).then(|| noted.into_iter().collect::<BTreeSet<_>>());
        if noted.as_ref().is_some_and(BTreeSet::is_empty) {
            return Vec::new();
        }
        let is_noted = |body: &&PlanarBody| noted.as_ref().is_none_or(|noted| noted.contains(&body.node));
        self.bodies.iter().filter(is_noted).filter(is_unsettled).map(|body| body.node).collect()
    }

    /// Moves the bodies, one by one, by a tick of so many sub-steps; gives the node of each and its pose `world_from_node`.
    pub(super) fn advance(
        &mut self,
        sub_steps: u32,
        sub_step_s: f64,
    ) -> impl ExactSizeIterator<Item = (NodeId, Pose)> {
        self.driven = 0;
        self.bodies.iter_mut().map(move |body| {
            body.advance(sub_steps, sub_step_s);
            (body.node, body.world_from_node())
        })
    }

    pub(crate) fn get(&self, place: u32) -> Option<&PlanarBody> {
        self.bodies.get(place as usize)
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
        self.driven -= usize::from(body.is_driven());
        Some((body, self.get(place).map(|moved| moved.node)))
    }

    /// Replaces the zone of a body.
    pub(super) fn set_zone(&mut self, place: u32, free: FreeZone) {
        if let Some(body) = self.bodies.get_mut(place as usize) {
            self.zones.remove(body.node, &body.free.zone);
            self.zones.insert(body.node, &free.zone);
            body.free = free;
            self.unsettled.push(body.node);
        }
    }
}
