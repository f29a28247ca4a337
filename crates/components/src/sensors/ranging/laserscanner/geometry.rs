//! Geometry of a scan: number and directions of its rays.

use morse_sim::contract::data::ScanLayout;
use morse_sim::prelude::*;

/// Maximum number of rays in a scan. A message with that number of rays has about 60 megabytes.
pub(crate) const RAYS_MAX: f64 = 1_000_000.0;

/// Tolerance of the number of rays, in steps: 180° in steps of 0.1° are 1801 rays, although 0.1 is slightly more than a
/// tenth in floating point.
const COUNT_TOLERANCE: f64 = 1e-6;

/// Properties of a laser scanner that determine its rays.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ScanGeometry {
    /// Maximum range. [m]
    #[property(name = "laser_range", default = 30.0, min = 0.001)]
    pub(crate) range_m: f64,
    /// Angle between neighboring rays of a layer. [deg]
    #[property(name = "resolution", default = 1.0, min = 0.0001, max = 360)]
    pub(crate) resolution_deg: f64,
    /// Full angle of the arc, which is symmetric to the X axis of the sensor. [deg]
    #[property(name = "scan_window", default = 180.0, min = 0, max = 360)]
    pub(crate) window_deg: f64,
    /// Whether viewers show the arc. The property does not change the scan.
    #[property(name = "Visible_arc", default = false)]
    pub(crate) is_visible: bool,
    /// Number of layers of rays, one above the other.
    #[property(name = "layers", default = 1, min = 1)]
    pub(crate) layers: i64,
    /// Vertical angle between neighboring layers. [deg]
    #[property(name = "layer_separation", default = 0.0)]
    pub(crate) separation_deg: f64,
    /// Rotation of the first, third, fifth, … layer to the left. [deg]
    #[property(name = "layer_offset", default = 0.0)]
    pub(crate) offset_deg: f64,
    /// Orientation of the arc in the sensor. The middle of the arc is along its X axis.
    pub(crate) sensor_from_arc: DQuat,
}

impl ScanGeometry {
    /// Reads the geometry for viewers, from the values of a scanner's properties by name and from the options of its
    /// object in the scene. `None` if the values are not valid for a scanner.
    #[must_use]
    pub fn of(properties: &Map, options: &Map) -> Option<Self> {
        let number = |name| properties.get(name).and_then(Value::as_f64);
        let arc = Self {
            range_m: number("laser_range")?,
            resolution_deg: number("resolution")?,
            window_deg: number("scan_window")?,
            is_visible: properties.get("Visible_arc").is_some_and(Value::is_truthy),
            layers: properties.get("layers").and_then(Value::as_i64)?,
            separation_deg: number("layer_separation")?,
            offset_deg: number("layer_offset")?,
            sensor_from_arc: arc_rotation(options)?,
        };
        arc.check().is_ok().then_some(arc)
    }

    /// Maximum range. [m]
    #[must_use]
    pub fn range_m(&self) -> f64 {
        self.range_m
    }

    /// Orientation of the arc in the sensor. The rays are in or near the XY plane of the arc, symmetric to its X axis.
    #[must_use]
    pub fn sensor_from_arc(&self) -> DQuat {
        self.sensor_from_arc
    }

    /// Number of layers. All layers have the same number of rays.
    #[must_use]
    pub fn layers(&self) -> usize {
        usize::try_from(self.layers).unwrap_or(1)
    }

