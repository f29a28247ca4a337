//! Inverse kinematics: reachable goals are reached, limits hold, and unreachable goals are approached.

use crate::common::chains::{HAND, Numbers, armature, kuka, pr2_arm, reachable};
use glam::{DQuat, DVec3};
use morse_world::{Armature, BoneSpec, IkGoal, IkSettling, IkSolver, Pose};

/// The length of the straight arm from its second joint.
fn reach_of(bones: &[BoneSpec]) -> f64 {
    bones[1..].iter().map(|bone| bone.length).sum()
}

fn assert_within_limits(armature: &Armature, configuration: &morse_world::JointConfiguration) {
    for (bone, spec) in armature.bones().iter().enumerate() {
        let [low, high] = spec.joint_limits();
        let value = armature.value_in(configuration, bone);
        assert!((low..=high).contains(&value), "{}: {value} is not within {low} and {high}", spec.name);
    }
}

#[test]
fn arms_reach_reachable_goals() {
    for bones in [kuka(), pr2_arm(true), pr2_arm(false)] {
        let armature = armature(bones);
        for with_orientation in [false, true] {
            let mut numbers = Numbers(1);
            let mut missed = 0;
            for _ in 0..200 {
                let goal = reachable(&armature, &mut numbers, with_orientation);
                let found = armature.reach(armature.configuration(), &[goal]);
                assert_within_limits(&armature, &found.configuration);
                // The reported errors match the configuration.
                let length = armature.bones()[HAND].length;
                let tail = armature.bone_poses(&found.configuration)[HAND]
                    * Pose::from_translation(DVec3::Y * length);
                let off = tail.translation.distance(goal.armature_from_tail.translation);
                assert!((off - found.distance).abs() < 1e-12);
                missed += usize::from(found.distance > 1e-4 || found.angle > 1e-4);
            }
            assert!(missed <= 1, "{missed} of 200 were missed, orientation {with_orientation}");
        }
    }
}

#[test]
fn unreachable_goal_is_approached_on_a_straight_line() {
    let bones = kuka();
    let reach = reach_of(&bones);
    let armature = armature(bones);
    let shoulder = DVec3::Z * 0.3105;
    for direction in [DVec3::X, DVec3::new(1.0, 1.0, 1.0).normalize(), DVec3::new(-2.0, 0.5, 1.0).normalize()]
    {
        let armature_from_tail = Pose::from_translation(shoulder + direction * 3.0);
        let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 0 };
        let found = armature.reach(armature.configuration(), &[goal]);
        assert!(!found.is_reached());
        assert!((found.distance - (3.0 - reach)).abs() < 1e-4, "{}", found.distance);
    }
}

#[test]
fn straight_arm_bends_towards_a_goal_along_it() {
    let armature = armature(kuka());
    let armature_from_tail = Pose::from_translation(DVec3::Z * 1.2);
    let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 0 };
    let found = armature.approach(armature.configuration(), &[goal], 50);
    assert!(found.distance < 1e-4, "{}", found.distance);
}

/// The final x and z [m] and tilt about y [rad] of the hand of an upright Kuka with the unreachable goal (1, 0, 0.3105) and
/// unchanged orientation.
fn upright_hand_out_of_reach(solver: IkSolver) -> [f64; 3] {
    let armature = armature(kuka());
    let rest = armature.armature_from_tail(HAND).rotation;
    let armature_from_tail = Pose { translation: DVec3::new(1.0, 0.0, 0.3105), rotation: rest };
    let goals = [IkGoal { bone: HAND, armature_from_tail, with_orientation: true, chain_length: 0 }];
    let mut configuration = armature.configuration().clone();
    let mut settling = IkSettling::default();
    for _ in 0..60 {
        configuration = match solver {
            IkSolver::Itasc => armature.approach_as_itasc(&configuration, &goals, 20).configuration,
            IkSolver::Legacy => armature.settle(&configuration, &goals, &mut settling, 10),
        };
    }
    let length = armature.bones()[HAND].length;
    let hand = armature.bone_poses(&configuration)[HAND] * Pose::from_translation(DVec3::Y * length);
    let lean = (hand.rotation * rest.conjugate()).to_scaled_axis();
    assert!(lean.x.abs() < 1e-4 && lean.z.abs() < 1e-4 && hand.translation.y.abs() < 1e-4);
    [hand.translation.x, hand.translation.z, lean.y]
}

