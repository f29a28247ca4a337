//! Compensation of ground friction against the rotation of bodies whose drives set their velocities.
//!
//! The box or hull of such a body represents wheels that roll in turns, so ground friction must not affect its rotation about
//! the vertical, only its speed. While the body has a contact at a side, rapier may rotate it, and a torque compensates
//! rapier's friction between the ground and the faces that carry the body.

use rapier3d::dynamics::{RigidBody, RigidBodySet};
use rapier3d::geometry::{ContactManifold, NarrowPhase, SolverContact};
use rapier3d::math::{Real, Vector};

/// A contact is at a side if the vertical component of its normal is at most this.
const UPRIGHT_MIN: Real = 0.5;
/// Turn rates up to this count as zero. [rad/s]
const STILL: Real = 1e-5;

/// Whether a body has a contact at a side.
pub(crate) fn is_touched_at_side(narrow_phase: &NarrowPhase, body: &RigidBody) -> bool {
    let pairs = body.colliders().iter().flat_map(|&own| narrow_phase.contact_pairs_with(own));
    let manifolds = pairs.flat_map(|pair| pair.manifolds().iter());
    manifolds
        .filter(|manifold| !manifold.data.solver_contacts.is_empty())
        .any(|manifold| manifold.data.normal.z.abs() <= UPRIGHT_MIN)
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
    for (manifold, is_first) in supporting(narrow_phase, bodies, body) {
        let turn_rate = body.angvel().dot(manifold.data.normal);
        if turn_rate.abs() > STILL {
            torque +=
                manifold.data.normal * (friction_moment(manifold, is_first) * turn_rate.signum() / tick_s);
        }
    }
    torque
}

/// The contact manifolds of a body with ground that does not move, and whether it is the first body of each.
pub(crate) fn supporting<'a>(
    narrow_phase: &'a NarrowPhase,
    bodies: &'a RigidBodySet,
    body: &'a RigidBody,
) -> impl Iterator<Item = (&'a ContactManifold, bool)> {
    touching(narrow_phase, body).filter(|(manifold, is_first)| {
        let data = &manifold.data;
        let other = if *is_first { data.rigid_body2 } else { data.rigid_body1 };
        let is_moving = other.and_then(|other| bodies.get(other)).is_some_and(RigidBody::is_dynamic);
        data.normal.z.abs() > UPRIGHT_MIN && !is_moving
    })
}

/// The contact manifolds of a body that rapier solves, and whether it is the first body of each.
fn touching<'a>(
    narrow_phase: &'a NarrowPhase,
    body: &'a RigidBody,
) -> impl Iterator<Item = (&'a ContactManifold, bool)> {
    body.colliders().iter().flat_map(|&own| {
        narrow_phase.contact_pairs_with(own).flat_map(move |pair| {
            let manifolds = pair.solver_manifolds().iter().filter(|it| !it.data.solver_contacts.is_empty());
            manifolds.map(move |manifold| (manifold, pair.collider1 == own))
        })
    })
}

/// The angular impulse that rapier's friction can exert against rotation: the sum over contact points of friction times the
/// distance from the center of the contacts. [N m s]
fn friction_moment(manifold: &ContactManifold, is_first: bool) -> Real {
    let middle = center(manifold, is_first);
    let contacts = &manifold.data.solver_contacts;
    let moments = contacts
        .iter()
        .map(|contact| impulse(manifold, contact) * (place(contact, is_first) - middle).length());
    manifold.data.friction * moments.sum::<Real>()
}

/// The center of the contacts of a manifold, from the center of mass of its first or its second body, along the axes of that
/// body. [m]
pub(crate) fn center(manifold: &ContactManifold, is_first: bool) -> Vector {
    let contacts = &manifold.data.solver_contacts;
    contacts.iter().map(|contact| place(contact, is_first)).sum::<Vector>() / contacts.len() as Real
}

/// The impulse of the contacts of a manifold along their normal in the last tick. [N s]
pub(crate) fn load(manifold: &ContactManifold) -> Real {
    manifold.data.solver_contacts.iter().map(|contact| impulse(manifold, contact)).sum()
}

fn place(contact: &SolverContact, is_first: bool) -> Vector {
    if is_first { contact.anchor1 } else { contact.anchor2 }
}

fn impulse(manifold: &ContactManifold, contact: &SolverContact) -> Real {
    let [index] = contact.contact_indices();
    manifold.points.get(index as usize).map_or(0.0, |point| point.data.impulse)
}
