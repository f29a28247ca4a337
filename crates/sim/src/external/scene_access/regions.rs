//! Objects in regions that are fixed to nodes, for external components.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use morse_world::{NodeId, Pose, Volume, World};

use crate::external::message::query::Region;

/// The objects in a region that is fixed to a node, except those of the robot `own`, sorted by the distances of their
/// origins.
///
/// # Errors
/// When the region has no size.
pub(super) fn objects_in(
    world: &World,
    node: NodeId,
    own: NodeId,
    region: Region,
    property: &str,
) -> Result<Vec<NodeId>, String> {
    let is_sought = |node| property.is_empty() || world.has_tag(node, property);
    let mut found = match volume(region)? {
        _ if !property.is_empty() && world.tagged(property).is_empty() => Vec::new(),
        Some((rotation, volume)) => {
            let world_from_volume = world.world_from(node) * Pose { rotation, ..Pose::IDENTITY };
            world.objects_in(world_from_volume, &volume, own, is_sought)
        }
        None => world.objects_touching(node, own, is_sought),
    };
    let here = world.world_from(node).translation;
    let distance = |node: &NodeId| world.world_from(*node).translation.distance_squared(here);
    found.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    Ok(found)
}

/// The volume of a region, and its rotation relative to the node; `None` for [`Region::Touching`].
fn volume(region: Region) -> Result<Option<(DQuat, Volume)>, String> {
    let is_size = |size: f64| size > 0.0 && size.is_finite();
    Ok(Some(match region {
        Region::Touching => return Ok(None),
        Region::Ball { radius_m } if is_size(radius_m) => {
            (DQuat::IDENTITY, Volume::Ball { radius: radius_m })
        }
        Region::Ball { radius_m } => {
            return Err(format!("the radius of a ball is positive, got {radius_m} m"));
        }
        Region::Cone { axis, length_m, half_opening_rad } => {
            let axis = DVec3::from(axis).try_normalize();
            let axis = axis.ok_or_else(|| "the axis of a cone has no direction".to_owned())?;
            if !is_size(length_m) || !is_size(half_opening_rad) || half_opening_rad >= FRAC_PI_2 {
                return Err(format!(
                    "a cone has a positive length and an angle to its rim of more than 0 and less than a quarter turn, got \
                     {length_m} m and {half_opening_rad} rad"
                ));
            }
            // Cones are defined along X.
            let rotation = DQuat::from_rotation_arc(DVec3::X, axis);
            (rotation, Volume::Cone { length: length_m, half_opening: half_opening_rad })
        }
        Region::Box { half_extents_m } if half_extents_m.into_iter().all(is_size) => {
            (DQuat::IDENTITY, Volume::Box { half_extents: half_extents_m.into() })
        }
        Region::Box { half_extents_m } => {
            return Err(format!(
                "half the size of a box is positive along each axis, got {half_extents_m:?}"
            ));
        }
    }))
}
