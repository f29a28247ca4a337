//! Tables as CSV (RFC 4180, with line feeds).

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::growing_file::GrowingFile;
use super::names::FileNames;
use super::table::{Columns, Layout};
use super::{ExportError, Exported, Sink};
use crate::decode::Value;
use crate::read::Channel;

/// A table of a channel.
pub(super) struct Csv {
    topic: String,
    layout: Layout,
    file: GrowingFile,
    count: u64,
}

impl Csv {
    pub(super) fn create(
        channel: &Channel,
        columns: Columns,
        files: &mut FileNames,
    ) -> Result<Self, ExportError> {
        let path = files.file(&channel.topic)?;
        let layout = columns.layout();
        let failure = |error| ExportError::Write { path: path.clone(), error };
        let mut file = GrowingFile::create(&path).map_err(failure)?;
        let names = layout.columns.iter().map(|column| quoted(&column.name));
        let head: Vec<String> = std::iter::once("time_s".to_owned()).chain(names).collect();
        writeln!(file, "{}", head.join(",")).map_err(failure)?;
        Ok(Self { topic: channel.topic.clone(), layout, file, count: 0 })
    }

    fn failure(&self, error: std::io::Error) -> ExportError {
        ExportError::Write { path: self.file.path().to_owned(), error }
    }
}

impl Sink for Csv {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError> {
        let mut text = String::new();
        let time = seconds(time_ns);
        self.layout.rows(message, |cells| {
            text.push_str(&time);
            for value in cells {
                text.push(',');
                if let Some(value) = value {
                    text.push_str(&cell(value));
                }
            }
            text.push('\n');
            self.count += 1;
        });
        self.file.write_all(text.as_bytes()).map_err(|error| self.failure(error))
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<Exported>, ExportError> {
        self.file.flush().map_err(|error| self.failure(error))?;
        let path = self.file.path().to_owned();
        Ok(vec![Exported { source: self.topic, path, count: self.count }])
    }
}

/// Seconds with all digits.
pub(super) fn seconds(time_ns: u64) -> String {
    format!("{}.{:09}", time_ns / 1_000_000_000, time_ns % 1_000_000_000)
}

/// Numbers have the digits with which they are read as the same number. Bytes are base64, and lists JSON.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Unsigned(number) => number.to_string(),
        Value::Single(number) => format!("{number:?}"),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => quoted(text),
        Value::Bytes(bytes) => BASE64.encode(bytes),
        Value::List(_) | Value::Map(_) => quoted(&json(value)),
    }
}

/// A value as JSON.
pub(super) fn json(value: &Value) -> String {
    // Values have names for keys, so that this cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_the_same_value() {
        assert_eq!(cell(&Value::Float(0.1)), "0.1");
        assert_eq!(cell(&Value::Single(0.1)), "0.1");
        assert_eq!(cell(&Value::Single(f32::INFINITY)), "inf");
        assert_eq!(cell(&Value::Float(f64::NAN)), "NaN");
        assert_eq!(cell(&Value::Text("a,\"b\"".to_owned())), "\"a,\"\"b\"\"\"");
        assert_eq!(cell(&Value::List(vec![Value::Int(1), Value::Int(2)])), "\"[1,2]\"");
        assert_eq!(seconds(1_016_666_667), "1.016666667");
    }
}
