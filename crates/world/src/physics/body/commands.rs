//! Commands to bodies between two ticks: velocities, forces, torques and stops.

use glam::DVec3;
use rapier3d::dynamics::RigidBody;

use crate::NodeId;
use crate::physics::body::origin::{arm, of_center};
use crate::physics::body::pulls;
use crate::physics::body::state::Body;
use crate::physics::convert::{vector_from_engine, vector_to_engine};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

impl Physics {
    /// The body of a node and its rapier body, if it can move.
    fn mover_mut(&mut self, id: NodeId) -> Option<(&mut Body, &mut RigidBody)> {
        self.watch(id);
        let body = self.bodies.get_mut(id)?;
        if !body.physics.moves() {
            return None;
        }
        let in_engine = self.engine.bodies.get_mut(body.handle)?;
        Some((body, in_engine))
    }

    /// Linear and angular velocity of the origin of a node, along the axes of the world. [m/s, rad/s]
    pub(crate) fn velocities(&self, tree: &Tree, id: NodeId) -> [DVec3; 2] {
        let [linear, angular] = self.engine_velocities(tree, id);
        [linear - angular.cross(self.arm(tree, id)), angular]
    }

    /// The vector from the origin of a node to the center of mass of its body, along the axes of the world. [m]
    fn arm(&self, tree: &Tree, id: NodeId) -> DVec3 {
        self.body(id).map_or(DVec3::ZERO, |body| arm(body.center, || tree.world_from(id)))
    }

    /// Velocity of the center of mass, and angular velocity, along the axes of the world. [m/s, rad/s]
    pub(crate) fn engine_velocities(&self, tree: &Tree, id: NodeId) -> [DVec3; 2] {
        let Some(body) = self.body(id).filter(|_| tree.node(id).free) else {
            return [DVec3::ZERO; 2];
        };
        if let Some(planar) = self.planar(id) {
            return planar.velocities();
        }
        let in_engine = self.engine.bodies.get(body.handle);
        in_engine.map_or(body.kept, |in_engine| velocities_of(body, in_engine))
    }

    /// Sets the velocity of the origin of a node. A velocity of zero does not wake its body.
    pub(crate) fn set_linear_velocity(&mut self, tree: &Tree, id: NodeId, velocity: DVec3) {
        let wakes = velocity != DVec3::ZERO;
        if !wakes && self.sleeps(id) {
            return;
        }
        let arm = self.arm(tree, id);
        let velocity = match arm == DVec3::ZERO {
            true => velocity,
            false => velocity + self.engine_velocities(tree, id)[1].cross(arm),
        };
        if let Some((body, in_engine)) = self.mover_mut(id) {
            body.kept[0] = velocity;
            if !body.suspended {
                in_engine.set_linvel(vector_to_engine(velocity), wakes);
                stay_awake(in_engine, velocity);
            }
        }
    }

    /// Sets the linear velocity of the origin of a node and its angular velocity by a function of the current velocities.
    /// If `wakes`, its body wakes, and rolls over the ground if `rolls`; otherwise a sleeping body is not changed.
    pub(crate) fn change_velocities(
        &mut self,
        tree: &Tree,
        id: NodeId,
        wakes: bool,
        rolls: bool,
        change: impl FnOnce([DVec3; 2]) -> [DVec3; 2],
    ) {
        if !wakes && self.sleeps(id) {
            return;
        }
        let arm = self.arm(tree, id);
        if wakes
            && let Some(place) = self.bodies.place(id)
            && let Some(planar) = self.planar.get(place)
        {
            let velocities = of_center(planar.velocities(), arm, change);
            self.planar.drive(place, velocities, rolls, self.tick_s);
            return;
        }
        let Some((body, in_engine)) = self.mover_mut(id) else { return };
        let old = if tree.node(id).free { velocities_of(body, in_engine) } else { [DVec3::ZERO; 2] };
        let [linear, angular] = of_center(old, arm, change);
        body.kept = [linear, angular];
        body.driven = true;
        body.is_to_move = wakes;
        body.rolls = wakes && rolls;
        if !body.suspended {
            in_engine.set_linvel(vector_to_engine(linear), wakes);
            in_engine.set_angvel(vector_to_engine(angular), wakes);
            if wakes {
                stay_awake(in_engine, linear);
                stay_awake(in_engine, angular);
            }
        }
    }

