//! Jacobians of points on links.

use glam::DVec3;

use crate::data::Data;
use crate::model::Model;
use crate::spatial::Spatial;

/// Writes the Jacobian of a point of a link, after the positions: for each degree of freedom the angular velocity of the link
/// and the velocity of the point, along the axes of the world, for a unit of its velocity. The point is in the world. [m]
pub fn point_jacobian(model: &Model, data: &Data, link: usize, point: DVec3, columns: &mut [Spatial]) {
    columns.fill(Spatial::ZERO);
    let Some(body) = model.links[link].body else { return };
    let offset = point - data.origins[model.bodies[body].tree];
    for dof in model.chain(body) {
        let motion = data.subspace[*dof as usize];
        columns[*dof as usize] = Spatial { angular: motion.angular, linear: motion.at(offset) };
    }
}

/// Adds the efforts of a force at a point of a body: force [N] and moment about the point [N m], in the world.
pub(crate) fn add_wrench(
    model: &Model,
    data: &Data,
    body: usize,
    point: DVec3,
    wrench: Spatial,
    efforts: &mut [f64],
) {
    let offset = point - data.origins[model.bodies[body].tree];
    let about = Spatial { angular: wrench.angular + offset.cross(wrench.linear), linear: wrench.linear };
    for dof in model.chain(body) {
        efforts[*dof as usize] += data.subspace[*dof as usize].dot(about);
    }
}
