//! Finds what changed of the world since pages were shown it last.

use std::collections::BTreeSet;

use morse::Simulation;
use morse_world::{NodeId, Pose, PosesCopied, World};

use crate::capture::Capture;
use crate::messages;
use crate::structure::{Look, Numbers};

/// Each slow poll compares one in this number of colors and lights.
const LOOK_TURNS: usize = 5;

/// A node as it was shown last.
struct Shown {
    node: NodeId,
    number: u32,
    look: Look,
}

/// A bone as it was shown last.
struct ShownBone {
    armature: NodeId,
    index: usize,
    number: u32,
    armature_from_bone: Pose,
}

/// The state of the world that pages have.
pub(super) struct ShownWorld {
    numbers: Numbers,
    nodes: Vec<Shown>,
    bones: Vec<ShownBone>,
    /// Nodes that something else carries by now than on pages.
    attached_elsewhere: BTreeSet<NodeId>,
    /// Nodes of the world when the structure was copied.
    node_count: usize,
    /// The counts of changes of the set of nodes, and of restored states, when nodes were looked at.
    version: Option<[u64; 2]>,
    copied: Option<PosesCopied>,
    /// Counts the slow looks.
    look_turn: usize,
}

impl ShownWorld {
    /// The empty state for a world of `node_count` nodes, whose structure was copied with these numbers.
    pub(super) fn new(numbers: Numbers, node_count: usize) -> Self {
        Self {
            numbers,
            nodes: Vec::new(),
            bones: Vec::new(),
            attached_elsewhere: BTreeSet::new(),
            node_count,
            version: None,
            copied: None,
            look_turn: 0,
        }
    }

    /// Copies what has moved since the last copy, and the structure of the world if it is another one.
    pub(super) fn copy_poses(&mut self, simulation: &Simulation, capture: &mut Capture) {
        let world = simulation.world();
        let version = Some([world.revision(), world.restores()]);
        if version != self.version {
            self.version = version;
            self.take_nodes(simulation, capture);
        }
        self.copied = Some(world.copy_moved(self.copied, &mut capture.moved));
        self.place_in_world(world, capture);
        for bone in &mut self.bones {
            let Some(armature) = world.armature(bone.armature) else { continue };
            let armature_from_bone = armature.armature_from_bone(bone.index);
            if armature_from_bone != bone.armature_from_bone {
                bone.armature_from_bone = armature_from_bone;
                capture.poses.push((bone.number, armature_from_bone));
            }
        }
    }

    /// Gives poses in the world of the nodes that something else carries than on pages.
    fn place_in_world(&mut self, world: &World, capture: &mut Capture) {
        let Self { numbers, attached_elsewhere, .. } = self;
        let is_elsewhere = |node| world.parent(node) != numbers.parent(node);
        attached_elsewhere.retain(|&node| world.contains(node) && is_elsewhere(node));
        capture.moved.in_parent.retain(|&(node, _)| {
            let is_elsewhere = is_elsewhere(node);
            if is_elsewhere {
                attached_elsewhere.insert(node);
            }
            !is_elsewhere
        });
        let poses = attached_elsewhere.iter().map(|&node| (node, world.world_from(node)));
        capture.moved.in_world.extend(poses);
    }

    /// Copies colors and lights that changed, of a part of the nodes each time.
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

    /// Takes all nodes of the world again. All poses are sent then.
    fn take_nodes(&mut self, simulation: &Simulation, capture: &mut Capture) {
        let world = simulation.world();
        self.copied = None;
        let is_known = world.nodes().all(|node| self.numbers.of(node).is_some())
            && world.nodes().len() == self.node_count;
        if !is_known {
            capture.structure = Some(self.numbers.copy(simulation));
        }
        self.node_count = world.nodes().len();
        self.bones.clear();
        for (armature, numbers) in self.numbers.bones() {
            // Unlike any pose, so that each is sent.
            let armature_from_bone = Pose::from_translation(glam::DVec3::NAN);
            let bone = |(index, &number)| ShownBone { armature, index, number, armature_from_bone };
            self.bones.extend(numbers.iter().enumerate().map(bone));
        }
        let numbers = &self.numbers;
        let shown = |node| Some(Shown { node, number: numbers.of(node)?, look: Look::of(world, node) });
        self.nodes = world.nodes().filter_map(shown).collect();
    }
}
