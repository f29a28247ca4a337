//! The links of a model: each with its joint, its mass, and the pieces that are seen and that collide.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};

use super::omissions::Omissions;
use crate::model::{
    BodyType, Inertial, Joint, JointKind, MaterialId, MeshId, Model, Node, NodeId, NodeKind, NodeRole,
    Physics, Shape, Transform,
};

/// Name of the link that stands for the world.
pub(super) const WORLD: &str = "world";

/// The links of a model, each after its parent.
pub(super) struct LinkTree<'m> {
    pub(super) model: &'m Model,
    /// Name of the robot.
    pub(super) name: String,
    pub(super) links: Vec<Link<'m>>,
}

/// A joint of a link. Axis and anchor are in the frame of the link.
#[derive(Clone)]
pub(super) struct LinkJoint<'m> {
    pub(super) joint: &'m Joint,
    pub(super) axis: DVec3,
    /// \[m\]
    pub(super) anchor: DVec3,
}

/// A link.
pub(super) struct Link<'m> {
    pub(super) node: NodeId,
    /// Unique among the links.
    pub(super) name: String,
    /// Index of the link that carries it.
    pub(super) parent: Option<usize>,
    /// Its joints to the parent, from the parent on; none for a rigid connection.
    pub(super) joints: Vec<LinkJoint<'m>>,
    /// Rigid pose in the parent, or in the world, with all joints at zero.
    pub(super) parent_from_link: DAffine3,
    pub(super) inertial: Option<Inertial>,
    /// Whether a root stands still.
    pub(super) is_fixed: bool,
    /// Settings of its body.
    pub(super) physics: &'m Physics,
    pub(super) visuals: Vec<Piece>,
    pub(super) collisions: Vec<Piece>,
    /// Named frames, with their poses in the link.
    pub(super) frames: Vec<(String, DAffine3)>,
}

/// A piece of geometry.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) link_from_piece: DAffine3,
    pub(super) geometry: Geometry,
    pub(super) materials: Vec<Option<MaterialId>>,
    pub(super) physics: Physics,
}

/// A solid, or a mesh.
#[derive(Clone)]
pub(super) enum Geometry {
    Shape(Shape),
    Mesh(MeshId),
}

