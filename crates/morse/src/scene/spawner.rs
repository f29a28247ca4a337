//! Classes, checks and model files for objects that are added to running simulations of a scene.

use std::sync::Arc;

use morse_scene::builder::SceneBuilder;
use morse_scene::description::Kind;
use morse_scene::wiring::wiring_table::WiringTable;
use morse_scene::{Code, Diagnostic, Document, validate};
use morse_sim::contract::registry::Registry;
use morse_sim::{Model, ModelFile, SpawnSource, UrdfError};

use super::external_classes::ExternalClasses;
use super::{SceneFile, source, trust};
use crate::models;

/// Checks added objects like objects of the scene, and loads their models from the same search path.
pub(super) struct Spawner {
    pub(super) scene: Arc<Document>,
    pub(super) classes: Arc<ExternalClasses>,
    pub(super) registry: Registry,
    pub(super) file: SceneFile,
    pub(super) wiring: Arc<WiringTable>,
}

impl SpawnSource for Spawner {
    fn registry(&self) -> &Registry {
        &self.registry
    }

    fn scene(&self) -> Option<Arc<Document>> {
        Some(Arc::clone(&self.scene))
    }

    fn check(&self, document: &Document) -> Vec<Diagnostic> {
        let mut capabilities = source::capabilities();
        capabilities.refusals = self.classes.refusals.clone();
        let mut diagnostics = validate(document, &self.classes.catalog, &self.wiring, &capabilities);
        diagnostics.extend(trust::check(&self.file, document));
        // Added objects need not contain a robot.
        diagnostics.retain(|diagnostic| diagnostic.code != Code::SceneNoRobot);
        diagnostics
    }

    fn load(&mut self, file: ModelFile<'_>) -> Result<Arc<Model>, String> {
        models::load_file(&models::library(Some(&self.file)), file)
    }

    fn load_urdf(&mut self, text: &str) -> Result<Arc<Model>, UrdfError> {
        models::load_urdf_text(&models::library(Some(&self.file)), text)
    }

    fn robot(&self, name: &str, class: &str) -> Result<Document, String> {
        let mut builder = SceneBuilder::new(&self.classes.catalog, &self.wiring);
        builder.robot(name, class);
        let mut document = builder.build().map_err(|errors| {
            errors.0.into_iter().map(|error| error.message).collect::<Vec<_>>().join("; ")
        })?;
        // Source lines in this Rust file are meaningless to the user.
        document.objects.iter_mut().for_each(|object| {
            object.source = None;
            object.sources.clear();
        });
        Ok(document)
    }

    fn environments(&self, folder: Option<&str>) -> Option<Vec<String>> {
        let library = models::library(Some(&self.file));
        let Some(folder) = folder else { return Some(library.list("environments")) };
        let names = library.search_path.list(folder)?;
        Some(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
    }

    fn robot_classes(&self) -> Vec<(String, String)> {
        let robots = self.classes.catalog.components.iter();
        let robots = robots.filter(|component| component.kind == Kind::Robot && component.implemented);
        let mut classes: Vec<(String, String)> = robots
            .flat_map(|robot| robot.builders.iter().map(|builder| (builder.name.clone(), robot.doc.clone())))
            .collect();
        classes.sort();
        classes
    }
}
