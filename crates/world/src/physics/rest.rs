//! Sleeping bodies, and the bodies that a tick processes.
//!
//! rapier puts bodies to sleep and wakes them. A tick does not process sleeping bodies without commands. The bodies that a
//! tick processes are *watched*: awake bodies, bodies that were commanded or moved since the last tick, and bodies whose
//! contacts must be computed.

use rapier3d::dynamics::{RigidBody, RigidBodyHandle, RigidBodyType};
use rapier3d::geometry::{BoundingVolume, ColliderHandle};
use rapier3d::pipeline::QueryFilter;

use crate::physics::body::state::{Activity, Body};
use crate::physics::contacts::recycling_rule::RecyclingRule;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

/// Number of shapes, mostly of one body, per search for nearby bodies.
const SHAPES_PER_SEARCH: usize = 16;

impl Physics {
    /// Watches a body in the coming tick. A body in planar motion returns to rapier.
    pub(crate) fn watch(&mut self, id: NodeId) {
        self.leave_planar(id);
        if let Some(body) = self.bodies.get_mut(id) {
            self.wakes += u64::from(std::mem::take(&mut body.sleeps));
            if body.physics.moves() && !std::mem::replace(&mut body.is_watched, true) {
                self.watched.push(id);
            }
        }
    }

    /// Watches every body in the coming tick.
    pub(crate) fn watch_all(&mut self) {
        for index in 0..self.movers.len() {
            self.watch(self.movers[index]);
        }
    }

    /// Whether a body slept at the end of the last tick and was not commanded since.
    pub(crate) fn sleeps(&self, id: NodeId) -> bool {
        self.body(id).is_some_and(|body| body.sleeps)
    }

    /// Whether a body moves, or may begin to.
    pub(crate) fn is_awake(&self, id: NodeId) -> bool {
        if self.planar(id).is_some() {
            return true;
        }
        let in_engine = self.body(id).and_then(|body| self.engine.bodies.get(body.handle));
        in_engine.is_some_and(|in_engine| in_engine.is_dynamic() && !in_engine.is_sleeping())
    }

    /// Wakes the body of a node.
    pub(crate) fn wake(&mut self, node: NodeId) {
        if let Some(handle) = self.body(node).map(|body| body.handle)
            && let Some(in_engine) = self.engine.bodies.get_mut(handle)
        {
            in_engine.wake_up(true);
            self.watch(node);
        }
    }

    /// Wakes sleeping bodies within a distance [m] of shapes.
    pub(crate) fn wake_near(&mut self, shapes: &[ColliderHandle], within_m: f32) {
        if self.movers.is_empty() {
            return;
        }
        let engine = &self.engine;
        let mut woken: Vec<RigidBodyHandle> = Vec::new();
        for group in shapes.chunks(SHAPES_PER_SEARCH) {
            let shapes = group.iter().filter_map(|&shape| engine.colliders.get(shape));
            let around: Vec<_> = shapes.map(|shape| shape.compute_aabb().loosened(within_m)).collect();
            let Some(all) = around.iter().copied().reduce(|one, other| one.merged(&other)) else { continue };
            let near = engine.intersect_aabb_conservative(all, QueryFilter::only_dynamic());
            woken.extend(near.filter_map(|(_, other)| {
                let body = other.parent()?;
                let sleeps = engine.bodies.get(body)?.is_sleeping();
                let own = other.compute_aabb();
                (sleeps && around.iter().any(|it| it.intersects(&own))).then_some(body)
            }));
        }
        woken.sort_unstable_by_key(|body| body.into_raw_parts());
        woken.dedup();
        for body in woken {
            if let Some(sleeper) = self.engine.bodies.get_mut(body) {
                sleeper.wake_up(true);
            }
        }
    }

    /// The watched bodies before a step, in order.
    pub(crate) fn watched_before_step(&mut self) -> Vec<NodeId> {
        if self.recycling_rule == RecyclingRule::Settling {
            self.watch_all();
        }
        sort(&mut self.watched);
        std::mem::take(&mut self.watched)
    }

    /// Adds the bodies that woke in the step, and those that were placed.
    pub(crate) fn watched_after_step(
        &self,
        mut watched: Vec<NodeId>,
        placed: &[(NodeId, Pose)],
    ) -> Vec<NodeId> {
        let count = watched.len();
        let is_new = |id: &NodeId| self.body(*id).is_some_and(|body| !body.is_watched);
        watched.extend(placed.iter().map(|(id, _)| *id).filter(is_new));
        for handle in self.engine.islands.active_bodies() {
            let Some(in_engine) = self.engine.bodies.get(handle) else { continue };
            let node = NodeId::of_user_data(in_engine.user_data);
            if self.body(node).is_some_and(|body| body.handle == handle && !body.is_watched) {
                watched.push(node);
            }
        }
        if watched.len() > count {
            sort(&mut watched);
            watched.dedup();
        }
        watched
    }

    /// The activity of a body between this tick and the next tick.
    pub(crate) fn activity(&self, tree: &Tree, id: NodeId, body: &Body, in_engine: &RigidBody) -> Activity {
        match in_engine.body_type() {
            RigidBodyType::Dynamic if !in_engine.is_enabled() => Activity::None,
            RigidBodyType::Dynamic if in_engine.is_sleeping() => Activity::Sleeps,
            RigidBodyType::Dynamic => Activity::Moves,
            // A body that was pinned for a tick.
            RigidBodyType::Fixed if tree.node(id).free && !body.suspended => Activity::Moves,
            _ => Activity::None,
        }
    }
}

/// Sorts bodies into the order in which each tick processes them.
fn sort(watched: &mut [NodeId]) {
    if !watched.is_sorted() {
        watched.sort_unstable();
    }
}
