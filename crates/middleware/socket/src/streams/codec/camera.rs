//! Messages of cameras: size, pixels or points, and intrinsic matrix.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::pixel_bytes::PixelBytes;
use morse_sim::contract::data::{Field, FieldInfo};
use morse_sim::transport::stream::Sample;

use super::{cbor, index_of, required};
use crate::json::{write_base64, write_field, write_float, write_int, write_text};
use crate::options::Encoding;
use crate::streams::frames::Frames;

/// Luminance weights of red, green and blue, according to ITU-R BT.709.
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

#[derive(Debug, Clone, Copy)]
enum Content {
    /// RGBA pixels, one byte per channel.
    Color,
    /// One byte of luminance.
    Gray,
    /// Points as triples of `f32` [m], or the depth of each pixel.
    Depth,
}

/// Encoder of a camera's messages: indices of the fields in the component's data.
#[derive(Debug)]
pub(in crate::streams) struct Camera {
    content: Content,
    image: Option<usize>,
    points: Option<usize>,
    intrinsic_matrix: Option<usize>,
    /// The frames in shared memory, if pictures are sent so.
    frames: Option<Arc<Mutex<Frames>>>,
}

impl Camera {
    fn new(content: Content, fields: &[FieldInfo]) -> Self {
        Self {
            content,
            image: index_of(fields, "image"),
            points: index_of(fields, "points"),
            intrinsic_matrix: index_of(fields, "intrinsic_matrix"),
            frames: None,
        }
    }

    /// With pictures in shared memory, if an encoding is so.
    pub(super) fn sharing(self, encoding: Encoding) -> Self {
        let frames = (encoding == Encoding::SharedMemory).then(|| Arc::new(Mutex::new(Frames::default())));
        Self { frames, ..self }
    }

    pub(super) fn color(fields: &[FieldInfo]) -> Result<Self, String> {
        required(fields, "image", "VideoCameraPublisher")?;
        Ok(Self::new(Content::Color, fields))
    }

    pub(super) fn gray(fields: &[FieldInfo]) -> Result<Self, String> {
        required(fields, "image", "Video8uPublisher")?;
        Ok(Self::new(Content::Gray, fields))
    }

    pub(super) fn depth(fields: &[FieldInfo]) -> Result<Self, String> {
        let camera = Self::new(Content::Depth, fields);
        if camera.image.is_none() {
            required(fields, "points", "DepthCameraPublisher")?;
        }
        Ok(camera)
    }

    /// The message of a sample, which shares the pixels. `None` for a camera without an image, such as one that is switched
    /// off.
    pub(in crate::streams) fn message(&self, encoding: Encoding, sample: &Sample<'_>) -> Option<Message> {
        let data = sample.data;
        let frame = match self.image.and_then(|index| data.get(index)) {
            Some(Field::Image(image)) => Some(image),
            _ => None,
        };
        let image = frame.filter(|image| !image.bytes.is_empty());
        let points = match self.points.and_then(|index| data.get(index)) {
            Some(Field::Points(points)) => Some(points),
            _ => None,
        };
        let frame = frame.filter(|_| matches!(self.content, Content::Depth) && points.is_some()).or(image);
        let (width, height) = size(frame, points)?;
        let pixels = |image: &Image| image.bytes.clone();
        let content = match (self.content, image, points) {
            (Content::Depth, _, Some(points)) => Some(Part::Points(points.to_vec())),
            (Content::Depth, Some(image), None) => Some(Part::Depths(pixels(image))),
            (Content::Gray, Some(image), _) => Some(Part::Gray(pixels(image))),
            (Content::Color, Some(image), _) => Some(Part::Color(pixels(image))),
            (_, None, _) => None,
        };
        let intrinsic_matrix = self.intrinsic_matrix.and_then(|index| data.get(index)).map(|matrix| {
            let mut out = Vec::new();
            match encoding {
                Encoding::Json | Encoding::SharedMemory => write_field(&mut out, matrix),
                Encoding::Cbor => cbor::write_field(&mut out, matrix),
            }
            out
        });
        let frames = self.frames.clone();
        Some(Message {
            encoding,
            timestamp_s: sample.timestamp_s,
            width,
            height,
            content,
            intrinsic_matrix,
            frames,
        })
    }
}

/// Pixels or points of a message.
enum Part {
    Color(PixelBytes),
    Gray(PixelBytes),
    Depths(PixelBytes),
    Points(Vec<[f32; 3]>),
}

impl Part {
    /// Key in the message.
    fn key(&self) -> &'static str {
        match self {
            Self::Color(_) | Self::Gray(_) => "image",
            Self::Depths(_) | Self::Points(_) => "points",
        }
    }

    fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Color(pixels) | Self::Depths(pixels) => Cow::Borrowed(pixels.as_slice()),
            Self::Gray(pixels) => Cow::Owned(gray(pixels)),
            Self::Points(points) => cbor::point_bytes(points),
        }
    }
}

