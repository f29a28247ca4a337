//! `morse render`: a picture of a scene as it stands before its first step.

mod framing;
mod labels;

use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use morse_render::{Picture, Sky, Style, render_smooth};
use morse_scene::{Diagnostic, Document};
use morse_sim::{Models, Options, Simulation};

use super::{judge, show_findings};
use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::python::Interpreter;
use crate::scene_file::{Environments, SceneFile};
use crate::scene_source::{self, ScriptOptions};
use crate::{log, models, signals};
use framing::Frame;

pub use framing::Side;

/// Behind everything: a light sky.
const SKY: Sky = Sky::Backdrop { bottom: [0.93, 0.95, 0.97], top: [0.72, 0.81, 0.91] };

/// Light from all around, so that nothing is black whatever the lights of the scene are.
const AMBIENT: [[f32; 3]; 2] = [[0.52, 0.53, 0.55], [0.36, 0.35, 0.34]];

/// Draws a scene.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let scene = SceneFile::find(&arguments.words, &Environments::of_user())?;
    let output = output(arguments, &scene);
    // Before the long work: a folder that is not there is a word mistyped.
    if let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::metadata(folder).map_err(|error| unwritable(&output, error))?;
    }
    signals::watch();
    let interpreter = Interpreter::choose(arguments.python.python.as_deref());
    let options = ScriptOptions { interpreter, node: None, keep_stdout: true };
    let document = scene_source::load(&scene, &options, &mut |_| {})?;
    let models = models::load(&document, &models::library(Some(&scene)));
    let (simulation, found) = assemble(&document, &models)?;
    show_findings(&scene, &found);
    judge(&scene, &found)?;
    let Some(simulation) = simulation else {
        return Err(Failure::Picture("the scene cannot be put together".to_owned()));
    };
    let picture = draw(arguments, &document, &simulation)?;
    write(&output, &picture)?;
    log::notice(&format!("{}: {} x {} pixels", output.display(), picture.width, picture.height));
    Ok(())
}

/// The scene with everything in it but nobody to talk to, and what is wrong or doubtful with it.
fn assemble(document: &Document, models: &Models) -> Result<(Option<Simulation>, Vec<Diagnostic>), Failure> {
    let mut found = scene_source::check(document)?;
    if found.iter().any(Diagnostic::is_error) {
        found.extend(scene_source::obstacles(document, models, &found));
        return Ok((None, found));
    }
    match Simulation::assemble_alone(document, &morse_components::registry(), models, Options::default()) {
        Ok(simulation) => Ok((Some(simulation), found)),
        Err(obstacles) => {
            found.extend(obstacles.0);
            Ok((None, found))
        }
    }
}

fn draw(
    arguments: &RenderArguments,
    document: &Document,
    simulation: &Simulation,
) -> Result<Picture, Failure> {
    let world = simulation.world();
    let failure = |error: morse_render::RenderError| Failure::Picture(error.to_string());
    let Some(frame) = Frame::of(world, document, arguments.view, arguments.size, arguments.zoom) else {
        return Err(Failure::Picture("there is nothing to be seen in the scene".to_owned()));
    };
    let style = Style {
        shadows: true,
        outlines: true,
        soft: true,
        sky: SKY,
        ambient: Some(AMBIENT),
        ..Style::default()
    };
    let grid = (!arguments.plain).then(|| frame.grid());
    let mut picture = render_smooth(world, &frame.view, &style, grid.as_ref()).map_err(failure)?;
    if !arguments.plain {
        labels::write(&mut picture, &frame);
    }
    Ok(picture)
}

/// The file to be written: the one that was named, or the name of the scene in the current folder.
fn output(arguments: &RenderArguments, scene: &SceneFile) -> PathBuf {
    let own = || Path::new(scene.path.file_stem().unwrap_or_default()).with_extension("png");
    arguments.output.clone().unwrap_or_else(own)
}

fn write(path: &Path, picture: &Picture) -> Result<(), Failure> {
    let rgb: Vec<u8> = picture.rgba.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(&rgb, picture.width, picture.height, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::Picture(error.to_string()))?;
    fs::write(path, bytes).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: std::io::Error) -> Failure {
    Failure::File { action: "write", path: path.to_path_buf(), error }
}
