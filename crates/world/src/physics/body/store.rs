//! Dense storage of the bodies of a world. Most nodes of a robot have no body, and each tick iterates over all bodies that
//! move.

use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::body::state::Body;

/// Marker for a node without a body.
const NOWHERE: u32 = u32::MAX;

/// The end of a part of all bodies: the place of a body, and the index of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartEnd {
    pub(crate) place: usize,
    pub(crate) node: usize,
}

/// The bodies, by node.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Bodies {
    bodies: Vec<Body>,
    /// The index of the node of each body.
    owners: Vec<u32>,
    /// By node index, the place of its body. The last entries may be missing.
    places: Vec<u32>,
}

impl Bodies {
    pub(crate) fn get(&self, node: NodeId) -> Option<&Body> {
        self.bodies.get(*self.places.get(node.index())? as usize)
    }

    /// The place of the body of a node. Bodies are stored in the order of adding, unless bodies were removed.
    pub(crate) fn place(&self, node: NodeId) -> Option<usize> {
        self.places.get(node.index()).filter(|place| **place != NOWHERE).map(|&place| place as usize)
    }

    /// Divides the bodies into `count` parts of similar size, and returns the end of each. The last part includes all
    /// remaining bodies.
    pub(crate) fn part_ends(&self, count: usize) -> impl Iterator<Item = PartEnd> {
        let ends = (1..count).map(move |nth| {
            let place = nth * self.bodies.len() / count;
            PartEnd { place, node: self.owners.get(place).map_or(usize::MAX, |&index| index as usize) }
        });
        ends.chain([PartEnd { place: usize::MAX, node: usize::MAX }])
    }

    /// The number of bodies.
    pub(crate) fn len(&self) -> usize {
        self.bodies.len()
    }

    pub(crate) fn get_mut(&mut self, node: NodeId) -> Option<&mut Body> {
        self.bodies.get_mut(*self.places.get(node.index())? as usize)
    }

    /// Adds the body of a node without a body.
    pub(crate) fn insert(&mut self, node: NodeId, body: Body) {
        let index = node.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, NOWHERE);
        }
        self.places[index] = self.bodies.len() as u32;
        self.owners.push(index as u32);
        self.bodies.push(body);
    }

    /// Removes the body of a node. The last body moves to its place.
    pub(crate) fn remove(&mut self, node: NodeId) -> Option<Body> {
        let place = self.place(node)?;
        let body = self.bodies.swap_remove(place);
        self.owners.swap_remove(place);
        if let Some(&moved) = self.owners.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[node.index()] = NOWHERE;
        Some(body)
    }
}
