//! Mesh files of links: found in packages, read once, and reported together where they cannot be used.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::formats::mesh_files::{Part, read_mesh_file, take_in};
use crate::formats::urdf::Import;
use crate::paths::{absolute, beside};
use crate::warnings::names;

impl Import<'_> {
    /// The meshes of a file, which is read once; `None` for one that cannot be used, which is reported at the end.
    pub(super) fn parts(&mut self, reference: &str, place: &str) -> Option<Vec<Part>> {
        let parts = self.resolve(reference).and_then(|file| {
            if let Some(known) = self.parts.get(&file) {
                return known.clone();
            }
            let read = read_mesh_file(&file, &self.roots, self.budget, self.warnings);
            let parts = read.map(|part| take_in(&mut self.model, part));
            self.parts.insert(file, parts.clone());
            parts
        });
        parts
            .map_err(|problem| {
                let lines =
                    self.unusable.entry(problem).or_default().entry(reference.to_owned()).or_default();
                lines.push(place.to_owned());
            })
            .ok()
    }

    /// One message for each problem, with the files that have it and their lines.
    pub(super) fn problems_of_mesh_files(&self) -> Vec<String> {
        let message = |(problem, files): (&String, &BTreeMap<String, Vec<String>>)| {
            let file = |(file, lines): (&String, &Vec<String>)| {
                format!("mesh {file} ({})", names(lines.iter().map(String::as_str)))
            };
            let files: Vec<String> = files.iter().map(file).collect();
            format!("{problem}: {}", names(files.iter().map(String::as_str)))
        };
        self.unusable.iter().map(message).collect()
    }

    /// The file at a reference: `package://NAME/…`, `model://NAME/…`, `file://…`, or relative to the URDF file. A third
    /// slash after `package:` does not count.
    fn resolve(&self, reference: &str) -> Result<PathBuf, String> {
        let reference = reference.trim().replace('\\', "/");
        let Some(in_package) =
            ["package:", "model:"].iter().find_map(|scheme| reference.strip_prefix(scheme))
        else {
            let path = reference.strip_prefix("file:").map_or(reference.clone(), |path| {
                // The name of a computer between two slashes and the path is empty.
                format!("/{}", path.trim_start_matches('/'))
            });
            return beside(self.path, &path, &self.roots);
        };
        let in_package = in_package.trim_start_matches('/');
        let (package, inner) = in_package.split_once('/').ok_or("it names a package and no file")?;
        let inner = inner.trim_start_matches('/');
        if package.is_empty() || package == ".." || package == "." {
            return Err("it names no package".to_owned());
        }
        let mut without_file = None;
        for folder in &self.packages {
            // The folder itself may be the package, when it is in the resource path.
            let is_itself = folder.file_name().is_some_and(|name| name == package);
            for root in [Some(folder.join(package)), is_itself.then(|| folder.clone())].into_iter().flatten()
            {
                let path = absolute(&root.join(inner));
                if !path.starts_with(&root) {
                    return Err("it leads out of its package".to_owned());
                }
                if path.is_file() {
                    return Ok(path);
                }
                if root.is_dir() {
                    without_file.get_or_insert(root);
                }
            }
        }
        Err(match without_file {
            Some(root) => format!("package {package} is {} and has no such file", root.display()),
            None => format!(
                "package {package} is in no resource folder: add the folder that holds {package} to MORSE_RESOURCE_PATH"
            ),
        })
    }
}
