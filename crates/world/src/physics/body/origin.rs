//! Velocities of the origin of a body and of its centre of mass.

use glam::DVec3;

use crate::Pose;

/// The vector from the origin of a node to a centre of mass in it [m], along the axes of the world. [m]
pub(crate) fn arm(centre: DVec3, world_from_node: impl FnOnce() -> Pose) -> DVec3 {
    if centre == DVec3::ZERO { DVec3::ZERO } else { world_from_node().transform_vector(centre) }
}

/// The velocities of a body whose vertical speed and rates of roll and pitch do not change, and that has the others of `new`.
pub(crate) fn on_the_ground([moves, turns]: [DVec3; 2], [linear, angular]: [DVec3; 2]) -> [DVec3; 2] {
    [DVec3 { z: moves.z, ..linear }, DVec3 { z: angular.z, ..turns }]
}

/// Applies a change of the velocities of the origin of a body to those of its centre of mass, which is `arm` [m] from it.
#[inline]
pub(crate) fn of_centre(
    [moves, turns]: [DVec3; 2],
    arm: DVec3,
    change: impl FnOnce([DVec3; 2]) -> [DVec3; 2],
) -> [DVec3; 2] {
    let [linear, angular] = change([moves - turns.cross(arm), turns]);
    [linear + angular.cross(arm), angular]
}
