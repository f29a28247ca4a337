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
    /// By place among all bodies, so that those that were added one after the other stand side by side; the last ones may be
    /// missing.
    slots: Vec<Option<PlanarBody>>,
    /// How many bodies there are.
    count: usize,
    zones: Zones,
    /// Shapes that were put somewhere since the last step of rapier, whose tree does not have them there yet.
    placed: Vec<ColliderHandle>,
    drives: Drives,
}

/// What drives of bodies in planar motion did since the last tick.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Drives {
    /// How many bodies have been driven.
    driven: usize,
    /// Bodies that may not go on as they are in the coming tick, and others: they were driven out of their zones, or given
    /// other ones.
    unsettled: Vec<NodeId>,
}

impl Drives {
    /// Sets the velocities of a body for the coming tick. [m/s, rad/s]
    pub(super) fn drive(&mut self, body: &mut PlanarBody, velocities: [DVec3; 2], tick_s: f64) {
        self.driven += usize::from(!body.is_driven());
        body.drive(velocities);
        if !body.goes_on(tick_s) {
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

    /// Sets the velocities of the body at a place for the coming tick. [m/s, rad/s]
    pub(crate) fn drive(&mut self, place: usize, velocities: [DVec3; 2], tick_s: f64) {
        if let Some(Some(body)) = self.slots.get_mut(place) {
            self.drives.drive(body, velocities, tick_s);
        }
    }

    /// The bodies by place, for drives; these have to be noted.
    pub(super) fn slots_mut(&mut self) -> &mut [Option<PlanarBody>] {
        &mut self.slots
    }

    /// Adds to what drives did since the last tick.
    pub(super) fn note_drives(&mut self, drives: Drives) {
        self.drives.driven += drives.driven;
        self.drives.unsettled.extend(drives.unsettled);
    }

    /// The bodies by place, to be moved by a tick.
    pub(super) fn begin_tick(&mut self) -> &mut [Option<PlanarBody>] {
        self.drives.driven = 0;
        &mut self.slots
    }

    /// The bodies, in the order of their places, that need other zones for the coming tick or are not in planar motion in it.
    /// `place` finds the place of the body of a node.
    pub(super) fn unsettled(&mut self, tick_s: f64, place: impl Fn(NodeId) -> Option<usize>) -> Vec<NodeId> {
        let noted = std::mem::take(&mut self.drives.unsettled);
        let unsettled = |body: &PlanarBody| (!body.goes_on(tick_s)).then_some(body.node);
        // Most ticks have all bodies driven, and so looked at.
        if self.drives.driven == self.count {
            let places: BTreeSet<usize> = noted.into_iter().filter_map(place).collect();
            return places.into_iter().filter_map(|place| unsettled(self.get(place)?)).collect();
        }
        self.bodies().filter_map(unsettled).collect()
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

    /// Adds the body at a place, where none is, with its zone.
    pub(super) fn insert(&mut self, place: usize, body: PlanarBody) {
        self.zones.insert(body.node, &body.zone());
        if self.slots.len() <= place {
            self.slots.resize(place + 1, None);
        }
        self.slots[place] = Some(body);
        self.count += 1;
    }

    /// Takes the body at a place.
    pub(super) fn remove(&mut self, place: usize) -> Option<PlanarBody> {
        let body = self.slots.get_mut(place)?.take()?;
        self.zones.remove(body.node, &body.zone());
        self.drives.driven -= usize::from(body.is_driven());
        self.count -= 1;
        Some(body)
    }

    /// The last of all bodies has another place now.
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