/// Message of a camera before it is encoded.
pub(in crate::streams) struct Message {
    encoding: Encoding,
    timestamp_s: f64,
    width: i64,
    height: i64,
    /// The pixels or points.
    content: Option<Part>,
    /// The encoded camera matrix.
    intrinsic_matrix: Option<Vec<u8>>,
    /// The frames in shared memory that take the content.
    frames: Option<Arc<Mutex<Frames>>>,
}

impl Message {
    /// Memory that the message holds. [bytes]
    pub(in crate::streams) fn size(&self) -> usize {
        match &self.content {
            Some(Part::Color(pixels) | Part::Gray(pixels) | Part::Depths(pixels)) => pixels.len(),
            Some(Part::Points(points)) => size_of_val(points.as_slice()),
            None => 0,
        }
    }

    /// Appends the encoded message.
    pub(in crate::streams) fn write(&self, out: &mut Vec<u8>) {
        match self.encoding {
            Encoding::Json | Encoding::SharedMemory => self.write_json(out),
            Encoding::Cbor => self.write_cbor(out),
        }
    }

    fn write_json(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"timestamp\": ");
        write_float(out, self.timestamp_s);
        out.extend_from_slice(b", \"height\": ");
        write_int(out, self.height);
        out.extend_from_slice(b", \"width\": ");
        write_int(out, self.width);
        if let Some(content) = &self.content {
            out.extend_from_slice(b", \"");
            out.extend_from_slice(content.key().as_bytes());
            out.extend_from_slice(b"\": ");
            match &self.frames {
                None => write_base64(out, &content.bytes()),
                Some(frames) => write_place(out, frames, &content.bytes()),
            }
        }
        if let Some(matrix) = &self.intrinsic_matrix {
            out.extend_from_slice(b", \"intrinsic_matrix\": ");
            out.extend_from_slice(matrix);
        }
        out.extend_from_slice(b"}\n");
    }

    fn write_cbor(&self, out: &mut Vec<u8>) {
        let entries = 3 + usize::from(self.content.is_some()) + usize::from(self.intrinsic_matrix.is_some());
        cbor::begin_map(out, entries);
        cbor::write_text(out, "timestamp");
        cbor::write_float(out, self.timestamp_s);
        for (key, number) in [("height", self.height), ("width", self.width)] {
            cbor::write_text(out, key);
            cbor::write_int(out, number);
        }
        if let Some(content) = &self.content {
            cbor::write_text(out, content.key());
            cbor::write_bytes(out, &content.bytes());
        }
        if let Some(matrix) = &self.intrinsic_matrix {
            cbor::write_text(out, "intrinsic_matrix");
            out.extend_from_slice(matrix);
        }
    }
}

/// Writes a picture to shared memory, and appends its place, or the error.
fn write_place(out: &mut Vec<u8>, frames: &Mutex<Frames>, picture: &[u8]) {
    let written = frames.lock().unwrap_or_else(PoisonError::into_inner).write(picture);
    match written {
        Ok(place) => {
            out.extend_from_slice(b"{\"file\": ");
            write_text(out, &place.file.to_string_lossy());
            let size = i64::try_from(place.size).unwrap_or(i64::MAX);
            for (key, number) in [
                ("offset", place.offset.cast_signed()),
                ("size", size),
                ("number", place.number.cast_signed()),
            ] {
                out.extend_from_slice(b", \"");
                out.extend_from_slice(key.as_bytes());
                out.extend_from_slice(b"\": ");
                write_int(out, number);
            }
        }
        Err(problem) => {
            out.extend_from_slice(b"{\"error\": ");
            write_text(out, &problem);
        }
    }
    out.push(b'}');
}

/// Width and height. [px] Points have the size of their image, which may have no pixels; without an image, they form one
/// row, like an unordered cloud.
fn size(frame: Option<&Image>, points: Option<&[[f32; 3]]>) -> Option<(i64, i64)> {
    match (frame, points) {
        (Some(frame), _) => (frame.width > 0).then(|| (frame.width.into(), frame.height.into())),
        (None, Some(points)) if !points.is_empty() => Some((i64::try_from(points.len()).ok()?, 1)),
        _ => None,
    }
}

fn gray(pixels: &[u8]) -> Vec<u8> {
    let luminance = |pixel: &[u8; 4]| {
        let weighted = LUMINANCE.iter().zip(pixel).map(|(weight, &part)| weight * f64::from(part));
        weighted.sum::<f64>() as u8
    };
    pixels.as_chunks::<4>().0.iter().map(luminance).collect()
}

#[cfg(test)]
mod tests {
    use morse_sim::contract::data::Fields;
    use morse_sim::prelude::*;
    use morse_world::Pose;

    use super::*;

    #[derive(Data, Clone, Default)]
    #[data(kind = Image)]
    struct Picture {
        /// A test image.
        image: Image,
        /// Intrinsic matrix.
        intrinsic_matrix: DMat3,
    }

    fn line(camera: &Camera, picture: &Picture) -> Option<String> {
        let mut out = Vec::new();
        let sample = Sample {
            timestamp_s: 1.5,
            stamp_ns: 1_500_000_000,
            data: picture,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        };
        camera.message(Encoding::Json, &sample)?.write(&mut out);
        Some(String::from_utf8(out).unwrap())
    }

