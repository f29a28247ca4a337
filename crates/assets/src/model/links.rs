//! Links of joints between objects: an object with a joint, and the objects that move with it, become one link.
//!
//! Files of robots (URDF, SDF, MJCF) have links with an inertia and separate collision shapes. In glTF and .blend files a
//! joint connects two objects, which have bodies of their own. This turns the second form into the first one.

use glam::{DAffine3, DMat3, DVec3};

use crate::Warnings;
use crate::model::{
    BodyType, Bounds, BoundsShape, Inertial, Model, Node, NodeId, NodeKind, NodeRole, Physics, Shape,
    Transform,
};

/// Difference of a scale from 1 that counts as none.
const EVEN: f64 = 1e-9;

impl Model {
    /// Makes links of the objects that the joints of the model connect. The child of each joint hangs on its parent, or
    /// on an object that belongs to the link of its parent. Objects with an inertia are links, too. Without both, nothing
    /// changes.
    pub(crate) fn make_links(&mut self, warnings: &mut Warnings) {
        if self.joints.is_empty() && self.nodes.iter().all(|node| node.inertial.is_none()) {
            return;
        }
        let link_of = self.link_of_nodes();
        let rest = self.split_meshes(&link_of);
        let world_from_nodes = self.world_from_nodes();
        for index in 0..self.joints.len() {
            let (parent, child) = (self.joints[index].parent, self.joints[index].child);
            let link = link_of[parent.index()].unwrap_or(parent);
            self.joints[index].parent = link;
            let node = &mut self.nodes[child.index()];
            node.parent = Some(link);
            node.parent_bone = None;
            node.parent_from_node =
                world_from_nodes[link.index()].inverse() * world_from_nodes[child.index()];
        }
        let mut links: Vec<NodeId> = link_of.iter().flatten().copied().collect();
        links.sort_unstable();
        links.dedup();
        for link in links {
            let parts: Vec<NodeId> = (0..link_of.len())
                .filter(|&index| link_of[index] == Some(link))
                .map(NodeId::new)
                .chain(rest.iter().filter(|(owner, _)| *owner == link).map(|(_, part)| *part))
                .collect();
            self.make_link(link, &parts, &world_from_nodes, warnings);
        }
    }

    /// The link of each node: the nearest child of a joint, or node with an inertia, at or above it; else the topmost node
    /// above it, if the tree has a joint.
    fn link_of_nodes(&self) -> Vec<Option<NodeId>> {
        let mut is_child: Vec<bool> = self.nodes.iter().map(|node| node.inertial.is_some()).collect();
        for joint in &self.joints {
            is_child[joint.child.index()] = true;
        }
        let mut has_joint = vec![false; self.nodes.len()];
        for joint in &self.joints {
            has_joint[self.top_of(joint.child).index()] = true;
        }
        let link = |start: NodeId| {
            let mut node = start;
            while !is_child[node.index()] {
                match self.nodes[node.index()].parent {
                    Some(parent) => node = parent,
                    None => return has_joint[node.index()].then_some(node),
                }
            }
            Some(node)
        };
        (0..self.nodes.len()).map(|index| link(NodeId::new(index))).collect()
    }

