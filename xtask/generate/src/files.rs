//! Generated files: lists them, writes them, and finds those that are out of date.

mod addon_catalog;
mod catalog_json;
mod errors_page;
pub(super) mod example;
mod middlewares_page;
mod page;
mod public_api;
mod python_json;
mod ros_page;
mod stubs;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use morse_components::catalog;

use xtask::shell::root;

/// Errors of writing or checking the generated files.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    /// A file that cannot be read, written or removed.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A value without a JSON form.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The wiring table.
    #[error(transparent)]
    Wiring(#[from] morse_scene::wiring::wiring_table::WiringTableError),
    /// A source of Rust that cannot be parsed.
    #[error("{}: {_1}", _0.display())]
    Source(PathBuf, String),
    /// The type stubs of the builder.
    #[error("python/tools/make_stubs.py failed: {0}")]
    Stubs(String),
    /// Files that are out of date.
    #[error("out of date: {}\nwrite them with: cargo xtask generate", .0.join(", "))]
    OutOfDate(Vec<String>),
}

impl TaskError {
    fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }
}

/// Folder that contains generated files only: files in it that are no longer generated are removed.
const PAGES: &str = "docs/components";

/// All generated files: path in the repository and text.
fn all() -> Result<BTreeMap<String, String>, TaskError> {
    let wiring = root().join("crates/scene/data/wiring.json");
    let catalog = catalog();
    let mut files = BTreeMap::from([
        (
            "python/morse/builder/catalog/catalog.json".to_owned(),
            python_json::text(&catalog_json::catalog(&catalog)?)?,
        ),
        (
            "python/morse/builder/catalog/wiring.json".to_owned(),
            fs::read_to_string(&wiring).map_err(TaskError::file(&wiring))?,
        ),
        (
            "addons/morse_blender/catalog.json".to_owned(),
            python_json::text(&addon_catalog::catalog(&catalog))?,
        ),
        (public_api::FILE.to_owned(), public_api::text()?),
        ("docs/errors.md".to_owned(), errors_page::page()),
        ("docs/middlewares.md".to_owned(), middlewares_page::page()?),
        ("docs/ros_messages.md".to_owned(), ros_page::page()),
        ("docs/scene.schema.json".to_owned(), python_json::text(&morse_scene::schema())?),
    ]);
    for (name, text) in page::all(&catalog) {
        files.insert(format!("{PAGES}/{name}"), text);
    }
    Ok(files)
}

/// Writes all generated files, and removes those that are no longer generated.
///
/// # Errors
/// If a file cannot be written, or the stubs cannot be generated.
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

/// Checks that all generated files are up to date.
///
/// # Errors
/// Lists the files that differ.
pub(crate) fn check() -> Result<(), TaskError> {
    let files = all()?;
    // A file that cannot be read counts as out of date.
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
    fn the_catalog_reads_back_as_it_was() {
        let known = catalog();
        let text = python_json::text(&catalog_json::catalog(&known).unwrap()).unwrap();
        assert_eq!(morse_scene::Catalog::from_json(&text).unwrap(), known);
    }
}
