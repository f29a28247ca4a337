//! `morse sense`: what a sensor of a scene sees.

mod cloud;
mod error;
mod form;
mod labels;
mod picture;
mod plan;
mod ply;
mod reading;
mod sheet;
mod table;
mod target;

use std::fs;
use std::path::Path;
use std::thread;

use morse_render::Picture;
use morse_scene::Document;
use morse_scene::document::Object;
use morse_scene::value::{Map, Value};
use morse_sim::service::Answer;
use morse_sim::{Options, Simulation};

use super::{assemble, png, print, print_json};
use crate::arguments::SenseArguments;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::python::Interpreter;
use crate::scene_file::{Environments, SceneFile};
use crate::scene_source::{self, ScriptOptions};
use crate::{log, models, signals};
use form::Form;
use reading::{Reading, Recorder};

pub use error::SenseError;

/// Simulated time that is run if nobody says otherwise and the sensor is not slower. [s]
const DURATION_S: f64 = 1.0;

/// Property of a sensor whose points are in the frame of another one.
const MASTER: &str = "master_camera";

/// Shows what a sensor sees, or which sensors there are.
pub fn sense(arguments: &SenseArguments) -> Result<(), Failure> {
    let (words, wanted) = target::split(&arguments.words, &Environments::of_user());
    let scene = SceneFile::find(&words, &Environments::of_user())?;
    let form = arguments.output.as_deref().map(|path| Form::of(path, arguments.join)).transpose()?;
    if let Some(output) = &arguments.output {
        png::find_folder(output)?;
    }
    signals::watch();
    let interpreter = Interpreter::choose(arguments.python.python.as_deref());
    let script = ScriptOptions { interpreter, node: None, keep_stdout: true };
    let loaded = scene_source::load(&scene, &script, &mut |_| {})?;
    let document = &loaded.document;
    let Some(wanted) = wanted else { return print(&target::list(document)) };
    let sensor = target::find(document, &wanted)?;
    let models = models::load(document, &models::library(Some(&scene)));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let options = Options { seed: arguments.seed, threads, ..Options::default() };
    let hosting = scene_source::host(&loaded, &scene, &script);
    let start = || assemble(&scene, document, &hosting, &models, options);
    let mut simulation = start()?;
    if let (Some(Form::Picture { joins: false }), Some(output)) = (form, &arguments.output)
        && !target::has_picture(&simulation, sensor)
    {
        let eyes = target::below(document, &sensor.name);
        let eyes = eyes.iter().filter_map(|name| target::find(document, name).ok());
        let eyes: Vec<&Object> = eyes.filter(|eye| target::has_picture(&simulation, eye)).collect();
        if !eyes.is_empty() {
            return write_together(arguments, document, sensor, &eyes, output, start);
        }
    }
    target::has_data(&simulation, document, sensor)?;
    let (properties, readings) = look(arguments, form, document, sensor, &mut simulation)?;
    let shown = Shown { document, sensor, properties, simulation: &simulation };
    match (form, &arguments.output) {
        (Some(form), Some(output)) => write(&shown, form, output, &readings),
        _ if arguments.json => print_json(&readings),
        _ => tell(&shown, &readings),
    }
}

/// A sensor at the end of the run.
struct Shown<'a> {
    document: &'a Document,
    sensor: &'a Object,
    /// Values of its properties, by name.
    properties: Map,
    simulation: &'a Simulation,
}

/// The values of all properties of a component, by name; empty when there is no such component.
pub fn properties(simulation: &mut Simulation, component: &str) -> Map {
    let Some(Answer::Success(answer)) = simulation.call(component, "get_properties", &[]) else {
        return Map::default();
    };
    let properties = answer.as_map().and_then(|answer| answer.get("properties")).and_then(Value::as_map);
    let value = |told: &Value| told.as_list().and_then(<[Value]>::first).cloned().unwrap_or_default();
    properties.into_iter().flatten().map(|(name, told)| (name.to_owned(), value(told))).collect()
}

/// Runs the simulation, and gives the values of the properties of a sensor and what it read meanwhile.
fn look(
    arguments: &SenseArguments,
    form: Option<Form>,
    document: &Document,
    sensor: &Object,
    simulation: &mut Simulation,
) -> Result<(Map, Vec<Reading>), Failure> {
    let properties = properties(simulation, &sensor.name);
    let frame = properties.get(MASTER).and_then(Value::as_str).unwrap_or(&sensor.name);
    let readings = watch(arguments, form, document, sensor, frame, simulation)?;
    Ok((properties, readings))
}

/// Writes what the sensors on another one see in the same run, one picture beside the other.
fn write_together(
    arguments: &SenseArguments,
    document: &Document,
    holder: &Object,
    eyes: &[&Object],
    output: &Path,
    start: impl Fn() -> Result<Simulation, Failure>,
) -> Result<(), Failure> {
    let mut pictures = Vec::new();
    for &sensor in eyes {
        let mut simulation = start()?;
        let (properties, readings) = look(arguments, None, document, sensor, &mut simulation)?;
        let shown = Shown { document, sensor, properties, simulation: &simulation };
        pictures.push(draw(&shown, &readings, false)?);
    }
    let picture = sheet::beside(&pictures);
    png::write(output, &picture)?;
    let names: Vec<&str> = eyes.iter().map(|eye| eye.name.as_str()).collect();
    let (names, size) = (names.join(", "), format!("{} x {} pixels", picture.width, picture.height));
    log::notice(&format!("{}: {}: {names}, {size}", output.display(), holder.name));
    Ok(())
}