    /// Makes links plain frames without scale. The mesh of a link goes to a new node below it: pairs of both.
    fn split_meshes(&mut self, link_of: &[Option<NodeId>]) -> Vec<(NodeId, NodeId)> {
        let mut made = Vec::new();
        let world_from_nodes = self.world_from_nodes();
        let mut frames = world_from_nodes.clone();
        for index in (0..link_of.len()).filter(|&index| link_of[index] == Some(NodeId::new(index))) {
            let link = NodeId::new(index);
            let (Transform { translation, rotation, scale }, _) = Transform::of(&world_from_nodes[index]);
            let node = &mut self.nodes[index];
            let is_even = (scale - DVec3::ONE).abs().max_element() < EVEN;
            if is_even && node.mesh().is_none() {
                continue;
            }
            frames[index] = DAffine3::from_rotation_translation(rotation, translation);
            if node.mesh().is_some() {
                let part = Node {
                    parent: Some(link),
                    kind: std::mem::replace(&mut node.kind, NodeKind::Empty),
                    materials: std::mem::take(&mut node.materials),
                    physics: node.physics.clone(),
                    visibility: node.visibility,
                    ..Node::new(format!("{}/visual", node.name))
                };
                node.physics.body = BodyType::NoCollision;
                made.push((link, NodeId::new(self.nodes.len())));
                self.nodes.push(part);
                frames.push(world_from_nodes[index]);
            }
        }
        let has_changed = |index: usize| world_from_nodes.get(index) != Some(&frames[index]);
        for (index, node) in self.nodes.iter_mut().enumerate() {
            // The place of an object on a bone is not that of its parent.
            if node.parent_bone.is_some()
                || !(has_changed(index) || node.parent.is_some_and(|above| has_changed(above.index())))
            {
                continue;
            }
            let world_from_parent = node.parent.map_or(DAffine3::IDENTITY, |above| frames[above.index()]);
            node.parent_from_node = world_from_parent.inverse() * frames[index];
        }
        made
    }

    /// Gives a link its mass and its collision shapes, which are those of its parts.
    fn make_link(&mut self, link: NodeId, parts: &[NodeId], frames: &[DAffine3], warnings: &mut Warnings) {
        let world_from = |node: NodeId| frames.get(node.index()).copied();
        let Some(world_from_link) = world_from(link) else { return };
        let mut pieces = Vec::new();
        for &part in parts {
            let Some(world_from_part) = world_from(part) else { continue };
            let link_from_part = world_from_link.inverse() * world_from_part;
            pieces.extend(self.collision_piece(part, link_from_part));
        }
        let masses = pieces.iter().filter(|piece| piece.moves).map(|piece| piece.inertial);
        let inertial = Inertial::sum(masses);
        let is_moved = self.joints.iter().any(|joint| joint.child == link);
        let node = &mut self.nodes[link.index()];
        node.inertial = node.inertial.or(inertial);
        if node.inertial.is_none() && is_moved {
            warnings.add(format!(
                "{}: a joint moves it, and none of its objects is a moving body with a mass; it weighs 10 g",
                node.name
            ));
        }
        node.physics.mass = node.inertial.map_or(0.0, |inertial| inertial.mass);
        node.physics.body = if node.inertial.is_some() { BodyType::RigidBody } else { BodyType::Static };
        node.physics.flags.compound = true;
        for &part in parts.iter().filter(|&&part| part != link) {
            let node = &mut self.nodes[part.index()];
            if node.role == NodeRole::Ordinary
                && !matches!(node.kind, NodeKind::Light(_) | NodeKind::Camera(_))
            {
                node.role = NodeRole::Visual;
                node.physics.body = BodyType::NoCollision;
            }
        }
        self.nodes.extend(pieces.into_iter().map(|piece| Node { parent: Some(link), ..piece.node }));
    }

