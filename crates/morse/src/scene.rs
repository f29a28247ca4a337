//! A scene: from its file to a checked document, and from there to simulations.

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
use morse_scene::{Code, Diagnostic, Document, validate};
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

/// A scene that was read and checked.
pub struct Scene {
    file: SceneFile,
    document: Arc<Document>,
    diagnostics: Vec<Diagnostic>,
    classes: Arc<ExternalClasses>,
    wiring: Arc<WiringTable>,
    models: OnceLock<Models>,
}

impl Scene {
    /// Runs a script, or reads a scene document, and checks what it describes. A scene with mistakes loads too: see
    /// [`Scene::diagnostics`].
    ///
    /// # Errors
    /// When there is no document in the end.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Self, LoadError> {
        let file = SceneFile::at(path, &options.arguments)?.trusted(options.trust)?;
        let source = SceneSource::read(&file, options, &mut |_| {})?;
        Self::skipping(file, source, options)
    }

    /// Checks a document that a program made, for example with a [`SceneBuilder`](crate::SceneBuilder). Diagnostics
    /// call it by `name`.
    ///
    /// # Errors
    /// When this library carries a damaged table.
    pub fn from_document(
        name: impl Into<PathBuf>,
        document: Document,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let file = SceneFile::of_document(name).trusted(options.trust)?;
        Self::skipping(file, SceneSource { document, python_path: Vec::new() }, options)
    }

    /// As [`Scene::of`], without what needs missing middlewares if the options say so.
    fn skipping(file: SceneFile, mut source: SceneSource, options: &LoadOptions) -> Result<Self, LoadError> {
        let skipped = if options.skip_missing_middlewares { source.leave_out_missing()? } else { Vec::new() };
        let mut scene = Self::of(file, source, options)?;
        scene.diagnostics.splice(..0, skipped);
        Ok(scene)
    }

    /// Checks what a file holds, and starts a Python process when it names components that its user wrote.
    ///
    /// # Errors
    /// When this library carries a damaged table.
    pub fn of(file: SceneFile, source: SceneSource, options: &LoadOptions) -> Result<Self, LoadError> {
        let classes = ExternalClasses::of(&source, &file, options);
        let document = Arc::new(source.document);
        let mut capabilities = source::capabilities();
        capabilities.refusals = classes.refusals.clone();
        capabilities.extensions = classes.extensions.clone();
        let wiring = WiringTable::built_in()?;
        let mut diagnostics = validate(&document, &classes.catalogue, &wiring, &capabilities);
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

    /// Where the scene came from.
    #[must_use]
    pub fn file(&self) -> &SceneFile {
        &self.file
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Everything that is wrong or doubtful in the document.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether nothing that was found so far keeps the scene from running.
    #[must_use]
    pub fn can_run(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// What else would keep the scene from running, found without opening a port: missing models, for example.
    /// Nothing about objects of which [`Scene::diagnostics`] has an error already.
    #[must_use]
    pub fn obstacles(&self) -> Vec<Diagnostic> {
        let mut obstacles = Simulation::obstacles(&self.document, &self.classes.registry, self.models());
        obstacles.retain(|obstacle| {
            let known = self.diagnostics.iter().filter(|known| known.is_error());
            !known.into_iter().any(|known| known.object == obstacle.object)
        });
        obstacles
    }

    /// A simulation of the scene that publishes nothing and serves nobody. Simulations of one scene share nothing
    /// that changes: components that users wrote in Python have a process for each simulation.
    ///
    /// # Errors
    /// When the scene cannot run.
    pub fn simulation(&self, options: &Options) -> Result<Simulation, SceneError> {
        self.assemble(|registry| {
            Simulation::assemble_alone(&self.document, registry, self.models(), *options)
        })
    }

    /// A simulation of the scene with its streams, which `middlewares` carry: see
    /// [`middlewares`](crate::middlewares). [`Simulation::start`] then begins to serve requests.
    ///
    /// # Errors
    /// When the scene cannot run.
    pub fn serving_simulation(
        &self,
        middlewares: Vec<Box<dyn Middleware>>,
        options: &Options,
    ) -> Result<Simulation, SceneError> {
        self.assemble(|registry| {
            Simulation::assemble(&self.document, registry, self.models(), middlewares, *options)
        })
    }

    fn assemble(
        &self,
        assemble: impl FnOnce(&Registry) -> Result<Simulation, AssembleError>,
    ) -> Result<Simulation, SceneError> {
        if !self.can_run() {
            return Err(self.error(self.diagnostics.iter().cloned().chain(self.obstacles()).collect()));
        }
        let further = self.classes.further_registry();
        let further = further.map_err(|error| self.error(vec![Diagnostic::error(Code::RunPython, error)]))?;
        let registry = further.as_ref().unwrap_or(&self.classes.registry);
        let mut simulation = assemble(registry).map_err(|error| self.error(error.0))?;
        simulation.allow_spawning(Box::new(Spawner {
            scene: Arc::clone(&self.document),
            classes: Arc::clone(&self.classes),
            registry: registry.clone(),
            file: self.file.clone(),
            wiring: Arc::clone(&self.wiring),
        }));
        Ok(simulation)
    }

    /// The models of the scene, loaded when they are first asked for.
    pub fn models(&self) -> &Models {
        self.models.get_or_init(|| models::load(&self.document, &self.file))
    }

    fn error(&self, diagnostics: Vec<Diagnostic>) -> SceneError {
        SceneError { path: self.file.path.clone(), diagnostics }
    }
}
