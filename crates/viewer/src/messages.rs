//! Messages to pages in JSON. The page reads them in `viewer/src/connection.ts`.

use morse_scene::data_kind::DataKind;
use morse_world::Pose;
use serde_json::{Value, json};

use crate::geometry::light_to_json;
use crate::run_facts::{LogLine, SceneInfo, Status};
use crate::sky::SkyPanorama;
use crate::structure::{Look, Structure};

/// Changes whenever pages and servers of different versions do not understand each other.
pub const PROTOCOL: u32 = 1;

/// The first message: constant facts about the run.
pub fn hello(info: &SceneInfo, run: &str) -> String {
    let camera = &info.camera;
    json!({
        "type": "hello", "protocol": PROTOCOL, "run": run, "version": env!("CARGO_PKG_VERSION"),
        "scene": info.name, "rate": info.rate_hz, "recording": info.recording,
        "editor": info.is_edited,
        "camera": {
            "location": camera.location, "rotation": camera.rotation, "clip": camera.clip,
            "speed": camera.speed, "focal_length": camera.focal_length_mm,
            "height_angle": camera.aim.map(|aim| aim.height_angle), "distance": camera.aim.map(|aim| aim.distance),
        },
        "headlight": info.headlight.map(|light| json!({"ambient": light.ambient, "diffuse": light.diffuse})),
        "sky": info.sky.as_ref().and_then(SkyPanorama::url),
    })
    .to_string()
}

/// The objects of a scene. Geometry is in the file of glTF; `removed` are numbers of nodes that the page may know.
pub fn structure(structure: &Structure, removed: &[u32]) -> String {
    let objects: Vec<Value> = structure
        .objects
        .iter()
        .map(|object| {
            json!({
                "name": object.name, "kind": object.kind, "class": object.class, "parent": object.parent,
                "node": object.node, "data": object.data.map(DataKind::name),
            })
        })
        .collect();
    let zones: Vec<Value> = structure
        .zones
        .iter()
        .map(|zone| {
            json!({
                "name": zone.name, "kind": zone.kind, "center": zone.center.to_array(),
                "half": zone.half_extents.to_array(),
            })
        })
        .collect();
    let masses: Vec<Value> = structure
        .masses
        .iter()
        .map(|it| {
            let Pose { translation, rotation } = it.node_from_axes;
            json!({
                "node": it.node, "name": it.name, "mass": it.mass, "center": translation.to_array(),
                "axes": rotation.to_array(), "half": it.half.to_array(),
            })
        })
        .collect();
    json!({
        "type": "structure", "version": structure.version, "objects": objects, "zones": zones, "removed": removed,
        "masses": masses,
        "horizon": structure.horizon, "ambient": structure.ambient, "linear": structure.linear,
    })
    .to_string()
}

/// The message about the state of the run.
pub fn status(status: &Status) -> String {
    let eye = status.eye.map(|eye| {
        let Pose { translation, rotation } = eye.world_from_camera;
        json!({"changes": eye.changes, "position": translation.to_array(), "rotation": rotation.to_array()})
    });
    json!({
        "type": "status", "paused": status.paused, "scale": status.time_scale, "loops": status.loops, "eye": eye,
    })
    .to_string()
}

/// A look that changed.
pub fn look(node: u32, look: &Look) -> String {
    json!({
        "type": "look", "node": node, "visible": look.visible, "rgb": look.rgb, "alpha": look.alpha,
        "light": look.light.as_ref().map(light_to_json),
    })
    .to_string()
}

/// Lines of the log.
pub fn log(lines: &[LogLine]) -> String {
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| json!({"number": line.number, "level": line.level, "text": line.text}))
        .collect();
    json!({"type": "log", "lines": lines}).to_string()
}

/// The run has ended.
pub fn end() -> String {
    json!({"type": "end"}).to_string()
}

/// The page is not let in.
pub fn refused(reason: &str) -> String {
    json!({"type": "refused", "message": reason}).to_string()
}
