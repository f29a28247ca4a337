//! Resources and errors of the addition of objects while a simulation runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use morse_assets::model::Model;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Environment};
use morse_scene::value::Map;

use crate::assemble::error::AssembleError;
use crate::assemble::models::model_cache::ModelCache;
use crate::contract::registry::Registry;
use crate::engine::options::Options;
use crate::models::{ModelFile, Models};

/// Most joints of a model that is added to a running simulation, fixed ones included: a step with as many links in one place takes
/// less than a second (`benches/worst_tick.py`). Scenes may have models with more joints.
pub const SPAWNED_JOINTS_MAX: usize = 256;

/// Source of classes, checks and model files for added objects.
pub trait SpawnSource: Send {
    /// The classes of components.
    fn registry(&self) -> &Registry;

    /// The document of the scene with which the simulation started. `None`, the default, if the scene cannot be loaded
    /// again.
    fn scene(&self) -> Option<Arc<Document>> {
        None
    }

    /// Checks a document with the objects to add, in the same way as the document of a scene.
    fn check(&self, document: &Document) -> Vec<Diagnostic>;

    /// Loads a model file.
    ///
    /// # Errors
    /// When the file cannot be loaded; the text is the reason.
    fn load(&mut self, file: ModelFile<'_>) -> Result<Arc<Model>, String>;

    /// Reads a model from a URDF text. The default implementation returns an error.
    ///
    /// # Errors
    /// When the text cannot be read.
    fn load_urdf(&mut self, text: &str) -> Result<Arc<Model>, UrdfError> {
        let _ = text;
        Err(UrdfError::Damaged("this simulation reads no URDF texts".to_owned()))
    }

    /// The document of a robot of a class of the catalog, such as `ATRV`, with its default model and without
    /// components.
    ///
    /// # Errors
    /// When the catalog has no robot of this class; the text names the nearest class.
    fn robot(&self, name: &str, class: &str) -> Result<Document, String>;

    /// Names of the environments that can be loaded. With a folder inside of the resource folders, names of the models
    /// in it; `None` if the folder does not exist. The default implementation has no environments.
    fn environments(&self, folder: Option<&str>) -> Option<Vec<String>> {
        folder.is_none().then(Vec::new)
    }

    /// The classes that [`SpawnSource::robot`] accepts, each with a description. Empty by default.
    fn robot_classes(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Reason why a URDF text cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrdfError {
    /// The text is not a URDF, is too long, or is invalid.
    #[error("{0}")]
    Damaged(String),
    /// The URDF refers to meshes that do not exist or cannot be read.
    #[error("{0}")]
    MissingMeshes(String),
}

/// Reason why objects cannot be added. The simulation is unchanged.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpawnError {
    /// The world was unloaded.
    #[error("no world is loaded: load one first")]
    NoWorld,
    /// The simulation was created without a [`SpawnSource`].
    #[error("this simulation cannot add objects: it has no source of classes and models")]
    NoSource,
    /// The objects would exceed the limit of the scene.
    #[error(
        "{count} objects were added while the simulation runs, and the limit of the scene is {limit}: despawn some first"
    )]
    TooMany {
        /// Number of added objects.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// The model of an object has more joints than `SPAWNED_JOINTS_MAX`: a step with it could take more than a second.
    #[error(
        "the model of '{name}' has {count} joints, and a model that is added to a running simulation has at most \
         {SPAWNED_JOINTS_MAX}: put it into the scene"
    )]
    TooManyJoints {
        /// Name of the object.
        name: String,
        /// Number of joints, fixed ones included.
        count: usize,
    },
    /// The document has no object.
    #[error("the document has no object to add")]
    Empty,
    /// The name is already in use.
    #[error("the name '{0}' is taken: give the object another name")]
    NameTaken(String),
    /// The name of an object is empty, or is not usable by clients.
    #[error("'{0}' is not valid as the name of an object: it is empty, or has spaces or control characters")]
    BadName(String),
    /// The parent of an object is not in the document.
    #[error("'{name}' is on '{parent}', which does not precede it in the document")]
    OtherParent {
        /// Name of the object.
        name: String,
        /// Name of its parent.
        parent: String,
    },
    /// The object changes an object of the environment.
    #[error("'{0}' changes an object of the environment, which only a scene can do at its start")]
    OfEnvironment(String),
    /// The component is computed by a Python process.
    #[error(
        "'{name}' is of class {class}, which runs in Python: such components are part of the scene from its start, and cannot be added later"
    )]
    External {
        /// Name of the component.
        name: String,
        /// Class path of the component.
        class: String,
    },
    /// The pose is not finite or has no valid rotation.
    #[error("the pose of '{0}' must be finite numbers, with a rotation that is not zero")]
    BadPose(String),
    /// A class or file is not available.
    #[error("{0}")]
    Unavailable(String),
    /// The URDF text cannot be used.
    #[error(transparent)]
    Urdf(#[from] UrdfError),
    /// The objects cannot be assembled.
    #[error(transparent)]
    Assemble(#[from] AssembleError),
}

/// Maximum number of added objects in scenes that set none.
const SPAWNED_MAX: usize = 10_000;

/// Resources of a simulation for adding objects.
pub(crate) struct Spawning {
    pub(crate) source: Option<Box<dyn SpawnSource>>,
    /// The models of added objects.
    pub(crate) models: Models,
    pub(crate) model_cache: ModelCache,
    pub(crate) options: Options,
    /// Settings of the scene, with the environment that is loaded now.
    pub(crate) environment: Environment,
    /// Options of the stream managers in the scene.
    pub(crate) stream_managers: BTreeMap<String, Map>,
    /// Stream managers that have received their options.
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

    /// The same settings for another simulation, without the source.
    pub(crate) fn for_twin(&self) -> Self {
        Self {
            source: None,
            models: self.models.clone(),
            model_cache: ModelCache::default(),
            options: self.options,
            environment: self.environment.clone(),
            stream_managers: self.stream_managers.clone(),
            configured: BTreeSet::new(),
        }
    }

    /// Maximum number of objects that are added while the simulation runs.
    pub(crate) fn spawned_max(&self) -> usize {
        self.environment.spawned_max.map_or(SPAWNED_MAX, |max| max as usize)
    }

    /// Clears the cache of models, because the world was replaced.
    pub(crate) fn forget_models(&mut self) {
        self.model_cache = ModelCache::default();
    }
}
