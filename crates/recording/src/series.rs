//! Fields of a recording over time, by names such as `robot.pose.x`.

mod resolve;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::decode::{Decoder, Value};
use crate::export::Columns;
use crate::read::{Channel, Item, ReadError, read};
use crate::select::component_of;
use resolve::{Access, Known, resolve};

/// Maximum number of fields of a plot by default: more cannot be distinguished.
pub const DEFAULT_NAMES_MAX: usize = 8;

/// A field over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// As it was asked for.
    pub name: String,
    /// Simulated time [s] and value.
    pub points: Vec<[f64; 2]>,
}

/// Fields that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The recording cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is no such field, or it has no numbers.
    #[error("{0}")]
    Name(String),
}

/// Reads fields of a recording: each by the name of a component and that of a field of its data, such as `robot.pose.x`, or
/// of a field of its message, such as `robot.pose.pose.position.x`. An element of a list is `robot.scan.ranges[3]`.
///
/// # Errors
/// When the recording cannot be read, or a name matches no field with numbers; the error lists the nearest names.
pub fn series(path: &Path, names: &[String]) -> Result<Vec<Series>, SeriesError> {
    let known = survey(path, names)?;
    let mut wanted: BTreeMap<u16, Vec<(usize, Access)>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let (channel, access) = resolve(name, &known)
            .map_err(|problem| SeriesError::Name(format!("{}: {problem}", path.display())))?;
        wanted.entry(channel).or_default().push((index, access));
    }
    let mut all: Vec<Series> =
        names.iter().map(|name| Series { name: name.clone(), points: Vec::new() }).collect();
    read(path, |item| {
        if let Item::Message { channel, time_ns, data } = item
            && let (Some(fields), Some(known)) = (wanted.get(&channel.id), known.get(&channel.id))
            && let Some(decoder) = &known.decoder
        {
            let message = decoded(decoder, path, data)?;
            for (index, access) in fields {
                if let (Some(series), Some(number)) = (all.get_mut(*index), access.number(&message)) {
                    series.points.push([time_ns as f64 * 1e-9, number]);
                }
            }
        }
        Ok::<(), SeriesError>(())
    })?;
    Ok(all)
}

/// The names of the fields that a plot of a recording shows by default: `x` and `y` of each component that has them, at
/// most [`DEFAULT_NAMES_MAX`].
///
/// # Errors
/// When the recording cannot be read, or no component has them.
pub fn default_names(path: &Path) -> Result<Vec<String>, SeriesError> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    read(path, |item| {
        // The first message of a channel shows its fields.
        if let Item::Message { channel, data, .. } = item
            && seen.insert(channel.id)
            && let Ok(decoder) = Decoder::new(channel)
        {
            let mut known = Known { channel: channel.clone(), decoder: None, columns: Columns::default() };
            known.columns.see(&decoded(&decoder, path, data)?);
            let topic = channel.topic.strip_suffix("/data").unwrap_or(&channel.topic);
            let component = component_of(topic);
            let fields = ["x", "y"].map(|field| format!("{component}.{field}"));
            let channels = BTreeMap::from([(channel.id, known)]);
            if fields.iter().all(|name| !names.contains(name) && resolve(name, &channels).is_ok()) {
                names.extend(fields);
            }
        }
        Ok::<(), ReadError>(())
    })?;
    names.truncate(DEFAULT_NAMES_MAX);
    if names.is_empty() {
        let problem = "no component has the fields x and y: name the fields to plot";
        return Err(SeriesError::Name(format!("{}: {problem}", path.display())));
    }
    Ok(names)
}

/// All channels; of those that the names may be of, the fields of their messages.
fn survey(path: &Path, names: &[String]) -> Result<BTreeMap<u16, Known>, ReadError> {
    let mut known: BTreeMap<u16, Known> = BTreeMap::new();
    read(path, |item| {
        match item {
            Item::Channel(channel) => {
                let decoder = may_be_meant(channel, names).then(|| Decoder::new(channel).ok()).flatten();
                known.insert(
                    channel.id,
                    Known { channel: channel.clone(), decoder, columns: Columns::default() },
                );
            }
            Item::Message { channel, data, .. } => {
                if let Some(Known { decoder: Some(decoder), columns, .. }) = known.get_mut(&channel.id) {
                    columns.see(&decoded(decoder, path, data)?);
                }
            }
            _ => {}
        }
        Ok::<(), ReadError>(())
    })?;
    Ok(known)
}

fn may_be_meant(channel: &Channel, names: &[String]) -> bool {
    names.iter().any(|name| resolve::splits(name).any(|(topic, _)| resolve::is_of(&channel.topic, &topic)))
}

fn decoded(decoder: &Decoder, path: &Path, data: &[u8]) -> Result<Value, ReadError> {
    let failure = |problem| ReadError { path: path.to_owned(), problem: format!("it is damaged: {problem}") };
    decoder.decode(data).map_err(failure)
}
