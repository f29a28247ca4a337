//! Inverse kinematics of arms with seven joints: the share of 10,000 reachable goals that is reached, the remaining
//! error, and the time of each solve, on one thread.
//!
//! Goals are poses of the hand in configurations drawn uniformly between the limits. Every search begins at the rest
//! configuration. The baseline, measured in the same run, is the forward kinematics of the same arm. Prints rows of a
//! table in Markdown.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/chains.rs"]
mod chains;

use std::hint::black_box;
use std::time::Instant;

use chains::{Numbers, armature, kuka, pr2_arm, reachable};
use morse_world::{Armature, IkGoal};

const GOALS: usize = 10_000;
/// A goal counts as reached if the remaining error of the hand is at most this. [m and rad]
const NEAR: f64 = 1e-4;

fn main() {
    println!("| measure | result | target | against a baseline of the same run |");
    println!("| --- | --- | --- | --- |");
    for (name, bones) in
        [("Kuka LWR", kuka()), ("PR2, left arm", pr2_arm(true)), ("PR2, right arm", pr2_arm(false))]
    {
        let armature = armature(bones);
        let forward_ns = forward_ns(&armature);
        for (what, with_orientation) in [("position and orientation", true), ("position", false)] {
            let mut numbers = Numbers(2);
            let goals: Vec<IkGoal> =
                (0..GOALS).map(|_| reachable(&armature, &mut numbers, with_orientation)).collect();
            row(&format!("{name}, {what}"), &armature, &goals, forward_ns);
        }
    }
}

fn row(name: &str, armature: &Armature, goals: &[IkGoal], forward_ns: f64) {
    let mut took_us = Vec::new();
    let mut farthest: f64 = 0.0;
    let mut reached = 0;
    for goal in goals {
        let start = Instant::now();
        let found =
            black_box(armature.reach(armature.configuration(), black_box(std::slice::from_ref(goal))));
        took_us.push(start.elapsed().as_secs_f64() * 1e6);
        if found.distance <= NEAR && found.angle <= NEAR {
            reached += 1;
            farthest = farthest.max(found.distance);
        }
    }
    took_us.sort_by(f64::total_cmp);
    let part = 100.0 * f64::from(reached) / goals.len() as f64;
    let (median, late) = (took_us[took_us.len() / 2], took_us[took_us.len() * 99 / 100]);
    println!(
        "| {name}: reached | {part:.2} % | ≥ 99.5 % | the farthest of them {farthest:.1e} m off, ≤ 1e-4 m |"
    );
    let times = median * 1e3 / forward_ns;
    println!(
        "| the same, median time | {median:.1} µs | ≤ 200 µs | {times:.0} × forward kinematics, {forward_ns:.0} ns; 99 % in {late:.0} µs |"
    );
}

/// Time of the forward kinematics of the arm: the minimum of several batches. [ns]
fn forward_ns(armature: &Armature) -> f64 {
    const BATCH: u32 = 10_000;
    let batch = || {
        let start = Instant::now();
        for _ in 0..BATCH {
            black_box(armature.bone_poses(black_box(armature.configuration())));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(BATCH)
    };
    (0..10).map(|_| batch()).fold(f64::INFINITY, f64::min)
}
