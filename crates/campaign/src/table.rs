//! The results of a campaign as one Parquet table: a row for each run, a column for each parameter and each metric.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use morse::ParameterValue;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::plan::Plan;
use crate::store::{Record, StoreError, write_whole};

/// Name of the table in the folder of a campaign.
pub const FILE: &str = "results.parquet";

/// Most rows of a row group.
const GROUP_ROWS: usize = 100_000;

/// The values of a column.
enum Column {
    Bool(Vec<Option<bool>>),
    Int(Vec<Option<i64>>),
    Float(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

/// Writes the table.
///
/// # Errors
/// When the disk refuses.
pub fn write(path: &Path, plan: &Plan, records: &[Record]) -> Result<(), StoreError> {
    write_whole(path, |file| {
        write_to(file, plan, records).map_err(|error| match error {
            ParquetError::External(error) => {
                error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
            }
            other => io::Error::other(other),
        })
    })
}

fn write_to(file: &mut File, plan: &Plan, records: &[Record]) -> Result<(), ParquetError> {
    let all = columns(plan, records);
    let fields: Result<Vec<_>, _> =
        all.iter().map(|(name, column)| field(name, column).map(Arc::new)).collect();
    let schema = Type::group_type_builder("campaign").with_fields(fields?).build()?;
    let properties =
        WriterProperties::builder().set_compression(Compression::ZSTD(Default::default())).build();
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
    for rows in records.chunks(GROUP_ROWS) {
        let mut group = writer.next_row_group()?;
        for (_, column) in columns(plan, rows) {
            column.write(&mut group)?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

fn field(name: &str, column: &Column) -> Result<Type, ParquetError> {
    let physical = match column {
        Column::Bool(_) => Physical::BOOLEAN,
        Column::Int(_) => Physical::INT64,
        Column::Float(_) => Physical::DOUBLE,
        Column::Text(_) => Physical::BYTE_ARRAY,
    };
    let text = matches!(column, Column::Text(_)).then_some(LogicalType::String);
    let builder = Type::primitive_type_builder(name, physical).with_logical_type(text);
    builder.with_repetition(Repetition::OPTIONAL).build()
}

/// The columns, in the order of the table.
fn columns(plan: &Plan, records: &[Record]) -> Vec<(String, Column)> {
    let int = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let ints = |of: &dyn Fn(&Record) -> Option<i64>| Column::Int(records.iter().map(of).collect());
    let floats = |of: &dyn Fn(&Record) -> Option<f64>| Column::Float(records.iter().map(of).collect());
    let texts = |of: &dyn Fn(&Record) -> Option<String>| Column::Text(records.iter().map(of).collect());
    let mut columns = vec![
        ("run", ints(&|record| Some(int(record.run)))),
        ("scene", texts(&|record| Some(record.scene.clone()))),
        ("seed", ints(&|record| Some(int(record.seed)))),
    ];
    columns.extend(plan.parameters.iter().map(|(name, values)| {
        let values = values.possible();
        (name.as_str(), parameter(name, &values, records))
    }));
    columns.extend([
        ("outcome", texts(&|record| Some(record.outcome.name().to_owned()))),
        ("stop", texts(&|record| record.stop.clone())),
        ("error", texts(&|record| record.error.clone())),
        ("attempts", ints(&|record| Some(record.attempts.into()))),
        ("ticks", ints(&|record| record.ticks.map(int))),
        ("simulated_s", floats(&|record| record.simulated_s)),
        ("resumed_s", floats(&|record| record.resumed_s)),
        ("load_s", floats(&|record| record.load_s)),
        ("wall_s", floats(&|record| record.wall_s)),
        ("digest", texts(&|record| record.digest.clone())),
        ("recording", texts(&|record| record.recording.clone())),
    ]);
    columns.extend(
        plan.metrics.keys().map(|name| (name.as_str(), floats(&|record| record.metrics.get(name).copied()))),
    );
    columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect()
}

/// The column of a parameter: of the narrowest type that holds all values of the plan.
fn parameter(name: &str, values: &[ParameterValue], records: &[Record]) -> Column {
    let given = records.iter().map(|record| record.parameters.get(name));
    let all = |fits: fn(&ParameterValue) -> bool| values.iter().all(fits);
    if all(|value| matches!(value, ParameterValue::Bool(_))) {
        let flag =
            |value: &ParameterValue| if let ParameterValue::Bool(flag) = value { Some(*flag) } else { None };
        return Column::Bool(given.map(|value| value.and_then(flag)).collect());
    }
    if all(|value| matches!(value, ParameterValue::Int(_))) {
        let int =
            |value: &ParameterValue| if let ParameterValue::Int(int) = value { Some(*int) } else { None };
        return Column::Int(given.map(|value| value.and_then(int)).collect());
    }
    if all(|value| matches!(value, ParameterValue::Int(_) | ParameterValue::Float(_))) {
        return Column::Float(given.map(|value| value.and_then(number)).collect());
    }
    Column::Text(given.map(|value| value.map(ToString::to_string)).collect())
}

/// The value of a parameter that is a number.
pub(crate) fn number(value: &ParameterValue) -> Option<f64> {
    match value {
        ParameterValue::Int(number) => Some(*number as f64),
        ParameterValue::Float(number) => Some(*number),
        ParameterValue::Bool(_) | ParameterValue::Text(_) => None,
    }
}

impl Column {
    fn write(self, group: &mut SerializedRowGroupWriter<'_, &mut File>) -> Result<(), ParquetError> {
        match self {
            Self::Bool(values) => write_values::<BoolType>(group, values),
            Self::Int(values) => write_values::<Int64Type>(group, values),
            Self::Float(values) => write_values::<DoubleType>(group, values),
            Self::Text(values) => {
                let bytes =
                    values.into_iter().map(|text| text.map(|text| ByteArray::from(text.into_bytes())));
                write_values::<ByteArrayType>(group, bytes.collect())
            }
        }
    }
}

/// Writes a column. Missing values have the definition level 0, as the format defines.
fn write_values<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut File>,
    values: Vec<Option<T::T>>,
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns than the table".to_owned()));
    };
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests;
