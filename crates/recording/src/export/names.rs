//! Names of the files of an export.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{ExportError, Format};
use crate::select::component_of;

impl Format {
    /// The usual suffix of its files.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Png => "png",
            Self::Ply => "ply",
            Self::Tum => "tum",
        }
    }
}

/// Gives names to files. Names in a recording cannot lead out of the folder.
pub(super) struct FileNames {
    to: PathBuf,
    suffix: &'static str,
    /// There is one file only, which the user named.
    is_file: bool,
    used: BTreeSet<String>,
}

impl FileNames {
    /// Names for the files of a number of channels.
    pub(super) fn new(to: &Path, format: Format, channels: usize) -> Result<Self, ExportError> {
        let suffix = format.suffix();
        let ends = to.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(suffix));
        let is_file = ends && matches!(format, Format::Csv | Format::Parquet | Format::Tum);
        if is_file && channels > 1 {
            return Err(ExportError::Nothing(format!(
                "{} is one file, but {channels} channels are selected: name one channel, or a folder",
                to.display()
            )));
        }
        let files = Self { to: to.to_owned(), suffix, is_file, used: BTreeSet::new() };
        if !is_file {
            make_folder(to)?;
        }
        Ok(files)
    }

    /// The file of a channel, or of a part of it.
    pub(super) fn file(&mut self, source: &str) -> Result<PathBuf, ExportError> {
        if self.is_file {
            return Ok(self.to.clone());
        }
        let stem = self.unique(source);
        Ok(self.to.join(format!("{stem}.{}", self.suffix)))
    }

    /// Whether all goes into one file.
    pub(super) fn is_file(&self) -> bool {
        self.is_file
    }

    /// The folder of a channel with a file for each message.
    pub(super) fn folder(&mut self, source: &str) -> Result<PathBuf, ExportError> {
        let stem = self.unique(source);
        let folder = self.to.join(stem);
        make_folder(&folder)?;
        Ok(folder)
    }

    fn unique(&mut self, source: &str) -> String {
        let name = component_of(source);
        let plain: String = name
            .chars()
            .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
            .take(100)
            .collect();
        let plain = plain.trim_matches(['.', '_']);
        let plain = if plain.is_empty() { "channel" } else { plain };
        let mut candidates =
            std::iter::once(plain.to_owned()).chain((2..=u64::MAX).map(|number| format!("{plain}-{number}")));
        let name = candidates.find(|name| !self.used.contains(&name.to_lowercase())).unwrap_or_default();
        self.used.insert(name.to_lowercase());
        name
    }
}

fn make_folder(path: &Path) -> Result<(), ExportError> {
    fs::create_dir_all(path).map_err(|error| ExportError::Write { path: path.to_owned(), error })
}

/// The name of the file of a message: seconds and nanoseconds, so that names are in the order of time.
pub(super) fn of_time(time_ns: u64, suffix: &str) -> String {
    format!("{:06}.{:09}.{suffix}", time_ns / 1_000_000_000, time_ns % 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_and_differ() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut files = FileNames::new(folder.path(), Format::Csv, 2).unwrap();
        for (topic, name) in [
            ("/robot/pose", "robot.pose.csv"),
            ("/../../etc/passwd", "etc.passwd.csv"),
            ("/a/b", "a.b.csv"),
            ("/a.b", "a.b-2.csv"),
            ("/A/b", "A.b-3.csv"),
            ("/..", "channel.csv"),
            ("/tf", "tf.csv"),
            ("/x\\y\0z", "x_y_z.csv"),
        ] {
            assert_eq!(files.file(topic).unwrap(), folder.path().join(name), "{topic}");
        }
        assert!(FileNames::new(&folder.path().join("x.csv"), Format::Csv, 2).is_err());
    }
}
