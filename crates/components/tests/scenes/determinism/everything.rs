//! A scene with every component, and commands for all of its actuators.

use crate::common::{Run, Scene};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::engine::devices::{DeviceEvent, Key};
use morse_sim::transport::request::Event;
use serde_json::{Value as Json, json};

const ROBOTS: usize = 12;

/// Robots that their builder classes create, each with an actuator that drives it.
const AS_BUILT: [(&str, &str); 12] = [
    ("b21.B21", "v_omega.MotionVW"),
    ("hummer.Hummer", "steer_force.SteerForce"),
    ("patrolbot.PatrolBot", "v_omega_diff_drive.MotionVWDiff"),
    ("pioneer3dx.Pioneer3DX", "v_omega_diff_drive.MotionVWDiff"),
    ("segwayrmp400.SegwayRMP400", "v_omega_diff_drive.MotionVWDiff"),
    ("human.Human", "teleport.Teleport"),
    ("jido.Jido", "v_omega.MotionVW"),
    ("pr2.PR2", "teleport.Teleport"),
    ("quadrotor.Quadrotor", "teleport.Teleport"),
    ("quadrotor_dynamic.Quadrotor", "xy_omega.MotionXYW"),
    ("rmax.RMax", "xy_omega.MotionXYW"),
    ("submarine.Submarine", "xy_omega.MotionXYW"),
];

/// Cameras of the first robot.
const CAMERAS: [&str; 22] = [
    "video_camera.VideoCamera",
    "video_camera.LensVideoCamera",
    "video_camera.PhysicalVideoCamera",
    "depth_camera.DepthCamera",
    "depth_camera.DepthCameraRotationZ",
    "depth_camera.DepthVideoCamera",
    "depth_camera.RawImage",
    "depth_camera.StereoDepthCamera",
    "depth_camera.StereoDepthVideoCamera",
    "depth_camera.StructuredLightDepthCamera",
    "depth_camera.StructuredLightDepthVideoCamera",
    "depth_camera.TimeOfFlightDepthCamera",
    "depth_camera.TimeOfFlightDepthVideoCamera",
    "depth_camera_aggregator.DepthCameraAggregator",
    "bounding_box_camera.BoundingBoxCamera",
    "event_camera.EventCamera",
    "normal_camera.NormalCamera",
    "optical_flow_camera.OpticalFlowCamera",
    "segmentation_camera.SegmentationCamera",
    "semantic_camera.SemanticCamera",
    "stereo_unit.StereoUnit",
    "thermal_camera.ThermalCamera",
];

/// Robots that forces move, or that an actuator displaces like a flying robot.
const PUSHED: [(&str, &str); 9] = [
    ("boat.Boat", "boat_control.BoatControl"),
    ("quadrotor.Quadrotor", "stabilized_quadrotor.StabilizedQuadrotor"),
    ("quadrotor_dynamic.Quadrotor", "drag.Drag"),
    ("quadrotor_dynamic.Quadrotor", "external_force.ExternalForce"),
    ("quadrotor_dynamic.Quadrotor", "force_torque.ForceTorque"),
    ("quadrotor_dynamic.Quadrotor", "quadrotor_dynamic_control.QuadrotorDynamicControl"),
    ("quadrotor_dynamic.Quadrotor", "rotorcraft_attitude.RotorcraftAttitude"),
    ("quadrotor_dynamic.Quadrotor", "rotorcraft_velocity.RotorcraftVelocity"),
    ("quadrotor_dynamic.Quadrotor", "rotorcraft_waypoint.RotorcraftWaypoint"),
];

