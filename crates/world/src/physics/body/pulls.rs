//! Springs by which a user pulls points of bodies to places, each for a limited number of ticks.

use std::collections::BTreeMap;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::NodeId;

/// A spring between a point of a body and a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pull {
    /// The point, in the frame of the node. [m]
    pub(crate) point: DVec3,
    /// Its place in the world. [m]
    pub(crate) target: DVec3,
    /// Ticks for which it still acts.
    pub(crate) ticks: u32,
}

/// The pulled bodies, by node.
pub(crate) type Pulls = BTreeMap<NodeId, Pull>;

/// Hashes the springs.
pub(crate) fn bits(pulls: &Pulls, mut feed: impl FnMut(u64)) {
    for Pull { point, target, ticks } in pulls.values() {
        point.to_array().into_iter().chain(target.to_array()).for_each(|number| feed(number.to_bits()));
        feed(u64::from(*ticks));
    }
}
