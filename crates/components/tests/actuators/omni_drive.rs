//! The omnidirectional drive on wheels with rollers: lines, circles and turns against the true pose, wheel odometry, mistakes.

use std::f64::consts::TAU;

use crate::common::{FAKE, Run, Scene, assert_close};
use serde_json::{Value as Json, json};

const WHEELS: [&str; 4] =
    ["front_left_wheel_joint", "front_right_wheel_joint", "back_left_wheel_joint", "back_right_wheel_joint"];

fn properties() -> Json {
    json!({"Wheels": WHEELS.join(", ")})
}

fn on(robot: &str, z: f64, drive: Json, odometry: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": robot}))
        .with("body", json!({}))
        .with("location", json!([0.0, 0.0, z]))
        .appended("robot", "drive", "OmniDrive")
        .properties(drive)
        .appended("robot", "wheels", "WheelOdometry")
        .properties(odometry)
        .appended("robot", "joints", "JointPositions")
        .appended("robot", "true", "Odometry")
        .with("level", json!("integrated"))
}

fn scene(properties: Json) -> Scene {
    on("robots/omni_base", 0.02, properties.clone(), properties)
}

/// Drives with speeds forward and to the left [m/s] and a turn rate [rad/s] for some time [s], and stops.
fn driven(scene: Scene, [x, y, w]: [f64; 3], seconds: f64) -> Run {
    let mut run = scene.run();
    run.seconds(1.0);
    assert!(run.command("drive", &[("x", x), ("y", y), ("w", w)]));
    run.seconds(seconds);
    assert!(run.command("drive", &[("x", 0.0), ("y", 0.0), ("w", 0.0)]));
    run.seconds(1.5);
    run
}

/// The pose by the wheels and the true pose: x, y, yaw. [m, rad]
fn poses(run: &Run) -> [[f64; 3]; 2] {
    ["wheels", "true"].map(|sensor| run.reads(sensor, ["x", "y", "yaw"]))
}

/// Drives 5 m in a direction, and compares the odometry with the true pose and this with the command.
fn goes_five_meters(scene: Scene, direction: [f64; 2]) {
    let [x, y] = direction;
    let [wheels, truth] = poses(&driven(scene, [0.5 * x, 0.5 * y, 0.0], 10.0));
    println!("along {direction:?}: wheels {wheels:?}, true {truth:?}");
    for pose in [wheels, truth] {
        let apart = (pose[0] - 5.0 * x).hypot(pose[1] - 5.0 * y);
        assert!(apart < 0.05, "{pose:?} along {direction:?}");
        assert!(pose[2].abs() < 0.01, "{pose:?}");
    }
}

#[test]
fn five_meters_in_any_direction_are_five_meters() {
    for direction in [[1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [-0.6, 0.8]] {
        goes_five_meters(scene(properties()), direction);
    }
}

/// A plate of 12 kg on wheels of 0.4 kg and a radius of 5 cm: places and yaws of their axles [m, rad], a collision shape,
/// and further elements of each wheel.
fn plate(wheels: &[[f64; 3]], shape: &str, more: impl Fn(usize) -> String) -> String {
    let mut text =
        r#"<robot name="plate"><link name="plate"><inertial><origin xyz="0 0 0.03"/><mass value="12"/>
        <inertia ixx="0.2" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.35"/></inertial></link>"#
            .to_owned();
    for (number, [x, y, yaw]) in wheels.iter().enumerate() {
        text += &format!(
            r#"<link name="w{number}"><inertial><mass value="0.4"/><inertia ixx="0.0005" ixy="0" ixz="0" iyy="0.0003" iyz="0"
            izz="0.0003"/></inertial><collision><origin rpy="0 1.5707963267948966 0"/><geometry>{shape}</geometry></collision></link>
            <joint name="j{number}" type="continuous"><parent link="plate"/><child link="w{number}"/>
            <origin xyz="{x} {y} 0" rpy="0 0 {yaw}"/><axis xyz="1 0 0"/><limit effort="20" velocity="60"/></joint>{}"#,
            more(number)
        );
    }
    text + "</robot>"
}

/// A scene with a robot of a text, in a folder.
fn of_text(text: &str, drive: Json, odometry: Json) -> (tempfile::TempDir, Scene) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plate.urdf"), text).unwrap();
    let ground = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/environments/empty.glb");
    std::fs::copy(ground, folder.path().join("empty.glb")).unwrap();
    let scene = on("plate", 0.05, drive, odometry).models(folder.path());
    (folder, scene)
}

