//! Boxes around objects: visible and without occlusion in the image, and in space.

use glam::{DQuat, DVec3};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream};
use crate::header::Header;
use crate::message::Message;
use crate::messages::{geometry_msgs, vision_msgs};
use crate::node_interface::{Node, Sender, Version};
use crate::streams::Streams;
use crate::streams::fields::field;
use crate::streams::topic::{Headers, Plan, SensorTransform, advertise, audience};

/// An object of a reading.
struct Detection {
    id: i64,
    name: String,
    class: String,
    class_id: i64,
    /// Boxes around the visible pixels and around all pixels: x and y of the middle, width and height. [px]
    visible: [f64; 4],
    full: [f64; 4],
    occlusion: f64,
    middle: DVec3,
    rotation: DQuat,
    size: DVec3,
}

impl Detection {
    fn of(value: &Value) -> Option<Self> {
        let map = value.as_map()?;
        let text = |name: &str| Some(map.get(name)?.as_str()?.to_owned());
        let vector = |name: &str| {
            let parts: Option<Vec<f64>> = map.get(name)?.as_list()?.iter().map(Value::as_f64).collect();
            <[f64; 3]>::try_from(parts?).ok().map(DVec3::from_array)
        };
        let turned = map.get("orientation")?.as_map()?;
        let [x, y, z, w] = numbers(turned, ["x", "y", "z", "w"])?;
        Some(Self {
            id: map.get("id")?.as_i64()?,
            name: text("name")?,
            class: text("class")?,
            class_id: map.get("class_id")?.as_i64()?,
            visible: box_of(map, "visible")?,
            full: box_of(map, "full")?,
            occlusion: map.get("occlusion")?.as_f64()?,
            middle: vector("position")?,
            rotation: DQuat::from_xyzw(x, y, z, w),
            size: vector("size")?,
        })
    }

    /// The share of pixels that are not occluded.
    fn score(&self) -> f64 {
        1.0 - self.occlusion
    }

    fn pose(&self) -> geometry_msgs::Pose {
        let (at, turned) = (self.middle, self.rotation);
        geometry_msgs::Pose {
            position: geometry_msgs::Point { x: at.x, y: at.y, z: at.z },
            orientation: geometry_msgs::Quaternion { x: turned.x, y: turned.y, z: turned.z, w: turned.w },
        }
    }

    fn size(&self) -> geometry_msgs::Vector3 {
        geometry_msgs::Vector3 { x: self.size.x, y: self.size.y, z: self.size.z }
    }
}

fn numbers<const N: usize>(map: &Map, names: [&str; N]) -> Option<[f64; N]> {
    let all: Option<Vec<f64>> = names.iter().map(|name| map.get(name)?.as_f64()).collect();
    all?.try_into().ok()
}

fn box_of(map: &Map, name: &str) -> Option<[f64; 4]> {
    let [x, y, width, height] = numbers(map.get(name)?.as_map()?, ["x", "y", "width", "height"])?;
    Some([x + width / 2.0, y + height / 2.0, width, height])
}

/// Makes the messages of one version of ROS.
trait Form<H: Header>: Send + 'static {
    type Flat: Message;
    type Spatial: Message;
    /// Boxes in the image, of all pixels (`full`) or of visible ones.
    fn flat(header: H, all: &[Detection], full: bool) -> Self::Flat;
    /// Boxes in space.
    fn spatial(header: H, all: &[Detection]) -> Self::Spatial;
}

/// vision_msgs of ROS 1, whose classes are numbers.
struct OfRos1;

/// vision_msgs of ROS 2, whose classes are names.
struct OfRos2;

fn with_covariance(pose: geometry_msgs::Pose) -> geometry_msgs::PoseWithCovariance {
    geometry_msgs::PoseWithCovariance { pose, ..Default::default() }
}

fn flat_box(all: &Detection, full: bool) -> [f64; 4] {
    if full { all.full } else { all.visible }
}

impl<H: Header> Form<H> for OfRos1 {
    type Flat = vision_msgs::Detection2DArray<H>;
    type Spatial = vision_msgs::Detection3DArray<H>;

    fn flat(header: H, all: &[Detection], full: bool) -> Self::Flat {
        let detection = |one: &Detection| {
            let [x, y, size_x, size_y] = flat_box(one, full);
            let center = geometry_msgs::Pose2D { x, y, theta: 0.0 };
            vision_msgs::Detection2D {
                header: header.clone(),
                results: vec![ros1_result(one)],
                bbox: vision_msgs::BoundingBox2D { center, size_x, size_y },
                ..Default::default()
            }
        };
        let detections = all.iter().map(detection).collect();
        vision_msgs::Detection2DArray { header, detections }
    }

