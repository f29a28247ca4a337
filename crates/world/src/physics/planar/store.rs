//! The bodies in planar motion and their free zones.

use std::collections::BTreeSet;

use glam::DVec3;
use rapier3d::geometry::ColliderHandle;
use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::planar::zones::{FreeZone, Zones};

/// The bodies in planar motion, and their free zones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PlanarBodies {
    /// The bodies in planar motion by their place among all bodies, so that bodies added together are adjacent in memory. The
    /// last entries may be missing.
    slots: Vec<Option<PlanarBody>>,
    /// The number of bodies in planar motion.
    count: usize,
    zones: Zones,
    /// Shapes whose poses were set since the last step of rapier, so that its broad phase is out of date for them.
    placed: Vec<ColliderHandle>,
    drives: Drives,
}

/// Commands of drives to bodies in planar motion since the last tick.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Drives {
    /// The number of bodies that were driven.
    driven: usize,
    /// Bodies whose zone is checked again before the next tick: they may leave it, or it was changed.
    unsettled: Vec<NodeId>,
}

impl Drives {
    /// Sets the velocities of a body for the coming tick [m/s, rad/s], and whether it rolls.
    pub(super) fn drive(&mut self, body: &mut PlanarBody, velocities: [DVec3; 2], rolls: bool, tick_s: f64) {
        self.driven += usize::from(!body.is_driven());
        body.drive(velocities, rolls);
        if !body.stays_planar(tick_s) {
            self.unsettled.push(body.node);
        }
    }
}

impl PlanarBodies {
    /// The bodies, in the order of their places.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &PlanarBody> {
        self.slots.iter().flatten()
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn get(&self, place: usize) -> Option<&PlanarBody> {
        self.slots.get(place)?.as_ref()
    }

    /// Sets the velocities of the body at a place for the coming tick [m/s, rad/s], and whether it rolls.
    pub(crate) fn drive(&mut self, place: usize, velocities: [DVec3; 2], rolls: bool, tick_s: f64) {
        if let Some(Some(body)) = self.slots.get_mut(place) {
            self.drives.drive(body, velocities, rolls, tick_s);
        }
    }

    /// The bodies by place, for drives. The drives must be recorded by [`PlanarBodies::note_drives`].
    pub(super) fn slots_mut(&mut self) -> &mut [Option<PlanarBody>] {
        &mut self.slots
    }

    /// Records commands of drives since the last tick.
    pub(super) fn note_drives(&mut self, drives: Drives) {
        self.drives.driven += drives.driven;
        self.drives.unsettled.extend(drives.unsettled);
    }

    /// Begins a tick. Returns the bodies by place, to be moved.
    pub(super) fn begin_tick(&mut self) -> &mut [Option<PlanarBody>] {
        self.drives.driven = 0;
        &mut self.slots
    }

    /// The bodies, in the order of their places, that need new zones for the coming tick or leave planar motion in it. `place`
    /// returns the place of the body of a node.
    pub(super) fn unsettled(&mut self, tick_s: f64, place: impl Fn(NodeId) -> Option<usize>) -> Vec<NodeId> {
        let noted = std::mem::take(&mut self.drives.unsettled);
        let unsettled = |body: &PlanarBody| (!body.stays_planar(tick_s)).then_some(body.node);
        // In most ticks all bodies were driven, and thus checked at that time.
        if self.drives.driven == self.count {
            let places: BTreeSet<usize> = noted.into_iter().filter_map(place).collect();
            return places.into_iter().filter_map(|place| unsettled(self.get(place)?)).collect();
        }
        self.bodies().filter_map(unsettled).collect()
    }

    pub(super) fn placed(&self) -> &[ColliderHandle] {
        &self.placed
    }

    /// Records shapes whose poses were set.
    pub(super) fn note_placed(&mut self, shapes: &[ColliderHandle]) {
        self.placed.extend_from_slice(shapes);
    }

    /// Clears the recorded shapes after a step of rapier.
    pub(crate) fn forget_placed(&mut self) {
        self.placed.clear();
    }

    pub(super) fn zones(&self) -> &Zones {
        &self.zones
    }

    /// Adds a body with its zone at a vacant place.
    pub(super) fn insert(&mut self, place: usize, body: PlanarBody) {
        self.zones.insert(body.node, &body.zone());
        if self.slots.len() <= place {
            self.slots.resize(place + 1, None);
        }
        self.slots[place] = Some(body);
        self.count += 1;
    }

    /// Removes the body at a place.
    pub(super) fn remove(&mut self, place: usize) -> Option<PlanarBody> {
        let body = self.slots.get_mut(place)?.take()?;
        self.zones.remove(body.node, &body.zone());
        self.drives.driven -= usize::from(body.is_driven());
        self.count -= 1;
        Some(body)
    }

    /// Updates the place of a body after the last body moved from `last` to `place`.
    pub(crate) fn move_last(&mut self, last: usize, place: usize) {
        let moved = self.slots.get_mut(last).and_then(Option::take);
        self.slots.truncate(last);
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = moved;
        }
    }

    /// Replaces the zone of a body.
    pub(super) fn set_zone(&mut self, place: usize, free: FreeZone) {
        if let Some(Some(body)) = self.slots.get_mut(place) {
            self.zones.remove(body.node, &body.zone());
            body.free = free;
            self.zones.insert(body.node, &body.zone());
            self.drives.unsettled.push(body.node);
        }
    }
}
