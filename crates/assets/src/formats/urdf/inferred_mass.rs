//! Masses of a robot whose file gives none.
//!
//! Files that only describe looks and kinematics, as those of many industrial arms, have no `<inertial>` at all. As in
//! MuJoCo, the links that joints move are then filled with water, and the root link does not move. If their meshes are absent
//! too, they get the mass that Bullet gives such links, so that joints can be commanded.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat3, DVec3};

use crate::formats::mjcf::inertia::{MassProperties, MeshInertia};
use crate::formats::solid::{DENSITY, solid};
use crate::formats::urdf::Import;
use crate::model::{BodyType, Inertial, JointKind, NodeId, NodeRole};
use crate::warnings::names;

/// Mass of a link without a shape, and its moment of inertia about each axis: those of Bullet. [kg], [kg m²]
const UNSEEN_KG: f64 = 1.0;
const UNSEEN_INERTIA: f64 = 1.0;

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
            if let Some(mass) = self.fill(link, &pieces, DENSITY) {
                weighed.push(format!("{} {mass:.3} kg", self.model.nodes[link.index()].name));
            }
        }
        if weighed.is_empty() {
            self.give_unseen_masses();
        } else {
            let list = names(weighed.iter().map(String::as_str));
            self.warnings.add(format!(
                "no link has a mass: moving links get that of their shapes filled with water, and the base is fixed: {list}"
            ));
        }
    }

    /// Gives a mass to the links that joints move directly, as none has a shape.
    fn give_unseen_masses(&mut self) {
        let moving = self.model.joints.iter().filter(|joint| joint.kind != JointKind::Fixed);
        let links: BTreeSet<NodeId> = moving.map(|joint| joint.child).collect();
        for &link in &links {
            let inertia = DMat3::from_diagonal(DVec3::splat(UNSEEN_INERTIA));
            self.give_mass(
                link,
                Inertial { mass: UNSEEN_KG, node_from_inertia: DAffine3::IDENTITY, inertia },
            );
        }
        let list = names(links.iter().map(|link| self.model.nodes[link.index()].name.as_str()));
        self.warnings.add(format!(
            "no link has a mass or a shape that can be read: links that joints move have 1 kg, and the base is fixed: {list}"
        ));
    }

    fn give_mass(&mut self, link: NodeId, inertial: Inertial) {
        let node = &mut self.model.nodes[link.index()];
        node.inertial = Some(inertial);
        node.physics.body = BodyType::RigidBody;
        node.physics.mass = inertial.mass;
        node.physics.flags.compound = true;
    }

    /// Gives a link the mass of its shapes, filled with a density [kg/m³]. Returns the mass [kg]; `None` if they have no volume.
    fn fill(&mut self, link: NodeId, pieces: &[NodeId], density: f64) -> Option<f64> {
        let whole = self.filled(pieces, density);
        if whole.mass <= 0.0 {
            return None;
        }
        let node_from_inertia = DAffine3::from_translation(whole.center);
        self.give_mass(link, Inertial { mass: whole.mass, node_from_inertia, inertia: whole.inertia });
        for piece in pieces {
            let piece = &mut self.model.nodes[piece.index()];
            if piece.role == NodeRole::Collision {
                piece.physics.body = BodyType::RigidBody;
            }
        }
        Some(whole.mass)
    }

    /// Gives a link whose file has a density [kg/m³] the mass of its shapes. Without a shape it is a link without mass.
    pub(super) fn weigh(&mut self, link: NodeId, density: f64) {
        let own = self.model.nodes().filter(|(_, node)| node.parent == Some(link)).map(|(id, _)| id);
        let pieces: Vec<NodeId> = own.collect();
        if self.fill(link, &pieces, density).is_some() {
            return;
        }
        let node = &mut self.model.nodes[link.index()];
        node.physics.body = BodyType::Static;
        self.massless.push(format!("{} (a density without a shape)", node.name));
        for piece in pieces {
            let piece = &mut self.model.nodes[piece.index()];
            if piece.role == NodeRole::Collision {
                piece.physics.body = BodyType::Static;
            }
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

    /// The mass of a link whose collision shapes, or visuals if it has none, are filled with a density [kg/m³].
    fn filled(&self, pieces: &[NodeId], density: f64) -> MassProperties {
        let with_role = |role: NodeRole| {
            let pieces = pieces.iter().map(|piece| &self.model.nodes[piece.index()]);
            pieces.filter(|piece| piece.role == role).fold(MassProperties::NONE, |whole, piece| {
                let meshes = &self.model.meshes;
                let solid = solid(&piece.kind, &piece.parent_from_node, meshes, density, MeshInertia::Convex);
                whole.and(solid)
            })
        };
        let whole = with_role(NodeRole::Collision);
        if whole.mass > 0.0 { whole } else { with_role(NodeRole::Visual) }
    }
}
