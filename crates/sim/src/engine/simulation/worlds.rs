//! Takes the world from a running simulation, and loads another one, between two ticks.
//!
//! A world is an environment, or the scene with which the simulation started. The settings of that scene stay: gravity,
//! rates, stream managers. So does the time.

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Environment};

use crate::assemble::error::AssembleError;
use crate::engine::objects::loaded_world::LoadedWorld;
use crate::engine::objects::spawning::SpawnSource;
use crate::engine::simulation::Simulation;

/// Why a world cannot be loaded or unloaded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WorldChangeError {
    /// There is no world to unload.
    #[error("no world is loaded")]
    NoWorld,
    /// The simulation was made without a source of classes and models.
    #[error("this simulation cannot load worlds: it has no source of classes and models")]
    NoSource,
    /// Components that Python processes compute stay as long as the simulation.
    #[error("the scene has components that run in Python, which stay as long as the simulation")]
    External,
    /// Other simulators have robots of this scene.
    #[error("the scene is shared with other simulators, which have the same world")]
    Shared,
    /// The environment cannot be had. The world is as before.
    #[error("{0}")]
    Unavailable(AssembleError),
    /// The world cannot run. There is none now.
    #[error("{0}; no world is loaded now")]
    Assemble(AssembleError),
}

impl Simulation {
    /// Which world is loaded.
    #[must_use]
    pub fn loaded_world(&self) -> LoadedWorld {
        self.loaded
    }

    /// Removes all objects with their components, and the environment. Running services are answered as failed.
    ///
    /// # Errors
    /// When there is no world, or one that has to stay. Nothing has then changed.
    pub fn unload_world(&mut self) -> Result<(), WorldChangeError> {
        if self.loaded == LoadedWorld::None {
            return Err(WorldChangeError::NoWorld);
        }
        self.check_replaceable()?;
        let threads = self.threads();
        threads.install(|| self.clear_world());
        Ok(())
    }

    /// Loads an environment in place of the world, such as `indoors-1/indoor-1`.
    ///
    /// # Errors
    /// When the world has to stay, or the environment cannot be had: the world is then as before. When the environment
    /// cannot run, there is no world.
    pub fn load_environment(&mut self, file: &str) -> Result<(), WorldChangeError> {
        let settings = self.spawning.environment.clone();
        let environment = Environment { file: file.to_owned(), main_scene: None, source: None, ..settings };
        let document = Document { environment, ..Document::default() };
        self.replace_world(&document, LoadedWorld::Environment)
    }

    /// Loads the scene with which the simulation started, in place of the world.
    ///
    /// # Errors
    /// As [`Simulation::load_environment`].
    pub fn load_scene(&mut self) -> Result<(), WorldChangeError> {
        let source = self.spawning.source.as_ref().ok_or(WorldChangeError::NoSource)?;
        let document = source.scene().ok_or(WorldChangeError::NoSource)?;
        self.replace_world(&document, LoadedWorld::Scene)
    }

    /// Whether other worlds can be loaded in place of this one.
    #[must_use]
    pub fn replaces_worlds(&self) -> bool {
        self.spawning.source.is_some() && self.check_replaceable().is_ok()
    }

    fn check_replaceable(&self) -> Result<(), WorldChangeError> {
        if self.external.is_some() {
            return Err(WorldChangeError::External);
        }
        if self.spawning.environment.multinode.is_some() {
            return Err(WorldChangeError::Shared);
        }
        Ok(())
    }

    fn replace_world(&mut self, document: &Document, kind: LoadedWorld) -> Result<(), WorldChangeError> {
        self.check_replaceable()?;
        let mut source = self.spawning.source.take().ok_or(WorldChangeError::NoSource)?;
        let threads = self.threads();
        let replaced = threads.install(|| self.replace_from(source.as_mut(), document, kind));
        self.spawning.source = Some(source);
        replaced
    }

    fn replace_from(
        &mut self,
        source: &mut dyn SpawnSource,
        document: &Document,
        kind: LoadedWorld,
    ) -> Result<(), WorldChangeError> {
        let errors: Vec<Diagnostic> =
            source.check(document).into_iter().filter(Diagnostic::is_error).collect();
        if !errors.is_empty() {
            return Err(WorldChangeError::Unavailable(AssembleError(errors)));
        }
        // Models are kept, with what they became: their materials stay in the world for good.
        let mut models = std::mem::take(&mut self.spawning.models);
        let problems = models.add_scene(document, |file| source.load(file));
        let replaced = if problems.is_empty() {
            self.clear_world();
            let assembled = self.assemble_world(document, source.registry(), &models);
            assembled.map_err(WorldChangeError::Assemble)
        } else {
            Err(WorldChangeError::Unavailable(AssembleError(problems)))
        };
        self.spawning.models = models;
        match &replaced {
            Ok(()) => {
                self.loaded = kind;
                self.environment.clone_from(&document.environment.file);
                self.spawning.environment = document.environment.clone();
            }
            Err(WorldChangeError::Assemble(_)) => self.clear_world(),
            Err(_) => {}
        }
        replaced
    }

    /// Removes everything from the world.
    fn clear_world(&mut self) {
        let names = self.objects.list.iter().map(|object| object.name.clone()).collect();
        self.remove_objects(&names);
        self.world.clear();
        self.motions.clear();
        self.objects.environment_nodes = 0;
        self.environment.clear();
        self.loaded = LoadedWorld::None;
    }
}
