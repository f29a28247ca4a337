//! Wheels that carry, drive and brake a chassis.
//!
//! A wheel is not a separate body. A ray finds the ground under it. In each tick, the solver ([`solve`]) computes the impulses
//! between the wheels of a chassis and the ground and applies them before the rapier step, which then moves the chassis
//! together with all other bodies. The body on which the wheels stand gets the opposite impulses.

pub(crate) mod advance;
mod bodies;
mod ground;
mod solve;
mod spec;
mod wheel;
pub(crate) mod wheel_commands;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use crate::physics::wheels::spec::{Suspension, WheelSpec};
pub use crate::physics::wheels::wheel::{ShownWheel, WheelContact, WheelState};

use crate::physics::wheels::wheel::Wheel;
use crate::tree::node_tree::Tree;
use crate::{NodeId, NodeSet, Pose};

/// The wheels of a chassis.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ChassisWheels {
    wheels: Vec<Wheel>,
    /// The nodes that the wheels touch, with their poses at the last computation of the wheels.
    grounds: Vec<(NodeId, Pose)>,
    /// The chassis with everything attached to it, which ground rays ignore; `None` if it must be recomputed.
    #[serde(skip)]
    own: Option<NodeSet>,
}

/// All wheels of a world.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Wheels {
    carriages: BTreeMap<NodeId, ChassisWheels>,
}

impl Wheels {
    /// Invalidates the cached node sets after parents of nodes changed.
    pub(crate) fn invalidate_node_sets(&mut self) {
        self.carriages.values_mut().for_each(|carriage| carriage.own = None);
    }

    /// Invalidates the cached node sets of the chassis above a new node.
    pub(crate) fn invalidate_node_sets_above(&mut self, tree: &Tree, id: NodeId) {
        for above in std::iter::successors(tree.node(id).parent, |&at| tree.node(at).parent) {
            if let Some(carriage) = self.carriages.get_mut(&above) {
                carriage.own = None;
            }
        }
    }

    /// Removes the wheels of chassis that are removed.
    pub(crate) fn remove(&mut self, removed: &BTreeSet<NodeId>) {
        self.carriages.retain(|chassis, _| !removed.contains(chassis));
        for carriage in self.carriages.values_mut() {
            carriage.grounds.retain(|(ground, _)| !removed.contains(ground));
            carriage.wheels.iter_mut().for_each(|wheel| wheel.forget(removed));
        }
    }

    /// Sets the friction coefficient of the tires of a chassis. Returns how many wheels it has.
    pub(crate) fn set_friction(&mut self, chassis: NodeId, friction: f64) -> usize {
        let wheels = self.carriages.get_mut(&chassis).map(|carriage| carriage.wheels.as_mut_slice());
        let wheels = wheels.unwrap_or_default();
        wheels.iter_mut().for_each(|wheel| wheel.spec.friction = friction);
        wheels.len()
    }

    /// The nodes that have wheels.
    pub(crate) fn chassis(&self) -> impl Iterator<Item = NodeId> {
        self.carriages.keys().copied()
    }

    /// Stops all wheels. Their drives do not change.
    pub(crate) fn stop(&mut self) {
        self.carriages.values_mut().flat_map(|carriage| &mut carriage.wheels).for_each(Wheel::stop);
    }

    /// Hashes all state that influences the future of the wheels.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        for wheel in self.carriages.values().flat_map(|carriage| &carriage.wheels) {
            wheel.numbers().into_iter().for_each(|number| feed(number.to_bits()));
        }
    }
}
