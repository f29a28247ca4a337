//! Decoding: the bytes of a message as named values, by the schema of its channel.

mod cdr;
mod definition;
mod fields;
mod value;

use definition::Definitions;
pub use fields::{fields, rows};
pub use value::Value;

use crate::read::Channel;

/// Decodes the messages of a channel.
#[derive(Debug)]
pub struct Decoder(Form);

#[derive(Debug)]
enum Form {
    Json,
    Cdr(Definitions),
}

impl Decoder {
    /// The decoder of a channel.
    ///
    /// # Errors
    /// When its messages are neither JSON nor CDR with a schema of ROS 2, or the schema is malformed.
    pub fn new(channel: &Channel) -> Result<Self, String> {
        match (channel.encoding.as_str(), channel.schema_encoding.as_str()) {
            ("json", _) => Ok(Self(Form::Json)),
            ("cdr", "ros2msg") => {
                let text = std::str::from_utf8(&channel.definition)
                    .map_err(|_| format!("the schema of {} is not text", channel.topic))?;
                let definitions = Definitions::parse(&channel.schema, text)
                    .map_err(|problem| format!("the schema of {}: {problem}", channel.topic))?;
                Ok(Self(Form::Cdr(definitions)))
            }
            (encoding, schema) => Err(format!(
                "{} has messages in the encoding {encoding:?} with a schema in {schema:?}; this program decodes json, \
                 and cdr with ros2msg",
                channel.topic
            )),
        }
    }

    /// The values of a message.
    ///
    /// # Errors
    /// If its bytes do not match the schema.
    pub fn decode(&self, data: &[u8]) -> Result<Value, String> {
        match &self.0 {
            Form::Json => serde_json::from_slice::<serde_json::Value>(data)
                .map(Value::from)
                .map_err(|error| format!("a message is not JSON: {error}")),
            Form::Cdr(definitions) => cdr::decode(definitions, data),
        }
    }
}
