//! Robots of files: models with joints, and the components that fit their joints.

/// A component on a robot of a file: builder class, level, properties.
pub type Fitting = (&'static str, Option<&'static str>, &'static [(&'static str, &'static str)]);

/// A robot of a file: model, height of its origin above the ground [m], fitting components.
pub type RobotFile = (&'static str, f64, &'static [Fitting]);

const LEFT_AND_RIGHT: &[(&str, &str)] =
    &[("LeftWheels", "left_wheel_joint"), ("RightWheels", "right_wheel_joint")];
const CONTROLLERS: [Fitting; 6] = [
    ("JointController", Some("servo"), &[]),
    ("JointController", Some("kinematic"), &[]),
    ("JointController", Some("effort"), &[]),
    ("JointPositions", None, &[]),
    ("JointPositions", Some("states"), &[]),
    ("ContactSensor", None, &[]),
];
const ARM: &[Fitting] = &[
    CONTROLLERS[0],
    CONTROLLERS[1],
    CONTROLLERS[2],
    CONTROLLERS[4],
    CONTROLLERS[5],
    ("ForceTorqueSensor", None, &[("Joint", "elbow")]),
];

/// The robots of the files in `assets/robots`.
pub const ROBOT_FILES: [RobotFile; 10] = [
    (
        "robots/small_arm",
        0.0,
        &[
            CONTROLLERS[0],
            CONTROLLERS[2],
            CONTROLLERS[4],
            CONTROLLERS[5],
            ("JointGripper", None, &[("Joints", "finger")]),
            ("ForceTorqueSensor", None, &[("Joint", "shoulder")]),
        ],
    ),
    ("robots/six_axis_arm", 0.0, ARM),
    ("robots/mobile_manipulator", 0.1, ARM),
    ("robots/quadruped", 0.5, &CONTROLLERS),
    ("robots/humanoid", 1.0, &CONTROLLERS),
    ("robots/camera_drone", 0.5, &CONTROLLERS),
    (
        "robots/small_rover",
        0.08,
        &[("DiffDrive", None, LEFT_AND_RIGHT), ("WheelOdometry", None, LEFT_AND_RIGHT)],
    ),
    (
        "robots/small_car",
        0.12,
        &[(
            "AckermannDrive",
            None,
            &[
                ("LeftWheels", "rear_left_wheel"),
                ("RightWheels", "rear_right_wheel"),
                ("SteeringJoints", "front_left_steering, front_right_steering"),
            ],
        )],
    ),
    (
        "robots/omni_base",
        0.02,
        &[(
            "OmniDrive",
            None,
            &[(
                "Wheels",
                "front_left_wheel_joint, front_right_wheel_joint, back_left_wheel_joint, back_right_wheel_joint",
            )],
        )],
    ),
    ("robots/small_hand", 0.0, &[("JointController", Some("motors"), &[]), CONTROLLERS[0], CONTROLLERS[4]]),
];
