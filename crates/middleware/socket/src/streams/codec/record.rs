//! The usual message: an object with the time stamp and all fields in order.

use morse_sim::data::FieldInfo;
use morse_sim::stream::Sample;

use crate::json::{write_field, write_float, write_text};

/// The fixed parts of the message, made once.
#[derive(Debug)]
pub(in crate::streams) struct Record {
    /// What stands before the value of each field: `, "x": `.
    keys: Vec<Box<[u8]>>,
}

impl Record {
    pub(super) fn new(fields: &[FieldInfo]) -> Self {
        let key = |field: &FieldInfo| {
            let mut key = b", ".to_vec();
            write_text(&mut key, field.name);
            key.extend_from_slice(b": ");
            key.into_boxed_slice()
        };
        Self { keys: fields.iter().map(key).collect() }
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>, sample: &Sample<'_>) {
        out.extend_from_slice(b"{\"timestamp\": ");
        write_float(out, sample.timestamp_s);
        for (index, key) in self.keys.iter().enumerate() {
            if let Some(field) = sample.data.get(index) {
                out.extend_from_slice(key);
                write_field(out, field);
            }
        }
        out.extend_from_slice(b"}\n");
    }
}
