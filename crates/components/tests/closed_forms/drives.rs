//! Closed forms of drives: circles and arcs.

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
    scene(class, drive, level).run()
}

fn scene(class: &str, drive: &str, level: &str) -> Scene {
    let catalog = morse_components::catalog();
    let builder = &catalog.by_class(class).unwrap().builders[0];
    let scene = Scene::new().built(builder, class).sensor("pose", "pose.Pose").actuator("drive", drive);
    scene.with("level", json!(level))
}

/// Compares the pose that a drive reaches in ten seconds, after it ran for `start_s`, with the arc of a speed [m/s] and a
/// turn rate [rad/s]. The command has the fields of all drives.
fn arc(name: &str, mut run: Run, sideways: f64, start_s: f64, [speed, turn_rate]: [f64; 2]) -> [Form; 2] {
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
    // The robot moves around a circle of radius v / w, by this angle.
    let angle: f64 = 10.0 * turn_rate;
    [
        Form::new(format!("{name}, turned in 10 s [rad]"), turned, angle),
        Form::new(
            format!("{name}, distance from the start after 10 s on a circle [m]"),
            chord,
            2.0 * speed / turn_rate * (angle / 2.0).sin(),
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
        let expected = [SPEED.hypot(sideways), TURN_RATE];
        arc(&format!("{name}, kinematic"), run, sideways, 0.0, expected).map(|form| form.within(1e-6))
    });
    forms.into_iter().flatten().collect()
}

pub fn dynamic() -> Vec<Form> {
    let drives = [("MotionVW", "v_omega.MotionVW", 0.0), ("MotionXYW", "xy_omega.MotionXYW", 0.3)];
    let forms = drives.map(|(name, drive, sideways)| {
        let run = robot(ATRV, drive, "dynamic");
        let expected = [SPEED.hypot(sideways), TURN_RATE];
        arc(&format!("{name}, dynamic, an ATRV"), run, sideways, 1.0, expected)
    });
    forms.into_iter().flatten().collect()
}

/// Speeds [m/s] and turn rates [rad/s].
pub const SLIDES: [[f64; 2]; 7] =
    [[1.0, 0.0], [2.0, 1.57], [1.0, 0.785], [0.5, 0.471], [0.2, 0.2], [0.0, 0.785], [0.0, 0.5]];

/// Loss of the commanded speed [m/s] and turn rate [rad/s] of an ATRV as in MORSE 1.4, as a mean over ten seconds.
pub fn slide(speed: f64, turn_rate: f64) -> [f64; 2] {
    let mut run = scene(ATRV, "v_omega.MotionVW", "dynamic").with_laws_of_morse("1.4").run();
    run.seconds(1.0);
    assert!(run.command("drive", &[("v", speed), ("w", turn_rate)]));
    run.seconds(1.0).step(1);
    let mut before = run.reads("pose", ["x", "y", "yaw"]);
    let (mut way, mut turned) = (0.0, 0.0);
    for _ in 0..10 * HZ {
        run.step(1);
        let now = run.reads("pose", ["x", "y", "yaw"]);
        way += (now[0] - before[0]).hypot(now[1] - before[1]);
        turned += morse_world::normalise_angle(now[2] - before[2]);
        before = now;
    }
    [speed - way / 10.0, turn_rate - turned / 10.0]
}

pub fn wheels() -> Vec<Form> {
    let run = robot(SEGWAY, "v_omega_diff_drive.MotionVWDiff", "dynamic");
    arc("MotionVWDiff, wheels of a Segway RMP 400", run, 0.0, 2.0, [SPEED, TURN_RATE]).into()
}

/// The middle of the rear axle of a car follows a circle whose radius is the wheelbase divided by the tangent of the
/// steering angle.
pub fn car() -> Vec<Form> {
    let (angle, axles, rear) = (0.3_f64, 3.9, DVec3::new(0.0, -2.3, 0.0));
    let catalog = morse_components::catalog();
    let builder = &catalog.by_class(HUMMER).unwrap().builders[0];
    // The circle is in the middle of the ground.
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
