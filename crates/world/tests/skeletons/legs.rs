//! Two legs with Blender's legacy solver: knees that bend in one direction only, and hips that share a bone.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use morse_world::{
    Armature, BoneSpec, IkGoal, IkSettling, IkSolver, JointConfiguration, NodeSpec, Pose, World,
};

type Limits = [Option<[f64; 2]>; 3];
/// Name, parent, head [m], rotation at rest (x, y, z, w), length [m], free axes, limits [rad].
type Row = (&'static str, Option<usize>, [f64; 3], [f64; 4], f64, &'static str, Limits);

const FREE: Limits = [None, None, None];

/// The legs of the human of the original MORSE, from its Blender file.
#[rustfmt::skip]
const BONES: [Row; 13] = [
    ("root", None, [-0.0665, 0.0, 0.9005], [0.705828, 0.70592, 0.042504, 0.040951], 0.006, "xyz", [Some([-0.0873, 0.1745]), Some([-0.1745, 0.1745]), Some([-0.0873, 0.0873])]),
    ("pelvis_L", Some(0), [0.0061, 0.0, 0.9089], [0.038017, -0.964306, 0.038799, 0.259157], 0.1071, "xyz", FREE),
    ("upperleg01_L", Some(1), [-0.0039, 0.1064, 0.903], [-0.718169, -0.121966, -0.090324, 0.679117], 0.0836, "xyz", FREE),
    ("upperleg02_L", Some(2), [0.021, 0.1024, 0.8233], [-0.634378, 0.171051, -0.166066, 0.735342], 0.3307, "xyz", FREE),
    ("lowerleg01_L", Some(3), [0.03, 0.1487, 0.4959], [-0.243014, 0.699661, -0.6241, 0.248832], 0.2138, "xz", [Some([-PI, 0.0]), None, Some([-PI, 0.0])]),
    ("lowerleg02_L", Some(4), [0.0237, 0.1707, 0.2833], [-0.243077, 0.699514, -0.624261, 0.24878], 0.2138, "y", FREE),
    ("foot_L", Some(5), [0.0174, 0.1926, 0.0707], [-0.694161, -0.660193, 0.03982, 0.284077], 0.006, "xyz", FREE),
    ("pelvis_R", Some(0), [0.0061, 0.0, 0.9089], [-0.964613, 0.038063, 0.258015, 0.038754], 0.1071, "xyz", FREE),
    ("upperleg01_R", Some(7), [-0.0039, -0.1064, 0.903], [0.121705, 0.718134, -0.679163, 0.090599], 0.0836, "xyz", FREE),
    ("upperleg02_R", Some(8), [0.021, -0.1024, 0.8233], [-0.170914, 0.634409, -0.735374, 0.165948], 0.3307, "xyz", FREE),
    ("lowerleg01_R", Some(9), [0.03, -0.1487, 0.4959], [-0.699691, 0.242939, -0.248748, 0.624129], 0.2138, "xz", [Some([-PI, 0.0]), None, Some([0.0, PI])]),
    ("lowerleg02_R", Some(10), [0.0237, -0.1707, 0.2833], [-0.699544, 0.243001, -0.248695, 0.62429], 0.2138, "y", FREE),
    ("foot_R", Some(11), [0.0174, -0.1926, 0.0707], [-0.661772, -0.693928, 0.280379, 0.043703], 0.006, "xyz", FREE),
];

const FEET: [&str; 2] = ["foot_L", "foot_R"];
const KNEES: [&str; 2] = ["lowerleg01_L", "lowerleg01_R"];

fn legs() -> Armature {
    let bone = |(name, parent, head, rotation, length, free, limits): &Row| BoneSpec {
        parent: *parent,
        armature_from_rest: Pose {
            translation: DVec3::from_array(*head),
            rotation: DQuat::from_array(*rotation).normalize(),
        },
        length: *length,
        free: ['x', 'y', 'z'].map(|axis| free.contains(axis)),
        limits: *limits,
        ..BoneSpec::new(*name)
    };
    let mut world = World::new(morse_world::PhysicsSettings::default());
    let node = world.add_node(NodeSpec::new("legs")).unwrap();
    world.add_armature(node, BONES.iter().map(bone).collect()).unwrap();
    world.set_ik_solver(node, IkSolver::Legacy);
    world.armature(node).unwrap().clone()
}

/// The configuration after moving the goals of both feet by vectors [m], without rotating the feet.
fn with_feet_moved(legs: &Armature, ways: [DVec3; 2]) -> JointConfiguration {
    let goal = |(foot, way): (&str, DVec3)| {
        let bone = legs.find(foot).unwrap();
        let tail = legs.armature_from_tail(bone);
        let armature_from_tail = Pose { translation: tail.translation + way, ..tail };
        IkGoal { bone, armature_from_tail, with_orientation: true, chain_length: 7 }
    };
    let goals: Vec<IkGoal> = FEET.into_iter().zip(ways).map(goal).collect();
    let mut configuration = legs.configuration().clone();
    let mut settling = IkSettling::default();
    while !settling.is_over() || configuration == *legs.configuration() {
        configuration = legs.settle(&configuration, &goals, &mut settling, 7);
    }
    configuration
}

fn knees(legs: &Armature, configuration: &JointConfiguration) -> [DVec3; 2] {
    KNEES.map(|knee| configuration.0[legs.find(knee).unwrap()].turn)
}

#[test]
fn knees_bend_as_in_the_solver_of_blender() {
    let legs = legs();
    // Reference results of a separate implementation of this solver.
    for (ways, expected) in [
        ([DVec3::Z * 0.3, DVec3::ZERO], [[0.0, 0.0, -1.121], [-0.028, 0.0, 0.030]]),
        ([DVec3::new(0.2, 0.0, 0.2), DVec3::ZERO], [[0.0, 0.0, -0.717], [-0.071, 0.0, 0.0]]),
        ([DVec3::new(0.3, 0.0, 0.3), DVec3::ZERO], [[-0.049, 0.0, -0.965], [-0.079, 0.0, 0.0]]),
        // An unreachable goal.
        ([DVec3::Z * -1.0, DVec3::ZERO], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
    ] {
        let configuration = with_feet_moved(&legs, ways);
        let got = knees(&legs, &configuration);
        for (got, expected) in got.into_iter().zip(expected) {
            assert!(
                got.abs_diff_eq(DVec3::from_array(expected), 5e-3),
                "{ways:?}: {got}, expected {expected:?}"
            );
        }
    }
}

#[test]
fn unreachable_foot_goal_stretches_its_leg_and_does_not_move_the_other_foot() {
    let legs = legs();
    let way = DVec3::Z * -0.5;
    let configuration = with_feet_moved(&legs, [way, DVec3::ZERO]);
    let stand = legs.bone_poses(&configuration);
    let tails = FEET.map(|foot| {
        let bone = legs.find(foot).unwrap();
        let tail = stand[bone] * Pose::from_translation(DVec3::Y * legs.bones()[bone].length);
        tail.translation - legs.armature_from_tail(bone).translation
    });
    let [left, right] = tails;
    assert!(left.z < -0.09 && left.z > -0.13, "{left}");
    assert!(right.length() < 2e-3, "{right}");
}
