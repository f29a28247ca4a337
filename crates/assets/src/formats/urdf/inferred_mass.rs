//! Masses of a robot whose file gives none.
//!
//! Files that only describe looks and kinematics, as those of many industrial arms, have no `<inertial>` at all. As in
//! MuJoCo, the links that joints move are then filled with water, and the root link does not move.

use std::collections::{BTreeMap, BTreeSet};

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
        let moved = self.moved_links();
        let mut pieces: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for (id, node) in self.model.nodes() {
            if let Some(link) = node.parent.filter(|link| moved.contains(link)) {
                pieces.entry(link).or_default().push(id);
            }
        }
        let mut weighed = Vec::new();
        for (link, pieces) in pieces {
            let whole = self.filled(&pieces);
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
            for piece in pieces {
                let piece = &mut self.model.nodes[piece.index()];
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

    /// The links below a joint that moves.
    fn moved_links(&self) -> BTreeSet<NodeId> {
        let mut below: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        let mut open = Vec::new();
        for joint in &self.model.joints {
            below.entry(joint.parent).or_default().push(joint.child);
            if joint.kind != JointKind::Fixed {
                open.push(joint.child);
            }
        }
        let mut moved = BTreeSet::new();
        while let Some(link) = open.pop() {
            if moved.insert(link) {
                open.extend(below.get(&link).into_iter().flatten());
            }
        }
        moved
    }

    /// The mass of a link whose collision shapes, or visuals if it has none, are filled.
    fn filled(&self, pieces: &[NodeId]) -> MassProperties {
        let with_role = |role: NodeRole| {
            let pieces = pieces.iter().map(|piece| &self.model.nodes[piece.index()]);
            pieces.filter(|piece| piece.role == role).fold(MassProperties::NONE, |whole, piece| {
                let meshes = &self.model.meshes;
                let solid = solid(&piece.kind, &piece.parent_from_node, meshes, DENSITY, MeshInertia::Convex);
                whole.and(solid)
            })
        };
        let whole = with_role(NodeRole::Collision);
        if whole.mass > 0.0 { whole } else { with_role(NodeRole::Visual) }
    }
}
