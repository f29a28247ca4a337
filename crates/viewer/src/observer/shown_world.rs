//! The nodes and bones of the world as pages were shown them last, to find what changed.

use morse::Simulation;
use morse_world::{NodeId, Pose, StoredPose, World};

use crate::capture::Capture;
use crate::messages;
use crate::structure::{Look, Numbers};

/// What has not moved on its parent in so many copies is looked at less often, ...
const STILL: u16 = 30;
/// ... in one of so many copies.
const STILL_TURNS: usize = 8;
/// At each slow look, one in so many colours and lights is compared.
const LOOK_TURNS: usize = 5;

/// A node as it was shown last.
struct Shown {
    node: NodeId,
    number: u32,
    /// What carries it on pages.
    parent: Option<NodeId>,
    stored: StoredPose,
    look: Look,
    /// Whether it moves on its own: without parent, or moved by physics.
    is_free: bool,
    /// In how many copies it has not moved.
    still: u16,
}

/// A bone as it was shown last.
struct ShownBone {
    armature: NodeId,
    index: usize,
    number: u32,
    armature_from_bone: Pose,
}

/// What pages were shown of the world.
pub(super) struct ShownWorld {
    numbers: Numbers,
    nodes: Vec<Shown>,
    bones: Vec<ShownBone>,
    /// Nodes of the world when the structure was copied.
    node_count: usize,
    /// Counts the copies.
    turn: usize,
    /// Counts the slow looks.
    look_turn: usize,
}

impl ShownWorld {
    /// Nothing yet of a world of so many nodes, whose structure was copied with these numbers.
    pub(super) fn new(numbers: Numbers, node_count: usize) -> Self {
        Self { numbers, nodes: Vec::new(), bones: Vec::new(), node_count, turn: 0, look_turn: 0 }
    }

    /// Copies what has moved since the last copy, and the structure of the world if it is another one.
    pub(super) fn copy_poses(&mut self, simulation: &Simulation, capture: &mut Capture) {
        let world = simulation.world();
        let is_same = world.nodes().len() == self.nodes.len()
            && world.nodes().zip(&self.nodes).all(|(node, shown)| node == shown.node);
        if !is_same {
            self.take_nodes(simulation, capture);
        }
        self.turn = self.turn.wrapping_add(1);
        for (index, shown) in self.nodes.iter_mut().enumerate() {
            if shown.still > STILL && !shown.is_free && index % STILL_TURNS != self.turn % STILL_TURNS {
                continue;
            }
            let stored = stored_pose(world, shown.node, shown.parent);
            shown.still = shown.still.saturating_add(1);
            if stored != shown.stored {
                shown.still = 0;
                shown.stored = stored;
                capture.stored.push((shown.number, stored));
            }
        }
        for bone in &mut self.bones {
            let Some(armature) = world.armature(bone.armature) else { continue };
            let armature_from_bone = armature.armature_from_bone(bone.index);
            if armature_from_bone != bone.armature_from_bone {
                bone.armature_from_bone = armature_from_bone;
                capture.poses.push((bone.number, armature_from_bone));
            }
        }
    }

    /// Copies colours and lights that changed, of a part of the nodes each time.
    pub(super) fn copy_looks(&mut self, world: &World, capture: &mut Capture) {
        self.look_turn = self.look_turn.wrapping_add(1);
        for shown in self.nodes.iter_mut().skip(self.look_turn % LOOK_TURNS).step_by(LOOK_TURNS) {
            let look = Look::of(world, shown.node);
            if look != shown.look {
                capture.looks.push((shown.number, messages::look(shown.number, &look)));
                shown.look = look;
            }
        }
    }

    /// Takes the nodes of the world anew. Without a change of the scene, at the beginning, all poses are sent.
    fn take_nodes(&mut self, simulation: &Simulation, capture: &mut Capture) {
        let world = simulation.world();
        let is_known = world.nodes().all(|node| self.numbers.of(node).is_some())
            && world.nodes().len() == self.node_count;
        if !is_known {
            capture.structure = Some(self.numbers.copy(simulation));
        }
        self.node_count = world.nodes().len();
        self.nodes.clear();
        self.bones.clear();
        for (armature, numbers) in self.numbers.bones() {
            // Unlike any pose, so that each is sent.
            let armature_from_bone = Pose::from_translation(glam::DVec3::NAN);
            let bone = |(index, &number)| ShownBone { armature, index, number, armature_from_bone };
            self.bones.extend(numbers.iter().enumerate().map(bone));
        }
        for node in world.nodes() {
            let Some(number) = self.numbers.of(node) else { continue };
            let parent = self.numbers.parent(node);
            let stored = stored_pose(world, node, parent);
            capture.stored.push((number, stored));
            let is_free = world.parent(node).is_none() || world.is_free(node);
            let look = Look::of(world, node);
            self.nodes.push(Shown { node, number, parent, stored, look, is_free, still: 0 });
        }
    }
}

/// Where a node is. One that something else carries by now than pages know is placed in the world.
fn stored_pose(world: &World, node: NodeId, parent: Option<NodeId>) -> StoredPose {
    if world.parent(node) == parent {
        world.stored_pose(node)
    } else {
        StoredPose::in_world(world.world_from(node))
    }
}
