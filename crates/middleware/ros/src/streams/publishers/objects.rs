//! Objects in the view of a semantic camera: one text for all objects, and one transform per object.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Audience, Publisher, Sample};
use morse_world::Pose;

use super::{Opened, Stream};
use crate::json;
use crate::messages::std_msgs;
use crate::node_interface::{Node, Sender};
use crate::streams::fields::field;
use crate::streams::topic::{SensorTransform, advertise, audience};
use crate::streams::transforms::Broadcaster;

struct ObjectsPublisher<N: Node> {
    sender: N::Sender<std_msgs::String>,
    transforms: Arc<Broadcaster<N>>,
    /// The transform of the camera, if its frame moves on the robot.
    transform: Option<SensorTransform<N>>,
    /// Frame of the poses.
    frame: String,
    write: fn(&[Value]) -> String,
}

pub(super) fn json<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, |objects| json::text(&Value::List(objects.to_vec())))
}

pub(super) fn lisp<N: Node>(stream: Stream<'_, N>) -> Opened {
    open(stream, lisp_list)
}

fn open<N: Node>(stream: Stream<'_, N>, write: fn(&[Value]) -> String) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    streams.transforms.open()?;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let sender = advertise(streams, plan, &plan.suffixed)?;
    let transforms = Arc::clone(&streams.transforms);
    Ok(Box::new(ObjectsPublisher::<N> { sender, transforms, transform, frame: plan.frame.clone(), write }))
}

impl<N: Node> Publisher for ObjectsPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let objects = match field(sample, "visible_objects") {
            Some(Field::List(objects)) => objects,
            _ => &[],
        };
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
        for object in objects.iter().filter_map(Value::as_map) {
            if let (Some(name), Some(pose)) = (text(object, "name"), pose_of(object)) {
                self.transforms.send(sample.stamp_ns, &self.frame, name, pose);
            }
        }
        if self.sender.has_listeners() {
            self.sender.send(&std_msgs::String { data: (self.write)(objects) });
        }
    }

    fn audience(&self) -> Audience {
        audience(self.sender.has_listeners() || self.transforms.has_listeners())
    }
}

fn text<'a>(object: &'a Map, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_str)
}

fn pose_of(object: &Map) -> Option<Pose> {
    let position: Vec<f64> = object.get("position")?.as_list()?.iter().filter_map(Value::as_f64).collect();
    let orientation = object.get("orientation")?.as_map()?;
    let part = |name| orientation.get(name).and_then(Value::as_f64);
    Some(Pose {
        translation: DVec3::from_array(position.try_into().ok()?),
        rotation: DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?),
    })
}

/// The Lisp list `((name description x y z qx qy qz qw)(…))`, with `-` for a missing description.
fn lisp_list(objects: &[Value]) -> String {
    let mut out = String::from("(");
    for object in objects.iter().filter_map(Value::as_map) {
        let Some(Pose { translation: t, rotation: q }) = pose_of(object) else { continue };
        let description = text(object, "description").filter(|text| !text.is_empty()).unwrap_or("-");
        let numbers = [t.x, t.y, t.z, q.x, q.y, q.z, q.w].map(|number| repr(&Value::Float(number)));
        let name = text(object, "name").unwrap_or_default();
        out.push_str(&format!("({name} {description} {})", numbers.join(" ")));
    }
    out.push(')');
    out
}
