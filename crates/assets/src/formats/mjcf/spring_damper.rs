//! Springs and dampings of joints that are given by time constants (`springdamper`).

use glam::DAffine3;

use crate::formats::mjcf::Import;
use crate::model::{Inertial, JointKind, JointSpring, Node};

/// A time constant [s] and a damping ratio, of the joint with an index.
pub(super) struct SpringDamper {
    pub joint: usize,
    pub time_s: f64,
    pub ratio: f64,
    /// Position without effort. [rad or m]
    pub rest: f64,
}

impl Import<'_> {
    /// Computes stiffness and damping from the inertia that each of these joints moves in the pose of the file:
    /// `I / (time · ratio)²` and `2 I / time`. MuJoCo's inertia is that with all other joints free, which is smaller in chains.
    pub(super) fn spring_dampers(&mut self) {
        if self.spring_dampers.is_empty() {
            return;
        }
        let world_from_nodes = self.model.world_from_nodes();
        for SpringDamper { joint, time_s, ratio, rest } in std::mem::take(&mut self.spring_dampers) {
            let inertia = self.moved_inertia(joint, &world_from_nodes);
            let name = self.model.joints[joint].name.clone();
            self.note("springs given by time constants (springdamper) are stiffer than MuJoCo's where joints follow each other", &name);
            let joint = &mut self.model.joints[joint];
            joint.spring = Some(JointSpring { stiffness: inertia / (time_s * ratio).powi(2), rest });
            joint.damping = 2.0 * inertia / time_s;
        }
    }

    /// Moment of inertia about the axis of a hinge, or mass that a slide moves, with the rotor. [kg m² or kg]
    fn moved_inertia(&self, joint: usize, world_from_nodes: &[DAffine3]) -> f64 {
        let joint = &self.model.joints[joint];
        let first = joint.child.index();
        let world_from_child = world_from_nodes[first];
        let axis = world_from_child.transform_vector3(joint.axis);
        let anchor = world_from_child.transform_point3(joint.anchor);
        let inertia = |inertial: &Inertial, world_from_node: &DAffine3| {
            if joint.kind == JointKind::Prismatic {
                return inertial.mass;
            }
            let world_from_inertia = *world_from_node * inertial.node_from_inertia;
            let own = world_from_inertia.matrix3.transpose() * axis;
            let arm = world_from_inertia.translation - anchor;
            let lever = arm - axis * axis.dot(arm);
            own.dot(inertial.inertia * own) + inertial.mass * lever.length_squared()
        };
        // The nodes below a node follow it at once.
        let below = |node: &Node| node.parent.is_some_and(|parent| parent.index() >= first);
        let nodes = self.model.nodes.iter().zip(world_from_nodes).skip(first);
        let moved = nodes.enumerate().take_while(|(number, (node, _))| *number == 0 || below(node));
        let inertias = moved.filter_map(|(_, (node, pose))| Some(inertia(node.inertial.as_ref()?, pose)));
        inertias.sum::<f64>() + joint.armature
    }
}
