//! `morse render`: renders an image of a scene before its first step.

mod arcs;
mod cameras;
mod framing;
mod labels;

use std::path::{Path, PathBuf};

use morse::{LoadError, Options, Scene, SceneFile, SceneSource, Simulation, models};
use morse_render::{Picture, Sky, Style, render_smooth};
use morse_scene::Document;
use morse_scene::document::ObjectKind;

use super::simulation_alone;
use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::output::png;
use crate::{scene_words, signals};
use framing::{Frame, Framing, Viewpoint};

pub use framing::Side;

/// The folder of models that are environments.
const ENVIRONMENTS: &str = "environments";

/// Behind everything: a light sky.
const SKY: Sky = Sky::Backdrop { bottom: [0.93, 0.95, 0.97], top: [0.72, 0.81, 0.91] };

/// Ambient light, so that nothing is black under any lights of the scene.
const AMBIENT: [[f32; 3]; 2] = [[0.52, 0.53, 0.55], [0.36, 0.35, 0.34]];

/// Renders a scene.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    if arguments.fov.is_some() && arguments.eye.is_none() && arguments.view != Some(Side::Camera) {
        let why = "--fov is for a camera with perspective: add --eye X,Y,Z or --view camera";
        return Err(Failure::Picture(why.to_owned()));
    }
    let drawn = Drawn::find(&arguments.words)?;
    let scene = drawn.scene.trusted(arguments.trust.trust())?;
    let output = output(arguments, &scene);
    png::find_folder(&output)?;
    signals::watch();
    let options = scene_words::viewing_options(&arguments.python);
    let mut source = match drawn.environment {
        Some(document) => SceneSource { document, python_path: Vec::new() },
        None => SceneSource::read(&scene, &options, &mut |_| {})?,
    };
    // Rendering needs no middleware.
    source.leave_out_missing()?;
    let scene = Scene::of(scene, source, &options)?;
    let mut simulation = simulation_alone(&scene, Options::default())?;
    let picture = draw(arguments, scene.document(), &mut simulation)?;
    png::write(&output, &picture)?;
    log::notice(&format!("{}: {} x {} pixels", output.display(), picture.width, picture.height));
    Ok(())
}

/// What is to be drawn.
struct Drawn {
    scene: SceneFile,
    /// The scene, if it is nothing but an environment.
    environment: Option<Document>,
}

impl Drawn {
    /// The scene that words mean or, if there is none of that name, the model of an environment.
    fn find(words: &[String]) -> Result<Drawn, Failure> {
        let missing = match scene_words::find(words) {
            Ok(scene) => return Ok(Drawn { scene, environment: None }),
            Err(missing) => missing,
        };
        let (Failure::Load(LoadError::SceneNotFound(name)), [_]) = (&missing, words) else {
            return Err(missing);
        };
        let scene = SceneFile::of_document(name);
        if models::library(Some(&scene)).load(name, ENVIRONMENTS).is_err() {
            return Err(missing);
        }
        let mut document = Document::default();
        document.environment.file.clone_from(name);
        Ok(Drawn { scene, environment: Some(document) })
    }
}

/// How the picture is to be taken.
fn wish(arguments: &RenderArguments, document: &Document) -> Framing {
    let has_robot = document.objects.iter().any(|object| object.kind == ObjectKind::Robot);
    let usual = if has_robot { Side::Iso } else { Side::Scene };
    let from = match arguments.eye {
        Some(eye) => Viewpoint::Eye { eye, target: arguments.target },
        None => Viewpoint::Side(arguments.view.unwrap_or(usual)),
    };
    let width_angle = arguments.fov.map(f64::to_radians);
    Framing { from, size: arguments.size, zoom: arguments.zoom, width_angle }
}

fn draw(
    arguments: &RenderArguments,
    document: &Document,
    simulation: &mut Simulation,
) -> Result<Picture, Failure> {
    let arcs = arcs::of_scene(document, simulation);
    let world = simulation.world();
    let failure = |error: morse_render::RenderError| Failure::Picture(error.to_string());
    let frame = Frame::of(world, document, &wish(arguments, document)).map_err(Failure::Picture)?;
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

/// The output file: the named one, or the name of the scene in the current folder.
fn output(arguments: &RenderArguments, scene: &SceneFile) -> PathBuf {
    let own = || Path::new(scene.path.file_stem().unwrap_or_default()).with_extension("png");
    arguments.output.clone().unwrap_or_else(own)
}