const CYLINDER: &str = r#"<cylinder radius="0.05" length="0.02"/>"#;

#[test]
fn three_omni_wheels_drive_in_all_directions() {
    let wheels = [0.0, 1.0, 2.0].map(|third| {
        let yaw = third * TAU / 3.0;
        [0.2 * f64::cos(yaw), 0.2 * f64::sin(yaw), yaw]
    });
    // To the side, a single wheel has half of the hold.
    let properties = json!({"Wheels": "j0, j1, j2", "RollerAngle": 0.0, "LinearAcceleration": 0.8, "AngularAcceleration": 2.0});
    let odometry = json!({"Wheels": "j0, j1, j2", "RollerAngle": 0.0});
    let text = plate(&wheels, CYLINDER, |_| String::new());
    for direction in [[1.0, 0.0], [0.0, 1.0]] {
        let (_folder, scene) = of_text(&text, properties.clone(), odometry.clone());
        goes_five_meters(scene, direction);
    }
    // The rims of a cylinder are at other distances from the middle than the wheel.
    let round = plate(&wheels, r#"<sphere radius="0.05"/>"#, |_| String::new());
    let (_folder, scene) = of_text(&round, properties, odometry);
    let [wheels, truth] = poses(&driven(scene, [0.0, 0.0, 1.0], 3.0));
    println!("spin: wheels {wheels:?}, true {truth:?}");
    assert!((truth[2] - 3.0).abs() < 0.03 && (wheels[2] - 3.0).abs() < 0.03, "{wheels:?} {truth:?}");
}

#[test]
fn directions_of_friction_in_the_file_are_those_of_the_rollers() {
    let (along, across) = (TAU / 4.0, [0.2, 0.15]);
    let wheels = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
        .map(|[x, y]| [x * across[0], y * across[1], along]);
    // As Gazebo's files have it, in the frame of the chassis: the first and the last wheel hold along (1, -1).
    let friction = |number: usize| {
        let y = if number == 0 || number == 3 { -1 } else { 1 };
        format!(
            r#"<gazebo reference="w{number}"><mu1>0.9</mu1><mu2>0</mu2><fdir1 gz:expressed_in="plate">1 {y} 0</fdir1></gazebo>"#
        )
    };
    // The angle of the property does not matter.
    let properties = json!({"Wheels": "j0, j1, j2, j3", "RollerAngle": 0.1});
    for shape in [CYLINDER, r#"<sphere radius="0.05"/>"#] {
        let (_folder, scene) =
            of_text(&plate(&wheels, shape, friction), properties.clone(), properties.clone());
        goes_five_meters(scene, [0.0, 1.0]);
    }
}

#[test]
fn circle_returns_to_its_start() {
    // A radius of 1 m, to the side, with the front to the middle: once around.
    for speed in [[0.5, 0.0, 0.5], [0.0, 0.5, -0.5]] {
        let [wheels, truth] = poses(&driven(scene(properties()), speed, TAU / 0.5));
        println!("circle {speed:?}: wheels {wheels:?}, true {truth:?}");
        for pose in [wheels, truth] {
            assert!(pose[0].hypot(pose[1]) < 0.01 * TAU, "{pose:?}");
            assert!(pose[2].abs() < 0.01 * TAU, "{pose:?}");
        }
    }
}

#[test]
fn spin_turns_on_the_spot() {
    let [wheels, truth] = poses(&driven(scene(properties()), [0.0, 0.0, 1.0], 3.0));
    println!("spin: wheels {wheels:?}, true {truth:?}");
    for pose in [wheels, truth] {
        assert!((pose[2] - 3.0).abs() < 0.03, "{pose:?}");
        assert!(pose[0].hypot(pose[1]) < 0.01, "{pose:?}");
    }
}

#[test]
fn base_that_spins_follows_a_line() {
    let mut drive = properties();
    (drive["LinearAcceleration"], drive["AngularAcceleration"]) = (json!(1.0), json!(2.0));
    let mut run = on("robots/omni_base", 0.02, drive, properties()).run();
    run.seconds(1.0);
    let (speed, turn_rate) = (0.5, 1.2);
    for _ in 0..300 {
        // The direction (1, 1) of the world, in the frame of the base.
        let heading = std::f64::consts::FRAC_PI_4 - run.read("true", "yaw");
        let [x, y] = [heading.cos(), heading.sin()].map(|part| speed * part);
        assert!(run.command("drive", &[("x", x), ("y", y), ("w", turn_rate)]));
        run.step(1);
    }
    let [wheels, truth] = poses(&run);
    println!("line with a spin: wheels {wheels:?}, true {truth:?}");
    assert!((truth[0] - truth[1]).abs() < 0.1 && truth[0] > 1.5, "{truth:?}");
    let apart = (wheels[0] - truth[0]).hypot(wheels[1] - truth[1]);
    assert!(apart < 0.03, "{wheels:?} {truth:?}");
    assert!(morse_world::normalise_angle(wheels[2] - truth[2]).abs() < 0.06, "{wheels:?} {truth:?}");
}

#[test]
fn wheels_turn_as_the_formula_of_mecanum_drives_gives() {
    let [x, y, w] = [0.3, 0.2, 0.4];
    let mut run = scene(properties()).run();
    run.seconds(1.0);
    assert!(run.command("drive", &[("x", x), ("y", y), ("w", w)]));
    run.seconds(1.0);
    let before = run.reads("joints", WHEELS);
    run.seconds(1.0);
    let after = run.reads("joints", WHEELS);
    // Half of the wheelbase of 0.5 m and half of the track of 0.5 m; the radius is 0.1 m.
    let turning = 0.5 * w;
    let expected = [x - y - turning, x + y + turning, x + y - turning, x - y + turning].map(|v| v / 0.1);
    assert_close([0, 1, 2, 3].map(|wheel| after[wheel] - before[wheel]), expected, 0.005);
}

#[test]
fn dimensions_are_measured_in_the_file_or_given() {
    let dimensions = |properties: Json| {
        let mut run = scene(properties).run();
        let dimensions = run.call("drive", "get_dimensions", &[]);
        let of = |name: &str| dimensions.as_map().and_then(|map| map.get(name)?.as_f64()).unwrap();
        ["wheel_radius", "wheel_base", "wheel_separation"].map(of)
    };
    assert_close(dimensions(properties()), [0.1, 0.5, 0.5], 1e-6);
    let mut given = properties();
    (given["WheelRadius"], given["WheelBase"], given["WheelSeparation"]) =
        (json!(0.12), json!(0.4), json!(0.6));
    assert_close(dimensions(given), [0.12, 0.4, 0.6], 1e-9);
}

#[test]
fn wheels_that_do_not_fit_are_refused() {
    for (names, angle, expected) in [
        (
            "",
            0.785,
            "Wheels must name the joints of three or more wheels with rollers; the joints are front_left",
        ),
        ("front_left_wheel_joint, back_left_wheel_joint", 0.785, "three or more wheels"),
        (
            "front_left_wheel_joint, front_rihgt_wheel_joint, back_left_wheel_joint",
            0.785,
            "did you mean `front_right_wheel_joint`?",
        ),
    ] {
        let problem = scene(json!({"Wheels": names, "RollerAngle": angle})).refusal();
        assert!(problem.contains(expected), "{problem}");
    }
    // The rollers of all wheels lie forward: the robot could not move to the side.
    let wheels = [[0.2, 0.15], [0.2, -0.15], [-0.2, 0.0]].map(|[x, y]| [x, y, TAU / 4.0]);
    let forward = json!({"Wheels": "j0, j1, j2", "RollerAngle": 0.0});
    let (_folder, plate) = of_text(&plate(&wheels, CYLINDER, |_| String::new()), forward.clone(), forward);
    assert!(plate.refusal().contains("do not move it in all directions"));
    let mut both = properties();
    both["LeftWheels"] = json!(WHEELS[0]);
    let scene = scene(properties()).appended("robot", "both", "WheelOdometry").properties(both);
    assert!(scene.refusal().contains("both Wheels and LeftWheels"));
}

#[test]
fn result_does_not_depend_on_threads_nor_on_a_restored_state() {
    let digest = |threads| {
        let mut run = scene(properties()).threads(threads).run();
        assert!(run.command("drive", &[("x", 0.4), ("y", -0.2), ("w", 0.3)]));
        run.seconds(1.0).digest()
    };
    assert_eq!(digest(1), digest(4));
}
