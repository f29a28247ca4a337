//! Motors between the rigid bodies of Blender 2.80 and later. A motor drives the joint that another constraint makes of its two bodies.

use glam::{DAffine3, DVec3};

use super::{Constraint, ENABLED, MOTOR};
use crate::formats::blend::import::Import;
use crate::formats::blend::view::View;
use crate::model::{JointKind, JointMotor, NodeId};

/// Bits of `flag`: the motor along x, and the one about x.
const SLIDES: i64 = 1 << 14;
const TURNS: i64 = 1 << 15;
/// Least cosine of the angle between the x axis of a motor and the axis that it drives.
const PARALLEL: f64 = 1.0 - 1e-6;

/// A constraint of the kind Motor.
pub(in crate::formats::blend::import) struct Motor {
    /// The object that has it: its x axis is that of the motor.
    object: NodeId,
    name: String,
    bodies: [NodeId; 2],
    slide: Option<JointMotor>,
    turn: Option<JointMotor>,
}

impl<'a> Import<'a, '_> {
    /// The motor of an object; `None` without one, or for one that has no effect.
    pub(in crate::formats::blend::import) fn motor(
        &mut self,
        object: &View<'a>,
        id: NodeId,
    ) -> Option<Motor> {
        let constraint = object.follow_as("rigidbody_constraint", "RigidBodyCon")?;
        if constraint.int("type") != MOTOR || !constraint.bit("flag", ENABLED) {
            return None;
        }
        // The largest impulse is an effort: Blender 4.5 moves a body alike at any rate and with any number of steps.
        let motor = |bit: i64, kind: &str| {
            let [velocity, effort] = ["target_velocity", "max_impulse"]
                .map(|what| constraint.float(&format!("motor_{kind}_{what}")));
            let is_on = constraint.bit("flag", bit) && velocity.is_finite() && effort > 0.0;
            is_on.then_some(JointMotor { velocity, effort })
        };
        let (slide, turn) = (motor(SLIDES, "lin"), motor(TURNS, "ang"));
        if slide.is_none() && turn.is_none() {
            return None;
        }
        let name = object.id_name();
        let bodies = self.bodies_of(&constraint, &name)?;
        Some(Motor { object: id, name, bodies, slide, turn })
    }

    /// Gives motors to the axes of the constraints that connect their bodies.
    pub(super) fn drive(
        &mut self,
        constraints: &mut [Constraint],
        motors: &[Motor],
        world_from_nodes: &[DAffine3],
    ) {
        let world_from = |object: NodeId, direction: DVec3| {
            world_from_nodes[object.index()].transform_vector3(direction).normalize_or_zero()
        };
        for motor in motors {
            let along = world_from(motor.object, DVec3::X);
            for (given, is_slide) in [(motor.slide, true), (motor.turn, false)] {
                let Some(JointMotor { velocity, effort }) = given else { continue };
                let mut is_used = false;
                for constraint in constraints.iter_mut() {
                    let [first, second] = constraint.bodies;
                    // Blender measures the velocity of the first body seen from the second one.
                    let sign = match motor.bodies {
                        bodies if bodies == [first, second] => -1.0,
                        bodies if bodies == [second, first] => 1.0,
                        _ => continue,
                    };
                    for axis in &mut constraint.axes {
                        let cosine = along.dot(world_from(constraint.object, axis.direction));
                        let is_kind = (axis.kind == JointKind::Prismatic) == is_slide && axis.ball.is_none();
                        if is_kind && cosine.abs() > PARALLEL {
                            let velocity = sign * cosine.signum() * velocity;
                            axis.motor = Some(JointMotor { velocity, effort });
                            is_used = true;
                        }
                    }
                }
                if !is_used {
                    let text = "motors whose bodies no joint along or about the x axis of the motor connects are left out";
                    self.omissions.note(text, &motor.name);
                }
            }
        }
    }
}
