//! External components and extensions: assigns their numbers in the hosts and starts them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

use morse_scene::description::{ExtensionDescription, ExtensionKind};
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{Object, ObjectKind};
use morse_scene::value::Map;

use crate::assemble::Assembly;
use crate::contract::registry::Factory;
use crate::engine::instance::InstanceRef;
use crate::engine::random::RandomKey;
use crate::external::components::OverlayInstance;
use crate::external::components::{ExternalComponents, ExternalEntry};
use crate::external::host_instance::HostInstance;
use crate::external::scene_access::Scene;
use crate::external::topics::take_shared_messages;
use crate::external::{
    ComponentInit, ComponentStep, ExtensionInit, Failure, HostCommand, Reply, SharedHost, StepInput,
    TopicChanges,
};
use crate::transport::request::PSEUDO_COMPONENTS;

/// What the hosts begin with.
struct Beginning {
    /// The components, by number.
    components: Vec<ComponentInit>,
    stream_managers: BTreeMap<String, Map>,
    request_managers: BTreeMap<String, Vec<String>>,
}

/// The seed of a host. Further hosts do not repeat the random numbers of the first.
fn seed_of_host(seed: u64, host: usize) -> u64 {
    if host == 0 { seed } else { RandomKey::new(seed, &format!("host {host}")).seed() }
}

impl<'a> Assembly<'a> {
    /// Tells the hosts to create what they compute, in scene order, after all others have started.
    pub(super) fn start_external(&mut self) {
        let Some(first) = self.registry.host().map(Arc::clone) else { return };
        if !self.problems.is_empty() {
            return;
        }
        let request_managers = self.request_managers();
        let stream_managers = self.stream_managers();
        let objects = self.external_objects();
        if objects.is_empty() && request_managers.is_empty() && stream_managers.is_empty() {
            return;
        }
        let (mut entries, components) = self.register_all(&objects);
        let hosts = self.hosts(first, &mut entries);
        let numbers = entries.iter().enumerate().map(|(number, entry)| (entry.name.as_str(), number));
        let numbers: BTreeMap<&str, usize> = numbers.collect();
        let modifiers = self.host_modifiers.drain(..).filter_map(|(component, class, arguments)| {
            let external_id = *numbers.get(component.as_str())?;
            Some(ExtensionInit { external_id, class, manager: String::new(), arguments })
        });
        let modifiers: Vec<ExtensionInit> = modifiers.collect();
        let overlays = self.host_overlays(&numbers);
        let streams = self.host_streams(&numbers);
        let beginning = Beginning { components, stream_managers, request_managers };
        self.simulation.external = Some(ExternalComponents {
            hosts,
            entries,
            modifiers,
            overlays,
            streams,
            stream_managers: beginning.stream_managers.keys().cloned().collect(),
            request_managers: beginning.request_managers.keys().cloned().collect(),
            functions: Vec::new(),
            warned: BTreeSet::new(),
        });
        for host in 0..self.simulation.host_count() {
            self.begin_host(host, &beginning, &objects);
        }
        self.check_overlay_names();
    }

    /// The hosts of the scene. Entries of components that are given to a further one name it.
    fn hosts(&mut self, first: SharedHost, entries: &mut [ExternalEntry]) -> Vec<HostInstance> {
        let mut hosts = vec![HostInstance::new(first, 0)];
        for (process, settings) in &self.document.environment.hosts {
            let is_its = |entry: &&mut ExternalEntry| settings.components.contains(&entry.name);
            let its: Vec<&mut ExternalEntry> = entries.iter_mut().filter(is_its).collect();
            if its.is_empty() {
                continue;
            }
            let Some(link) = self.registry.further_host(process).map(Arc::clone) else {
                let text = format!("the Python process `{process}` does not run");
                let problem = Diagnostic::error(Code::RunPython, text);
                self.problems.push(problem.at(settings.source.as_ref()));
                continue;
            };
            let lag_ticks = (settings.lag_s * self.simulation.clock.rate_hz()).round() as u64;
            let lag_ticks = lag_ticks.max(u64::from(settings.lag_s > 0.0));
            for entry in its {
                entry.host = hosts.len();
                if lag_ticks > 0
                    && let Some(text) = self.why_no_lag(entry, process)
                {
                    let problem = Diagnostic::error(Code::RunPython, text).on(entry.name.as_str());
                    self.problems.push(problem.at(settings.source.as_ref()));
                }
                match entry.instance {
                    InstanceRef::Sensor(index) => self.simulation.sensors[index].held.lags = lag_ticks > 0,
                    InstanceRef::Actuator(index) => {
                        self.simulation.actuators[index].held.lags = lag_ticks > 0 && !entry.acts;
                    }
                    InstanceRef::Robot(_) => {}
                }
            }
            hosts.push(HostInstance::new(link, lag_ticks));
        }
        hosts
    }

