//! The derived files: which there are, writing them, and finding those that are out of date.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use morse_components::catalogue;

use crate::shell::root;
use crate::{catalogue_json, page, python_json, stubs};

/// Why the derived files could not be written or are not as they should be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    /// A file that cannot be read, written or removed.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something that has no JSON form.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The type stubs of the builder.
    #[error("python/tools/make_stubs.py failed: {0}")]
    Stubs(String),
    /// Files that differ from what would be written now.
    #[error("out of date: {}\nwrite them with: cargo xtask generate", .0.join(", "))]
    OutOfDate(Vec<String>),
}

impl TaskError {
    fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }
}

/// Folder whose every file is derived, so that one that is not written any more is a leftover.
const PAGES: &str = "docs/components";

/// Every derived file of this program: its path in the repository, and its text.
fn all() -> Result<BTreeMap<String, String>, TaskError> {
    let wiring = root().join("crates/scene/data/wiring.json");
    let catalogue = catalogue();
    let mut files = BTreeMap::from([
        (
            "python/morse/builder/catalogue.json".to_owned(),
            python_json::text(&catalogue_json::catalogue(&catalogue)?)?,
        ),
        (
            "python/morse/builder/wiring.json".to_owned(),
            fs::read_to_string(&wiring).map_err(TaskError::file(&wiring))?,
        ),
        ("docs/scene.schema.json".to_owned(), python_json::text(&morse_scene::schema())?),
    ]);
    for (name, text) in page::all(&catalogue) {
        files.insert(format!("{PAGES}/{name}"), text);
    }
    Ok(files)
}

/// Writes all derived files, and removes those that are none any more.
///
/// # Errors
/// When a file cannot be written, or the stubs cannot be made.
pub(crate) fn generate() -> Result<(), TaskError> {
    let files = all()?;
    for (name, text) in &files {
        let path = root().join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(TaskError::file(folder))?;
        }
        fs::write(&path, text).map_err(TaskError::file(&path))?;
    }
    for name in leftovers(&files)? {
        let path = root().join(name);
        fs::remove_file(&path).map_err(TaskError::file(&path))?;
    }
    stubs::write(&root())?;
    println!("wrote {} files and the type stubs", files.len());
    Ok(())
}

/// Compares all derived files with what would be written now.
///
/// # Errors
/// With the names of those that differ.
pub(crate) fn check() -> Result<(), TaskError> {
    let files = all()?;
    // A file that cannot be read is not as it should be either.
    let differs = |(name, text): &(&String, &String)| {
        fs::read_to_string(root().join(name)).ok().as_ref() != Some(*text)
    };
    let mut stale: Vec<String> = files.iter().filter(differs).map(|(name, _)| name.clone()).collect();
    stale.extend(leftovers(&files)?);
    stale.extend(stubs::stale(&root())?);
    if stale.is_empty() {
        println!("{} files and the type stubs are up to date", files.len());
        Ok(())
    } else {
        Err(TaskError::OutOfDate(stale))
    }
}

fn leftovers(files: &BTreeMap<String, String>) -> Result<Vec<String>, TaskError> {
    let folder = root().join(PAGES);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(TaskError::file(&folder))? {
        let entry = entry.map_err(TaskError::file(&folder))?;
        let name = format!("{PAGES}/{}", entry.file_name().to_string_lossy());
        if !files.contains_key(&name) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_derived_files_are_up_to_date() {
        if let Err(error) = check() {
            panic!("{error}");
        }
    }

    #[test]
    fn the_catalogue_reads_back_as_it_was() {
        let known = catalogue();
        let text = python_json::text(&catalogue_json::catalogue(&known).unwrap()).unwrap();
        assert_eq!(morse_scene::Catalogue::from_json(&text).unwrap(), known);
    }
}