/// Robots, each with every sensor, every modifier that fits, and one of the actuators.
pub(crate) fn everything() -> Scene {
    let drives: [(&str, Json, &[&str]); 6] = [
        ("v_omega.MotionVW", json!({}), &[]),
        ("xy_omega.MotionXYW", json!({}), &[]),
        ("waypoint.Waypoint", json!({}), &["ned.CoordinatesFromNED", "feet.FeetToMeter"]),
        (
            "destination.Destination",
            json!({"Speed": 0.5}),
            &["utm.CoordinatesFromUTM", "ecef.CoordinatesFromECEF"],
        ),
        (
            "teleport.Teleport",
            json!({}),
            &["geodetic.CoordinatesFromGeodetic", "geocentric.CoordinatesFromGeocentric"],
        ),
        ("orientation.Orientation", json!({"speed": 0.4}), &["ned.AnglesFromNED"]),
    ];
    let bodies = [crate::common::ATRV, crate::common::MORSY, crate::common::FAKE];
    let place =
        json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0, "angle_against_north": 20.0});
    let fire = json!({"name": "fire", "kind": "object", "properties": {"Fire": 400.0}});
    let mut scene = Scene::new().environment(place).object(fire);
    for (nth, (drive, properties, modifiers)) in drives.iter().cycle().take(ROBOTS).enumerate() {
        // Each drive is on two different bodies.
        let body = bodies[(nth + nth / drives.len()) % bodies.len()];
        scene = robot(scene, nth, body, drive, properties);
        for modifier in *modifiers {
            scene = scene.alter(modifier, json!({}));
        }
    }
    for (nth, (class, drive)) in AS_BUILT.into_iter().chain(PUSHED).enumerate() {
        scene = as_built(scene, ROBOTS + nth, class, drive);
    }
    let human = ROBOTS + AS_BUILT.iter().position(|(class, _)| *class == "human.Human").unwrap();
    scene = scene.object(json!({"name": format!("robot{human}.posture"), "kind": "sensor", "rate_hz": 30.0,
        "class": "morse.sensors.human_posture.HumanPosture", "parent": format!("robot{human}")}));
    scene = scene.object(json!({"name": CAPTURE, "kind": "actuator", "rate_hz": 60.0,
        "class": "morse.actuators.mocap_control.MocapControl", "parent": format!("robot{human}")}));
    for (nth, class) in CAMERAS.into_iter().enumerate() {
        let name = format!("robot0.camera{nth}");
        let camera = json!({"name": name, "kind": "sensor", "class": format!("morse.sensors.{class}"),
            "parent": "robot0", "rate_hz": 6.0, "rotation": crate::common::cameras::mounted(),
            "properties": {"cam_width": 24, "cam_height": 16}});
        scene = scene.object(camera).listen_to(&name);
    }
    let victim = json!({"name": "victim", "kind": "robot", "class": "morse.robots.victim.Victim",
        "location": [1.0, 2.0, 0.0], "properties": {"Robot_Tag": true, "Injured": true}});
    let hand = json!({"name": "hand", "kind": "robot", "class": "morse.robots.grasping_robot.GraspingRobot",
        "location": [-1.0, 2.0, 0.0]});
    let scene = jointed(on_named_wheels(scene.object(victim).object(hand)));
    equipped(with_arm(scene, "robot0")).seed(3)
}

