//! Layout of the arrays of a reading: the facts that its fields do not contain, and that messages of some middlewares
//! state, such as the angles of a scan.

use std::f64::consts::TAU;
use std::sync::Arc;

use glam::{DQuat, DVec3};

/// Tolerance of comparisons of angles with a full circle, in steps.
const STEP_TOLERANCE: f64 = 1e-6;
/// Tolerance of the cosine of the tilt of a level arc.
const LEVEL_TOLERANCE: f64 = 1e-9;

/// Layout of the arrays of a reading.
#[derive(Debug, Clone, PartialEq)]
pub enum Layout {
    /// Layout of the fields `range_list` and `point_list` of a laser scanner.
    Scan(ScanLayout),
    /// Layout of the field `image`.
    Image(ImageLayout),
    /// Layout of the field `points` of a depth camera, if each pixel has a point.
    Cloud(CloudLayout),
}

/// Rays of a scan: layers from the top down with equal numbers of rays, and the rays of a layer counterclockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScanLayout {
    /// Number of layers.
    pub layers: usize,
    /// Angle of the first ray of a layer without offset, counterclockwise from the X axis of the arc. [rad]
    pub first_rad: f64,
    /// Angle from a ray to the next ray of its layer. [rad]
    pub step_rad: f64,
    /// Angle by which the first, third, fifth, … layer is rotated counterclockwise. [rad]
    pub offset_rad: f64,
    /// Elevation of a layer above the next one. [rad]
    pub separation_rad: f64,
    /// Orientation of the arc in the sensor.
    pub sensor_from_arc: DQuat,
    /// Smallest range that the sensor measures. [m]
    pub range_min_m: f64,
    /// Maximum range; rays without a hit have this range. [m]
    pub range_max_m: f64,
}

impl ScanLayout {
    /// Angle from the X axis of the sensor to the X axis of the arc, about the Z axis of the sensor; `None` for an arc
    /// that is not in the XY plane of the sensor. [rad]
    #[must_use]
    pub fn arc_yaw_rad(&self) -> Option<f64> {
        let [ahead, up] = [DVec3::X, DVec3::Z].map(|axis| self.sensor_from_arc * axis);
        (up.z > 1.0 - LEVEL_TOLERANCE).then(|| libm::atan2(ahead.y, ahead.x))
    }

    /// Whether all rays are in the XY plane of the sensor.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.layers <= 1 && self.arc_yaw_rad().is_some()
    }

    /// Angle of the first ray of a layer, counted from 0: about the Z axis of the sensor, or, for an arc that is not in
    /// the XY plane of the sensor, about the Z axis of the arc. [rad]
    #[must_use]
    pub fn first_of_layer_rad(&self, layer: usize) -> f64 {
        let offset_rad = if layer.is_multiple_of(2) { self.offset_rad } else { 0.0 };
        self.first_rad + offset_rad + self.arc_yaw_rad().unwrap_or_default()
    }

    /// Ratio of the horizontal distance to the distance along the rays of a layer, counted from 0.
    ///
    /// A ray at the elevation `e` has the direction (cos a, sin a, sin e) / √(1 + sin² e).
    #[must_use]
    pub fn horizontal_share(&self, layer: usize) -> f64 {
        let middle = self.layers.saturating_sub(1) as f64 / 2.0;
        let up = libm::sin(self.separation_rad * (middle - layer as f64));
        1.0 / libm::hypot(up, 1.0)
    }

    /// Direction of a ray in the sensor, by its layer and its number in the layer, both counted from 0.
    #[must_use]
    pub fn direction(&self, layer: usize, ray: usize) -> DVec3 {
        let middle = self.layers.saturating_sub(1) as f64 / 2.0;
        let up = libm::sin(self.separation_rad * (middle - layer as f64));
        let offset_rad = if layer.is_multiple_of(2) { self.offset_rad } else { 0.0 };
        let (sin, cos) = libm::sincos(self.first_rad + offset_rad + self.step_rad * ray as f64);
        self.sensor_from_arc * DVec3::new(cos, sin, up).normalize()
    }

    /// Of `count` rays of a layer, the number of rays before the first direction repeats after a full circle.
    #[must_use]
    pub fn distinct_rays(&self, count: usize) -> usize {
        let in_circle = (TAU / self.step_rad - STEP_TOLERANCE).ceil();
        if in_circle >= 1.0 && in_circle < count as f64 { in_circle as usize } else { count }
    }
}

