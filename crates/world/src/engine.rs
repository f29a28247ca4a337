//! The physics engine as this world wants it: what differs from its defaults, and why.

use glam::DVec3;
use rapier3d::dynamics::{FrictionModel, IntegrationParameters};
use rapier3d::pipeline::PhysicsWorld;

use crate::convert::vector_to_engine;
use crate::{PhysicsSettings, contacts};

/// The engine's unit of length, in which it counts what is small. [m]
///
/// The box of a body in the engine's tree of boxes is larger than the body by 4 % of it, here 32 cm: what stays inside
/// changes nothing in the tree. At 1 m/s a body leaves its box in every twentieth tick; and where less than one of
/// sixteen does, the engine does not have to keep the whole tree in shape.
const UNIT_M: f32 = 8.0;

/// Bodies that drift slower than this may sleep; the engine's default freezes slow blimps and boats. [m/s over unit]
pub(crate) const SLEEP_BELOW: f32 = 0.005 / UNIT_M;

/// How far two shapes that touch may move against each other until the engine finds their contacts anew, 5 cm as by default,
/// unless the bodies know better. [unit]
pub(crate) const KEPT_WITHIN: f32 = 0.05 / UNIT_M;

/// How often the solver goes over the contacts of bodies in a sub-step, if drives set their velocities anew in each tick.
const ITERATIONS: usize = 1;

/// How often more if one of those that touch each other is left to itself: with a single iteration the crates of a stack
/// wander off sideways, with two they stay (tested).
pub(crate) const MORE_ITERATIONS: usize = 1;

/// How often more for mechanisms: drives of the joints of a chain work against each other, and each iteration settles
/// one joint after the other. With ten, stiff servos of an arm of six joints still tremble at 3 mrad/s; with twenty, they
/// stand (tested).
///
/// Sub-steps of their own would do as well, but the engine then gives them to every body of the world.
pub(crate) const MORE_ITERATIONS_OF_MECHANISMS: usize = MORE_ITERATIONS + 20;

/// An engine without bodies.
pub(crate) fn new(settings: &PhysicsSettings) -> PhysicsWorld {
    let mut engine = PhysicsWorld::new();
    engine.gravity = vector_to_engine(DVec3::new(0.0, 0.0, -settings.gravity));
    engine.integration_parameters = IntegrationParameters {
        dt: settings.tick_s as f32,
        num_solver_iterations: settings.sub_steps.max(1) as usize,
        num_internal_pgs_iterations: ITERATIONS,
        // One friction constraint per contact plane holds the sum of friction to its limit exactly; one per
        // contact point (Coulomb) keeps up to a ninth of it as stress between the points (measured).
        friction_model: FrictionModel::Simplified,
        // The default of 400 m/s would silently brake aircraft and projectiles.
        normalized_max_linear_velocity: f32::MAX / UNIT_M,
        ..in_metres(engine.integration_parameters)
    };
    contacts::take_short_ways(&mut engine);
    engine
}

/// Lengths are what they are by default, whatever the unit is.
fn in_metres(by_default: IntegrationParameters) -> IntegrationParameters {
    IntegrationParameters {
        length_unit: UNIT_M,
        normalized_allowed_linear_error: by_default.normalized_allowed_linear_error / UNIT_M,
        normalized_max_corrective_velocity: by_default.normalized_max_corrective_velocity / UNIT_M,
        normalized_prediction_distance: by_default.normalized_prediction_distance / UNIT_M,
        normalized_contact_recycle_distance: KEPT_WITHIN,
        ..by_default
    }
}
