//! Traversal of the tree of nodes.

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};

use crate::Warnings;
use crate::model::{Model, Node, NodeId, NodeKind};
use crate::warnings::names;

/// Smallest size of a shape. [m]
const SHAPE_SIZE_MIN: f64 = 1e-5;

impl Model {
    /// Property of the nodes that clients move: bodies with `mocap` of MJCF files.
    pub const MOVED_BY_CLIENTS: &str = "mocap";

    /// Every node with its index.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId::new(index), node))
    }

    /// The first node with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.nodes().find(|(_, node)| node.name == name).map(|(id, _)| id)
    }

    /// Objects of the file itself, without those from group instances.
    pub fn objects(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes().filter(|(_, node)| node.instance.is_none())
    }

    /// The children of a node, in order.
    pub fn children(&self, parent: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes().filter(move |(_, node)| node.parent == Some(parent))
    }

    /// Pose and scale of one node in the world.
    #[must_use]
    pub fn world_from(&self, node: NodeId) -> DAffine3 {
        let mut world = DAffine3::IDENTITY;
        for ancestor in self.line_up(node) {
            world = ancestor.parent_from_node * world;
        }
        world
    }

    /// The nodes with a mass among a node and those below it.
    #[must_use]
    pub fn parts_below(&self, node: NodeId) -> Vec<NodeId> {
        let with_mass =
            self.nodes().filter(|(_, it)| it.inertial.is_some_and(|inertial| inertial.mass > 0.0));
        let below = with_mass.filter(|(id, _)| *id == node || self.is_below(*id, node));
        below.map(|(id, _)| id).collect()
    }

    /// Whether a node is below another one.
    fn is_below(&self, mut id: NodeId, above: NodeId) -> bool {
        while let Some(parent) = self.nodes[id.index()].parent {
            if parent == above {
                return true;
            }
            id = parent;
        }
        false
    }

    /// Pose and scale of every node in the world, in the order of [`Model::nodes`].
    #[must_use]
    pub fn world_from_nodes(&self) -> Vec<DAffine3> {
        let mut found: Vec<Option<DAffine3>> = vec![None; self.nodes.len()];
        let mut waiting = Vec::new();
        for start in 0..self.nodes.len() {
            let mut next = Some(start);
            let mut world = DAffine3::IDENTITY;
            while let Some(index) = next {
                if let Some(known) = found[index] {
                    world = known;
                    break;
                }
                waiting.push(index);
                next = self.nodes[index].parent.map(NodeId::index);
            }
            while let Some(index) = waiting.pop() {
                world *= self.nodes[index].parent_from_node;
                found[index] = Some(world);
            }
        }
        found.into_iter().flatten().collect()
    }

    /// Smallest and largest world coordinates of all meshes; `None` without any.
    #[must_use]
    pub fn world_bounds(&self) -> Option<(DVec3, DVec3)> {
        let world_from_nodes = self.world_from_nodes();
        let boxes = self.nodes.iter().zip(&world_from_nodes).filter_map(|(node, world_from_node)| {
            self.meshes.get(node.mesh()?.index())?.bounds(world_from_node)
        });
        boxes.reduce(|(low, high), (other_low, other_high)| (low.min(other_low), high.max(other_high)))
    }

    /// The node and its ancestors, upwards.
    fn line_up(&self, node: NodeId) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.nodes.get(node.index()), |node| self.nodes.get(node.parent?.index()))
    }

    /// Repairs the tree: cuts every parent cycle at its first node, resets poses that are not finite, and frees joints that follow no
    /// other joint.
    pub(crate) fn put_right(&mut self, warnings: &mut Warnings) {
        self.cut_circles(warnings);
        self.straighten_bones(warnings);
        self.raise_sizes_of_shapes(warnings);
        self.free_mimics(warnings);
        for node in &mut self.nodes {
            if !node.parent_from_node.is_finite() {
                warnings.add(format!(
                    "{}: its pose has numbers that are not finite; it stands at the origin of its parent",
                    node.name
                ));
                node.parent_from_node = DAffine3::IDENTITY;
            }
        }
    }

    /// Gives shapes without extent, such as a plate of thickness 0, the smallest one that collides and is seen.
    fn raise_sizes_of_shapes(&mut self, warnings: &mut Warnings) {
        let mut raised = Vec::new();
        for node in &mut self.nodes {
            let NodeKind::Shape(shape) = &mut node.kind else { continue };
            if shape.raise_sizes(SHAPE_SIZE_MIN) {
                raised.push(node.name.as_str());
            }
        }
        if !raised.is_empty() {
            let list = names(raised);
            warnings.add(format!("sizes of 0 of shapes are read as {} mm: {list}", SHAPE_SIZE_MIN * 1000.0));
        }
    }

    /// Lets joints move freely whose leaders are missing, and those that lead each other in a circle.
    fn free_mimics(&mut self, warnings: &mut Warnings) {
        let numbers = self.joints.iter().enumerate();
        let numbers: BTreeMap<&str, usize> =
            numbers.map(|(number, joint)| (joint.name.as_str(), number)).collect();
        let leader = |joint: usize| numbers.get(self.joints[joint].mimic.as_ref()?.joint.as_str()).copied();
        let (mut missing, mut circles) = (Vec::new(), Vec::new());
        // The walk that has passed a joint; the walks before it ended.
        let mut passed = vec![usize::MAX; self.joints.len()];
        for start in 0..self.joints.len() {
            let mut next = Some(start);
            while let Some(joint) = next.filter(|joint| passed[*joint] == usize::MAX) {
                passed[joint] = start;
                next = leader(joint);
                if next.is_none() && self.joints[joint].mimic.is_some() {
                    missing.push(joint);
                }
            }
            circles.extend(next.filter(|joint| passed[*joint] == start));
        }
        for (joints, reason) in [
            (missing, "the joint that they mimic is missing"),
            (circles, "they mimic joints that follow them"),
        ] {
            let list: Vec<&str> = joints.iter().map(|joint| self.joints[*joint].name.as_str()).collect();
            if !list.is_empty() {
                let list = names(list);
                warnings.add(format!("joints move freely because {reason}: {list}"));
            }
            joints.iter().for_each(|joint| self.joints[*joint].mimic = None);
        }
    }

    fn straighten_bones(&mut self, warnings: &mut Warnings) {
        for armature in &mut self.armatures {
            for bone in &mut armature.bones {
                let frames = [&mut bone.armature_from_rest, &mut bone.armature_from_pose];
                for frame in frames.into_iter().filter(|frame| !frame.is_finite()) {
                    warnings
                        .add(format!("{}: bone {} has a pose that is not finite", armature.name, bone.name));
                    *frame = DAffine3::IDENTITY;
                }
                for end in [&mut bone.head, &mut bone.tail] {
                    if !end.is_finite() {
                        *end = bone.armature_from_rest.translation;
                    }
                }
            }
        }
    }

    fn cut_circles(&mut self, warnings: &mut Warnings) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            InThisWalk,
            Sound,
        }
        let mut seen = vec![Seen::No; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut walk = Vec::new();
            let mut next = Some(start);
            while let Some(index) = next {
                match seen[index] {
                    Seen::Sound => break,
                    Seen::InThisWalk => {
                        warnings.add(format!(
                            "{}: it is its own ancestor; its parent is left out",
                            self.nodes[index].name
                        ));
                        self.nodes[index].parent = None;
                        self.nodes[index].parent_bone = None;
                        break;
                    }
                    Seen::No => {
                        seen[index] = Seen::InThisWalk;
                        walk.push(index);
                    }
                }
                let parent = self.nodes[index].parent.map(NodeId::index);
                next = parent.filter(|&parent| parent < self.nodes.len());
                if parent != next {
                    self.nodes[index].parent = None;
                }
            }
            for index in walk {
                seen[index] = Seen::Sound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(parents: &[Option<usize>]) -> Model {
        let nodes = parents.iter().enumerate().map(|(index, parent)| Node {
            parent: parent.map(NodeId::new),
            parent_from_node: DAffine3::from_translation(DVec3::X),
            ..Node::new(format!("n{index}"))
        });
        Model { nodes: nodes.collect(), ..Model::default() }
    }

    #[test]
    fn poses_add_up_in_any_order_of_nodes() {
        let model = chain(&[Some(2), None, Some(1)]);
        let along_x: Vec<f64> = model.world_from_nodes().iter().map(|world| world.translation.x).collect();
        assert_eq!(along_x, [3.0, 1.0, 2.0]);
        assert_eq!(model.world_from(NodeId::new(0)).translation.x, 3.0);
    }

    #[test]
    fn circles_and_missing_parents_are_cut() {
        let mut model = chain(&[Some(1), Some(2), Some(0), Some(3), Some(99), Some(0)]);
        let mut warnings = Warnings::default();
        model.put_right(&mut warnings);
        assert_eq!(warnings.into_messages().len(), 2);
        assert_eq!(model.world_from_nodes().len(), 6);
        assert_eq!(model.world_from(NodeId::new(1)).translation.x, 3.0);
    }

    #[test]
    fn a_pose_that_is_not_finite_is_replaced() {
        let mut model = chain(&[None]);
        model.nodes[0].parent_from_node.translation.y = f64::NAN;
        let mut warnings = Warnings::default();
        model.put_right(&mut warnings);
        assert!(warnings.into_messages()[0].starts_with("n0: its pose"));
        assert_eq!(model.world_from(NodeId::new(0)), DAffine3::IDENTITY);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let parents: Vec<Option<usize>> = (0..100_000).map(|index: usize| index.checked_sub(1)).collect();
        assert_eq!(chain(&parents).world_from_nodes()[99_999].translation.x, 100_000.0);
    }
}
