//! Data-blocks that live in other files: which file, and under which name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::file::BlendFile;
use super::super::view::View;
use crate::Warnings;
use crate::paths::{Roots, beside};

/// Linked data-blocks of one file.
#[derive(Default)]
pub(super) struct Links {
    blocks: HashMap<u32, Link>,
}

/// A data-block in another file.
#[derive(Clone)]
pub(super) struct Link {
    /// Place of the file among all files of this import; `None` if it is missing.
    pub library: Option<usize>,
    /// The path that the file gives.
    pub path: String,
    /// Two letters of the kind and the name: "GRlarge_crate".
    pub name: String,
}

impl Links {
    /// Finds all links. Files that are there are added to `paths`.
    ///
    /// Blender writes a block for every library, and behind it a stub for each data-block taken from there.
    pub(super) fn of(
        file: &BlendFile<'_>,
        from: &Path,
        roots: &Roots,
        paths: &mut Vec<PathBuf>,
        files_max: usize,
        warnings: &mut Warnings,
    ) -> Links {
        let mut links = Links::default();
        let mut current: Option<(Option<usize>, String)> = None;
        for (index, block) in file.blocks.iter().enumerate() {
            let Some(view) = file.view(index as u32) else { continue };
            match &block.code {
                b"LI\0\0" => {
                    let path = view.text("name");
                    current = Some((library(&path, from, roots, paths, files_max, warnings), path));
                }
                b"ID\0\0" => {
                    let (library, path) = current.clone().unwrap_or_default();
                    links.blocks.insert(index as u32, Link { library, path, name: view.text("name") });
                }
                _ => {}
            }
        }
        links
    }

    /// Where an address leads, if it leads out of the file.
    pub(super) fn at(&self, view: &View<'_>, field: &str) -> Option<&Link> {
        let block = view.file.block_at(view.owner, view.address(field))?;
        self.blocks.get(&block)
    }
}

fn library(
    path: &str,
    from: &Path,
    roots: &Roots,
    paths: &mut Vec<PathBuf>,
    files_max: usize,
    warnings: &mut Warnings,
) -> Option<usize> {
    let found = match beside(from, path, roots) {
        Ok(found) if found.is_file() => found,
        Ok(missing) => {
            warnings.add(format!(
                "linked file {path} is missing: {} does not exist; what it holds is left out",
                missing.display()
            ));
            return None;
        }
        Err(problem) => {
            warnings.add(format!("linked file {path}: {problem}; what it holds is left out"));
            return None;
        }
    };
    if let Some(known) = paths.iter().position(|known| *known == found) {
        return Some(known);
    }
    if paths.len() >= files_max {
        warnings.add(format!(
            "linked file {path}: an asset may link to {files_max} files; what it holds is left out"
        ));
        return None;
    }
    paths.push(found);
    Some(paths.len() - 1)
}
