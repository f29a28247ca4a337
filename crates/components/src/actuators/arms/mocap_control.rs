//! MocapControl: moves a person by tracked joint positions.

mod figure;
mod joints;

use morse_sim::prelude::*;

use crate::actuators::arms::mocap_control::figure::Figure;
use crate::actuators::arms::mocap_control::joints::JointPositions;

/// Moves a person by the joint positions of a tracked person, as a depth camera or a motion capture suit measures
/// them.
///
/// Each joint has a control point, a node below the robot. It is put at the robot's position plus the commanded
/// offset along the axes of the world, whatever the robot's orientation. A joint at exactly (0, 0, 0) is not tracked:
/// this is the initial value, and trackers send it for joints that they do not see. Its point keeps its position on
/// the robot, and its bones do not follow.
///
/// The control point of the torso is rotated about the vertical by the angle ψ between the world's X axis and the
/// line `s` from the point of the right shoulder to that of the left, at their previous positions:
///
/// `ψ = acos(s_x / |s|) - π/2`
///
/// The angle is zero for a line without length. A person who turns by more than a right angle faces the front again.
///
/// The torso places the figure: when it is tracked, the whole armature moves to its point, with its rotation. The
/// other bones follow their points by inverse kinematics, all at once: arms, neck and shoulders down to the torso,
/// and legs up to the hips. Bones keep their lengths and joints their limits. For a person of another size, the sum
/// of the squared remaining errors is minimal. Feet, hands and the head move with the bones that carry them.
///
/// Control points are those of the model, whose names contain Head_Empty, Neck_Empty, Torso_Empty, Hand_Empty.L,
/// Elbow_Empty.L, Shoulder_Empty.L, Hip_Empty.L, Knee_Empty.L, Foot_Empty.L, and the same with R for the right. The
/// bone whose constraint of inverse kinematics has such a target follows it. Where the model has none, the actuator
/// creates one at the end of the bone neck03, neck01, spine03, lowerarm02, upperarm02, shoulder01, pelvis, upperleg02
/// or lowerleg02 with _L or _R, the names of the model of `Human`. A robot without either is refused.
///
/// The skeleton of a `Human` moves joints back to its last command at each activation. This actuator acts after it, and
/// should run at the same rate. Tracked limbs do not walk.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.mocap_control.MocapControl",
    title = "Motion capture control",
    data = JointPositions,
    builder(name = "MocapControl"),
    fits("morse.robots.human.Human")
)]
pub struct MocapControl {
    figure: Option<Figure>,
}

impl Actuator for MocapControl {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.figure = Some(Figure::of(mount.name, mount.robot, mount.world)?);
        Ok(())
    }

    /// The armature of the person brings joints back to their last command.
    fn acts_last(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut JointPositions) {
        let tracked = data.tracked();
        if let Some(figure) = &self.figure
            && tracked.iter().any(Option::is_some)
        {
            let human = act.world_from_robot().translation;
            figure.imitate(act.world, tracked.map(|joint| joint.map(|position| human + position)));
        }
    }
}
