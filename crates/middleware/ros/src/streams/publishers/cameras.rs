//! Images and the matching `CameraInfo`.

mod compressed;
mod compression;

use glam::DMat3;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::ImageLayout;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream, depths};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::{image, matrix};
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};
use compressed::CompressedTopic;

/// ROS name of the format of depth images: one `f32` a pixel. [m]
const DEPTH: &str = "32FC1";
/// ROS name of colors without alpha.
const RGB: &str = "rgb8";
/// ROS name of colors with alpha.
const RGBA: &str = "rgba8";

struct CameraPublisher<N: Node> {
    images: N::Sender<sensor_msgs::Image<N::Header>>,
    compressed: Option<CompressedTopic<N>>,
    infos: N::Sender<sensor_msgs::CameraInfo<N::Header>>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
    encoding: &'static str,
    layout: ImageLayout,
}

/// Opens the topics of a color camera. In ROS 2, the option `encoding` sets the pixel format. ROS 1 has that of MORSE 1.4.
pub(super) fn colors<N: Node>(stream: Stream<'_, N>) -> Opened {
    let encoding = match N::ROS {
        Version::Ros1 => RGBA,
        Version::Ros2 => stream.options.one_of("encoding", &[RGB, RGBA])?,
    };
    open(stream, encoding)
}

/// Opens the topics of a depth camera.
pub(super) fn depth<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, DEPTH)
}

/// Opens the topics of a camera. `encoding` is the ROS name of the pixel format.
fn open<N: Node>(stream: Stream<'_, N>, encoding: &'static str) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let images = advertise(streams, plan, &plan.suffixed)?;
    let infos = advertise(streams, plan, &format!("{}/camera_info", plan.topic))?;
    let compressed = match encoding {
        DEPTH if spec.kind == DataKind::DepthImage => CompressedTopic::of_depth(streams, plan, options)?,
        // A z-buffer is not a depth.
        DEPTH => None,
        _ => CompressedTopic::of_colors(streams, plan, options)?,
    };
    let (headers, layout) = (Headers::new(&plan.frame), depths::initial(spec));
    Ok(Box::new(CameraPublisher::<N> { images, compressed, infos, headers, transform, encoding, layout }))
}

impl<N: Node> CameraPublisher<N> {
    /// The picture that is published: in ROS 2 with rows from the top and depths in meters, in ROS 1 that of MORSE 1.4.
    fn published(&self, sample: &Sample<'_>, picture: &Image) -> Image {
        if N::ROS == Version::Ros1 {
            return picture.clone();
        }
        let layout = depths::of_sample(sample, self.layout);
        // A video camera may capture depths instead of colors.
        let (bytes, pixels) = if picture.pixels == PixelKind::Color && self.encoding != DEPTH {
            (depths::from_top(picture, &layout), PixelKind::Color)
        } else {
            (depths::meters(picture, &layout), PixelKind::Depth)
        };
        Image { width: picture.width, height: picture.height, bytes, pixels }
    }

    fn message(&self, header: N::Header, picture: Image) -> sensor_msgs::Image<N::Header> {
        let is_color = picture.pixels == PixelKind::Color;
        let encoding = if is_color || N::ROS == Version::Ros1 { self.encoding } else { DEPTH };
        let (height, width) = (picture.height, picture.width);
        let (pixel_step, data) = match encoding {
            RGB => (3, picture.rgb()),
            _ => (4, picture.bytes),
        };
        sensor_msgs::Image {
            header,
            height,
            width,
            encoding: encoding.to_owned(),
            is_bigendian: 0,
            step: width.saturating_mul(pixel_step),
            data,
        }
    }
}

impl<N: Node> Publisher for CameraPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        // There is no image before the first capture.
        let Some(picture) = image(sample) else { return };
        let header: N::Header = self.headers.next(sample);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        if compressed || self.images.has_listeners() {
            let published = self.published(sample, picture);
            if let Some(compressed) = &mut self.compressed {
                compressed.publish(&header, &published);
            }
            if self.images.has_listeners() {
                let message = self.message(header.clone(), published);
                self.images.send(&message);
            }
        }
        if self.infos.has_listeners() {
            self.infos.send(&camera_info::<N>(header, picture, &matrix(sample, "intrinsic_matrix")));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        audience(self.images.has_listeners() || compressed || self.infos.has_listeners() || transform)
    }
}

/// The parameters of a pinhole camera without distortion. The model `plumb_bob` has five coefficients. ROS 1 has one, as in
/// MORSE 1.4.
fn camera_info<N: Node>(
    header: N::Header,
    picture: &Image,
    intrinsic: &DMat3,
) -> sensor_msgs::CameraInfo<N::Header> {
    let coefficients = if N::ROS == Version::Ros1 { 1 } else { 5 };
    let [a, b, c] = [0, 1, 2].map(|row| intrinsic.row(row).to_array());
    sensor_msgs::CameraInfo {
        header,
        height: picture.height,
        width: picture.width,
        distortion_model: "plumb_bob".to_owned(),
        d: vec![0.0; coefficients],
        k: [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]],
        r: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: [a[0], a[1], a[2], 0.0, b[0], b[1], b[2], 0.0, c[0], c[1], c[2], 0.0],
        ..Default::default()
    }
}
