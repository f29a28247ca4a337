//! Output file formats, and the formats that suit a sensor.

use std::path::Path;

use morse_scene::Document;
use morse_scene::document::Object;
use morse_sim::contract::data::image::{Image, PixelKind};

use super::error::SenseError;
use super::marks;
use super::reading::{Content, Reading};
use super::target;

/// A format of output files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// An image: of a camera, or of points seen from above.
    Picture {
        /// Whether the points of all readings are merged.
        joins: bool,
    },
    /// A point cloud.
    Cloud {
        /// Whether the points of all readings are merged.
        joins: bool,
    },
    /// A table of numbers.
    Table,
}

impl OutputFormat {
    /// The format that the extension of a path selects.
    ///
    /// # Errors
    /// If the extension is unknown, or the format cannot merge readings.
    pub fn of(path: &Path, joins: bool) -> Result<Self, SenseError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
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

    fn extension(self) -> &'static str {
        match self {
            Self::Picture { .. } => "png",
            Self::Cloud { .. } => "ply",
            Self::Table => "csv",
        }
    }

    /// File extensions that suit a reading.
    pub fn fitting(reading: &Reading) -> Vec<&'static str> {
        let mut extensions = Vec::new();
        let image = reading.image();
        if image.is_some()
            || reading.points().is_some()
            || reading.objects().is_some()
            || marks::of(reading).is_some()
        {
            extensions.push("png");
        }
        if reading.points().is_some() || image.is_some_and(has_depths) {
            extensions.push("ply");
        }
        let has_numbers = |(_, content): &(_, Content)| !matches!(content, Content::Points(_));
        if image.is_none() && (reading.points().is_none() || reading.fields.iter().any(has_numbers)) {
            extensions.push("csv");
        }
        extensions
    }

    /// Checks that a reading has data for this format.
    ///
    /// # Errors
    /// If it has none.
    pub fn check(self, reading: &Reading, document: &Document, sensor: &Object) -> Result<(), SenseError> {
        let fitting = Self::fitting(reading);
        let asked = match self {
            _ if self.joins() && !fitting.contains(&"ply") => "points that could be joined",
            _ if fitting.contains(&self.extension()) => return Ok(()),
            Self::Picture { .. } => "picture",
            Self::Cloud { .. } => "points",
            Self::Table => "rows of numbers",
        };
        let on_it = target::below(document, &sensor.name);
        Err(SenseError::Unfit { sensor: sensor.name.clone(), asked, fitting: listed(&fitting), on_it })
    }
}

fn has_depths(image: &Image) -> bool {
    matches!(image.pixels, PixelKind::Depth | PixelKind::ZBuffer)
}

/// Formats a list of file extensions: `.png or .ply`.
pub fn listed(extensions: &[&str]) -> String {
    let extensions: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
    extensions.join(" or ")
}
