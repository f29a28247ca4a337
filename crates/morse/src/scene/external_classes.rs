//! Classes of a scene that its user wrote in Python: starts the process that runs them, and gets their descriptions from it.
//! Scenes without such classes start no process.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use morse_host::{Descriptions, HostError, HostProcess, Limits, Refusals};
use morse_scene::description::{Catalog, Description, ExtensionDescription};
use morse_scene::document::Document;
use morse_sim::contract::registry::Registry;
use morse_sim::external::HostCommand as Command;
use morse_sim::external::{ExternalClass, Host, HostLost, Reply, SceneAccess};

use super::{LoadOptions, SceneFile, SceneSource, TRUST_HELP};
use crate::python::{HostCommand, Package};

/// Minimum time limit for importing and creating components. [s]
const START_S: f64 = 60.0;

/// All components that this program and the user's Python can run for a scene.
pub struct ExternalClasses {
    /// The descriptions of all classes.
    pub catalog: Catalog,
    /// The factories of component instances.
    pub registry: Registry,
    /// Classes of the user that cannot run, with the reasons.
    pub refusals: Refusals,
    /// Modifiers, overlays, streams and managers of the user.
    pub extensions: BTreeMap<String, ExtensionDescription>,
    /// The components of the user that can run.
    classes: Vec<&'static ExternalClass>,
    /// Starts their processes; `None` if there are none.
    launch: Option<Launch>,
    /// Whether a simulation uses the process of `registry`.
    is_used: AtomicBool,
}

impl ExternalClasses {
    /// Checks the classes of a scene, and starts a host for classes that are not built in.
    #[must_use]
    pub fn of(source: &SceneSource, scene: &SceneFile, options: &LoadOptions) -> Self {
        let mut external = Self {
            catalog: morse_components::catalog(),
            registry: morse_components::registry(),
            refusals: Refusals::new(),
            extensions: BTreeMap::new(),
            classes: Vec::new(),
            launch: None,
            is_used: AtomicBool::new(false),
        };
        let classes = external.unknown(&source.document);
        if !scene.is_trusted {
            let refusal = format!("it is not built in and needs Python code: {TRUST_HELP}");
            external.refusals = classes.into_iter().map(|class| (class, refusal.clone())).collect();
        } else if !classes.is_empty()
            && let Err(error) = external.start(&classes, source, scene, options)
        {
            external.refusals = classes.into_iter().map(|class| (class, error.clone())).collect();
        }
        external
    }

    /// The factories for a new simulation. For the first simulation, this is `None`, because it uses
    /// [`ExternalClasses::registry`]. Each further simulation has its own Python process, because a process has the components
    /// of one simulation.
    ///
    /// # Errors
    /// If the process does not start, or cannot import its classes any longer.
    pub fn further_registry(&self) -> Result<Option<Registry>, String> {
        let Some(launch) = self.launch.as_ref().filter(|_| self.is_used.swap(true, Ordering::Relaxed)) else {
            return Ok(None);
        };
        let components = self.classes.iter().map(|class| class.description.class.clone());
        let names: Vec<String> = components.chain(self.extensions.keys().cloned()).collect();
        let (mut host, text) = (launch.start()?, |error: HostError| error.to_string());
        let Descriptions { refusals, .. } = host.process.describe(&names).map_err(text)?;
        if let Some((class, refusal)) = refusals.iter().next() {
            return Err(format!("{class}: {refusal}"));
        }
        let registry = morse_components::registry();
        let registry = registry.with_external(self.classes.iter().copied(), Arc::new(Mutex::new(host)));
        Ok(Some(launch.further_hosts(registry.with_extensions(self.extensions.values().cloned()))?))
    }

