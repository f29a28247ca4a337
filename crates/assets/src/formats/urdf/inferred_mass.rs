//! Masses of a robot whose file gives none.
//!
//! Files that only describe looks and kinematics, as those of many industrial arms, have no `<inertial>` at all. As in
//! MuJoCo, the links that joints move are then filled with water, and the root link does not move.

use glam::DAffine3;

use crate::formats::mjcf::inertia::{MassProperties, MeshInertia};
use crate::formats::solid::{DENSITY, solid};
use crate::formats::urdf::Import;
use crate::model::{BodyType, Inertial, JointKind, NodeId, NodeRole};
use crate::warnings::names;

impl Import<'_> {
    /// Gives masses to the links that joints move, if no link has one and a joint moves.
    pub(super) fn infer_masses(&mut self) {
        let has_mass = self.model.nodes.iter().any(|node| node.inertial.is_some());
        if has_mass || self.model.joints.iter().all(|joint| joint.kind == JointKind::Fixed) {
            return;
        }
        let moved: Vec<NodeId> = self.links.values().copied().filter(|&link| self.is_moved(link)).collect();
        let mut weighed = Vec::new();
        for link in moved {
            let whole = self.filled(link);
            if whole.mass <= 0.0 {
                continue;
            }
            let node = &mut self.model.nodes[link.index()];
            weighed.push(format!("{} {:.3} kg", node.name, whole.mass));
            node.inertial = Some(Inertial {
                mass: whole.mass,
                node_from_inertia: DAffine3::from_translation(whole.center),
                inertia: whole.inertia,
            });
            node.physics.body = BodyType::RigidBody;
            node.physics.mass = whole.mass;
            node.physics.flags.compound = true;
            for piece in self.model.nodes.iter_mut().filter(|piece| piece.parent == Some(link)) {
                if piece.role == NodeRole::Collision {
                    piece.physics.body = BodyType::RigidBody;
                }
            }
        }
        if !weighed.is_empty() {
            let list = names(weighed.iter().map(String::as_str));
            self.warnings.add(format!(
                "no link has a mass: moving links get that of their shapes filled with water, and the base is fixed: {list}"
            ));
        }
    }

    /// Whether a joint between the root and a link moves.
    fn is_moved(&self, link: NodeId) -> bool {
        let mut next = Some(link);
        // Links can form a circle, which is cut later.
        for _ in 0..self.model.nodes.len() {
            let Some(link) = next else { return false };
            let above = self.model.joints.iter().find(|joint| joint.child == link);
            if above.is_some_and(|joint| joint.kind != JointKind::Fixed) {
                return true;
            }
            next = above.map(|joint| joint.parent);
        }
        false
    }

    /// The mass of a link whose collision shapes, or visuals if it has none, are filled.
    fn filled(&self, link: NodeId) -> MassProperties {
        let with_role = |role: NodeRole| {
            let pieces =
                self.model.nodes.iter().filter(move |node| node.parent == Some(link) && node.role == role);
            pieces.fold(MassProperties::NONE, |whole, piece| {
                let meshes = &self.model.meshes;
                let solid = solid(&piece.kind, &piece.parent_from_node, meshes, DENSITY, MeshInertia::Convex);
                whole.and(solid)
            })
        };
        let whole = with_role(NodeRole::Collision);
        if whole.mass > 0.0 { whole } else { with_role(NodeRole::Visual) }
    }
}
