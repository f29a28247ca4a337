//! MocapControl: moves a person as somebody does whose joints are tracked.

mod figure;
mod joints;

use morse_sim::prelude::*;

use self::figure::Figure;
use self::joints::JointPositions;

/// Moves a person as somebody moves whose joints a depth camera or a suit tracks.
///
/// Each joint has a control point, a node below the robot, which is put where the data says: at the robot's position and as
/// far from it as told, along the axes of the world, however the robot is turned. A joint at exactly (0, 0, 0), as all are until
/// a command comes and as trackers tell those that they do not see, is not tracked: its point stays where it is on the robot,
/// and the rest of the figure does not follow it.
///
/// The control point of the torso is turned about the vertical, by the angle ψ between the world's X axis and the line `s` from the
/// point of the right shoulder to that of the left, as they stood before:
///
/// `ψ = acos(s_x / |s|) - π/2`
///
/// which is zero without a line, and in which a person who turns by more than a right angle looks back to the front.
///
/// The figure stands by its torso: where this is tracked, the whole armature goes where its point is, turned as that is. The
/// other bones follow their points by inverse kinematics, all at once: arms, neck and shoulders down to the torso, and legs up to the
/// hips. Bones keep their lengths and joints their limits; for somebody of another size, the sum of the squares of what is missing is the
/// least. Feet, hands and the head go with the bones that carry them.
///
/// Control points are those of the model, whose names contain Head_Empty, Neck_Empty, Torso_Empty, Hand_Empty.L, Elbow_Empty.L,
/// Shoulder_Empty.L, Hip_Empty.L, Knee_Empty.L, Foot_Empty.L, and the same with R for the right; the bone whose constraint of inverse
/// kinematics has such a target follows it. Where the model has none, the actuator makes one at the end of the bone neck03,
/// neck01, spine03, lowerarm02, upperarm02, shoulder01, pelvis, upperleg02 or lowerleg02 with _L or _R, as the model of a person
/// names them which `Human` takes. A robot without either is refused.
///
/// The skeleton of a `Human` brings joints back to what it was last commanded, whenever it acts: this actuator should act as
/// often, and after it, as it does unless a scene says otherwise. Limbs that are tracked do not walk.
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

impl Actuate for MocapControl {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.figure = Some(Figure::of(mount.name, mount.robot, mount.world)?);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut JointPositions) {
        let tracked = data.tracked();
        if let Some(figure) = &self.figure
            && tracked.iter().any(Option::is_some)
        {
            let human = act.world_from_robot().translation;
            figure.imitate(act.world, tracked.map(|joint| joint.map(|position| human + position)));
        }
    }
}
