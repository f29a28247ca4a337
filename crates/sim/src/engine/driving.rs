//! The decision which of several actuators drives a robot.
//!
//! - An actuator without a command does nothing as soon as another actuator of its robot was commanded. Until then, the
//!   first declared one holds the robot.
//! - A goal has its robot from its start to its end. It ends the earlier commands of the other actuators.
//! - A command that is newer than the goal has the robot only if its actuator is declared before that of the goal, and
//!   until it expires. The goal waits meanwhile.
//! - Of several goals, the newest has the robot. Of several commands, all act; that of the actuator declared first acts
//!   last. Forces add up.
//!
//! The rule needs the order of the last commands of all actuators of a robot. It is part of the state of actuators whose
//! robot has several of them.

use morse_scene::description::Driving;

use crate::contract::outcome::Outcome;
use crate::engine::instance::order::Order;
use crate::engine::instance::{ActuatorInstance, Tick};
use crate::engine::state::current::State;

/// An actuator in the decision about its robot.
#[derive(Debug, Clone, Copy)]
struct Driver {
    /// Position in the order of declaration.
    index: usize,
    driving: Driving,
    /// Number of its last command; zero if there was none.
    number: u64,
    has_expired: bool,
    /// Whether its goal has not been reached, or a user operates it.
    is_under_way: bool,
}

impl Driver {
    fn new(index: usize, actuator: &ActuatorInstance) -> Self {
        let Order { number, has_expired, .. } = actuator.order;
        Self {
            index,
            driving: actuator.driving,
            number,
            has_expired,
            is_under_way: number > 0 && (actuator.meta.running.is_some() || is_under_way(actuator)),
        }
    }

    fn has_goal(&self) -> bool {
        self.driving == Driving::Goal && self.is_under_way
    }
}

fn is_under_way(actuator: &ActuatorInstance) -> bool {
    matches!(actuator.driving, Driving::Goal | Driving::Input) && actuator.component().is_under_way()
}

/// Summary of the other actuators of a robot, for the decision about one of them.
#[derive(Debug, Clone, Copy, Default)]
struct Rivals {
    /// Number and position of the newest goal under way.
    goal: Option<(u64, usize)>,
    /// Number of the newest goal, under way or not.
    goals: u64,
    /// Number of the newest command.
    newest: u64,
    /// Number and position of the newest command in force of an actuator that is declared earlier.
    earlier: Option<(u64, usize)>,
    /// Number of the newest command, forces and devices at rest excluded.
    motion: u64,
    /// Whether one of them holds the robot before the first command.
    holds: bool,
}

impl Rivals {
    fn of(me: &Driver, others: impl Iterator<Item = Driver>) -> Self {
        let mut rivals = Self::default();
        for other in others {
            rivals.newest = rivals.newest.max(other.number);
            let commands = match other.driving {
                Driving::None | Driving::Force => continue,
                Driving::Goal => {
                    rivals.goals = rivals.goals.max(other.number);
                    if other.has_goal() {
                        rivals.goal = rivals.goal.max(Some((other.number, other.index)));
                    }
                    rivals.holds |= me.driving == Driving::Goal && other.index < me.index;
                    rivals.motion = rivals.motion.max(other.number);
                    continue;
                }
                Driving::Command => {
                    rivals.holds |= me.driving == Driving::Goal || other.index < me.index;
                    true
                }
                Driving::Thrust => true,
                Driving::Input => other.is_under_way,
            };
            if commands {
                rivals.motion = rivals.motion.max(other.number);
                if other.index < me.index && other.number > 0 && !other.has_expired {
                    rivals.earlier = rivals.earlier.max(Some((other.number, other.index)));
                }
            }
        }
        rivals
    }
}

/// The decision about an actuator in one activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Acts,
    /// Another actuator has the robot.
    Yields,
    /// The newest command is ineffective because of this actuator: a goal waits, or a command has no effect.
    Waits(usize),
}

fn decide(me: &Driver, rivals: &Rivals) -> Decision {
    let acts = |acts: bool| if acts { Decision::Acts } else { Decision::Yields };
    match me.driving {
        Driving::None | Driving::Force => Decision::Acts,
        Driving::Thrust if me.number == 0 => Decision::Acts,
        Driving::Command | Driving::Goal if me.number == 0 => acts(rivals.newest == 0 && !rivals.holds),
        Driving::Input => acts(rivals.goal.is_none_or(|(_, goal)| me.index < goal)),
        Driving::Command | Driving::Thrust => match rivals.goal {
            None => acts(me.number > rivals.goals),
            Some((number, _)) if me.number < number || me.has_expired => Decision::Yields,
            Some((_, goal)) if goal < me.index => Decision::Waits(goal),
            Some(_) => Decision::Acts,
        },
        Driving::Goal if me.is_under_way => match (rivals.goal, rivals.earlier) {
            (Some((goal, _)), _) if goal > me.number => Decision::Yields,
            (_, Some((command, mover))) if command > me.number => Decision::Waits(mover),
            _ => Decision::Acts,
        },
        Driving::Goal => acts(rivals.goal.is_none() && me.number > rivals.motion),
    }
}

/// The other actuators that drive the robot of an actuator.
fn others(actuators: &[ActuatorInstance], index: usize) -> impl Iterator<Item = usize> {
    let next = move |&at: &usize| {
        actuators.get(at).map(|actuator| actuator.next_driver).filter(|&next| next < actuators.len())
    };
    std::iter::successors(next(&index), next).take_while(move |&at| at != index)
}

