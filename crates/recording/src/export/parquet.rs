//! Tables in the format Apache Parquet.

use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::csv::json;
use super::growing_file::GrowingFile;
use super::names::FileNames;
use super::table::{Column, Columns, Kind, Layout};
use super::{ExportError, Exported, Sink};
use crate::decode::Value;
use crate::read::Channel;

/// Cells that are kept in memory before they are written.
const CELLS_MAX: usize = 1 << 18;
/// Bytes of texts and of bytes that are kept in memory before they are written.
const BYTES_MAX: usize = 1 << 25;

/// A table of a channel.
pub(super) struct Parquet {
    topic: String,
    path: PathBuf,
    layout: Layout,
    file: SerializedFileWriter<GrowingFile>,
    times_s: Vec<f64>,
    /// The cells of each column.
    cells: Vec<Vec<Option<Value>>>,
    bytes: usize,
    count: u64,
}

impl Parquet {
    pub(super) fn create(
        channel: &Channel,
        columns: Columns,
        files: &mut FileNames,
    ) -> std::result::Result<Self, ExportError> {
        let path = files.file(&channel.topic)?;
        let layout = columns.layout();
        let failure = |error| ExportError::Write { path: path.clone(), error };
        let file = GrowingFile::create(&path).map_err(failure)?;
        let opened = schema(&layout.columns).and_then(|schema| {
            let properties =
                WriterProperties::builder().set_compression(Compression::ZSTD(Default::default()));
            SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties.build()))
        });
        let file = opened.map_err(|error| failure(system_error(error)))?;
        let cells = layout.columns.iter().map(|_| Vec::new()).collect();
        let (topic, times_s) = (channel.topic.clone(), Vec::new());
        Ok(Self { topic, path, layout, file, times_s, cells, bytes: 0, count: 0 })
    }

    /// Writes the rows so far as a group.
    fn write_group(&mut self) -> Result<()> {
        let Self { layout, file, times_s, cells, .. } = self;
        let mut group = file.next_row_group()?;
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(times_s, None, None)?;
            column.close()?;
        }
        for (column, cells) in layout.columns.iter().zip(cells.iter()) {
            if let Some(mut writer) = group.next_column()? {
                write(&mut writer, column.kind, cells)?;
                writer.close()?;
            }
        }
        group.close()?;
        self.times_s.clear();
        self.cells.iter_mut().for_each(Vec::clear);
        self.bytes = 0;
        Ok(())
    }

    fn failure(path: &Path, error: ParquetError) -> ExportError {
        ExportError::Write { path: path.to_owned(), error: system_error(error) }
    }
}

impl Sink for Parquet {
    fn message(&mut self, time_ns: u64, message: &Value) -> std::result::Result<(), ExportError> {
        self.layout.rows(message, |row| {
            self.times_s.push(time_ns as f64 * 1e-9);
            for (cells, cell) in self.cells.iter_mut().zip(row) {
                self.bytes += cell.map_or(0, size);
                cells.push(cell.cloned());
            }
            self.count += 1;
        });
        if self.times_s.len() * (self.cells.len() + 1) >= CELLS_MAX || self.bytes >= BYTES_MAX {
            self.write_group().map_err(|error| Self::failure(&self.path, error))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> std::result::Result<Vec<Exported>, ExportError> {
        if !self.times_s.is_empty() {
            self.write_group().map_err(|error| Self::failure(&self.path, error))?;
        }
        let Self { topic, path, mut file, count, .. } = *self;
        let finished = file.finish().and_then(|_| Ok(file.inner_mut().flush()?));
        finished.map_err(|error| Self::failure(&path, error))?;
        Ok(vec![Exported { source: topic, path, count }])
    }
}

/// The error of the system, if it is one.
fn system_error(error: ParquetError) -> Error {
    Error::other(error)
}

/// Memory that a cell takes beyond that of its place. [bytes]
fn size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(values) => values.iter().map(|value| size_of::<Value>() + size(value)).sum(),
        _ => 0,
    }
}