    /// Checks the value of each property, and the number of rays.
    ///
    /// # Errors
    /// If a value is out of range, or the scan has too many rays.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let allowed = [
            ("laser_range", self.range_m, self.range_m > 0.0, "more than 0 m"),
            (
                "resolution",
                self.resolution_deg,
                (1e-4..=360.0).contains(&self.resolution_deg),
                "0.0001 to 360 deg",
            ),
            ("scan_window", self.window_deg, (0.0..=360.0).contains(&self.window_deg), "0 to 360 deg"),
            ("layers", self.layers as f64, self.layers >= 1, "1 or more"),
            ("layer_separation", self.separation_deg, self.separation_deg.is_finite(), "a finite angle"),
            ("layer_offset", self.offset_deg, self.offset_deg.is_finite(), "a finite angle"),
        ];
        if let Some((name, value, _, range)) = allowed.iter().find(|(_, _, is_allowed, _)| !is_allowed) {
            return Err(SetupError::Invalid(format!("{name} is {value}; allowed is {range}")));
        }
        let count = self.rays_per_layer() * self.layers as f64;
        if count > RAYS_MAX {
            return Err(SetupError::Invalid(format!(
                "a scan of {count} rays is too large: {} layers of {} deg in steps of {} deg; at most {RAYS_MAX} rays \
                 are allowed, take a larger resolution, a smaller scan_window or fewer layers",
                self.layers, self.window_deg, self.resolution_deg
            )));
        }
        Ok(())
    }

    /// Number of rays in a layer. Both ends of the window have a ray if the window is a multiple of the resolution.
    fn rays_per_layer(&self) -> f64 {
        (self.window_deg / self.resolution_deg + COUNT_TOLERANCE).floor() + 1.0
    }

    /// Unit vectors along the rays, in the frame of the sensor and in the order of the scan.
    ///
    /// A ray at the angle `a` from the middle, in a layer at the elevation `v`, has the direction (cos a, sin a, sin v):
    /// each layer is a cone that meets a surrounding cylindrical wall at one height. The elevation of the top layer is
    /// half of the full vertical angle, and decreases by `layer_separation` per layer.
    #[must_use]
    pub fn directions(&self) -> Vec<DVec3> {
        let count = self.rays_per_layer() as u64;
        let layer = |number: i64| {
            let elevation_deg = self.separation_deg * ((self.layers - 1) as f64 / 2.0 - number as f64);
            let first_deg = -self.window_deg / 2.0 + if number % 2 == 0 { self.offset_deg } else { 0.0 };
            (0..count).map(move |nth| {
                let (sin, cos) = libm::sincos((first_deg + nth as f64 * self.resolution_deg).to_radians());
                let up = libm::sin(elevation_deg.to_radians());
                self.sensor_from_arc * DVec3::new(cos, sin, up).normalize()
            })
        };
        (0..self.layers).flat_map(layer).collect()
    }

    /// Layout of the scans of a scanner that measures ranges from `range_min_m` on. [m]
    pub(crate) fn layout(&self, range_min_m: f64) -> ScanLayout {
        ScanLayout {
            layers: self.layers(),
            first_rad: -self.window_deg.to_radians() / 2.0,
            step_rad: self.resolution_deg.to_radians(),
            offset_rad: self.offset_deg.to_radians(),
            separation_rad: self.separation_deg.to_radians(),
            sensor_from_arc: self.sensor_from_arc,
            range_min_m,
            range_max_m: self.range_m,
        }
    }

    /// Reads the orientation of the arc that the builder class sets: XYZ Euler angles in the option `arc_rotation`.
    ///
    /// # Errors
    /// If the option is not a list of three angles.
    pub(crate) fn mount(setup: &Setup<'_>) -> Result<DQuat, SetupError> {
        arc_rotation(&setup.object.options).ok_or_else(|| {
            SetupError::Invalid(format!(
                "the option arc_rotation of {} must be three angles about X, Y and Z in radians",
                setup.name
            ))
        })
    }
}