    /// The collision shape of an object, in the frame of its link; `None` for one without a mesh, or that collides with nothing.
    pub(crate) fn collision_piece(&self, part: NodeId, link_from_part: DAffine3) -> Option<CollisionPiece> {
        let node = &self.nodes[part.index()];
        let collides = !matches!(
            node.physics.body,
            BodyType::NoCollision | BodyType::Occluder | BodyType::Sensor | BodyType::Navmesh
        );
        if node.role != NodeRole::Ordinary || !collides || node.physics.flags.ghost {
            return None;
        }
        let mesh = self.meshes.get(node.mesh()?.index())?;
        let (low, high) = mesh.bounds(&DAffine3::IDENTITY)?;
        let (Transform { translation, rotation, scale }, _) = Transform::of(&link_from_part);
        let middle = DAffine3::from_rotation_translation(rotation, translation)
            * DAffine3::from_translation((low + high) / 2.0 * scale);
        let size = (high - low) * scale.abs();
        let radius = size.x.max(size.y) / 2.0;
        let physics = &node.physics;
        let moment_box = DVec3::new(
            size.y * size.y + size.z * size.z,
            size.x * size.x + size.z * size.z,
            size.x * size.x + size.y * size.y,
        ) / 12.0;
        let (parent_from_node, kind, moment) = match physics.bounds {
            Bounds::Fitted(BoundsShape::Box) => (middle, NodeKind::Shape(Shape::Box { size }), moment_box),
            Bounds::Fitted(BoundsShape::Sphere) => {
                let radius = physics.radius * scale.x.abs();
                let center = DAffine3::from_rotation_translation(rotation, translation);
                let moment = DVec3::splat(0.4 * radius * radius);
                (center, NodeKind::Shape(Shape::Sphere { radius }), moment)
            }
            Bounds::Fitted(BoundsShape::Cylinder) => {
                (middle, NodeKind::Shape(Shape::Cylinder { radius, length: size.z }), moment_box)
            }
            Bounds::Fitted(BoundsShape::Capsule) => {
                let length = (size.z - 2.0 * radius).max(0.0);
                (middle, NodeKind::Shape(Shape::Capsule { radius, length }), moment_box)
            }
            _ => (link_from_part, node.kind.clone(), moment_box),
        };
        let physics = Physics { mass: 0.0, ..physics.clone() };
        Some(CollisionPiece {
            moves: matches!(node.physics.body, BodyType::RigidBody | BodyType::Dynamic | BodyType::SoftBody),
            inertial: Inertial {
                mass: node.physics.mass,
                node_from_inertia: middle,
                inertia: DMat3::from_diagonal(moment * node.physics.mass),
            },
            node: Node {
                parent_from_node,
                kind,
                physics,
                role: NodeRole::Collision,
                ..Node::new(format!("{}/collision", node.name))
            },
        })
    }
}

/// The collision shape of an object, with its mass.
pub(crate) struct CollisionPiece {
    /// Whether it has a mass.
    pub(crate) moves: bool,
    pub(crate) inertial: Inertial,
    /// A node of the role [`NodeRole::Collision`], whose pose is that in the link.
    pub(crate) node: Node,
}

impl Inertial {
    /// The inertia of several bodies as one, about their center of mass (parallel axis theorem); `None` without a mass.
    pub(crate) fn sum(parts: impl Iterator<Item = Inertial>) -> Option<Inertial> {
        let parts: Vec<Inertial> = parts.filter(|part| part.mass > 0.0).collect();
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        if mass <= 0.0 {
            return None;
        }
        let center = |part: &Inertial| part.node_from_inertia.translation;
        let middle = parts.iter().map(|part| part.mass * center(part)).sum::<DVec3>() / mass;
        let mut inertia = DMat3::ZERO;
        for part in &parts {
            let turn = part.node_from_inertia.matrix3;
            let arm = center(part) - middle;
            let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            inertia += turn * part.inertia * turn.transpose();
            inertia += (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * part.mass;
        }
        Some(Inertial { mass, node_from_inertia: DAffine3::from_translation(middle), inertia })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_halves_of_a_box_have_the_inertia_of_the_box() {
        let half = |x: f64| Inertial {
            mass: 1.0,
            node_from_inertia: DAffine3::from_translation(DVec3::new(x, 0.0, 0.0)),
            inertia: DMat3::from_diagonal(DVec3::new(2.0, 2.0, 2.0) / 12.0),
        };
        let whole = Inertial::sum([half(-0.5), half(0.5)].into_iter()).unwrap();
        let expected = DVec3::new(2.0, 5.0, 5.0) * 2.0 / 12.0;
        assert_eq!((whole.mass, whole.node_from_inertia.translation), (2.0, DVec3::ZERO));
        assert!(whole.inertia.abs_diff_eq(DMat3::from_diagonal(expected), 1e-12), "{:?}", whole.inertia);
        assert!(Inertial::sum(std::iter::empty()).is_none());
    }
}