impl<'m> LinkTree<'m> {
    /// The links of a model. `stem` is the name of a model without one.
    pub(super) fn of(model: &'m Model, stem: &str, omissions: &mut Omissions) -> LinkTree<'m> {
        let name = if model.name.is_empty() { stem } else { &model.name };
        let mut tree = LinkTree { model, name: name.to_owned(), links: Vec::new() };
        let joints: BTreeMap<NodeId, &Joint> =
            model.joints.iter().map(|joint| (joint.child, joint)).collect();
        let is_link = |(id, node): &(NodeId, &Node)| {
            node.parent.is_none() || node.inertial.is_some() || joints.contains_key(id)
        };
        let world_from_nodes = model.world_from_nodes();
        let rigid = |id: NodeId| {
            let (Transform { translation, rotation, .. }, _) = Transform::of(&world_from_nodes[id.index()]);
            DAffine3::from_rotation_translation(rotation, translation)
        };
        let ids: BTreeSet<NodeId> = model.nodes().filter(is_link).map(|(id, _)| id).collect();
        let link_of = |id: NodeId| {
            let up = std::iter::successors(Some(id), |at| model.nodes[at.index()].parent);
            up.take(model.nodes.len()).find(|at| ids.contains(at))
        };
        let mut parts: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for (id, _) in model.nodes() {
            if let Some(link) = link_of(id) {
                parts.entry(link).or_default().push(id);
            }
        }
        let mut numbers: BTreeMap<NodeId, usize> = BTreeMap::new();
        let mut names = BTreeSet::new();
        for id in in_order(model, &ids) {
            let node = &model.nodes[id.index()];
            if model.nodes[model.top_of(id).index()].is_left_out() {
                omissions.note("helper objects, whose names begin with _, are left out", &node.name);
                continue;
            }
            let parent = node.parent.and_then(link_of).and_then(|parent| numbers.get(&parent).copied());
            let above = parent.map_or(DAffine3::IDENTITY, |parent| rigid(tree.links[parent].node));
            let joint = joints.get(&id).filter(|joint| joint.kind != JointKind::Fixed);
            let mut link = Link {
                node: id,
                name: unique(&mut names, &node.name),
                parent,
                joints: joint
                    .map(|joint| LinkJoint { joint, axis: joint.axis, anchor: joint.anchor })
                    .into_iter()
                    .collect(),
                parent_from_link: above.inverse() * rigid(id),
                inertial: node.inertial,
                is_fixed: false,
                physics: &node.physics,
                visuals: Vec::new(),
                collisions: Vec::new(),
                frames: Vec::new(),
            };
            let world_from_link = rigid(id);
            for &part in parts.get(&id).into_iter().flatten() {
                let link_from_part = world_from_link.inverse() * world_from_nodes[part.index()];
                add_part(model, part, link_from_part, &mut link, omissions);
            }
            link.is_fixed = parent.is_none() && is_fixed_root(model, node, &link);
            numbers.insert(id, tree.links.len());
            tree.links.push(link);
        }
        tree.drop_empty_roots();
        tree
    }

    /// Removes roots that hold nothing: frames of lights, helpers of an editor.
    fn drop_empty_roots(&mut self) {
        let carriers: BTreeSet<usize> = self.links.iter().filter_map(|link| link.parent).collect();
        let is_empty = |(index, link): (usize, &Link<'_>)| {
            link.parent.is_none()
                && !carriers.contains(&index)
                && link.visuals.is_empty()
                && link.collisions.is_empty()
                && link.inertial.is_none()
        };
        let empty: Vec<bool> = self.links.iter().enumerate().map(is_empty).collect();
        // A file needs a link.
        if !empty.iter().all(|is_empty| *is_empty) {
            self.retain(|index| !empty[index]);
        }
    }

    /// Keeps some links. No link that stays has a parent that does not.
    pub(super) fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        let mut new = vec![None; self.links.len()];
        let kept = (0..self.links.len()).filter(|index| stays(*index));
        for (number, index) in kept.enumerate() {
            new[index] = Some(number);
        }
        let links = std::mem::take(&mut self.links);
        let kept = links.into_iter().enumerate().filter(|(index, _)| stays(*index));
        self.links =
            kept.map(|(_, link)| Link { parent: link.parent.and_then(|at| new[at]), ..link }).collect();
    }

    /// The roots.
    pub(super) fn roots(&self) -> impl Iterator<Item = (usize, &Link<'m>)> {
        self.links.iter().enumerate().filter(|(_, link)| link.parent.is_none())
    }

    /// The links that a link carries.
    pub(super) fn children(&self, parent: usize) -> impl Iterator<Item = (usize, &Link<'m>)> {
        self.links.iter().enumerate().filter(move |(_, link)| link.parent == Some(parent))
    }

    /// The hinge or slide with a name.
    pub(super) fn moving_joint(&self, name: &str) -> Option<&'m Joint> {
        let moves = |kind: JointKind| {
            matches!(kind, JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic)
        };
        let joints = self.links.iter().flat_map(|link| &link.joints).map(|it| it.joint);
        joints.into_iter().find(|joint| joint.name == name && moves(joint.kind))
    }

    /// Whether links that are rigidly connected below a link have a mass.
    pub(super) fn carries_mass(&self, index: usize) -> bool {
        let mut rigid = self.children(index).filter(|(_, link)| link.joints.is_empty());
        rigid.any(|(child, link)| link.inertial.is_some() || self.carries_mass(child))
    }

    /// The link of a node.
    pub(super) fn link_of(&self, node: NodeId) -> Option<&Link<'m>> {
        self.links.iter().find(|link| link.node == node)
    }
}

