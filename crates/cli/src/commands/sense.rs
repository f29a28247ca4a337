//! `morse sense`: shows the readings of a sensor of a scene.

mod cloud;
pub(crate) mod error;
mod labels;
mod marks;
mod output_format;
mod picture;
mod reading;
mod scan_plot;
mod table;
mod target;

use std::fs;
use std::path::Path;
use std::thread;

use morse::environments::Environments;
use morse::{Ending, Frame, Options, Runner, Scene, Simulation};
use morse_recording::export::ply;
use morse_render::Picture;
use morse_scene::Document;
use morse_scene::document::Object;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use super::render::subject::read_scene;
use crate::arguments::SenseArguments;
use crate::failure::Failure;
use crate::output::drawing_sheet;
use crate::output::findings::simulation_alone;
use crate::output::log;
use crate::output::png;
use crate::output::progress::ProgressLine;
use crate::output::standard_output::{print, print_json};
use crate::{scene_loading, signals};
use output_format::OutputFormat;
use reading::{Reading, Recorder};

use error::SenseError;

/// Default simulated time, unless the period of the sensor is longer. [s]
const DURATION_S: f64 = 1.0;

/// Property of a sensor whose points are in the frame of another sensor.
const MASTER: &str = "master_camera";

/// Shows the readings of a sensor, or lists the sensors.
pub fn sense(arguments: &SenseArguments) -> Result<(), Failure> {
    let (words, wanted) = target::split(&arguments.scene, &Environments::of_user());
    let format =
        arguments.output.as_deref().map(|path| OutputFormat::of(path, arguments.join)).transpose()?;
    if let Some(output) = &arguments.output {
        png::find_folder(output)?;
    }
    let (scene, source) =
        read_scene(&words, arguments.trust.trust(), &arguments.robot_file, &arguments.python)?;
    let Some(wanted) = wanted else { return print(&target::list(&source.document)) };
    target::find(&source.document, &wanted)?;
    let scene = Scene::of(scene, source, &scene_loading::viewing_options(&arguments.python))?;
    let document = scene.document();
    let sensor = target::find(document, &wanted)?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let options = Options { seed: arguments.seed, threads, ..Options::default() };
    let start = || {
        let mut simulation = simulation_alone(&scene, options)?;
        let attached = arguments.pictures.render.attach(&mut simulation);
        attached.map_err(|error| Failure::Picture(error.to_string()))?;
        Ok(simulation)
    };
    let simulation = start()?;
    if let (Some(OutputFormat::Picture { joins: false }), Some(output)) = (format, &arguments.output)
        && !target::has_picture(&simulation, sensor)
    {
        let attached = target::below(document, &sensor.name);
        let attached = attached.iter().filter_map(|name| target::find(document, name).ok());
        let cameras: Vec<&Object> =
            attached.filter(|sensor| target::has_picture(&simulation, sensor)).collect();
        if !cameras.is_empty() {
            return write_side_by_side(arguments, document, sensor, &cameras, output, start);
        }
    }
    target::has_data(&simulation, document, sensor)?;
    let (simulation, properties, readings) = read(arguments, format, document, sensor, simulation)?;
    let shown = Shown { document, sensor, properties, simulation: &simulation };
    match (format, &arguments.output) {
        (Some(format), Some(output)) => write(&shown, format, output, &readings),
        _ if arguments.json => print_json(&readings),
        _ => print_table(&shown, &readings),
    }
}

/// A sensor at the end of the run.
struct Shown<'a> {
    document: &'a Document,
    sensor: &'a Object,
    /// Property values by name.
    properties: Map,
    simulation: &'a Simulation,
}

/// The values of all properties of a component, by name; empty when there is no such component.
pub fn properties(simulation: &mut Simulation, component: &str) -> Map {
    let Some(Answer::Success(answer)) = simulation.call(component, "get_properties", &[]) else {
        return Map::default();
    };
    let properties = answer.as_map().and_then(|answer| answer.get("properties")).and_then(Value::as_map);
    let value = |entry: &Value| entry.as_list().and_then(<[Value]>::first).cloned().unwrap_or_default();
    properties.into_iter().flatten().map(|(name, entry)| (name.to_owned(), value(entry))).collect()
}

/// Runs the simulation; returns it with the property values and the readings of a sensor.
fn read(
    arguments: &SenseArguments,
    format: Option<OutputFormat>,
    document: &Document,
    sensor: &Object,
    mut simulation: Simulation,
) -> Result<(Simulation, Map, Vec<Reading>), Failure> {
    let properties = properties(&mut simulation, &sensor.name);
    let frame = properties.get(MASTER).and_then(Value::as_str).unwrap_or(&sensor.name);
    let (simulation, readings) = run(arguments, format, document, sensor, frame, simulation)?;
    Ok((simulation, properties, readings))
}

/// Writes the images of all cameras attached to the sensor `holder` side by side. Each is read in a run of its own, with the
/// same seed.
fn write_side_by_side(
    arguments: &SenseArguments,
    document: &Document,
    holder: &Object,
    cameras: &[&Object],
    output: &Path,
    start: impl Fn() -> Result<Simulation, Failure>,
) -> Result<(), Failure> {
    let mut pictures = Vec::new();
    for &sensor in cameras {
        let (simulation, properties, readings) = read(arguments, None, document, sensor, start()?)?;
        let shown = Shown { document, sensor, properties, simulation: &simulation };
        pictures.push(draw(&shown, &readings, false)?);
    }
    let picture = drawing_sheet::side_by_side(&pictures);
    png::write(output, &picture)?;
    let names: Vec<&str> = cameras.iter().map(|camera| camera.name.as_str()).collect();
    let (names, size) = (names.join(", "), format!("{} x {} pixels", picture.width, picture.height));
    log::notice(&format!("{}: {}: {names}, {size}", output.display(), holder.name));
    Ok(())
}