/// Reads the orientation of the arc from the options of its object; `None` if the option is not a list of three angles.
fn arc_rotation(options: &Map) -> Option<DQuat> {
    let Some(rotation) = options.get("arc_rotation") else { return Some(DQuat::IDENTITY) };
    let angles: Vec<f64> = rotation.as_list()?.iter().map_while(Value::as_f64).collect();
    match angles[..] {
        [roll, pitch, yaw] if roll.is_finite() && pitch.is_finite() && yaw.is_finite() => {
            Some(Euler { roll, pitch, yaw }.to_quat())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SICK: ScanGeometry = ScanGeometry {
        range_m: 30.0,
        resolution_deg: 1.0,
        window_deg: 180.0,
        is_visible: false,
        layers: 1,
        separation_deg: 0.0,
        offset_deg: 0.0,
        sensor_from_arc: DQuat::IDENTITY,
    };

    fn degrees(direction: DVec3) -> f64 {
        direction.y.atan2(direction.x).to_degrees()
    }

    #[test]
    fn builder_classes_have_the_number_of_rays_of_the_original() {
        let count = |window_deg, resolution_deg, layers| {
            ScanGeometry { window_deg, resolution_deg, layers, ..SICK }.directions().len()
        };
        assert_eq!(count(180.0, 1.0, 1), 181, "Sick");
        assert_eq!(count(270.0, 0.25, 1), 1081, "Hokuyo");
        assert_eq!(count(100.0, 0.25, 4), 1604, "SickLDMRS");
        assert_eq!(count(20.0, 1.0, 1), 21, "Infrared");
        assert_eq!(count(31.5, 0.5, 1), 64, "VelodyneRayCast");
        assert_eq!(count(180.0, 0.1, 1), 1801);
    }

    #[test]
    fn rays_are_ordered_from_right_to_left() {
        let directions = SICK.directions();
        assert!((directions[0] - DVec3::NEG_Y).length() < 1e-12);
        assert!((directions[90] - DVec3::X).length() < 1e-12);
        assert!((directions[180] - DVec3::Y).length() < 1e-12);
        assert!(directions.iter().all(|direction| direction.is_normalized()));
    }

    #[test]
    fn last_ray_is_inside_a_window_that_is_not_a_multiple_of_the_resolution() {
        let directions = ScanGeometry { window_deg: 10.0, resolution_deg: 4.0, ..SICK }.directions();
        let angles: Vec<f64> = directions.iter().map(|&direction| degrees(direction).round()).collect();
        assert_eq!(angles, [-5.0, -1.0, 3.0]);
        assert_eq!(ScanGeometry { window_deg: 0.0, ..SICK }.directions(), [DVec3::X]);
    }

    #[test]
    fn layers_are_ordered_from_the_top_down_with_alternating_offset() {
        let arc = ScanGeometry { window_deg: 2.0, layers: 4, separation_deg: 0.8, offset_deg: 0.125, ..SICK };
        let directions = arc.directions();
        assert_eq!(directions.len(), 12);
        for (layer, (elevation_deg, first_deg)) in
            [(1.2, -0.875), (0.4, -1.0), (-0.4, -0.875), (-1.2, -1.0)].into_iter().enumerate()
        {
            let first = directions[3 * layer];
            assert!((degrees(first) - first_deg).abs() < 1e-9, "layer {layer}: {}", degrees(first));
            let slope = first.z / first.truncate().length();
            assert!((slope - f64::to_radians(elevation_deg).sin()).abs() < 1e-12, "layer {layer}");
        }
    }

    #[test]
    fn layout_describes_the_rays_that_are_cast() {
        for (window_deg, resolution_deg, layers, offset_deg, yaw) in [
            (270.0, 0.8, 1, 0.0, 0.0),
            (100.0, 0.25, 4, 0.125, 0.0),
            (180.0, 0.7, 1, 3.0, 0.5),
            (360.0, 1.0, 1, 0.0, -0.25),
            (0.0, 1.0, 2, 0.0, 0.0),
        ] {
            let sensor_from_arc = DQuat::from_rotation_z(yaw);
            let arc = ScanGeometry {
                window_deg,
                resolution_deg,
                layers,
                offset_deg,
                separation_deg: 4.0,
                sensor_from_arc,
                ..SICK
            };
            let (directions, layout) = (arc.directions(), arc.layout(0.0));
            let count = directions.len() / layout.layers;
            for (number, direction) in directions.into_iter().enumerate() {
                let (layer, nth) = (number / count, number % count);
                let angle = layout.first_of_layer_rad(layer) + nth as f64 * layout.step_rad;
                let flat = direction.truncate();
                assert!(
                    (flat - glam::DVec2::from_angle(angle) * flat.length()).length() < 1e-12,
                    "ray {number}"
                );
                assert!((flat.length() - layout.horizontal_share(layer)).abs() < 1e-12, "layer {layer}");
            }
        }
    }

    #[test]
    fn arc_that_is_not_level_has_no_yaw() {
        let tilted = ScanGeometry { sensor_from_arc: DQuat::from_rotation_x(1.5), ..SICK };
        assert_eq!(tilted.layout(0.0).arc_yaw_rad(), None);
        assert_eq!(SICK.layout(0.0).arc_yaw_rad(), Some(0.0));
    }

    #[test]
    fn invalid_scan_property_is_refused_by_name() {
        let refusal = |arc: ScanGeometry| arc.check().unwrap_err().to_string();
        for bad in [0.0, -1.0, f64::NAN] {
            assert!(refusal(ScanGeometry { range_m: bad, ..SICK }).starts_with("laser_range"));
            assert!(refusal(ScanGeometry { resolution_deg: bad, ..SICK }).starts_with("resolution"));
        }
        for bad in [-1.0, 361.0, f64::NAN] {
            assert!(refusal(ScanGeometry { window_deg: bad, ..SICK }).starts_with("scan_window"));
        }
        assert!(refusal(ScanGeometry { layers: 0, ..SICK }).starts_with("layers is 0"));
        assert!(refusal(ScanGeometry { layers: -4, ..SICK }).starts_with("layers is -4"));
        assert!(
            refusal(ScanGeometry { separation_deg: f64::INFINITY, ..SICK }).starts_with("layer_separation")
        );
        assert!(refusal(ScanGeometry { offset_deg: f64::NEG_INFINITY, ..SICK }).starts_with("layer_offset"));
        assert!(SICK.check().is_ok());
    }

    #[test]
    fn too_large_scan_is_refused_with_the_limit() {
        for arc in [
            ScanGeometry { resolution_deg: 1e-4, ..SICK },
            ScanGeometry { layers: i64::MAX, ..SICK },
            ScanGeometry { layers: 5525, ..SICK },
        ] {
            let refusal = arc.check().unwrap_err().to_string();
            assert!(refusal.contains("at most 1000000 rays"), "{refusal}");
        }
        assert!(ScanGeometry { layers: 5524, ..SICK }.check().is_ok());
    }
}