#[track_caller]
fn assert_close(got: [f64; 3], expected: [f64; 3], tolerance: f64) {
    let is_close = got.iter().zip(&expected).all(|(got, expected)| (got - expected).abs() < tolerance);
    assert!(is_close, "{got:?}, expected {expected:?}");
}

#[test]
fn arm_with_unreachable_goal_settles_as_in_blender() {
    // Reference results of separate implementations of both iterations: iTaSC at 60 Hz with the settings of the Kuka's file,
    // and the legacy solver with its own settings; both use selectively damped steps.
    assert_close(upright_hand_out_of_reach(IkSolver::Itasc), [0.7771, 0.3575, 0.0193], 1e-3);
    assert_close(upright_hand_out_of_reach(IkSolver::Legacy), [0.7756, 0.3585, 0.0113], 1e-3);
}

#[test]
fn reachable_goal_is_reached_by_both_solvers() {
    let armature = armature(kuka());
    let mut numbers = Numbers(5);
    for _ in 0..50 {
        let goals = [reachable(&armature, &mut numbers, true)];
        // The goal is near the current configuration, like a moving target.
        let mut from = armature.reach(armature.configuration(), &goals).configuration;
        from.0.iter_mut().for_each(|bone| bone.turn *= 0.97);
        let found = armature.approach_as_itasc(&from, &goals, 60);
        assert!(found.is_reached(), "{} m and {} rad off", found.distance, found.angle);
        let mut settling = IkSettling::default();
        let settled = armature.settle(&from, &goals, &mut settling, 500);
        assert!(settling.is_over());
        assert_within_limits(&armature, &settled);
        let length = armature.bones()[HAND].length;
        let hand = armature.bone_poses(&settled)[HAND] * Pose::from_translation(DVec3::Y * length);
        // The solver ends when the change is less than a milliradian.
        assert!(hand.translation.distance(goals[0].armature_from_tail.translation) < 2e-3);
        assert!(hand.rotation.angle_between(goals[0].armature_from_tail.rotation) < 2e-3);
    }
}

#[test]
fn only_the_last_bones_of_a_chain_move() {
    let armature = armature(kuka());
    let armature_from_tail = Pose::from_translation(DVec3::new(0.2, 0.0, 1.2));
    let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 4 };
    let found = armature.reach(armature.configuration(), &[goal]);
    assert!(found.is_reached(), "{}", found.distance);
    assert!((0..3).all(|bone| armature.value_in(&found.configuration, bone) == 0.0));
}

#[test]
fn two_goals_are_reached_at_once() {
    let armature = armature(kuka());
    let mut numbers = Numbers(7);
    let hand = reachable(&armature, &mut numbers, false);
    let hand_found = armature.reach(armature.configuration(), &[hand]);
    let wrist = 4;
    let length = armature.bones()[wrist].length;
    let wrist_at =
        armature.bone_poses(&hand_found.configuration)[wrist] * Pose::from_translation(DVec3::Y * length);
    let wrist = IkGoal { bone: wrist, armature_from_tail: wrist_at, ..hand };
    let found = armature.reach(armature.configuration(), &[hand, wrist]);
    assert!(found.is_reached(), "{} m off", found.distance);
}

#[test]
fn results_are_deterministic() {
    let armature = armature(pr2_arm(true));
    let goal = reachable(&armature, &mut Numbers(3), true);
    assert_eq!(
        armature.reach(armature.configuration(), &[goal]),
        armature.reach(armature.configuration(), &[goal])
    );
}

#[test]
fn invalid_goals_are_ignored() {
    let armature = armature(kuka());
    let goal = |bone, armature_from_tail| IkGoal {
        bone,
        armature_from_tail,
        with_orientation: true,
        chain_length: 0,
    };
    let nowhere = goal(HAND, Pose::from_translation(DVec3::NAN));
    let unturned = goal(HAND, Pose::from_rotation(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)));
    let found = armature.reach(armature.configuration(), &[nowhere, unturned, goal(99, Pose::IDENTITY)]);
    assert_eq!(&found.configuration, armature.configuration());
    assert!(armature.approach(armature.configuration(), &[], 5).is_reached());
}
