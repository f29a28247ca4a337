//! Sensors of distance, contact and nearby objects.

pub(crate) mod collision;
pub(crate) mod laserscanner;
pub(crate) mod proximity;
pub(crate) mod radar_altimeter;
pub(crate) mod search_and_rescue;