    fn two_pixels() -> Picture {
        let bytes = vec![255, 255, 255, 255, 10, 20, 30, 255];
        Picture {
            image: Image { width: 2, height: 1, bytes: bytes.into(), ..Image::default() },
            intrinsic_matrix: DMat3::IDENTITY,
        }
    }

    #[test]
    fn image_is_sent_in_base64() {
        let line = line(&Camera::color(Picture::FIELDS).unwrap(), &two_pixels()).unwrap();
        assert_eq!(
            line,
            "{\"timestamp\": 1.5, \"height\": 1, \"width\": 2, \"image\": \"/////woUHv8=\", \
             \"intrinsic_matrix\": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]}\n"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn image_in_shared_memory_has_its_place_in_the_message() {
        let camera = Camera::color(Picture::FIELDS).unwrap().sharing(Encoding::SharedMemory);
        let line = line(&camera, &two_pixels()).unwrap();
        let message: serde_json::Value = serde_json::from_str(&line).unwrap();
        let [offset, size] = ["offset", "size"].map(|key| message["image"][key].as_u64().unwrap() as usize);
        let bytes = std::fs::read(message["image"]["file"].as_str().unwrap()).unwrap();
        assert_eq!(bytes[offset..offset + 8], message["image"]["number"].as_u64().unwrap().to_le_bytes());
        assert_eq!(bytes[offset + 64..][..size], *two_pixels().image.bytes);
    }

    #[test]
    fn gray_images_have_one_byte_per_pixel() {
        // 0.2126 · 10 + 0.7152 · 20 + 0.0722 · 30 = 18.596, truncated to 18; white is slightly below 255.
        assert_eq!(gray(&two_pixels().image.bytes), [254, 18]);
    }

    #[test]
    fn camera_without_image_sends_nothing() {
        assert_eq!(line(&Camera::color(Picture::FIELDS).unwrap(), &Picture::default()), None);
    }

    #[derive(Data, Clone, Default)]
    #[data(kind = PointCloud)]
    struct Cloud {
        /// Image that only defines the size.
        image: Image,
        /// Points of the cloud.
        points: Vec<[f32; 3]>,
        /// Number of points.
        nb_points: i64,
    }

    #[test]
    fn point_cloud_has_the_size_of_its_image() {
        let camera = Camera::depth(Cloud::FIELDS).unwrap();
        let encoded = |cloud: &Cloud| {
            let mut out = Vec::new();
            let sample = Sample {
                timestamp_s: 1.5,
                stamp_ns: 1_500_000_000,
                data: cloud,
                world_from_robot: Pose::IDENTITY,
                world_from_component: Pose::IDENTITY,
                errors: None,
            };
            camera.message(Encoding::Json, &sample)?.write(&mut out);
            Some(String::from_utf8(out).unwrap())
        };
        let image = Image { width: 4, height: 3, ..Image::default() };
        let seen = Cloud { image, points: vec![[0.0, 0.0, 1.0]], nb_points: 1 };
        let line = encoded(&seen).unwrap();
        assert_eq!(
            line,
            "{\"timestamp\": 1.5, \"height\": 3, \"width\": 4, \"points\": \"AAAAAAAAAAAAAIA/\"}\n"
        );
        assert!(encoded(&Cloud { points: Vec::new(), ..seen }).unwrap().contains("\"points\": \"\""));
        assert_eq!(encoded(&Cloud::default()), None);
    }

    #[test]
    fn cbor_images_and_points_are_byte_strings() {
        let message = |camera: Camera, data: &dyn Data| {
            let mut out = Vec::new();
            let sample = Sample {
                timestamp_s: 1.5,
                stamp_ns: 1_500_000_000,
                data,
                world_from_robot: Pose::IDENTITY,
                world_from_component: Pose::IDENTITY,
                errors: None,
            };
            camera.message(Encoding::Cbor, &sample).unwrap().write(&mut out);
            let read: Vec<(String, ciborium::Value)> =
                ciborium::from_reader::<ciborium::Value, _>(out.as_slice())
                    .unwrap()
                    .into_map()
                    .unwrap()
                    .into_iter()
                    .map(|(key, value)| (key.into_text().unwrap(), value))
                    .collect();
            read
        };
        let picture = message(Camera::color(Picture::FIELDS).unwrap(), &two_pixels());
        let keys: Vec<&str> = picture.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["timestamp", "height", "width", "image", "intrinsic_matrix"]);
        assert_eq!(picture[3].1.as_bytes(), Some(&*two_pixels().image.bytes));
        let image = Image { width: 4, height: 3, ..Image::default() };
        let seen = Cloud { image, points: vec![[0.0, 0.0, 1.0]], nb_points: 1 };
        let cloud = message(Camera::depth(Cloud::FIELDS).unwrap(), &seen);
        assert_eq!(
            cloud[3],
            ("points".to_owned(), ciborium::Value::Bytes(vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63]))
        );
    }

    #[test]
    fn component_without_image_is_rejected() {
        let problem = Camera::color(&[]).unwrap_err();
        assert!(problem.contains("needs a field `image`"), "{problem}");
        assert!(Camera::depth(&[]).is_err());
    }
}