/// Draws the newest reading or, if `joins`, the merged points of all readings.
fn draw(shown: &Shown<'_>, readings: &[Reading], joins: bool) -> Result<Picture, Failure> {
    let silent = || {
        let now_s = shown.simulation.clock().now().seconds();
        SenseError::Silent { sensor: shown.sensor.name.clone(), now_s }
    };
    let last = readings.last().ok_or_else(silent)?;
    if let Some(marks) = marks::of(last) {
        return Ok(marks::draw(shown, last, &marks));
    }
    match (last.image(), last.objects()) {
        (Some(image), _) if image.bytes.is_empty() && last.points().is_none() => Err(silent().into()),
        (Some(_), _) if !joins => Ok(picture::draw(shown, last)),
        (_, Some(objects)) => Ok(labels::draw(shown, last, objects)),
        _ => Ok(scan_plot::draw(shown, readings, joins)),
    }
}

/// Runs the simulation and returns it with the readings of the sensor; large data is kept only if it will be shown.
/// Points are in the frame of the component called `frame`.
fn run(
    arguments: &SenseArguments,
    format: Option<OutputFormat>,
    document: &Document,
    sensor: &Object,
    frame: &str,
    mut simulation: Simulation,
) -> Result<(Simulation, Vec<Reading>), Failure> {
    let period_s = sensor.rate_hz.map_or(0.0, |rate_hz| 1.0 / rate_hz);
    let duration_s = arguments.duration.unwrap_or(period_s.max(DURATION_S));
    let ticks = (duration_s * simulation.clock().rate_hz()).round().max(1.0) as u64;
    let keeps_all = arguments.json || arguments.join || format == Some(OutputFormat::Table);
    let recorder = Recorder::new(keeps_all);
    simulation.listen(&sensor.name, recorder.publisher());
    let mut check = Ok(());
    let pose_tracker = recorder.pose_tracker(&simulation, frame);
    // An unsuitable format is reported after the first tick, not after a long run.
    let is_unsuitable = |frame: &Frame<'_>| {
        if frame.tick() == 1
            && let Some((format, first)) = format.zip(recorder.first())
        {
            check = format.check(&first, document, sensor);
        }
        check.is_err()
    };
    let mut runner = Runner::new(simulation)
        .observe(pose_tracker)
        .observe(ProgressLine::start(Some(duration_s)))
        .interrupt(signals::interrupt())
        .stop_after_ticks(ticks)
        .stop_when(is_unsuitable);
    let ending = runner.run();
    let simulation = runner.into_simulation();
    check?;
    if ending == Ending::Interrupted {
        return Err(Failure::Interrupted);
    }
    Ok((simulation, recorder.into_readings()))
}

/// Writes the output file.
fn write(
    shown: &Shown<'_>,
    format: OutputFormat,
    output: &Path,
    readings: &[Reading],
) -> Result<(), Failure> {
    let name = &shown.sensor.name;
    let now_s = shown.simulation.clock().now().seconds();
    let save = |bytes: &[u8]| fs::write(output, bytes).map_err(|error| png::unwritable(output, error));
    let last = match (readings.last(), format) {
        (Some(last), _) => last,
        (None, OutputFormat::Table) => {
            log::notice(&format!("{name} has no reading after {now_s:.3} s."));
            return save(b"timestamp\n");
        }
        (None, _) => return Err(SenseError::Silent { sensor: name.clone(), now_s }.into()),
    };
    format.check(last, shown.document, shown.sensor)?;
    let description = match format {
        OutputFormat::Picture { .. } => {
            let picture = draw(shown, readings, format.joins())?;
            png::write(output, &picture)?;
            format!("{} x {} pixels", picture.width, picture.height)
        }
        OutputFormat::Cloud { joins } => {
            let points = cloud::of(shown, readings, joins);
            let frame = if joins { "the world" } else { "the sensor" };
            let comment = format!("{name}, in meters, in the frame of {frame}");
            let bytes: Vec<_> =
                points.iter().map(|point| (point.at.as_vec3().to_array(), point.intensity)).collect();
            save(&ply::binary(&bytes, &comment))?;
            format!("{} points", points.len())
        }
        OutputFormat::Table => {
            save(table::csv(readings).as_bytes())?;
            format!("{} readings", readings.len())
        }
    };
    log::notice(&format!("{}: {name} at {:.3} s, {description}", output.display(), last.time_s));
    Ok(())
}

/// Prints the readings as a table.
fn print_table(shown: &Shown<'_>, readings: &[Reading]) -> Result<(), Failure> {
    let name = &shown.sensor.name;
    let Some(last) = readings.last() else {
        let now_s = shown.simulation.clock().now().seconds();
        log::notice(&format!("{name} has no reading after {now_s:.3} s."));
        return Ok(());
    };
    let text = table::text(readings, shown.simulation.data(name));
    if text.is_empty() {
        log::notice(&format!("{name} at {:.3} s: the reading is empty.", last.time_s));
        return Ok(());
    }
    print(&text)?;
    let extensions = OutputFormat::fitting(last);
    if extensions.iter().any(|extension| *extension != "csv") {
        log::notice(&format!("-o FILE writes the newest reading: {}.", output_format::listed(&extensions)));
    }
    Ok(())
}
