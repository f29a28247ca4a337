//! Posters of cameras: gray images and points.

use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::Image;
use morse_sim::transport::stream::{Sample, StreamSpec};
use morse_world::Pose;

use glam::DVec3;

use super::Encode;
use super::fill;
use super::options::warn_about_assumption;
use crate::structs::{Record, SPIX_POINT_BYTES, Spix, VELODYNE_POINT_BYTES, Velodyne, Viam};

/// Sensor width of Blender's cameras. [mm]
const APERTURE_MM: f64 = 32.0;
/// Maximum number of points in a poster.
const POINTS_MAX: usize = 4 << 20;

/// Image size and focal length of a camera.
pub(super) struct CameraSize {
    width: usize,
    height: usize,
    focal_mm: f64,
    /// Whether the image begins with its top row.
    top_first: bool,
}

impl CameraSize {
    /// Reads the size from the properties of a component.
    pub(super) fn of(spec: &StreamSpec<'_>) -> Result<Self, String> {
        let size = |name: &str| {
            let value = spec.properties.get(name).and_then(|value| value.as_i64());
            let size =
                value.and_then(|value| usize::try_from(value).ok()).filter(|size| (1..=8192).contains(size));
            size.ok_or_else(|| {
                format!("{}: {} needs the property `{name}`, a size of 1 to 8192", spec.component, spec.class)
            })
        };
        let focal_mm = spec.properties.get("cam_focal").and_then(|value| value.as_f64()).unwrap_or(25.0);
        let top_first = spec.properties.get("Vertical_Flip").is_none_or(|value| value.is_truthy());
        Ok(Self { width: size("cam_width")?, height: size("cam_height")?, focal_mm, top_first })
    }
}

struct ViamEncoder {
    record: Record,
    bytes: Vec<u8>,
    pixels: usize,
    width: usize,
    height: usize,
    top_first: bool,
}

/// Creates the encoder of a bank with one gray image. Returns it with the size of the poster. [bytes]
pub(super) fn viam(spec: &StreamSpec<'_>, camera: CameraSize) -> (usize, Box<dyn Encode>) {
    let CameraSize { width, height, focal_mm, top_first } = camera;
    let viam = Viam::new(width, height);
    let mut record = Record::new(viam.layout);
    let (w, h) = (width as f64, height as f64);
    record.set_text("name", "mono_bank");
    record.set("nImages", 1.0);
    record.set_text("image[0].name", spec.component);
    for (field, value) in [
        ("nChannels", 1.0),
        ("depth", 8.0),
        ("width", w),
        ("height", h),
        ("widthStep", w),
        ("imageSize", w * h),
        ("calibration.width", w),
        ("calibration.height", h),
    ] {
        record.set(&format!("image[0].{field}"), value);
    }
    let focal_px = w * focal_mm / APERTURE_MM;
    let camera_matrix = [focal_px, 0.0, w / 2.0, 0.0, focal_px, h / 2.0, 0.0, 0.0, 1.0];
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    for (name, matrix) in [
        ("intrinsic", camera_matrix),
        ("intrirect", camera_matrix),
        ("rectification", identity),
        ("rotation", identity),
    ] {
        for (index, value) in matrix.into_iter().enumerate() {
            record.set(&format!("image[0].calibration.{name}[{index}]"), value);
        }
    }
    let size = record.bytes().len();
    let encoder = ViamEncoder { record, bytes: Vec::new(), pixels: viam.pixels, width, height, top_first };
    (size, Box::new(encoder))
}

impl Encode for ViamEncoder {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let image = image(sample).filter(|image| image.bytes.len() == self.width * self.height * 4)?;
        // As in MORSE 1.4, the time is modulo one minute.
        let second = sample.stamp_ns.div_euclid(1_000_000_000).rem_euclid(60);
        let microsecond = sample.stamp_ns.rem_euclid(1_000_000_000) / 1000;
        self.record.set("image[0].tacq_sec", second as f64);
        self.record.set("image[0].tacq_usec", microsecond as f64);
        fill::sensor_pose(&mut self.record, "image[0].pos", sample);
        self.bytes.clear();
        self.bytes.extend_from_slice(self.record.bytes().get(..self.pixels)?);
        let rows = image.bytes.chunks_exact(self.width * 4);
        if self.top_first {
            rows.for_each(|row| push_gray(&mut self.bytes, row));
        } else {
            rows.rev().for_each(|row| push_gray(&mut self.bytes, row));
        }
        Some(&self.bytes)
    }
}

/// Appends the luma of RGBA pixels, with the weights of MORSE 1.4 (Rec. ITU-R BT.601).
fn push_gray(out: &mut Vec<u8>, row: &[u8]) {
    out.extend(row.chunks_exact(4).map(|pixel| match pixel {
        [r, g, b, _] => (0.299 * f64::from(*r) + 0.587 * f64::from(*g) + 0.114 * f64::from(*b)) as u8,
        _ => 0,
    }));
}

fn image<'a>(sample: &Sample<'a>) -> Option<&'a Image> {
    match sample.data.get(sample.data.index_of("image")?)? {
        Field::Image(image) => Some(image),
        _ => None,
    }
}

