//! Finds models by the names used in scenes: on the search path, or among those embedded in the program.

use std::fmt;
use std::path::PathBuf;

use crate::search_path::most_similar_in;
use crate::{AssetError, Loaded, SearchPath, load_bytes, load_within};

/// Embedded model files: names below the resource folders (`robots/atrv.glb`) and bytes.
pub type Carried = &'static [(&'static str, &'static [u8])];

/// The sources of the models of a scene.
#[derive(Debug, Clone)]
pub struct Library {
    /// Folders, in the order in which they are searched.
    pub search_path: SearchPath,
    /// Embedded models, used if no folder has a model of that name.
    pub carried: Carried,
}

/// The origin of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// Embedded in the program, under this name.
    Carried(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => path.display().fmt(formatter),
            Origin::Carried(name) => write!(formatter, "{name} (built in)"),
        }
    }
}

impl Library {
    /// Loads a model by the name used in a scene; the folder `category` may be omitted.
    ///
    /// # Errors
    /// If nothing of that name is found, or the file cannot be read.
    pub fn load(&self, name: &str, category: &str) -> Result<(Loaded, Origin), AssetError> {
        let missing = match self.search_path.find(name, Some(category)) {
            Ok(path) => return Ok((load_within(&path, &self.search_path)?, Origin::File(path))),
            Err(error @ AssetError::Outside { .. }) => return Err(error),
            Err(error) => error,
        };
        // A script may name a file of the original with its ending.
        let stem = name.strip_suffix(".blend").or(name.strip_suffix(".glb")).unwrap_or(name);
        let named = |known: &&str| {
            let known = known.strip_suffix(".glb").unwrap_or(known);
            known == stem
                || known.strip_prefix(category).and_then(|rest| rest.strip_prefix('/')) == Some(stem)
        };
        match self.carried.iter().find(|(known, _)| named(known)) {
            Some(&(known, bytes)) => Ok((load_bytes(known, bytes)?, Origin::Carried(known))),
            None => Err(self.with_nearest(missing, name, category)),
        }
    }

    /// Adds the name of a similar embedded model if no folder has one.
    fn with_nearest(&self, mut error: AssetError, name: &str, category: &str) -> AssetError {
        if let AssetError::NotFound { nearest: nearest @ None, .. } = &mut error {
            let names = self.carried.iter().map(|(known, _)| known.strip_suffix(".glb").unwrap_or(known));
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

    fn library(folder: &std::path::Path) -> Library {
        Library {
            search_path: SearchPath::new([folder.to_path_buf()]),
            carried: &[("robots/rover.stl", TRIANGLE), ("environments/yard.stl", TRIANGLE)],
        }
    }

    #[test]
    fn a_file_on_the_path_comes_before_what_is_carried() {
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
    fn a_missing_model_comes_with_the_nearest_one_carried() {
        let folder = tempfile::tempdir().unwrap();
        let error = library(folder.path()).load("yart.stl", "environments").unwrap_err().to_string();
        assert!(error.contains("did you mean yard.stl?"), "{error}");
        assert!(matches!(library(folder.path()).load("../x", "robots"), Err(AssetError::Outside { .. })));
    }
}
