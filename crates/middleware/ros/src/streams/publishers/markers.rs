//! Fiducial markers: the messages of the detector of AprilTags, and a transform for each marker.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_scene::value::Value;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Audience, Publisher, Sample};
use morse_world::Pose;

use super::{Opened, Stream};
use crate::header::Header;
use crate::message::Message;
use crate::messages::{apriltag_msgs, apriltag_ros, geometry_msgs};
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::field;
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};
use crate::streams::transforms::Broadcaster;

/// The order of corners in messages: from the lower left one against the clock, as the AprilTag library has them. Readings
/// begin with the upper left one and go with the clock.
const CORNERS: [usize; 4] = [3, 2, 1, 0];

/// A marker of a reading.
struct Marker {
    family: String,
    id: i32,
    size_m: f64,
    hamming: i32,
    contrast: f64,
    /// Column and row. [px]
    center: [f64; 2],
    corners: [[f64; 2]; 4],
    homography: [f64; 9],
    pose: Pose,
}

impl Marker {
    fn of(value: &Value) -> Option<Self> {
        let map = value.as_map()?;
        let number = |name: &str| map.get(name)?.as_f64();
        let whole = |name: &str| i32::try_from(map.get(name)?.as_i64()?).ok();
        let turned = map.get("orientation")?.as_map()?;
        let part = |name: &str| turned.get(name)?.as_f64();
        let corners = map.get("corners")?.as_list()?.iter().map(numbers).collect::<Option<Vec<_>>>()?;
        Some(Self {
            family: map.get("family")?.as_str()?.to_owned(),
            id: whole("id")?,
            size_m: number("size")?,
            hamming: whole("hamming")?,
            contrast: number("contrast")?,
            center: numbers(map.get("center")?)?,
            corners: corners.try_into().ok()?,
            homography: numbers(map.get("homography")?)?,
            pose: Pose {
                translation: DVec3::from_array(numbers(map.get("position")?)?),
                rotation: DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?),
            },
        })
    }

    /// The name of its frame, as the nodes of AprilTag have it.
    fn frame(&self) -> String {
        format!("{}:{}", self.family, self.id)
    }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let all: Option<Vec<f64>> = value.as_list()?.iter().map(Value::as_f64).collect();
    all?.try_into().ok()
}

/// Makes the messages of one version of ROS.
trait Form<H: Header>: Send + 'static {
    type Array: Message;
    fn array(header: H, markers: &[Marker]) -> Self::Array;
}

/// Messages of the package `apriltag_ros`, which is for ROS 1.
struct OfRos1;

/// Messages of the package `apriltag_msgs`, which is for ROS 2.
struct OfRos2;

impl<H: Header> Form<H> for OfRos1 {
    type Array = apriltag_ros::AprilTagDetectionArray<H>;

    fn array(header: H, markers: &[Marker]) -> Self::Array {
        let detection = |marker: &Marker| {
            let (at, turned) = (marker.pose.translation, marker.pose.rotation);
            let pose = geometry_msgs::Pose {
                position: geometry_msgs::Point { x: at.x, y: at.y, z: at.z },
                orientation: geometry_msgs::Quaternion { x: turned.x, y: turned.y, z: turned.z, w: turned.w },
            };
            let pose = geometry_msgs::PoseWithCovariance { pose, ..Default::default() };
            apriltag_ros::AprilTagDetection {
                id: vec![marker.id],
                size: vec![marker.size_m],
                pose: geometry_msgs::PoseWithCovarianceStamped { header: header.clone(), pose },
            }
        };
        let detections = markers.iter().map(detection).collect();
        apriltag_ros::AprilTagDetectionArray { header, detections }
    }
}

impl<H: Header> Form<H> for OfRos2 {
    type Array = apriltag_msgs::AprilTagDetectionArray<H>;

    fn array(header: H, markers: &[Marker]) -> Self::Array {
        let point = |[x, y]: [f64; 2]| apriltag_msgs::Point { x, y };
        let detection = |marker: &Marker| apriltag_msgs::AprilTagDetection {
            family: marker.family.clone(),
            id: marker.id,
            hamming: marker.hamming,
            // Not used by version 3 of the library.
            goodness: 0.0,
            decision_margin: marker.contrast as f32,
            centre: point(marker.center),
            corners: CORNERS.map(|nth| point(marker.corners[nth])),
            homography: marker.homography,
        };
        let detections = markers.iter().map(detection).collect();
        apriltag_msgs::AprilTagDetectionArray { header, detections }
    }
}

struct MarkerPublisher<N: Node, F: Form<N::Header>> {
    sender: N::Sender<F::Array>,
    headers: Headers,
    /// The frame of the camera.
    frame: String,
    transform: Option<SensorTransform<N>>,
    /// Sends the transforms of the markers, unless the scene wants none.
    markers: Option<Arc<Broadcaster<N>>>,
}

/// Opens the topic `detections` of a camera.
pub(super) fn open<N: Node>(stream: Stream<'_, N>) -> Opened {
    match N::ROS {
        Version::Ros1 => open_as::<N, OfRos1>(stream),
        Version::Ros2 => open_as::<N, OfRos2>(stream),
    }
}

fn open_as<N: Node, F: Form<N::Header>>(stream: Stream<'_, N>) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let has_transforms = options.flag("pub_tf")? != Some(false);
    if has_transforms {
        streams.transforms.open()?;
    }
    Ok(Box::new(MarkerPublisher::<N, F> {
        sender: advertise(streams, plan, &plan.suffixed)?,
        headers: Headers::new(&plan.frame),
        frame: plan.frame.clone(),
        transform: SensorTransform::open(streams, spec, plan, options)?,
        markers: has_transforms.then(|| Arc::clone(&streams.transforms)),
    }))
}

impl<N: Node, F: Form<N::Header>> Publisher for MarkerPublisher<N, F> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let Some(Field::List(markers)) = field(sample, "markers") else { return };
        let markers: Vec<Marker> = markers.iter().filter_map(Marker::of).collect();
        if self.sender.has_listeners() {
            self.sender.send(&F::array(self.headers.next(sample), &markers));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
        if let Some(transforms) = &self.markers {
            for marker in &markers {
                transforms.send(sample.stamp_ns, &self.frame, &marker.frame(), marker.pose);
            }
        }
    }

    fn audience(&self) -> Audience {
        let transforms = self.markers.as_ref().is_some_and(|transforms| transforms.has_listeners());
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        audience(self.sender.has_listeners() || transforms || transform)
    }
}
