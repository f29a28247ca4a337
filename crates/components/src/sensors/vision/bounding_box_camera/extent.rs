//! Extents of objects along their own axes.

use std::collections::BTreeMap;

use glam::DMat3;
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// The lowest and the highest corner of a box along the axes of a frame. [m]
pub(super) type Corners = [DVec3; 2];

/// Extents of the parts of objects, kept while the parts do not move on their objects.
#[derive(Debug, Clone, Default)]
pub(super) struct Extents {
    known: BTreeMap<NodeId, (Pose, Option<Corners>)>,
}

impl Extents {
    /// The smallest box along the axes of an object that contains its nodes. `None` without a shape, or with an unbounded one.
    pub(super) fn of(
        &mut self,
        world: &World,
        object: NodeId,
        nodes: impl Iterator<Item = NodeId>,
    ) -> Option<Corners> {
        let object_from_world = world.world_from(object).inverse();
        let parts = nodes.map(|node| self.of_part(world, object_from_world * world.world_from(node), node));
        parts.reduce(|a, b| a.zip(b).map(|(a, b)| union(a, b))).flatten()
    }

    fn of_part(&mut self, world: &World, object_from_part: Pose, part: NodeId) -> Option<Corners> {
        // A skin changes its shape.
        if let Some((pose, corners)) = self.known.get(&part)
            && is_near(pose, &object_from_part)
            && world.skin(part).is_none()
        {
            return *corners;
        }
        let corners = corners_of(world, object_from_part, part);
        self.known.insert(part, (object_from_part, corners));
        corners
    }
}

/// Whether two poses differ by rounding only.
fn is_near(a: &Pose, b: &Pose) -> bool {
    (a.translation - b.translation).abs().max_element() < 1e-9
        && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-15
}

fn union(a: Corners, b: Corners) -> Corners {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// The corners of a node along the axes of its object.
fn corners_of(world: &World, object_from_node: Pose, node: NodeId) -> Option<Corners> {
    let Some(visuals) = world.visuals(node) else {
        let surfaces = world.body_surfaces(node);
        let points = surfaces.iter().flat_map(|(node_from_shape, surface)| {
            let object_from_shape = object_from_node * *node_from_shape;
            surface.vertices.iter().map(move |&vertex| object_from_shape.transform_point(vertex.as_dvec3()))
        });
        return around(points);
    };
    let node_from_world = world.world_from(node).inverse();
    let corners = visuals.iter().enumerate().map(|(part, visual)| {
        let (world_from_shape, scale) = world.world_from_visual(node, part)?;
        let object_from_shape = object_from_node * node_from_world * world_from_shape;
        of_shape(&visual.shape, &object_from_shape, scale)
    });
    corners.reduce(|a, b| a.zip(b).map(|(a, b)| union(a, b))).flatten()
}

/// The corners of a scaled shape; `None` for an unbounded one.
///
/// With the linear map `A` of the shape, a ball reaches `|row i of A|` times its radius along axis `i`, a disk in its XY
/// plane the same without the third column, and a length along z the third column.
fn of_shape(shape: &Shape, object_from_shape: &Pose, scale: DVec3) -> Option<Corners> {
    let map = DMat3::from_quat(object_from_shape.rotation) * DMat3::from_diagonal(scale);
    let middle = object_from_shape.translation;
    let ball = DVec3::from_array([0, 1, 2].map(|axis| map.row(axis).length()));
    let disk = DVec3::from_array([0, 1, 2].map(|axis| map.row(axis).truncate().length()));
    let symmetric = |reach: DVec3| Some([middle - reach, middle + reach]);
    match shape {
        Shape::Box { half_extents } => {
            symmetric(DMat3::from_cols(map.x_axis.abs(), map.y_axis.abs(), map.z_axis.abs()) * *half_extents)
        }
        Shape::Sphere { radius } => symmetric(ball * *radius),
        Shape::Cylinder { radius, half_height } => {
            symmetric(disk * *radius + map.z_axis.abs() * *half_height)
        }
        Shape::Capsule { radius, half_height } => symmetric(ball * *radius + map.z_axis.abs() * *half_height),
        Shape::Cone { radius, half_height } => {
            let (base, tip) = (middle - map.z_axis * *half_height, middle + map.z_axis * *half_height);
            Some([(base - disk * *radius).min(tip), (base + disk * *radius).max(tip)])
        }
        Shape::ConvexHull { points } => around(points.iter().map(|point| middle + map * point.as_dvec3())),
        Shape::TriMesh(surface) => {
            around(surface.vertices.iter().map(|vertex| middle + map * vertex.as_dvec3()))
        }
        Shape::HalfSpace => None,
    }
}

fn around(points: impl Iterator<Item = DVec3>) -> Option<Corners> {
    points.map(|point| [point; 2]).reduce(union)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_around_turned_solids_is_the_smallest_one() {
        let turned = Pose { translation: DVec3::new(1.0, 2.0, 3.0), rotation: DQuat::from_rotation_y(0.6) };
        let (sin, cos) = 0.6_f64.sin_cos();
        let close = |shape: Shape, low: DVec3, high: DVec3| {
            let [found_low, found_high] = of_shape(&shape, &turned, DVec3::ONE).unwrap();
            let error = (found_low - turned.translation - low).length()
                + (found_high - turned.translation - high).length();
            assert!(error < 1e-12, "{shape:?}: {found_low} {found_high}");
        };
        let cylinder = DVec3::new(0.5 * cos + 2.0 * sin, 0.5, 0.5 * sin + 2.0 * cos);
        close(Shape::Cylinder { radius: 0.5, half_height: 2.0 }, -cylinder, cylinder);
        let capsule = DVec3::new(0.5 + 2.0 * sin, 0.5, 0.5 + 2.0 * cos);
        close(Shape::Capsule { radius: 0.5, half_height: 2.0 }, -capsule, capsule);
        let cone_low = DVec3::new(-2.0 * sin - 0.5 * cos, -0.5, -2.0 * cos - 0.5 * sin);
        close(Shape::Cone { radius: 0.5, half_height: 2.0 }, cone_low, DVec3::new(2.0 * sin, 0.5, 2.0 * cos));
        let box_reach = DVec3::new(1.0 * cos + 3.0 * sin, 2.0, 1.0 * sin + 3.0 * cos);
        close(Shape::Box { half_extents: DVec3::new(1.0, 2.0, 3.0) }, -box_reach, box_reach);
    }
}
