//! The tree of joints that the constraints of a file form, and the equalities that close its loops.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use glam::DAffine3;

use super::{Axis, Constraint, Motor, axis};
use crate::formats::blend::import::Import;
use crate::limits::Budget;
use crate::model::{
    BodyType, Joint, JointKind, LinkFrame, LoopJoint, Model, Node, NodeId, Transform, close_loop,
};
use crate::{ReadError, Warnings};

/// The name of the object that stands for the world.
const WORLD: &str = "world";

/// The parts of constraints that are completed once objects are links: then their frames have no scale.
#[derive(Default)]
pub(in crate::formats::blend) struct Joints {
    chains: Vec<Chain>,
    loops: Vec<Loop>,
}

/// The further axes of a joint.
struct Chain {
    /// The name of the constraint.
    name: String,
    /// The body that its first joint moves.
    child: NodeId,
    axes: Vec<Axis>,
}

/// A constraint between two bodies that are connected already.
struct Loop {
    name: String,
    bodies: [NodeId; 2],
    world_from_constraint: DAffine3,
    axes: Vec<Axis>,
}

/// The constraints as edges of a graph.
struct Graph<'a> {
    constraints: &'a [Constraint],
    edges: BTreeMap<NodeId, Vec<usize>>,
}

/// A constraint that hangs one of its bodies on its second one.
struct Edge {
    constraint: usize,
    ends: [NodeId; 2],
}

impl<'a> Graph<'a> {
    fn new(constraints: &'a [Constraint]) -> Self {
        let mut edges: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
        for (number, constraint) in constraints.iter().enumerate() {
            for body in constraint.bodies {
                edges.entry(body).or_default().push(number);
            }
        }
        Graph { constraints, edges }
    }

    /// Trees from the static bodies on, and then from the first bodies of constraints: their edges from the root on, and the
    /// constraints that close a loop.
    fn trees(&self, is_static: impl Fn(NodeId) -> bool) -> (Vec<Edge>, Vec<usize>) {
        let mut edges = Vec::new();
        let mut used = vec![false; self.constraints.len()];
        let mut reached = BTreeSet::new();
        let fixed = self.edges.keys().copied().filter(|body| is_static(*body));
        // Static bodies are connected by the ground: a body between two of them closes a loop.
        let mut open: VecDeque<NodeId> = fixed.collect();
        reached.extend(open.iter().copied());
        let mut roots = self.constraints.iter().map(|constraint| constraint.bodies[0]);
        let mut loops = BTreeSet::new();
        while let Some(body) = open.pop_front().or_else(|| roots.find(|root| reached.insert(*root))) {
            for &number in self.edges.get(&body).into_iter().flatten() {
                if std::mem::replace(&mut used[number], true) {
                    continue;
                }
                let [first, second] = self.constraints[number].bodies;
                let other = if first == body { second } else { first };
                if reached.insert(other) {
                    open.push_back(other);
                    edges.push(Edge { constraint: number, ends: [body, other] });
                } else if !(is_static(body) && is_static(other)) {
                    loops.insert(number);
                }
            }
        }
        (edges, loops.into_iter().collect())
    }
}

impl Import<'_, '_> {
    /// Hangs bodies on each other by constraints, and gives the model a joint for each; passive bodies carry active ones. A body
    /// whose parent in the file hangs on itself keeps its place.
    pub(in crate::formats::blend::import) fn hang(
        &mut self,
        nodes: &mut [Node],
        mut constraints: Vec<Constraint>,
        motors: &[Motor],
    ) -> Joints {
        let mut tree = Model { nodes: nodes.to_vec(), ..Model::default() };
        tree.put_right(&mut Warnings::default());
        let world_from_nodes = tree.world_from_nodes();
        self.drive(&mut constraints, motors, &world_from_nodes);
        let is_static = |body: NodeId| nodes[body.index()].physics.body != BodyType::RigidBody;
        let (mut edges, loops) = Graph::new(&constraints).trees(is_static);
        edges.sort_by_key(|edge| edge.constraint);
        let mut joints = Joints::default();
        for Edge { constraint, ends: [parent, child] } in edges {
            let constraint = &constraints[constraint];
            let up = |at: &NodeId| nodes[at.index()].parent;
            if std::iter::successors(Some(parent), up).take(nodes.len()).any(|at| at == child) {
                let text = "constraints that hang a body on an object below it are left out";
                self.omissions.note(text, &constraint.name);
                continue;
            }
            let node = &mut nodes[child.index()];
            node.parent = Some(parent);
            node.parent_bone = None;
            node.parent_from_node =
                world_from_nodes[parent.index()].inverse() * world_from_nodes[child.index()];
            let is_reversed = constraint.bodies[0] == child;
            let axes = if is_reversed { axis::reversed(&constraint.axes) } else { constraint.axes.clone() };
            let child_from_constraint = unscaled(world_from_nodes[child.index()]).inverse()
                * unscaled(world_from_nodes[constraint.object.index()]);
            let axes = axes.into_iter().map(|axis| Axis {
                direction: child_from_constraint.transform_vector3(axis.direction),
                ..axis
            });
            let axes: Vec<Axis> = axes.collect();
            let anchor = child_from_constraint.translation;
            let name = constraint.name.clone();
            self.model.joints.push(match axes.first() {
                Some(axis) => axis.joint(name.clone(), [parent, child], anchor, axis.direction),
                None => Joint { anchor, ..Joint::new(name.clone(), JointKind::Fixed, parent, child) },
            });
            if axes.len() > 1 {
                joints.chains.push(Chain { name, child, axes });
            }
        }
        joints.loops = loops
            .into_iter()
            .map(|number| {
                let Constraint { object, name, bodies, axes } = &constraints[number];
                let world_from_constraint = unscaled(world_from_nodes[object.index()]);
                Loop { name: name.clone(), bodies: *bodies, world_from_constraint, axes: axes.clone() }
            })
            .collect();
        joints
    }
}

