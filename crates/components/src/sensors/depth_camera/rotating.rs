//! DepthCameraRotationZ: a depth camera that turns on, as the head of a Velodyne does.

use morse_sim::prelude::*;

use super::cloud::{Cloud, Sampling};
use super::points::point_camera;
use super::rows::Rows;
use crate::sensors::camera::{Shutter, camera, capture};

point_camera! {
    /// Depth camera that turns about its own vertical axis, to the right, after each activation.
    ///
    /// Points are in the frame of the camera as it stood when it saw them. The builder class turns by as much as it sees, so
    /// that a few clouds are a view all around.
    ///
    /// Within a cloud, points are those of a DepthCamera. After cloud `k` the head stands at `k · rotation` to the
    /// right of where it began: `rotation = 0.857556 = 2 · atan(16 / 35)` is the angle that a focal length of 35 mm
    /// sees.
    #[component(
        class = "morse.sensors.depth_camera.DepthCameraRotationZ",
        title = "DepthCameraRotationZ",
        data = Cloud,
        builder(
            name = "Velodyne",
            base = "DepthCamera",
            rate_hz = 20.0,
            properties(
                cam_width = 256,
                cam_height = 256,
                cam_focal = 35.0,
                capturing = true,
                Vertical_Flip = false,
                cam_near = 1.0,
                cam_far = 20.0,
                retrieve_depth = true,
                rotation = 0.857556
            )
        ),
        services
    )]
    pub struct DepthCameraRotationZ {
        /// Angle turned after each image. [rad]
        #[property(name = "rotation", default = 0.01745)]
        rotation_rad: f64,
    }
}

impl Sense for DepthCameraRotationZ {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Cloud) -> Result<(), SetupError> {
        self.begin(setup, data);
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        if !self.rotation_rad.is_finite() {
            let text = format!("rotation is {}; allowed is any finite angle in rad", self.rotation_rad);
            return Err(SetupError(text));
        }
        self.lens().check().and_then(|()| self.rows.check(self.height))
    }

    fn may_rest(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Cloud) {
        self.look(view, data);
    }

    fn follow_up(&mut self, call: &mut Call<'_, Cloud>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Y * self.rotation_rad);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Cloud>) {
        self.shutter.close();
    }
}
