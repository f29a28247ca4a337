//! Contact generation: rapier's algorithms, with fast paths to equivalent results.

pub(crate) mod contact_forces;
mod contact_sleep;
mod flat_ground;
mod ground;
mod large_boxes;
pub(crate) mod points;
pub(crate) mod recycling;
pub(crate) mod recycling_range;
pub(crate) mod recycling_rule;
mod separated;
pub(crate) mod touches;
pub(crate) mod turning_friction;
mod unsupported;
pub(crate) mod wheel_traction;

use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints};
use rapier3d::parry::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher, Unsupported,
};
use rapier3d::parry::shape::Shape;
use rapier3d::pipeline::PhysicsWorld;

pub(crate) use crate::physics::contacts::flat_ground::{is_flat_around, is_flat_within, plane_within};

/// Contact generation with fast paths; all other cases are left to rapier.
struct FastPaths;

/// Installs the fast paths in rapier. They must be reinstalled after a state was restored.
pub(crate) fn install_fast_paths(engine: &mut PhysicsWorld) {
    engine.narrow_phase.set_query_dispatcher(FastPaths.chain(DefaultQueryDispatcher));
}

impl<M, C> PersistentQueryDispatcher<M, C> for FastPaths
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, C>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let found = match (shape1.as_trimesh(), shape2.as_trimesh()) {
            (Some(mesh), None) => {
                flat_ground::update_contacts(mesh, shape2, pos12, prediction, false, manifolds, workspace)
            }
            (None, Some(mesh)) => flat_ground::update_contacts(
                mesh,
                shape1,
                &pos12.inverse(),
                prediction,
                true,
                manifolds,
                workspace,
            ),
            (None, None) => {
                let shapes = [shape1, shape2];
                let large = large_boxes::update_contacts(pos12, shapes, prediction, manifolds, workspace);
                large.or_else(|| {
                    let manifold = manifolds.first_mut()?;
                    separated::clear_if_separated(manifold, shape1, shape2, pos12, prediction)
                })
            }
            (Some(_), Some(_)) => None,
        };
        found.ok_or(Unsupported)
    }

    fn contact_manifold_convex_convex(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Option<&dyn NormalConstraints>,
        _: Option<&dyn NormalConstraints>,
        _: Real,
        _: &mut ContactManifold<M, C>,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }
}

/// The corners of a box or a hull, in its own frame; `None` for other shapes. [m]
pub(crate) fn corners<'a>(body: &'a dyn Shape, of_box: &'a mut [Vector; 8]) -> Option<&'a [Vector]> {
    if let Some(cuboid) = body.as_cuboid() {
        let half = cuboid.half_extents;
        for (number, corner) in of_box.iter_mut().enumerate() {
            let side = |axis: usize| if number >> axis & 1 == 1 { 1.0 } else { -1.0 };
            *corner = half * Vector::new(side(0), side(1), side(2));
        }
        return Some(of_box);
    }
    body.as_convex_polyhedron().map(|hull| hull.points())
}
