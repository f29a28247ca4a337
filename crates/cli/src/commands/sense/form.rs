//! Output file formats, and which of them fit a sensor.

use std::path::Path;

use morse_scene::Document;
use morse_scene::document::Object;
use morse_sim::contract::data::image::PixelKind;

use super::error::SenseError;
use super::reading::{Content, Reading};
use super::target;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An image: of a camera, or of points seen from above.
    Picture {
        /// Points of all readings.
        joins: bool,
    },
    /// A point cloud.
    Cloud {
        /// Of all readings.
        joins: bool,
    },
    /// A table of numbers.
    Table,
}

impl Form {
    /// The format of a file extension.
    ///
    /// # Errors
    /// If the extension is unknown, or the format cannot merge readings.
    pub fn of(path: &Path, joins: bool) -> Result<Self, SenseError> {
        let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
        match suffix.to_ascii_lowercase().as_str() {
            "png" => Ok(Self::Picture { joins }),
            "ply" => Ok(Self::Cloud { joins }),
            "csv" if joins => Err(SenseError::Join(path.to_path_buf())),
            "csv" => Ok(Self::Table),
            _ => Err(SenseError::Suffix(path.to_path_buf())),
        }
    }

    /// Whether the points of all readings are merged.
    pub fn joins(self) -> bool {
        matches!(self, Self::Picture { joins: true } | Self::Cloud { joins: true })
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Picture { .. } => "png",
            Self::Cloud { .. } => "ply",
            Self::Table => "csv",
        }
    }

    /// Suffixes of the files that fit a reading.
    pub fn fitting(reading: &Reading) -> Vec<&'static str> {
        let mut forms = Vec::new();
        let image = reading.image();
        if image.is_some() || reading.points().is_some() || reading.objects().is_some() {
            forms.push("png");
        }
        if reading.points().is_some() || image.is_some_and(|image| image.pixels != PixelKind::Colour) {
            forms.push("ply");
        }
        let has_numbers = |(_, content): &(_, Content)| !matches!(content, Content::Points(_));
        if image.is_none() && (reading.points().is_none() || reading.fields.iter().any(has_numbers)) {
            forms.push("csv");
        }
        forms
    }

    /// # Errors
    /// If the reading has no data for this format.
    pub fn check(self, reading: &Reading, document: &Document, sensor: &Object) -> Result<(), SenseError> {
        let fitting = Self::fitting(reading);
        let asked = match self {
            _ if self.joins() && !fitting.contains(&"ply") => "points that could be joined",
            _ if fitting.contains(&self.suffix()) => return Ok(()),
            Self::Picture { .. } => "picture",
            Self::Cloud { .. } => "points",
            Self::Table => "rows of numbers",
        };
        let on_it = target::below(document, &sensor.name);
        Err(SenseError::Unfit { sensor: sensor.name.clone(), asked, fitting: listed(&fitting), on_it })
    }
}

/// `.png or .ply`
pub fn listed(suffixes: &[&str]) -> String {
    let suffixes: Vec<String> = suffixes.iter().map(|suffix| format!(".{suffix}")).collect();
    suffixes.join(" or ")
}
