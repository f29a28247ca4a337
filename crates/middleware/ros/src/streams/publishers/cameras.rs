//! Images and the matching `CameraInfo`.

use glam::DMat3;
use morse_sim::contract::data::ImageLayout;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream, depths};
use crate::header::Header;
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::{image, matrix};
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};

/// Size of a pixel. [byte]
const PIXEL_STEP: u32 = 4;
/// ROS name of the format of depth images: one `f32` a pixel. [m]
pub(super) const DEPTH_ENCODING: &str = "32FC1";

struct CameraPublisher<N: Node> {
    images: N::Sender<sensor_msgs::Image<N::Header>>,
    infos: N::Sender<sensor_msgs::CameraInfo<N::Header>>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
    encoding: &'static str,
    layout: ImageLayout,
}

/// Opens the topics of a camera. `encoding` is the ROS name of the pixel format.
pub(super) fn open<N: Node>(stream: Stream<'_, N>, encoding: &'static str) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let images = advertise(streams, plan, &plan.suffixed)?;
    let infos = advertise(streams, plan, &format!("{}/camera_info", plan.topic))?;
    let (headers, layout) = (Headers::new(&plan.frame), depths::initial(spec));
    Ok(Box::new(CameraPublisher::<N> { images, infos, headers, transform, encoding, layout }))
}

impl<N: Node> CameraPublisher<N> {
    /// Encoding and bytes of an image. ROS 1 has those of MORSE 1.4.
    fn pixels(&self, sample: &Sample<'_>, picture: &Image) -> (&'static str, Vec<u8>) {
        if N::ROS == Version::Ros1 {
            return (self.encoding, picture.bytes.clone());
        }
        let layout = depths::of_sample(sample, self.layout);
        // A video camera may capture depths instead of colors.
        if picture.pixels == PixelKind::Color && self.encoding != DEPTH_ENCODING {
            return (self.encoding, depths::from_top(picture, &layout));
        }
        (DEPTH_ENCODING, depths::meters(picture, &layout))
    }
}

impl<N: Node> Publisher for CameraPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        // There is no image before the first capture.
        let Some(picture) = image(sample) else { return };
        let header: N::Header = self.headers.next(sample);
        if self.images.has_listeners() {
            let (encoding, data) = self.pixels(sample, picture);
            self.images.send(&sensor_msgs::Image {
                header: header.clone(),
                height: picture.height,
                width: picture.width,
                encoding: encoding.to_owned(),
                is_bigendian: 0,
                step: picture.width.saturating_mul(PIXEL_STEP),
                data,
            });
        }
        if self.infos.has_listeners() {
            self.infos.send(&camera_info(header, picture, &matrix(sample, "intrinsic_matrix")));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        audience(self.images.has_listeners() || self.infos.has_listeners() || transform)
    }
}

/// The parameters of a pinhole camera without distortion.
fn camera_info<H: Header>(header: H, picture: &Image, intrinsic: &DMat3) -> sensor_msgs::CameraInfo<H> {
    let [a, b, c] = [0, 1, 2].map(|row| intrinsic.row(row).to_array());
    sensor_msgs::CameraInfo {
        header,
        height: picture.height,
        width: picture.width,
        distortion_model: "plumb_bob".to_owned(),
        d: vec![0.0],
        k: [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]],
        r: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: [a[0], a[1], a[2], 0.0, b[0], b[1], b[2], 0.0, c[0], c[1], c[2], 0.0],
        ..Default::default()
    }
}
