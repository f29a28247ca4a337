//! Inverse kinematics: reachable goals are reached, limits hold, and what cannot be reached is approached.
#![allow(clippy::unwrap_used)]

mod common;

use common::chains::{HAND, Numbers, armature, kuka, pr2_arm, reachable};
use glam::{DQuat, DVec3};
use morse_world::{Armature, BoneSpec, IkGoal, Pose};

/// The length of an arm from its second joint on, straight.
fn reach_of(bones: &[BoneSpec]) -> f64 {
    bones[1..].iter().map(|bone| bone.length).sum()
}

fn assert_within_limits(armature: &Armature, posture: &morse_world::Posture) {
    for (bone, spec) in armature.bones().iter().enumerate() {
        let [low, high] = spec.joint_limits();
        let value = armature.value_in(posture, bone);
        assert!((low..=high).contains(&value), "{}: {value} is not within {low} and {high}", spec.name);
    }
}

#[test]
fn arms_reach_what_they_can_reach() {
    for bones in [kuka(), pr2_arm(true), pr2_arm(false)] {
        let armature = armature(bones);
        for with_orientation in [false, true] {
            let mut numbers = Numbers(1);
            let mut missed = 0;
            for _ in 0..200 {
                let goal = reachable(&armature, &mut numbers, with_orientation);
                let found = armature.reach(armature.posture(), &[goal]);
                assert_within_limits(&armature, &found.posture);
                // What is told of the posture is true of it.
                let length = armature.bones()[HAND].length;
                let tail = armature.stand(&found.posture)[HAND] * Pose::from_translation(DVec3::Y * length);
                let off = tail.translation.distance(goal.armature_from_tail.translation);
                assert!((off - found.distance).abs() < 1e-12);
                missed += usize::from(found.distance > 1e-4 || found.angle > 1e-4);
            }
            assert!(missed <= 1, "{missed} of 200 were missed, orientation {with_orientation}");
        }
    }
}

#[test]
fn what_is_out_of_reach_is_approached_on_a_straight_line() {
    let bones = kuka();
    let reach = reach_of(&bones);
    let armature = armature(bones);
    let shoulder = DVec3::Z * 0.3105;
    for direction in [DVec3::X, DVec3::new(1.0, 1.0, 1.0).normalize(), DVec3::new(-2.0, 0.5, 1.0).normalize()]
    {
        let armature_from_tail = Pose::from_translation(shoulder + direction * 3.0);
        let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 0 };
        let found = armature.reach(armature.posture(), &[goal]);
        assert!(!found.is_reached());
        assert!((found.distance - (3.0 - reach)).abs() < 1e-4, "{}", found.distance);
    }
}

#[test]
fn a_straight_arm_bends_towards_a_goal_along_it() {
    let armature = armature(kuka());
    let armature_from_tail = Pose::from_translation(DVec3::Z * 1.2);
    let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 0 };
    let found = armature.approach(armature.posture(), &[goal], 50);
    assert!(found.distance < 1e-4, "{}", found.distance);
}

#[test]
fn only_the_last_bones_of_a_chain_move() {
    let armature = armature(kuka());
    let armature_from_tail = Pose::from_translation(DVec3::new(0.2, 0.0, 1.2));
    let goal = IkGoal { bone: HAND, armature_from_tail, with_orientation: false, chain_length: 4 };
    let found = armature.reach(armature.posture(), &[goal]);
    assert!(found.is_reached(), "{}", found.distance);
    assert!((0..3).all(|bone| armature.value_in(&found.posture, bone) == 0.0));
}

#[test]
fn two_goals_are_met_at_once() {
    let armature = armature(kuka());
    let mut numbers = Numbers(7);
    let hand = reachable(&armature, &mut numbers, false);
    let hand_found = armature.reach(armature.posture(), &[hand]);
    let wrist = 4;
    let length = armature.bones()[wrist].length;
    let wrist_at = armature.stand(&hand_found.posture)[wrist] * Pose::from_translation(DVec3::Y * length);
    let wrist = IkGoal { bone: wrist, armature_from_tail: wrist_at, ..hand };
    let found = armature.reach(armature.posture(), &[hand, wrist]);
    assert!(found.is_reached(), "{} m off", found.distance);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let armature = armature(pr2_arm(true));
    let goal = reachable(&armature, &mut Numbers(3), true);
    assert_eq!(armature.reach(armature.posture(), &[goal]), armature.reach(armature.posture(), &[goal]));
}

#[test]
fn goals_that_make_no_sense_are_left_out() {
    let armature = armature(kuka());
    let goal = |bone, armature_from_tail| IkGoal {
        bone,
        armature_from_tail,
        with_orientation: true,
        chain_length: 0,
    };
    let nowhere = goal(HAND, Pose::from_translation(DVec3::NAN));
    let unturned = goal(HAND, Pose::from_rotation(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)));
    let found = armature.reach(armature.posture(), &[nowhere, unturned, goal(99, Pose::IDENTITY)]);
    assert_eq!(&found.posture, armature.posture());
    assert!(armature.approach(armature.posture(), &[], 5).is_reached());
}
