//! Readings of the components that viewers look at: copied on the thread of the simulation, encoded on that of the
//! server.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use glam::DQuat;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use morse::{Sample, Value};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::false_colors;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::contract::data::{Data, Field, Layout, ScanLayout};
use morse_sim::transport::stream::{Audience, Publisher};
use morse_world::Pose;
use serde_json::json;

/// First byte of a message with the points of a reading.
pub const POINTS: u8 = 2;
/// First byte of a message with an image of a reading.
pub const IMAGE: u8 = 3;
/// Bits of the second byte of a message with points: an intensity of each point follows; a byte of each ray follows, 1 if
/// it hits nothing; the sensor turns on its robot.
const HAS_INTENSITIES: u8 = 1;
const HAS_MISSES: u8 = 2;
const TURNS: u8 = 4;
/// The field with the intensity of each ray of a scan.
const INTENSITIES: &str = "remission_list";
/// The dot product of two rotations, as quaternions, from which on they are the same: 0.1 degrees.
const STANDS_DOT: f64 = 1.0 - 3.8e-7;
/// Most readings of a sensor that turns that wait for the server.
const TURNING_MAX: usize = 16;
/// Larger clouds are thinned out.
const POINTS_MAX: usize = 60_000;
/// Longer lists are summed up.
const LIST_MAX: usize = 720;
/// Quality of images of cameras.
const JPEG_QUALITY: u8 = 80;

/// The value of a field.
#[derive(Debug, Clone)]
enum Piece {
    Value(Value),
    Json(serde_json::Value),
    Floats(Vec<f64>),
    /// Points, and of how many each of them is one.
    Points(Vec<[f32; 3]>, usize),
    Image(Image),
    Bytes(usize),
}

/// A reading of a sensor, or the present data of another component.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Full name of the component.
    pub component: String,
    /// Time of the reading on the time scale of clients. [s]
    time_s: f64,
    world_from_component: Pose,
    kind: DataKind,
    fields: Vec<(String, Piece)>,
    /// Directions of the rays of a scan.
    scan: Option<ScanLayout>,
    /// Whether the sensor turns on its robot, so that several readings make a picture.
    turns: bool,
}

impl Reading {
    /// Copies data of a component.
    pub fn copy(component: &str, time_s: f64, world_from_component: Pose, data: &dyn Data) -> Reading {
        let fields = data.fields().iter().enumerate();
        let mut fields: Vec<(String, Piece)> = fields
            .filter_map(|(index, info)| Some((info.name.to_owned(), Piece::of(data.get(index)?))))
            .collect();
        let open = data.open().into_iter().flatten();
        fields.extend(open.map(|(name, value)| (name.to_owned(), Piece::Value(value.clone()))));
        let scan = data.layout().and_then(|layout| match layout {
            Layout::Scan(scan) => Some(scan),
            _ => None,
        });
        let kind = data.kind();
        Reading { fields, scan, ..Reading::new(component, time_s, world_from_component, kind) }
    }

    /// A reading without fields.
    #[must_use]
    pub fn new(component: &str, time_s: f64, world_from_component: Pose, kind: DataKind) -> Reading {
        let component = component.to_owned();
        let fields = Vec::new();
        Reading { component, time_s, world_from_component, kind, fields, scan: None, turns: false }
    }

    /// Adds a field. Long lists of numbers are summed up.
    #[must_use]
    pub fn value(mut self, name: &str, value: serde_json::Value) -> Reading {
        let numbers = value.as_array().filter(|items| items.len() > LIST_MAX);
        let numbers: Option<Vec<f64>> =
            numbers.map(|items| items.iter().map(|item| item.as_f64().unwrap_or(f64::NAN)).collect());
        self.fields.push((name.to_owned(), numbers.map_or(Piece::Json(value), Piece::Floats)));
        self
    }

    /// Adds a field with points in the frame of the component. [m]
    #[must_use]
    pub fn points(mut self, name: &str, points: &[[f32; 3]]) -> Reading {
        self.fields.push((name.to_owned(), Piece::of(Field::Points(points))));
        self
    }

