//! The phases of a step: functions of the parts of a simulation that they need.

pub(crate) mod acting;
mod division;
pub(crate) mod motion;
pub(crate) mod publishing;
pub(crate) mod sensing;
