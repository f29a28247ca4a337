//! Starts external components and extensions in the hosts.

mod components;
mod extensions;
mod hosts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_scene::value::Map;

use crate::assemble::Assembly;
use crate::assemble::external::hosts::seed_of_host;
use crate::external::components::ExternalComponents;
use crate::external::exchange::replies::take_reply;
use crate::external::functions::register_functions;
use crate::external::host_session::HostSession;
use crate::external::topics::{take_shared_messages, topics_mut};
use crate::external::{
    ComponentInit, ComponentStep, ExtensionInit, HostCommand, Reply, StepInput, TopicChanges,
};

/// Data with which the hosts start.
struct InitialData {
    /// The components, by number.
    components: Vec<ComponentInit>,
    stream_managers: BTreeMap<String, Map>,
    request_managers: BTreeMap<String, Vec<String>>,
}

impl<'a> Assembly<'a> {
    /// Lets the hosts create their components and extensions, in scene order, after all built-in components have
    /// started.
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
            Some(ExtensionInit { external_id, class, manager: String::new(), arguments, direction: None })
        });
        let modifiers: Vec<ExtensionInit> = modifiers.collect();
        let overlays = self.host_overlays(&numbers);
        let streams = self.host_streams(&numbers);
        let initial = InitialData { components, stream_managers, request_managers };
        self.simulation.engine.external = Some(ExternalComponents {
            hosts,
            entries,
            modifiers,
            overlays,
            streams,
            stream_managers: initial.stream_managers.keys().cloned().collect(),
            request_managers: initial.request_managers.keys().cloned().collect(),
            functions: Vec::new(),
            warned: BTreeSet::new(),
        });
        for host in 0..self.simulation.engine.host_count() {
            self.begin_host(host, &initial, &objects);
        }
        self.check_overlay_names();
    }

    /// Lets a host create its components and extensions.
    fn begin_host(&mut self, host: usize, initial: &InitialData, objects: &[&'a Object]) {
        let Some(external) = &self.simulation.engine.external else { return };
        let entries = &external.entries;
        let link = Arc::clone(&external.hosts[host].link);
        let is_own = |number: usize| entries[number].host == host;
        let carries_own =
            |number: usize| entries.iter().any(|entry| entry.host == host && entry.robot == number);
        let component = |(number, init): (usize, &ComponentInit)| {
            (is_own(number) || carries_own(number)).then(|| ComponentInit {
                // A robot that another host computes is a built-in one for this host.
                built_in: init.built_in || !is_own(number),
                ..init.clone()
            })
        };
        let components: Vec<Option<ComponentInit>> =
            initial.components.iter().enumerate().map(component).collect();
        let steps = components.iter().zip(entries).enumerate().filter(|(_, (init, _))| init.is_some());
        let steps = steps.map(|(external_id, (_, entry))| {
            let world_from =
                self.simulation.state.world.world_from(self.simulation.state.meta(entry.instance).node);
            ComponentStep { external_id, world_from, ..ComponentStep::default() }
        });
        let (time_s, messages) = (self.simulation.client_time_s(), Vec::new());
        let input = StepInput { time_s, steps: steps.collect(), messages };
        let of_host = |inits: &[ExtensionInit]| -> Vec<Option<ExtensionInit>> {
            inits.iter().map(|init| is_own(init.external_id).then(|| init.clone())).collect()
        };
        let environment = &self.document.environment;
        let (no_stream_managers, no_request_managers) = (BTreeMap::new(), BTreeMap::new());
        let command = HostCommand::Begin {
            components: &components,
            modifiers: &of_host(&external.modifiers),
            overlays: &of_host(&external.overlays),
            streams: &of_host(&external.streams),
            stream_managers: if host == 0 { &initial.stream_managers } else { &no_stream_managers },
            request_managers: if host == 0 { &initial.request_managers } else { &no_request_managers },
            seed: seed_of_host(self.options.seed, host),
            rate_hz: self.simulation.state.clock.rate_hz(),
            gravity: self.simulation.state.world.gravity().to_array(),
            environment: &environment.properties,
            fastmode: environment.fastmode,
            input,
        };
        let mut guard = link.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = guard
            .exchange(&command, &mut HostSession { simulation: &mut *self.simulation, host, later: None });
        let waiting = begun.as_mut().ok().map(|reply| {
            take_shared_messages(&mut *guard, reply);
            TopicChanges::of(reply)
        });
        drop(guard);
        if let Some(topics) = topics_mut(self.simulation, host) {
            topics.waiting = waiting;
        }
        match begun {
            Ok(reply) => {
                self.simulation.engine.open_host(host);
                self.take_initial_reply(host, objects, reply);
            }
            Err(error) => {
                let problem = Diagnostic::error(Code::RunPython, format!("cannot start: {error}"));
                let first = objects.first();
                let problem = problem.at(first.and_then(|object| object.source.as_ref()));
                self.problems.push(match first {
                    Some(object) => problem.on(&*object.name),
                    None => problem,
                });
            }
        }
    }

    /// Applies the initial data of the components, and the names of the overlays.
    fn take_initial_reply(&mut self, host: usize, objects: &[&'a Object], mut reply: Reply) {
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
        for (number, name) in names.into_iter().enumerate().take(self.simulation.engine.overlays.len()) {
            let external_id = self.simulation.engine.overlays[number].external_id;
            if self.simulation.engine.external_entry(external_id).is_some_and(|entry| entry.host == host) {
                self.simulation.engine.overlays[number].name = name;
            }
        }
        let functions = std::mem::take(&mut reply.functions);
        for text in register_functions(self.simulation, host, functions).err().into_iter().flatten() {
            self.problems.push(Diagnostic::error(Code::RunServices, text));
        }
        take_reply(self.simulation, reply);
    }
}
