//! Actuators.

mod v_omega;

use morse_sim::registry::{Entry, actuator};

/// All actuators.
pub(crate) const ALL: &[Entry] = &[actuator::<v_omega::MotionVw>()];