/// A robot of a URDF file, with a controller at each level and sensors of its joints.
fn jointed(scene: Scene) -> Scene {
    let robot = json!({"name": "jointed", "kind": "robot", "class": crate::common::FAKE,
        "location": [-6.0, -6.0, 0.0], "model": {"file": "robots/small_arm"}});
    let controller = |scene: Scene, name: &str, level: &str, joint: &str| {
        let scene = scene.appended("jointed", name, "JointController").with("level", json!(level));
        scene.properties(json!({"Joints": joint}))
    };
    let rover = json!({"name": "rover", "kind": "robot", "class": crate::common::FAKE,
        "location": [-6.0, -8.0, 0.08], "model": {"file": "robots/small_rover"}});
    let wheels = json!({"LeftWheels": "left_wheel_joint", "RightWheels": "right_wheel_joint"});
    let scene = scene.object(robot).object(rover);
    let scene = scene.appended("rover", "drive", "DiffDrive").properties(wheels.clone());
    let scene = scene.appended("rover", "wheels", "WheelOdometry").properties(wheels);
    let car = json!({"name": "car", "kind": "robot", "class": crate::common::FAKE,
        "location": [-6.0, -10.0, 0.12], "model": {"file": "robots/small_car"}});
    let axles = json!({"LeftWheels": "rear_left_wheel", "RightWheels": "rear_right_wheel",
        "SteeringJoints": "front_left_steering, front_right_steering"});
    let scene = scene.object(car).appended("car", "drive", "AckermannDrive").properties(axles);
    let base = json!({"name": "omni", "kind": "robot", "class": crate::common::FAKE,
        "location": [-6.0, -12.0, 0.02], "model": {"file": "robots/omni_base"}});
    let rollers = json!({"Wheels": "front_left_wheel_joint, front_right_wheel_joint, back_left_wheel_joint, \
        back_right_wheel_joint"});
    let scene = scene.object(base).appended("omni", "drive", "OmniDrive").properties(rollers);
    let gripper = json!({"Joints": "finger"});
    let hand = json!({"name": "tendons", "kind": "robot", "class": crate::common::FAKE,
        "location": [-6.0, -12.0, 0.0], "model": {"file": "robots/small_hand"}});
    let scene = scene.object(hand).appended("tendons", "motors", "JointController");
    let scene = scene.with("level", json!("motors"));
    let scene = controller(scene, "controller", "servo", "shoulder");
    let scene = controller(scene, "exact", "kinematic", "elbow");
    let scene = scene.appended("jointed", "gripper", "JointGripper").properties(gripper);
    let scene = controller(scene, "effort", "effort", "finger");
    let scene = scene.appended("jointed", "joints", "JointPositions");
    let scene = scene.appended("jointed", "contacts", "ContactSensor");
    let scene = scene.appended("jointed", "force", "ForceTorqueSensor").properties(json!({"Joint": "elbow"}));
    scene.appended("jointed", "states", "JointPositions").with("level", json!("states"))
}

/// Robots of the base classes whose properties name the wheels of a model.
fn on_named_wheels(mut scene: Scene) -> Scene {
    let wheels = |names: [&str; 4]| {
        let properties = ["WheelFLName", "WheelFRName", "WheelRLName", "WheelRRName"].into_iter().zip(names);
        properties
            .filter(|(_, wheel)| !wheel.is_empty())
            .map(|(key, wheel)| (key, json!(wheel)))
            .collect::<Vec<_>>()
    };
    let catalog = morse_components::catalog();
    for (nth, (class, model, names)) in [
        ("PhysicsDifferentialRobot", "pioneer3dx.Pioneer3DX", ["Wheel_L", "Wheel_R", "", ""]),
        ("PhysicsAckermannRobot", "segwayrmp400.SegwayRMP400", ["wheel1", "wheel2", "wheel3", "wheel4"]),
    ]
    .into_iter()
    .enumerate()
    {
        let builder = &catalog.by_class(&format!("morse.robots.{model}")).unwrap().builders[0];
        let mut properties = serde_json::to_value(&builder.properties).unwrap();
        for (key, wheel) in wheels(names) {
            properties[key] = wheel;
        }
        scene = scene.object(json!({"name": format!("wheels{nth}"), "kind": "robot",
            "class": format!("morse.core.wheeled_robot.{class}"), "model": {"file": builder.model},
            "properties": properties, "body": serde_json::to_value(&builder.body).unwrap(),
            "options": serde_json::to_value(&builder.options).unwrap(), "location": [20.0 + 4.0 * nth as f64, 0.0, 0.0]}));
    }
    scene
}

/// The motion capture actuator of a person.
const CAPTURE: &str = "capture";

/// A target of the arm that [`with_arm`] puts on a robot.
const TARGET: &str = "target of the arm";

/// An arm on a robot, with a sensor of its joints.
fn with_arm(scene: Scene, robot: &str) -> Scene {
    let arm = format!("{robot}.arm");
    let target = json!({"bone": "kuka_7", "name": TARGET});
    let object = json!({"name": arm, "kind": "actuator", "class": "morse.actuators.armature.Armature",
        "parent": robot, "rate_hz": 60.0, "model": {"file": "actuators/kuka_lwr", "object": "kuka_armature"},
        "location": [0.0, 0.0, 1.0], "options": {"ik_targets": [target]}});
    let joints = json!({"name": format!("{arm}.joints"), "kind": "sensor", "parent": arm, "rate_hz": 30.0,
        "class": "morse.sensors.armature_pose.ArmaturePose"});
    scene.object(object).object(joints)
}

