//! Facts about a run for pages, beside its objects: its scene, its state, and its log.

use morse_scene::Document;
use morse_scene::document::CameraSettings;
use morse_sim::Simulation;
use morse_world::{Headlight, Pose};

use crate::sky::SkyPanorama;

/// Constant facts about a run.
#[derive(Debug, Clone)]
pub struct SceneInfo {
    /// Name of the scene.
    pub name: String,
    /// The camera at the beginning, in the world.
    pub camera: CameraSettings,
    /// Ticks per simulated second.
    pub rate_hz: f64,
    /// Begin and end of a recording, as simulated time; `None` for a simulation. [s]
    pub recording: Option<[f64; 2]>,
    /// Whether the scene is edited instead of run.
    pub is_edited: bool,
    /// The light of the camera, if the scene has one.
    pub headlight: Option<Headlight>,
    /// The sky, if the scene has one.
    pub sky: Option<SkyPanorama>,
}

impl SceneInfo {
    /// The facts about a simulation that was made of `document` and is run; `name` is shown as that of the scene.
    pub fn of(name: &str, document: &Document, simulation: &Simulation) -> SceneInfo {
        SceneInfo {
            name: name.to_owned(),
            camera: camera_in_world(&document.environment.camera, simulation),
            rate_hz: simulation.clock().rate_hz(),
            recording: None,
            is_edited: false,
            headlight: simulation.world().headlight(),
            sky: SkyPanorama::of(simulation.world()),
        }
    }
}

/// State of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Status {
    /// Whether it makes no steps.
    pub paused: bool,
    /// Simulated seconds per wall second that are asked for.
    pub time_scale: f64,
    /// Whether a recording begins again at its end. Nothing else does.
    pub loops: bool,
    /// The camera of the scene, if an object carries it or a client has moved it.
    pub eye: Option<Eye>,
}

/// The camera of the scene, which looks along its -Z axis with +Y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Number of changes by clients.
    pub changes: u64,
    pub world_from_camera: Pose,
}

impl Eye {
    /// The camera of a simulation; `None` if it is where it was at the beginning.
    pub fn of(simulation: &Simulation) -> Option<Eye> {
        let camera = simulation.viewer_camera();
        let moves = camera.parent().is_some() || camera.changes() > 0;
        moves.then(|| Eye {
            changes: camera.changes(),
            world_from_camera: simulation.world_from_viewer_camera(),
        })
    }
}

/// The settings of the camera of a scene, with its pose in the world of `simulation`.
fn camera_in_world(settings: &CameraSettings, simulation: &Simulation) -> CameraSettings {
    if settings.parent.is_none() {
        return settings.clone();
    }
    let pose = simulation.world_from_viewer_camera();
    let angles = pose.euler();
    CameraSettings {
        parent: None,
        location: pose.translation.into(),
        rotation: [angles.roll, angles.pitch, angles.yaw],
        ..settings.clone()
    }
}

/// A line of the log.
#[derive(Debug, Clone)]
pub struct LogLine {
    /// Counts the lines, from 1.
    pub number: u64,
    /// `debug`, `info`, `warning`, `error`, or `call` for services.
    pub level: &'static str,
    /// The text.
    pub text: String,
}
