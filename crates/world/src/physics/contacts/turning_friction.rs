//! Compensation of ground friction against the rotation of bodies whose drives set their velocities.
//!
//! The box or hull of such a body represents wheels that roll in turns, so ground friction must not affect its rotation about
//! the vertical, only its speed. While the body has a contact at a side, rapier may rotate it, and a torque compensates
//! rapier's friction between the ground and the faces that carry the body.

use rapier3d::dynamics::{RigidBody, RigidBodySet};
use rapier3d::geometry::{ContactManifold, NarrowPhase};
use rapier3d::math::{Real, Vector};

/// A contact is at a side if the vertical component of its normal is at most this.
const UPRIGHT_MIN: Real = 0.5;
/// Turn rates up to this count as zero. [rad/s]
const STILL: Real = 1e-5;

/// Whether a body has a contact at a side.
pub(crate) fn is_touched_at_side(narrow_phase: &NarrowPhase, body: &RigidBody) -> bool {
    touching(narrow_phase, body).any(|(manifold, _)| manifold.data.normal.z.abs() <= UPRIGHT_MIN)
}

/// The torque that compensates the friction of static ground against the rotation of a body in the coming tick, estimated
/// from the last tick; along the axes of the world. [N m]
pub(crate) fn relief(
    narrow_phase: &NarrowPhase,
    bodies: &RigidBodySet,
    body: &RigidBody,
    tick_s: Real,
) -> Vector {
    let mut torque = Vector::ZERO;
    for (manifold, is_first) in touching(narrow_phase, body) {
        let data = &manifold.data;
        let other = if is_first { data.rigid_body2 } else { data.rigid_body1 };
        let is_moving = other.and_then(|other| bodies.get(other)).is_some_and(RigidBody::is_dynamic);
        let turn_rate = body.angvel().dot(data.normal);
        if data.normal.z.abs() > UPRIGHT_MIN && !is_moving && turn_rate.abs() > STILL {
            torque += data.normal * (friction_moment(manifold, is_first) * turn_rate.signum() / tick_s);
        }
    }
    torque
}

/// The contact manifolds of a body, and whether it is the first body of each.
fn touching<'a>(
    narrow_phase: &'a NarrowPhase,
    body: &'a RigidBody,
) -> impl Iterator<Item = (&'a ContactManifold, bool)> {
    body.colliders().iter().flat_map(|&own| {
        narrow_phase.contact_pairs_with(own).flat_map(move |pair| {
            let manifolds = pair.manifolds().iter().filter(|it| !it.data.solver_contacts.is_empty());
            manifolds.map(move |manifold| (manifold, pair.collider1 == own))
        })
    })
}

/// The angular impulse that rapier's friction can exert against rotation: the sum over contact points of friction times the
/// distance from the center of the contacts. [N m s]
fn friction_moment(manifold: &ContactManifold, is_first: bool) -> Real {
    let contacts = &manifold.data.solver_contacts;
    let places = || contacts.iter().map(|contact| if is_first { contact.anchor1 } else { contact.anchor2 });
    let middle = places().sum::<Vector>() / contacts.len() as Real;
    let moment = |(contact, place): (_, Vector)| {
        let [index] = rapier3d::geometry::SolverContact::contact_indices(contact);
        let impulse = manifold.points.get(index as usize).map_or(0.0, |point| point.data.impulse);
        impulse * (place - middle).length()
    };
    manifold.data.friction * contacts.iter().zip(places()).map(moment).sum::<Real>()
}