/// Rows of an image, and limits of its depths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImageLayout {
    /// Whether the first row is the top row. Otherwise it is the bottom row.
    pub top_first: bool,
    /// Smallest depth that the camera measures. [m]
    pub near_m: f64,
    /// Largest depth that the camera measures. [m]
    pub far_m: f64,
    /// Distortion of the lens.
    pub distortion: DistortionLayout,
    /// Distance of the camera to the right of the first camera of a rectified pair; 0 for the first camera, and without a
    /// pair. [m]
    pub baseline_m: f64,
}

/// Distortion of a lens, with the coefficients in the order of ROS's `CameraInfo`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DistortionLayout {
    /// Model of the distortion.
    pub model: DistortionModel,
    /// Coefficients, of which the first [`DistortionModel::count`] are those of the model.
    pub coefficients: [f64; 8],
}

/// Model of the distortion of a lens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DistortionModel {
    /// k1, k2, p1, p2 and k3 of OpenCV.
    #[default]
    PlumbBob,
    /// k1, k2, p1, p2 and k3 to k6 of OpenCV.
    RationalPolynomial,
    /// k1 to k4 of OpenCV's module `fisheye`.
    Equidistant,
    /// k1, k2, p1, p2 and ξ of OpenCV's module `omnidir`.
    Omnidirectional,
}

impl DistortionModel {
    /// Name in ROS's `CameraInfo`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PlumbBob => "plumb_bob",
            Self::RationalPolynomial => "rational_polynomial",
            Self::Equidistant => "equidistant",
            Self::Omnidirectional => "omnidirectional",
        }
    }

    /// Number of coefficients.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::PlumbBob | Self::Omnidirectional => 5,
            Self::RationalPolynomial => 8,
            Self::Equidistant => 4,
        }
    }
}

impl DistortionLayout {
    /// The coefficients of the model.
    #[must_use]
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients[..self.model.count()]
    }
}

/// Rows of a point cloud that has a point for each pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct CloudLayout {
    /// Number of points in a row, from left to right.
    pub columns: usize,
    /// Index of each row in the field, from the top row down.
    pub rows: Arc<[u32]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(step_deg: f64) -> ScanLayout {
        ScanLayout {
            layers: 3,
            first_rad: -1.0,
            step_rad: step_deg.to_radians(),
            offset_rad: 0.25,
            separation_rad: 0.5,
            sensor_from_arc: DQuat::from_rotation_z(2.0),
            range_min_m: 0.0,
            range_max_m: 30.0,
        }
    }

    #[test]
    fn full_circle_ends_before_its_first_ray() {
        assert_eq!(scan(1.0).distinct_rays(361), 360);
        assert_eq!(scan(0.1).distinct_rays(3601), 3600);
        assert_eq!(scan(0.7).distinct_rays(515), 515, "the last ray is at 359.8 deg");
        assert_eq!(scan(1.0).distinct_rays(360), 360);
        assert_eq!(scan(360.0).distinct_rays(2), 1);
    }

    #[test]
    fn rays_point_along_their_angles() {
        let layout = ScanLayout { sensor_from_arc: DQuat::IDENTITY, ..scan(90.0) };
        let middle = layout.direction(1, 1);
        let angle_rad = layout.first_of_layer_rad(1) + layout.step_rad;
        assert!((middle - DVec3::new(angle_rad.cos(), angle_rad.sin(), 0.0)).length() < 1e-12);
        let top = layout.direction(0, 0);
        let share = layout.horizontal_share(0);
        assert!((top.truncate().length() - share).abs() < 1e-12 && top.z > 0.0);
        let turned = scan(90.0).direction(1, 0);
        assert!((turned - DVec3::new(1.0_f64.cos(), 1.0_f64.sin(), 0.0)).length() < 1e-12, "{turned}");
    }

    #[test]
    fn layers_have_their_own_first_angle_and_elevation() {
        let layout = scan(1.0);
        for (layer, first_rad) in [1.25, 1.0, 1.25].into_iter().enumerate() {
            assert!((layout.first_of_layer_rad(layer) - first_rad).abs() < 1e-12);
        }
        assert_eq!(layout.horizontal_share(1), 1.0);
        let steep = 1.0 / (1.0 + 0.5_f64.sin().powi(2)).sqrt();
        assert!((layout.horizontal_share(0) - steep).abs() < 1e-12);
        assert!((layout.horizontal_share(2) - steep).abs() < 1e-12);
        assert!(!layout.is_flat() && ScanLayout { layers: 1, ..layout }.is_flat());
        let tilted = DQuat::from_rotation_x(0.1);
        assert!(!ScanLayout { layers: 1, sensor_from_arc: tilted, ..layout }.is_flat());
    }
}
