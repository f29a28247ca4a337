//! Finds models by the names used in scenes: on the search path, or among those embedded in the program.

use std::fmt;
use std::io;
use std::path::PathBuf;

use zstd::bulk::Decompressor;

use crate::fiducials::Fiducial;
use crate::search_path::most_similar_in;
use crate::{AssetError, Format, Loaded, SearchPath, load_bytes, load_within};

/// A model file inside the program.
#[derive(Debug, Clone, Copy)]
pub struct EmbeddedModel {
    /// Its name below the resource folders: `robots/atrv.glb`.
    pub name: &'static str,
    /// Its bytes, compressed as a Zstandard frame that says how many they are (RFC 8878).
    pub zstd: &'static [u8],
    /// Ranges of its bytes, start and end, in which each little-endian number of 16 bits is stored as the difference from
    /// the number before, modulo 2^16.
    pub differences: &'static [(usize, usize)],
}

impl EmbeddedModel {
    /// The bytes of the file.
    ///
    /// # Errors
    /// If the program was built with bytes that are not a Zstandard frame, or with ranges beyond their end.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let size = Decompressor::upper_bound(self.zstd);
        let size = size.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no Zstandard frame"))?;
        let mut bytes = zstd::bulk::decompress(self.zstd, size)?;
        for &(start, end) in self.differences {
            let range = bytes.get_mut(start..end);
            let range = range.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "too short"))?;
            let mut number = 0_u16;
            for pair in range.as_chunks_mut().0 {
                number = number.wrapping_add(u16::from_le_bytes(*pair));
                *pair = number.to_le_bytes();
            }
        }
        Ok(bytes)
    }
}

/// The sources of the models of a scene.
#[derive(Debug, Clone)]
pub struct Library {
    /// Folders, in the order in which they are searched.
    pub search_path: SearchPath,
    /// Used if no folder has a model of that name.
    pub embedded: &'static [EmbeddedModel],
}

/// The origin of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// Embedded in the program, under this name.
    Embedded(&'static str),
    /// Made from its name.
    Generated(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => path.display().fmt(formatter),
            Origin::Embedded(name) => write!(formatter, "{name} (built in)"),
            Origin::Generated(name) => write!(formatter, "{name} (generated)"),
        }
    }
}

/// Extensions of embedded models, which names leave out.
const EXTENSIONS: [&str; 3] = [".glb", ".urdf", ".xml"];

