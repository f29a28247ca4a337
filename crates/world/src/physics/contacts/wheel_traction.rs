//! Traction of bodies that stand for wheels: they roll over the ground at the velocity that their drives set.
//!
//! rapier's friction acts on the box or hull of such a body as if it slid. A force at its contacts compensates this friction,
//! and holds the body on slopes as far as the friction of wheels could.

use rapier3d::dynamics::{RigidBody, RigidBodySet};
use rapier3d::geometry::NarrowPhase;
use rapier3d::math::{Real, Vector};

use crate::physics::contacts::turning_friction::{center, load, supporting};

/// The largest load that is compensated, in weights of the body: impacts, which last for one tick, are not.
const LOAD_MAX: Real = 3.0;
/// Loads within this share of the weight count as the weight: a body that rocks loads its contacts unevenly in time.
const ROCKS: Real = 0.5;
/// Speeds up to this count as zero. [m/s]
const STILL: Real = 1e-3;

/// Force and torque about the center of mass of a body in the coming tick, along the axes of the world. [N, N m]
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Traction {
    pub(crate) force: Vector,
    pub(crate) torque: Vector,
}

impl Traction {
    /// The traction of a body on static ground, estimated from the contacts of the last tick.
    pub(crate) fn of(
        narrow_phase: &NarrowPhase,
        bodies: &RigidBodySet,
        body: &RigidBody,
        gravity: Vector,
        tick_s: Real,
    ) -> Traction {
        let weight = body.mass() * body.gravity_scale() * gravity;
        let grounds = || supporting(narrow_phase, bodies, body);
        // Sums over the contacts of the last tick, of impulses and of their vertical parts. [N s]
        let (mut impulse, mut rising) = (0.0, 0.0);
        for (manifold, _) in grounds() {
            let loaded = load(manifold);
            impulse += loaded;
            rising += loaded * manifold.data.normal.z.abs();
        }
        let measured: Real = impulse / tick_s;
        if measured <= 0.0 {
            return Traction::default();
        }
        let upright = rising / tick_s / measured;
        let at_rest = weight.length() * upright;
        let rocks = (measured - at_rest).abs() < ROCKS * at_rest;
        let loaded = if rocks { at_rest } else { measured.min(LOAD_MAX * weight.length()) };
        let mut traction = Traction::default();
        for (manifold, is_first) in grounds() {
            let normal = manifold.data.normal;
            let share = load(manifold) / tick_s / measured;
            let reach = manifold.data.friction * share * loaded;
            let along = |vector: Vector| vector - normal * vector.dot(normal);
            let arm = *body.rotation() * center(manifold, is_first);
            // The drive has just set the velocity. On the spot, friction has no direction that could be compensated.
            let motion = along(body.linvel());
            let speed = motion.length();
            let rolls = if speed > STILL { motion * (reach / speed) } else { Vector::ZERO };
            let holds = along(weight * -share).clamp_length_max(reach);
            traction.force += rolls + holds;
            traction.torque += arm.cross(rolls + holds);
        }
        traction
    }
}
