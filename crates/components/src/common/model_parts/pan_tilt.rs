//! The two rotating parts of a pan-tilt unit. The pan part carries the tilt part.

use std::f64::consts::PI;

use morse_sim::prelude::*;
use morse_world::{NodeId, TurningPart, World};

use crate::common::model_parts::rotating_part::{part, rotate};

/// Names of the parts in model files.
const PAN: &str = "PanBase";
const TILT: &str = "TiltBase";

/// The parts of a pan-tilt unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct PanTiltParts {
    /// The part that rotates about its Z axis.
    pub(crate) pan: NodeId,
    /// The part that rotates about its Y axis, and carries the components mounted on the unit.
    pub(crate) tilt: NodeId,
}

impl PanTiltParts {
    /// Finds the parts below the node of a unit.
    ///
    /// # Errors
    /// If its model lacks one of them.
    pub(crate) fn below(world: &World, unit: NodeId) -> Result<Self, SetupError> {
        Ok(Self { pan: part(world, unit, PAN)?, tilt: part(world, unit, TILT)? })
    }

    /// Finds the parts among the ancestors of a node.
    pub(crate) fn above(world: &World, node: NodeId) -> Option<Self> {
        let tilt = std::iter::successors(world.parent(node), |&at| world.parent(at))
            .find(|&at| world.name(at).contains(TILT))?;
        let pan = world.parent(tilt).filter(|&pan| world.name(pan).contains(PAN))?;
        Some(Self { pan, tilt })
    }

    /// Current pan, positive to the left, and tilt, positive downwards. [rad]
    pub(crate) fn angles(self, world: &World) -> [f64; 2] {
        [world.parent_from(self.pan).euler().yaw, world.parent_from(self.tilt).euler().pitch]
    }

    /// Registers both parts of a unit as turning parts of the world, so that they are joints of their robot.
    pub(crate) fn register_joints(self, world: &mut World, unit: NodeId) {
        let angles = self.angles(world);
        for ((part, name, axis), angle) in
            [(self.pan, "pan", DVec3::Z), (self.tilt, "tilt", DVec3::Y)].into_iter().zip(angles)
        {
            let to_zero = Pose { rotation: DQuat::from_axis_angle(axis, -angle), ..Pose::IDENTITY };
            let turning = TurningPart {
                name: name.to_owned(),
                owner: unit,
                axis,
                parent_from_zero: world.parent_from(part) * to_zero,
                limits: Some([-PI, PI]),
            };
            world.set_turning_part(part, turning);
        }
    }

    /// Rotates the parts by pan and tilt. [rad]
    pub(crate) fn turn(self, world: &mut World, [pan, tilt]: [f64; 2]) {
        rotate(world, self.pan, DVec3::Z, pan);
        rotate(world, self.tilt, DVec3::Y, tilt);
    }
}
