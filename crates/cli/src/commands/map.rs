//! `morse map`: writes the map of a scene in the format of `map_server` of ROS.

mod map_files;

use std::fs;
use std::path::{Path, PathBuf};

use glam::DVec2;
use morse::{NodeId, Options};
use morse_scene::document::ObjectKind;
use morse_world::OccupancySpec;

use super::render::subject::load_scene;
use crate::arguments::MapArguments;
use crate::failure::Failure;
use crate::output::findings::simulation_alone;
use crate::output::{log, png};

/// File extensions of the YAML file.
const EXTENSIONS: [&str; 2] = ["yaml", "yml"];

/// Writes the map of a scene.
pub fn map(arguments: &MapArguments) -> Result<(), Failure> {
    if let Some(output) = &arguments.output
        && !output.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
    {
        let message = format!("the output {} must end in .yaml, like map.yaml", output.display());
        return Err(Failure::Map(message));
    }
    let scene =
        load_scene(&arguments.scene, arguments.trust.trust(), &arguments.robot_file, &arguments.python)?;
    let output = arguments.output.clone().unwrap_or_else(|| default_output(&scene.file().path));
    png::find_folder(&output)?;
    let simulation = simulation_alone(&scene, Options::default())?;
    let world = simulation.world();
    let robots = scene.document().objects.iter().filter(|object| object.kind == ObjectKind::Robot);
    let robots: Vec<NodeId> = robots.filter_map(|robot| world.find(&robot.name)).collect();
    let spec = OccupancySpec {
        resolution: arguments.resolution,
        heights: [arguments.height_min, arguments.height_max],
        bounds: arguments.bounds.map(|[x, y, x_max, y_max]| [DVec2::new(x, y), DVec2::new(x_max, y_max)]),
    };
    let map = world.occupancy(&spec, &robots).map_err(|error| Failure::Map(error.to_string()))?;
    let picture = output.with_extension("pgm");
    let write =
        |path: &Path, bytes: &[u8]| fs::write(path, bytes).map_err(|error| png::unwritable(path, error));
    write(&picture, &map_files::pgm(&map))?;
    let picture_name = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
    write(&output, map_files::yaml(&map, &picture_name).as_bytes())?;
    log::notice(&format!(
        "{} and {}: {} x {} cells of {} m",
        output.display(),
        picture.display(),
        map.width,
        map.height,
        map.resolution
    ));
    if !map.cells.contains(&true) {
        log::notice(&format!(
            "the map is empty: no static body is between {} m and {} m; see --height-min, --height-max and --bounds",
            arguments.height_min, arguments.height_max
        ));
    }
    Ok(())
}

/// Default path of the YAML file, in the current folder.
fn default_output(scene: &Path) -> PathBuf {
    Path::new(scene.file_stem().unwrap_or_default()).with_extension(EXTENSIONS[0])
}