    /// Why an actuator cannot be in a process with a lag, if so. Python's part of its commands and its action are one
    /// exchange, in which no built-in modifier can take part.
    fn why_no_lag(&self, entry: &ExternalEntry, process: &str) -> Option<String> {
        let InstanceRef::Actuator(index) = entry.instance else { return None };
        let modifiers = &self.simulation.actuators[index].modifiers;
        let last_built_in = modifiers.iter().rposition(|modifier| modifier.external.is_none())?;
        let streams = self.document.component_datastream.get(&entry.name).into_iter().flatten();
        let mut streams = streams.map(|entry| entry.class.as_str());
        let (first, hint) = if streams.any(|class| self.extension(class, ExtensionKind::Stream).is_some()) {
            ("a stream", "Give it a process without lag")
        } else if modifiers[..last_built_in].iter().any(|modifier| modifier.external.is_some()) {
            ("a modifier", "Put the built-in ones first, or give it a process without lag")
        } else {
            return None;
        };
        entry.acts.then(|| {
            format!(
                "it cannot be in the process `{process}`, which has a lag: a built-in modifier changes its commands after \
                 {first} in Python. {hint}"
            )
        })
    }

    /// Tells a host to create its part.
    fn begin_host(&mut self, host: usize, beginning: &Beginning, objects: &[&'a Object]) {
        let Some(external) = &self.simulation.external else { return };
        let entries = &external.entries;
        let link = Arc::clone(&external.hosts[host].link);
        let is_its = |number: usize| entries[number].host == host;
        let carries = |number: usize| entries.iter().any(|entry| entry.host == host && entry.robot == number);
        let component = |(number, init): (usize, &ComponentInit)| {
            (is_its(number) || carries(number)).then(|| ComponentInit {
                // The robot of its components may be computed by another host, and is one of the simulator here.
                built_in: init.built_in || !is_its(number),
                ..init.clone()
            })
        };
        let components: Vec<Option<ComponentInit>> =
            beginning.components.iter().enumerate().map(component).collect();
        let steps = components.iter().zip(entries).enumerate().filter(|(_, (init, _))| init.is_some());
        let steps = steps.map(|(external_id, (_, entry))| {
            let world_from = self.simulation.world.world_from(self.simulation.meta(entry.instance).node);
            ComponentStep { external_id, world_from, ..ComponentStep::default() }
        });
        let (time_s, messages) = (self.simulation.client_time_s(), Vec::new());
        let input = StepInput { time_s, steps: steps.collect(), messages };
        let of_host = |inits: &[ExtensionInit]| -> Vec<Option<ExtensionInit>> {
            inits.iter().map(|init| is_its(init.external_id).then(|| init.clone())).collect()
        };
        let environment = &self.document.environment;
        let (no_stream_managers, no_request_managers) = (BTreeMap::new(), BTreeMap::new());
        let command = HostCommand::Begin {
            components: &components,
            modifiers: &of_host(&external.modifiers),
            overlays: &of_host(&external.overlays),
            streams: &of_host(&external.streams),
            stream_managers: if host == 0 { &beginning.stream_managers } else { &no_stream_managers },
            request_managers: if host == 0 { &beginning.request_managers } else { &no_request_managers },
            seed: seed_of_host(self.options.seed, host),
            rate_hz: self.simulation.clock.rate_hz(),
            gravity: self.simulation.world.gravity().to_array(),
            environment: &environment.properties,
            fastmode: environment.fastmode,
            input,
        };
        let mut guard = link.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun =
            guard.exchange(&command, &mut Scene { simulation: &mut *self.simulation, host, later: None });
        let waiting = begun.as_mut().ok().map(|reply| {
            take_shared_messages(&mut *guard, reply);
            TopicChanges::of(reply)
        });
        drop(guard);
        if let Some(topics) = self.simulation.topics_mut(host) {
            topics.waiting = waiting;
        }
        match begun {
            Ok(reply) => {
                self.simulation.open_host(host);
                self.take_beginnings(host, objects, reply);
            }
            Err(error) => {
                let problem = Diagnostic::error(Code::RunPython, format!("cannot begin: {error}"));
                let first = objects.first();
                let problem = problem.at(first.and_then(|object| object.source.as_ref()));
                self.problems.push(match first {
                    Some(object) => problem.on(&*object.name),
                    None => problem,
                });
            }
        }
    }

    fn extension(&self, class: &str, kind: ExtensionKind) -> Option<&'a ExtensionDescription> {
        self.registry.extension(class).filter(|extension| extension.kind == kind)
    }

