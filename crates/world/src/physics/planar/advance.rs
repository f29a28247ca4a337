//! A tick of all bodies: those in planar motion move while rapier moves the others.

use rapier3d::pipeline::PhysicsWorld;

use crate::physics::collision_filter::CollisionFilter;
use crate::physics::contacts::touches::Touches;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::rapier_world::Physics;
use crate::threads::{Part, ThreadTeam, divide};
use crate::tree::anchors::AnchoredPose;
use crate::tree::hierarchy::Hierarchy;
use crate::tree::nodes::Tree;
use crate::{NodeId, Pose};

/// Bodies that a thread moves at once. A thread that is done with its own takes those of others.
const BODIES_PER_TASK: usize = 64;

/// What a thread moves at once.
enum Task<'a> {
    Rapier(&'a mut PhysicsWorld),
    Planar(Block<'a>),
}

/// Bodies that stand side by side, and the nodes from that of the first on.
struct Block<'a> {
    slots: &'a mut [Option<PlanarBody>],
    poses: Part<'a, AnchoredPose>,
    motion_counts: Part<'a, u64>,
    outcome: &'a mut Outcome,
}

/// The bodies in planar motion of a block that have moved.
#[derive(Debug, Clone, Default)]
struct Outcome {
    moved: Vec<NodeId>,
    /// Those whose nodes are not of the block: their poses are not in the tree yet.
    elsewhere: Vec<(NodeId, Pose)>,
}

impl Physics {
    /// Moves all bodies by one tick, and writes the poses of those in planar motion to the tree. Returns the nodes of the latter.
    pub(crate) fn step_bodies(
        &mut self,
        tree: &mut Tree,
        touches: &Touches,
        team: Option<&ThreadTeam>,
    ) -> Vec<NodeId> {
        match team {
            Some(team) => self.step_in_parallel(tree, touches, team),
            None => {
                self.engine.step_with_events(&CollisionFilter(tree.hierarchy()), touches);
                self.advance_planar(tree)
            }
        }
    }

    /// Moves the bodies in planar motion by one tick, and writes their poses to the tree. Returns their nodes.
    fn advance_planar(&mut self, tree: &mut Tree) -> Vec<NodeId> {
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        let mut moved = Vec::with_capacity(self.planar.len());
        for body in self.planar.begin_tick().iter_mut().flatten() {
            body.advance(tick_s, sub_steps);
            tree.set_anchor_pose(body.node, body.world_from_node());
            tree.note_motion(body.node);
            moved.push(body.node);
        }
        moved
    }

    /// As [`Physics::step_bodies`], on the threads of a team.
    fn step_in_parallel(&mut self, tree: &mut Tree, touches: &Touches, team: &ThreadTeam) -> Vec<NodeId> {
        let outcomes = self.advance_blocks(tree, touches, team);
        for &(node, world_from_node) in outcomes.iter().flat_map(|outcome| &outcome.elsewhere) {
            tree.set_anchor_pose(node, world_from_node);
            tree.note_motion(node);
        }
        outcomes.into_iter().flat_map(|outcome| outcome.moved).collect()
    }

    /// Moves the bodies in planar motion, block by block, while rapier moves the others.
    fn advance_blocks(&mut self, tree: &mut Tree, touches: &Touches, team: &ThreadTeam) -> Vec<Outcome> {
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        tree.motions += 1;
        tree.count_all();
        let Tree { nodes, poses, motion_counts, motions, .. } = tree;
        let (filter, motions) = (CollisionFilter(Hierarchy(nodes)), *motions);
        let blocks_per_thread = self.bodies.len().div_ceil(team.size() * BODIES_PER_TASK).max(1);
        let ends: Vec<_> = self.bodies.part_ends(team.size() * blocks_per_thread).collect();
        let mut outcomes = vec![Outcome::default(); ends.len()];
        let slots = divide(self.planar.begin_tick(), ends.iter().map(|end| end.place));
        let poses = divide(poses, ends.iter().map(|end| end.node));
        let counts = divide(motion_counts, ends.iter().map(|end| end.node));
        let columns = slots.zip(poses.zip(counts)).zip(&mut outcomes);
        let mut blocks = columns.map(|((slots, (poses, motion_counts)), outcome)| {
            Task::Planar(Block { slots: slots.into_slice(), poses, motion_counts, outcome })
        });
        let own = rayon::current_thread_index().unwrap_or_default().min(team.size() - 1);
        let mut rapier = Some(Task::Rapier(&mut self.engine));
        let tasks = (0..team.size()).map(|thread| {
            let first = rapier.take_if(|_| thread == own);
            first.into_iter().chain(blocks.by_ref().take(blocks_per_thread)).collect()
        });
        team.run(tasks, |task: Task<'_>| match task {
            Task::Rapier(engine) => engine.step_with_events(&filter, touches),
            Task::Planar(block) => block.advance(tick_s, sub_steps, motions),
        });
        outcomes
    }
}

impl Block<'_> {
    /// Moves its bodies in planar motion by one tick, and writes their poses, with this motion count, to the tree.
    fn advance(mut self, tick_s: f64, sub_steps: u32, motions: u64) {
        let Outcome { moved, elsewhere } = self.outcome;
        moved.reserve(self.slots.len());
        for body in self.slots.iter_mut().flatten() {
            body.advance(tick_s, sub_steps);
            let (index, world_from_node) = (body.node.index(), body.world_from_node());
            match self.poses.get_mut(index).zip(self.motion_counts.get_mut(index)) {
                Some((placed, count)) => (placed.pose, *count) = (world_from_node, motions),
                None => elsewhere.push((body.node, world_from_node)),
            }
            moved.push(body.node);
        }
    }
}
