//! Encoders for outgoing streams, by class path and encoding.

mod camera;
mod cbor;
mod joints;

use morse_sim::contract::data::FieldInfo;
use morse_sim::transport::stream::Sample;

use camera::Camera;
use joints::Joints;

use crate::json;
use crate::options::Encoding;

/// Class paths of outgoing streams.
pub const PUBLISHERS: [&str; 5] = [
    "morse.middleware.socket_datastream.SocketPublisher",
    "morse.middleware.sockets.video_camera.VideoCameraPublisher",
    "morse.middleware.sockets.video_camera.Video8uPublisher",
    "morse.middleware.sockets.depth_camera.DepthCameraPublisher",
    "morse.middleware.sockets.jointstate.PR2JointStatePublisher",
];

/// Encoder of one stream: lines of JSON, or CBOR items.
#[derive(Debug)]
pub(super) enum Codec {
    Record(json::RecordEncoder),
    CborRecord(cbor::RecordEncoder),
    Camera(Camera, Encoding),
    Joints(Joints, Encoding),
}

impl Codec {
    /// Creates the codec of a stream class for a component with these fields.
    pub(super) fn new(class: &str, encoding: Encoding, fields: &[FieldInfo]) -> Result<Self, String> {
        let [record, video, gray, depth, joints] = PUBLISHERS;
        if encoding == Encoding::SharedMemory {
            if !cfg!(target_os = "linux") {
                return Err("`encoding='shared_memory'` is for Linux".to_owned());
            }
            if ![video, gray, depth].contains(&class) {
                return Err(format!("`encoding='shared_memory'` is for pictures; {class} sends none"));
            }
        }
        Ok(if class == record {
            match encoding {
                Encoding::Json | Encoding::SharedMemory => Self::Record(json::RecordEncoder::new(fields)),
                Encoding::Cbor => Self::CborRecord(cbor::RecordEncoder::new(fields)),
            }
        } else if class == video {
            Self::Camera(Camera::color(fields)?.sharing(encoding), encoding)
        } else if class == gray {
            Self::Camera(Camera::gray(fields)?.sharing(encoding), encoding)
        } else if class == depth {
            Self::Camera(Camera::depth(fields)?.sharing(encoding), encoding)
        } else if class == joints {
            Self::Joints(Joints::new(fields), encoding)
        } else {
            return Err(format!(
                "{class} is not an outgoing socket stream; there are {}",
                PUBLISHERS.join(", ")
            ));
        })
    }

    /// Appends the sample as one message. Returns `false` if there is nothing to send.
    pub(super) fn encode(&self, out: &mut Vec<u8>, sample: &Sample<'_>) -> bool {
        match self {
            Self::Record(record) => record.write(out, sample.timestamp_s, sample.data),
            Self::CborRecord(record) => record.write(out, sample.timestamp_s, sample.data),
            Self::Camera(camera, encoding) => match camera.message(*encoding, sample) {
                Some(message) => message.write(out),
                None => return false,
            },
            Self::Joints(joints, Encoding::Json | Encoding::SharedMemory) => joints.encode(out, sample),
            Self::Joints(joints, Encoding::Cbor) => joints.encode_cbor(out, sample),
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
        format!("{stream} needs a field `{name}`, but the component has {}", known.join(", "))
    })
}
