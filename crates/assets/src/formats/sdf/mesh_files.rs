//! Mesh and image files of visuals and collisions: read once, and reported together where they cannot be used.

use crate::formats::mesh_files::{Part, read_mesh_file, take_in};
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{Texture, TextureData, TextureId};

impl Import<'_> {
    /// The meshes of a file; `None` for one that cannot be used, which is reported at the end.
    pub(super) fn parts(&mut self, uri: &str, tag: &Tag) -> Option<Vec<Part>> {
        let parts = self.files.find(uri, &tag.source.path).and_then(|file| {
            if let Some(known) = self.mesh_files.get(&file) {
                return known.clone();
            }
            let roots = self.files.roots(&file);
            let read = read_mesh_file(&file, &roots, self.budget, self.warnings);
            let parts = read.map(|part| take_in(&mut self.model, part));
            self.mesh_files.insert(file, parts.clone());
            parts
        });
        parts.map_err(|problem| self.missing(&problem, "mesh", uri, tag)).ok()
    }

    /// The image of a file; `None` for one that is missing, which is reported at the end.
    pub(super) fn image(&mut self, uri: &str, tag: &Tag) -> Option<TextureId> {
        match self.files.find(uri, &tag.source.path) {
            Ok(file) => {
                let next = TextureId::new(self.model.textures.len());
                let id = *self.images.entry(file.clone()).or_insert(next);
                if id == next {
                    self.model.textures.push(Texture { name: uri.to_owned(), data: TextureData::File(file) });
                }
                Some(id)
            }
            Err(problem) => {
                self.missing(&problem, "image", uri, tag);
                None
            }
        }
    }

    pub(super) fn missing(&mut self, problem: &str, what: &str, uri: &str, tag: &Tag) {
        let message = format!("{problem}; left out");
        self.unusable.entry(message).or_default().push(format!("{what} {uri} ({})", tag.place()));
    }
}
