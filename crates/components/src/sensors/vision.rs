//! Cameras and depth cameras.

pub(crate) mod bounding_box_camera;
pub(crate) mod depth_camera;
pub(crate) mod depth_camera_aggregator;
pub(crate) mod event_camera;
mod frustum;
mod labels;
pub(crate) mod light_sensor;
pub(crate) mod marker_detector;
pub(crate) mod normal_camera;
pub(crate) mod optical_flow_camera;
pub(crate) mod segmentation_camera;
pub(crate) mod semantic_camera;
pub(crate) mod stereo_unit;
pub(crate) mod thermal_camera;
pub(crate) mod video_camera;
