//! Publishers: convert readings to structures in posters.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use glam::{DQuat, DVec3};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Publisher, Sample, StreamSpec};
use morse_world::Pose;

use super::Encode;
use super::fill;
use super::options::Options;
use super::points::{self, CameraSize};
use crate::log::STREAMS;
use crate::mapping::Output;
use crate::posters::{OwnPoster, Posters, ReadPoster};
use crate::structs::{Layout, Record, VIMAN_OBJECTS, struct_named};

/// Publisher of one poster.
struct PosterPublisher {
    poster: OwnPoster,
    encoder: Box<dyn Encode>,
}

impl Publisher for PosterPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        if let Some(bytes) = self.encoder.encode(sample) {
            self.poster.set(bytes);
        }
    }
}

/// Options of a sensor's stream, in addition to `poster`.
const fn further_options(output: Output) -> &'static [&'static str] {
    match output {
        Output::PomSensor => &["reference_frame", "confidence"],
        Output::Platine | Output::Target => &["struct"],
        Output::Viman => &["struct", "objects"],
        Output::Pom | Output::Viam | Output::Spix | Output::Velodyne | Output::Human => &[],
    }
}

/// Checks the options of a sensor's stream.
pub(crate) fn check(spec: &StreamSpec<'_>, output: Output) -> Result<(), String> {
    Options::new(spec, further_options(output)).poster().map(drop)
}

/// Opens the poster of a sensor.
pub(crate) fn open(
    spec: &StreamSpec<'_>,
    output: Output,
    posters: &Posters,
) -> Result<Box<dyn Publisher>, String> {
    let name = output.structure();
    if matches!(output, Output::PomSensor | Output::Pom) {
        fill::warn_about_zeros(spec);
    }
    let options = Options::new(spec, further_options(output));
    let (size, encoder): (usize, Box<dyn Encode>) = match output {
        Output::PomSensor => {
            let layout = options.structure(name, &[])?;
            (layout.size(), Box::new(PomSensor::new(spec, &options, layout, posters)?))
        }
        Output::Pom => {
            let layout = options.structure(name, &[])?;
            (layout.size(), Box::new(Pom { record: Record::new(layout), date: 0 }))
        }
        Output::Platine => {
            let fields = ["stateRad.pos.pan", "stateRad.pos.tilt", "stateDeg.pos.pan", "stateDeg.pos.tilt"];
            let layout = options.structure(name, &fields)?;
            (layout.size(), Box::new(Platine { record: Record::new(layout) }))
        }
        Output::Target => {
            let fields = ["numRef", "nbPts", "points[0].x", "points[0].y"];
            let layout = options.structure(name, &fields)?;
            (layout.size(), Box::new(Target { record: Record::new(layout), number: 0 }))
        }
        Output::Viman => {
            let layout = options.structure(name, &["nbObjects", "objects[0].name"])?;
            let objects = options.names("objects")?.unwrap_or_default();
            (layout.size(), Box::new(Viman::new(spec, layout, objects)?))
        }
        Output::Viam => {
            if spec.fields.iter().all(|field| field.name != "image") {
                return Err(format!(
                    "{}: a poster of two images is not supported, because the layout of a {name} of two images is not \
                    known; give each of its cameras this stream, for a bank of one image each",
                    spec.component
                ));
            }
            points::viam(spec, CameraSize::of(spec)?)
        }
        Output::Spix => points::spix(spec, CameraSize::of(spec)?),
        Output::Velodyne => points::velodyne(spec, CameraSize::of(spec)?)?,
        Output::Human => {
            return Err(format!(
                "{}: {} is not implemented, as in MORSE 1.4. Use the socket for human postures",
                spec.component, spec.class
            ));
        }
    };
    let poster = posters.create(options.poster()?, size);
    Ok(Box::new(PosterPublisher { poster, encoder }))
}

/// Date of a reference poster that was not read yet.
const NO_DATE: i64 = i64::MIN;

/// A pose with the date of a reference poster. Nothing is written until the reference was read.
struct PomSensor {
    record: Record,
    date: Arc<AtomicI64>,
    _reference: ReadPoster,
}

impl PomSensor {
    fn new(
        spec: &StreamSpec<'_>,
        options: &Options<'_>,
        layout: Arc<Layout>,
        posters: &Posters,
    ) -> Result<Self, String> {
        let (reference, confidence) =
            (options.other_poster("reference_frame")?, options.number("confidence")?);
        let (Some(reference), Some(confidence)) = (reference, confidence) else {
            return Err(format!(
                "{}: {} needs `reference_frame`, the poster of a POM_SENSOR_POS that dates the poses, and `confidence`, \
                 a number. Without such a poster, use morse.middleware.pocolibs.sensors.pom.PomPoster",
                spec.component, spec.class
            ));
        };
        let reference_layout = Arc::new(struct_named("POM_SENSOR_POS").ok_or("POM_SENSOR_POS is not known")?);
        let date = Arc::new(AtomicI64::new(NO_DATE));
        let (read, count) = (Arc::clone(&date), reference_layout.size());
        let (component, mut is_logged) = (spec.component.to_owned(), false);
        let reference = posters.read(
            reference,
            count,
            Box::new(move |reading| match reading {
                Ok(reading) => {
                    let layout = Arc::clone(&reference_layout);
                    let record = Record::read(layout, reading.bytes, reading.little_endian);
                    if let Some(value) = record.and_then(|record| record.get("date")) {
                        read.store(value as i64, Ordering::Relaxed);
                    }
                }
                Err(error) if !is_logged => {
                    is_logged = true;
                    tracing::warn!(target: STREAMS, "{component}: its reference poster cannot be read, {error}.");
                }
                Err(_) => {}
            }),
        );
        let mut record = Record::new(layout);
        // 0 is an absolute pose.
        record.set("kind", 0.0);
        record.set("confidence", confidence);
        Ok(Self { record, date, _reference: reference })
    }
}

