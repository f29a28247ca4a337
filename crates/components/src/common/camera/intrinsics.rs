//! Camera intrinsics: computes the camera matrix and the renderer's view from properties.

use morse_render::Projection;
use morse_sim::prelude::*;

/// Length of the longer side of the image sensor. [mm]
const SENSOR_MM: f64 = 32.0;
/// Maximum number of pixels along a side.
const SIDE_MAX: i64 = 8192;
/// Maximum number of pixels in an image: 4096 by 4096.
const PIXELS_MAX: i64 = 1 << 24;
/// Valid fields of view. [deg]
const FOV_DEG: std::ops::RangeInclusive<f64> = 0.001..=175.0;
/// Maximum far clipping distance. [m]
const FAR_MAX_M: f64 = 1e9;
/// Share of the far end from which a depth is that of the far end. Whether a surface there is hit depends on rounding, and on the
/// far end of the picture that a depth camera shares with a color camera.
const AT_END: f32 = 1.0 - 1e-6;

/// Rotation from the frame of the renderer's cameras (+x forward, +z up) to the frame of camera sensors (+z forward, +y
/// down).
const SENSOR_FROM_RENDERER: DQuat = DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5);

/// The properties of a camera that determine its projection.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Intrinsics {
    /// Width of the image. [px]
    #[property(name = "cam_width", default = 256, min = 1, max = 8192)]
    pub(crate) width: i64,
    /// Height of the image. [px]
    #[property(name = "cam_height", default = 256, min = 1, max = 8192)]
    pub(crate) height: i64,
    /// Focal length, for an image sensor whose longer side is 32 mm. [mm]
    #[property(name = "cam_focal", default = 25.0)]
    pub(crate) focal_mm: f64,
    /// Full field of view along the longer side of the image. If set, `cam_focal` is ignored. [deg]
    #[property(name = "cam_fov")]
    pub(crate) fov_deg: Option<f64>,
    /// Near clipping distance, along the optical axis. [m]
    #[property(name = "cam_near", default = 0.1)]
    pub(crate) near_m: f64,
    /// Far clipping distance, along the optical axis. [m]
    #[property(name = "cam_far", default = 100.0)]
    pub(crate) far_m: f64,
}

