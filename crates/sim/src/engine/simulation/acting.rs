//! The order in which actuators act.
//!
//! Several actuators of one robot may set its pose or velocity. The one that the scene declares first then takes
//! precedence, as in MORSE 1.4: actuators act in reverse scene order, so it acts last. Forces add up in any order.
//! Actuators without a command, and those of a robot that another actuator drives to a goal, do not act at all: see
//! [`driving`](crate::engine::driving).
//!
//! External actuators act together, in one exchange with the host. The order of the actuators within each robot is
//! kept. Actuators therefore act in rounds: built-in ones in even rounds, external ones in odd rounds. The rounds of
//! a robot follow its actuators from the last to the first. A scene has one exchange per tick unless a robot
//! alternates between actuators of both kinds. Actuators that correct the effects of other actuators of their robot
//! act in a later round.

use morse_world::RayKind;

use crate::engine::activity::replaying::CommandInputs;
use crate::engine::cost::measured;
use crate::engine::driving::connect_drivers;
use crate::engine::instance::{ActuatorInstance, InstanceRef, Tick};
use crate::engine::simulation::Simulation;

/// Number of sensors per kind of rays that are checked before a tick for rays that they will cast. In large scenes,
/// sensors mostly cast in the same ticks.
const CASTING_MAX: usize = 16;

/// Whether the actuators of a round are external.
fn is_external(round: usize) -> bool {
    round % 2 == 1
}

/// Assigns each actuator its round. Returns the number of rounds, with at least one external round for
/// `robots_acting`.
pub(crate) fn assign_rounds(actuators: &mut [ActuatorInstance], robots: usize, robots_acting: bool) -> usize {
    let mut reached = vec![0; robots];
    let mut count = if robots_acting { 2 } else { 1 };
    let (last, first): (Vec<_>, Vec<_>) =
        actuators.iter_mut().rev().partition(|actuator| actuator.component().acts_last());
    for actuator in first {
        let round = &mut reached[actuator.robot];
        if actuator.meta.external_id.is_some() != is_external(*round) {
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

impl Simulation {
    /// Updates the work lists of a tick: the rounds of actuators, sensors with inputs, sensors that cast rays,
    /// on-demand sensors. Called whenever components were added or removed.
    pub(crate) fn order_components(&mut self) {
        self.model.plan.joining = (0..self.state.sensors.len())
            .filter(|&index| !self.state.sensors[index].inputs.is_empty())
            .collect();
        self.model.plan.casting.clear();
        for kind in [RayKind::Physics, RayKind::Visual] {
            let casts = |&index: &usize| self.state.sensors[index].component.casts_rays() == Some(kind);
            let casting = (0..self.state.sensors.len()).filter(casts).take(CASTING_MAX).collect();
            self.model.plan.casting.push((kind, casting));
        }
        self.model.plan.has_on_demand = self.state.sensors.iter().any(|sensor| sensor.component.on_demand());
        let mut actuators_of = vec![0_u32; self.state.robots.len()];
        self.state.actuators.iter().for_each(|actuator| actuators_of[actuator.robot] += 1);
        for actuator in &mut self.state.actuators {
            actuator.is_only_one = actuators_of[actuator.robot] == 1;
        }
        connect_drivers(&mut self.state.actuators, self.state.robots.len());
        for sensor in &mut self.state.sensors {
            sensor.reads_alone = sensor.inputs.is_empty() && sensor.meta.external_id.is_none();
        }
        let entries = self.engine.external.iter().flat_map(|external| &external.entries);
        let robots_acting = entries
            .into_iter()
            .any(|external_id| external_id.acts && matches!(external_id.instance, InstanceRef::Robot(_)));
        self.model.plan.rounds =
            assign_rounds(&mut self.state.actuators, self.state.robots.len(), robots_acting);
    }

    /// Due actuators take their newest command and act, round by round. Then robots move the parts that follow their
    /// motion, and then objects with motions of their own move.
    pub(crate) fn act(&mut self, tick: Tick) {
        for round in 0..self.model.plan.rounds {
            if is_external(round) {
                let (hosts_ns, ()) = measured(tick.cost_clock, || self.act_external(tick, round));
                self.engine.costs.so_far.hosts_ns += hosts_ns;
            } else {
                self.act_round(tick, round);
            }
        }
        self.animate(tick.length_ns as f64 * 1e-9);
        for motion in &self.model.motions {
            motion.act(tick.number.saturating_sub(1), &mut self.state.world);
        }
    }

    fn act_round(&mut self, tick: Tick, round: usize) {
        let ended_before = self.engine.answers.ended.len();
        let arrivals = self.engine.arrivals.count();
        self.drive_robots(tick, round);
        for index in (0..self.state.actuators.len()).rev() {
            if self.engine.has_driven.get(index) == Some(&true) {
                continue;
            }
            let actuator = &mut self.state.actuators[index];
            if actuator.round != round {
                continue;
            }
            let inputs = CommandInputs {
                recorder: self.engine.recorder.as_mut(),
                replayed: self.engine.replayed.as_mut(),
                arrivals,
            };
            let Some(is_commanded) = actuator.begin(tick, &self.state.robots, &mut self.state.world, inputs)
            else {
                continue;
            };
            if is_commanded {
                self.note_taken(index);
            }
            if self.yields(tick, index) {
                continue;
            }
            let actuator = &mut self.state.actuators[index];
            let moves = actuator.act(
                tick,
                is_commanded,
                &self.state.robots,
                &self.state.devices,
                &mut self.state.world,
            );
            let completion = actuator.completion.take();
            self.engine.answers.ended.extend(actuator.meta.finished(completion));
            if moves {
                self.note_input(index);
                self.warn_conflicting_actuators(tick, index);
            }
        }
        // Answers are sent in scene order.
        self.engine.answers.ended[ended_before..].reverse();
        self.settle_host_calls();
    }

    /// Warns once per robot when more than one actuator moves it in a tick.
    fn warn_conflicting_actuators(&mut self, tick: Tick, index: usize) {
        let robot = &mut self.state.robots[self.state.actuators[index].robot];
        let before = robot.mover.replace((tick.number, index));
        if let Some((_, later)) =
            before.filter(|&(number, _)| number == tick.number && !robot.conflict_warned)
        {
            robot.conflict_warned = true;
            let [first, later] = [index, later].map(|index| &self.state.actuators[index].meta.name);
            tracing::warn!(
                "{first} and {later} both move {}: {first}, which the scene declares first, sets the values that \
                 both set",
                robot.meta.name
            );
        }
    }
}
