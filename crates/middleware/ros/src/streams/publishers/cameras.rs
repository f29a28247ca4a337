//! Images and the matching `CameraInfo`.

mod compressed;
mod compression;
mod labels;
mod picture_topic;
mod raw_picture;

use glam::DMat3;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{DistortionLayout, ImageLayout};
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream, depths};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::{image, image_of, matrix};
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};
use compressed::CompressedTopic;
use labels::LabelTopics;
use picture_topic::PictureTopic;
use raw_picture::{Pixels, RawPicture};

/// ROS name of the format of depth images: one `f32` a pixel. [m]
const DEPTH: &str = "32FC1";
/// ROS name of colors without alpha.
const RGB: &str = "rgb8";
/// ROS name of colors with alpha.
const RGBA: &str = "rgba8";
/// ROS name of the format of identifiers: one `i32` a pixel.
const LABELS: &str = "32SC1";
/// ROS name of the format of normals: three `f32` a pixel.
const NORMALS: &str = "32FC3";
/// ROS name of the format of displacements: two `f32` a pixel. [px]
const FLOW: &str = "32FC2";
/// ROS name of the format of temperatures: one `f32` a pixel. [°C]
const TEMPERATURES: &str = "32FC1";

struct CameraPublisher<N: Node> {
    images: PictureTopic<N>,
    /// Images of the classes, and names, of a segmentation camera.
    segments: Option<(PictureTopic<N>, LabelTopics<N>)>,
    compressed: Option<CompressedTopic<N>>,
    infos: N::Sender<sensor_msgs::CameraInfo<N::Header>>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
    encoding: &'static str,
    pixels: Pixels,
    layout: ImageLayout,
}

/// Opens the topics of a color camera. In ROS 2, the option `encoding` sets the pixel format. ROS 1 has that of MORSE 1.4.
pub(super) fn colors<N: Node>(stream: Stream<'_, N>) -> Opened {
    let encoding = match N::ROS {
        Version::Ros1 => RGBA,
        Version::Ros2 => stream.options.one_of("encoding", &[RGB, RGBA])?,
    };
    open(stream, encoding, Pixels::Picture)
}

/// Opens the topics of a depth camera.
pub(super) fn depth<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, DEPTH, Pixels::Picture)
}

/// Opens the topics of a camera of surface normals.
pub(super) fn normals<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, NORMALS, Pixels::Numbers)
}

/// Opens the topics of a camera of the optical flow.
pub(super) fn flow<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, FLOW, Pixels::Numbers)
}

/// Opens the topics of a thermal camera.
pub(super) fn temperatures<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, TEMPERATURES, Pixels::Numbers)
}

/// Opens the topics of a segmentation camera.
pub(super) fn segments<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, LABELS, Pixels::Numbers)
}

/// Opens the topics of a camera. `encoding` is the ROS name of the pixel format.
fn open<N: Node>(stream: Stream<'_, N>, encoding: &'static str, pixels: Pixels) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let images = PictureTopic::open(streams, plan, &plan.suffixed)?;
    let infos = advertise(streams, plan, &format!("{}/camera_info", plan.topic))?;
    let compressed = match encoding {
        DEPTH if spec.kind == DataKind::DepthImage && pixels == Pixels::Picture => {
            CompressedTopic::of_depth(streams, plan, options)?
        }
        RGB | RGBA => CompressedTopic::of_colors(streams, plan, options)?,
        // A z-buffer is not a depth.
        _ => None,
    };
    let segments = match encoding {
        LABELS => {
            let classes = PictureTopic::open(streams, plan, &format!("{}/class_image", plan.topic))?;
            Some((classes, LabelTopics::open(streams, plan)?))
        }
        _ => None,
    };
    Ok(Box::new(CameraPublisher::<N> {
        images,
        segments,
        compressed,
        infos,
        headers: Headers::new(&plan.frame),
        transform,
        encoding,
        pixels,
        layout: depths::initial(spec),
    }))
}

impl<N: Node> Publisher for CameraPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        // There is no image before the first capture.
        let Some(picture) = image(sample) else { return };
        let header: N::Header = self.headers.next(sample);
        let layout = depths::of_sample(sample, self.layout);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        if compressed || self.images.has_listeners() {
            let picture = RawPicture::new(picture, layout, N::ROS, self.encoding, self.pixels);
            if let Some(compressed) = &mut self.compressed {
                compressed.publish(&header, &picture);
            }
            if self.images.has_listeners() {
                self.images.send(header.clone(), picture);
            }
        }
        if let Some((classes, labels)) = &mut self.segments {
            if let Some(picture) = image_of(sample, "classes").filter(|_| classes.has_listeners()) {
                classes.send(
                    header.clone(),
                    RawPicture::new(picture, layout, N::ROS, self.encoding, self.pixels),
                );
            }
            labels.publish(sample, &header);
        }
        if self.infos.has_listeners() {
            let intrinsic = matrix(sample, "intrinsic_matrix");
            self.infos.send(&camera_info::<N>(header, picture, &intrinsic, &layout));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        let segments = self
            .segments
            .as_ref()
            .is_some_and(|(classes, labels)| classes.has_listeners() || labels.is_waiting());
        audience(
            self.images.has_listeners() || compressed || segments || self.infos.has_listeners() || transform,
        )
    }
}

/// The parameters of a camera. In ROS 1, a lens without distortion has one coefficient, as in MORSE 1.4. The picture of the
/// undistorted camera has the same camera matrix. For a camera to the right of the first one of a rectified pair, P projects
/// points in the frame of the first camera.
fn camera_info<N: Node>(
    header: N::Header,
    picture: &Image,
    intrinsic: &DMat3,
    layout: &ImageLayout,
) -> sensor_msgs::CameraInfo<N::Header> {
    let distortion = &layout.distortion;
    let is_plain = *distortion == DistortionLayout::default();
    let coefficients = distortion.coefficients();
    let coefficients = if is_plain && N::ROS == Version::Ros1 { &coefficients[..1] } else { coefficients };
    let [a, b, c] = [0, 1, 2].map(|row| intrinsic.row(row).to_array());
    sensor_msgs::CameraInfo {
        header,
        height: picture.height,
        width: picture.width,
        distortion_model: distortion.model.name().to_owned(),
        d: coefficients.to_vec(),
        k: [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]],
        r: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: [a[0], a[1], a[2], -a[0] * layout.baseline_m, b[0], b[1], b[2], 0.0, c[0], c[1], c[2], 0.0],
        ..Default::default()
    }
}
