//! Precomputed work lists of a tick, updated when components are added or removed.

use morse_world::RayKind;

/// Precomputed work lists of a tick.
#[derive(Default)]
pub(crate) struct StepPlan {
    /// Number of actuator rounds.
    pub(crate) rounds: usize,
    /// Indices of the sensors that have inputs.
    pub(crate) joining: Vec<usize>,
    /// For each kind of rays, the indices of the first sensors that cast them.
    pub(crate) casting: Vec<(RayKind, Vec<usize>)>,
    /// Whether there are on-demand sensors.
    pub(crate) has_on_demand: bool,
    /// Indices of the middlewares that have outgoing streams.
    pub(crate) publishing: Vec<usize>,
    /// Whether an embedding program has added publishers to sensors.
    pub(crate) has_own_publishers: bool,
}
