//! Depth cameras: clouds of points, pictures of depth, and the raw z-buffer.

mod cloud;
mod picture;
mod points;
mod raw;
mod rotating;
mod rows;

pub use picture::DepthVideoCamera;
pub use points::DepthCamera;
pub use raw::RawImage;
pub use rotating::DepthCameraRotationZ;
