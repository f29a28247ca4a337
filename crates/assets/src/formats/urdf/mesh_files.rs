//! Mesh files of links: found in packages, read once, and reported together where they cannot be used.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::ReadError;
use crate::formats::mesh_files::{Part, read_mesh_file, take_in};
use crate::formats::urdf::Import;
use crate::formats::xml::Element;
use crate::model::{Texture, TextureData, TextureId};
use crate::paths::{beside, in_package};
use crate::warnings::names;

/// Longest text of a robot that is passed on. [bytes]
const DESCRIPTION_MAX: usize = 16 << 20;
/// Folders above that of the robot's file in which files of an unknown package are searched.
const FOLDERS_UP: usize = 3;

impl Import<'_> {
    /// The meshes of a file, which is read once; `None` for one that cannot be used, which is reported at the end.
    pub(super) fn parts(&mut self, reference: &str, place: &str) -> Option<Vec<Part>> {
        let parts = self.resolve(reference).and_then(|file| {
            self.found.insert(reference.to_owned(), file.clone());
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

    /// The image of a `<texture>`; `None` for one that cannot be used, which is reported.
    pub(super) fn image(&mut self, texture: Element<'_, '_>) -> Result<Option<TextureId>, ReadError> {
        // Exporters write `<texture/>` for materials without an image.
        let Some(reference) = texture.attribute("filename").filter(|name| !name.is_empty()) else {
            self.warnings.add(format!("images without a file name are left out ({})", texture.place()));
            return Ok(None);
        };
        let found = self.resolve(reference).and_then(|file| match file.is_file() {
            true => Ok(file),
            false => Err(format!("there is no {}", file.display())),
        });
        let file = match found {
            Ok(file) => file,
            Err(problem) => {
                self.warnings.add(format!("{problem}: image {reference} ({}); left out", texture.place()));
                return Ok(None);
            }
        };
        self.found.insert(reference.to_owned(), file.clone());
        let next = TextureId::new(self.model.textures.len());
        let id = *self.images.entry(file.clone()).or_insert(next);
        if id == next {
            self.model.textures.push(Texture { name: reference.to_owned(), data: TextureData::File(file) });
        }
        Ok(Some(id))
    }

    /// The text of the file, with the mesh files that were found as `file://` paths, for programs without the packages. `None` for
    /// a text above the limit.
    pub(super) fn description(&self, text: &str) -> Option<Arc<str>> {
        if text.len() > DESCRIPTION_MAX {
            return None;
        }
        let mut text = text.to_owned();
        for (reference, file) in &self.found {
            let path = file.display().to_string().replace('&', "&amp;").replace('"', "&quot;");
            for quote in ['"', '\''] {
                text = text.replace(&format!("{quote}{reference}{quote}"), &format!("\"file://{path}\""));
            }
        }
        Some(text.into())
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
    fn resolve(&mut self, reference: &str) -> Result<PathBuf, String> {
        let reference = reference.trim().replace('\\', "/");
        let Some(inside) = ["package:", "model:"].iter().find_map(|scheme| reference.strip_prefix(scheme))
        else {
            let Some(path) = reference.strip_prefix("file:") else {
                let found = beside(self.path, &reference, &self.roots);
                let is_missing = found.as_ref().is_ok_and(|file| !file.is_file());
                // MuJoCo takes the name of the file alone.
                let name = Path::new(&reference).file_name();
                let in_folder = self.mesh_folder.as_ref().zip(name).map(|(folder, name)| folder.join(name));
                let in_folder = in_folder
                    .filter(|_| is_missing)
                    .map(|file| beside(self.path, &file.to_string_lossy(), &self.roots));
                return in_folder.and_then(Result::ok).filter(|file| file.is_file()).map_or(found, Ok);
            };
            let inside = path.trim_start_matches('/');
            // Files of Gazebo mean a path from the file by two slashes.
            let from_file = beside(self.path, inside, &self.roots).ok().filter(|file| file.is_file());
            if let Some(found) = from_file.filter(|_| path.len() - inside.len() == 2) {
                return Ok(found);
            }
            // The name of a computer between two slashes and the path is empty.
            return beside(self.path, &format!("/{inside}"), &self.roots);
        };
        let inside = inside.trim_start_matches('/');
        let Some((package, file)) = inside.split_once('/') else {
            // Bullet and Genesis take the name as that of a file beside the robot's.
            let here = beside(self.path, inside, &self.roots).ok().filter(|file| file.is_file());
            return here.ok_or_else(|| "it names a package and no file".to_owned());
        };
        in_package(inside, &self.packages, "package", Path::is_file)
            .or_else(|problem| self.above(package, file).ok_or(problem))
    }

    /// The file of a package in a folder of another name: in the folder of the robot's file, or one of those above it. This is
    /// reported.
    fn above(&mut self, package: &str, file: &str) -> Option<PathBuf> {
        if Path::new(file).components().any(|part| part == Component::ParentDir) {
            return None;
        }
        let ups = (0..=FOLDERS_UP).map(|count| format!("{}{file}", "../".repeat(count)));
        let found =
            ups.filter_map(|path| beside(self.path, &path, &self.roots).ok()).find(|path| path.is_file())?;
        let folder = found.ancestors().nth(Path::new(file).components().count())?.display().to_string();
        self.warnings
            .add(format!("package {package} is in no resource folder; its files are taken from {folder}"));
        Some(found)
    }
}
