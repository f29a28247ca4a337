//! Observers of a simulation, and the frames that they are shown.

use std::cell::RefCell;

use morse_sim::Simulation;
use morse_sim::engine::activity::Activity;

use super::frame::Frame;
use super::observer::Observer;
use super::pose_history::PoseHistory;

/// Observers of one simulation. A [`Runner`](crate::Runner) has its own; this is for a driver that makes the steps itself.
#[derive(Default)]
pub struct Observers<'a> {
    list: Vec<Box<dyn Observer + 'a>>,
    poses: RefCell<PoseHistory>,
}

impl<'a> Observers<'a> {
    /// Shows every finished tick to an observer too, behind those that were added before.
    pub fn add(&mut self, observer: impl Observer + 'a) {
        self.list.push(Box::new(observer));
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Makes a step, and shows it.
    pub fn step(&mut self, simulation: &mut Simulation) {
        simulation.record_activity(self.need_activity());
        simulation.step();
        self.show(simulation, &mut |_| {});
    }

    /// Tells all that no further step is made for now.
    pub fn end(&mut self, simulation: &mut Simulation) {
        let activity = simulation.take_activity();
        let frame = Frame::new(simulation, activity, &self.poses);
        self.list.iter_mut().for_each(|observer| observer.end(&frame));
        frame.into_sent().apply(simulation);
    }

    /// Whether one of them uses what arrives from outside.
    pub(super) fn need_activity(&self) -> bool {
        self.list.iter().any(|observer| observer.needs_activity())
    }

    /// Shows the tick that was made to all, then to `last`, and handles what they sent.
    pub(super) fn show(&mut self, simulation: &mut Simulation, last: &mut dyn FnMut(&Frame<'_>)) {
        let activity = simulation.take_activity();
        let frame = Frame::new(simulation, activity, &self.poses);
        self.list.iter_mut().for_each(|observer| observer.tick(&frame));
        last(&frame);
        frame.into_sent().apply(simulation);
    }

    /// Tells all that the run waits, then handles what they sent.
    pub(super) fn show_waiting(&mut self, simulation: &mut Simulation) {
        if self.list.is_empty() {
            return;
        }
        let frame = Frame::new(simulation, Activity::default(), &self.poses);
        self.list.iter_mut().for_each(|observer| observer.waiting(&frame));
        frame.into_sent().apply(simulation);
    }
}