impl Joints {
    /// Hangs the trees of joints, if there are several, on an object that stands for the world: trees that physics moves by a
    /// free joint, standing trees without one.
    pub(in crate::formats::blend) fn stand_on_world(model: &mut Model) {
        let roots: BTreeSet<NodeId> = model.joints.iter().map(|joint| model.top_of(joint.child)).collect();
        if roots.len() < 2 {
            return;
        }
        let mut world = Node::new(WORLD.to_owned());
        while model.find(&world.name).is_some() {
            world.name.push('_');
        }
        world.physics.body = BodyType::Static;
        let above = NodeId::new(model.nodes.len());
        for root in roots {
            let node = &mut model.nodes[root.index()];
            node.parent = Some(above);
            if node.physics.body == BodyType::RigidBody {
                let name = format!("{}_free", node.name);
                model.joints.push(Joint::new(name, JointKind::Floating, above, root));
            }
        }
        model.nodes.push(world);
    }

    /// Gives the model a joint for each further axis, and an equality for each loop.
    ///
    /// # Errors
    /// If the links between the axes are more than the budget allows.
    pub(in crate::formats::blend) fn complete(
        self,
        model: &mut Model,
        budget: &mut Budget,
        warnings: &mut Warnings,
    ) -> Result<(), ReadError> {
        let mut chains: BTreeMap<NodeId, Chain> =
            self.chains.into_iter().map(|chain| (chain.child, chain)).collect();
        for joint in std::mem::take(&mut model.joints) {
            match chains.remove(&joint.child) {
                Some(chain) => chain.complete(&joint, model, budget)?,
                None => model.joints.push(joint),
            }
        }
        let moved: BTreeSet<NodeId> = model.joints.iter().map(|joint| joint.child).collect();
        for one in self.loops {
            one.complete(model, &moved, warnings);
        }
        Ok(())
    }
}

impl Chain {
    /// Gives the model a joint for each axis, with a link between each two of them. `first` is that of the first axis.
    fn complete(self, first: &Joint, model: &mut Model, budget: &mut Budget) -> Result<(), ReadError> {
        let last = self.axes.len() - 1;
        budget.nodes(last, "joints")?;
        let mut carrier = first.parent;
        for (number, axis) in self.axes.iter().enumerate() {
            let name = format!("{}{}", self.name, axis.suffix);
            let link = if number == last {
                self.child
            } else {
                let child = &mut model.nodes[self.child.index()];
                let parent_from_node = std::mem::replace(&mut child.parent_from_node, DAffine3::IDENTITY);
                let between = Node::new(format!("{}/{name}", child.name));
                model.nodes.push(Node { parent: Some(carrier), parent_from_node, ..between });
                NodeId::new(model.nodes.len() - 1)
            };
            model.nodes[link.index()].parent = Some(carrier);
            model.joints.push(axis.joint(name, [carrier, link], first.anchor, axis.direction));
            carrier = link;
        }
        Ok(())
    }
}

impl Loop {
    /// Gives the model the equalities of a fixed constraint, a point or a hinge.
    fn complete(self, model: &mut Model, moved: &BTreeSet<NodeId>, warnings: &mut Warnings) {
        let joint = match &self.axes[..] {
            [] => LoopJoint::Fixed,
            [axis] if axis.kind != JointKind::Prismatic => LoopJoint::Hinge(axis.direction),
            [first, _, _] if first.ball.is_some() => LoopJoint::Ball,
            _ => {
                warnings.add(format!(
                    "constraints that close a loop, other than fixed ones, points and hinges, are left out: {}",
                    self.name
                ));
                return;
            }
        };
        if self.axes.iter().any(|axis| axis.limits.is_some()) {
            warnings.add(format!("constraints that close a loop have no limits: {}", self.name));
        }
        if self.axes.iter().any(|axis| axis.motor.is_some()) {
            warnings.add(format!("constraints that close a loop have no motors: {}", self.name));
        }
        let frames = self.bodies.map(|body| {
            let link = link_of(model, moved, body);
            let world_from_link = unscaled(model.world_from(link));
            let link_from_frame = world_from_link.inverse() * self.world_from_constraint;
            LinkFrame { link: Some(link), link_from_frame }
        });
        model.equalities.extend(close_loop(&self.name, frames, &joint));
    }
}

/// The link that holds a body: the nearest node at or above it that a joint moves, or the topmost node.
fn link_of(model: &Model, moved: &BTreeSet<NodeId>, body: NodeId) -> NodeId {
    let up = |node: &NodeId| model.nodes[node.index()].parent.filter(|_| !moved.contains(node));
    std::iter::successors(Some(body), up).last().unwrap_or(body)
}

/// The frame of a node without its scale.
fn unscaled(world_from_node: DAffine3) -> DAffine3 {
    let (Transform { translation, rotation, .. }, _) = Transform::of(&world_from_node);
    DAffine3::from_rotation_translation(rotation, translation)
}
