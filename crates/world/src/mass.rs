//! Masses and moments of inertia.

use glam::DVec3;
use rapier3d::prelude::MassProperties;

use crate::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::solid::Solid;
use crate::{BodySpec, PhysicsType};

/// Moments of inertia of bodies are this share of those of their shapes: the original's form factor, which
/// the tuning of its controllers (quadrotors …) counts on.
const INERTIA_FORM_FACTOR: f64 = 0.4;

/// Radius of the ball that stands for a body without shapes. [m]
const BARE_RADIUS_M: f64 = 1.0;

/// Principal moments of inertia about the origin of the node, along its axes. [kg m²]
///
/// A ball counts as a solid ball, everything else as a solid box of its size, whatever its place in the
/// node; both times the form factor. This is how the original's physics engine reckons.
pub(crate) fn local_inertia(mass: f64, solids: &[Solid]) -> DVec3 {
    let moments = match solids {
        [] => ball(mass, BARE_RADIUS_M),
        [only] => match only.shape.as_ball() {
            Some(shape) => ball(mass, f64::from(shape.radius)),
            None => bounding_box(mass, solids),
        },
        _ => bounding_box(mass, solids),
    };
    moments * INERTIA_FORM_FACTOR
}

fn ball(mass: f64, radius: f64) -> DVec3 {
    DVec3::splat(0.4 * mass * radius * radius)
}

fn bounding_box(mass: f64, solids: &[Solid]) -> DVec3 {
    let corners = solids.iter().fold(None, |corners, solid| {
        let aabb = solid.shape.compute_aabb(&pose_to_engine(solid.node_from_solid));
        let (low, high) = (vector_from_engine(aabb.mins), vector_from_engine(aabb.maxs));
        match corners {
            None => Some((low, high)),
            Some((lowest, highest)) => Some((low.min(lowest), high.max(highest))),
        }
    });
    let (low, high) = corners.unwrap_or_default();
    let squares = ((high - low) / 2.0).powf(2.0);
    DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) * (mass / 3.0)
}

/// What the engine needs: the centre of mass at the origin of the node, no turning for bodies that only slide.
pub(crate) fn for_engine(spec: &BodySpec, inertia: DVec3) -> MassProperties {
    properties(spec.physics, spec.mass, inertia)
}

/// As [`for_engine`], for a mass [kg] that is not that of a specification.
pub(crate) fn properties(physics: PhysicsType, mass: f64, inertia: DVec3) -> MassProperties {
    let moments = if physics.turns() {
        inertia
    } else {
        // To the engine, no inertia is an infinite one: contacts and torques cannot turn the body.
        DVec3::ZERO
    };
    MassProperties::new(vector_to_engine(DVec3::ZERO), mass as f32, vector_to_engine(moments))
}

/// The engine's damping, `v /= 1 + k dt` once a tick, that equals the original's `v *= (1 - d)^dt`.
pub(crate) fn damping_for_engine(damping: f64, tick_s: f64) -> f32 {
    let kept = (1.0 - damping).powf(tick_s);
    // A damping of 1 stops everything; 1e9 leaves nothing that single precision can see.
    ((1.0 / kept - 1.0) / tick_s).clamp(0.0, 1e9) as f32
}
