//! Handling of bodies whose state diverges: they are stopped at their last valid pose, and the simulation continues.

use rapier3d::dynamics::RigidBody;
use rapier3d::math::Vector;

use crate::physics::body::state::Body;
use crate::physics::convert::{is_near, is_slow, turns_slowly, vector_from_engine};
use crate::{NodeId, Pose, WorldEvent};

/// Whether pose and velocities of a body are in the range of physics. Bodies of mechanisms are checked with their joints.
pub(crate) fn fits_in_engine(in_engine: &RigidBody) -> bool {
    is_near(&Pose::from_translation(vector_from_engine(in_engine.translation())))
        && is_slow(vector_from_engine(in_engine.linvel()))
        && turns_slowly(vector_from_engine(in_engine.angvel()))
}

/// Stops a body at its last valid pose.
pub(crate) fn put_back(in_engine: &mut RigidBody, body: &Body, events: &mut Vec<WorldEvent>) {
    in_engine.set_position(body.seen, false);
    in_engine.set_linvel(Vector::ZERO, false);
    in_engine.set_angvel(Vector::ZERO, false);
    events.push(WorldEvent::Diverged { node: NodeId::of_user_data(in_engine.user_data) });
}