    /// The request managers that the host computes, with the components that they expose.
    fn request_managers(&self) -> BTreeMap<String, Vec<String>> {
        let mut managers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let services = self.document.component_service.iter();
        let named = services.flat_map(|(component, managers)| managers.iter().map(move |m| (m, component)));
        let overlaid = self.document.overlays.iter();
        let overlaid =
            overlaid.flat_map(|(manager, of)| of.keys().map(move |component| (manager, component)));
        for (manager, component) in named.chain(overlaid) {
            if self.extension(manager, ExtensionKind::RequestManager).is_some() {
                let components = managers.entry(manager.clone()).or_default();
                if !components.contains(component) {
                    components.push(component.clone());
                }
            }
        }
        managers
    }

    /// The stream managers that the host computes, with their options.
    fn stream_managers(&self) -> BTreeMap<String, Map> {
        let entries = self.document.component_datastream.values().flatten().map(|entry| &entry.manager);
        let named = entries.chain(self.document.stream_manager.keys());
        let of_host = named.filter(|name| self.extension(name, ExtensionKind::StreamManager).is_some());
        let options =
            |manager: &String| self.document.stream_manager.get(manager).cloned().unwrap_or_default();
        of_host.map(|manager| (manager.clone(), options(manager))).collect()
    }

    fn host_overlays(&mut self, numbers: &BTreeMap<&str, usize>) -> Vec<ExtensionInit> {
        let mut inits = Vec::new();
        for (manager, overlaid) in &self.document.overlays {
            for (component, entry) in overlaid {
                let known = self.extension(&entry.class, ExtensionKind::Overlay);
                let (Some(extension), Some(&external_id)) = (known, numbers.get(component.as_str())) else {
                    continue;
                };
                let services = extension.services.clone();
                let (manager, name) = (manager.clone(), component.clone());
                let (class, arguments) = (entry.class.clone(), entry.arguments.clone());
                inits.push(ExtensionInit { external_id, class, manager: manager.clone(), arguments });
                let overlay = OverlayInstance { external_id, manager, name, services, running: None };
                self.simulation.overlays.push(overlay);
            }
        }
        inits
    }

    fn host_streams(&mut self, numbers: &BTreeMap<&str, usize>) -> Vec<ExtensionInit> {
        let mut inits = Vec::new();
        for (component, entries) in &self.document.component_datastream {
            for (nth, entry) in entries.iter().enumerate() {
                let known = self.extension(&entry.class, ExtensionKind::Stream);
                let (Some(_), Some(&external_id)) = (known, numbers.get(component.as_str())) else {
                    continue;
                };
                self.host_stream_numbers.insert((component.clone(), nth), inits.len());
                let (class, manager) = (entry.class.clone(), entry.manager.clone());
                inits.push(ExtensionInit { external_id, class, manager, arguments: entry.options.clone() });
            }
        }
        inits
    }