/// Connects the actuators that drive the same robot.
pub(crate) fn connect_drivers(actuators: &mut [ActuatorInstance], robots: usize) {
    // For each robot: its first and its last driver.
    let mut ends: Vec<Option<(usize, usize)>> = vec![None; robots];
    for index in 0..actuators.len() {
        actuators[index].next_driver = index;
        if actuators[index].driving.is_none() {
            continue;
        }
        let end = &mut ends[actuators[index].robot];
        let first = match *end {
            Some((first, last)) => {
                actuators[last].next_driver = index;
                actuators[index].next_driver = first;
                first
            }
            None => index,
        };
        *end = Some((first, index));
    }
    for (index, actuator) in actuators.iter_mut().enumerate() {
        actuator.is_contested = actuator.next_driver != index;
    }
}

/// State of an actuator before a call of a service that may command it.
pub(crate) struct BeforeCall {
    state: Vec<u8>,
}

impl BeforeCall {
    pub(crate) fn of(actuator: &ActuatorInstance) -> Option<Self> {
        let mut state = Vec::new();
        let is_needed =
            !actuator.driving.is_none() && (actuator.is_contested || actuator.timeout_ns.is_some());
        // A state that cannot be written counts as unchanged.
        (is_needed && actuator.component().save(&mut state).is_ok()).then_some(Self { state })
    }

    /// Whether a call with this outcome commands the actuator: it starts a goal or changes the actuator. A stop of an
    /// actuator at rest is a command too.
    fn is_command(&self, actuator: &ActuatorInstance, outcome: &Outcome) -> bool {
        let mut state = Vec::new();
        let mut is_unchanged = || actuator.component().save(&mut state).is_err() || state == self.state;
        let is_built_in = actuator.meta.external_id.is_none();
        matches!(outcome, Outcome::Started)
            || (actuator.driving != Driving::Goal && is_built_in)
            || (!is_unchanged() && (actuator.driving != Driving::Goal || is_under_way(actuator)))
    }
}

impl State {
    /// Notes that an actuator was commanded: its command is the newest of its robot. The order of forces does not matter.
    pub(crate) fn note_command(&mut self, index: usize) {
        if !self.actuators[index].is_contested {
            return;
        }
        let is_ordered = |actuator: &ActuatorInstance| actuator.driving != Driving::Force;
        let me = &self.actuators[index];
        let rivals = others(&self.actuators, index).map(|other| &self.actuators[other]);
        let numbers =
            rivals.filter(|other| is_ordered(other) && is_ordered(me)).map(|other| other.order.number);
        let newest = numbers.max().unwrap_or_default();
        let number = &mut self.actuators[index].order.number;
        if *number <= newest {
            *number = newest + 1;
        }
    }

    /// Notes that an actuator took a command from a stream or from the driver. A repeated goal is not a new one.
    pub(crate) fn note_taken(&mut self, index: usize) {
        let actuator = &mut self.actuators[index];
        let has_changed = std::mem::replace(&mut actuator.has_new_goal, false);
        if actuator.driving != Driving::Goal || (has_changed && is_under_way(actuator)) {
            self.note_command(index);
        }
    }

    /// Notes the call of a service of an actuator. Commands that arrived before a new goal end with its start, also if
    /// their actuators have not taken them yet.
    pub(crate) fn note_call(&mut self, index: usize, before: &BeforeCall, outcome: &Outcome) {
        if !before.is_command(&self.actuators[index], outcome) {
            return;
        }
        self.actuators[index].order.renew(None);
        self.note_command(index);
        if self.actuators[index].driving == Driving::Goal {
            for other in others(&self.actuators, index) {
                self.actuators[other].discard_commands();
            }
        }
    }

    /// Whether another actuator has the robot of a due actuator in this tick.
    pub(crate) fn yields(&mut self, tick: Tick, index: usize) -> bool {
        if !self.actuators[index].is_contested {
            return false;
        }
        let me = Driver::new(index, &self.actuators[index]);
        let others = others(&self.actuators, index).filter(|&other| self.actuators[other].active);
        let rivals = Rivals::of(&me, others.map(|other| Driver::new(other, &self.actuators[other])));
        let decision = decide(&me, &rivals);
        if let Decision::Waits(other) = decision {
            self.warn_about_wait(index, other);
        }
        let acts = decision == Decision::Acts;
        let had_robot = std::mem::replace(&mut self.actuators[index].order.had_robot, acts);
        if had_robot && !acts {
            let State { actuators, robots, devices, world, .. } = self;
            actuators[index].release(tick.now, robots, devices, world);
        }
        !acts
    }

    /// Notes that a user operates an actuator that acted just now.
    pub(crate) fn note_input(&mut self, index: usize) {
        let actuator = &self.actuators[index];
        if actuator.is_contested && actuator.driving == Driving::Input && is_under_way(actuator) {
            self.note_command(index);
        }
    }

    /// Warns once per robot that a command or a goal has no effect for now.
    fn warn_about_wait(&mut self, index: usize, other: usize) {
        let robot = &mut self.robots[self.actuators[index].robot];
        if std::mem::replace(&mut robot.conflict_warned, true) {
            return;
        }
        let [name, other] = [index, other].map(|index| &self.actuators[index].meta.name);
        match self.actuators[index].driving {
            Driving::Goal => tracing::warn!(
                "{name}: the goal waits, because {other}, which the scene declares first, has a newer command; to give \
                 goals precedence, declare {name} first, or give the stream of {other} a `timeout`"
            ),
            _ => tracing::warn!("{name}: commands have no effect until the goal of {other} ends"),
        }
    }
}

#[cfg(test)]
mod tests;
