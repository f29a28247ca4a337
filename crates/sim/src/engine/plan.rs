//! Precomputed work lists of a tick, updated when components are added or removed.
//!
//! External actuators act together, in one exchange with the host. The order of the actuators within each robot is
//! kept. Actuators therefore act in rounds: built-in ones in even rounds, external ones in odd rounds. The rounds of
//! a robot follow its actuators from the last to the first. A scene has one exchange per tick unless a robot
//! alternates between actuators of both kinds. Actuators that correct the effects of other actuators of their robot
//! act in a later round.

use morse_world::RayKind;

use crate::engine::driving::connect_drivers;
use crate::engine::instance::{ActuatorInstance, InstanceRef};
use crate::engine::state::current::State;
use crate::external::components::ExternalComponents;

/// Number of sensors per kind of rays that are checked before a tick for rays that they will cast. In large scenes,
/// sensors mostly cast in the same ticks.
const CASTING_MAX: usize = 16;

/// Precomputed work lists of a tick.
#[derive(Clone, Default)]
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

/// Whether the actuators of a round are external.
pub(crate) fn is_external_round(round: usize) -> bool {
    round % 2 == 1
}

/// Assigns each actuator its round. Returns the number of rounds, with at least one external round for
/// `robots_acting`.
fn assign_rounds(actuators: &mut [ActuatorInstance], robots: usize, robots_acting: bool) -> usize {
    let mut reached = vec![0; robots];
    let mut count = if robots_acting { 2 } else { 1 };
    let (last, first): (Vec<_>, Vec<_>) =
        actuators.iter_mut().rev().partition(|actuator| actuator.component().acts_last());
    for actuator in first {
        let round = &mut reached[actuator.robot];
        if actuator.meta.external_id.is_some() != is_external_round(*round) {
            *round += 1;
        }
        actuator.round = *round;
        count = count.max(*round + 1);
    }
    for actuator in last {
        // The next even round: `acts_last` applies to built-in actuators.
        actuator.round = reached[actuator.robot] / 2 * 2 + 2;
        count = count.max(actuator.round + 1);
    }
    count
}

/// Marks the sensors that read on demand: by themselves, or because they combine readings of such sensors.
fn mark_on_demand(plan: &mut StepPlan, state: &mut State) {
    for sensor in &mut state.sensors {
        sensor.reads_on_demand = sensor.component.on_demand();
    }
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for &index in &plan.joining {
            let sensors = &state.sensors;
            let depends = sensors[index].inputs.iter().any(|&input| sensors[input].reads_on_demand);
            has_changed |= depends && !std::mem::replace(&mut state.sensors[index].reads_on_demand, depends);
        }
    }
    plan.has_on_demand = state.sensors.iter().any(|sensor| sensor.reads_on_demand);
}

/// Updates the work lists of a tick: the rounds of actuators, sensors with inputs, sensors that cast rays,
/// on-demand sensors. Called whenever components were added or removed.
pub(crate) fn order_components(
    plan: &mut StepPlan,
    state: &mut State,
    external: Option<&ExternalComponents>,
) {
    plan.joining =
        (0..state.sensors.len()).filter(|&index| !state.sensors[index].inputs.is_empty()).collect();
    plan.casting.clear();
    for kind in [RayKind::Physics, RayKind::Visual] {
        let casts = |&index: &usize| state.sensors[index].component.access().rays == Some(kind);
        let casting = (0..state.sensors.len()).filter(casts).take(CASTING_MAX).collect();
        plan.casting.push((kind, casting));
    }
    mark_on_demand(plan, state);
    let mut actuators_of = vec![0_u32; state.robots.len()];
    state.actuators.iter().for_each(|actuator| actuators_of[actuator.robot] += 1);
    for actuator in &mut state.actuators {
        actuator.is_only_one = actuators_of[actuator.robot] == 1;
    }
    connect_drivers(&mut state.actuators, state.robots.len());
    for sensor in &mut state.sensors {
        sensor.reads_alone = sensor.inputs.is_empty() && sensor.meta.external_id.is_none();
    }
    let entries = external.iter().flat_map(|external| &external.entries);
    let robots_acting = entries
        .into_iter()
        .any(|external_id| external_id.acts && matches!(external_id.instance, InstanceRef::Robot(_)));
    plan.rounds = assign_rounds(&mut state.actuators, state.robots.len(), robots_acting);
}
