//! Streams: connects the data of components to middlewares.

use std::collections::BTreeSet;

use morse_scene::data_kind::DataKind;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::{Direction, StreamEntry, TIMEOUT};

use crate::assemble::Assembly;
use crate::contract::command::CommandSchema;
use crate::engine::instance::InstanceRef;
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::stream_description::describe_stream_of;
use crate::engine::time::Time;
use crate::external::TopicInit;
use crate::external::topics::{add_own_audiences, open_topic, take_topics, topics_mut};
use crate::transport::stream::{Inbox, MiddlewareError, StreamSpec, unknown_option};

impl Assembly<'_> {
    /// Passes the names of all robots to the middlewares.
    pub(in crate::assemble) fn announce_robots(&mut self) {
        let robots: Vec<String> = self.document.robots().map(|robot| robot.name.clone()).collect();
        self.simulation.engine.middlewares.iter_mut().for_each(|middleware| middleware.set_robots(&robots));
    }

    /// Configures the stream managers, then opens all streams in the order of the table: by component name.
    pub(in crate::assemble) fn open_streams(&mut self) {
        // Nothing is opened for a scene with problems: ports and files stay untouched.
        if !self.problems.is_empty() {
            return;
        }
        let document = self.document;
        if let Some(name) = document.environment.multinode.as_ref().and_then(|node| node.node_name.as_deref())
        {
            self.simulation
                .engine
                .middlewares
                .iter_mut()
                .for_each(|middleware| middleware.set_node_name(name));
        }
        self.configure_managers();
        for (component, entries) in &document.component_datastream {
            for (nth, entry) in entries.iter().enumerate() {
                if self.is_trial && !self.has_middleware(&entry.manager) {
                    continue;
                }
                if let Err(message) = self.open_stream(component, nth, entry) {
                    let source = document.wiring_sources.stream(component, nth);
                    let problem = Diagnostic::error(Code::RunStream, message).on(&**component).at(source);
                    self.problems.push(problem);
                }
            }
        }
        if !self.is_trial {
            self.open_topics();
        }
    }

    fn has_middleware(&self, stream_manager: &str) -> bool {
        self.simulation
            .engine
            .middlewares
            .iter()
            .any(|middleware| middleware.stream_manager() == stream_manager)
    }

    /// Time without a new command after which an actuator with data of this kind stops its robot: the shortest `timeout` of
    /// its streams. [ns]
    pub(in crate::assemble) fn command_timeout_ns(&mut self, object: &Object, kind: DataKind) -> Option<u64> {
        let document = self.document;
        let entries = document.component_datastream.get(&object.name).filter(|_| takes_velocities(kind))?;
        let mut shortest = None;
        for (nth, timeout) in
            entries.iter().enumerate().filter_map(|(nth, entry)| Some((nth, entry.command_timeout()?)))
        {
            let Some(timeout_ns) = timeout_ns(timeout) else {
                let text =
                    format!("`{TIMEOUT}` must be a number of seconds greater than zero, not {timeout:?}");
                let source = document.wiring_sources.stream(&object.name, nth);
                self.problems.push(Diagnostic::error(Code::RunStream, text).on(&*object.name).at(source));
                continue;
            };
            shortest = Some(shortest.map_or(timeout_ns, |shortest: u64| shortest.min(timeout_ns)));
        }
        shortest
    }

    /// Opens the topics of user code, and sends the messages that user code sent while it started.
    fn open_topics(&mut self) {
        for host in 0..self.simulation.engine.host_count() {
            let waiting = topics_mut(self.simulation, host).and_then(|topics| topics.waiting.take());
            let Some(mut waiting) = waiting else { continue };
            for init in std::mem::take(&mut waiting.opened) {
                if let Err(message) = open_topic(self.simulation, host, &init) {
                    let text = format!("the topic {} cannot be opened: {message}", init.topic);
                    let owner = self.owner_of_topic(&init);
                    let problem = Diagnostic::error(Code::RunStream, text);
                    self.problems.push(match owner {
                        Some((component, nth)) => {
                            let source = self.document.wiring_sources.stream(&component, nth);
                            problem.on(&*component).at(source)
                        }
                        None => problem,
                    });
                }
            }
            take_topics(self.simulation, host, waiting);
        }
        add_own_audiences(self.simulation);
    }

    /// The component that opens a topic, and the index of its stream.
    fn owner_of_topic(&self, init: &TopicInit) -> Option<(String, usize)> {
        let mut numbers = self.host_stream_numbers.iter();
        numbers.find(|(_, number)| Some(**number) == init.stream).map(|(stream, _)| stream.clone())
    }

    /// Configures the stream managers that are in use: by a stream, by a request manager, or by the scene for its
    /// clock.
    fn configure_managers(&mut self) {
        let document = self.document;
        let mut reported = BTreeSet::new();
        let Engine { middlewares, spawning, .. } = &mut self.simulation.engine;
        for middleware in middlewares {
            let manager = middleware.stream_manager();
            let source = document.wiring_sources.manager(manager);
            let used = document.component_datastream.values().flatten().any(|entry| entry.manager == manager);
            let syncs = document.environment.time.internal_syncer && middleware.supervises();
            let requests = middleware.request_manager().is_some_and(|manager| {
                document.component_service.values().flatten().any(|used| used == manager)
            });
            let serves = requests && document.stream_manager.contains_key(manager);
            let is_used = used || syncs || serves;
            if is_used && !spawning.configured.insert(manager) {
                continue;
            }
            let (known, name) = (middleware.manager_options(), middleware.name());
            let mut options = Map::new();
            for (key, value) in document.stream_manager.get(manager).into_iter().flatten() {
                if known.contains(&key) {
                    options.insert(key, value.clone());
                    continue;
                }
                // Two middlewares may have one stream manager.
                if !reported.insert((manager, key)) {
                    continue;
                }
                let text = unknown_option(&format!("the stream manager of {name}"), key, known);
                self.warnings.push(Diagnostic::warning(Code::RunUnknownOption, text).at(source));
            }
            let mut configured = middleware.check_manager(&options);
            if is_used {
                configured = configured.and_then(|()| middleware.configure(&options));
            }
            if let Err(error) = configured {
                self.problems.push(Diagnostic::error(Code::RunStreamManager, error.to_string()).at(source));
            }
        }
    }

    fn open_stream(&mut self, component: &str, nth: usize, entry: &StreamEntry) -> Result<(), String> {
        let of_host = self.host_stream_numbers.get(&(component.to_owned(), nth)).copied();
        let carrier = match (of_host, self.registry.extension(&entry.class)) {
            (Some(_), Some(extension)) => extension.carrier.clone(),
            // The class itself checks its options, when its process has started.
            (None, Some(_)) if self.is_trial => return Ok(()),
            (None, Some(_)) => {
                return Err(format!(
                    "{} is Python code, which can only start together with the scene",
                    entry.class
                ));
            }
            _ => None,
        };
        let simulation = &mut *self.simulation;
        let unit = *simulation.model.instances.get(component).ok_or("there is no such component")?;
        let carries_topics = |manager: &str| {
            let mut known = simulation.engine.middlewares.iter();
            known.any(|middleware| middleware.stream_manager() == manager && middleware.carries_topics())
        };
        // User code opens its topics itself.
        let sends_by_itself = carrier.is_none() || carries_topics(&entry.manager);
        if let Some(number) = of_host {
            let (chain, usual) = match unit {
                InstanceRef::Sensor(index) => (&mut simulation.state.sensors[index].chain, Direction::Out),
                InstanceRef::Actuator(index) => (&mut simulation.state.actuators[index].chain, Direction::In),
                InstanceRef::Robot(_) => return Err("it cannot have a stream".to_owned()),
            };
            let streams =
                if entry.direction == usual { &mut chain.streams } else { &mut chain.opposite_streams };
            streams.push(number);
            if sends_by_itself {
                simulation.state.meta_mut(unit).streams.push(entry.clone());
                return Ok(());
            }
        }
        let mut options = entry.options.clone();
        if takes_velocities(simulation.state.data_kind(unit)) && entry.command_timeout().is_some() {
            options.remove(TIMEOUT);
        }
        let mut described = describe_stream_of(simulation, unit);
        let object = self.objects.get(component).copied();
        let parent = object.and_then(|object| object.parent.clone());
        described.parent = parent.unwrap_or_else(|| described.robot.clone());
        described.builder = object.and_then(|object| object.builder.clone());
        // Properties that the component does not know may be intended for a stream, such as `reference_frame`.
        for (name, value) in object.iter().flat_map(|object| object.properties.iter()) {
            if !described.properties.contains_key(name) {
                described.properties.insert(name, value.clone());
            }
        }
        let mut spec = described.spec(carrier.as_deref().unwrap_or(&entry.class), &options);
        spec.encoded = carrier.is_some();
        let connected = connect_stream(simulation, unit, &spec, entry, of_host);
        let source = self.document.wiring_sources.stream(component, nth);
        let unknown = spec.unknown.messages().into_iter();
        self.warnings
            .extend(unknown.map(|message| {
                Diagnostic::warning(Code::RunUnknownOption, message).on(component).at(source)
            }));
        connected?;
        self.simulation.state.meta_mut(unit).streams.push(entry.clone());
        Ok(())
    }
}

