//! Cameras and depth cameras.

pub(crate) mod depth_camera;
pub(crate) mod depth_camera_aggregator;
pub(crate) mod semantic_camera;
pub(crate) mod stereo_unit;
pub(crate) mod video_camera;
