//! `morse render`: renders images of a scene or of a recorded run.

mod arcs;
mod cameras;
mod extent;
mod film;
mod film_files;
mod frame;
mod framing;
mod labels;
mod look;
mod orthographic;
pub(super) mod subject;
mod survey;

use glam::DVec3;
use morse_render::{Picture, Sky, SmoothRenderer, Style};
use morse_scene::Document;
use morse_scene::document::ObjectKind;

use crate::arguments::{RenderArguments, ViewName};
use crate::failure::Failure;
use crate::output::log;
use crate::output::png;
use crate::output::{standard_output, terminal_picture};
use extent::Extent;
use frame::Frame;
use framing::{Framing, Viewpoint};
use subject::{Run, Subject};

/// Background: a light sky.
const SKY: Sky = Sky::Backdrop { bottom: [0.93, 0.95, 0.97], top: [0.72, 0.81, 0.91] };

/// Ambient light, so that unlit surfaces are not black.
const AMBIENT: [[f32; 3]; 2] = [[0.52, 0.53, 0.55], [0.36, 0.35, 0.34]];

/// Renders a picture or a film.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    if arguments.fov.is_some() && arguments.eye.is_none() && arguments.view != Some(ViewName::Camera) {
        let why = "--fov needs a perspective camera: add --eye X,Y,Z or --view camera";
        return Err(Failure::Picture(why.to_owned()));
    }
    let subject = Subject::find(arguments)?;
    if let Some(film) = &arguments.film {
        return film::film(arguments, film, &subject);
    }
    let output = arguments.output.clone().unwrap_or_else(|| subject.default_output());
    png::find_folder(&output)?;
    let mut run = subject.run()?;
    run.advance_to(arguments.at.unwrap_or_default())?;
    let mut renderer = renderer(arguments)?;
    let picture = draw(arguments, &mut run, &mut renderer, None)?;
    png::write(&output, &picture)?;
    log::notice(&format!("{}: {} x {} pixels", output.display(), picture.width, picture.height));
    if let Some(graphics) = arguments.show {
        let written = image::open(&output).map_err(|error| Failure::Picture(error.to_string()))?;
        standard_output::print(&terminal_picture::text(&written.to_rgb8(), graphics))?;
    }
    Ok(())
}

/// The renderer that the arguments request.
fn renderer(arguments: &RenderArguments) -> Result<SmoothRenderer, Failure> {
    let device = arguments.pictures.render.open();
    let device = device.map_err(|error| Failure::Picture(error.to_string()))?;
    Ok(SmoothRenderer::by(device).with_samples(arguments.samples.isqrt()))
}

/// The framing that the arguments request.
fn framing(arguments: &RenderArguments, document: &Document, shown: Option<Extent>) -> Framing {
    let has_robot = document.objects.iter().any(|object| object.kind == ObjectKind::Robot);
    let default = match document.environment.camera.aim {
        Some(_) => ViewName::Camera,
        None if has_robot => ViewName::Iso,
        None => ViewName::Scene,
    };
    let from = match arguments.eye {
        Some(eye) => Viewpoint::Eye { eye, target: arguments.target },
        None => Viewpoint::Named(arguments.view.unwrap_or(default)),
    };
    let width_angle = arguments.fov.map(f64::to_radians);
    Framing { from, size: arguments.size, zoom: arguments.zoom, width_angle, shown }
}

/// The part of a film that a picture shows.
struct FilmPart<'a> {
    /// The box that all pictures of the film show.
    shown: Extent,
    /// The boxes outside of which the picture is the last one; `None` if all of it is new.
    changed: Option<&'a [[DVec3; 2]]>,
}

/// Renders the current state.
fn draw(
    arguments: &RenderArguments,
    run: &mut Run,
    renderer: &mut SmoothRenderer,
    part: Option<&FilmPart<'_>>,
) -> Result<Picture, Failure> {
    let shown = part.map(|part| part.shown);
    let (document, simulation) = run.parts();
    let arcs = arcs::of_scene(document, simulation);
    let world = simulation.world();
    let failure = |error: morse_render::RenderError| Failure::Picture(error.to_string());
    let frame = Frame::of(world, document, &framing(arguments, document, shown)).map_err(Failure::Picture)?;
    let style = Style {
        shadows: true,
        // A file with a light of its own looks as its author sees it.
        outlines: world.headlight().is_none(),
        soft: true,
        sky: SKY,
        ambient: Some(AMBIENT),
        ..Style::default()
    };
    let is_of_file = document.environment.camera.aim.is_some() && world.headlight().is_some();
    let is_plain = arguments.plain || (is_of_file && arguments.view.is_none() && arguments.eye.is_none());
    let grid = (!is_plain).then(|| frame.grid());
    let (view, grid) = (&frame.view, grid.as_ref());
    let drawn = match part.and_then(|part| part.changed) {
        Some(changed) => renderer.draw_changes(world, view, &style, grid, &arcs, changed),
        None => renderer.draw(world, view, &style, grid, &arcs),
    };
    let mut picture = drawn.map_err(failure)?.clone();
    if !is_plain {
        labels::draw(&mut picture, &frame);
    }
    Ok(picture)
}
