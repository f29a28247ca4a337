//! Circles and arcs of each drive.

use std::f64::consts::TAU;

use glam::DVec3;
use serde_json::json;

use crate::common::{ATRV, HZ, Run, Scene};
use crate::form::Form;

const SEGWAY: &str = "morse.robots.segwayrmp400.SegwayRMP400";
const HUMMER: &str = "morse.robots.hummer.Hummer";

/// Speed [m/s] and turn rate [rad/s]: three quarters of a turn in ten seconds.
const SPEED: f64 = 0.5;
const TURN_RATE: f64 = 0.75 * TAU / 10.0;

fn robot(class: &str, drive: &str, level: &str) -> Run {
    let catalogue = morse_components::catalogue();
    let builder = &catalogue.by_class(class).unwrap().builders[0];
    let scene = Scene::new().built(builder, class).sensor("pose", "pose.Pose").actuator("drive", drive);
    scene.with("level", json!(level)).run()
}

/// Where a drive takes its robot in ten seconds, after it ran for `start_s`, beside the arc of its speeds, of which
/// friction takes `braked` [m/s]. The command has the fields of all drives.
fn arc(name: &str, mut run: Run, sideways: f64, start_s: f64, braked: f64) -> [Form; 2] {
    let command = [("v", SPEED), ("x", SPEED), ("y", sideways), ("w", TURN_RATE)];
    run.seconds(1.0);
    assert!(run.command("drive", &command));
    run.seconds(start_s).step(1);
    let [x, y, yaw] = run.reads("pose", ["x", "y", "yaw"]);
    let (mut turned, mut before) = (0.0, yaw);
    for _ in 0..10 * HZ {
        run.step(1);
        let now = run.read("pose", "yaw");
        turned += morse_world::normalise_angle(now - before);
        before = now;
    }
    let [x_after, y_after] = run.reads("pose", ["x", "y"]);
    let chord = (x_after - x).hypot(y_after - y);
    // Around a circle of v / w, by this angle.
    let angle: f64 = 10.0 * TURN_RATE;
    let speed = SPEED.hypot(sideways) - braked;
    [
        Form::new(format!("{name}, turned in 10 s [rad]"), turned, angle),
        Form::new(
            format!("{name}, distance from the start after 10 s on a circle [m]"),
            chord,
            2.0 * speed / TURN_RATE * (angle / 2.0).sin(),
        ),
    ]
}

pub fn kinematic() -> Vec<Form> {
    let drives = [
        ("MotionVW", ATRV, "v_omega.MotionVW", 0.0),
        ("MotionXYW", ATRV, "xy_omega.MotionXYW", 0.3),
        ("MotionVWDiff", SEGWAY, "v_omega_diff_drive.MotionVWDiff", 0.0),
    ];
    let forms = drives.map(|(name, class, drive, sideways)| {
        let run = robot(class, drive, "kinematic");
        arc(&format!("{name}, kinematic"), run, sideways, 0.0, 0.0).map(|form| form.within(1e-6))
    });
    forms.into_iter().flatten().collect()
}

pub fn dynamic() -> Vec<Form> {
    let drives = [("MotionVW", "v_omega.MotionVW", 0.0), ("MotionXYW", "xy_omega.MotionXYW", 0.3)];
    // As in the original, the box that stands for the wheels rubs on the ground between two commands: on the average of
    // the two steps of physics in a tick, one and a half steps.
    let braked = 1.5 * 0.25 * 9.81 / (2.0 * f64::from(HZ));
    let forms = drives.map(|(name, drive, sideways)| {
        arc(&format!("{name}, dynamic, an ATRV"), robot(ATRV, drive, "dynamic"), sideways, 1.0, braked)
    });
    forms.into_iter().flatten().collect()
}

pub fn wheels() -> Vec<Form> {
    let run = robot(SEGWAY, "v_omega_diff_drive.MotionVWDiff", "dynamic");
    arc("MotionVWDiff, wheels of a Segway RMP 400", run, 0.0, 2.0, 0.0).into()
}

/// The middle of the rear axle of a car goes around a circle of the distance of its axles over the tangent of its steering.
pub fn car() -> Vec<Form> {
    let (angle, axles, rear) = (0.3_f64, 3.9, DVec3::new(0.0, -2.3, 0.0));
    let catalogue = morse_components::catalogue();
    let builder = &catalogue.by_class(HUMMER).unwrap().builders[0];
    // So that the circle lies in the middle of the ground.
    let scene = Scene::new().built(builder, HUMMER).at([2.3, -12.8, 1.2], 0.0);
    let mut run = scene.actuator("drive", "steer_force.SteerForce").run();
    run.seconds(2.0);
    assert!(run.command("drive", &[("steer", angle), ("force", -8.0), ("brake", 0.0)]));
    run.seconds(4.0);
    let place = |run: &Run| {
        let world = run.simulation.world();
        let pose = world.world_from(world.find("robot").unwrap());
        (pose.transform_point(rear), pose.euler().yaw)
    };
    let (mut way, mut turned, mut before) = (0.0, 0.0, place(&run));
    for _ in 0..10 * HZ {
        run.step(1);
        let now = place(&run);

        way += (now.0 - before.0).truncate().length();
        turned += morse_world::normalise_angle(now.1 - before.1);
        before = now;
    }
    vec![Form::new("SteerForce, circle of a Hummer's rear axle [m]", way / turned, axles / angle.tan())]
}