/// The name of an embedded model without its extension.
fn short_of(name: &str) -> &str {
    EXTENSIONS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

impl Library {
    /// Loads a model by the name used in a scene; the folder `category` may be omitted. Names of [`Fiducial`]s are those of
    /// generated models.
    ///
    /// # Errors
    /// If nothing of that name is found, or the file cannot be read.
    pub fn load(&self, name: &str, category: &str) -> Result<(Loaded, Origin), AssetError> {
        if let Some(fiducial) = Fiducial::named(name) {
            let (model, warnings) = (fiducial?.model(), Vec::new());
            let loaded = Loaded { model, format: Format::Generated, warnings };
            return Ok((loaded, Origin::Generated(name.to_owned())));
        }
        let missing = match self.search_path.find(name, Some(category)) {
            Ok(path) => return Ok((load_within(&path, &self.search_path)?, Origin::File(path))),
            Err(error @ AssetError::Outside { .. }) => return Err(error),
            Err(error) => error,
        };
        // A script may name a file of the original with its ending.
        let stem = short_of(name.strip_suffix(".blend").unwrap_or(name));
        let named = |known: &&str| {
            let known = short_of(known);
            known == stem
                || known.strip_prefix(category).and_then(|rest| rest.strip_prefix('/')) == Some(stem)
        };
        match self.embedded.iter().find(|model| named(&model.name)) {
            Some(model) => {
                let bytes = model
                    .bytes()
                    .map_err(|error| AssetError::Unreadable { path: PathBuf::from(model.name), error })?;
                Ok((load_bytes(model.name, &bytes)?, Origin::Embedded(model.name)))
            }
            None => Err(self.with_nearest(missing, name, category)),
        }
    }

    /// The names of all models of a category, without that of the category and without extension.
    #[must_use]
    pub fn list(&self, category: &str) -> Vec<String> {
        let short = |name: &'static str| {
            let name = name.strip_prefix(category)?.strip_prefix('/')?;
            Some(short_of(name).to_owned())
        };
        let embedded = self.embedded.iter().filter_map(|model| short(model.name));
        let mut names: Vec<String> =
            self.search_path.list(category).into_iter().flatten().chain(embedded).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Adds the name of a similar embedded model if no folder has one.
    fn with_nearest(&self, mut error: AssetError, name: &str, category: &str) -> AssetError {
        if let AssetError::NotFound { nearest: nearest @ None, .. } = &mut error {
            let names = self.embedded.iter().map(|model| short_of(model.name));
            let short = |known: &'static str| {
                known.strip_prefix(category).and_then(|rest| rest.strip_prefix('/')).unwrap_or(known)
            };
            *nearest = most_similar_in(name, Some(category), names.map(short).map(str::to_owned));
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: &[u8] = b"solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid t\n";

    fn embed(name: &'static str, bytes: &[u8]) -> EmbeddedModel {
        EmbeddedModel { name, zstd: zstd::bulk::compress(bytes, 0).unwrap().leak(), differences: &[] }
    }

    fn library(folder: &std::path::Path) -> Library {
        Library {
            search_path: SearchPath::new([folder.to_path_buf()]),
            embedded: [embed("robots/rover.stl", TRIANGLE), embed("environments/yard.stl", TRIANGLE)]
                .to_vec()
                .leak(),
        }
    }

    #[test]
    fn a_file_on_the_path_comes_before_an_embedded_model() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path());
        let (loaded, origin) = library.load("robots/rover.stl", "robots").unwrap();
        assert_eq!(
            (loaded.model.meshes.len(), origin.to_string()),
            (1, "robots/rover.stl (built in)".to_owned())
        );
        std::fs::create_dir(folder.path().join("robots")).unwrap();
        std::fs::write(folder.path().join("robots/rover.stl"), TRIANGLE).unwrap();
        let (_, origin) = library.load("rover.stl", "robots").unwrap();
        assert_eq!(origin, Origin::File(folder.path().join("robots/rover.stl")));
    }

    #[test]
    fn models_are_listed_by_category_and_by_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("environments/town/a")).unwrap();
        std::fs::write(folder.path().join("environments/town/a/b.stl"), TRIANGLE).unwrap();
        std::fs::write(folder.path().join("environments/town/notes.txt"), "").unwrap();
        let library = library(folder.path());
        // Of embedded models, names leave out only .glb, .urdf and .xml.
        assert_eq!(library.list("environments"), ["town/a/b", "yard.stl"]);
        assert_eq!(library.list("props"), Vec::<String>::new());
        let listed = library.search_path.list("environments/town").unwrap();
        assert_eq!(listed, ["a/b"]);
        assert!(library.load("environments/town/a/b", "environments").is_ok());
        for outside in ["..", "environments/../..", "/etc", "nothing"] {
            assert_eq!(library.search_path.list(outside), None, "{outside}");
        }
    }

    #[test]
    fn a_missing_model_comes_with_the_nearest_embedded_one() {
        let folder = tempfile::tempdir().unwrap();
        let error = library(folder.path()).load("yart.stl", "environments").unwrap_err().to_string();
        assert!(error.contains("did you mean yard.stl?"), "{error}");
        assert!(matches!(library(folder.path()).load("../x", "robots"), Err(AssetError::Outside { .. })));
    }
    #[test]
    fn a_program_built_with_a_damaged_model_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let whole = embed("robots/rover.glb", TRIANGLE);
        for damaged in [
            EmbeddedModel { zstd: b"no frame", ..whole },
            EmbeddedModel { differences: &[(0, 1000)], ..whole },
        ] {
            let mut library = library(folder.path());
            library.embedded = vec![damaged].leak();
            let error = library.load("rover", "robots").unwrap_err().to_string();
            assert!(error.starts_with("robots/rover.glb: cannot be read"), "{error}");
        }
    }
}
