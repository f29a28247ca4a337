//! A scene: loads and checks a scene file, and creates simulations of it.

mod external_classes;
pub(crate) mod file;
pub(crate) mod load_options;
pub(crate) mod parameters;
mod source;
mod spawner;
pub(crate) mod trust;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use morse_scene::wiring::wiring_table::WiringTable;
use morse_scene::{Code, Diagnostic, Document, edit, validate};
use morse_sim::contract::registry::Registry;
use morse_sim::transport::stream::Middleware;
use morse_sim::{AssembleError, Models, Options, Simulation};

use crate::error::{LoadError, SceneError};
use crate::models;
use external_classes::ExternalClasses;
use spawner::Spawner;

pub use file::{DefaultScene, Format, SceneFile};
pub use load_options::{LoadOptions, TRUST_HELP, Trust};
pub use parameters::{ParameterValue, Parameters};
pub use source::SceneSource;
pub use trust::may_read;

/// A loaded and checked scene.
pub struct Scene {
    file: SceneFile,
    document: Arc<Document>,
    diagnostics: Vec<Diagnostic>,
    classes: Arc<ExternalClasses>,
    wiring: Arc<WiringTable>,
    models: OnceLock<Models>,
}

impl Scene {
    /// Runs a script or reads a scene document, and checks the scene. A scene with mistakes is also loaded: see
    /// [`Scene::diagnostics`].
    ///
    /// # Errors
    /// If there is no scene document.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Self, LoadError> {
        let file = SceneFile::at(path, &options.arguments)?.trusted(options.trust)?;
        let source = SceneSource::read(&file, options, &mut |_| {})?;
        Self::without_missing(file, source, options)
    }

    /// Checks a document that a program created, for example with a [`SceneBuilder`](crate::SceneBuilder). `name` is its name
    /// in diagnostics.
    ///
    /// # Errors
    /// If the embedded wiring table is invalid.
    pub fn from_document(
        name: impl Into<PathBuf>,
        document: Document,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let file = SceneFile::of_document(name).trusted(options.trust)?;
        Self::without_missing(file, SceneSource { document, python_path: Vec::new() }, options)
    }

    /// Like [`Scene::of`], but leaves out uses of missing middlewares if the options request it.
    fn without_missing(
        file: SceneFile,
        mut source: SceneSource,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let skipped = if options.skip_missing_middlewares { source.leave_out_missing()? } else { Vec::new() };
        let mut scene = Self::of(file, source, options)?;
        scene.diagnostics.splice(..0, skipped);
        Ok(scene)
    }

    /// Checks the contents of a file, and starts a Python process if it names components written by the user.
    ///
    /// # Errors
    /// If the embedded wiring table is invalid.
    pub fn of(file: SceneFile, source: SceneSource, options: &LoadOptions) -> Result<Self, LoadError> {
        let classes = ExternalClasses::of(&source, &file, options);
        let mut document = source.document;
        let wiring = WiringTable::built_in()?;
        let mut diagnostics = edit::apply(&mut document, &classes.catalog, &wiring);
        let document = Arc::new(document);
        let mut capabilities = source::capabilities();
        capabilities.refusals = classes.refusals.clone();
        capabilities.extensions = classes.extensions.clone();
        diagnostics.extend(validate(&document, &classes.catalog, &wiring, &capabilities));
        diagnostics.extend(trust::check(&file, &document));
        diagnostics.retain(|diagnostic| !options.ignored.contains(&diagnostic.code));
        Ok(Self {
            file,
            document,
            diagnostics,
            classes: Arc::new(classes),
            wiring: Arc::new(wiring),
            models: OnceLock::new(),
        })
    }

    /// The file of the scene.
    #[must_use]
    pub fn file(&self) -> &SceneFile {
        &self.file
    }

    /// The scene document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Errors and warnings about the document.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the document has no errors.
    #[must_use]
    pub fn can_run(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Further errors that prevent the scene from running, such as missing models, found without opening a port. Objects with
    /// errors in [`Scene::diagnostics`] are skipped.
    #[must_use]
    pub fn obstacles(&self) -> Vec<Diagnostic> {
        self.obstacles_with(crate::middlewares::offline())
    }

    fn obstacles_with(&self, offline: Vec<Box<dyn Middleware>>) -> Vec<Diagnostic> {
        let registry = &self.classes.registry;
        let mut obstacles = Simulation::obstacles(&self.document, registry, self.models(), offline);
        obstacles.retain(|obstacle| {
            let known = self.diagnostics.iter().filter(|known| known.is_error());
            !known.into_iter().any(|known| known.object == obstacle.object)
        });
        obstacles
    }

    /// A simulation of the scene without streams and services for clients. Simulations of one scene share no mutable state:
    /// components written in Python have one process for each simulation.
    ///
    /// # Errors
    /// If the scene cannot run.
    pub fn simulation(&self, options: &Options) -> Result<Simulation, SceneError> {
        // No middleware takes part, so that the module for Python, which only makes such simulations, links none.
        self.assemble(Vec::new, |registry| {
            Simulation::assemble_alone(&self.document, registry, self.models(), *options)
        })
    }

    /// Equal simulations of the scene, as [`Scene::simulation`] makes them. They share meshes and images.
    ///
    /// # Errors
    /// If the scene cannot run.
    pub fn simulations(&self, count: usize, options: &Options) -> Result<Vec<Simulation>, SceneError> {
        let Some(further) = count.checked_sub(1) else { return Ok(Vec::new()) };
        let mut simulations = vec![self.simulation(options)?];
        for _ in 0..further {
            // A scene with components in Python has no twins: each simulation has a process of its own.
            let simulation = match simulations[0].twin() {
                Ok(mut twin) => {
                    twin.allow_spawning(Box::new(self.spawner(&self.classes.registry)));
                    twin
                }
                Err(_) => self.simulation(options)?,
            };
            simulations.push(simulation);
        }
        Ok(simulations)
    }

    /// A simulation of the scene with its streams over `middlewares`: see [`middlewares`](crate::middlewares).
    /// [`Simulation::start`] then starts serving requests.
    ///
    /// # Errors
    /// If the scene cannot run.
    pub fn serving_simulation(
        &self,
        middlewares: Vec<Box<dyn Middleware>>,
        options: &Options,
    ) -> Result<Simulation, SceneError> {
        self.assemble(crate::middlewares::offline, |registry| {
            Simulation::assemble(&self.document, registry, self.models(), middlewares, *options)
        })
    }

    /// `offline` are the middlewares that check the streams of a scene that cannot run.
    fn assemble(
        &self,
        offline: impl FnOnce() -> Vec<Box<dyn Middleware>>,
        assemble: impl FnOnce(&Registry) -> Result<Simulation, AssembleError>,
    ) -> Result<Simulation, SceneError> {
        if !self.can_run() {
            let obstacles = self.obstacles_with(offline());
            return Err(self.error(self.diagnostics.iter().cloned().chain(obstacles).collect()));
        }
        let further = self.classes.further_registry();
        let further = further.map_err(|error| self.error(vec![Diagnostic::error(Code::RunPython, error)]))?;
        let registry = further.as_ref().unwrap_or(&self.classes.registry);
        let mut simulation = assemble(registry).map_err(|error| self.error(error.0))?;
        simulation.allow_spawning(Box::new(self.spawner(registry)));
        Ok(simulation)
    }

    fn spawner(&self, registry: &Registry) -> Spawner {
        Spawner {
            scene: Arc::clone(&self.document),
            classes: Arc::clone(&self.classes),
            registry: registry.clone(),
            file: self.file.clone(),
            wiring: Arc::clone(&self.wiring),
        }
    }

    /// The models of the scene, loaded on the first call.
    pub fn models(&self) -> &Models {
        self.models.get_or_init(|| models::load(&self.document, &self.file))
    }

    fn error(&self, diagnostics: Vec<Diagnostic>) -> SceneError {
        SceneError { path: self.file.path.clone(), diagnostics }
    }
}