/// The picture of the newest reading, or of the points of all.
fn draw(shown: &Shown<'_>, readings: &[Reading], joins: bool) -> Result<Picture, Failure> {
    let silent = || {
        let now_s = shown.simulation.clock().now().seconds();
        SenseError::Silent { sensor: shown.sensor.name.clone(), now_s }
    };
    let last = readings.last().ok_or_else(silent)?;
    match (last.image(), last.objects()) {
        (Some(image), _) if image.bytes.is_empty() && last.points().is_none() => Err(silent().into()),
        (Some(_), _) if !joins => Ok(picture::draw(shown, last)),
        (_, Some(objects)) => Ok(labels::draw(shown, last, objects)),
        _ => Ok(plan::draw(shown, readings, joins)),
    }
}

/// Runs the simulation, and gives what the sensor read meanwhile: of what is large, only what will be shown. Points are in
/// the frame of the component called `frame`.
fn watch(
    arguments: &SenseArguments,
    form: Option<Form>,
    document: &Document,
    sensor: &Object,
    frame: &str,
    simulation: &mut Simulation,
) -> Result<Vec<Reading>, Failure> {
    let period_s = sensor.rate_hz.map_or(0.0, |rate_hz| 1.0 / rate_hz);
    let duration_s = arguments.duration.unwrap_or(period_s.max(DURATION_S));
    let ticks = (duration_s * simulation.clock().rate_hz()).round().max(1.0) as u64;
    let keeps_all = arguments.json || arguments.join || form == Some(Form::Table);
    let recorder = Recorder::new(keeps_all);
    simulation.listen(&sensor.name, recorder.publisher());
    let mut progress = ProgressLine::start(Some(duration_s));
    for tick in 0..ticks {
        if signals::interrupted() {
            progress.finish();
            return Err(Failure::Interrupted);
        }
        // Sensors read before anything moves in a step.
        let world = simulation.world();
        let world_from_sensor = world.find(frame).map(|node| world.world_from(node));
        let before = recorder.len();
        simulation.step();
        if let Some(world_from_sensor) = world_from_sensor.filter(|_| recorder.len() > before) {
            recorder.place(world_from_sensor);
        }
        progress.update(simulation.clock());
        // Told after the first reading, not after a long run.
        if tick == 0
            && let Some((form, first)) = form.zip(recorder.first())
        {
            form.check(&first, document, sensor)?;
        }
    }
    progress.finish();
    Ok(recorder.into_readings())
}

/// Writes the file.
fn write(shown: &Shown<'_>, form: Form, output: &Path, readings: &[Reading]) -> Result<(), Failure> {
    let name = &shown.sensor.name;
    let now_s = shown.simulation.clock().now().seconds();
    let save = |bytes: &[u8]| fs::write(output, bytes).map_err(|error| png::unwritable(output, error));
    let last = match (readings.last(), form) {
        (Some(last), _) => last,
        (None, Form::Table) => {
            log::notice(&format!("{name} has told nothing in {now_s:.3} s."));
            return save(b"timestamp\n");
        }
        (None, _) => return Err(SenseError::Silent { sensor: name.clone(), now_s }.into()),
    };
    form.check(last, shown.document, shown.sensor)?;
    let about = match form {
        Form::Picture { .. } => {
            let picture = draw(shown, readings, form.joins())?;
            png::write(output, &picture)?;
            format!("{} x {} pixels", picture.width, picture.height)
        }
        Form::Cloud { joins } => {
            let points = cloud::of(shown, readings, joins);
            save(&ply::binary(&points, name, if joins { "the world" } else { "the sensor" }))?;
            format!("{} points", points.len())
        }
        Form::Table => {
            save(table::csv(readings).as_bytes())?;
            format!("{} readings", readings.len())
        }
    };
    log::notice(&format!("{}: {name} at {:.3} s, {about}", output.display(), last.time_s));
    Ok(())
}

/// Prints the readings for people.
fn tell(shown: &Shown<'_>, readings: &[Reading]) -> Result<(), Failure> {
    let name = &shown.sensor.name;
    let Some(last) = readings.last() else {
        let now_s = shown.simulation.clock().now().seconds();
        log::notice(&format!("{name} has told nothing in {now_s:.3} s."));
        return Ok(());
    };
    let text = table::text(readings, shown.simulation.data(name));
    if text.is_empty() {
        log::notice(&format!("{name} at {:.3} s: there is nothing.", last.time_s));
        return Ok(());
    }
    print(&text)?;
    let forms = Form::fitting(last);
    if forms.iter().any(|form| *form != "csv") {
        log::notice(&format!("-o FILE writes the newest reading: {}.", form::listed(&forms)));
    }
    Ok(())
}
