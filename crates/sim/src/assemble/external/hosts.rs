//! The hosts of a scene: the first host, and further hosts to which the scene assigns components.

use std::sync::Arc;

use morse_scene::description::ExtensionKind;
use morse_scene::diagnostic::{Code, Diagnostic};

use crate::assemble::Assembly;
use crate::engine::instance::InstanceRef;
use crate::engine::random::RandomKey;
use crate::external::SharedHost;
use crate::external::components::ExternalEntry;
use crate::external::host_instance::HostInstance;

/// The seed of a host. Further hosts do not repeat the random numbers of the first host.
pub(super) fn seed_of_host(seed: u64, host: usize) -> u64 {
    if host == 0 { seed } else { RandomKey::new(seed, &format!("host {host}")).seed() }
}

impl Assembly<'_> {
    /// The hosts of the scene. Sets the host of each entry that is assigned to a further host.
    pub(super) fn hosts(&mut self, first: SharedHost, entries: &mut [ExternalEntry]) -> Vec<HostInstance> {
        let mut hosts = vec![HostInstance::new(first, 0)];
        for (process, settings) in &self.document.environment.hosts {
            let is_assigned = |entry: &&mut ExternalEntry| settings.components.contains(&entry.name);
            let assigned: Vec<&mut ExternalEntry> = entries.iter_mut().filter(is_assigned).collect();
            if assigned.is_empty() {
                continue;
            }
            let Some(link) = self.registry.further_host(process).map(Arc::clone) else {
                let text = format!("the Python process `{process}` is not running");
                let problem = Diagnostic::error(Code::RunPython, text);
                self.problems.push(problem.at(settings.source.as_ref()));
                continue;
            };
            let lag_ticks = (settings.lag_s * self.simulation.state.clock.rate_hz()).round() as u64;
            let lag_ticks = lag_ticks.max(u64::from(settings.lag_s > 0.0));
            for entry in assigned {
                entry.host = hosts.len();
                if lag_ticks > 0
                    && let Some(text) = self.lag_problem(entry, process)
                {
                    let problem = Diagnostic::error(Code::RunPython, text).on(entry.name.as_str());
                    self.problems.push(problem.at(settings.source.as_ref()));
                }
                match entry.instance {
                    InstanceRef::Sensor(index) => {
                        self.simulation.state.sensors[index].held.lags = lag_ticks > 0
                    }
                    InstanceRef::Actuator(index) => {
                        self.simulation.state.actuators[index].held.lags = lag_ticks > 0 && !entry.acts;
                    }
                    InstanceRef::Robot(_) => {}
                }
            }
            hosts.push(HostInstance::new(link, lag_ticks));
        }
        hosts
    }

    /// Problem of an actuator in a process with a lag, if any. The Python part of its commands and its action are one
    /// exchange, in which no built-in modifier can take part.
    fn lag_problem(&self, entry: &ExternalEntry, process: &str) -> Option<String> {
        let InstanceRef::Actuator(index) = entry.instance else { return None };
        let modifiers = &self.simulation.state.actuators[index].modifiers;
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
                "it cannot be in the process `{process}` with a lag: a built-in modifier changes its commands after \
                 {first} in Python. {hint}"
            )
        })
    }
}
