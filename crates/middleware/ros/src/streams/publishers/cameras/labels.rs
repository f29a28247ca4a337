//! Names of the objects and classes of a segmentation camera.

use std::collections::BTreeMap;

use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;

use crate::json;
use crate::messages::std_msgs;
use crate::messages::vision_msgs::{LabelInfo, VisionClass};
use crate::node_interface::{Node, Profile, Sender, Version};
use crate::streams::fields::field;
use crate::streams::topic::Plan;
use crate::streams::{LOG, Streams};

/// Topics with the names, which latch: `label_info` of classes and `instance_info` of objects in ROS 2; `labels` with a JSON
/// list in ROS 1, which has no message for them.
pub(super) struct LabelTopics<N: Node> {
    topic: String,
    senders: Senders<N>,
    /// The names that were sent last.
    sent: Option<Vec<Value>>,
}

enum Senders<N: Node> {
    Text(N::Sender<std_msgs::String>),
    Infos { classes: N::Sender<LabelInfo<N::Header>>, instances: N::Sender<LabelInfo<N::Header>> },
}

impl<N: Node> LabelTopics<N> {
    pub(super) fn open(streams: &Streams<N>, plan: &Plan) -> Result<Self, String> {
        let node = &streams.node;
        let topic = |name: &str| format!("{}/{name}", plan.topic);
        let senders = match N::ROS {
            Version::Ros1 => {
                Senders::Text(node.advertise(&topic("labels"), Profile::TfStatic, 1).map_err(text)?)
            }
            Version::Ros2 => Senders::Infos {
                classes: node.advertise(&topic("label_info"), Profile::TfStatic, 1).map_err(text)?,
                instances: node.advertise(&topic("instance_info"), Profile::TfStatic, 1).map_err(text)?,
            },
        };
        Ok(Self { topic: plan.topic.clone(), senders, sent: None })
    }

    /// Whether nothing was sent yet. Subscribers of a topic that latches are not counted, so the camera captures one image
    /// for them.
    pub(super) fn is_waiting(&self) -> bool {
        self.sent.is_none()
    }

    /// Sends the names if they changed.
    pub(super) fn publish(&mut self, sample: &Sample<'_>, header: &N::Header) {
        let Some(Field::List(labels)) = field(sample, "labels") else { return };
        if self.sent.as_deref() == Some(labels) {
            return;
        }
        self.sent = Some(labels.to_vec());
        match &mut self.senders {
            Senders::Text(sender) => {
                sender.send(&std_msgs::String { data: json::text(&Value::List(labels.to_vec())) });
            }
            Senders::Infos { classes, instances } => {
                let maps = || labels.iter().filter_map(Value::as_map);
                classes.send(&info(
                    &self.topic,
                    header,
                    maps().filter_map(|map| entry(map, "class_id", "class")),
                ));
                instances.send(&info(&self.topic, header, maps().filter_map(|map| entry(map, "id", "name"))));
            }
        }
    }
}

fn text(error: crate::node_interface::NodeError) -> String {
    error.to_string()
}

/// Identifier and name; `None` for the identifier 0, which has no name.
fn entry(map: &Map, id: &str, name: &str) -> Option<(i64, String)> {
    let (id, name) = (map.get(id)?.as_i64()?, map.get(name)?.as_str()?);
    (id != 0).then(|| (id, name.to_owned()))
}

fn info<H: Clone>(topic: &str, header: &H, entries: impl Iterator<Item = (i64, String)>) -> LabelInfo<H> {
    let entries: BTreeMap<i64, String> = entries.collect();
    let count = entries.len();
    let class_map: Vec<VisionClass> = entries
        .into_iter()
        .filter_map(|(id, class_name)| Some(VisionClass { class_id: u16::try_from(id).ok()?, class_name }))
        .collect();
    if class_map.len() < count {
        tracing::warn!(target: LOG, "{topic}: LabelInfo has names for identifiers up to 65535; {} are missing", count - class_map.len());
    }
    LabelInfo { header: header.clone(), class_map, threshold: 0.0 }
}
