//! A tick of all bodies: those in planar motion move while rapier moves the others.

use rapier3d::pipeline::PhysicsWorld;

use crate::physics::collision_filter::CollisionFilter;
use crate::physics::contacts::touches::Touches;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::rapier_world::Physics;
use crate::threads::{Part, ThreadTeam, divide};
use crate::tree::nodes::{Node, Tree};
use crate::{NodeId, Pose};

/// Bodies in planar motion that a thread moves at once. A thread that is done with its own takes those of others.
const BODIES_PER_TASK: usize = 64;

/// What a thread moves at once.
enum Task<'a> {
    Rapier(&'a mut PhysicsWorld),
    Planar(&'a mut [Option<PlanarBody>], &'a mut Vec<MovedBody>),
}

/// The bodies in planar motion that have moved, by part and task.
struct MovedBodies(Vec<Vec<Vec<MovedBody>>>);

/// A body in planar motion that has moved.
#[derive(Debug, Clone)]
struct MovedBody {
    node: NodeId,
    world_from_node: Pose,
}

/// The bodies whose poses one thread writes to the tree.
struct PosePart<'a> {
    moved: &'a [Vec<MovedBody>],
    nodes: Part<'a, Node>,
    motion_counts: Part<'a, u64>,
    /// Bodies whose nodes are those of another part.
    elsewhere: &'a mut Vec<MovedBody>,
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
            Some(team) => {
                let moved = self.step_in_parallel(tree, touches, team);
                self.write_poses(tree, moved, team)
            }
            None => {
                self.engine.step_with_events(&CollisionFilter(tree), touches);
                self.advance_planar(tree)
            }
        }
    }

    /// Moves the bodies in planar motion by one tick, and writes their poses to the tree. Returns their nodes.
    fn advance_planar(&mut self, tree: &mut Tree) -> Vec<NodeId> {
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        let mut moved = Vec::with_capacity(self.planar.len());
        for body in self.planar.begin_tick().iter_mut().flatten() {
            let MovedBody { node, world_from_node } = MovedBody::advance(body, tick_s, sub_steps);
            tree.set_anchor_pose(node, world_from_node);
            tree.note_motion(node);
            moved.push(node);
        }
        moved
    }

    /// Moves the bodies in planar motion by one tick while rapier moves the others. Returns the former.
    fn step_in_parallel(&mut self, tree: &Tree, touches: &Touches, team: &ThreadTeam) -> MovedBodies {
        let (tick_s, sub_steps) = (self.tick_s, self.sub_steps());
        let filter = CollisionFilter(tree);
        let ends = self.bodies.part_ends(team.size()).map(|end| end.place);
        let parts: Vec<_> = divide(self.planar.begin_tick(), ends).map(Part::into_slice).collect();
        let blocks = parts.iter().map(|slots| slots.len().div_ceil(BODIES_PER_TASK));
        let mut moved: Vec<_> = blocks.map(|blocks| vec![Vec::new(); blocks]).collect();
        let tasks = parts.into_iter().zip(&mut moved).map(|(slots, moved)| {
            let blocks = slots.chunks_mut(BODIES_PER_TASK).zip(moved);
            blocks.map(|(slots, moved)| Task::Planar(slots, moved)).collect()
        });
        let mut tasks: Vec<Vec<Task<'_>>> = tasks.collect();
        let own = rayon::current_thread_index().unwrap_or_default();
        let rapier = Task::Rapier(&mut self.engine);
        match tasks.get_mut(own) {
            Some(tasks) => tasks.insert(0, rapier),
            None => tasks.push(vec![rapier]),
        }
        team.run(tasks, |task: Task<'_>| match task {
            Task::Rapier(engine) => engine.step_with_events(&filter, touches),
            Task::Planar(slots, moved) => {
                let bodies = slots.iter_mut().flatten();
                moved.reserve(BODIES_PER_TASK);
                moved.extend(bodies.map(|body| MovedBody::advance(body, tick_s, sub_steps)));
            }
        });
        MovedBodies(moved)
    }

    /// Writes the poses of bodies that have moved to the tree. Returns their nodes.
    fn write_poses(
        &mut self,
        tree: &mut Tree,
        MovedBodies(moved): MovedBodies,
        team: &ThreadTeam,
    ) -> Vec<NodeId> {
        tree.motions += 1;
        tree.count_all();
        let Tree { nodes, motion_counts, motions, .. } = &mut *tree;
        let motions = *motions;
        let ends: Vec<_> = self.bodies.part_ends(moved.len()).map(|end| end.node).collect();
        let nodes = divide(nodes, ends.iter().copied());
        let counts = divide(motion_counts, ends.iter().copied());
        let mut elsewhere = vec![Vec::new(); moved.len()];
        let parts = moved.iter().zip(nodes.zip(counts)).zip(&mut elsewhere);
        let tasks = parts.map(|((moved, (nodes, motion_counts)), elsewhere)| {
            vec![PosePart { moved, nodes, motion_counts, elsewhere }]
        });
        team.run(tasks, |part: PosePart<'_>| part.write(motions));
        for body in elsewhere.into_iter().flatten() {
            tree.set_anchor_pose(body.node, body.world_from_node);
            tree.note_motion(body.node);
        }
        moved.into_iter().flatten().flatten().map(|body| body.node).collect()
    }
}

impl MovedBody {
    /// Moves a body by one tick.
    fn advance(body: &mut PlanarBody, tick_s: f64, sub_steps: u32) -> MovedBody {
        body.advance(tick_s, sub_steps);
        MovedBody { node: body.node, world_from_node: body.world_from_node() }
    }
}

impl PosePart<'_> {
    fn write(mut self, motions: u64) {
        for body in self.moved.iter().flatten() {
            let index = body.node.index();
            match self.nodes.get_mut(index).zip(self.motion_counts.get_mut(index)) {
                Some((node, count)) => (node.pose, *count) = (body.world_from_node, motions),
                None => self.elsewhere.push(body.clone()),
            }
        }
    }
}
