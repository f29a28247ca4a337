//! Bodies in a region of the world: for contact sensors and for sensors that detect objects in a cone.

use glam::{DQuat, DVec3};
use rapier3d::parry::query::intersection_test;
use rapier3d::prelude::SharedShape;

use crate::physics::convert::{fits, pose_to_engine, vector_to_engine};
use crate::{NodeId, Pose, RayFilter, World};

/// A region in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Volume {
    /// A box around the origin.
    Box {
        /// Half the size along each axis. [m]
        half_extents: DVec3,
    },
    /// A cone with its tip at the origin that opens along X and ends in a flat base.
    Cone {
        /// Distance from the tip to the base. [m]
        length: f64,
        /// Angle between the axis and the rim, less than a quarter turn. [rad]
        half_opening: f64,
    },
}

impl Volume {
    /// Half the size of the box around it, along the axes of its frame, and the centre of that box. [m]
    fn extent(&self) -> (DVec3, DVec3) {
        match *self {
            Volume::Box { half_extents } => (half_extents, DVec3::ZERO),
            Volume::Cone { length, half_opening } => {
                let radius = length * half_opening.tan();
                (DVec3::new(length / 2.0, radius, radius), DVec3::new(length / 2.0, 0.0, 0.0))
            }
        }
    }

    /// rapier's shape, and its pose in the frame of the volume. `None` if it has no size.
    fn solid(&self) -> Option<(Pose, SharedShape)> {
        let (half, middle) = self.extent();
        if !fits(half) || half.min_element() <= 0.0 {
            return None;
        }
        let half_in_engine = vector_to_engine(half);
        Some(match self {
            Volume::Box { .. } => {
                let shape = SharedShape::cuboid(half_in_engine.x, half_in_engine.y, half_in_engine.z);
                (Pose::IDENTITY, shape)
            }
            Volume::Cone { .. } => {
                // rapier's cones have their tip along y.
                let rotation = DQuat::from_rotation_arc(DVec3::Y, DVec3::NEG_X);
                let shape = SharedShape::cone(half_in_engine.x, half_in_engine.y);
                (Pose { translation: middle, rotation }, shape)
            }
        })
    }
}

/// # Bodies: what overlaps a region
impl World {
    /// The nodes with a body that intersects a volume, in the order of adding. Like rays, volumes ignore bodies of
    /// type `Sensor` or `NoCollision`; unlike rays, they detect a solid that contains them. Triangle meshes count as
    /// surfaces only.
    ///
    /// A volume without size, or with numbers that are not finite, detects nothing.
    pub fn bodies_in(&self, world_from_volume: Pose, volume: &Volume, filter: &RayFilter<'_>) -> Vec<NodeId> {
        let (Some((volume_from_solid, shape)), Some(world_from_volume)) =
            (volume.solid(), world_from_volume.normalised().filter(|pose| fits(pose.translation)))
        else {
            return Vec::new();
        };
        let (half, middle) = volume.extent();
        let world_from_solid = world_from_volume * volume_from_solid;
        let box_in_world =
            Pose { translation: world_from_volume.transform_point(middle), ..world_from_volume };
        let mut found: Vec<NodeId> = self
            .obstacle_parts_near(box_in_world, half, filter)
            .into_iter()
            .filter(|&(node, part)| {
                let Some((node_from_part, body)) = self.physics.shapes(node).nth(part as usize) else {
                    return false;
                };
                // The relative pose of the two is computed first, so single precision suffices anywhere in the world.
                let world_from_part = self.world_from(node) * node_from_part;
                let solid_from_part = pose_to_engine(world_from_solid.inverse() * world_from_part);
                let at_origin = pose_to_engine(Pose::IDENTITY);
                // The query fails only for pairs of shapes that no body or volume has.
                intersection_test(&at_origin, &*shape, &solid_from_part, &**body)
                    .is_ok_and(|it| it.intersecting)
            })
            .map(|(node, _)| node)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
