//! Friction of the ground against the turning of bodies whose drives set their velocities.
//!
//! The box or hull of such a body stands for wheels that carry it around its turns, so what carries the body does not
//! turn it about the vertical: friction acts on its speed alone. While something touches the body at a side, rapier
//! turns it, and a torque compensates rapier's friction between faces that carry the body and the ground.

use rapier3d::dynamics::{RigidBody, RigidBodySet};
use rapier3d::geometry::{ContactManifold, NarrowPhase};
use rapier3d::math::{Real, Vector};

/// What touches a body is at a side if the share of its normal along the vertical is not larger.
const UPRIGHT_MIN: Real = 0.5;
/// Turn rates up to this are no turning. [rad/s]
const STILL: Real = 1e-5;

/// Whether something touches a body at a side.
pub(crate) fn is_touched_at_side(narrow_phase: &NarrowPhase, body: &RigidBody) -> bool {
    touching(narrow_phase, body).any(|(manifold, _)| manifold.data.normal.z.abs() <= UPRIGHT_MIN)
}

/// The torque that compensates the friction of static ground against the turning of a body in the coming tick, if it is
/// as large as in the last tick, along the axes of the world. [N m]
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
            torque += data.normal * (held(manifold, is_first) * turn_rate.signum() / tick_s);
        }
    }
    torque
}

/// The contacts of a body, and whether it is the first of the two bodies.
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

/// The moment that rapier's friction may use against turning: by its load at each point, and the distance of that from
/// the middle. [N m s]
fn held(manifold: &ContactManifold, is_first: bool) -> Real {
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