    /// States the directions of the rays of a scan, whose points are at the origin if they hit nothing.
    #[must_use]
    pub fn scan(mut self, scan: ScanLayout) -> Reading {
        self.scan = Some(scan);
        self
    }

    /// Adds a field with an image.
    #[must_use]
    pub fn image(mut self, name: &str, image: Image) -> Reading {
        self.fields.push((name.to_owned(), Piece::Image(image)));
        self
    }

    /// The reading as messages: one in JSON, and one for each field with points or an image.
    pub fn encode(&self) -> Encoded {
        let mut binary = Vec::new();
        let mut fields = serde_json::Map::new();
        for (name, piece) in &self.fields {
            let value = match piece {
                Piece::Value(value) => json!(value),
                Piece::Json(value) => value.clone(),
                Piece::Floats(numbers) => list(numbers),
                Piece::Bytes(count) => json!({"$bytes": count}),
                Piece::Points(points, step) => {
                    let (flags, content) = self.points_as_bytes(points, *step);
                    binary.push(self.message(POINTS, flags, &content));
                    json!({"$points": points.len()})
                }
                Piece::Image(image) => {
                    if let Some(file) = jpeg(image) {
                        binary.push(self.message(IMAGE, 0, &file));
                    }
                    json!({"$image": [image.width, image.height]})
                }
            };
            fields.insert(name.clone(), value);
        }
        let text = json!({
            "type": "reading", "component": self.component, "time": self.time_s, "kind": self.kind.name(),
            "pose": pose_as_list(&self.world_from_component), "fields": fields,
        });
        Encoded { text: text.to_string(), binary }
    }

    /// The points, their intensities, and which rays hit nothing: their points are then the ends of the rays.
    fn points_as_bytes(&self, points: &[[f32; 3]], step: usize) -> (u8, Vec<u8>) {
        let mut flags = if self.turns { TURNS } else { 0 };
        let mut points = points.to_vec();
        let mut misses = vec![0_u8; points.len()];
        if let Some(scan) = &self.scan {
            let rays = (points.len() * step / scan.layers.max(1)).max(1);
            for (number, point) in points.iter_mut().enumerate().filter(|(_, point)| **point == [0.0; 3]) {
                let ray = number * step;
                *point = (scan.direction(ray / rays, ray % rays) * scan.range_max_m).as_vec3().to_array();
                misses[number] = 1;
            }
        }
        let mut bytes: Vec<u8> = points.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
        if let Some(intensities) = self.intensities(points.len(), step) {
            flags |= HAS_INTENSITIES;
            bytes.extend(intensities.iter().flat_map(|part| part.to_le_bytes()));
        }
        if self.scan.is_some() {
            flags |= HAS_MISSES;
            bytes.extend(misses);
        }
        (flags, bytes)
    }

    /// The intensity of each of `count` points, if the sensor measures it.
    fn intensities(&self, count: usize, step: usize) -> Option<Vec<f32>> {
        let (_, piece) = self.fields.iter().find(|(name, _)| name == INTENSITIES)?;
        let Piece::Floats(all) = piece else { return None };
        let intensities: Vec<f32> = all.iter().step_by(step).map(|&one| one as f32).collect();
        (intensities.len() == count).then_some(intensities)
    }

    /// Type, bits of the type (zero for images), length of the name (u16), the name filled up with zeros to a multiple of
    /// four bytes, the pose in the world (7 f32: position, x y z w), and the content; little-endian.
    fn message(&self, kind: u8, flags: u8, content: &[u8]) -> Bytes {
        let name = self.component.as_bytes();
        let name = &name[..name.len().min(usize::from(u16::MAX))];
        let mut message = vec![kind, flags];
        message.extend((name.len() as u16).to_le_bytes());
        message.extend(name);
        message.resize(message.len().next_multiple_of(4), 0);
        let pose = pose_as_list(&self.world_from_component);
        message.extend(pose.iter().flat_map(|&part| (part as f32).to_le_bytes()));
        message.extend(content);
        message.into()
    }
}

/// A reading as it is sent.
#[derive(Debug, Clone, Default)]
pub struct Encoded {
    /// Time, pose and fields in JSON.
    pub text: String,
    /// Points and images.
    pub binary: Vec<Bytes>,
}

