//! Readings of the components that viewers look at: copied on the thread of the simulation, encoded on that of the
//! server.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, GrayImage, RgbaImage};
use morse::{Sample, Value};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::contract::data::{Data, Field};
use morse_sim::transport::stream::{Audience, Publisher};
use morse_world::Pose;
use serde_json::json;

/// First byte of a message with the points of a reading.
pub const POINTS: u8 = 2;
/// First byte of a message with an image of a reading.
pub const IMAGE: u8 = 3;
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
    Points(Vec<[f32; 3]>),
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
        Reading { component: component.to_owned(), time_s, world_from_component, kind: data.kind(), fields }
    }

    /// A reading without fields.
    #[must_use]
    pub fn new(component: &str, time_s: f64, world_from_component: Pose, kind: DataKind) -> Reading {
        Reading { component: component.to_owned(), time_s, world_from_component, kind, fields: Vec::new() }
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
                Piece::Points(points) => {
                    binary.push(self.message(POINTS, &points_as_bytes(points)));
                    json!({"$points": points.len()})
                }
                Piece::Image(image) => {
                    if let Some(file) = jpeg(image) {
                        binary.push(self.message(IMAGE, &file));
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

    /// Type, a byte of zero, length of the name (u16), the name filled up with zeros to a multiple of four bytes, the pose
    /// in the world (7 f32: position, x y z w), and the content; little-endian.
    fn message(&self, kind: u8, content: &[u8]) -> Bytes {
        let name = self.component.as_bytes();
        let name = &name[..name.len().min(usize::from(u16::MAX))];
        let mut message = vec![kind, 0];
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

impl Piece {
    fn of(field: Field<'_>) -> Piece {
        match field {
            Field::Floats(numbers) => Piece::Floats(numbers.to_vec()),
            Field::Points(points) => {
                let step = points.len().div_ceil(POINTS_MAX).max(1);
                Piece::Points(points.iter().step_by(step).copied().collect())
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

fn points_as_bytes(points: &[[f32; 3]]) -> Vec<u8> {
    points.iter().flatten().flat_map(|part| part.to_le_bytes()).collect()
}

/// An image as JPEG; depths become shades of grey between the nearest and the farthest. `None` for an empty one.
fn jpeg(image: &Image) -> Option<Vec<u8>> {
    let (width, height) = (image.width, image.height);
    if width == 0 || height == 0 {
        return None;
    }
    let drawn = match image.pixels {
        PixelKind::Color => {
            let rgba = RgbaImage::from_raw(width, height, image.bytes.clone())?;
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
    reading: Mutex<Option<Reading>>,
}

impl Slot {
    /// The reading that waits.
    pub fn take(&self) -> Option<Reading> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner).take()
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
        let mut slot = self.slot.reading.lock().unwrap_or_else(PoisonError::into_inner);
        // A reading that waits is recent enough; a run that does not wait for real time makes thousands of them.
        if slot.is_none() {
            *slot = Some(Reading::copy(
                &self.component,
                sample.timestamp_s,
                sample.world_from_component,
                sample.data,
            ));
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

    #[test]
    fn long_lists_are_summed_up() {
        assert_eq!(list(&[1.0, 2.0]), json!([1.0, 2.0]));
        assert_eq!(list(&vec![1.5; 1000]), json!({"$list": 1000, "min": 1.5, "max": 1.5}));
    }
}
