//! World-wide settings: environment, gravity, time, the default camera, multi-node.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::document::MaterialSettings;
use crate::document::host::HostSettings;
use crate::document::serial::{always, is_default, is_true, number, numbers, optional_number, unique_keys};
use crate::source::Source;
use crate::value::{Map, Value};

/// The environment of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Environment {
    /// Name or path of the environment model, such as `empty` or `indoors-1/indoor-1`.
    pub file: String,
    /// Name of the scene in the file; `None` for the first scene.
    #[serde(skip_serializing_if = "is_default")]
    pub main_scene: Option<String>,
    /// Whether rendering is disabled, so that cameras capture no images.
    pub fastmode: bool,
    /// Properties for modifiers and geodetic sensors, such as `longitude`, `latitude` and `UTMXOffset`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub properties: Map,
    /// Gravity, positive downwards along Z (m/s²).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub gravity: f64,
    /// Version of MORSE whose laws of motion and request timing apply; `None` for those of this simulator.
    #[serde(skip_serializing_if = "is_default")]
    pub as_morse: Option<AsMorse>,
    /// Maximum number of objects that clients may have added at a time; `None` for 10000.
    #[serde(skip_serializing_if = "is_default")]
    pub spawned_max: Option<u32>,
    /// Time settings.
    pub time: TimeSettings,
    /// The default camera of viewers.
    pub camera: CameraSettings,
    /// Display settings of the script, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub display: Map,
    /// Models of the environment file, such as those of a Gazebo world, that robots of the scene take the place of.
    #[serde(skip_serializing_if = "is_default")]
    pub models_of_robots: Vec<String>,
    /// Changes of materials of the model files of the scene, by name.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "unique_keys")]
    pub materials: BTreeMap<String, MaterialSettings>,
    /// MCAP file to which `morse run` records the run, such as `run.mcap`.
    #[serde(skip_serializing_if = "is_default")]
    pub recording: Option<String>,
    /// Log level of components of the program, such as `sensors.pose` → `DEBUG`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "unique_keys")]
    pub log_levels: BTreeMap<String, String>,
    /// Additional Python processes for components written by users, by name.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "unique_keys")]
    pub hosts: BTreeMap<String, HostSettings>,
    /// Settings for sharing the scene between several simulators.
    #[serde(skip_serializing_if = "is_default")]
    pub multinode: Option<Multinode>,
    /// The place in the script that created the environment.
    #[serde(skip_serializing_if = "is_default")]
    pub source: Option<Source>,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            file: "empty".to_owned(),
            main_scene: None,
            fastmode: false,
            properties: Map::new(),
            gravity: 9.81,
            as_morse: None,
            spawned_max: None,
            time: TimeSettings::default(),
            camera: CameraSettings::default(),
            display: Map::new(),
            models_of_robots: Vec::new(),
            materials: BTreeMap::new(),
            recording: None,
            log_levels: BTreeMap::new(),
            hosts: BTreeMap::new(),
            multinode: None,
            source: None,
        }
    }
}

impl Environment {
    /// Time at which requests of clients are served.
    #[must_use]
    pub fn request_timing(&self) -> RequestTiming {
        self.time.request_timing.unwrap_or(match self.as_morse {
            Some(AsMorse::V1_4) => RequestTiming::Tick,
            None => RequestTiming::Immediate,
        })
    }
}

/// Relation of simulated time to real time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Simulated time follows real time; steps may be dropped.
    #[default]
    BestEffort,
    /// Every step is simulated, as fast as possible.
    FixedStep,
}

/// A version of MORSE that this simulator can behave like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AsMorse {
    /// MORSE 1.4.
    #[serde(rename = "1.4")]
    V1_4,
}

/// Time at which requests of clients are served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestTiming {
    /// At once, between two steps. The default of this simulator.
    #[default]
    Immediate,
    /// At the beginning of each step, as in MORSE 1.4: each request for which a client waits takes a step.
    Tick,
}

/// Time settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TimeSettings {
    /// Relation of simulated time to real time.
    pub strategy: Strategy,
    /// Simulated seconds per real second.
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub scale: f64,
    /// Whether simulated time starts at 0 instead of the current Unix time.
    pub relative: bool,
    /// Date and time of the start as Unix time; `None` for the current time in timestamps, and for 2025-01-01 in
    /// everything that depends on the date (s).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub start_s: Option<f64>,
    /// Rate of the simulation (Hz).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub frequency_hz: f64,
    /// Whether the rate is raised to the rate of the fastest component.
    #[serde(default = "always", skip_serializing_if = "is_true")]
    pub auto_tune: bool,
    /// Maximum number of logic steps to catch up one late frame.
    #[serde(skip_serializing_if = "is_default")]
    pub logic_step_max: Option<u32>,
    /// Maximum number of physics steps to catch up one late frame.
    #[serde(skip_serializing_if = "is_default")]
    pub physics_step_max: Option<u32>,
    /// Physics steps per simulation step.
    pub physics_sub_steps: u32,
    /// Whether the simulation waits for an external trigger at each step.
    pub internal_syncer: bool,
    /// Time at which requests of clients are served; `None` for that of the version in `as_morse`, or else `immediate`.
    #[serde(skip_serializing_if = "is_default")]
    pub request_timing: Option<RequestTiming>,
}

