//! Example scenes for the documentation of components.

use morse_scene::description::{BuilderDescription, Catalog, Description, Kind};
use morse_scene::wiring::wiring_table::WiringTable;

/// Classes that need the geodetic position of the scene.
const ON_EARTH: [&str; 12] = [
    "morse.modifiers.ecef.CoordinatesFromECEF",
    "morse.modifiers.ecef.CoordinatesToECEF",
    "morse.modifiers.geocentric.CoordinatesFromGeocentric",
    "morse.modifiers.geocentric.CoordinatesToGeocentric",
    "morse.modifiers.geodetic.CoordinatesFromGeodetic",
    "morse.modifiers.geodetic.CoordinatesToGeodetic",
    "morse.sensors.gps.ExtendedGPS",
    "morse.sensors.gps.RawGPS",
    "morse.sensors.imu.IMU",
    "morse.sensors.imu.PhysicalIMU",
    "morse.sensors.imu.TrueIMU",
    "morse.sensors.magnetometer.Magnetometer",
];

/// Classes without a builder class of their own, and the builder class that creates them when given their class path.
const BY_CLASS_PATH: [(&str, &str); 2] = [
    ("morse.sensors.depth_camera.DepthVideoCamera", "DepthCamera"),
    ("morse.sensors.depth_camera.RawImage", "DepthCamera"),
];

/// Robots without a builder class: the builder class that creates them when given their class path, and further lines
/// of the script.
const ROBOTS_BY_CLASS_PATH: [(&str, &str, &str); 1] =
    [("morse.robots.grasping_robot.GraspingRobot", "Human", "robot.make_grasper('hand_R_bb')")];

/// Classes whose example uses another builder class than the first.
const SHOWN_BY: [(&str, &str); 3] = [
    ("morse.actuators.armature.Armature", "KukaLWR"),
    ("morse.sensors.depth_camera_aggregator.DepthCameraAggregator", "VLP16_180"),
    ("morse.sensors.laserscanner.LaserScanner", "Sick"),
];

/// Class of a component that is attached to an arm.
const ON_AN_ARM: &str = "morse.sensors.armature_pose.ArmaturePose";

/// Classes of components for the joints of a robot from a file, the robot, and the properties that they need there.
const OF_JOINTS: [(&str, &str, &str); 10] = [
    ("morse.actuators.ackermann_drive.AckermannDrive", "small_car", CAR),
    ("morse.actuators.diff_drive.DiffDrive", "small_rover", WHEELS),
    ("morse.actuators.joint_controller.JointController", "small_arm", ""),
    ("morse.actuators.joint_gripper.JointGripper", "small_arm", "Joints='finger'"),
    ("morse.actuators.omni_drive.OmniDrive", "omni_base", ROLLERS),
    ("morse.sensors.contact_sensor.ContactSensor", "small_arm", ""),
    ("morse.sensors.force_torque_sensor.ForceTorqueSensor", "small_arm", "Joint='shoulder'"),
    ("morse.sensors.joint_positions.JointPositions", "small_arm", ""),
    ("morse.sensors.joint_positions.JointStates", "small_arm", ""),
    ("morse.sensors.wheel_odometry.WheelOdometry", "small_rover", WHEELS),
];

/// Properties that name the wheels of the rover.
const WHEELS: &str = "LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint'";

/// Properties that name the wheels of the omnidirectional base.
const ROLLERS: &str =
    "Wheels='front_left_wheel_joint, front_right_wheel_joint, back_left_wheel_joint, back_right_wheel_joint'";

/// Properties that name the wheels of the car.
const CAR: &str = "LeftWheels='rear_left_wheel', RightWheels='rear_right_wheel', SteeringJoints='front_left_steering, front_right_steering'";

/// Types of fields that describe the surroundings of the robot: their examples use a room with boxes.
const OF_SURROUNDINGS: [&str; 3] = ["image", "points", "objects"];