/// Checks and opens a stream of a component. `of_host` is its number in the host, if that encodes or decodes it.
fn connect_stream(
    simulation: &mut Simulation,
    unit: InstanceRef,
    spec: &StreamSpec<'_>,
    entry: &StreamEntry,
    of_host: Option<usize>,
) -> Result<(), String> {
    let schema = CommandSchema::of(simulation.state.component(unit).data());
    let both = simulation.state.meta(unit).description.both_directions;
    match (entry.direction, unit) {
        (Direction::Out, InstanceRef::Sensor(_)) | (Direction::In, InstanceRef::Actuator(_)) => {}
        (_, InstanceRef::Sensor(_) | InstanceRef::Actuator(_)) if both => {}
        (direction, _) => return Err(format!("it cannot have a stream of direction {direction}")),
    }
    let (number, middleware) = simulation
        .engine
        .middlewares
        .iter_mut()
        .enumerate()
        .find(|(_, middleware)| middleware.stream_manager() == entry.manager)
        .ok_or_else(|| format!("no middleware carries the streams of {}", entry.manager))?;
    let text = |error: MiddlewareError| error.to_string();
    middleware.check_stream(spec, entry.direction).map_err(text)?;
    if entry.direction == Direction::Out {
        let publisher = middleware.open_publisher(spec).map_err(text)?;
        if !simulation.model.plan.publishing.contains(&number) {
            simulation.model.plan.publishing.push(number);
        }
        let connections = match unit {
            InstanceRef::Sensor(index) => &mut simulation.state.sensors[index].connections,
            InstanceRef::Actuator(index) => &mut simulation.state.actuators[index].connections,
            InstanceRef::Robot(_) => return Ok(()),
        };
        match of_host {
            Some(number) => drop(connections.outgoing().carriers.insert(number, publisher)),
            None => connections.outgoing().publishers.push(publisher),
        }
        return Ok(());
    }
    let inbox = Inbox::counted(spec.component, schema, simulation.engine.arrivals.clone());
    let inbox = if spec.encoded { inbox.for_text() } else { inbox };
    let (connections, inbox) = match unit {
        // A sensor also has fields that it computes itself.
        InstanceRef::Sensor(index) => (&mut simulation.state.sensors[index].connections, inbox.partial()),
        InstanceRef::Actuator(index) => (&mut simulation.state.actuators[index].connections, inbox),
        InstanceRef::Robot(_) => return Ok(()),
    };
    middleware.open_reader(spec, inbox.clone()).map_err(text)?;
    match of_host {
        Some(number) => drop(connections.lines.insert(number, inbox)),
        None => connections.inboxes.push(inbox),
    }
    Ok(())
}

/// Whether the commands of an actuator with these data are velocities.
fn takes_velocities(kind: DataKind) -> bool {
    matches!(kind, DataKind::UnicycleVelocity | DataKind::PlanarVelocity | DataKind::RotorcraftVelocity)
}

/// The value of the option `timeout`. [ns]
fn timeout_ns(value: &Value) -> Option<u64> {
    let seconds = value.as_f64().filter(|seconds| seconds.is_finite() && *seconds > 0.0)?;
    Some(Time::from_seconds(seconds).0.max(1))
}
