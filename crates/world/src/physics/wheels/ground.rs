//! Ground contacts of the wheels of a chassis: a ray under each wheel, and a disk on the plane that it hits.

use glam::DVec3;

use crate::physics::wheels::wheel::Wheel;
use crate::{Hit, NodeId, Pose, Ray};

/// Ground counts as a wall if the component of its normal along the wheel's `up` is smaller than this.
const WALL: f64 = 0.1;

/// A wheel in contact with the ground. All values are in world axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    /// Index of the wheel.
    pub(super) wheel: usize,
    /// The node of the ground.
    pub(super) node: NodeId,
    /// Friction of the ground.
    pub(super) friction: f64,
    /// Contact point. [m]
    pub(super) point: DVec3,
    /// Point of the chassis at which lateral friction acts. [m]
    pub(super) side_point: DVec3,
    /// Normal of the ground; unit vector. The forward and left directions of the wheel are along the ground.
    pub(super) normal: DVec3,
    pub(super) forward: DVec3,
    pub(super) left: DVec3,
    /// Component of the normal along the suspension.
    pub(super) upright: f64,
    /// Distance from the mount to the center of the wheel if it stands on the ground. [m]
    pub(super) extension: f64,
}

/// The ray that finds the ground of a wheel: from the top of the wheel at full compression down to `ahead` [m] below its
/// lowest position.
pub(super) fn ray(wheel: &Wheel, world_from_chassis: Pose, ahead: f64) -> Ray {
    let up = world_from_chassis.transform_vector(wheel.spec.up);
    let mount = world_from_chassis.transform_point(wheel.spec.mount);
    let radius = wheel.spec.radius;
    // On a slope the ray hits the ground below the contact point. One additional radius suffices for slopes of 60°.
    let reach = 3.0 * radius + wheel.spec.rest_length() + ahead;
    Ray::new(mount + up * radius, -up, reach)
}

/// The contact of a wheel with the ground that its ray hit, given the friction and collision margin [m] of the ground;
/// `None` without contact.
pub(super) fn touch(
    number: usize,
    wheel: &Wheel,
    world_from_chassis: Pose,
    center_of_mass: DVec3,
    ray: &Ray,
    hit: &Hit,
    (friction, margin): (f64, f64),
) -> Option<Touch> {
    let up = world_from_chassis.transform_vector(wheel.spec.up);
    let mount = world_from_chassis.transform_point(wheel.spec.mount);
    let axle = world_from_chassis.transform_vector(wheel.axle());
    let normal = hit.normal.as_dvec3().try_normalize()?;
    let upright = normal.dot(up);
    // The disk of the wheel touches a plane in the direction of the normal projected onto the plane of the disk.
    let inwards = normal.reject_from_normalized(axle);
    let flat = inwards.length();
    if upright < WALL || flat < WALL {
        return None;
    }
    let margin = if wheel.spec.is_ray_cast() { 0.0 } else { margin };
    let height = (mount - ray.at(hit.distance)).dot(normal) - margin;
    let extension = (height - wheel.spec.radius * flat) / upright;
    let center = mount - up * wheel.spec.within_travel(extension);
    let forward = axle.cross(normal).try_normalize()?;
    let point = center - inwards * (wheel.spec.radius / flat);
    let height = (center_of_mass - point).dot(up);
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