/// Example scenes of a component: for a robot one per builder class, for other components one; none if no builder
/// class creates it.
pub(crate) fn scenes(
    description: &Description,
    catalog: &Catalog,
    wiring: Option<&WiringTable>,
) -> Vec<String> {
    if description.kind == Kind::Robot && !description.builders.is_empty() {
        return description.builders.iter().map(|builder| script(&robot(builder), "empty")).collect();
    }
    scene(description, catalog, wiring).into_iter().collect()
}

/// An example scene of a component; `None` if no builder class creates it.
pub(crate) fn scene(
    description: &Description,
    catalog: &Catalog,
    wiring: Option<&WiringTable>,
) -> Option<String> {
    let lines = match description.kind {
        Kind::Robot => robot_by_class_path(description)?,
        Kind::Sensor | Kind::Actuator => component(description, catalog)?,
        Kind::Modifier => modifier(description, catalog, wiring)?,
    };
    let room = if sees(description) { "indoors-1/boxes" } else { "empty" };
    let mut scene = script(&lines, room);
    if ON_EARTH.contains(&description.class.as_str()) {
        scene.push_str("env.properties(longitude=1.4333, latitude=43.6, altitude=135.0)\n");
    }
    Some(scene)
}

/// The script with these lines in an environment.
fn script(lines: &[String], room: &str) -> String {
    format!("from morse.builder import *\n\n{}\nenv = Environment('{room}')\n", lines.join("\n"))
}

fn sees(description: &Description) -> bool {
    description.fields.iter().any(|field| OF_SURROUNDINGS.contains(&field.type_name.as_str()))
}

fn robot(builder: &BuilderDescription) -> Vec<String> {
    let mut lines = vec![format!("robot = {}()", builder.name), "robot.translate(1.0, 2.0, 0.0)".to_owned()];
    // Such robots bring sensors of their own.
    if builder.base != "BasePR2" {
        lines.extend(["pose = Pose()", "robot.append(pose)"].map(str::to_owned));
    }
    lines.push("robot.add_default_interface('socket')".to_owned());
    lines
}

/// A robot that scripts name by its class path.
fn robot_by_class_path(description: &Description) -> Option<Vec<String>> {
    let (class, builder, more) =
        ROBOTS_BY_CLASS_PATH.iter().find(|(class, ..)| *class == description.class)?;
    Some(vec![
        format!("robot = {builder}()"),
        format!("robot.properties(classpath='{class}')"),
        (*more).to_owned(),
        "robot.add_service('socket')".to_owned(),
    ])
}

fn component(description: &Description, catalog: &Catalog) -> Option<Vec<String>> {
    // A class that is a level of a second class is selected by that level.
    let levels_of = |owner: &'_ &Description| {
        owner.levels.iter().any(|level| level.class.as_ref() == Some(&description.class))
            && owner.class != description.class
    };
    let owner = catalog.components.iter().find(levels_of);
    let named = owner.unwrap_or(description);
    let listed = |table: &[(&str, &'static str)], shown: &Description| {
        table.iter().find(|(class, _)| *class == shown.class).map(|(_, builder)| *builder)
    };
    let by_class_path = listed(&BY_CLASS_PATH, named);
    let builder = match listed(&SHOWN_BY, description).or(by_class_path) {
        Some(builder) => catalog.by_builder(builder)?.1,
        None => named.builders.first()?,
    };
    let name = variable(builder);
    if builder.arguments.iter().any(|argument| argument.name == "sensors") {
        return Some(joined(&name, &builder.name));
    }
    let robot = carrier(description, Kind::Robot, catalog).unwrap_or("ATRV");
    let of_joints = OF_JOINTS.iter().find(|(class, ..)| *class == description.class);
    let robot = match of_joints {
        Some((_, file, _)) => format!("Robot('{file}')"),
        None => format!("{robot}()"),
    };
    let mut lines = vec![format!("robot = {robot}")];
    let unit = carrier(description, Kind::Actuator, catalog);
    let mount = if unit.is_some() { "unit" } else { "robot" };
    if let Some(unit) = unit {
        lines.extend([format!("unit = {unit}()"), "robot.append(unit)".to_owned()]);
    }
    if sees(description) {
        lines.push("robot.translate(y=-1.0)".to_owned());
        lines.push("robot.rotate(z=-2.9)".to_owned());
    }
    lines.push(format!("{name} = {}()", builder.name));
    if builder.name == "StereoUnit" {
        lines.extend(pair(&name));
    }
    let level = owner
        .and_then(|owner| owner.levels.iter().find(|level| level.class.as_ref() == Some(&description.class)));
    if let Some(level) = level {
        lines.push(format!("{name}.level('{}')", level.name));
    }
    if let Some((_, _, properties)) = of_joints.filter(|(_, _, properties)| !properties.is_empty()) {
        lines.push(format!("{name}.properties({properties})"));
    }
    if by_class_path.is_some() {
        lines.push(format!("{name}.properties(classpath='{}')", named.class));
    }
    if sees(description) {
        // Above what the robot itself is.
        lines.push(format!("{name}.translate(x=0.4, z=1.0)"));
    }
    if description.class == ON_AN_ARM {
        lines.extend(["arm = KukaLWR()", "robot.append(arm)"].map(str::to_owned));
        lines.push(format!("arm.append({name})"));
    } else {
        lines.push(format!("{mount}.append({name})"));
    }
    // An actuator without data takes no commands.
    if !description.fields.is_empty() {
        lines.push(format!("{name}.add_stream('socket')"));
    }
    if !description.services.is_empty() {
        lines.push(format!("{name}.add_service('socket')"));
    }
    Some(lines)
}

