//! Adds objects to a running simulation, between two ticks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use morse_assets::model::Model;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Environment, ModelReference, Object, ObjectKind};
use morse_scene::value::Map;
use morse_world::Pose;

use crate::assemble::{AssembleError, ModelCache, Options};
use crate::contract::registry::{Factory, Registry};
use crate::engine::objects::is_finite;
use crate::engine::simulation::Simulation;
use crate::models::{ModelFile, Models};
use crate::services::PSEUDO_COMPONENTS;

/// Builder class of objects that stand for objects of the environment.
const CHANGED: &str = "Scene";

/// What a simulation needs from outside to add objects: classes, checks and model files.
pub trait SpawnSource: Send {
    /// The classes of components.
    fn registry(&self) -> &Registry;

    /// Checks a document with the objects to add, like the document of a scene.
    fn check(&self, document: &Document) -> Vec<Diagnostic>;

    /// Loads a model file.
    ///
    /// # Errors
    /// Says why it cannot be loaded.
    fn load(&mut self, file: ModelFile<'_>) -> Result<Arc<Model>, String>;

    /// The document of a robot of a class of the catalogue, such as `ATRV`, with its default model and without
    /// components.
    ///
    /// # Errors
    /// When the catalogue has no robot of this class; names the nearest.
    fn robot(&self, name: &str, class: &str) -> Result<Document, String>;

    /// The classes that [`SpawnSource::robot`] knows, each with a description. A source that does not tell has none.
    fn robot_classes(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Why objects cannot be added. The simulation is then as before.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpawnError {
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
    /// The objects cannot run.
    #[error(transparent)]
    Assemble(#[from] AssembleError),
}

/// What a simulation keeps for adding objects.
pub(crate) struct Spawning {
    pub(crate) source: Option<Box<dyn SpawnSource>>,
    /// The models of added objects.
    models: Models,
    pub(crate) model_cache: ModelCache,
    pub(crate) options: Options,
    /// The settings of the scene.
    environment: Environment,
    /// Options of the stream managers in the scene.
    stream_managers: BTreeMap<String, Map>,
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

impl Simulation {
    /// Lets the simulation add objects, with classes and models from `source`.
    pub fn allow_spawning(&mut self, source: Box<dyn SpawnSource>) {
        self.spawning.source = Some(source);
    }

    /// Adds the objects of a document to the running scene: robots with their components, passive objects, zones.
    /// Their streams and services open as those of a scene do. The settings of the document are not used: those of
    /// the running scene stay.
    ///
    /// Added objects come last in scene order. Every random number depends on the seed, the name and the tick, so the
    /// same call at the same tick gives the same simulation.
    ///
    /// # Errors
    /// When the objects cannot run. The simulation is then as before.
    pub fn spawn(&mut self, document: &Document) -> Result<(), SpawnError> {
        self.spawn_placed(document, None)
    }

    /// As [`Simulation::spawn`], with the pose in the world of the node of the first object. The document says where
    /// the others are.
    ///
    /// # Errors
    /// When the objects cannot run or the pose is not finite. The simulation is then as before.
    pub fn spawn_at(&mut self, document: &Document, world_from_first: Pose) -> Result<(), SpawnError> {
        if !is_finite(world_from_first) {
            let first = document.objects.first().map(|object| object.name.clone());
            return Err(SpawnError::BadPose(first.unwrap_or_default()));
        }
        self.spawn_placed(document, Some(world_from_first))
    }

    /// Adds a robot of a class of the catalogue, such as `ATRV`, with its default model and without components.
    ///
    /// # Errors
    /// When the catalogue has no such robot, the name is taken or the pose is not finite. The simulation is then as
    /// before.
    pub fn spawn_robot(&mut self, name: &str, class: &str, world_from_robot: Pose) -> Result<(), SpawnError> {
        let source = self.spawning.source.as_ref().ok_or(SpawnError::NoSource)?;
        let document = source.robot(name, class).map_err(SpawnError::Unavailable)?;
        self.spawn_at(&document, world_from_robot)
    }

    /// Adds a model file, such as `props/chair`, as a passive object.
    ///
    /// # Errors
    /// When the file cannot be loaded, the name is taken or the pose is not finite. The simulation is then as before.
    pub fn spawn_model(&mut self, name: &str, file: &str, world_from_object: Pose) -> Result<(), SpawnError> {
        let model = Some(ModelReference { file: file.to_owned(), ..ModelReference::default() });
        let builder = Some("PassiveObject".to_owned());
        let object = Object { model, builder, ..Object::new(name, ObjectKind::Object) };
        let document = Document { objects: vec![object], ..Document::default() };
        self.spawn_at(&document, world_from_object)
    }

    fn spawn_placed(&mut self, document: &Document, pose: Option<Pose>) -> Result<(), SpawnError> {
        let mut source = self.spawning.source.take().ok_or(SpawnError::NoSource)?;
        let threads = self.threads();
        let spawned = threads.install(|| self.spawn_from(source.as_mut(), document, pose));
        self.spawning.source = Some(source);
        spawned
    }

    fn spawn_from(
        &mut self,
        source: &mut dyn SpawnSource,
        document: &Document,
        pose: Option<Pose>,
    ) -> Result<(), SpawnError> {
        self.check_objects(source.registry(), document)?;
        let mut document = Document { environment: self.spawning.environment.clone(), ..document.clone() };
        for (manager, options) in &self.spawning.stream_managers {
            document.stream_manager.entry(manager.clone()).or_insert_with(|| options.clone());
        }
        let (errors, others): (Vec<_>, Vec<_>) =
            source.check(&document).into_iter().partition(Diagnostic::is_error);
        if !errors.is_empty() {
            return Err(AssembleError(errors).into());
        }
        for diagnostic in others.iter().filter(|diagnostic| diagnostic.object.is_some()) {
            tracing::warn!("{diagnostic}");
        }
        let mut models = std::mem::take(&mut self.spawning.models);
        let problems = models.add(&document.objects, |file| source.load(file));
        let added = match problems.is_empty() {
            true => self.assemble_further(&document, source.registry(), &models, pose),
            false => Err(AssembleError(problems)),
        };
        self.spawning.models = models;
        added.map_err(SpawnError::from)
    }

    /// Checks what a scene that starts need not be checked for.
    fn check_objects(&self, registry: &Registry, document: &Document) -> Result<(), SpawnError> {
        if document.objects.is_empty() {
            return Err(SpawnError::Empty);
        }
        let mut before: BTreeSet<&str> = BTreeSet::new();
        for object in &document.objects {
            let name = object.name.as_str();
            if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
                return Err(SpawnError::BadName(name.to_owned()));
            }
            if object.builder.as_deref() == Some(CHANGED) {
                return Err(SpawnError::OfEnvironment(name.to_owned()));
            }
            let known = self.world.find(name).is_some() || self.objects.find(name).is_some();
            if known || PSEUDO_COMPONENTS.contains(&name) || !before.insert(name) {
                return Err(SpawnError::NameTaken(name.to_owned()));
            }
            if let Some(parent) = object.parent.as_deref().filter(|parent| !before.contains(parent)) {
                return Err(SpawnError::OtherParent { name: name.to_owned(), parent: parent.to_owned() });
            }
            if let Some(class) = &object.class
                && matches!(registry.factory(class), Some(Factory::External(..)))
            {
                return Err(SpawnError::External { name: name.to_owned(), class: class.clone() });
            }
        }
        Ok(())
    }
}
