//! Tests of robots at rest: all robots of the catalog keep their pose after settling.

use std::path::Path;

use crate::common::{INSTALLED, Run, Scene, own_models};
use morse_scene::description::{BuilderDescription, Kind};

const SETTLING_S: f64 = 2.0;
const RESTING_S: f64 = 10.0;
/// Maximum displacement of a robot at rest. [m]
const STILL_M: f64 = 1e-3;
/// Maximum rotation of a robot at rest. [rad]
const STILL_RAD: f64 = 1e-3;

/// Initial heights of robots whose parts extend below the origin of their frame. The car starts near the equilibrium of
/// its springs, which need seconds to settle. [m]
const BEGIN_ABOVE_M: [(&str, f64); 4] =
    [("Boat", 0.2), ("Hummer", 1.2), ("Quadrotor", 0.3), ("Submarine", 0.85)];

/// Robots without a model in the original.
const NOT_IN_THE_ORIGINAL: [&str; 1] = ["Boat"];

/// All robots that can run: for each class, the first builder class that creates it, and its class path.
fn robots() -> Vec<(BuilderDescription, String)> {
    let catalog = morse_components::catalog();
    let robots =
        catalog.components.into_iter().filter(|class| class.kind == Kind::Robot && class.implemented);
    robots.filter_map(|class| Some((class.builders.into_iter().next()?, class.class))).collect()
}

fn standing(builder: &BuilderDescription, class: &str, folder: &Path) -> Run {
    let above = BEGIN_ABOVE_M.iter().find(|(name, _)| *name == builder.name).map_or(0.0, |&(_, z)| z);
    Scene::new()
        .models(folder)
        .built(builder, class)
        .at([0.0, 0.0, above], 0.3)
        .sensor("pose", "pose.Pose")
        .run()
}

/// The maximum displacement [m] and rotation [rad] of a robot after settling.
fn unrest(run: &mut Run) -> (f64, f64) {
    run.seconds(SETTLING_S);
    let place = |run: &Run| run.reads("pose", ["x", "y", "z"]);
    let turn = |run: &Run| run.reads("pose", ["yaw", "pitch", "roll"]);
    let (first_place, first_turn) = (place(run), turn(run));
    let mut farthest = (0.0_f64, 0.0_f64);
    for _ in 0..(RESTING_S * f64::from(crate::common::HZ)) as u32 {
        run.step(1);
        let off = |now: [f64; 3], first: [f64; 3]| {
            now.iter().zip(first).map(|(now, first)| (now - first).powi(2)).sum::<f64>().sqrt()
        };
        farthest.0 = farthest.0.max(off(place(run), first_place));
        farthest.1 = farthest.1.max(off(turn(run), first_turn));
    }
    farthest
}

fn all_rest(folder: &Path, left_out: &[&str]) {
    let mut restless = Vec::new();
    for (builder, class) in robots().into_iter().filter(|(builder, _)| !left_out.contains(&&*builder.name)) {
        let mut run = standing(&builder, &class, folder);
        let (moved_m, turned_rad) = unrest(&mut run);
        if moved_m > STILL_M || turned_rad > STILL_RAD {
            restless.push(format!("{} moved {moved_m:.5} m and turned {turned_rad:.5} rad", builder.name));
        }
    }
    assert!(restless.is_empty(), "{}", restless.join("\n"));
}

#[test]
fn settled_robots_keep_their_pose() {
    all_rest(&own_models(), &[]);
}

#[test]
fn settled_robots_keep_their_pose_with_the_models_of_the_original() {
    let folder = Path::new(INSTALLED);
    if folder.is_dir() {
        all_rest(folder, &NOT_IN_THE_ORIGINAL);
    }
}
