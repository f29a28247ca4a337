//! The default message of a stream: an object with the time stamp and all fields of a component, in order, followed
//! by additional values.

use morse_sim::contract::data::{Data, FieldInfo};

use super::{write_field, write_float, write_or_null, write_text};

/// Encodes the data of one component. Keys are encoded once.
#[derive(Debug)]
pub struct RecordEncoder {
    /// Separator and key before the value of each field: `, "x": `.
    keys: Vec<Box<[u8]>>,
}

impl RecordEncoder {
    /// Creates an encoder for a component with these fields.
    #[must_use]
    pub fn new(fields: &[FieldInfo]) -> Self {
        let key = |field: &FieldInfo| {
            let mut key = b", ".to_vec();
            write_text(&mut key, field.name);
            key.extend_from_slice(b": ");
            key.into_boxed_slice()
        };
        Self { keys: fields.iter().map(key).collect() }
    }

    /// Appends the message as one line.
    pub fn write(&self, out: &mut Vec<u8>, timestamp_s: f64, data: &dyn Data) {
        out.extend_from_slice(b"{\"timestamp\": ");
        write_float(out, timestamp_s);
        for (index, key) in self.keys.iter().enumerate() {
            if let Some(field) = data.get(index) {
                out.extend_from_slice(key);
                write_field(out, field);
            }
        }
        for (name, value) in data.open().into_iter().flatten() {
            out.extend_from_slice(b", ");
            write_text(out, name);
            out.extend_from_slice(b": ");
            write_or_null(out, value);
        }
        out.extend_from_slice(b"}\n");
    }
}
