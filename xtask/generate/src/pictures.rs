//! `cargo xtask pictures`: renders every robot model with a grid for scale, and the views of sensors, by `morse render`
//! and `morse sense`.

mod plots;
mod sensors;
mod walk;

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::shell::{cargo, root, run};

pub(crate) use plots::of_plot;
pub(crate) use sensors::of_sensor;
pub(crate) use walk::of_walk;

/// The folders of the models and of their pictures.
const MODELS: &str = "assets/robots";
const PICTURES: &str = "docs/pictures/robots";
/// Robots of links and joints whose pictures `docs/robots.md` shows.
const URDF_FILES: [&str; 7] =
    ["camera_drone", "humanoid", "mobile_manipulator", "omni_base", "quadruped", "six_axis_arm", "small_car"];
/// The folder of the scenes that are rendered.
const SCENES: &str = "target/pictures";
const SIZE: &str = "640x480";

/// The path from the pages to the picture of a robot model, which scenes name without its ending; `None` for other
/// models.
pub(crate) fn of_robot(model: &str) -> Option<String> {
    model.strip_prefix("robots/").map(|name| format!("../pictures/robots/{name}.png"))
}

type Draw = fn() -> Result<(), String>;

/// Parts of the task.
const PARTS: [(&str, Draw); 4] =
    [("robots", robots), ("people", walk::draw), ("sensors", sensors::draw), ("plots", plots::draw)];

/// Renders all robots, walking people, and the views of sensors, and plots the readings of the other sensors; or only the
/// named ones of these parts.
pub(crate) fn pictures(names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|(known, _)| known != *name)) {
        return Err(format!("{unknown} is none of {}", PARTS.map(|(name, _)| name).join(", ")));
    }
    let mut wanted = PARTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
    wanted.try_for_each(|(_, draw)| draw())
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The `morse` command with the models of this repository.
fn morse(arguments: &[&str]) -> Command {
    let run = ["run", "--quiet", "-p", "morse-cli", "--"];
    let mut command = cargo(&[run.as_slice(), arguments].concat());
    command.env("MORSE_RESOURCE_PATH", root().join("assets"));
    command
}

fn robots() -> Result<(), String> {
    let folder = root().join(MODELS);
    let entries = fs::read_dir(&folder).map_err(|error| failed(&folder, error))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| failed(&folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "glb")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    for file in URDF_FILES {
        let (model, picture) = (format!("{MODELS}/{file}.urdf"), format!("{PICTURES}/{file}.png"));
        run(&mut morse(&["render", "--size", SIZE, "-o", &picture, &model]))?;
    }
    let scenes = root().join(SCENES);
    for folder in [&scenes, &root().join(PICTURES)] {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    for name in names {
        let scene = scenes.join(format!("{name}.json"));
        let model =
            morse_assets::load(&folder.join(format!("{name}.glb"))).map_err(|error| error.to_string())?;
        let lowest = model.model.world_bounds().map_or(0.0, |(low, _)| low.z);
        fs::write(&scene, document(&name, -lowest)).map_err(|error| failed(&scene, error))?;
        let (scene, picture) = (format!("{SCENES}/{name}.json"), format!("{PICTURES}/{name}.png"));
        run(&mut morse(&["render", "--size", SIZE, "-o", &picture, &scene]))?;
    }
    Ok(())
}

/// A scene with one model, raised by a height [m] so that it stands on the ground. Every scene needs a robot; this
/// one is invisible.
fn document(name: &str, lift: f64) -> String {
    let scene = serde_json::json!({
        "morse_scene": 1,
        "environment": {"file": "empty"},
        "objects": [
            {"name": "invisible", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot"},
            {"name": name, "kind": "object", "location": [0.0, 0.0, lift],
             "model": {"file": format!("robots/{name}"), "keep_pose": true}}
        ]
    });
    scene.to_string()
}
