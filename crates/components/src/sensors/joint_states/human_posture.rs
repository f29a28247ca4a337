//! Human posture: the pose of a person and the joint angles of the body.

mod angles;

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;
use morse_world::{Armature, NodeId, World};

use crate::sensors::joint_states::human_posture::angles::HumanAngles;

/// Bones whose rotations are measured. Each has a name in skeletons made for this sensor, and a name in the model of
/// `Human`.
const BONES: [[&str; 2]; 14] = [
    ["Chest", "spine02"],
    ["Head", "head"],
    ["UpArm.R", "upperarm02_R"],
    ["ForeArm.R", "lowerarm01_R"],
    ["Hand.R", "wrist_R"],
    ["UpArm.L", "upperarm02_L"],
    ["ForeArm.L", "lowerarm01_L"],
    ["Hand.L", "wrist_L"],
    ["UpLeg.R", "upperleg01_R"],
    ["LoLeg.R", "lowerleg01_R"],
    ["Foot.R", "foot_R"],
    ["UpLeg.L", "upperleg01_L"],
    ["LoLeg.L", "lowerleg01_L"],
    ["Foot.L", "foot_L"],
];

/// Measures the pose and joint angles of the person that carries it, without error.
///
/// `x`, `y`, `z`, `pitch` and `roll` are the pose of the armature's frame in the world, with XYZ Euler angles. `yaw` is
/// less by π/2, because the skeleton for which the sensor was made faces along its Y axis. The fields `dof_*` are
/// rotations `r` of bones from their rest about their own X, Y and Z axes: an angle for a bone with one axis of
/// rotation, the components of a rotation vector for a bone with several. With `d` for a field, and `s = -1` for a field
/// with the opposite sign, else 1:
///
/// `d = s · r[axis]`
///
/// Bones have the names of skeletons made for this sensor, or those of the model of `Human`: Chest or spine02, Head
/// or head, UpArm.R or upperarm02_R, ForeArm.R or lowerarm01_R, Hand.R or wrist_R, UpLeg.R or upperleg01_R, LoLeg.R
/// or lowerleg01_R, Foot.R or foot_R, and the same with L for the left. An armature that lacks one of them is an error.
/// Append the sensor to the robot, or to the armature itself.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.human_posture.HumanPosture",
    title = "Human Posture",
    data = HumanAngles,
    builder(name = "HumanPosture"),
    fits("morse.robots.human.Human")
)]
pub struct HumanPosture {
    armature: Option<NodeId>,
    bones: Vec<usize>,
}

impl Sensor for HumanPosture {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut HumanAngles) -> Result<(), SetupError> {
        let world = setup.world;
        let above = world.armature_above(setup.node).or_else(|| armature_below(world, setup.robot));
        let Some((node, armature)) = above.and_then(|node| Some((node, world.armature(node)?))) else {
            return Err(SetupError::Missing(format!(
                "{} finds no armature on {}: append it to a Human",
                setup.name,
                world.name(setup.robot)
            )));
        };
        self.bones = bones(armature).map_err(|missing| {
            SetupError::Missing(format!(
                "the armature {} lacks the bones {}",
                world.name(node),
                missing.join(", ")
            ))
        })?;
        self.armature = Some(node);
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut HumanAngles) {
        let Some((node, armature)) = self.armature.and_then(|node| Some((node, view.world.armature(node)?)))
        else {
            return;
        };
        let pose = view.world.world_from(node);
        let Euler { roll, pitch, yaw } = pose.euler();
        let turns = self.bones.iter().map(|&bone| armature.configuration().0[bone].turn).collect::<Vec<_>>();
        data.set_pose(pose.translation, [yaw - FRAC_PI_2, pitch, roll]);
        data.set_angles(&turns);
    }
}

/// Finds the first node with an armature in the subtree of a node, parents before children.
fn armature_below(world: &World, node: NodeId) -> Option<NodeId> {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if world.armature(node).is_some() {
            return Some(node);
        }
        pending.extend(world.children(node).iter().rev());
    }
    None
}

/// Indices of the measured bones in an armature. The error has the names of all missing bones.
fn bones(armature: &Armature) -> Result<Vec<usize>, Vec<String>> {
    let find = |names: [&str; 2]| names.into_iter().find_map(|name| armature.find(name));
    let missing: Vec<String> = BONES
        .into_iter()
        .filter(|&names| find(names).is_none())
        .map(|[name, alternative]| format!("{name} (or {alternative})"))
        .collect();
    if missing.is_empty() { Ok(BONES.into_iter().filter_map(find).collect()) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use morse_world::{BoneConfiguration, BoneSpec, NodeSpec, PhysicsSettings};

    use super::*;

    /// A world with an armature, whose bones are rotated by 0.1, 0.2, 0.3, then 0.4, 0.5, 0.6, and so on.
    fn armature(names: impl Iterator<Item = &'static str>) -> (World, NodeId) {
        let mut world = World::new(PhysicsSettings::default());
        let node = world.add_node(NodeSpec::new("skeleton")).unwrap();
        let bone = |(nth, name): (usize, &str)| {
            let turn = DVec3::new(0.1, 0.2, 0.3) + DVec3::splat(0.3 * nth as f64);
            BoneSpec { free: [true; 3], start: BoneConfiguration { turn, slide: 0.0 }, ..BoneSpec::new(name) }
        };
        world.add_armature(node, names.enumerate().map(bone).collect()).unwrap();
        (world, node)
    }

    #[test]
    fn bones_are_found_by_either_name() {
        for choice in 0..2 {
            let (world, node) = armature(BONES.into_iter().map(|names| names[choice]));
            assert_eq!(bones(world.armature(node).unwrap()).unwrap(), (0..BONES.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn error_names_all_missing_bones() {
        let (world, node) = armature(BONES.into_iter().skip(2).map(|names| names[0]));
        let missing = bones(world.armature(node).unwrap()).unwrap_err();
        assert_eq!(missing, ["Chest (or spine02)", "Head (or head)"]);
    }
}