    /// Objects that have an external class or an extension that the host computes, and the robots that carry one, in
    /// scene order.
    fn external_objects(&self) -> Vec<&'a Object> {
        let document = self.document;
        let mut extended: BTreeSet<&str> =
            self.host_modifiers.iter().map(|(component, ..)| component.as_str()).collect();
        for overlaid in document.overlays.values() {
            let of_host = overlaid.iter();
            let of_host =
                of_host.filter(|(_, entry)| self.extension(&entry.class, ExtensionKind::Overlay).is_some());
            extended.extend(of_host.map(|(component, _)| component.as_str()));
        }
        for (component, entries) in &document.component_datastream {
            if entries.iter().any(|entry| self.extension(&entry.class, ExtensionKind::Stream).is_some()) {
                extended.insert(component);
            }
        }
        let in_host = |object: &Object| {
            let instance = self.simulation.instances.get(&object.name);
            instance.is_some_and(|&instance| {
                self.is_external_class(instance) || extended.contains(object.name.as_str())
            })
        };
        let components =
            document.objects.iter().filter(|object| object.kind.is_component() && in_host(object));
        let carriers: BTreeSet<&str> =
            components.filter_map(|object| Some(self.robot_above(object)?.name.as_str())).collect();
        let all = document.objects.iter();
        all.filter(|object| in_host(object) || carriers.contains(object.name.as_str())).collect()
    }

    fn is_external_class(&self, instance: InstanceRef) -> bool {
        let class = &self.simulation.meta(instance).description.class;
        matches!(self.registry.factory(class), Some(Factory::External(..)))
    }

    fn register_all(&mut self, objects: &[&'a Object]) -> (Vec<ExternalEntry>, Vec<ComponentInit>) {
        let numbers: BTreeMap<&str, usize> =
            objects.iter().enumerate().map(|(number, object)| (object.name.as_str(), number)).collect();
        let (mut entries, mut components) = (Vec::new(), Vec::new());
        for (number, object) in objects.iter().enumerate() {
            let Some(&instance) = self.simulation.instances.get(&object.name) else { continue };
            let above = (object.kind != ObjectKind::Robot).then(|| self.robot_above(object)).flatten();
            let robot = above.and_then(|robot| numbers.get(robot.name.as_str()));
            let robot = robot.copied().unwrap_or(number);
            let acts = self.is_external_class(instance);
            let rate_hz = object.rate_hz.unwrap_or(self.simulation.clock.rate_hz());
            let data = self.simulation.component(instance).data();
            let fields = data.fields().iter().map(|field| (field.name, field.type_name)).collect();
            let properties = match acts {
                true => object.properties.clone(),
                false => self.simulation.property_values(instance),
            };
            let meta = self.simulation.meta_mut(instance);
            meta.external_id = acts.then_some(number);
            components.push(ComponentInit {
                name: object.name.clone(),
                class: meta.description.class.clone(),
                built_in: !acts,
                fields,
                kind: meta.description.kind,
                robot,
                level: object.level.clone().unwrap_or_else(|| "default".to_owned()),
                rate_hz,
                properties,
            });
            entries.push(ExternalEntry {
                instance,
                name: object.name.clone(),
                robot,
                host: 0,
                acts,
                failed: false,
            });
        }
        (entries, components)
    }

    /// Takes over the data of the components before their first step, and the names of the overlays.
    fn take_beginnings(&mut self, host: usize, objects: &[&'a Object], mut reply: Reply) {
        for report in &mut reply.reports {
            let object = objects.get(report.external_id);
            if let Some((error, object)) = report.error.take().zip(object) {
                self.problem(Code::RunPython, object, format!("its Python code failed\n{error}"));
            }
        }
        for failure in std::mem::take(&mut reply.failures) {
            self.extension_problem(&failure);
        }
        let names = std::mem::take(&mut reply.overlay_names);
        for (number, name) in names.into_iter().enumerate().take(self.simulation.overlays.len()) {
            let external_id = self.simulation.overlays[number].external_id;
            if self.simulation.external_entry(external_id).is_some_and(|entry| entry.host == host) {
                self.simulation.overlays[number].name = name;
            }
        }
        let functions = std::mem::take(&mut reply.functions);
        for text in self.simulation.register_functions(host, functions).err().into_iter().flatten() {
            self.problems.push(Diagnostic::error(Code::RunServices, text));
        }
        self.simulation.take_reply(reply);
    }

    fn extension_problem(&mut self, failure: &Failure) {
        let Failure { kind, number, error } = failure;
        let extensions = self.simulation.external.as_ref().map(|external| external.extensions(*kind));
        let of = extensions.and_then(|extensions| extensions.get(*number).cloned());
        let (class, owner) = of.unwrap_or_default();
        let text = format!("the Python code of the {} {class} failed\n{error}", kind.name());
        let owner = owner.and_then(|owner| self.simulation.external_entry(owner));
        let object = owner.and_then(|owner| self.objects.get(owner.name.as_str()).copied());
        match object {
            Some(object) => self.problem(Code::RunPython, object, text),
            None => self.problems.push(Diagnostic::error(Code::RunPython, text)),
        }
    }

    /// Reports overlays that take the name of another overlay or component on their request manager.
    fn check_overlay_names(&mut self) {
        let mut taken = BTreeSet::new();
        let mut problems = Vec::new();
        for overlay in &self.simulation.overlays {
            let Some(entry) = self.simulation.external_entry(overlay.external_id) else { continue };
            let is_known = self.simulation.instances.contains_key(&overlay.name)
                || PSEUDO_COMPONENTS.contains(&overlay.name.as_str());
            let of_other = overlay.name != entry.name && is_known;
            if of_other || !taken.insert((overlay.manager.clone(), overlay.name.clone())) {
                let text = format!("its overlay is called `{}`, which is the name of another", overlay.name);
                problems.push((entry.name.clone(), text));
            }
        }
        for (component, text) in problems {
            if let Some(&object) = self.objects.get(component.as_str()) {
                self.problem(Code::RunPython, object, text);
            }
        }
    }
}
