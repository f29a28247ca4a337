//! Classes of a scene that its user wrote in Python: the process that computes them, and what they say of themselves.
//!
//! Nothing of the kind is started for scenes that name no such class.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use morse_host::{HostError, HostProcess, Limits, Refusals};
use morse_scene::description::{Catalogue, Description};
use morse_scene::document::Document;
use morse_sim::hosted::HostedClass;
use morse_sim::registry::Registry;

use crate::python::{HostCommand, Interpreter, Package};
use crate::scene_file::SceneFile;
use crate::scene_source::Loaded;
use crate::signals;

/// How long importing and making components may take, at the least. [s]
const START_S: f64 = 60.0;
/// How long components may take to act, or to serve, when the user says nothing. [s]
pub const ORDER_S: f64 = 10.0;

/// Everything that this program, and the user, can run of a scene.
pub struct Hosting {
    /// The descriptions of all classes.
    pub catalogue: Catalogue,
    /// Who makes instances of them.
    pub registry: Registry,
    /// Classes of the user that cannot run, and why.
    pub refusals: Refusals,
    /// Where the process has its modules from.
    _package: Option<Package>,
}

/// How the host is started.
pub struct HostOptions<'a> {
    /// The Python that runs it.
    pub interpreter: &'a Interpreter,
    /// Standard output belongs to this program.
    pub keep_stdout: bool,
    /// How long components may take. [s]
    pub limit_s: f64,
}

impl Hosting {
    /// Looks at the classes of a scene, and starts a host for those that are not built in.
    #[must_use]
    pub fn of(loaded: &Loaded, scene: &SceneFile, options: &HostOptions<'_>) -> Self {
        let (catalogue, registry) = (morse_components::catalogue(), morse_components::registry());
        let mut hosting = Self { catalogue, registry, refusals: Refusals::new(), _package: None };
        let classes = hosting.unknown(&loaded.document);
        if !classes.is_empty()
            && let Err(error) = hosting.start(&classes, scene, &loaded.python_path, options)
        {
            hosting.refusals = classes.into_iter().map(|class| (class, error.clone())).collect();
        }
        hosting
    }

    /// Classes of objects that are not built in, and cannot be.
    fn unknown(&self, document: &Document) -> Vec<String> {
        let known: BTreeSet<&str> =
            self.catalogue.components.iter().map(|component| component.class.as_str()).collect();
        let classes = document.objects.iter().filter(|object| object.kind.class_kind().is_some());
        let classes = classes.filter_map(|object| object.class.as_deref());
        let unknown = classes.filter(|class| !class.starts_with("morse.") && !known.contains(class));
        unknown.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn start(
        &mut self,
        classes: &[String],
        scene: &SceneFile,
        python_path: &[PathBuf],
        options: &HostOptions<'_>,
    ) -> Result<(), String> {
        let package = Package::unpack().map_err(|error| error.to_string())?;
        let &HostOptions { interpreter, keep_stdout, limit_s } = options;
        let command = HostCommand { scene, python_path, interpreter, keep_stdout }.command(&package);
        let limits = Limits {
            start: Duration::from_secs_f64(limit_s.max(START_S)),
            order: Duration::from_secs_f64(limit_s),
        };
        let text = |error: HostError| error.to_string();
        let mut host = HostProcess::start(command, limits, signals::interrupted).map_err(text)?;
        let (descriptions, refusals) = host.describe(classes).map_err(text)?;
        let keep = |description: Description| HostedClass::keep(description);
        self.catalogue.components.extend(descriptions.iter().cloned());
        let registry = std::mem::take(&mut self.registry);
        self.registry = registry.with_hosted(descriptions.into_iter().map(keep), Arc::new(Mutex::new(host)));
        self.refusals = refusals;
        self._package = Some(package);
        Ok(())
    }
}
