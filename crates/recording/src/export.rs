//! Export: channels of a recording as files of other formats.

mod csv;
mod growing_file;
mod images;
mod names;
mod parquet;
pub mod ply;
mod points;
mod table;
mod trajectories;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::decode::{Decoder, Value};
use crate::read::{Channel, Completeness, Item, ReadError, read};
use crate::select::Selection;
use names::FileNames;
pub(crate) use table::{Columns, Kind};

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A table of text for each channel.
    Csv,
    /// A table in the format Apache Parquet for each channel.
    Parquet,
    /// A picture for each message of a camera.
    Png,
    /// The points of each message of a laser scanner or depth camera.
    Ply,
    /// The trajectory of each sensor that measures poses, and of each object: lines of time, position and quaternion.
    Tum,
}

/// An export that failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The recording cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// There is nothing to export.
    #[error("{0}")]
    Nothing(String),
}

/// The exported data of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The topic, with the object for trajectories of `/tf`.
    pub source: String,
    /// The file, or the folder of files.
    pub path: PathBuf,
    /// Number of rows, pictures, clouds or poses.
    pub count: u64,
}

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The written files.
    pub exported: Vec<Exported>,
    /// Why channels that were selected were left out.
    pub left_out: Vec<String>,
    /// Whether the recording has its end.
    pub completeness: Completeness,
}

/// Writer of the messages of a channel.
trait Sink {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError>;

    /// Writes the remaining data and returns the written files.
    fn finish(self: Box<Self>) -> Result<Vec<Exported>, ExportError>;
}

/// A channel that is exported.
struct Source {
    channel: Channel,
    decoder: Decoder,
    columns: Columns,
}

/// Writes channels of a recording to files in a folder, which is made; or to one file, if `to` ends in the usual suffix of
/// the format and the selection yields one only.
///
/// `names` are those of topics, components or robots; all channels that have data for the format, if there is none. See
/// [`Selection`].
///
/// # Errors
/// When the recording cannot be read, a name is unknown, nothing fits the format, or a file cannot be written.
pub fn export(path: &Path, names: &[String], format: Format, to: &Path) -> Result<Export, ExportError> {
    let (sources, left_out, completeness) = survey(path, names, format)?;
    let mut files = FileNames::new(to, format, sources.len())?;
    let mut sinks: BTreeMap<u16, (Decoder, Box<dyn Sink>)> = BTreeMap::new();
    for source in sources {
        let Source { channel, decoder, columns } = source;
        let sink: Box<dyn Sink> = match format {
            Format::Csv => Box::new(csv::Csv::create(&channel, columns, &mut files)?),
            Format::Parquet => Box::new(parquet::Parquet::create(&channel, columns, &mut files)?),
            Format::Png => Box::new(images::Images::create(&channel, &mut files)?),
            Format::Ply => Box::new(points::Points::create(&channel, &mut files)?),
            Format::Tum => trajectories::create(&channel, &mut files)?,
        };
        sinks.insert(channel.id, (decoder, sink));
    }
    read(path, |item| {
        if let Item::Message { channel, time_ns, data } = item
            && let Some((decoder, sink)) = sinks.get_mut(&channel.id)
        {
            sink.message(time_ns, &decoded(decoder, path, data)?)?;
        }
        Ok::<(), ExportError>(())
    })?;
    let mut exported = Vec::new();
    for (_, sink) in sinks.into_values() {
        exported.extend(sink.finish()?);
    }
    exported.sort_by(|a, b| a.source.cmp(&b.source));
    Ok(Export { exported, left_out, completeness })
}

/// The exported channels with the columns of their tables, and the reasons for channels that are left out.
fn survey(
    path: &Path,
    names: &[String],
    format: Format,
) -> Result<(Vec<Source>, Vec<String>, Completeness), ExportError> {
    let mut selection = Selection::new(names);
    let (mut sources, mut left_out) = (BTreeMap::<u16, Source>::new(), Vec::new());
    let is_table = matches!(format, Format::Csv | Format::Parquet);
    let completeness = read(path, |item| {
        match item {
            Item::Channel(channel) if selection.takes(channel) => match suits(channel, format) {
                Ok(decoder) => {
                    let source = Source { channel: channel.clone(), decoder, columns: Columns::default() };
                    sources.insert(channel.id, source);
                }
                // Without names, channels that do not suit the format are left out silently.
                Err(_) if names.is_empty() && !is_table => {}
                Err(reason) => left_out.push(reason),
            },
            Item::Message { channel, data, .. } if is_table => {
                if let Some(source) = sources.get_mut(&channel.id) {
                    source.columns.see(&decoded(&source.decoder, path, data)?);
                }
            }
            _ => {}
        }
        Ok::<(), ExportError>(())
    })?;
    selection.check().map_err(|problem| ExportError::Nothing(format!("{}: {problem}", path.display())))?;
    if sources.is_empty() {
        let why = match left_out.as_slice() {
            [] => format!("it has no {}", wanted(format)),
            reasons => reasons.join("; "),
        };
        return Err(ExportError::Nothing(format!("{}: {why}", path.display())));
    }
    Ok((sources.into_values().collect(), left_out, completeness))
}

/// The decoder of a channel that has data for a format.
fn suits(channel: &Channel, format: Format) -> Result<Decoder, String> {
    let has_data = match format {
        Format::Csv | Format::Parquet => true,
        Format::Png => images::takes(channel),
        Format::Ply => points::takes(channel),
        Format::Tum => trajectories::takes(channel),
    };
    if !has_data {
        return Err(format!("{} ({}) has no {}", channel.topic, channel.schema, wanted(format)));
    }
    Decoder::new(channel)
}

/// The channels that suit a format, for messages.
fn wanted(format: Format) -> &'static str {
    match format {
        Format::Csv | Format::Parquet => "channels",
        Format::Png => "images: those are messages of sensor_msgs/msg/Image",
        Format::Ply => "points: those are messages of sensor_msgs/msg/PointCloud2 and LaserScan",
        Format::Tum => {
            "poses: those are messages of geometry_msgs/msg/PoseStamped, nav_msgs/msg/Odometry and tf2_msgs/msg/TFMessage"
        }
    }
}

fn decoded(decoder: &Decoder, path: &Path, data: &[u8]) -> Result<Value, ReadError> {
    let failure = |problem| ReadError { path: path.to_owned(), problem: format!("it is damaged: {problem}") };
    decoder.decode(data).map_err(failure)
}

/// Writes a small file at once.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    fs::write(path, bytes).map_err(|error| ExportError::Write { path: path.to_owned(), error })
}
