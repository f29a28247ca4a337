//! Tables that map class paths of MORSE 1.4 to variables and fields.

/// Variables that a sensor's stream notifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Numbers in variables with fixed names.
    Numbers(&'static [Number]),
    /// A laser scan as a text; its geometry is sent once per connection.
    LaserScan,
    /// Each field as a text in a separate variable.
    Texts,
}

/// A number of a reading, and the variable that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Name of the variable.
    pub variable: &'static str,
    /// Name of the component's field.
    pub field: &'static str,
    /// Index into a vector field; `None` for a field that is a number.
    pub axis: Option<usize>,
}

/// Variables that an actuator's stream reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Numbers: pairs of a variable and the field that it sets.
    Numbers(&'static [(&'static str, &'static str)]),
    /// A text, compared with `true`: a variable, and the Boolean field that it sets.
    Truth(&'static str, &'static str),
    /// No variable: a class of the original that only connects.
    Nothing,
}

const fn number(variable: &'static str, field: &'static str) -> Number {
    Number { variable, field, axis: None }
}

const fn component(variable: &'static str, field: &'static str, axis: usize) -> Number {
    Number { variable, field, axis: Some(axis) }
}

/// Pseudo-field for the time stamp of a reading. [s]
pub const TIME: &str = "timestamp";

/// Variable of the scanner's opening angle. [°]
pub const SCAN_ANGLE: &str = "MORSE_LIDAR_SCANANGLE";
/// Variable of the angle between two neighboring rays. [°]
pub const SCAN_RESOLUTION: &str = "MORSE_LIDAR_SCANRESOLUTION";
/// Variable of the scanner's range. [m]
pub const SCAN_RANGE: &str = "MORSE_LIDAR_SCANRANGE";
/// Variable of the ranges of a scan. [m]
pub const SCAN_DISTANCES: &str = "MORSE_LIDAR_DIST";

/// Class paths of publishers, with their variables.
pub const OUTPUT_CLASSES: &[(&str, Output)] = &[
    ("morse.middleware.moos.abstract_moos.StringPublisher", Output::Texts),
    (
        "morse.middleware.moos.gps.GPSNotifier",
        Output::Numbers(&[
            number("MORSE_GPS_E_X", "x"),
            number("MORSE_GPS_N_Y", "y"),
            number("MORSE_GPS_ALT_Z", "z"),
        ]),
    ),
    (
        "morse.middleware.moos.gyroscope.GyroscopeNotifier",
        Output::Numbers(&[
            number("MORSE_GYRO_YAW", "yaw"),
            number("MORSE_GYRO_ROLL", "roll"),
            number("MORSE_GYRO_PITCH", "pitch"),
        ]),
    ),
    (
        "morse.middleware.moos.imu.IMUNotifier",
        Output::Numbers(&[
            component("MORSE_IMU_GYRO_X", "angular_velocity", 0),
            component("MORSE_IMU_GYRO_Y", "angular_velocity", 1),
            component("MORSE_IMU_GYRO_Z", "angular_velocity", 2),
            component("MORSE_IMU_ACCEL_X", "linear_acceleration", 0),
            component("MORSE_IMU_ACCEL_Y", "linear_acceleration", 1),
            component("MORSE_IMU_ACCEL_Z", "linear_acceleration", 2),
        ]),
    ),
    (
        "morse.middleware.moos.pose.PoseNotifier",
        Output::Numbers(&[
            number("MORSE_TIME", TIME),
            number("MORSE_SIM_X", "x"),
            number("MORSE_SIM_Y", "y"),
            number("MORSE_SIM_Z", "z"),
            number("MORSE_SIM_YAW", "yaw"),
            number("MORSE_SIM_ROLL", "roll"),
            number("MORSE_SIM_PITCH", "pitch"),
        ]),
    ),
    ("morse.middleware.moos.sick.LIDARNotifier", Output::LaserScan),
];

/// Class paths of readers, with their variables.
pub const INPUT_CLASSES: &[(&str, Input)] = &[
    ("morse.middleware.moos.abstract_moos.StringReader", Input::Nothing),
    ("morse.middleware.moos.light.LightReader", Input::Truth("MORSE_LIGHT", "emit")),
    (
        "morse.middleware.moos.motion.MotionReader",
        Input::Numbers(&[
            ("MORSE_MOTION_VELOCITY", "v"),
            ("MORSE_MOTION_YAWRATE", "w"),
            ("MORSE_MOTION_STEER", "steer"),
            ("MORSE_MOTION_THROTTLE", "force"),
            ("MORSE_MOTION_BRAKE", "brake"),
        ]),
    ),
    (
        "morse.middleware.moos.pose.PoseReader",
        Input::Numbers(&[
            ("MORSE_SET_X", "x"),
            ("MORSE_SET_Y", "y"),
            ("MORSE_SET_Z", "z"),
            ("MORSE_SET_ROLL", "roll"),
            ("MORSE_SET_PITCH", "pitch"),
            ("MORSE_SET_YAW", "yaw"),
        ]),
    ),
];

/// Variables of a publisher class; `None` for an unknown class path.
#[must_use]
pub fn output(class: &str) -> Option<Output> {
    OUTPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, output)| *output)
}

/// Variables of a reader class; `None` for an unknown class path.
#[must_use]
pub fn input(class: &str) -> Option<Input> {
    INPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, input)| *input)
}

/// Name of the variable of a field that is notified as a text: upper case, with `_` for dots.
#[must_use]
pub fn text_variable(component: &str, field: &str) -> String {
    format!("MORSE_{component}_{field}").to_uppercase().replace('.', "_")
}