/// Two cameras beside each other on a unit.
fn pair(unit: &str) -> Vec<String> {
    let camera = |side: &str, y: f64| {
        vec![
            format!("{side} = VideoCamera()"),
            format!("{side}.translate(x=0.4, y={y:?}, z=1.0)"),
            format!("{side}.add_stream('socket')"),
            format!("{unit}.append({side})"),
        ]
    };
    [camera("left", 0.1), camera("right", -0.1)].concat()
}

/// The builder class of a robot, or of an actuator, that a component needs to be on.
fn carrier<'a>(description: &Description, kind: Kind, catalog: &'a Catalog) -> Option<&'a str> {
    let fitting = description.fits.iter().filter_map(|class| catalog.by_class(class));
    let builders = fitting.filter(|carrier| carrier.kind == kind).flat_map(|carrier| &carrier.builders);
    builders.map(|builder| builder.name.as_str()).next()
}

/// A sensor that combines two sensors.
fn joined(name: &str, builder: &str) -> Vec<String> {
    vec![
        "robot = ATRV()".to_owned(),
        "pose = Pose()".to_owned(),
        "clock = Clock()".to_owned(),
        "robot.append(pose)".to_owned(),
        "robot.append(clock)".to_owned(),
        format!("{name} = {builder}([pose, clock])"),
        format!("robot.append({name})"),
        format!("{name}.add_stream('socket')"),
    ]
}

fn modifier(
    description: &Description,
    catalog: &Catalog,
    wiring: Option<&WiringTable>,
) -> Option<Vec<String>> {
    let fitting = description.fits.iter().filter_map(|class| catalog.by_class(class));
    let any = catalog.by_builder("Odometry").map(|(component, _)| component);
    let component =
        fitting.clone().find(|component| component.implemented).or(fitting.clone().next()).or(any)?;
    let builder = component.builders.first()?;
    let name = variable(builder);
    let alias = wiring.and_then(|wiring| {
        wiring
            .modifier_aliases()
            .find(|alias| wiring.modifier(alias, &component.class) == Some(&description.class))
    });
    let choice = match alias {
        Some(alias) => format!("'{alias}'"),
        None => format!("classpath='{}'", description.class),
    };
    Some(vec![
        "robot = ATRV()".to_owned(),
        format!("{name} = {}()", builder.name),
        format!("{name}.alter({choice})"),
        format!("robot.append({name})"),
        format!("{name}.add_stream('socket')"),
    ])
}

fn variable(builder: &BuilderDescription) -> String {
    builder.name.to_lowercase()
}
