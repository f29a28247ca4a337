//! Tables of class paths of streams, and the structures that they write and read.

/// Content that a sensor's stream writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// A pose in the structure of a sensor of POM, with the date of another poster.
    PomSensor,
    /// A pose in the structure of the robot's position in POM.
    Pom,
    /// Pan and tilt in radians and degrees.
    Platine,
    /// The position of the first victim, as a trajectory of one point.
    Target,
    /// The poses of objects.
    Viman,
    /// A grey image.
    Viam,
    /// The points of a depth camera.
    Spix,
    /// The points of a rotating depth camera.
    Velodyne,
    /// Not supported, as in MORSE 1.4.
    Human,
}

/// Content that an actuator's stream reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Linear and angular speed.
    GenPos,
    /// Pan and tilt, as the yaw and pitch of a pose.
    Platine,
    /// Pan and tilt.
    PlatineAxis,
    /// The joints of a Kuka arm.
    Lwr,
    /// The joints of a person.
    Niut,
    /// A pose, read as in MORSE 1.4, where only its date is used.
    PomSensorPos,
}

impl Output {
    /// The structure of the poster.
    #[must_use]
    pub fn structure(self) -> &'static str {
        match self {
            Self::PomSensor => "POM_ME_POS",
            Self::Pom => "POM_POS",
            Self::Platine => "PLATINE_STATES",
            Self::Target => "GENPOS_TRAJ_POINTS",
            Self::Viman => "VimanObjectPublicArray",
            Self::Viam => "ViamImageBank",
            Self::Spix => "Spix3DImage",
            Self::Velodyne => "velodyne3DImage",
            Self::Human => "STRUCT_SPARK_CONFIGURATION",
        }
    }
}

impl Input {
    /// The structure of the poster.
    #[must_use]
    pub fn structure(self) -> &'static str {
        match self {
            Self::GenPos => "GENPOS_CART_SPEED",
            Self::Platine => "POM_SE_POSTER",
            Self::PlatineAxis => "PLATINE_AXIS_STR",
            Self::Lwr => "Gb_q7",
            Self::Niut => "NIUT_HUMAN_LIST",
            Self::PomSensorPos => "POM_SENSOR_POS",
        }
    }

    /// Fields of the structure, and the component's fields that they set.
    #[must_use]
    pub fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::GenPos => &[("v", "v"), ("w", "w")],
            Self::Platine => &[("seConfig.euler.yaw", "pan"), ("seConfig.euler.pitch", "tilt")],
            Self::PlatineAxis => &[("pan", "pan"), ("tilt", "tilt")],
            Self::Lwr => &[
                ("q1", "kuka_1"),
                ("q2", "kuka_2"),
                ("q3", "kuka_3"),
                ("q4", "kuka_4"),
                ("q5", "kuka_5"),
                ("q6", "kuka_6"),
                ("q7", "kuka_7"),
            ],
            Self::Niut | Self::PomSensorPos => &[],
        }
    }
}

/// Class paths of publishers.
pub const OUTPUT_CLASSES: &[(&str, Output)] = &[
    ("morse.middleware.pocolibs.sensors.human_posture.HumanPoster", Output::Human),
    ("morse.middleware.pocolibs.sensors.platine_posture.PlatinePoster", Output::Platine),
    ("morse.middleware.pocolibs.sensors.pom.PomPoster", Output::Pom),
    ("morse.middleware.pocolibs.sensors.pom.PomSensorPoster", Output::PomSensor),
    ("morse.middleware.pocolibs.sensors.stereopixel.Spix3DImagePoster", Output::Spix),
    ("morse.middleware.pocolibs.sensors.target.TargetPoster", Output::Target),
    ("morse.middleware.pocolibs.sensors.velodyne.Velodyne3DImage", Output::Velodyne),
    ("morse.middleware.pocolibs.sensors.viam.ViamPoster", Output::Viam),
    ("morse.middleware.pocolibs.sensors.viman.VimanPoster", Output::Viman),
];

/// Class paths of readers.
pub const INPUT_CLASSES: &[(&str, Input)] = &[
    ("morse.middleware.pocolibs.actuators.genpos.GenPosPoster", Input::GenPos),
    ("morse.middleware.pocolibs.actuators.lwr.LwrPoster", Input::Lwr),
    ("morse.middleware.pocolibs.actuators.niut.NiutPoster", Input::Niut),
    ("morse.middleware.pocolibs.actuators.platine.PlatineAxisPoster", Input::PlatineAxis),
    ("morse.middleware.pocolibs.actuators.platine.PlatinePoster", Input::Platine),
    ("morse.middleware.pocolibs.sensors.pom.PomSensorPosPoster", Input::PomSensorPos),
];

/// Content of a publisher class; `None` for an unknown class path.
#[must_use]
pub fn output(class: &str) -> Option<Output> {
    OUTPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, output)| *output)
}

/// Content of a reader class; `None` for an unknown class path.
#[must_use]
pub fn input(class: &str) -> Option<Input> {
    INPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, input)| *input)
}