impl Default for TimeSettings {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            scale: 1.0,
            relative: false,
            start_s: None,
            frequency_hz: 60.0,
            auto_tune: true,
            logic_step_max: None,
            physics_step_max: None,
            physics_sub_steps: 2,
            internal_syncer: false,
            request_timing: None,
        }
    }
}

/// Date of the start of scenes that do not set it: 2025-01-01 00:00 UTC. [s since 1970]
pub const START_DATE_S: f64 = 1_735_689_600.0;

impl TimeSettings {
    /// Time on the time scale of clients at the start, when the wall clock shows `now_s`. [s]
    #[must_use]
    pub fn epoch_s(&self, now_s: f64) -> f64 {
        if self.relative { 0.0 } else { self.start_s.unwrap_or(now_s) }
    }

    /// Date of the start, in seconds since 1970-01-01 UTC. Independent of the wall clock.
    #[must_use]
    pub fn start_date_s(&self) -> f64 {
        self.start_s.unwrap_or(START_DATE_S)
    }
}

/// The default camera of viewers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CameraSettings {
    /// The object that carries it; `None` if it is in the world.
    #[serde(skip_serializing_if = "is_default")]
    pub parent: Option<String>,
    /// Position in the parent, or in the world (m).
    #[serde(with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub location: [f64; 3],
    /// Attitude in the parent, or in the world, as XYZ Euler angles; the camera looks along its own −Z axis (rad).
    #[serde(with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub rotation: [f64; 3],
    /// Near and far clip distance (m).
    #[serde(with = "numbers")]
    #[schemars(with = "[f64; 2]")]
    pub clip: [f64; 2],
    /// Speed at which keys move the camera (m/s).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub speed: f64,
    /// Focal length, for a sensor width of 32 mm (mm).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub focal_length_mm: f64,
    /// Point in the middle of the picture, and the height of the picture; `None` for a camera with a focal length alone. Pictures of
    /// a scene with it are taken from this camera, unless a view is named.
    #[serde(skip_serializing_if = "is_default")]
    pub aim: Option<CameraAim>,
}

/// The aim of the default camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CameraAim {
    /// Distance of the point in the middle of the picture, around which viewers turn (m).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub distance: f64,
    /// Field of view from the lower to the upper edge (rad).
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    pub height_angle: f64,
}

#[allow(clippy::approx_constant, reason = "the value of the original, not exactly a quarter of π")]
impl Default for CameraSettings {
    fn default() -> Self {
        Self {
            parent: None,
            location: [5.0, -5.0, 5.0],
            rotation: [0.7854, 0.0, 0.7854],
            clip: [0.1, 100.0],
            speed: 2.0,
            focal_length_mm: 20.0,
            aim: None,
        }
    }
}

/// Settings for sharing the scene between several simulators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Multinode {
    /// Protocol: `socket` or `hla`.
    pub protocol: String,
    /// Host name or address of the multi-node server.
    pub server_address: String,
    /// Port of the multi-node server: a number, or a string of digits.
    pub server_port: Value,
    /// Name of this node.
    #[serde(default)]
    pub node_name: Option<String>,
    /// Robots of each node; `None` if this node simulates all robots.
    #[serde(default)]
    pub distribution: Option<BTreeMap<String, RobotNames>>,
}

impl Multinode {
    /// Returns the robots that this node simulates; `None` if the scene does not distribute robots.
    #[must_use]
    pub fn own_robots(&self) -> Option<&[String]> {
        let distribution = self.distribution.as_ref()?;
        let own = self.node_name.as_ref().and_then(|node| distribution.get(node));
        Some(own.map_or(&[], |names| &names.0))
    }

    /// Returns the port of the server as a number; `None` if it is not a valid port.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        let port = match &self.server_port {
            Value::Int(port) => u16::try_from(*port).ok(),
            Value::Text(text) => text.parse().ok(),
            _ => None,
        };
        port.filter(|&port| port != 0)
    }
}

/// Names of the robots of a node: a list of names, or one name in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RobotNames(pub Vec<String>);

impl<'de> Deserialize<'de> for RobotNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let items = match &value {
            Value::Text(_) => std::slice::from_ref(&value),
            other => other.as_list().ok_or_else(|| {
                D::Error::custom(format_args!("expected robot names, found {}", other.type_name()))
            })?,
        };
        let name = |item: &Value| match item {
            Value::Text(name) => Ok(name.clone()),
            other => Err(D::Error::custom(format_args!(
                "expected the name of a robot, found {}",
                other.type_name()
            ))),
        };
        items.iter().map(name).collect::<Result<_, _>>().map(Self)
    }
}
