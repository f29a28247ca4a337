//! `morse render`: a picture of a scene as it stands before its first step.

mod arcs;
mod framing;
mod labels;

use std::path::{Path, PathBuf};

use morse_render::{Picture, Sky, Style, render_smooth};
use morse_scene::Document;
use morse_sim::{Options, Simulation};

use super::{assemble, png};
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
    png::find_folder(&output)?;
    signals::watch();
    let interpreter = Interpreter::choose(arguments.python.python.as_deref());
    let options = ScriptOptions { interpreter, node: None, keep_stdout: true };
    let loaded = scene_source::load(&scene, &options, &mut |_| {})?;
    let hosting = scene_source::host(&loaded, &scene, &options);
    let document = loaded.document;
    let models = models::load(&document, &models::library(Some(&scene)));
    let mut simulation = assemble(&scene, &document, &hosting, &models, Options::default())?;
    let picture = draw(arguments, &document, &mut simulation)?;
    png::write(&output, &picture)?;
    log::notice(&format!("{}: {} x {} pixels", output.display(), picture.width, picture.height));
    Ok(())
}

fn draw(
    arguments: &RenderArguments,
    document: &Document,
    simulation: &mut Simulation,
) -> Result<Picture, Failure> {
    let arcs = arcs::of_scene(document, simulation);
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
    let mut picture = render_smooth(world, &frame.view, &style, grid.as_ref(), &arcs).map_err(failure)?;
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