    /// Stops a body: sets its velocities to zero.
    pub(crate) fn stop(&mut self, id: NodeId) {
        if let Some((body, in_engine)) = self.mover_mut(id) {
            body.kept = [DVec3::ZERO; 2];
            body.rolls = false;
            in_engine.set_linvel(vector_to_engine(DVec3::ZERO), true);
            in_engine.set_angvel(vector_to_engine(DVec3::ZERO), true);
        }
    }

    /// Stops a body and keeps it in place during the coming tick, unless it belongs to a mechanism.
    pub(crate) fn pin(&mut self, id: NodeId) {
        self.stop(id);
        if let Some((body, _)) = self.mover_mut(id) {
            body.pinned = !body.linked;
        }
    }

    /// Applies a force to a body during the coming tick, and wakes the body if `wakes`. [N]
    pub(crate) fn push(&mut self, id: NodeId, force: DVec3, wakes: bool) {
        if let Some((body, in_engine)) = self.mover_mut(id)
            && !body.suspended
        {
            body.pushed = true;
            in_engine.add_force(vector_to_engine(force), wakes);
        }
    }

    pub(crate) fn twist(&mut self, id: NodeId, torque: DVec3) {
        if let Some((body, in_engine)) = self.mover_mut(id)
            && !body.suspended
        {
            body.twisted = true;
            in_engine.add_torque(vector_to_engine(torque), true);
        }
    }

    /// Stops or resumes the dynamics of one body. Its velocities are kept.
    pub(crate) fn set_suspended(&mut self, tree: &Tree, id: NodeId, suspended: bool) {
        let velocities = self.engine_velocities(tree, id);
        self.stale |= !self.joints.is_empty();
        if let Some((body, in_engine)) = self.mover_mut(id)
            && body.suspended != suspended
        {
            body.suspended = suspended;
            body.kept = velocities;
            if !suspended {
                in_engine.set_linvel(vector_to_engine(velocities[0]), true);
                in_engine.set_angvel(vector_to_engine(velocities[1]), true);
            }
        }
    }

    /// Hashes all state that influences the future of the bodies.
    pub(crate) fn state_bits(&self, tree: &Tree, mut feed: impl FnMut(u64)) {
        for &id in &self.movers {
            for velocity in self.engine_velocities(tree, id) {
                velocity.to_array().into_iter().for_each(|v| feed(v.to_bits()));
            }
            let Some(body) = self.body(id) else { continue };
            let Some(in_engine) = self.engine.bodies.get(body.handle) else {
                continue;
            };
            let flags = [body.suspended, body.pinned, body.driven, body.pushed, body.twisted];
            let flags = flags.into_iter().chain([in_engine.is_sleeping(), body.was_driven, body.is_to_move]);
            feed(flags.fold(0, |bits, flag| bits << 1 | u64::from(flag)));
            feed(u64::from(body.planar_wait_ticks) | u64::from(body.rolls) << 8);
            for force in [in_engine.user_force(), in_engine.user_torque()] {
                let numbers = force.to_array().into_iter();
                numbers.for_each(|f| feed(u64::from(f.to_bits())));
            }
        }
        self.planar.bodies().for_each(|body| body.state_bits(&mut feed));
        self.couplings.state_bits(&mut feed);
        for joint in &self.joints {
            joint.state_bits(&mut feed);
        }
        self.mechanisms.iter().for_each(|mechanism| mechanism.state_bits(&mut feed));
        self.tuning_bits(&mut feed);
        pulls::bits(&self.pulls, &mut feed);
        self.constraint_bits(feed);
    }
}

/// Velocity of the center of mass of a body that physics moves, and its angular velocity. [m/s, rad/s]
fn velocities_of(body: &Body, in_engine: &RigidBody) -> [DVec3; 2] {
    if body.suspended || body.linked || !in_engine.is_dynamic() {
        return body.kept;
    }
    [in_engine.linvel(), in_engine.angvel()].map(vector_from_engine)
}

/// Keeps a body with a commanded velocity from falling asleep, even if it is slow.
fn stay_awake(in_engine: &mut RigidBody, velocity: DVec3) {
    if velocity != DVec3::ZERO {
        in_engine.wake_up(true);
    }
}
