//! Code shared by several components.

pub(crate) mod camera;
pub(crate) mod driving;
pub(crate) mod earth;
pub(crate) mod model_parts;
pub(crate) mod noise;
pub(crate) mod number_or_text;
pub(crate) mod numeric_fields;
pub(crate) mod pose_data;
pub(crate) mod sensor_motion;
