//! The bodies of a world, without gaps: most nodes of a robot have none, and a tick goes through all bodies that move.

use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::body::state::Body;

/// The place of a node without a body.
const NOWHERE: u32 = u32::MAX;

/// The bodies, by node.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Bodies {
    bodies: Vec<Body>,
    /// The index of the node of each body.
    owners: Vec<u32>,
    /// By index of a node: the place of its body; the last ones may be missing.
    places: Vec<u32>,
}

impl Bodies {
    pub(crate) fn get(&self, node: NodeId) -> Option<&Body> {
        self.bodies.get(*self.places.get(node.index())? as usize)
    }

    pub(crate) fn get_mut(&mut self, node: NodeId) -> Option<&mut Body> {
        self.bodies.get_mut(*self.places.get(node.index())? as usize)
    }

    /// Gives a node without a body one.
    pub(crate) fn insert(&mut self, node: NodeId, body: Body) {
        let index = node.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, NOWHERE);
        }
        self.places[index] = self.bodies.len() as u32;
        self.owners.push(index as u32);
        self.bodies.push(body);
    }

    /// Takes the body of a node; the last body moves to its place.
    pub(crate) fn remove(&mut self, node: NodeId) -> Option<Body> {
        let place = self.places.get(node.index()).filter(|place| **place != NOWHERE).copied()?;
        let body = self.bodies.swap_remove(place as usize);
        self.owners.swap_remove(place as usize);
        if let Some(&moved) = self.owners.get(place as usize) {
            self.places[moved as usize] = place;
        }
        self.places[node.index()] = NOWHERE;
        Some(body)
    }
}
