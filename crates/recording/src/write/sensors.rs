//! Readings: as a message of ROS 2 where the kind of data has one, and as JSON what that message does not
//! hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use morse::{Sample, Simulation};
use morse_ros::mapping::{Frame, Output, PUBLISHERS_BY_KIND, Transforms};
use morse_ros::names::topic_of;
use morse_ros::{Streams, Version};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::FieldInfo;
use morse_sim::engine::stream_description::StreamDescription;
use morse_sim::transport::stream::Publisher;
use morse_sim::{Map, SensorId};

use super::batch::Messages;
use super::inputs;
use super::json_data::JsonData;
use super::node::RecordingNode;
use super::readings::Readings;
use crate::format::{WORLD_FRAME, data_schema};

/// How the data of a kind are recorded.
enum Form {
    /// As a message of ROS 2 that holds these fields, or all of them.
    Message(Option<&'static [&'static str]>),
    /// As JSON only: the message of ROS 2 would lose digits or meaning.
    Json,
}

fn form(kind: DataKind) -> Form {
    use DataKind as K;
    const POSE: &[&str] = &["x", "y", "z", "yaw", "pitch", "roll"];
    Form::Message(Some(match kind {
        K::JointState | K::PanTilt => return Form::Message(None),
        K::Pose => POSE,
        K::Attitude => &["yaw", "pitch", "roll"],
        K::Position | K::Point => &["x", "y", "z"],
        K::AttitudeRate => &["rotation", "angular_velocity"],
        K::Twist => &["linear_velocity", "angular_velocity"],
        K::Wrench => &["force", "torque"],
        K::Acceleration => &["acceleration", "angular_acceleration"],
        K::Imu => &["angular_velocity", "linear_acceleration"],
        K::Odometry => &["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wx", "wy", "wz"],
        K::NavSatFix => &["longitude", "latitude", "altitude"],
        K::LaserScan => &["point_list", "range_list", "remission_list"],
        // Only the shortest of the ranges is in the message, and the magnetic field is there along other axes.
        K::Range | K::MagneticField => &[],
        K::PointCloud => &["points", "nb_points"],
        K::Image | K::DepthImage | K::DepthBuffer | K::NormalImage | K::FlowImage | K::ThermalImage => {
            &["image", "intrinsic_matrix"]
        }
        K::Segmentation => &["image", "classes", "intrinsic_matrix"],
        K::Temperature => &["temperature"],
        K::Pressure => &["pressure"],
        _ => return Form::Json,
    }))
}

/// Fields that a message neither holds nor is made of, where there are any.
fn unread(output: Option<Output>) -> &'static [&'static str] {
    match output {
        // The points are ranges and directions.
        Some(Output::LaserScan) => &["point_list"],
        // The ranges are the distances of the points.
        Some(Output::LaserPoints) => &["range_list"],
        _ => &[],
    }
}

/// On the thread of the simulation: the sensors with channels, and the copied parts of their readings.
pub(super) struct Sensors {
    messages: Messages,
    streams: Streams<RecordingNode>,
    /// A sensor that was removed and came back has another identifier.
    known: BTreeMap<SensorId, Known>,
    /// Channels of JSON by topic: a sensor that comes back finds its own again.
    json: BTreeMap<String, usize>,
}

/// A sensor that has read.
struct Known {
    /// Its number, in the order of first readings.
    number: usize,
    /// Which fields are copied.
    copied: Vec<bool>,
}

/// The channels of a sensor.
pub(super) struct SensorChannels {
    message: Option<Box<dyn Publisher>>,
    /// Channel of JSON, and which fields are in it: those for which this is true.
    data: Option<(usize, Vec<bool>)>,
}

impl SensorChannels {
    /// Encodes a reading.
    pub(super) fn encode(&mut self, messages: &Messages, sample: &Sample<'_>) {
        if let Some(message) = &mut self.message {
            message.publish(sample);
        }
        if let Some((channel, fields)) = &self.data {
            let data = JsonData { data: sample.data, fields };
            messages.with(|builder| inputs::add(builder, *channel, &data));
        }
    }

    /// Which fields it encodes.
    fn used(&self, sensor: &StreamDescription, output: Option<Output>) -> Vec<bool> {
        let left_out = if self.message.is_some() { unread(output) } else { &[] };
        sensor.fields.iter().map(|field| !left_out.contains(&field.name)).collect()
    }
}

