//! What each tick asks of the components and streams. Found out when they come and go, not in each tick.

use morse_world::RayKind;

/// What a tick has to go through.
#[derive(Default)]
pub(crate) struct StepPlan {
    /// Number of actuator rounds.
    pub(crate) rounds: usize,
    /// The sensors that join the readings of others.
    pub(crate) joining: Vec<usize>,
    /// Some sensors that cast rays of each kind: those that come first.
    pub(crate) casting: Vec<(RayKind, Vec<usize>)>,
    /// For each actuator, whether it has acted in this tick beside others.
    pub(crate) has_driven: Vec<bool>,
    /// Whether there are sensors that read on demand.
    pub(crate) has_on_demand: bool,
    /// The middlewares that have outgoing streams.
    pub(crate) publishing: Vec<usize>,
    /// Whether sensors have publishers of an embedding program.
    pub(crate) has_own_publishers: bool,
}
