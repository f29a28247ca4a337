//! Programs in lock-step with the simulation: each step waits until all of them are ready for it.

use std::collections::BTreeMap;

/// Identifier of a program in lock-step, from [`Gateway::next_id`](crate::transport::request::Gateway::next_id).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartnerId(pub u64);

/// The programs in lock-step, and which of them are ready for the next step.
#[derive(Debug, Default)]
pub struct Lockstep(BTreeMap<PartnerId, bool>);

impl Lockstep {
    pub(crate) fn attach(&mut self, partner: PartnerId) {
        self.0.entry(partner).or_insert(false);
    }

    pub(crate) fn set_ready(&mut self, partner: PartnerId) {
        if let Some(ready) = self.0.get_mut(&partner) {
            *ready = true;
        }
    }

    pub(crate) fn detach(&mut self, partner: PartnerId) {
        self.0.remove(&partner);
    }

    /// Whether all programs are ready for the next step.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.0.values().all(|ready| *ready)
    }

    /// Called when the driver makes a step: the following step waits for all programs again.
    pub fn begin_step(&mut self) {
        self.0.values_mut().for_each(|ready| *ready = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_waits_for_all_programs() {
        let mut lockstep = Lockstep::default();
        assert!(lockstep.is_ready(), "no program is attached");
        lockstep.attach(PartnerId(1));
        lockstep.attach(PartnerId(2));
        lockstep.set_ready(PartnerId(1));
        assert!(!lockstep.is_ready());
        lockstep.set_ready(PartnerId(2));
        assert!(lockstep.is_ready());
        lockstep.begin_step();
        assert!(!lockstep.is_ready());
    }

    #[test]
    fn detached_program_is_not_waited_for() {
        let mut lockstep = Lockstep::default();
        lockstep.attach(PartnerId(1));
        lockstep.detach(PartnerId(1));
        lockstep.set_ready(PartnerId(1));
        assert!(lockstep.is_ready());
        lockstep.begin_step();
        assert!(lockstep.is_ready());
    }
}
