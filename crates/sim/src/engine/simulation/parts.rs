//! Distribution of the robots and components of a tick over threads.
//!
//! Each thread has the same robots in every phase of every tick, from sensors to poses: a thread then mostly reads
//! data that it wrote itself. The results do not depend on the number of threads, because no parallel work depends on
//! another robot.

use morse_world::{NodeId, divide};

use crate::contract::contexts::post_act_context::PartMotions;
use crate::engine::instance::{ActuatorInstance, SensorInstance, Tick};
use crate::engine::simulation::Simulation;

/// Number of robots, sensors or actuators from which on it pays to divide them among threads.
const DIVIDED_FROM: usize = 64;
/// Number of sensors that a thread takes at once. A thread that has finished its own sensors takes those of other
/// threads.
const SENSORS_PER_TASK: usize = 32;

impl Simulation {
    /// Whether it pays to divide `count` robots, sensors or actuators among threads.
    pub(super) fn is_divided(&self, count: usize) -> bool {
        self.engine.threads.current_num_threads() > 1 && count >= DIVIDED_FROM
    }

    /// Due sensors read the world. Records which readings may need further processing.
    pub(super) fn read_sensors(&mut self, tick: Tick) {
        let is_divided = self.is_divided(self.state.sensors.len());
        for (kind, casting) in &self.model.plan.casting {
            if is_divided && casting.iter().any(|&index| self.state.sensors[index].will_read(tick)) {
                self.state.world.prepare_rays(*kind);
            }
        }
        let world = &self.state.world;
        let sensors = &mut self.state.sensors;
        self.engine.is_followed_up.resize(sensors.len(), true);
        let read = |(sensor, is_followed_up): (&mut SensorInstance, &mut bool)| {
            *is_followed_up = !sensor.reads_alone || sensor.sense(tick, world, &[]);
        };
        if !is_divided {
            // Expensive sensors distribute their own work over the threads.
            sensors.iter_mut().zip(&mut self.engine.is_followed_up).for_each(read);
            return;
        }
        let ends = ends(sensors, &world.part_ends(self.engine.team.size()), |sensor| sensor.robot);
        let parts = divide(sensors, ends.iter().copied())
            .zip(divide(&mut self.engine.is_followed_up, ends.iter().copied()));
        let tasks = parts.map(|(sensors, flags)| {
            let sensors = sensors.into_slice().chunks_mut(SENSORS_PER_TASK);
            sensors.zip(flags.into_slice().chunks_mut(SENSORS_PER_TASK)).collect()
        });
        self.engine.team.run(tasks, |(sensors, flags): (&mut [_], &mut [_])| {
            sensors.iter_mut().zip(flags).for_each(read)
        });
    }

    /// Runs the actuators of a round that only drive their robots in this tick, on all threads. Records which have
    /// acted.
    pub(super) fn drive_robots(&mut self, tick: Tick, round: usize) {
        self.engine.has_driven.clear();
        if !self.is_divided(self.state.world.planar_count()) || self.engine.replayed.is_some() {
            return;
        }
        self.engine.has_driven.resize(self.state.actuators.len(), false);
        let inputs = (self.engine.arrivals.count(), self.engine.recorder.is_some());
        let node_ends = self.state.world.part_ends(self.engine.team.size());
        let robot_ends = ends(&self.state.robots, &node_ends, |robot| robot.meta.node);
        let robot = |actuator: &ActuatorInstance| self.state.robots[actuator.robot].meta.node;
        let ends = ends(&self.state.actuators, &node_ends, robot);
        let robots = divide(&mut self.state.robots, robot_ends);
        let actuators = divide(&mut self.state.actuators, ends.iter().copied());
        let flags = divide(&mut self.engine.has_driven, ends.iter().copied());
        let tasks: Vec<_> = robots.zip(actuators.zip(flags)).collect();
        self.state.world.drive_in_parts(
            &self.engine.team,
            tasks,
            |(mut robots, (actuators, flags)), part| {
                for (actuator, flag) in actuators.into_slice().iter_mut().zip(flags.into_slice()) {
                    let robot = robots.get_mut(actuator.robot).filter(|_| actuator.round == round);
                    *flag = robot.is_some_and(|robot| actuator.drive(tick, inputs, robot.handle(), part));
                }
            },
        );
    }

    /// Robots move the parts that follow their motion.
    pub(super) fn animate(&mut self, tick_s: f64) {
        if !self.is_divided(self.state.world.planar_count()) {
            let mut motions = PartMotions::default();
            for robot in &mut self.state.robots {
                robot.animate(&self.state.world, tick_s, &mut motions);
                motions.apply(&mut self.state.world);
            }
            return;
        }
        let world = &self.state.world;
        let ends =
            ends(&self.state.robots, &world.part_ends(self.engine.team.size()), |robot| robot.meta.node);
        let mut motions: Vec<PartMotions> = Vec::new();
        motions.resize_with(ends.len(), PartMotions::default);
        let tasks = divide(&mut self.state.robots, ends).zip(&mut motions).map(|task| vec![task]);
        self.engine.team.run(tasks, |(robots, motions)| {
            robots.into_slice().iter_mut().for_each(|robot| robot.animate(world, tick_s, motions));
        });
        let turns = motions.iter_mut().map(PartMotions::take_turns).collect();
        self.state.world.rotate_many_about_z(&self.engine.team, turns);
        motions.iter_mut().for_each(|part| part.apply(&mut self.state.world));
    }

    /// Advances physics to the next tick.
    pub(super) fn advance_world(&mut self) {
        let team = self.is_divided(self.state.world.planar_count()).then_some(&self.engine.team);
        self.state.world.advance_with(team);
        for event in self.state.world.events() {
            let name = self.state.world.name(event.node());
            self.engine.warnings.warn(name, event.kind(), || format!("{name} {event}"));
        }
    }
}

/// The indices at which the parts of robots or components end, for given ends of the parts of nodes. Robots are mostly
/// in the order of their nodes, and components in the order of their robots.
fn ends<T>(instances: &[T], node_ends: &[usize], robot: impl Fn(&T) -> NodeId) -> Vec<usize> {
    let end = |&end: &usize| instances.partition_point(|instance| robot(instance).index() < end);
    let ends = node_ends.iter().map(end);
    // The last part contains all remaining instances, in case the order differs.
    ends.take(node_ends.len().saturating_sub(1)).chain([usize::MAX]).collect()
}
