//! What all cameras share: the lens, the shutter, and the film that pictures are taken on.
//!
//! A camera looks along +z of its own frame, with +x to the right of the picture and +y down.

mod film;
mod lens;
mod shutter;

pub(crate) use film::Film;
pub use film::photograph;
pub(crate) use lens::Lens;
pub(crate) use shutter::Shutter;

use morse_sim::image::Image;
use morse_sim::prelude::*;

/// A picture and the numbers of the lens that it was taken with.
#[derive(Data, Clone, Default)]
#[data(kind = "image")]
pub struct Photograph {
    /// The image, first row at the top; empty until the first capture.
    pub(crate) image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    pub(crate) intrinsic_matrix: DMat3,
}

/// Makes the struct of a camera: the properties that all cameras have, then its own fields.
macro_rules! camera {
    (
        near = $near:literal, far = $far:literal, depth = $depth:literal;
        $(#[$($about:tt)*])* pub struct $name:ident { $($own:tt)* }
    ) => {
        #[derive(Sensor, Serialize, Deserialize)]
        $(#[$($about)*])*
        pub struct $name {
            /// Width of the image. [px]
            #[property(name = "cam_width", default = 256, min = 1, max = 8192)]
            width: i64,
            /// Height of the image. [px]
            #[property(name = "cam_height", default = 256, min = 1, max = 8192)]
            height: i64,
            /// Focal length, for a sensor whose longer side is 32 mm. [mm]
            #[property(name = "cam_focal", default = 25.0)]
            focal_mm: f64,
            /// Angle from edge to edge along the longer side of the image; replaces `cam_focal` when set. [deg]
            #[property(name = "cam_fov")]
            fov_deg: Option<f64>,
            /// Nothing nearer than this, along the optical axis, is seen. [m]
            #[property(name = "cam_near", default = $near)]
            near_m: f64,
            /// Nothing farther than this, along the optical axis, is seen. [m]
            #[property(name = "cam_far", default = $far)]
            far_m: f64,
            /// Begin with the row at the top, not with that at the bottom.
            #[property(name = "Vertical_Flip", default = true)]
            top_first: $crate::sensors::camera::Switch,
            /// Give depth in place of colours.
            #[property(name = "retrieve_depth", default = $depth)]
            retrieve_depth: $crate::sensors::camera::Switch,
            /// Give the z-buffer in place of colours.
            #[property(name = "retrieve_zbuffer", default = false)]
            retrieve_zbuffer: $crate::sensors::camera::Switch,
            #[serde(skip)]
            film: $crate::sensors::camera::Film,
            $($own)*
        }

        impl $name {
            fn lens(&self) -> $crate::sensors::camera::Lens {
                $crate::sensors::camera::Lens {
                    width: self.width,
                    height: self.height,
                    focal_mm: self.focal_mm,
                    fov_deg: self.fov_deg,
                    near_m: self.near_m,
                    far_m: self.far_m,
                }
            }
        }
    };
}

/// Gives a camera that has a `shutter` the service that works it.
macro_rules! capture {
    ($camera:ty, $data:ty) => {
        #[services]
        impl $camera {
            /// Takes n pictures, one at each activation, and then stops; answers when it has. With n < 0 it takes pictures
            /// without end, as it does from the start.
            #[service(asynchronous)]
            fn capture(&mut self, _call: &mut Call<'_, $data>, n: i64) -> Result<(), ServiceError> {
                self.shutter.capture(n)
            }
        }
    };
}

/// A switch that scripts may set to anything that Python takes for true or false.
pub(crate) type Switch = morse_sim::property::Truth;

pub(crate) use {camera, capture};
