//! Encoders for outgoing streams, by class path.

mod camera;
mod joints;

use morse_sim::contract::data::FieldInfo;
use morse_sim::transport::stream::Sample;

use camera::Camera;
use joints::Joints;

use crate::json::RecordEncoder;

/// Class paths of outgoing streams.
pub const PUBLISHERS: [&str; 5] = [
    "morse.middleware.socket_datastream.SocketPublisher",
    "morse.middleware.sockets.video_camera.VideoCameraPublisher",
    "morse.middleware.sockets.video_camera.Video8uPublisher",
    "morse.middleware.sockets.depth_camera.DepthCameraPublisher",
    "morse.middleware.sockets.jointstate.PR2JointStatePublisher",
];

/// Encodes the samples of one stream as lines.
#[derive(Debug)]
pub(super) enum Codec {
    Record(RecordEncoder),
    Camera(Camera),
    Joints(Joints),
}

impl Codec {
    /// The codec of a stream class for a component with these fields.
    pub(super) fn new(class: &str, fields: &[FieldInfo]) -> Result<Self, String> {
        let [record, video, grey, depth, joints] = PUBLISHERS;
        Ok(if class == record {
            Self::Record(RecordEncoder::new(fields))
        } else if class == video {
            Self::Camera(Camera::colour(fields)?)
        } else if class == grey {
            Self::Camera(Camera::grey(fields)?)
        } else if class == depth {
            Self::Camera(Camera::depth(fields)?)
        } else if class == joints {
            Self::Joints(Joints::new(fields))
        } else {
            return Err(format!("{class} is no outgoing socket stream; there are {}", PUBLISHERS.join(", ")));
        })
    }

    /// Appends the sample as one line. Returns `false` and appends nothing if there is nothing to send.
    pub(super) fn encode(&self, out: &mut Vec<u8>, sample: &Sample<'_>) -> bool {
        match self {
            Self::Record(record) => record.write(out, sample.timestamp_s, sample.data),
            Self::Camera(camera) => return camera.encode(out, sample),
            Self::Joints(joints) => joints.encode(out, sample),
        }
        true
    }
}

/// The index of the field called `name`.
fn index_of(fields: &[FieldInfo], name: &str) -> Option<usize> {
    fields.iter().position(|field| field.name == name)
}

/// The index of a field that a stream class requires.
fn required(fields: &[FieldInfo], name: &str, stream: &str) -> Result<usize, String> {
    index_of(fields, name).ok_or_else(|| {
        let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
        format!("{stream} needs a field `{name}`, and the component has {}", known.join(", "))
    })
}