fn schema(columns: &[Column]) -> Result<Type> {
    let mut fields = vec![
        Type::primitive_type_builder("time_s", Physical::DOUBLE)
            .with_repetition(Repetition::REQUIRED)
            .build()?,
    ];
    for column in columns {
        fields.push(field(column)?);
    }
    Type::group_type_builder("messages").with_fields(fields.into_iter().map(Arc::new).collect()).build()
}

fn field(column: &Column) -> Result<Type> {
    let name = column.name.as_str();
    let (physical, logical) = match column.kind {
        Kind::Bool => (Physical::BOOLEAN, None),
        Kind::Int => (Physical::INT64, None),
        Kind::Unsigned => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Kind::Single => (Physical::FLOAT, None),
        Kind::Float => (Physical::DOUBLE, None),
        Kind::Text | Kind::Json => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Bytes => (Physical::BYTE_ARRAY, None),
        Kind::Numbers => {
            let element = Type::primitive_type_builder("element", Physical::DOUBLE)
                .with_repetition(Repetition::REQUIRED)
                .build()?;
            let list = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(element)])
                .build()?;
            return Type::group_type_builder(name)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(list)])
                .build();
        }
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

fn write(writer: &mut SerializedColumnWriter<'_>, kind: Kind, cells: &[Option<Value>]) -> Result<()> {
    match kind {
        Kind::Bool => optional(writer.typed::<BoolType>(), cells, |value| match value {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }),
        Kind::Int => optional(writer.typed::<Int64Type>(), cells, |value| match value {
            Value::Int(number) => Some(*number),
            _ => None,
        }),
        // The bits are those of the unsigned number.
        Kind::Unsigned => optional(writer.typed::<Int64Type>(), cells, |value| match value {
            Value::Unsigned(number) => Some(number.cast_signed()),
            _ => None,
        }),
        Kind::Single => optional(writer.typed::<FloatType>(), cells, |value| match value {
            Value::Single(number) => Some(*number),
            _ => None,
        }),
        Kind::Float => optional(writer.typed::<DoubleType>(), cells, Value::as_f64),
        Kind::Text => optional(writer.typed::<ByteArrayType>(), cells, |value| {
            value.as_str().map(|text| ByteArray::from(text.as_bytes().to_vec()))
        }),
        Kind::Bytes => optional(writer.typed::<ByteArrayType>(), cells, |value| {
            value.as_bytes().map(|bytes| ByteArray::from(bytes.to_vec()))
        }),
        Kind::Json => optional(writer.typed::<ByteArrayType>(), cells, |value| {
            Some(ByteArray::from(json(value).into_bytes()))
        }),
        Kind::Numbers => lists(writer.typed::<DoubleType>(), cells),
    }
}

/// Writes a column whose cells may be empty: definition level 1 says that a cell is not.
fn optional<T: DataType>(
    writer: &mut ColumnWriterImpl<'_, T>,
    cells: &[Option<Value>],
    of: impl Fn(&Value) -> Option<T::T>,
) -> Result<()> {
    let values: Vec<Option<T::T>> = cells.iter().map(|cell| cell.as_ref().and_then(&of)).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    writer.write_batch(&values, Some(&levels), None).map(drop)
}

/// Writes a column of lists: definition level 0 is an empty cell, 1 an empty list, 2 an element; repetition level 1 goes
/// on with a list.
fn lists(writer: &mut ColumnWriterImpl<'_, DoubleType>, cells: &[Option<Value>]) -> Result<()> {
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    for cell in cells {
        let list = cell.as_ref().and_then(Value::as_list);
        match list {
            None | Some([]) => {
                definitions.push(i16::from(list.is_some()));
                repetitions.push(0);
            }
            Some(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    values.push(element.as_f64().unwrap_or(f64::NAN));
                    definitions.push(2);
                    repetitions.push(i16::from(index > 0));
                }
            }
        }
    }
    writer.write_batch(&values, Some(&definitions), Some(&repetitions)).map(drop)
}