impl Encoded {
    /// Readings in the order in which they were made, as messages by component: of each the newest reading, but of sensors
    /// that turn the points of all.
    pub fn newest(readings: &[Reading]) -> BTreeMap<String, Encoded> {
        let mut newest: BTreeMap<String, Encoded> = BTreeMap::new();
        for reading in readings {
            let mut encoded = reading.encode();
            if let Some(older) = newest.remove(&reading.component).filter(|_| reading.turns) {
                encoded.binary.splice(0..0, older.binary);
            }
            newest.insert(reading.component.clone(), encoded);
        }
        newest
    }
}

impl Piece {
    fn of(field: Field<'_>) -> Piece {
        match field {
            Field::Floats(numbers) => Piece::Floats(numbers.to_vec()),
            Field::Points(points) => {
                let step = points.len().div_ceil(POINTS_MAX).max(1);
                Piece::Points(points.iter().step_by(step).copied().collect(), step)
            }
            Field::Image(image) => Piece::Image(image.clone()),
            Field::Bytes(bytes) => Piece::Bytes(bytes.len()),
            other => Piece::Value(other.to_value()),
        }
    }
}

/// Numbers that JSON cannot represent are null.
fn list(numbers: &[f64]) -> serde_json::Value {
    if numbers.len() <= LIST_MAX {
        return json!(numbers);
    }
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    json!({"$list": numbers.len(), "min": low, "max": high})
}

/// Position, then the rotation as x, y, z, w.
fn pose_as_list(pose: &Pose) -> [f64; 7] {
    let ([x, y, z], [qx, qy, qz, qw]) = (pose.translation.to_array(), pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw]
}

/// An image as JPEG; pixels that are not colors have false colors, and depths become shades of grey between the nearest and
/// the farthest. `None` for an empty one.
fn jpeg(image: &Image) -> Option<Vec<u8>> {
    let (width, height) = (image.width, image.height);
    if width == 0 || height == 0 {
        return None;
    }
    let drawn = match image.pixels {
        PixelKind::Label | PixelKind::Normal | PixelKind::Flow | PixelKind::Temperature => {
            let colors = false_colors(image)?.into_flattened();
            DynamicImage::ImageRgb8(RgbImage::from_raw(width, height, colors)?)
        }
        PixelKind::Color => {
            let rgba = RgbaImage::from_raw(width, height, image.bytes.to_vec())?;
            DynamicImage::ImageRgba8(rgba).to_rgb8().into()
        }
        PixelKind::Depth | PixelKind::ZBuffer => {
            let depths = image.bytes.chunks_exact(4);
            let depths = depths.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            let depths: Vec<f32> = depths.collect();
            let finite = || depths.iter().copied().filter(|depth| depth.is_finite());
            let (low, high) = (finite().fold(f32::MAX, f32::min), finite().fold(f32::MIN, f32::max));
            let shade = |depth: f32| {
                let share = (depth - low) / (high - low).max(f32::MIN_POSITIVE);
                if share.is_finite() { (255.0 * (1.0 - share)) as u8 } else { 0 }
            };
            let shades = depths.iter().map(|&depth| shade(depth)).collect();
            DynamicImage::ImageLuma8(GrayImage::from_raw(width, height, shades)?)
        }
    };
    let mut bytes = Cursor::new(Vec::new());
    drawn.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)).ok()?;
    Some(bytes.into_inner())
}

/// Where readings of a sensor wait for the next time that viewers are shown something.
#[derive(Debug, Default)]
pub struct Slot {
    /// Whether a viewer looks at the sensor.
    pub is_wanted: AtomicBool,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    readings: Vec<Reading>,
    /// How the sensor stood on its robot when it read last.
    robot_from_sensor: Option<DQuat>,
}

impl Slot {
    /// The readings that wait, oldest first: one, or several of a sensor that turns on its robot.
    pub fn take(&self) -> Vec<Reading> {
        std::mem::take(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner).readings)
    }
}

/// Listens to a sensor for viewers. It costs a look at a flag while none looks at the sensor.
pub struct Tap {
    /// Full name of the sensor.
    pub component: String,
    /// Where its readings go.
    pub slot: Arc<Slot>,
}