    fn spatial(header: H, all: &[Detection]) -> Self::Spatial {
        let detection = |one: &Detection| vision_msgs::Detection3D {
            header: header.clone(),
            results: vec![ros1_result(one)],
            bbox: vision_msgs::BoundingBox3D { center: one.pose(), size: one.size() },
            ..Default::default()
        };
        let detections = all.iter().map(detection).collect();
        vision_msgs::Detection3DArray { header, detections }
    }
}

fn ros1_result(one: &Detection) -> vision_msgs::ObjectHypothesisWithPose {
    let pose = with_covariance(one.pose());
    vision_msgs::ObjectHypothesisWithPose { id: one.class_id, score: one.score(), pose }
}

impl<H: Header> Form<H> for OfRos2 {
    type Flat = vision_msgs::Detection2DArray2<H>;
    type Spatial = vision_msgs::Detection3DArray2<H>;

    fn flat(header: H, all: &[Detection], full: bool) -> Self::Flat {
        let detection = |one: &Detection| {
            let [x, y, size_x, size_y] = flat_box(one, full);
            let position = vision_msgs::Point2D2 { x, y };
            let center = vision_msgs::Pose2D2 { position, theta: 0.0 };
            vision_msgs::Detection2D2 {
                header: header.clone(),
                results: vec![ros2_result(one)],
                bbox: vision_msgs::BoundingBox2D2 { center, size_x, size_y },
                id: one.id.to_string(),
            }
        };
        let detections = all.iter().map(detection).collect();
        vision_msgs::Detection2DArray2 { header, detections }
    }

    fn spatial(header: H, all: &[Detection]) -> Self::Spatial {
        let detection = |one: &Detection| vision_msgs::Detection3D2 {
            header: header.clone(),
            results: vec![ros2_result(one)],
            bbox: vision_msgs::BoundingBox3D2 { center: one.pose(), size: one.size() },
            id: one.id.to_string(),
        };
        let detections = all.iter().map(detection).collect();
        vision_msgs::Detection3DArray2 { header, detections }
    }
}

/// The class is that of the object, or else its name.
fn ros2_result(one: &Detection) -> vision_msgs::ObjectHypothesisWithPose2 {
    let class_id = if one.class.is_empty() { &one.name } else { &one.class }.clone();
    let hypothesis = vision_msgs::ObjectHypothesis2 { class_id, score: one.score() };
    vision_msgs::ObjectHypothesisWithPose2 { hypothesis, pose: with_covariance(one.pose()) }
}

struct DetectionPublisher<N: Node, F: Form<N::Header>> {
    visible: N::Sender<F::Flat>,
    full: N::Sender<F::Flat>,
    spatial: N::Sender<F::Spatial>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
}

/// Opens the topics `boxes_2d`, `boxes_2d_full` and `boxes_3d` of a camera.
pub(super) fn open<N: Node>(stream: Stream<'_, N>) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    match N::ROS {
        Version::Ros1 => open_as::<N, OfRos1>(streams, plan, transform),
        Version::Ros2 => open_as::<N, OfRos2>(streams, plan, transform),
    }
}

fn open_as<N: Node, F: Form<N::Header>>(
    streams: &Streams<N>,
    plan: &Plan,
    transform: Option<SensorTransform<N>>,
) -> Opened {
    Ok(Box::new(DetectionPublisher::<N, F> {
        visible: advertise(streams, plan, &plan.suffixed)?,
        full: advertise(streams, plan, &format!("{}_full", plan.suffixed))?,
        spatial: advertise(streams, plan, &format!("{}/boxes_3d", plan.topic))?,
        headers: Headers::new(&plan.frame),
        transform,
    }))
}

impl<N: Node, F: Form<N::Header>> Publisher for DetectionPublisher<N, F> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let Some(Field::List(boxes)) = field(sample, "boxes") else { return };
        let all: Vec<Detection> = boxes.iter().filter_map(Detection::of).collect();
        let header = || self.headers.next(sample);
        if self.visible.has_listeners() {
            self.visible.send(&F::flat(header(), &all, false));
        }
        if self.full.has_listeners() {
            self.full.send(&F::flat(header(), &all, true));
        }
        if self.spatial.has_listeners() {
            self.spatial.send(&F::spatial(header(), &all));
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        let boxes = self.visible.has_listeners() || self.full.has_listeners() || self.spatial.has_listeners();
        audience(boxes || transform)
    }
}
