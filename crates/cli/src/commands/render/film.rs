//! Films: pictures of a run at regular times from a fixed camera.

use std::path::Path;

use morse_render::Picture;

use super::extent::Extent;
use super::film_files::FilmFile;
use super::frame::Frame;
use super::look::Look;
use super::{FilmPart, Run, Subject, draw, framing};
use crate::arguments::RenderArguments;
use crate::failure::{Failure, counted};
use crate::output::log;
use crate::output::png;
use crate::output::progress::ProgressLine;

/// Default duration of a film of a scene. [s]
const DURATION_S: f64 = 10.0;
/// Maximum number of pictures of a film.
const PICTURES_MAX: f64 = 100_000.0;

/// Writes a film.
pub fn film(arguments: &RenderArguments, path: &Path, subject: &Subject) -> Result<(), Failure> {
    png::find_folder(path)?;
    let end_s = subject.end_s();
    let rest_s = end_s.map_or(DURATION_S, |end_s| end_s - arguments.from);
    if rest_s < 0.0 {
        let (from, end_s) = (arguments.from, end_s.unwrap_or_default());
        return Err(Failure::Picture(format!("the recording ends at {end_s:.3} s, before {from} s")));
    }
    // A film of a recording ends with the recording.
    let duration_s = arguments.duration.unwrap_or(rest_s).min(end_s.map_or(f64::INFINITY, |_| rest_s));
    let pictures = (duration_s * f64::from(arguments.fps) + 1e-6).floor() + 1.0;
    if pictures > PICTURES_MAX {
        return Err(Failure::Picture(format!(
            "a film of {duration_s} s would have {pictures} pictures; at most {PICTURES_MAX} are possible: give a smaller \
             --duration or --fps"
        )));
    }
    let times_s: Vec<f64> = (0..pictures as u32)
        .map(|number| arguments.from + f64::from(number) / f64::from(arguments.fps))
        .collect();
    let mut file = FilmFile::create(path, arguments.size, arguments.fps)?;
    let shown = shown(arguments, &mut subject.run()?, &times_s)?;
    let mut run = subject.run()?;
    let mut line = ProgressLine::start(times_s.last().copied());
    let mut renderer = super::renderer(arguments)?;
    let mut last: Option<(Look, Picture)> = None;
    for &time_s in &times_s {
        run.advance_to(time_s)?;
        let mut look = Look::of(run.parts().1.world());
        let changed = last.as_ref().and_then(|(before, _)| before.changed(&mut look));
        let (_, picture) = match last.take() {
            // While nothing moves, the last picture is shown again.
            Some(same) if changed.as_ref().is_some_and(Vec::is_empty) => last.insert(same),
            _ => {
                let part = FilmPart { shown, changed: changed.as_deref() };
                last.insert((look, draw(arguments, &mut run, &mut renderer, Some(&part))?))
            }
        };
        file.add(picture)?;
        line.update(run.parts().1.clock());
    }
    line.finish();
    file.finish()?;
    let [width, height] = arguments.size;
    let count = counted(times_s.len(), "picture");
    log::notice(&format!("{}: {count} of {width} x {height} pixels, {duration_s:.2} s", path.display()));
    Ok(())
}

/// The box around everything to show at all these times, so that the camera can be fixed.
fn shown(arguments: &RenderArguments, run: &mut Run, times_s: &[f64]) -> Result<Extent, Failure> {
    let mut all: Option<Extent> = None;
    for &time_s in times_s {
        run.advance_to(time_s)?;
        let (document, simulation) = run.parts();
        let framing = framing(arguments, document, None);
        let extent = Frame::subject(simulation.world(), document, &framing).map_err(Failure::Picture)?;
        all = Some(all.map_or(extent, |known| known.and(extent)));
    }
    all.ok_or_else(|| Failure::Picture("the film has no pictures".to_owned()))
}