/// A robot with the actuators that move objects, and with the actuators for manual control.
fn equipped(scene: Scene) -> Scene {
    let mut scene = scene.object(json!({"name": "equipped", "kind": "robot", "class": crate::common::ATRV,
        "location": [3.0, -3.0, 0.0]}));
    let units =
        ["PTU", "PA10", "Gripper", "Light", "Sound", "Arucomarker", "Keyboard", "Joystick", "MotionVW"];
    for unit in units {
        scene = scene.appended("equipped", unit, unit).with("location", json!([0.3, 0.0, 0.9]));
    }
    scene = scene.with("level", json!("kinematic"));
    let scene = scene.appended("equipped.PTU", "posture", "PTUPosture");
    scene.object(
        json!({"name": "cup", "kind": "object", "location": [3.3, -3.0, 1.2], "scale": [0.05, 0.05, 0.05],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "RIGID_BODY"},
        "properties": {"Graspable": true}}),
    )
}

/// Starts all motions of an equipped robot.
fn set_in_motion(run: &mut Run) {
    let mut command = |unit: &str, numbers: &[(&str, f64)]| {
        let command = numbers.iter().map(|&(name, number)| (name.to_owned(), Value::Float(number))).collect();
        assert!(run.simulation.command(&format!("equipped.{unit}"), &command).is_ok());
    };
    command("PTU", &[("pan", 2.0), ("tilt", 0.5)]);
    command("PA10", &["seg0", "seg1", "seg2", "seg3", "seg4", "seg5"].map(|segment| (segment, 1.5)));
    command("MotionVW", &[("v", 0.3), ("w", 0.4)]);
    for (controller, joint) in [("controller", "shoulder"), ("exact", "elbow"), ("effort", "finger")] {
        let bent = [(joint.to_owned(), Value::Float(0.03))].into_iter().collect();
        assert_eq!(run.simulation.command(&format!("jointed.{controller}"), &bent), Ok(()));
    }
    for (name, numbers) in [
        ("rover.drive", [("v", 0.2), ("w", 0.3)]),
        ("jointed.gripper", [("position", 0.01), ("max_effort", 3.0)]),
    ] {
        let command = numbers.map(|(field, number)| (field.to_owned(), Value::Float(number)));
        assert_eq!(run.simulation.command(name, &command.into_iter().collect()), Ok(()));
    }
    let motors = [("shoulder", -5.0), ("elbow", 1.0), ("finger", 0.03)];
    let motors = motors.map(|(name, number)| (name.to_owned(), Value::Float(number)));
    assert_eq!(run.simulation.command("tendons.motors", &motors.into_iter().collect()), Ok(()));
    let held = run.simulation.call("equipped.Gripper", "grab", &[]);
    assert_eq!(held, Some(Answer::Success(Value::from("cup"))));
    run.simulation.handle(Event::Device(DeviceEvent::Key { key: Key::Left, held: true }));
    run.simulation.handle(Event::Device(DeviceEvent::Axis { joystick: 0, axis: 1, position: -0.5 }));
}

/// A robot that its builder class creates, with an actuator.
fn as_built(scene: Scene, nth: usize, class: &str, drive: &str) -> Scene {
    let (name, class) = (format!("robot{nth}"), format!("morse.robots.{class}"));
    let catalog = morse_components::catalog();
    let builder = &catalog.by_class(&class).unwrap().builders[0];
    let robot = json!({"name": name, "kind": "robot", "class": class, "model": {"file": builder.model},
        "properties": serde_json::to_value(&builder.properties).unwrap(),
        "body": serde_json::to_value(&builder.body).unwrap(),
        "options": serde_json::to_value(&builder.options).unwrap(),
        "location": [8.0 * (nth % 5) as f64 - 16.0, 4.0 * (nth / 5) as f64, 0.0]});
    let drive = json!({"name": format!("{name}.drive"), "kind": "actuator", "parent": name, "rate_hz": 60.0,
        "class": format!("morse.actuators.{drive}")});
    scene.object(robot).object(drive)
}