fn points<'a>(sample: &Sample<'a>) -> Option<&'a [[f32; 3]]> {
    match sample.data.get(sample.data.index_of("points")?)? {
        Field::Points(points) if !points.is_empty() => Some(points),
        _ => None,
    }
}

struct SpixEncoder {
    record: Record,
    bytes: Vec<u8>,
    start: usize,
    count: usize,
}

/// Creates the encoder for points of a depth camera. Returns it with the size of the poster. [bytes]
pub(super) fn spix(spec: &StreamSpec<'_>, camera: CameraSize) -> (usize, Box<dyn Encode>) {
    let count = camera.width * camera.height;
    let spix = Spix::new(count);
    warn_about_assumption(spec.component, &spix.layout, "");
    let mut record = Record::new(spix.layout);
    record.set("width", camera.width as f64);
    record.set("height", camera.height as f64);
    let size = record.bytes().len();
    (size, Box::new(SpixEncoder { record, bytes: Vec::new(), start: spix.points, count }))
}

impl Encode for SpixEncoder {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let points = points(sample)?;
        fill::sensor_pose(&mut self.record, "imageLeftPos", sample);
        fill::sensor_pose(&mut self.record, "imageRightPos", sample);
        self.record.set("imageTicks", fill::date_ms(sample));
        self.bytes.clear();
        self.bytes.extend_from_slice(self.record.bytes().get(..self.start)?);
        for point in points.iter().take(self.count) {
            for value in point {
                self.bytes.extend_from_slice(&f64::from(*value).to_ne_bytes());
            }
            let good = i32::from(*point != [0.0; 3]);
            self.bytes.extend_from_slice(&good.to_ne_bytes());
            self.bytes.extend_from_slice(&[0; 4]);
        }
        self.bytes.resize(self.start + self.count * SPIX_POINT_BYTES, 0);
        Some(&self.bytes)
    }
}

struct VelodyneEncoder {
    record: Record,
    bytes: Vec<u8>,
    start: usize,
    /// Number of points of one capture.
    count: usize,
    /// Number of captures in a full turn.
    captures: usize,
    /// Index of the next capture in the turn.
    next: usize,
    /// Transform from the world to the sensor at the first capture of the turn.
    first_from_world: Pose,
}

/// Creates the encoder for points of a rotating depth camera: a full turn, in the sensor frame of its first capture.
/// Returns it with the size of the poster. [bytes]
pub(super) fn velodyne(
    spec: &StreamSpec<'_>,
    camera: CameraSize,
) -> Result<(usize, Box<dyn Encode>), String> {
    let rotation = spec.properties.get("rotation").and_then(|value| value.as_f64());
    let rotation = rotation.filter(|angle| angle.is_finite() && *angle > 0.0);
    let captures = 1 + rotation.map_or(0, |angle| (std::f64::consts::TAU / angle) as usize);
    let count = camera.width * camera.height;
    let all = count.checked_mul(captures).filter(|all| *all <= POINTS_MAX);
    let all = all.ok_or_else(|| {
        format!("{}: a turn of {captures} captures has more than {POINTS_MAX} points", spec.component)
    })?;
    let velodyne = Velodyne::new(all);
    warn_about_assumption(spec.component, &velodyne.layout, "");
    let mut record = Record::new(velodyne.layout);
    record.set("width", (camera.width * captures) as f64);
    record.set("maxScanWidth", (camera.width * captures) as f64);
    record.set("height", camera.height as f64);
    let bytes = record.bytes().to_vec();
    let size = bytes.len();
    let start = velodyne.points;
    let first_from_world = Pose::IDENTITY;
    Ok((size, Box::new(VelodyneEncoder { record, bytes, start, count, captures, next: 0, first_from_world })))
}

impl Encode for VelodyneEncoder {
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]> {
        let points = points(sample)?;
        if self.next == 0 {
            fill::sensor_pose(&mut self.record, "position", sample);
            self.first_from_world = sample.world_from_component.inverse();
            self.bytes.get_mut(self.start..)?.fill(0);
            self.bytes.get_mut(..self.start)?.copy_from_slice(self.record.bytes().get(..self.start)?);
        }
        let first_from_sensor = self.first_from_world * sample.world_from_component;
        let place = self.start + self.next * self.count * VELODYNE_POINT_BYTES;
        let room = self.bytes.get_mut(place..place + self.count * VELODYNE_POINT_BYTES)?;
        for (bytes, point) in room.chunks_exact_mut(VELODYNE_POINT_BYTES).zip(points) {
            if *point == [0.0; 3] {
                continue;
            }
            let moved = first_from_sensor.transform_point(DVec3::from_array(point.map(f64::from)));
            let words = moved.to_array().map(|value| (value as f32).to_ne_bytes());
            let good = 1_i32.to_ne_bytes();
            bytes.iter_mut().zip(words.iter().chain([&good]).flatten()).for_each(|(to, from)| *to = *from);
        }
        self.next = (self.next + 1) % self.captures;
        (self.next == 0).then_some(&self.bytes)
    }
}
