//! Errors of the readings of a sensor: those of its level, converted by its modifiers in order.

use crate::contract::component::erased::AnySensor;
use crate::contract::uncertainty::{Covariance, Errors};
use crate::engine::instance::ModifierInstance;

/// The models of the errors of a sensor.
pub(crate) struct ErrorModels<'a> {
    pub(crate) component: &'a dyn AnySensor,
    pub(crate) modifiers: &'a [ModifierInstance],
    /// Number of readings per simulated second. [Hz]
    pub(crate) rate_hz: f64,
}

impl Errors for ErrorModels<'_> {
    fn covariance(&self) -> Option<Covariance> {
        let mut errors = Covariance::zero(self.component.data());
        self.component.add_errors(self.rate_hz, &mut errors);
        for modifier in self.modifiers {
            modifier.component.propagate_errors(&mut errors);
        }
        (!errors.is_zero()).then_some(errors)
    }
}