fn robot(mut scene: Scene, nth: usize, body: &str, drive: &str, properties: &Json) -> Scene {
    let name = format!("robot{nth}");
    let column = (nth % 4) as f64;
    scene = scene.object(json!({"name": name, "kind": "robot", "class": body,
        "location": [column * 4.0 - 6.0, (nth / 4) as f64 * 4.0 - 4.0, 0.0], "rotation": [0.0, 0.0, column]}));
    let noise = json!({"factor_sigma": 0.1, "gyro_drift_sigma": 0.01});
    let sensors = [
        (
            "pose",
            "pose.Pose",
            None,
            [("pose_noise.PoseNoiseModifier", json!({})), ("ned.CoordinatesToNED", json!({}))].to_vec(),
        ),
        ("ecef", "pose.Pose", None, [("ecef.CoordinatesToECEF", json!({}))].to_vec()),
        ("geodetic", "pose.Pose", None, [("geodetic.CoordinatesToGeodetic", json!({}))].to_vec()),
        ("geocentric", "pose.Pose", None, [("geocentric.CoordinatesToGeocentric", json!({}))].to_vec()),
        (
            "utm",
            "pose.Pose",
            None,
            [("utm.CoordinatesToUTM", json!({"x_offset": 1e5})), ("feet.MeterToFeet", json!({}))].to_vec(),
        ),
        ("place", "pose.Pose", None, [("pose_noise.PositionNoiseModifier", json!({}))].to_vec()),
        (
            "gyroscope",
            "gyroscope.Gyroscope",
            None,
            [("pose_noise.OrientationNoiseModifier", json!({})), ("ned.AnglesToNED", json!({}))].to_vec(),
        ),
        (
            "raw",
            "odometry.Odometry",
            Some("raw"),
            [("odometry_noise.OdometryNoiseModifier", noise.clone())].to_vec(),
        ),
        (
            "odometry",
            "odometry.Odometry",
            Some("integrated"),
            [("odometry_noise.OdometryNoiseModifier", noise)].to_vec(),
        ),
        ("differential", "odometry.Odometry", Some("differential"), Vec::new()),
        ("velocity", "velocity.Velocity", None, Vec::new()),
        ("attitude", "attitude.Attitude", None, Vec::new()),
        ("clock", "clock.Clock", None, Vec::new()),
        ("accelerometer", "accelerometer.Accelerometer", None, Vec::new()),
        ("airspeed", "airspeed.Airspeed", None, Vec::new()),
        ("barometer", "barometer.Barometer", None, Vec::new()),
        ("battery", "battery.Battery", None, Vec::new()),
        ("gps", "gps.GPS", None, [("feet.MeterToFeet", json!({}))].to_vec()),
        ("gps_raw", "gps.GPS", Some("raw"), Vec::new()),
        ("gps_extended", "gps.GPS", Some("extended"), Vec::new()),
        ("imu", "imu.IMU", None, [("imu_noise.IMUNoiseModifier", json!({}))].to_vec()),
        ("imu_true", "imu.IMU", Some("truth"), Vec::new()),
        ("imu_real", "imu.IMU", Some("physical"), Vec::new()),
        ("light", "light_sensor.LightSensor", None, Vec::new()),
        ("markers", "marker_detector.MarkerDetector", None, Vec::new()),
        ("magnetometer", "magnetometer.Magnetometer", None, Vec::new()),
        ("laser", "laserscanner.LaserScanner", None, Vec::new()),
        ("rssi", "laserscanner.LaserScanner", Some("rssi"), Vec::new()),
        ("noisy", "laserscanner.LaserScanner", Some("physical"), Vec::new()),
        ("velodyne", "laserscanner.LaserScannerRotationZ", None, Vec::new()),
        ("velodyne_noisy", "laserscanner.LaserScannerRotationZ", Some("physical"), Vec::new()),
        ("near", "proximity.Proximity", None, Vec::new()),
        ("altimeter", "radar_altimeter.RadarAltimeter", None, Vec::new()),
        ("bumper", "collision.Collision", None, Vec::new()),
        ("rescue", "search_and_rescue.SearchAndRescue", None, Vec::new()),
        ("thermometer", "thermometer.Thermometer", None, Vec::new()),
    ];
    for (sensor, class, level, modifiers) in sensors {
        scene = scene.object(json!({"name": format!("{name}.{sensor}"), "kind": "sensor",
            "class": format!("morse.sensors.{class}"), "parent": name, "level": level, "rate_hz": 30.0}));
        for (modifier, arguments) in modifiers {
            scene = scene.alter(modifier, arguments);
        }
    }
    scene = scene.object(
        json!({"name": format!("{name}.all"), "kind": "sensor", "parent": name, "rate_hz": 20.0,
        "class": "morse.sensors.compound.CompoundSensor",
        "properties": {"sensors": format!("{name}.imu,{name}.gps_extended")}}),
    );
    scene.object(json!({"name": format!("{name}.drive"), "kind": "actuator", "properties": properties,
        "class": format!("morse.actuators.{drive}"), "parent": name, "rate_hz": 60.0}))
}