impl Publisher for Tap {
    fn publish(&mut self, sample: &Sample<'_>) {
        if !self.slot.is_wanted.load(Ordering::Relaxed) {
            return;
        }
        let mut waiting = self.slot.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let stands = sample.robot_from_component().rotation;
        let stood = waiting.robot_from_sensor.replace(stands);
        let turns = stood.is_some_and(|stood| stood.dot(stands).abs() < STANDS_DOT);
        // A reading that waits is recent enough; a run that does not wait for real time makes thousands of them.
        let limit = if turns { TURNING_MAX } else { 1 };
        if waiting.readings.len() < limit {
            let (time_s, pose) = (sample.timestamp_s, sample.world_from_component);
            waiting
                .readings
                .push(Reading { turns, ..Reading::copy(&self.component, time_s, pose, sample.data) });
        }
    }

    fn audience(&self) -> Audience {
        if self.slot.is_wanted.load(Ordering::Relaxed) { Audience::Clients } else { Audience::NoClient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_become_shades_and_empty_images_nothing() {
        let bytes = [1.0_f32, 2.0, f32::INFINITY, 3.0].iter().flat_map(|depth| depth.to_le_bytes()).collect();
        let image = Image { width: 2, height: 2, pixels: PixelKind::Depth, bytes };
        assert!(jpeg(&image).is_some_and(|file| file.starts_with(&[0xff, 0xd8])));
        assert!(jpeg(&Image::default()).is_none());
        assert!(jpeg(&Image { width: 100, ..image }).is_none());
    }

    /// A scan of three rays over a quarter turn to the left, of which the second hits nothing.
    fn scan() -> Reading {
        let layout = ScanLayout {
            layers: 1,
            first_rad: 0.0,
            step_rad: std::f64::consts::FRAC_PI_4,
            offset_rad: 0.0,
            separation_rad: 0.0,
            sensor_from_arc: DQuat::IDENTITY,
            range_min_m: 0.0,
            range_max_m: 10.0,
        };
        let points = [[2.0, 0.0, 0.0], [0.0; 3], [0.0, 3.0, 0.0]];
        Reading::new("a", 1.0, Pose::IDENTITY, DataKind::LaserScan).points("point_list", &points).scan(layout)
    }

    #[test]
    fn rays_without_hit_are_sent_with_their_ends() {
        let scan = scan();
        let Some((_, Piece::Points(points, step))) = scan.fields.first() else { panic!() };
        let (flags, bytes) = scan.points_as_bytes(points, *step);
        assert_eq!(flags, HAS_MISSES);
        let number = |at: usize| f32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().unwrap());
        assert_eq!([number(0), number(1)], [2.0, 0.0]);
        assert!((number(3) - 50.0_f32.sqrt()).abs() < 1e-5 && (number(4) - 50.0_f32.sqrt()).abs() < 1e-5);
        assert_eq!(bytes[36..], [0, 1, 0]);
    }

    #[test]
    fn intensities_are_sent_with_the_points_they_belong_to() {
        let with = |count: usize| Reading {
            fields: [scan().fields, vec![(INTENSITIES.to_owned(), Piece::Floats(vec![0.5; count]))]].concat(),
            ..scan()
        };
        let flags = |reading: &Reading| reading.encode().binary[0][1];
        assert_eq!(flags(&with(3)), HAS_MISSES | HAS_INTENSITIES);
        assert_eq!(flags(&with(2)), HAS_MISSES, "not one for each ray");
    }

    #[test]
    fn only_of_turning_sensors_are_several_readings_sent() {
        let turning = || Reading { turns: true, ..scan() };
        assert_eq!(Encoded::newest(&[scan(), scan()])["a"].binary.len(), 1);
        assert_eq!(Encoded::newest(&[turning(), turning()])["a"].binary.len(), 2);
    }

    #[test]
    fn long_lists_are_summed_up() {
        assert_eq!(list(&[1.0, 2.0]), json!([1.0, 2.0]));
        assert_eq!(list(&vec![1.5; 1000]), json!({"$list": 1000, "min": 1.5, "max": 1.5}));
    }
}
