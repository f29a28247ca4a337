//! Where the wheels of a chassis touch the ground: one ray under each wheel, and a disc on the plane it meets.

use glam::DVec3;

use super::wheel::Wheel;
use crate::{Hit, NodeId, Pose, Ray};

/// Ground steeper than this to a wheel is a wall: the share of its normal along `up` of the wheel.
const WALL: f64 = 0.1;

/// A wheel on its ground. All in the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    /// Number of the wheel.
    pub(super) wheel: usize,
    /// What it stands on.
    pub(super) node: NodeId,
    /// Friction of that.
    pub(super) friction: f64,
    /// Where it touches. [m]
    pub(super) point: DVec3,
    /// Where friction sideways acts on the chassis. [m]
    pub(super) side_point: DVec3,
    /// Of the ground, and along it where the wheel rolls and to its left.
    pub(super) normal: DVec3,
    pub(super) forward: DVec3,
    pub(super) left: DVec3,
    /// How much of the normal points along the suspension.
    pub(super) upright: f64,
    /// From the mount to the centre of the wheel if it stands on the ground. [m]
    pub(super) extension: f64,
}

/// The ray that looks for the ground of a wheel: from its top, when it is pushed in, to as far below its lowest place
/// as `ahead` [m].
pub(super) fn ray(wheel: &Wheel, world_from_chassis: Pose, ahead: f64) -> Ray {
    let up = world_from_chassis.transform_vector(wheel.spec.up);
    let mount = world_from_chassis.transform_point(wheel.spec.mount);
    let radius = wheel.spec.radius;
    // On a slope the ray meets the ground farther down than the wheel does; one radius holds slopes of 60°.
    let reach = 3.0 * radius + wheel.spec.rest_length() + ahead;
    Ray::new(mount + up * radius, -up, reach)
}

/// How a wheel stands on what its ray met, which is of that friction and keeps that distance [m]; `None` if it cannot.
pub(super) fn touch(
    number: usize,
    wheel: &Wheel,
    world_from_chassis: Pose,
    centre_of_mass: DVec3,
    ray: &Ray,
    hit: &Hit,
    (friction, margin): (f64, f64),
) -> Option<Touch> {
    let up = world_from_chassis.transform_vector(wheel.spec.up);
    let mount = world_from_chassis.transform_point(wheel.spec.mount);
    let axle = world_from_chassis.transform_vector(wheel.axle());
    let normal = hit.normal.as_dvec3().try_normalize()?;
    let upright = normal.dot(up);
    // The disc of the wheel touches a plane where the normal, seen in the plane of the disc, points.
    let inwards = normal.reject_from_normalized(axle);
    let flat = inwards.length();
    if upright < WALL || flat < WALL {
        return None;
    }
    let height = (mount - ray.at(hit.distance)).dot(normal) - margin;
    let extension = (height - wheel.spec.radius * flat) / upright;
    let centre = mount - up * extension.clamp(0.0, wheel.spec.rest_length());
    let forward = axle.cross(normal).try_normalize()?;
    let point = centre - inwards * (wheel.spec.radius / flat);
    let height = (centre_of_mass - point).dot(up);
    Some(Touch {
        wheel: number,
        node: hit.node,
        friction,
        point,
        side_point: point + up * (height * (1.0 - wheel.spec.tipping)),
        normal,
        forward,
        left: normal.cross(forward),
        upright,
        extension,
    })
}