/// Sends commands to the actuators of all robots.
pub(crate) fn commanded(mut run: Run) -> Run {
    let fields =
        ["v", "w", "x", "y", "z", "yaw", "pitch", "roll", "tolerance", "speed", "steer", "force", "brake"];
    let numbers = [1.0, 0.4, 0.7, -0.8, 0.5, 1.0, 0.1, -0.1, 0.3, 1.0, 0.2, -10.0, 0.0];
    let command = fields.into_iter().map(str::to_owned).zip(numbers).collect();
    for nth in 0..ROBOTS + AS_BUILT.len() {
        assert_eq!(run.simulation.command(&format!("robot{nth}.drive"), &command), Ok(()));
    }
    let push = json!({"force": [1.0, -2.0, 30.0], "torque": [0.01, 0.02, -0.03], "engines": [750.0, 749.0, 751.0, 752.0],
        "theta_c": 0.1, "phi_c": -0.1, "psi_c": 0.2, "h_c": 1.0, "roll": 0.1, "pitch": -0.1, "yaw": 0.3, "thrust": 0.6,
        "vx": 0.5, "vy": -0.5, "vz": 0.3, "vyaw": 0.1, "x": 1.0, "y": 2.0, "z": 3.0, "tolerance": 0.2,
        "left": 20.0, "right": 10.0, "steer": 0.1});
    let push = serde_json::from_value(push).unwrap();
    for (nth, (_, drive)) in (ROBOTS + AS_BUILT.len()..).zip(PUSHED) {
        // Drag takes no command.
        if drive != "drag.Drag" {
            assert_eq!(run.simulation.command(&format!("robot{nth}.drive"), &push), Ok(()), "{drive}");
        }
    }
    let joints = [
        ("left_hand", [0.2, 0.5, 1.1]),
        ("right_foot", [0.1, -0.2, 0.2]),
        ("left_shoulder", [0.1, 0.2, 1.5]),
        ("torso", [0.1, 0.0, 1.2]),
    ];
    let capture =
        morse_components::catalog().by_class("morse.actuators.mocap_control.MocapControl").unwrap().clone();
    let seen = |field: &str| {
        joints.iter().find(|(joint, _)| field.starts_with(joint)).map_or([0.0; 3], |seen| seen.1)
    };
    let seen = capture
        .fields
        .iter()
        .map(|field| (field.name.clone(), Value::List(seen(&field.name).map(Value::Float).to_vec())));
    assert_eq!(run.simulation.command(CAPTURE, &seen.collect()), Ok(()));
    let place = [Value::from(TARGET), Value::List([0.3, 0.2, -0.4].map(Value::Float).to_vec())];
    let placed = run.simulation.call("robot0.arm", "place_IK_target", &place);
    assert_eq!(placed, Some(Answer::Success(Value::Null)));
    set_in_motion(&mut run);
    run
}
