//! MocapControl: moves a person by motion capture, to tracked joint positions.

mod figure;
mod joints;

use morse_sim::prelude::*;

use crate::actuators::arms::mocap_control::figure::Figure;
use crate::actuators::arms::mocap_control::joints::JointPositions;

/// Moves a simulated person to the joint positions of a tracked person, as measured by a depth camera or a motion
/// capture suit.
///
/// Each joint has a control point, a node below the robot. The actuator sets it to the robot's position plus the
/// commanded offset along the axes of the world; the robot's orientation has no effect. A joint at exactly (0, 0, 0)
/// is not tracked: this is the initial value, and trackers send it for joints that they do not see. The control point
/// of an untracked joint keeps its position on the robot, and its bones do not move.
///
/// The control point of the torso is rotated about the vertical by the angle ψ. Here `s` is the line from the control
/// point of the right shoulder to that of the left shoulder, at their positions of the previous activation:
///
/// `ψ = acos(s_x / |s|) - π/2`
///
/// ψ is zero for a line without length. ψ stays within ±π/2: a person who turns by more than a right angle faces the
/// front again.
///
/// When the torso is tracked, the whole armature moves to its control point and takes its rotation. The other bones
/// follow their control points by inverse kinematics, all in one solution: arms, neck and shoulders down to the torso,
/// and legs up to the hips. Bones keep their lengths, and joints stay within their limits. If the tracked person has a
/// different size, the sum of the squared position errors is minimized. Feet, hands and the head move with the bones
/// that carry them.
///
/// Control points are nodes of the model whose names contain Head_Empty, Neck_Empty, Torso_Empty, Hand_Empty.L,
/// Elbow_Empty.L, Shoulder_Empty.L, Hip_Empty.L, Knee_Empty.L, Foot_Empty.L, and the same with R for the right. A bone
/// whose inverse kinematics constraint has such a node as target follows it. For a joint without such a node, the
/// actuator creates one at the end of the bone neck03, neck01, spine03, lowerarm02, upperarm02, shoulder01, pelvis,
/// upperleg02 or lowerleg02, with _L or _R, the bone names of the model of `Human`. A robot that has neither the node
/// nor the bone of some joint is an error.
///
/// The skeleton of a `Human` moves joints back to its last command at each activation. This actuator acts after the
/// skeleton, and should run at the same rate. Tracked limbs do not take part in the walking gait.
#[derive(Actuator, Clone, Serialize, Deserialize)]
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

    /// The armature of the person moves joints back to their last command, so this actuator must act after it.
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
