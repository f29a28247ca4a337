//! What a simulation needs and keeps for adding objects while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use morse_assets::model::Model;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Environment};
use morse_scene::value::Map;

use crate::assemble::error::AssembleError;
use crate::assemble::models::cache::ModelCache;
use crate::contract::registry::Registry;
use crate::engine::options::Options;
use crate::models::{ModelFile, Models};

/// What a simulation needs from outside to add objects: classes, checks and model files.
pub trait SpawnSource: Send {
    /// The classes of components.
    fn registry(&self) -> &Registry;

    /// The document of the scene with which the simulation started. A source that does not tell has none: the scene cannot
    /// be loaded again then.
    fn scene(&self) -> Option<Arc<Document>> {
        None
    }

    /// Checks a document with the objects to add, like the document of a scene.
    fn check(&self, document: &Document) -> Vec<Diagnostic>;

    /// Loads a model file.
    ///
    /// # Errors
    /// Says why it cannot be loaded.
    fn load(&mut self, file: ModelFile<'_>) -> Result<Arc<Model>, String>;

    /// Reads a model from a URDF that is a text. A source that does not say so reads none.
    ///
    /// # Errors
    /// Says why it cannot be read.
    fn load_urdf(&mut self, text: &str) -> Result<Arc<Model>, UrdfError> {
        let _ = text;
        Err(UrdfError::Damaged("this simulation reads no URDF texts".to_owned()))
    }

    /// The document of a robot of a class of the catalogue, such as `ATRV`, with its default model and without
    /// components.
    ///
    /// # Errors
    /// When the catalogue has no robot of this class; names the nearest.
    fn robot(&self, name: &str, class: &str) -> Result<Document, String>;

    /// The names of the environments that can be loaded. With a folder inside of the resource folders, the models in it;
    /// `None` if there is no such folder. A source that does not tell has none.
    fn environments(&self, folder: Option<&str>) -> Option<Vec<String>> {
        folder.is_none().then(Vec::new)
    }

    /// The classes that [`SpawnSource::robot`] knows, each with a description. A source that does not tell has none.
    fn robot_classes(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Why a URDF that is a text cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrdfError {
    /// It is no URDF, too long, or wrong.
    #[error("{0}")]
    Damaged(String),
    /// It refers to meshes that are not there, or cannot be read.
    #[error("{0}")]
    MissingMeshes(String),
}

/// Why objects cannot be added. The simulation is then as before.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpawnError {
    /// The world was unloaded.
    #[error("no world is loaded: load one first")]
    NoWorld,
    /// The simulation was made without a [`SpawnSource`].
    #[error("this simulation cannot add objects: it has no source of classes and models")]
    NoSource,
    /// The document has no object.
    #[error("the document has no object to add")]
    Empty,
    /// Something already has the name.
    #[error("the name '{0}' is taken: give the object another name")]
    NameTaken(String),
    /// An object without a name, or with a name that clients could not use.
    #[error("'{0}' is no name for an object: it is empty, or has spaces or control characters")]
    BadName(String),
    /// An object on one that the document does not have.
    #[error("'{name}' is on '{parent}', which the document does not have before it")]
    OtherParent {
        /// The object.
        name: String,
        /// Its parent.
        parent: String,
    },
    /// An object that changes one of the environment.
    #[error("'{0}' changes an object of the environment, which only a scene can do at its start")]
    OfEnvironment(String),
    /// A component that a Python process computes.
    #[error(
        "'{name}' is of class {class}, which runs in Python: such components are part of the scene from its start, and cannot be added later"
    )]
    External {
        /// The component.
        name: String,
        /// Its class path.
        class: String,
    },
    /// A pose that is not finite.
    #[error("the pose of '{0}' must be finite numbers, with a rotation that is not zero")]
    BadPose(String),
    /// A class or file that cannot be had.
    #[error("{0}")]
    Unavailable(String),
    /// A text that is no usable URDF.
    #[error(transparent)]
    Urdf(#[from] UrdfError),
    /// The objects cannot run.
    #[error(transparent)]
    Assemble(#[from] AssembleError),
}

/// What a simulation keeps for adding objects.
pub(crate) struct Spawning {
    pub(crate) source: Option<Box<dyn SpawnSource>>,
    /// The models of added objects.
    pub(crate) models: Models,
    pub(crate) model_cache: ModelCache,
    pub(crate) options: Options,
    /// The settings of the scene, with the environment that is loaded now.
    pub(crate) environment: Environment,
    /// Options of the stream managers in the scene.
    pub(crate) stream_managers: BTreeMap<String, Map>,
    /// The stream managers that have their options.
    pub(crate) configured: BTreeSet<&'static str>,
}

impl Spawning {
    pub(crate) fn new(document: &Document, options: Options) -> Self {
        Self {
            source: None,
            models: Models::default(),
            model_cache: ModelCache::default(),
            options,
            environment: document.environment.clone(),
            stream_managers: document.stream_manager.clone(),
            configured: BTreeSet::new(),
        }
    }

    /// Forgets what models became in the world, because the world was replaced.
    pub(crate) fn forget_models(&mut self) {
        self.model_cache = ModelCache::default();
    }
}
