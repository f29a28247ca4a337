//! A tick of all bodies: bodies in planar motion move while rapier moves the remaining bodies.

use crate::physics::collision_filter::CollisionFilter;
use crate::physics::contacts::touches::Touches;
use crate::physics::engine_world::EngineWorld;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::rapier_world::Physics;
use crate::raycast::RayKinds;
use crate::threads::{Part, ThreadTeam, divide};
use crate::tree::hierarchy::Hierarchy;
use crate::tree::node_tree::Tree;
use crate::tree::poses::anchored_pose::AnchoredPose;
use crate::{NodeId, Pose};

/// Number of bodies per parallel task. A thread that has finished its own tasks takes tasks of other threads.
const BODIES_PER_TASK: usize = 64;

/// A parallel task of a tick.
enum Task<'a> {
    Rapier(&'a mut EngineWorld),
    Planar(Block<'a>),
}

/// Consecutive bodies, and the nodes starting at that of the first body.
struct Block<'a> {
    slots: &'a mut [Option<PlanarBody>],
    poses: Part<'a, AnchoredPose>,
    motion_counts: Part<'a, u64>,
    marks: Part<'a, RayKinds>,
    /// New poses of bodies whose nodes are outside of the block.
    elsewhere: &'a mut Vec<(NodeId, Pose)>,
}

impl Physics {
    /// Moves all bodies by one tick. Writes the poses of bodies in planar motion to the tree, and marks their nodes.
    pub(crate) fn step_bodies(
        &mut self,
        tree: &mut Tree,
        marks: &mut [RayKinds],
        touches: &Touches,
        team: Option<&ThreadTeam>,
    ) {
        if let Some(team) = team {
            for (node, world_from_node) in self.step_in_parallel(tree, marks, touches, team).concat() {
                place(tree, marks, node, world_from_node);
            }
            return;
        }
        let filter =
            CollisionFilter { hierarchy: tree.hierarchy(), apart: &self.apart, colliding: &self.colliding };
        self.engine.step_with_events(&filter, touches);
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        for body in self.planar.begin_tick().iter_mut().flatten() {
            body.advance(tick_s, sub_steps);
            place(tree, marks, body.node, body.world_from_node());
        }
    }

    /// Moves the bodies in planar motion, block by block, while rapier moves the remaining bodies. Returns the new poses of
    /// bodies whose nodes are outside of their block.
    fn step_in_parallel(
        &mut self,
        tree: &mut Tree,
        marks: &mut [RayKinds],
        touches: &Touches,
        team: &ThreadTeam,
    ) -> Vec<Vec<(NodeId, Pose)>> {
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        tree.motions += 1;
        tree.count_all();
        let Tree { nodes, poses, motion_counts, motions, .. } = tree;
        let motions = *motions;
        let filter =
            CollisionFilter { hierarchy: Hierarchy(nodes), apart: &self.apart, colliding: &self.colliding };
        let blocks_per_thread = self.bodies.len().div_ceil(team.size() * BODIES_PER_TASK).max(1);
        let ends: Vec<_> = self.bodies.part_ends(team.size() * blocks_per_thread).collect();
        let mut elsewhere = vec![Vec::new(); ends.len()];
        let slots = divide(self.planar.begin_tick(), ends.iter().map(|end| end.place));
        let poses = divide(poses, ends.iter().map(|end| end.node));
        let counts = divide(motion_counts, ends.iter().map(|end| end.node));
        let marks = divide(marks, ends.iter().map(|end| end.node));
        let columns = slots.zip(poses.zip(counts).zip(marks)).zip(&mut elsewhere);
        let mut blocks = columns.map(|((slots, ((poses, motion_counts), marks)), elsewhere)| {
            Task::Planar(Block { slots: slots.into_slice(), poses, motion_counts, marks, elsewhere })
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
        elsewhere
    }
}

impl Block<'_> {
    /// Moves its bodies in planar motion by one tick. Writes their poses to the tree with the motion count `motions`, and
    /// marks their nodes.
    fn advance(mut self, tick_s: f64, sub_steps: u32, motions: u64) {
        for body in self.slots.iter_mut().flatten() {
            body.advance(tick_s, sub_steps);
            let (index, world_from_node) = (body.node.index(), body.world_from_node());
            let count = self.motion_counts.get_mut(index);
            match self.poses.get_mut(index).zip(count).zip(self.marks.get_mut(index)) {
                Some(((placed, count), mark)) => {
                    (placed.pose, *count, *mark) = (world_from_node, motions, RayKinds::ALL)
                }
                None => self.elsewhere.push((body.node, world_from_node)),
            }
        }
    }
}

/// Writes the pose of a moved body to the tree, and marks its node.
fn place(tree: &mut Tree, marks: &mut [RayKinds], node: NodeId, world_from_node: Pose) {
    tree.set_anchor_pose(node, world_from_node);
    tree.note_motion(node);
    marks[node.index()] = RayKinds::ALL;
}
