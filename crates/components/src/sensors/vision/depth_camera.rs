//! Depth cameras: point clouds, depth images, and the raw z-buffer.

mod cloud;
mod picture;
mod points;
mod raw;
mod rotating;
mod rows;

pub use crate::sensors::vision::depth_camera::picture::DepthVideoCamera;
pub use crate::sensors::vision::depth_camera::points::DepthCamera;
pub use crate::sensors::vision::depth_camera::raw::RawImage;
pub use crate::sensors::vision::depth_camera::rotating::DepthCameraRotationZ;