impl Intrinsics {
    /// Reads the values of a camera's properties by name; `None` if a value is missing or invalid.
    pub(crate) fn of(properties: &Map) -> Option<Self> {
        let number = |name| properties.get(name).and_then(Value::as_f64);
        let whole = |name| properties.get(name).and_then(Value::as_i64);
        let intrinsics = Self {
            width: whole("cam_width")?,
            height: whole("cam_height")?,
            focal_mm: number("cam_focal")?,
            fov_deg: number("cam_fov"),
            near_m: number("cam_near")?,
            far_m: number("cam_far")?,
        };
        intrinsics.check().is_ok().then_some(intrinsics)
    }

    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let refuse = |message: String| Err(SetupError::Invalid(message));
        for (name, side) in [("cam_width", self.width), ("cam_height", self.height)] {
            if !(1..=SIDE_MAX).contains(&side) {
                return refuse(format!("{name} is {side}; allowed are 1 to {SIDE_MAX} pixels"));
            }
        }
        if self.width * self.height > PIXELS_MAX {
            return refuse(format!(
                "an image of {} x {} has too many pixels; allowed are {PIXELS_MAX}, which is 4096 x 4096",
                self.width, self.height
            ));
        }
        match self.fov_deg {
            Some(fov) if !FOV_DEG.contains(&fov) => {
                return refuse(format!(
                    "cam_fov is {fov}; allowed are {} to {} deg",
                    FOV_DEG.start(),
                    FOV_DEG.end()
                ));
            }
            None if !FOV_DEG.contains(&self.fov().to_degrees()) || self.focal_mm <= 0.0 => {
                let focal = |fov: &f64| SENSOR_MM / 2.0 / libm::tan(fov.to_radians() / 2.0);
                return refuse(format!(
                    "cam_focal is {}; allowed are {:.2} to {:.0} mm",
                    self.focal_mm,
                    focal(FOV_DEG.end()),
                    focal(FOV_DEG.start())
                ));
            }
            _ => {}
        }
        if !(self.near_m > 0.0 && self.near_m < self.far_m && self.far_m <= FAR_MAX_M) {
            return refuse(format!(
                "cam_near is {} and cam_far {}; allowed is 0 < cam_near < cam_far <= {FAR_MAX_M:.0} m",
                self.near_m, self.far_m
            ));
        }
        Ok(())
    }

    /// Width and height, clamped to valid values. [px]
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.width, self.height].map(|side| u32::try_from(side.clamp(1, SIDE_MAX)).unwrap_or(1))
    }

    /// Full field of view along the longer side. [rad]
    fn fov(&self) -> f64 {
        self.fov_deg.map_or_else(|| 2.0 * libm::atan(SENSOR_MM / 2.0 / self.focal_mm), f64::to_radians)
    }

    /// Focal length, the same along both axes. [px]
    pub(crate) fn focal_px(&self) -> f64 {
        let longer = self.width.max(self.height) as f64;
        longer / 2.0 / libm::tan(self.fov() / 2.0)
    }

    /// Camera matrix: maps a point in the frame of the camera to (column, row, 1), multiplied by its depth.
    pub(crate) fn intrinsic_matrix(&self) -> DMat3 {
        let (focal, [width, height]) = (self.focal_px(), self.size().map(f64::from));
        DMat3::from_cols(
            DVec3::new(focal, 0.0, 0.0),
            DVec3::new(0.0, focal, 0.0),
            DVec3::new(width / 2.0, height / 2.0, 1.0),
        )
    }

    /// View of the renderer for a grid of columns and rows around the optical axis.
    pub(crate) fn view(&self, world_from_sensor: Pose, grid: [u32; 2]) -> morse_render::View {
        let width_angle = 2.0 * libm::atan(f64::from(grid[0]) / 2.0 / self.focal_px());
        let rotation = (world_from_sensor.rotation * SENSOR_FROM_RENDERER).normalize();
        morse_render::View {
            world_from_camera: Pose { rotation, ..world_from_sensor },
            width: grid[0],
            height: grid[1],
            projection: Projection::Perspective { width_angle },
            near_m: self.near_m,
            far_m: self.far_m,
        }
    }

    /// The pixel of a depth image for a depth [m]: 0 nearer than the near end, and the far end beyond it.
    pub(crate) fn depth_pixel(&self, depth_m: f32) -> f32 {
        let far_m = self.far_m as f32;
        match depth_m {
            _ if depth_m < self.near_m as f32 => 0.0,
            _ if depth_m >= far_m * AT_END => far_m,
            _ => depth_m,
        }
    }

    /// The OpenGL-style z-buffer value of a depth [m]: 0 at the near end and nearer, 1 at the far end and beyond.
    pub(crate) fn z_buffer(&self, depth_m: f32) -> f32 {
        let (depth, near, far) = (f64::from(depth_m), self.near_m, self.far_m);
        if depth >= far * f64::from(AT_END) {
            1.0
        } else {
            (far * (depth - near) / (depth * (far - near))).max(0.0) as f32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENS: Intrinsics =
        Intrinsics { width: 256, height: 128, focal_mm: 35.0, fov_deg: None, near_m: 1.0, far_m: 20.0 };

    #[test]
    fn longer_side_of_the_sensor_is_32_mm() {
        // 256 px on 32 mm at 35 mm.
        assert!((LENS.focal_px() - 280.0).abs() < 1e-9);
        let upright = Intrinsics { width: 128, height: 256, ..LENS };
        assert!((upright.focal_px() - 280.0).abs() < 1e-9);
        let matrix = upright.intrinsic_matrix();
        assert!((matrix.row(0) - DVec3::new(280.0, 0.0, 64.0)).length() < 1e-9);
        assert!((matrix.row(1) - DVec3::new(0.0, 280.0, 128.0)).length() < 1e-9);
        assert_eq!(matrix.row(2), DVec3::Z);
    }

    #[test]
    fn field_of_view_replaces_the_focal_length() {
        let intrinsics = Intrinsics { fov_deg: Some(90.0), focal_mm: 0.0, ..LENS };
        assert!((intrinsics.focal_px() - 128.0).abs() < 1e-9 && intrinsics.check().is_ok());
    }

    #[test]
    fn camera_looks_along_z_with_y_down() {
        let rotation = SENSOR_FROM_RENDERER;
        assert!((rotation * DVec3::X - DVec3::Z).length() < 1e-15);
        assert!((rotation * DVec3::Y + DVec3::X).length() < 1e-15);
        assert!((rotation * DVec3::Z + DVec3::Y).length() < 1e-15);
    }

    #[test]
    fn depth_is_recovered_from_the_z_buffer() {
        for depth in [1.0, 1.5, 7.0, 19.9] {
            let b = f64::from(LENS.z_buffer(depth));
            let (n, f) = (LENS.near_m, LENS.far_m);
            let back = 2.0 * n * f / (f + n - (2.0 * b - 1.0) * (f - n));
            assert!((back - f64::from(depth)).abs() < 1e-4, "{depth}: {back}");
        }
        assert_eq!([LENS.z_buffer(1.0), LENS.z_buffer(20.0), LENS.z_buffer(f32::INFINITY)], [0.0, 1.0, 1.0]);
    }

    #[test]
    fn depth_pixels_are_zero_before_the_near_end_and_far_beyond_the_far_end() {
        let pixels = [0.5, 1.0, 7.0, 20.0, f32::INFINITY].map(|depth| LENS.depth_pixel(depth));
        assert_eq!(pixels, [0.0, 1.0, 7.0, 20.0, 20.0]);
        assert_eq!(LENS.z_buffer(0.5), 0.0);
    }

    #[test]
    fn invalid_intrinsics_are_refused_with_the_allowed_range() {
        for (bad, message) in [
            (Intrinsics { width: 0, ..LENS }, "cam_width is 0; allowed are 1 to 8192"),
            (Intrinsics { height: -5, ..LENS }, "cam_height is -5"),
            (Intrinsics { width: 1 << 40, ..LENS }, "8192"),
            (Intrinsics { width: 8192, height: 8192, ..LENS }, "4096 x 4096"),
            (Intrinsics { focal_mm: 0.0, ..LENS }, "cam_focal is 0; allowed are 0.70 to"),
            (Intrinsics { focal_mm: -35.0, ..LENS }, "cam_focal"),
            (Intrinsics { focal_mm: f64::INFINITY, ..LENS }, "cam_focal"),
            (Intrinsics { fov_deg: Some(180.0), ..LENS }, "cam_fov is 180"),
            (Intrinsics { near_m: 20.0, ..LENS }, "cam_near is 20 and cam_far 20"),
            (Intrinsics { near_m: 0.0, ..LENS }, "0 < cam_near"),
            (Intrinsics { far_m: f64::INFINITY, ..LENS }, "1000000000 m"),
        ] {
            let error = bad.check().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
