//! DepthCameraRotationZ: a depth camera that rotates, as a Velodyne does.

use morse_sim::prelude::*;

use crate::common::camera::{CaptureControl, capture};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};

/// Depth camera that rotates to the right about its own vertical axis after each activation.
///
/// Points are in the frame of the camera at the time of the capture. The builder class sets `rotation` to the field of
/// view, so that a few clouds cover all directions.
///
/// The points of a cloud are computed as in a DepthCamera. After cloud `k` the camera is rotated by `k · rotation` to the
/// right of its initial orientation. `rotation = 0.857556 = 2 · atan(16 / 35)` is the field of view of a focal length of
/// 35 mm.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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
    #[property(flatten)]
    camera: PointCamera,
    /// Rotation to the right after each image. [rad]
    #[property(name = "rotation", default = 0.01745)]
    rotation_rad: f64,
    capture_control: CaptureControl,
}

capture!(DepthCameraRotationZ, Cloud);

impl Sensor for DepthCameraRotationZ {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Cloud) -> Result<(), SetupError> {
        self.capture_control = CaptureControl::new(setup);
        data.intrinsic_matrix = self.camera.intrinsic_matrix();
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        if !self.rotation_rad.is_finite() {
            let text = format!("rotation is {}; allowed is any finite angle in rad", self.rotation_rad);
            return Err(SetupError::Invalid(text));
        }
        self.camera.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Visual).with_changes()
    }

    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Cloud) {
        if !self.capture_control.is_due(view) {
            return;
        }
        match self.camera.capture(view, data) {
            Some(()) => self.capture_control.count(view),
            None => view.withhold(),
        }
    }

    fn follow_up(&mut self, call: &mut Call<'_, Cloud>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Y * self.rotation_rad);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Cloud>) {
        self.capture_control.close();
    }
}
