//! The configuration of rapier: differences from its defaults, with reasons.

use glam::DVec3;
use rapier3d::dynamics::{CCDSolver, FrictionModel, IntegrationParameters};
use rapier3d::pipeline::{CollisionPipeline, PhysicsPipeline, PhysicsWorld};

use crate::PhysicsSettings;
use crate::physics::contacts;
use crate::physics::convert::vector_to_engine;

/// rapier's unit of length, to which its tolerances are relative. [m]
///
/// The box of a body in rapier's broad phase is larger than the body by 4 % of this unit, here 32 cm. A body that stays
/// inside its box does not change the tree. At 1 m/s, a body leaves its box in every twentieth tick. If fewer than one in
/// sixteen bodies leaves its box in a tick, rapier does not optimize the whole tree.
const UNIT_M: f32 = 8.0;

/// Bodies slower than this may sleep; rapier's default freezes slow blimps and boats. [m/s over unit]
pub(crate) const SLEEP_BELOW: f32 = 0.005 / UNIT_M;

/// The distance that two touching shapes may move relative to each other before rapier recomputes their contacts: 5 cm as by
/// default, unless the recycling ranges of the bodies apply. [unit]
pub(crate) const KEPT_WITHIN: f32 = 0.05 / UNIT_M;

/// Solver iterations for contacts in a sub-step, for bodies whose velocities are set by drives in each tick.
const ITERATIONS: usize = 1;

/// Additional iterations if one of the touching bodies is not driven. With a single iteration, the crates of a stack drift
/// sideways; with two, they stay in place (tested).
pub(crate) const MORE_ITERATIONS: usize = 1;

/// Creates a rapier world without bodies.
pub(crate) fn new(settings: &PhysicsSettings) -> PhysicsWorld {
    let mut engine = PhysicsWorld::new();
    engine.gravity = vector_to_engine(DVec3::new(0.0, 0.0, -settings.gravity));
    engine.integration_parameters = IntegrationParameters {
        dt: settings.tick_s as f32,
        num_solver_iterations: settings.sub_steps.max(1) as usize,
        num_internal_pgs_iterations: ITERATIONS,
        // One friction constraint per contact plane limits the total friction exactly. With one constraint per contact point
        // (Coulomb), up to a ninth of it remains as stress between the points (measured).
        friction_model: FrictionModel::Simplified,
        // The default of 400 m/s would silently brake aircraft and projectiles.
        normalized_max_linear_velocity: f32::MAX / UNIT_M,
        ..in_meters(engine.integration_parameters)
    };
    contacts::install_fast_paths(&mut engine);
    engine
}

/// Clones the state of a rapier world. Scratch buffers are recreated.
pub(crate) fn copy(engine: &PhysicsWorld) -> PhysicsWorld {
    PhysicsWorld {
        gravity: engine.gravity,
        integration_parameters: engine.integration_parameters,
        physics_pipeline: PhysicsPipeline::new(),
        collision_pipeline: CollisionPipeline::new(),
        islands: engine.islands.clone(),
        broad_phase: engine.broad_phase.clone(),
        narrow_phase: engine.narrow_phase.clone(),
        bodies: engine.bodies.clone(),
        colliders: engine.colliders.clone(),
        impulse_joints: engine.impulse_joints.clone(),
        multibody_joints: engine.multibody_joints.clone(),
        soft_bodies: engine.soft_bodies.clone(),
        ccd_solver: CCDSolver::new(),
    }
}

/// Sets the lengths to their defaults in meters, independent of the unit.
fn in_meters(by_default: IntegrationParameters) -> IntegrationParameters {
    IntegrationParameters {
        length_unit: UNIT_M,
        normalized_allowed_linear_error: by_default.normalized_allowed_linear_error / UNIT_M,
        normalized_max_corrective_velocity: by_default.normalized_max_corrective_velocity / UNIT_M,
        normalized_prediction_distance: by_default.normalized_prediction_distance / UNIT_M,
        normalized_contact_recycle_distance: KEPT_WITHIN,
        ..by_default
    }
}