impl Encode for PomSensor {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let date = Some(self.date.load(Ordering::Relaxed)).filter(|date| *date != NO_DATE)?;
        fill::pose_of_reading(&mut self.record, "main", sample.data);
        self.record.set("date1", date as f64);
        Some(self.record.bytes())
    }
}

struct Pom {
    record: Record,
    date: i32,
}

impl Encode for Pom {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        self.date = self.date.wrapping_add(1);
        fill::pose_of_reading(&mut self.record, "mainToOrigin", sample.data);
        self.record.set("date", self.date.into());
        self.record.set("pomTickDate", self.date.into());
        Some(self.record.bytes())
    }
}

struct Platine {
    record: Record,
}

impl Encode for Platine {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        for axis in ["pan", "tilt"] {
            let angle = fill::number(sample.data, axis);
            self.record.set(&format!("stateRad.pos.{axis}"), angle);
            self.record.set(&format!("stateDeg.pos.{axis}"), angle.to_degrees());
        }
        Some(self.record.bytes())
    }
}

struct Target {
    record: Record,
    number: i32,
}

impl Encode for Target {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let data = sample.data;
        let victims = data.index_of("victim_dict").and_then(|index| data.get(index));
        let first = match victims {
            Some(Field::Dict(victims)) => victims.values().next(),
            _ => None,
        };
        let place = first.and_then(|victim| victim.as_map()?.get("coordinate")?.as_map());
        self.number = self.number.wrapping_add(1);
        self.record.set("numRef", self.number.into());
        self.record.set("nbPts", if place.is_some() { 1.0 } else { 0.0 });
        for axis in ["x", "y"] {
            if let Some(value) = place.and_then(|place| place.get(axis)?.as_f64()) {
                self.record.set(&format!("points[0].{axis}"), value);
            }
        }
        Some(self.record.bytes())
    }
}

/// Objects of a semantic camera: the objects named in the scene, then objects in order of their first sighting.
struct Viman {
    record: Record,
    names: Vec<String>,
    /// Capacity of the structure. [objects]
    capacity: usize,
}

impl Viman {
    fn new(spec: &StreamSpec<'_>, layout: Arc<Layout>, names: Vec<String>) -> Result<Self, String> {
        let capacity = (0..VIMAN_OBJECTS)
            .take_while(|index| layout.field(&format!("objects[{index}].name")).is_some())
            .count();
        if names.len() > capacity {
            return Err(format!("{}: `objects` names more than the {capacity} that fit", spec.component));
        }
        let mut viman = Self { record: Record::new(layout), names: Vec::new(), capacity };
        names.into_iter().for_each(|name| viman.add(name));
        Ok(viman)
    }

    fn add(&mut self, name: String) {
        if self.names.len() < self.capacity {
            self.record.set_text(&format!("objects[{}].name", self.names.len()), &name);
            self.names.push(name);
            self.record.set("nbObjects", self.names.len() as f64);
        }
    }
}

impl Encode for Viman {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let data = sample.data;
        let Field::List(visible) = data.get(data.index_of("visible_objects")?)? else { return None };
        let visible: Vec<(&str, Option<Pose>)> =
            visible.iter().filter_map(|object| named_pose(object.as_map()?)).collect();
        for (name, _) in &visible {
            if !self.names.iter().any(|known| known == name) {
                self.add((*name).to_owned());
            }
        }
        let seconds = sample.stamp_ns.div_euclid(1_000_000_000);
        let milliseconds = sample.stamp_ns.rem_euclid(1_000_000_000) / 1_000_000;
        for (index, name) in self.names.iter().enumerate() {
            let object = format!("objects[{index}]");
            self.record.set(&format!("{object}.tacq_sec"), seconds as f64);
            self.record.set(&format!("{object}.tacq_usec"), milliseconds as f64);
            let seen = visible.iter().find(|(other, _)| other == name);
            self.record.set(&format!("{object}.found_Stereo"), if seen.is_some() { 1.0 } else { 0.0 });
            if let Some((_, Some(pose))) = seen {
                let on_robot = sample.world_from_robot.inverse() * *pose;
                fill::theta_matrix(&mut self.record, &format!("{object}.thetaMatOrigin"), *pose);
                fill::theta_matrix(&mut self.record, &format!("{object}.thetaMatRobot"), on_robot);
            }
        }
        Some(self.record.bytes())
    }
}

/// Name and pose of a visible object.
fn named_pose(object: &Map) -> Option<(&str, Option<Pose>)> {
    let pose = || {
        let list: Vec<f64> =
            object.get("position")?.as_list()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
        let position = <[f64; 3]>::try_from(list).ok()?;
        let turn = object.get("orientation")?.as_map()?;
        let part = |name| turn.get(name).and_then(Value::as_f64);
        let rotation = DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?);
        Some(Pose { translation: DVec3::from_array(position), rotation: rotation.normalize() })
    };
    Some((object.get("name")?.as_str()?, pose()))
}
