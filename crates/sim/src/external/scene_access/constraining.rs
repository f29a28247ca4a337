//! Constraints between bodies that external components add, limit and remove.

use glam::DQuat;
use morse_world::{AxisLimit, ConstraintSpec, Pose, World};

use crate::external::message::world_command::WorldCommand;
use crate::external::scene_access::find;

/// Executes a command about constraints; other commands are not executed.
pub(super) fn execute(world: &mut World, command: WorldCommand) -> Result<(), String> {
    match command {
        WorldCommand::Constrain { name, node, other, pivot, orientation, limits, collides } => {
            let spec = ConstraintSpec {
                name,
                one: find(world, &node)?,
                other: other.as_deref().map(|other| find(world, other)).transpose()?,
                one_from_constraint: Pose {
                    translation: pivot.into(),
                    rotation: DQuat::from_array(orientation),
                },
                limits: limits.map(axis_limit),
                collides,
            };
            world.add_constraint(&spec).map_err(|error| error.to_string())
        }
        WorldCommand::LimitConstraint { name, axis, limit } => {
            world.limit_constraint(&name, axis, axis_limit(limit)).map_err(|error| error.to_string())
        }
        WorldCommand::RemoveConstraint { name } if !world.remove_constraint(&name) => {
            Err(format!("there is no constraint {name:?}"))
        }
        _ => Ok(()),
    }
}

fn axis_limit(limit: Option<[f64; 2]>) -> AxisLimit {
    match limit {
        None => AxisLimit::Free,
        Some([low, high]) if low == high => AxisLimit::Locked,
        Some([low, high]) => AxisLimit::Between(low, high),
    }
}