impl Sensors {
    pub(super) fn new(messages: &Messages, node: Arc<RecordingNode>) -> Self {
        let (known, json) = (BTreeMap::new(), BTreeMap::new());
        Self { messages: messages.clone(), streams: Streams::new(node), known, json }
    }

    /// Copies the readings of a tick.
    pub(super) fn copy(
        &mut self,
        simulation: &Simulation,
        new_sensors: &mut Vec<SensorChannels>,
        readings: &mut Readings,
    ) {
        for (id, sample) in simulation.fresh_sensors() {
            if let Some(Known { number, copied }) = self.known.get(&id) {
                readings.add(*number, &sample, copied);
            } else if let Some(described) = simulation.describe_stream(simulation.component_name(id)) {
                let channels = self.open(&described);
                let copied = channels.used(&described, self.output(&described));
                let known = Known { number: self.known.len(), copied };
                new_sensors.push(channels);
                readings.add(known.number, &sample, &known.copied);
                self.known.insert(id, known);
            }
        }
    }

    fn open(&mut self, sensor: &StreamDescription) -> SensorChannels {
        let form = form(sensor.kind);
        let message = match form {
            Form::Json => None,
            Form::Message(_) => self.open_message(sensor),
        };
        let held = |field: &FieldInfo| match form {
            Form::Message(None) => true,
            Form::Message(Some(fields)) => fields.contains(&field.name),
            Form::Json => false,
        };
        let fields: Vec<bool> = sensor.fields.iter().map(|field| message.is_none() || !held(field)).collect();
        if message.is_some() && !fields.contains(&true) {
            return SensorChannels { message, data: None };
        }
        let suffix = if message.is_some() { "/data" } else { "" };
        let topic = format!("{}{suffix}", topic_of(&sensor.component));
        let channel = match self.json.get(&topic) {
            Some(channel) => *channel,
            None => {
                let described: Vec<FieldInfo> = sensor
                    .fields
                    .iter()
                    .zip(&fields)
                    .filter(|(_, used)| **used)
                    .map(|(info, _)| *info)
                    .collect();
                let schema = data_schema(&sensor.component_class, &described);
                let channel = self.messages.with(|builder| inputs::open(builder, &topic, schema));
                self.json.insert(topic, channel);
                channel
            }
        };
        SensorChannels { message, data: Some((channel, fields)) }
    }

    /// The codec of the message of ROS 2.
    fn output(&self, sensor: &StreamDescription) -> Option<Output> {
        let [class, _] = PUBLISHERS_BY_KIND;
        self.streams.output_of(&sensor.spec(class, &Map::new())).ok()
    }

    /// The publisher of the message of ROS 2. Where it cannot be opened, for instance because of a name that ROS
    /// forbids, the data are recorded as JSON.
    fn open_message(&self, sensor: &StreamDescription) -> Option<Box<dyn Publisher>> {
        let [class, _] = PUBLISHERS_BY_KIND;
        let output = self.output(sensor)?;
        let options = options(sensor, output);
        let opened = self.streams.open_publisher(&sensor.spec(class, &options));
        opened.inspect_err(|error| tracing::debug!("{error}; its readings are recorded as JSON")).ok()
    }
}

/// Frames are named after the objects of the scene, so that those of several robots differ.
fn options(sensor: &StreamDescription, output: Output) -> Map {
    debug_assert_eq!(<RecordingNode as morse_ros::Node>::ROS, Version::Ros2);
    let info = output.info();
    let mut options = Map::new();
    let frame = match (output, info.frame) {
        (_, Frame::None) => None,
        (Output::Odometry, _) => Some(format!("{}/odom", sensor.component)),
        (Output::Twist, _) => Some(sensor.robot.clone()),
        (_, Frame::OfWorld(_) | Frame::MapUnlessRelative) => Some(WORLD_FRAME.to_owned()),
        (_, Frame::Topic | Frame::Optical | Frame::OfSensor(_) | Frame::Name) => {
            Some(sensor.component.clone())
        }
    };
    if let Some(frame) = frame {
        options.insert("frame_id", frame);
    }
    if matches!(info.transforms, Transforms::OfData(_)) {
        options.insert("child_frame_id", sensor.robot.clone());
    }
    if matches!((output, sensor.kind), (Output::Image, _) | (Output::DepthImage, DataKind::DepthImage)) {
        options.insert("compressed_format", "none");
    }
    if output == Output::Image {
        options.insert("encoding", "rgba8");
    }
    options
}
