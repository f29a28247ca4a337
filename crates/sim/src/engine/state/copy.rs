//! A compact copy of the digest input of a state, so that another thread can compute the digests.

use morse_world::NodeState;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::engine::simulation::Simulation;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::engine::state::snapshot::has_varying_pictures;

/// Hashes of the complete state and of its parts.
///
/// `total` differs from [`Simulation::digest`]: it is computed from the parts, and for sensors that did not read, the
/// hash of the part is cached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digests {
    /// Hash of everything: the world, all components, time and devices.
    pub total: u64,
    /// Hash of the world: poses, velocities and the state of physics.
    pub world: u64,
    /// Hash of each component, in the order of [`Simulation::digest_names`].
    pub components: Vec<u64>,
}

/// Digest input of a state. Its memory is reused by [`Simulation::copy_state`].
#[derive(Debug, Clone, Default)]
pub struct StateCopy {
    /// The nodes of the world.
    pub nodes: Vec<NodeState>,
    /// The rest of the world, then time and devices, then the components.
    bytes: Vec<u8>,
    /// End of the rest of the world in `bytes`.
    world_end: usize,
    /// End of time and devices in `bytes`, then the end of each component.
    ends: Vec<usize>,
}

impl StateCopy {
    /// Computes the digests.
    #[must_use]
    pub fn digests(&self) -> Digests {
        let part = |start: usize, end: usize| self.bytes.get(start..end).unwrap_or_default();
        let mut hasher = Xxh3::new();
        for node in &self.nodes {
            hasher.update(node.bits().map(u64::to_le_bytes).as_flattened());
        }
        hasher.update(part(0, self.world_end));
        let world = hasher.digest();
        hasher.update(part(self.world_end, self.bytes.len()));
        let components = self.ends.iter().zip(self.ends.iter().skip(1));
        let components = components.map(|(&start, &end)| xxh3_64(part(start, end))).collect();
        Digests { total: hasher.digest(), world, components }
    }

    /// Size of the copy. [bytes]
    #[must_use]
    pub fn size(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + self.bytes.len() + size_of_val(self.ends.as_slice())
    }

    /// Clears the copy; keeps its memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.bytes.clear();
        self.ends.clear();
        self.world_end = 0;
    }
}

/// Copies the digest input of the state.
pub(crate) fn copy_state(simulation: &Simulation, copy: &mut StateCopy) -> Result<(), StateError> {
    copy.clear();
    let StateCopy { nodes, bytes, world_end, ends } = copy;
    simulation.state.world.copy_nodes(nodes);
    simulation.state.world.append_state(bytes);
    *world_end = bytes.len();
    state::write(&(&simulation.state.clock, &simulation.state.devices), bytes)?;
    ends.push(bytes.len());
    for robot in &simulation.state.robots {
        robot.component().append_digest(bytes)?;
        ends.push(bytes.len());
    }
    let never_resting =
        if simulation.model.plan.has_on_demand { simulation.state.never_resting() } else { Vec::new() };
    for (index, sensor) in simulation.state.sensors.iter().enumerate() {
        match never_resting.get(index) {
            _ if has_varying_pictures(simulation, sensor) => sensor.save_without_reading(bytes)?,
            Some(false) => sensor.save_without_reading(bytes)?,
            _ => sensor.append_digest(bytes)?,
        }
        ends.push(bytes.len());
    }
    for actuator in &simulation.state.actuators {
        actuator.append_digest(bytes)?;
        ends.push(bytes.len());
    }
    Ok(())
}

/// The digests of the state, to find the parts in which two states differ.
pub(crate) fn digests(simulation: &Simulation) -> Result<Digests, StateError> {
    let mut copy = StateCopy::default();
    simulation.copy_state(&mut copy)?;
    Ok(copy.digests())
}

/// Full names of the components that have a digest: robots, then sensors, then actuators, each in scene order.
pub(crate) fn digest_names(simulation: &Simulation) -> impl Iterator<Item = &str> {
    simulation.state.component_names()
}
