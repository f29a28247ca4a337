//! Images and the matching `CameraInfo`.

mod compressed;
mod compression;
mod raw_picture;

use std::sync::{Arc, Mutex, PoisonError};

use glam::DMat3;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{DistortionLayout, ImageLayout};
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream, depths};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender, Version};
use crate::streams::LOG;
use crate::streams::fields::{image, matrix};
use crate::streams::picture_thread::PictureThread;
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};
use compressed::CompressedTopic;
use raw_picture::RawPicture;

/// ROS name of the format of depth images: one `f32` a pixel. [m]
const DEPTH: &str = "32FC1";
/// ROS name of colors without alpha.
const RGB: &str = "rgb8";
/// ROS name of colors with alpha.
const RGBA: &str = "rgba8";

/// Number of pictures of a stream that wait to be sent. A fast run captures several while one is sent.
const WAITING_MAX: usize = 8;

type Images<N> = <N as Node>::Sender<sensor_msgs::Image<<N as Node>::Header>>;

struct CameraPublisher<N: Node> {
    topic: Arc<str>,
    pictures: Arc<PictureThread>,
    /// Not used for sending, so that the question for listeners does not wait while a picture is sent.
    listeners: Images<N>,
    images: Arc<Mutex<Images<N>>>,
    /// Number of pictures dropped because sending was too slow.
    dropped: u64,
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
    let listeners = advertise(streams, plan, &plan.suffixed)?;
    let images = Arc::new(Mutex::new(advertise(streams, plan, &plan.suffixed)?));
    let infos = advertise(streams, plan, &format!("{}/camera_info", plan.topic))?;
    let compressed = match encoding {
        DEPTH if spec.kind == DataKind::DepthImage => CompressedTopic::of_depth(streams, plan, options)?,
        // A z-buffer is not a depth.
        DEPTH => None,
        _ => CompressedTopic::of_colors(streams, plan, options)?,
    };
    Ok(Box::new(CameraPublisher::<N> {
        topic: plan.suffixed.as_str().into(),
        pictures: Arc::clone(&streams.pictures),
        listeners,
        images,
        dropped: 0,
        compressed,
        infos,
        headers: Headers::new(&plan.frame),
        transform,
        encoding,
        layout: depths::initial(spec),
    }))
}

impl<N: Node> CameraPublisher<N> {
    /// Encodes and sends a picture on the thread of pictures.
    fn send(&mut self, header: N::Header, picture: RawPicture) {
        let sender = Arc::clone(&self.images);
        let work = move || {
            let message = picture.message::<N>(header);
            let mut sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            sender.send(&message);
            sender.flush();
        };
        if N::ENCODES_AT_ONCE {
            work();
        } else if self.pictures.push(&self.topic, WAITING_MAX, work) {
            self.dropped += 1;
            if self.dropped.is_power_of_two() {
                tracing::warn!(
                    target: LOG,
                    "{}: pictures are captured faster than they are sent ({} dropped): lower the frequency or the size",
                    self.topic,
                    self.dropped
                );
            }
        }
    }
}

impl<N: Node> Publisher for CameraPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        // There is no image before the first capture.
        let Some(picture) = image(sample) else { return };
        let header: N::Header = self.headers.next(sample);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        if compressed || self.listeners.has_listeners() {
            let layout = depths::of_sample(sample, self.layout);
            let picture = RawPicture::new(picture, layout, N::ROS, self.encoding);
            if let Some(compressed) = &mut self.compressed {
                compressed.publish(&header, &picture);
            }
            if self.listeners.has_listeners() {
                self.send(header.clone(), picture);
            }
        }
        if self.infos.has_listeners() {
            let distortion = depths::of_sample(sample, self.layout).distortion;
            let intrinsic = matrix(sample, "intrinsic_matrix");
            self.infos.send(&camera_info::<N>(header, picture, &intrinsic, &distortion));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        let compressed = self.compressed.as_ref().is_some_and(CompressedTopic::has_listeners);
        audience(self.listeners.has_listeners() || compressed || self.infos.has_listeners() || transform)
    }
}

/// The parameters of a camera. In ROS 1, a lens without distortion has one coefficient, as in MORSE 1.4. The picture of the
/// undistorted camera has the same camera matrix.
fn camera_info<N: Node>(
    header: N::Header,
    picture: &Image,
    intrinsic: &DMat3,
    distortion: &DistortionLayout,
) -> sensor_msgs::CameraInfo<N::Header> {
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
        p: [a[0], a[1], a[2], 0.0, b[0], b[1], b[2], 0.0, c[0], c[1], c[2], 0.0],
        ..Default::default()
    }
}
