//! Depth cameras: point clouds, depth images, and the raw z-buffer.

mod cloud;
mod errors;
mod picture;
mod points;
mod raw;
mod rotating;
mod rows;
mod stereo;
mod structured_light;
mod time_of_flight;
mod with_errors;

pub use crate::sensors::vision::depth_camera::picture::DepthVideoCamera;
pub use crate::sensors::vision::depth_camera::points::DepthCamera;
pub use crate::sensors::vision::depth_camera::raw::RawImage;
pub use crate::sensors::vision::depth_camera::rotating::DepthCameraRotationZ;
pub use crate::sensors::vision::depth_camera::stereo::{StereoDepthCamera, StereoDepthVideoCamera};
pub use crate::sensors::vision::depth_camera::structured_light::{
    StructuredLightDepthCamera, StructuredLightDepthVideoCamera,
};
pub use crate::sensors::vision::depth_camera::time_of_flight::{
    TimeOfFlightDepthCamera, TimeOfFlightDepthVideoCamera,
};
