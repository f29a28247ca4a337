//! DepthCamera: clouds of points.

use morse_sim::prelude::*;

use super::cloud::{Cloud, Sampling};
use super::rows::Rows;
use crate::sensors::camera::{Shutter, camera, capture};

/// Makes the struct of a depth camera that gives points.
macro_rules! point_camera {
    ($(#[$($about:tt)*])* pub struct $name:ident { $($own:tt)* }) => {
        camera! {
            near = 1.0, far = 20.0, depth = true;
            $(#[$($about)*])*
            pub struct $name {
                /// Rows to keep, counted from the bottom (from the top with `Vertical_Flip`), as text: "[0, 8, 16]". None
                /// keeps all.
                #[property(name = "keep_list")]
                rows: Rows,
                /// Give (0, 0, 0) for a pixel that sees nothing, where otherwise there is no point.
                #[property(name = "keep_resolution", default = false)]
                keep_resolution: $crate::sensors::camera::Switch,
                $($own)*
                shutter: Shutter,
            }
        }

        capture!($name, Cloud);

        impl $name {
            fn begin(&mut self, setup: &Setup<'_>, data: &mut Cloud) {
                self.shutter = Shutter::new(setup);
                data.intrinsic_matrix = self.lens().intrinsic_matrix();
            }

            fn look(&mut self, view: &mut View<'_>, data: &mut Cloud) {
                if !self.shutter.opens(view) {
                    return;
                }
                let sampling = Sampling {
                    lens: self.lens(),
                    rows: &self.rows,
                    top_first: self.top_first.0,
                    keep_resolution: self.keep_resolution.0,
                };
                match data.take(view, &mut self.film, &sampling) {
                    Some(()) => self.shutter.count(view),
                    None => view.withhold(),
                }
            }
        }
    };
}

pub(super) use point_camera;

point_camera! {
    /// Gives what it sees as points in its own frame: x to the right, y down, z ahead.
    ///
    /// Points come row by row from the bottom, each row from the left. The point of column u and row k, counted from the
    /// bottom, has x = z · (u - width / 2) / f and y = z · (height - k - height / 2) / f, halves rounded down, with f the
    /// focal length in pixels. All have cam_near <= z <= cam_far. A camera that nobody reads sees nothing, and none does while
    /// its property `capturing` is false or when the environment is in fastmode. It has depth whatever `retrieve_depth` says.
    #[component(
        class = "morse.sensors.depth_camera.DepthCamera",
        title = "Depth (XYZ) camera",
        data = Cloud,
        builder(
            name = "DepthCamera",
            base = "VideoCamera",
            rate_hz = 20.0,
            properties(
                cam_width = 256,
                cam_height = 256,
                cam_focal = 35.0,
                capturing = true,
                Vertical_Flip = false,
                cam_near = 1.0,
                cam_far = 20.0,
                retrieve_depth = true
            )
        ),
        services
    )]
    pub struct DepthCamera {}
}

impl Sense for DepthCamera {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Cloud) -> Result<(), SetupError> {
        self.begin(setup, data);
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.lens().check().and_then(|()| self.rows.check(self.height))
    }

    fn may_rest(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Cloud) {
        self.look(view, data);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Cloud>) {
        self.shutter.close();
    }
}
