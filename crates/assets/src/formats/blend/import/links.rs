//! Data-blocks that are linked from other files: the file and the name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Warnings;
use crate::formats::blend::file::BlendFile;
use crate::formats::blend::view::View;
use crate::paths::{Roots, beside};

/// Linked data-blocks of one file.
#[derive(Default)]
pub(super) struct Links {
    blocks: BTreeMap<u32, Link>,
}

/// A data-block in another file.
#[derive(Clone)]
pub(super) struct Link {
    /// Index of the file among all files of this import; `None` if it is missing.
    pub library: Option<usize>,
    /// The path in the file.
    pub path: String,
    /// Two letters of the kind and the name: "GRlarge_crate".
    pub name: String,
}

impl Links {
    /// Finds all links. Existing files are added to `paths`.
    ///
    /// Blender writes a block for every library, followed by a stub for each data-block linked from it.
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
            if ![b"LI\0\0", b"ID\0\0"].contains(&&block.code) {
                continue;
            }
            let Some(view) = file.view(index as u32) else { continue };
            match &block.code {
                b"LI\0\0" => {
                    let path = if view.has("name") { view.text("name") } else { view.text("filepath") };
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

    /// The link at an address, if the address is that of a linked data-block.
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
                "linked file {path} is missing: {} does not exist; its objects are left out",
                missing.display()
            ));
            return None;
        }
        Err(problem) => {
            warnings.add(format!("linked file {path}: {problem}; its objects are left out"));
            return None;
        }
    };
    if let Some(known) = paths.iter().position(|known| *known == found) {
        return Some(known);
    }
    if paths.len() >= files_max {
        warnings.add(format!(
            "linked file {path}: an asset may link to {files_max} files; its objects are left out"
        ));
        return None;
    }
    paths.push(found);
    Some(paths.len() - 1)
}
