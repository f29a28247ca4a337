//! The observers of a simulation.

use std::cell::RefCell;

use morse_sim::Simulation;
use morse_sim::engine::activity::Activity;

use super::frame::Frame;
use super::observer::Observer;
use super::pose_history::PoseHistory;

/// Observers of one simulation, for programs that step it without a [`Runner`](crate::Runner), which has its own observers.
#[derive(Default)]
pub struct Observers<'a> {
    list: Vec<Box<dyn Observer + 'a>>,
    poses: RefCell<PoseHistory>,
}

impl<'a> Observers<'a> {
    /// Adds an observer. Observers are called in the order in which they were added.
    pub fn add(&mut self, observer: impl Observer + 'a) {
        self.list.push(Box::new(observer));
    }

    /// Whether there are no observers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Steps the simulation, and shows the tick to the observers.
    pub fn step(&mut self, simulation: &mut Simulation) {
        simulation.record_activity(self.need_activity());
        simulation.step();
        self.show(simulation, &mut |_| {});
    }

    /// Notifies all observers of the end of the run, then applies what they sent.
    pub fn end(&mut self, simulation: &mut Simulation) {
        let activity = simulation.take_activity();
        let frame = Frame::new(simulation, activity, &self.poses);
        self.list.iter_mut().for_each(|observer| observer.end(&frame));
        frame.into_sent().apply(simulation);
    }

    /// Whether an observer uses activity.
    pub(super) fn need_activity(&self) -> bool {
        self.list.iter().any(|observer| observer.needs_activity())
    }

    /// Shows the finished tick to all observers, then to `last`, and applies what they sent.
    pub(super) fn show(&mut self, simulation: &mut Simulation, last: &mut dyn FnMut(&Frame<'_>)) {
        let activity = simulation.take_activity();
        let frame = Frame::new(simulation, activity, &self.poses);
        self.list.iter_mut().for_each(|observer| observer.tick(&frame));
        last(&frame);
        frame.into_sent().apply(simulation);
    }

    /// Notifies all observers that the run waits, then applies what they sent.
    pub(super) fn show_waiting(&mut self, simulation: &mut Simulation) {
        if self.list.is_empty() {
            return;
        }
        let frame = Frame::new(simulation, Activity::default(), &self.poses);
        self.list.iter_mut().for_each(|observer| observer.waiting(&frame));
        frame.into_sent().apply(simulation);
    }
}
