//! Conversions between velocities of the origin of a body and of its center of mass.

use glam::DVec3;

use crate::Pose;

/// The vector from the origin of a node to a center of mass given in the node, along the axes of the world. [m]
pub(crate) fn arm(center: DVec3, world_from_node: impl FnOnce() -> Pose) -> DVec3 {
    if center == DVec3::ZERO { DVec3::ZERO } else { world_from_node().transform_vector(center) }
}

/// Combines old and new velocities: vertical speed and rates of roll and pitch of the first, the remaining components of the
/// second.
pub(crate) fn on_the_ground([moves, turns]: [DVec3; 2], [linear, angular]: [DVec3; 2]) -> [DVec3; 2] {
    [DVec3 { z: moves.z, ..linear }, DVec3 { z: angular.z, ..turns }]
}

/// Applies a change of the velocities of the origin of a body to the velocities of its center of mass. `arm` is the vector
/// from the origin to the center of mass. [m]
#[inline]
pub(crate) fn of_center(
    [moves, turns]: [DVec3; 2],
    arm: DVec3,
    change: impl FnOnce([DVec3; 2]) -> [DVec3; 2],
) -> [DVec3; 2] {
    let [linear, angular] = change([moves - turns.cross(arm), turns]);
    [linear + angular.cross(arm), angular]
}
