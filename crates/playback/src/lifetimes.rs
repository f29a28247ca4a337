//! When objects that came or went during a run were there.

use std::collections::BTreeMap;

use morse::{Answer, Simulation};
use morse_recording::CallMessage;
use morse_viewer::RecordingViewer;
use morse_world::World;

/// An object that was not there all the time.
#[derive(Debug)]
struct Lifetime {
    /// Numbers of its node and all nodes below.
    nodes: Vec<u32>,
    /// Simulated times at which it came or went, in turn. [ns]
    changes_ns: Vec<u64>,
    /// Whether it was there at the start.
    at_start: bool,
    /// Whether it is shown.
    shown: bool,
}

/// All objects that came or went.
#[derive(Debug, Default)]
pub(crate) struct Lifetimes(Vec<Lifetime>);

/// Objects by name: whether they were there at the start, and when they came or went. [ns]
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeMap<String, (bool, Vec<u64>)>);

impl Changes {
    /// Adds everything to the simulation that was added to the run, and says when it was there. An object that came
    /// again under the same name looks as it did at first.
    pub(crate) fn make(simulation: &mut Simulation, calls: &[(u64, CallMessage)]) -> Changes {
        let mut changes = Changes::default();
        for (time_ns, call) in calls {
            let name = match call.service.as_str() {
                "spawn" | "spawn_urdf" => call.arguments.get(1),
                "despawn" => call.arguments.first(),
                _ => continue,
            };
            let Some(name) = name.and_then(|name| name.as_str()) else { continue };
            let is_known = simulation.entities().any(|entity| entity.name == name);
            let comes = call.service != "despawn";
            let entry = changes.0.entry(name.to_owned()).or_insert((!comes, Vec::new()));
            entry.1.push(*time_ns);
            if comes && !is_known {
                let answer = simulation.call("simulation", &call.service, &call.arguments);
                if !matches!(answer, Some(Answer::Success(_))) {
                    tracing::warn!("{name}, which was added during the run, is not shown: {answer:?}");
                }
            }
        }
        changes
    }

    /// The same by the numbers that pages know.
    pub(crate) fn numbered(self, simulation: &Simulation, viewer: &RecordingViewer) -> Lifetimes {
        let world: &World = simulation.world();
        let lifetime = |(name, (at_start, changes_ns)): (String, (bool, Vec<u64>))| {
            let node = simulation.entities().find(|entity| entity.name == name)?.node?;
            let nodes = world.subtree(node).into_iter().filter_map(|node| viewer.number_of(node)).collect();
            Some(Lifetime { nodes, changes_ns, at_start, shown: true })
        };
        Lifetimes(self.0.into_iter().filter_map(lifetime).collect())
    }
}

impl Lifetimes {
    /// The nodes that are shown from this moment on, or not any more, since the last call.
    pub(crate) fn changed(&mut self, time_ns: u64) -> Vec<(u32, bool)> {
        let mut changed = Vec::new();
        for lifetime in &mut self.0 {
            let passed = lifetime.changes_ns.partition_point(|&change_ns| change_ns <= time_ns);
            let shown = lifetime.at_start == passed.is_multiple_of(2);
            if shown != lifetime.shown {
                lifetime.shown = shown;
                changed.extend(lifetime.nodes.iter().map(|&number| (number, shown)));
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_shown_between_their_spawn_and_removal() {
        let lifetime = |at_start, changes_ns: &[u64], number| Lifetime {
            nodes: vec![number],
            changes_ns: changes_ns.to_vec(),
            at_start,
            shown: true,
        };
        let mut lifetimes = Lifetimes(vec![lifetime(false, &[10, 20], 1), lifetime(true, &[15], 2)]);
        assert_eq!(lifetimes.changed(0), [(1, false)]);
        assert_eq!(lifetimes.changed(12), [(1, true)]);
        assert_eq!(lifetimes.changed(30), [(1, false), (2, false)]);
        assert_eq!(lifetimes.changed(14), [(1, true), (2, true)]);
        assert_eq!(lifetimes.changed(14), []);
    }
}