impl Link<'_> {
    /// The friction coefficient of its first collision shape. Readers of robot files give it to the link.
    pub(super) fn friction(&self) -> f64 {
        let first = self.collisions.first().map(|piece| &piece.physics);
        let of_contact = first.and_then(|physics| physics.contact).map(|contact| contact.friction[0]);
        let given = |physics: &Physics| {
            Some(physics.friction).filter(|friction| *friction != Physics::default().friction)
        };
        of_contact
            .or_else(|| given(self.physics))
            .or_else(|| first.and_then(given))
            .unwrap_or(Physics::default().friction)
    }

    /// Whether it moves in relation to its parent, or in the world.
    pub(super) fn moves(&self) -> bool {
        !self.joints.is_empty() || (self.parent.is_none() && !self.is_fixed)
    }

    /// Whether it stands for the world.
    pub(super) fn is_world(&self) -> bool {
        self.is_fixed && self.name == WORLD
    }
}

/// The nodes of links, each after the one that carries it.
fn in_order(model: &Model, ids: &BTreeSet<NodeId>) -> Vec<NodeId> {
    let depth = |id: NodeId| {
        std::iter::successors(Some(id), |at| model.nodes[at.index()].parent).take(model.nodes.len()).count()
    };
    let mut order: Vec<NodeId> = ids.iter().copied().collect();
    order.sort_by_cached_key(|id| depth(*id));
    order
}

/// A name that is not in use, from one that may be.
fn unique(names: &mut BTreeSet<String>, wanted: &str) -> String {
    let wanted = if wanted.is_empty() { "link" } else { wanted };
    let mut name = wanted.to_owned();
    let mut number = 1;
    while !names.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}_{number}");
    }
    name
}

/// Whether a root does not move. In URDF files a root without mass moves, unless it is the world.
fn is_fixed_root(model: &Model, node: &Node, link: &Link<'_>) -> bool {
    let weighs = link.inertial.is_some_and(|inertial| inertial.mass > 0.0);
    let is_still = matches!(node.physics.body, BodyType::Static | BodyType::NoCollision);
    !weighs && (node.name == WORLD || (model.description.is_none() && is_still))
}

/// Adds a node to its link: a visible piece, a collision shape, a mass or a frame.
fn add_part(
    model: &Model,
    part: NodeId,
    link_from_part: DAffine3,
    link: &mut Link<'_>,
    omissions: &mut Omissions,
) {
    let node = &model.nodes[part.index()];
    let geometry = match &node.kind {
        NodeKind::Mesh(mesh) => Some(Geometry::Mesh(*mesh)),
        NodeKind::Shape(shape) => Some(Geometry::Shape(*shape)),
        NodeKind::Light(_) => {
            omissions.note("lights are left out", &node.name);
            None
        }
        NodeKind::Camera(_) => {
            omissions.note("cameras are left out", &node.name);
            None
        }
        NodeKind::Armature(_) => {
            omissions.note("skeletons are left out", &node.name);
            None
        }
        NodeKind::Empty | NodeKind::Instance { .. } | NodeKind::Other(_) => {
            if part != link.node {
                let (Transform { translation, rotation, .. }, _) = Transform::of(&link_from_part);
                link.frames
                    .push((node.name.clone(), DAffine3::from_rotation_translation(rotation, translation)));
            }
            None
        }
    };
    let Some(geometry) = geometry else { return };
    let piece = |geometry: Geometry, link_from_piece: DAffine3, physics: &Physics| Piece {
        link_from_piece,
        geometry,
        materials: node.materials.clone(),
        physics: physics.clone(),
    };
    if node.role != NodeRole::Collision && !node.visibility.hidden_in_render {
        link.visuals.push(piece(geometry.clone(), link_from_part, &node.physics));
    }
    match node.role {
        NodeRole::Visual => {}
        NodeRole::Collision => link.collisions.push(piece(geometry, link_from_part, &node.physics)),
        NodeRole::Ordinary => {
            let Some(solid) = model.collision_piece(part, link_from_part) else { return };
            let geometry = match solid.node.kind {
                NodeKind::Mesh(mesh) => Geometry::Mesh(mesh),
                NodeKind::Shape(shape) => Geometry::Shape(shape),
                _ => return,
            };
            link.collisions.push(piece(geometry, solid.node.parent_from_node, &solid.node.physics));
            if solid.moves && solid.inertial.mass > 0.0 {
                link.inertial = Inertial::sum(link.inertial.into_iter().chain([solid.inertial]));
            }
        }
    }
}
