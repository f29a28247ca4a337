//! Keyframes: named poses of a robot, with the commands of its actuators (MJCF).

use glam::DAffine3;
use serde::Serialize;

use crate::model::{Model, NodeId};

/// A named pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Keyframe {
    /// Name in the file; its number from 0 for one without a name.
    pub name: String,
    /// Positions of the joints, in their order; empty if the keyframe gives none. \[rad or m\]
    pub positions: Vec<f64>,
    /// Poses of bodies that move freely or by clients, in their parents.
    pub poses: Vec<(NodeId, DAffine3)>,
    /// Commands of the actuators, in their order; empty if the keyframe gives none.
    pub commands: Vec<f64>,
}

impl Model {
    /// The model in a keyframe; `None` if it has none of this name.
    #[must_use]
    pub fn at_keyframe(&self, name: &str) -> Option<Model> {
        let keyframe = self.keyframes.iter().find(|keyframe| keyframe.name == name)?;
        let mut posed = self.clone();
        posed.start_at(keyframe);
        Some(posed)
    }

    /// Takes the positions, poses and commands of a keyframe.
    pub(crate) fn start_at(&mut self, keyframe: &Keyframe) {
        for (joint, position) in self.joints.iter_mut().zip(&keyframe.positions) {
            joint.position = *position;
        }
        for (node, parent_from_node) in &keyframe.poses {
            if let Some(node) = self.nodes.get_mut(node.index()) {
                node.parent_from_node = *parent_from_node;
            }
        }
        for (actuator, command) in self.actuators.iter_mut().zip(&keyframe.commands) {
            actuator.command = *command;
        }
    }
}
