//! Encoders for outgoing streams, by class path.

use std::sync::atomic::{AtomicBool, Ordering};

use morse_json::RecordEncoder;
use morse_sim::contract::data::{Field, FieldInfo};
use morse_sim::transport::stream::Sample;

use super::{image, record};
use crate::bottle::{Dialect, Item};
use crate::log;
use crate::wire::Message;

/// Class paths of outgoing streams.
pub const PUBLISHERS: [&str; 6] = [
    "morse.middleware.yarp_datastream.YarpPublisher",
    "morse.middleware.yarp.laserscanner.YarpLaserScannerPublisher",
    "morse.middleware.yarp.laserscanner.YarpLaserScannerDistancePublisher",
    "morse.middleware.yarp.video_camera.YarpImagePublisher",
    "morse.middleware.yarp.video_depth_camera.YarpImageFloatPublisher",
    "morse.middleware.yarp.yarp_json.YarpJsonPublisher",
];

/// Encoder of one stream.
#[derive(Debug)]
pub(crate) struct Codec {
    form: Form,
    /// Whether fields that bottles cannot represent were logged.
    is_logged: AtomicBool,
}

#[derive(Debug)]
enum Form {
    /// The time stamp and all fields.
    Record,
    /// One field, by index, as a list.
    Field(usize),
    /// The image of a field, by index.
    Image(usize, &'static str),
    /// All fields as a JSON text.
    Json(RecordEncoder),
}

impl Codec {
    /// Creates the codec of a stream class for a component with these fields.
    pub(super) fn new(class: &str, fields: &[FieldInfo]) -> Result<Self, String> {
        let [whole, points, ranges, color, depth, json] = PUBLISHERS;
        let form = match class {
            class if class == whole => Form::Record,
            class if class == points => Form::Field(required(fields, "point_list", class)?),
            class if class == ranges => Form::Field(required(fields, "range_list", class)?),
            class if class == color => Form::Image(required(fields, "image", class)?, image::COLOR),
            class if class == depth => Form::Image(required(fields, "image", class)?, image::FLOAT),
            class if class == json => Form::Json(RecordEncoder::new(fields)),
            _ => {
                let known = PUBLISHERS.join(", ");
                return Err(format!("{class} is not an outgoing stream of YARP; there are {known}"));
            }
        };
        Ok(Self { form, is_logged: AtomicBool::new(false) })
    }

    /// Encodes a sample; `None` if there is nothing to send.
    pub(super) fn encode(&self, component: &str, sample: &Sample<'_>, dialect: Dialect) -> Option<Message> {
        let bottle = match &self.form {
            Form::Image(index, pixels) => match sample.data.get(*index) {
                Some(Field::Image(picture)) => return image::message(picture, pixels, dialect),
                _ => return None,
            },
            Form::Field(index) => {
                let mut bottle = Vec::new();
                // Cannot fail: the field of these classes is a list.
                let _ = record::push_field(&mut bottle, sample.data.get(*index)?);
                bottle
            }
            Form::Json(encoder) => {
                let mut line = Vec::new();
                encoder.write(&mut line, sample.timestamp_s, sample.data);
                line.pop_if(|last| *last == b'\n');
                vec![Item::Text(String::from_utf8_lossy(&line).into_owned())]
            }
            Form::Record => {
                let (bottle, omitted) = record::bottle(sample);
                if !omitted.is_empty() && !self.is_logged.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        target: log::STREAMS,
                        "{component}: a bottle cannot represent {}; omitted.", omitted.join(", ")
                    );
                }
                bottle
            }
        };
        Some(Message::data(&bottle, dialect))
    }
}

/// The index of a field that a stream class requires.
fn required(fields: &[FieldInfo], name: &str, class: &str) -> Result<usize, String> {
    fields.iter().position(|field| field.name == name).ok_or_else(|| {
        let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
        format!("{class} needs a field `{name}`, but the component has {}", known.join(", "))
    })
}
