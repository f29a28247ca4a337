//! The state of a chassis and of ground bodies while impulses are computed.

use glam::{DMat3, DVec3};

use crate::NodeId;
use crate::physics::convert::{vector_from_engine, vector_to_engine};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

/// A body with the impulses applied to it so far. All values are in world axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ImpulseBody {
    pub(super) node: NodeId,
    center: DVec3,
    inverse_mass: f64,
    /// 1 along free axes, 0 along locked axes; `None` if all axes are free.
    free: Option<DVec3>,
    inverse_inertia: DMat3,
    linear: DVec3,
    angular: DVec3,
    /// Sums of the impulses [N s] and of their moments about the center of mass [N m s].
    impulse: DVec3,
    moment: DVec3,
}

/// A line of action through a point of a body, and the effect of an impulse along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    /// Direction; unit vector.
    direction: DVec3,
    /// Moment about the center of mass per unit of impulse. [m]
    lever: DVec3,
    /// Change of the angular velocity per unit of impulse.
    turn: DVec3,
}

impl ImpulseBody {
    /// Center of mass. [m]
    pub(super) fn center(&self) -> DVec3 {
        self.center
    }

    /// The larger of its speed and its turn rate. [m/s, rad/s]
    pub(super) fn fastest(&self) -> f64 {
        self.linear.length().max(self.angular.length())
    }

    /// Velocity of one of its points. [m/s]
    pub(super) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.linear + self.angular.cross(point - self.center)
    }

    pub(super) fn axis(&self, point: DVec3, direction: DVec3) -> Axis {
        let lever = (point - self.center).cross(direction);
        Axis { direction, lever, turn: self.inverse_inertia * lever }
    }

    /// Speed along an axis at its point. [m/s]
    pub(super) fn speed(&self, axis: &Axis) -> f64 {
        self.linear.dot(axis.direction) + self.angular.dot(axis.lever)
    }

    /// Inverse effective mass: change of this speed per unit of impulse along the axis. [1/kg]
    pub(super) fn inverse_effective_mass(&self, axis: &Axis) -> f64 {
        let moves = self.free.map_or(1.0, |free| (axis.direction * free).length_squared());
        self.inverse_mass * moves + axis.lever.dot(axis.turn)
    }

    pub(super) fn push(&mut self, axis: &Axis, impulse: f64) {
        self.note(axis, impulse);
        let direction = self.free.map_or(axis.direction, |free| axis.direction * free);
        self.linear += direction * (impulse * self.inverse_mass);
        self.angular += axis.turn * impulse;
    }

    /// Adds an impulse to the sums without updating the velocities.
    pub(super) fn note(&mut self, axis: &Axis, impulse: f64) {
        self.impulse += axis.direction * impulse;
        self.moment += axis.lever * impulse;
    }
}

impl Physics {
    /// The current state of the body that moves with a node; `None` if physics does not move the node.
    pub(super) fn impulse_body(&self, tree: &Tree, node: NodeId) -> Option<ImpulseBody> {
        let anchor = tree.anchor(node);
        let body = self.body(anchor).filter(|body| !body.stays() && tree.node(anchor).free)?;
        let [linear, angular] = self.engine_velocities(tree, anchor);
        let mut inverse_inertia = if body.physics.turns() {
            let axes = DMat3::from_quat(tree.world_from(anchor).rotation);
            axes * body.total.inverse_tensor() * axes.transpose()
        } else {
            DMat3::ZERO
        };
        let mut locked = body.locked;
        locked.rotation[2] |= body.holds_turn_rate();
        if !locked.is_empty() {
            inverse_inertia = locked.without_locked(inverse_inertia);
        }
        Some(ImpulseBody {
            node: anchor,
            center: tree.world_from(anchor).transform_point(body.center),
            inverse_mass: body.total.mass.recip(),
            free: locked.translation.contains(&true).then(|| locked.free_translation()),
            inverse_inertia,
            linear,
            angular,
            impulse: DVec3::ZERO,
            moment: DVec3::ZERO,
        })
    }

    /// The state of the body after a tick without wheels: with gravity and applied forces.
    pub(super) fn after_free_motion(&self, pushed: ImpulseBody, tick_s: f64) -> ImpulseBody {
        let in_engine = self.body(pushed.node).and_then(|body| self.engine.bodies.get(body.handle));
        let Some(in_engine) = in_engine else { return pushed };
        let force = vector_from_engine(in_engine.user_force());
        let torque = vector_from_engine(in_engine.user_torque());
        let gravity = vector_from_engine(self.engine.gravity) * f64::from(in_engine.gravity_scale());
        let gain = (gravity + force * pushed.inverse_mass) * tick_s;
        ImpulseBody {
            linear: pushed.linear + pushed.free.map_or(gain, |free| gain * free),
            angular: pushed.angular + pushed.inverse_inertia * torque * tick_s,
            ..pushed
        }
    }

    /// Applies the impulses on a body during the coming tick, and wakes the body if `wakes`.
    pub(super) fn apply_impulses(&mut self, pushed: &ImpulseBody, tick_s: f64, wakes: bool) {
        self.watch(pushed.node);
        let Some(body) = self.bodies.get_mut(pushed.node) else { return };
        let Some(in_engine) = self.engine.bodies.get_mut(body.handle) else { return };
        body.pushed = true;
        in_engine.add_force(vector_to_engine(pushed.impulse / tick_s), wakes);
        in_engine.add_torque(vector_to_engine(pushed.moment / tick_s), wakes);
    }

    /// Adds a mass [kg] at a point of a body [m]. The center of mass does not move.
    pub(super) fn add_mass(&mut self, tree: &Tree, node: NodeId, mass: f64, place: DVec3) {
        let Some(body) = self.bodies.get_mut(node) else { return };
        let arm = place - body.own.center;
        let [x, y, z] = (arm * arm).to_array();
        body.own.mass += mass;
        body.own.tensor += DMat3::from_diagonal(DVec3::new(y + z, x + z, x + y) * mass);
        self.update_mass(tree, node);
    }

    /// Friction of a shape of a body, and its collision margin [m].
    pub(super) fn material(&self, node: NodeId, part: u32) -> (f64, f64) {
        let part = self.body(node).and_then(|body| body.part(part as usize));
        let collider = part.and_then(|(handle, _)| self.engine.colliders.get(handle));
        // Contacts use the product of both sides, so a friction of 1 has no effect.
        let friction = collider.map_or(1.0, |collider| f64::from(collider.friction()));
        (friction, part.map_or(0.0, |(_, margin)| margin))
    }

    /// Disables collisions of the shapes of a body.
    pub(super) fn disable_collisions(&mut self, node: NodeId) {
        let colliders = self.body(node).map(|body| body.colliders().collect::<Vec<_>>());
        for handle in colliders.into_iter().flatten() {
            if let Some(collider) = self.engine.colliders.get_mut(handle) {
                collider.set_enabled(false);
            }
        }
    }
}
