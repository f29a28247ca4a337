//! Arms as armatures: the bones of a Kuka LWR and of the arms of a PR2, and reachable goals.
#![allow(dead_code, unreachable_pub)]

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};

use glam::{DQuat, DVec3};
use morse_world::{Armature, BoneConfiguration, BoneSpec, IkGoal, JointConfiguration, NodeSpec, Pose, World};

/// The index of the last bone of each arm.
pub const HAND: usize = 6;

/// A link of an arm. Its rest axes may be rotated by half a turn about the bone.
struct Link {
    length: f64,
    turned: bool,
    axis: usize,
    limits: [f64; 2],
}

fn link(length: f64, turned: bool, axis: usize, limits: [f64; 2]) -> Link {
    Link { length, turned, axis, limits }
}

fn bones(links: &[Link], along: DVec3, rest: DQuat) -> Vec<BoneSpec> {
    let mut head = DVec3::ZERO;
    let bone = |(number, link): (usize, &Link)| {
        let turn = if link.turned { DQuat::from_rotation_y(PI) } else { DQuat::IDENTITY };
        let armature_from_rest = Pose { translation: head, rotation: rest * turn };
        head += along * link.length;
        let mut spec = BoneSpec {
            parent: number.checked_sub(1),
            armature_from_rest,
            length: link.length,
            ..BoneSpec::new(format!("joint_{number}"))
        };
        spec.free[link.axis] = true;
        spec.limits[link.axis] = Some(link.limits);
        spec
    };
    links.iter().enumerate().map(bone).collect()
}

/// A Kuka LWR: seven joints, upright at rest.
pub fn kuka() -> Vec<BoneSpec> {
    let (wide, narrow) = ([-2.9671, 2.9671], [-2.0944, 2.0944]);
    let links = [
        link(0.3105, true, 1, wide),
        link(0.2, false, 2, narrow),
        link(0.2, false, 1, wide),
        link(0.2, true, 2, narrow),
        link(0.19, true, 1, wide),
        link(0.078, false, 2, narrow),
        link(0.132, true, 1, wide),
    ];
    bones(&links, DVec3::Z, DQuat::from_rotation_x(FRAC_PI_2))
}

/// An arm of a PR2: seven joints, straight ahead at rest. The right arm is not an exact mirror image of the left arm.
pub fn pr2_arm(left: bool) -> Vec<BoneSpec> {
    let (pan, roll, upper, elbow, fore, wrist) = if left {
        ([-0.7146, 2.2854], [-2.3292, 2.3708], [0.1232, 0.2768], 0.0935, 0.2275, [0.0424, 0.0833])
    } else {
        ([-2.2854, 0.7146], [-2.3708, 2.3292], [0.1254, 0.2746], 0.0928, 0.2282, [0.0432, 0.0831])
    };
    let links = [
        link(0.1, false, 2, pan),
        link(upper[0], true, 0, [-FRAC_PI_6, 1.3963]),
        link(upper[1], false, 1, roll),
        link(elbow, true, 0, [0.0, 2.3213]),
        link(fore, false, 1, [-PI, PI]),
        link(wrist[0], true, 0, [0.0, 2.18]),
        link(wrist[1], false, 1, [-PI, PI]),
    ];
    bones(&links, DVec3::X, DQuat::from_rotation_z(-FRAC_PI_2))
}

/// The armature of these bones.
pub fn armature(bones: Vec<BoneSpec>) -> Armature {
    let mut world = World::new(morse_world::PhysicsSettings::default());
    let node = world.add_node(NodeSpec::new("arm")).unwrap();
    world.add_armature(node, bones).unwrap();
    world.armature(node).unwrap().clone()
}

/// Numbers from 0 to 1, the same in every run (splitmix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A reachable goal: the pose of the hand in a configuration drawn uniformly between the limits.
pub fn reachable(armature: &Armature, numbers: &mut Numbers, with_orientation: bool) -> IkGoal {
    let mut configuration = JointConfiguration(vec![BoneConfiguration::REST; armature.bones().len()]);
    for bone in 0..armature.bones().len() {
        let [low, high] = armature.bones()[bone].joint_limits();
        armature.set_value_in(&mut configuration, bone, low + (high - low) * numbers.draw());
    }
    let length = armature.bones()[HAND].length;
    let armature_from_tail =
        armature.bone_poses(&configuration)[HAND] * Pose::from_translation(DVec3::Y * length);
    IkGoal { bone: HAND, armature_from_tail, with_orientation, chain_length: 0 }
}