    /// Classes named by a scene that are not built in, outside of the package `morse`.
    fn unknown(&self, document: &Document) -> Vec<String> {
        let known: BTreeSet<&str> =
            self.catalog.components.iter().map(|component| component.class.as_str()).collect();
        let classes = document.objects.iter().filter(|object| object.kind.class_kind().is_some());
        let classes = classes.filter_map(|object| object.class.as_deref());
        let modifiers = document.component_modifier.values().flatten().map(|entry| entry.class.as_str());
        let overlays =
            document.overlays.values().flat_map(BTreeMap::values).map(|entry| entry.class.as_str());
        let streams = document.component_datastream.values().flatten();
        let streams = streams.flat_map(|entry| [entry.class.as_str(), entry.manager.as_str()]);
        let managers = document.stream_manager.keys().chain(document.overlays.keys());
        let managers = managers.chain(document.component_service.values().flatten()).map(String::as_str);
        let classes = classes.chain(modifiers).chain(overlays).chain(streams).chain(managers);
        let unknown = classes.filter(|class| !class.starts_with("morse.") && !known.contains(class));
        unknown.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The description of a built-in class.
    fn built_in(&self, class: &str) -> Option<Description> {
        self.catalog.components.iter().find(|component| component.class == class).cloned()
    }

    fn start(
        &mut self,
        classes: &[String],
        source: &SceneSource,
        scene: &SceneFile,
        options: &LoadOptions,
    ) -> Result<(), String> {
        let package = Arc::new(Package::unpack().map_err(|error| error.to_string())?);
        let (scene, python_path, options) = (scene.clone(), source.python_path.clone(), options.clone());
        let processes = source.document.environment.hosts.keys().cloned().collect();
        let launch = Launch { package, scene, processes, python_path, options };
        let mut host = launch.start()?;
        let described = host.process.describe(classes).map_err(|error| error.to_string())?;
        let Descriptions { components, extensions, refusals } = described;
        for (mut description, base) in components {
            let base = base.and_then(|base| self.built_in(&base));
            if let Some(base) = &base {
                description.data_kind = base.data_kind;
                description.driving = base.driving;
            }
            self.catalog.components.push(description.clone());
            self.classes.push(ExternalClass::keep(description, base));
        }
        let registry = std::mem::take(&mut self.registry);
        let registry = registry.with_external(self.classes.iter().copied(), Arc::new(Mutex::new(host)));
        self.registry = launch.further_hosts(registry.with_extensions(extensions.iter().cloned()))?;
        self.extensions = extensions.into_iter().map(|known| (known.class.clone(), known)).collect();
        self.refusals = refusals;
        self.launch = Some(launch);
        Ok(())
    }
}

/// Starts the processes.
struct Launch {
    package: Arc<Package>,
    scene: SceneFile,
    /// Names of further processes.
    processes: Vec<String>,
    python_path: Vec<PathBuf>,
    options: LoadOptions,
}

impl Launch {
    /// Starts the further processes and adds them to a registry.
    fn further_hosts(&self, registry: Registry) -> Result<Registry, String> {
        self.processes.iter().try_fold(registry, |registry, process| {
            Ok(registry.with_further_host(process, Arc::new(Mutex::new(self.start()?))))
        })
    }

    fn start(&self) -> Result<PackagedHost, String> {
        let Self { package, scene, python_path, options, .. } = self;
        let command = HostCommand { scene, python_path, options }.command(package);
        let limits = limits(options.component_timeout_s)?;
        let interrupt = options.interrupt.clone();
        let process = HostProcess::start(command, limits, move || interrupt.is_requested());
        let process = process.map_err(|error| error.to_string())?;
        Ok(PackagedHost { process, _package: Arc::clone(package) })
    }
}

/// The time limits of a process; `command_s` is the limit of a command. [s]
fn limits(command_s: f64) -> Result<Limits, String> {
    let time = |seconds: f64| {
        let time = Duration::try_from_secs_f64(seconds).ok();
        let time = time.filter(|&time| !time.is_zero() && Instant::now().checked_add(time).is_some());
        time.ok_or_else(|| format!("{seconds} seconds is not a valid time limit for components"))
    };
    let command = time(command_s)?;
    Ok(Limits { start: time(command_s.max(START_S))?, command })
}

/// A host, with the files of the Python packages that it imports.
struct PackagedHost {
    process: HostProcess,
    _package: Arc<Package>,
}

impl Host for PackagedHost {
    fn exchange(&mut self, command: &Command<'_>, scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        self.process.exchange(command, scene)
    }

    fn send(&mut self, command: &Command<'_>) -> Result<bool, HostLost> {
        self.process.send(command)
    }

    fn receive(&mut self, scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        self.process.receive(scene)
    }

    fn share(&mut self, bytes: &[u8]) -> Option<u64> {
        self.process.share(bytes)
    }

    fn read_shared(&mut self, offset: u64, bytes: &mut [u8]) -> Result<(), String> {
        self.process.read_shared(offset, bytes)
    }

    fn shared_from(&self, offset: u64) -> u64 {
        self.process.shared_from(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_time_limits_are_refused() {
        let second = limits(1.0).unwrap();
        assert_eq!((second.command.as_secs_f64(), second.start.as_secs_f64()), (1.0, START_S));
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            let error = limits(wrong).unwrap_err();
            assert!(error.contains("not a valid time limit"), "{error}");
        }
    }
}
