//! Motion of bodies in relation to each other: the degrees of freedom that change it, and the motion of points.

use glam::DVec3;

use crate::data::Data;
use crate::model::Model;
use crate::spatial::Spatial;

fn chain(model: &Model, body: Option<usize>) -> &[u32] {
    body.map_or(&[][..], |body| model.chain(body))
}

/// The degrees of freedom that move both of two bodies, in ascending order.
pub(crate) fn common_chain(model: &Model, a: Option<usize>, b: Option<usize>) -> &[u32] {
    let (a, b) = (chain(model, a), chain(model, b));
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    &a[..common]
}

/// The degrees of freedom that change the motion of a body in relation to a second one: those of either chain that are not
/// common ancestors, in ascending order, with the sign of each.
pub(crate) fn relative_chain(
    model: &Model,
    minus: Option<usize>,
    plus: Option<usize>,
    mut found: impl FnMut(usize, f64),
) {
    let common = common_chain(model, minus, plus).len();
    let (minus, plus) = (chain(model, minus), chain(model, plus));
    let (mut minus, mut plus) = (&minus[common..], &plus[common..]);
    loop {
        let is_minus = match (minus.first(), plus.first()) {
            (Some(a), Some(b)) => a < b,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return,
        };
        let list = if is_minus { &mut minus } else { &mut plus };
        found(list[0] as usize, if is_minus { -1.0 } else { 1.0 });
        *list = &list[1..];
    }
}

/// Motion of a degree of freedom, about a point in the world.
#[inline]
pub(crate) fn motion_at(model: &Model, data: &Data, dof: usize, point: DVec3) -> Spatial {
    let motion = data.subspace[dof];
    let offset = point - data.origins[model.bodies[model.dofs[dof].body].tree];
    Spatial { angular: motion.angular, linear: motion.at(offset) }
}

/// Mean inverse inertia of translation and rotation between two bodies.
pub(crate) fn inverse_inertia(model: &Model, a: Option<usize>, b: Option<usize>) -> [f64; 2] {
    let of = |body: Option<usize>| body.map_or([0.0; 2], |body| model.bodies[body].inverse_inertia);
    let (a, b) = (of(a), of(b));
    [a[0] + b[0], a[1] + b[1]]
}

/// Velocity of a body's point, and the acceleration of the point at zero acceleration of the joints; gravity is part of the
/// acceleration of all bodies, the world included.
pub(crate) fn motion_of_point(model: &Model, data: &Data, body: Option<usize>, point: DVec3) -> [Spatial; 2] {
    let Some(body) = body else {
        return [Spatial::ZERO, Spatial { angular: DVec3::ZERO, linear: -model.spec.gravity }];
    };
    let offset = point - data.origins[model.bodies[body].tree];
    let [velocity, acceleration] = [data.velocities[body], data.accelerations[body]];
    let linear = velocity.at(offset);
    let toward = acceleration.at(offset) + velocity.angular.cross(linear);
    [Spatial { angular: velocity.angular, linear }, Spatial { angular: acceleration.angular, linear: toward }]
}
