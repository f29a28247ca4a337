//! Geodesy: the position of the scene on Earth, and its coordinate frames.
//!
//! The Earth is the WGS 84 ellipsoid. Frames: *ECEF*, Earth-centered and Earth-fixed (X through 0° N 0° E, Z through
//! the north pole); *local*, the tangent plane at the scene's origin (X east, Y north, Z up); *world*, the scene's
//! own, which is rotated against the local one when the scene gives an angle against north.

use std::f64::consts::{FRAC_PI_2, TAU};

use morse_sim::contract::north::{self, enu_from_world, environment_number};
use morse_sim::prelude::*;

/// Semi-major axis of the ellipsoid. [m]
const SEMI_MAJOR_M: f64 = 6_378_137.0;
/// Square of the first eccentricity of the ellipsoid.
const ECCENTRICITY_SQUARED: f64 = 0.081_819_191_91 * 0.081_819_191_91;

/// Geodetic coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Geodetic {
    /// Longitude, positive to the east. [deg]
    pub(crate) longitude_deg: f64,
    /// Angle between the normal of the ellipsoid and the equatorial plane, positive to the north. [deg]
    pub(crate) latitude_deg: f64,
    /// Height above the ellipsoid. [m]
    pub(crate) altitude_m: f64,
}

impl Geodetic {
    /// Converts to a point in ECEF. [m]
    pub(crate) fn to_ecef(self) -> DVec3 {
        let (sin_lon, cos_lon) = libm::sincos(self.longitude_deg.to_radians());
        let (sin_lat, cos_lat) = libm::sincos(self.latitude_deg.to_radians());
        // Radius of curvature in the prime vertical.
        let normal = SEMI_MAJOR_M / (1.0 - ECCENTRICITY_SQUARED * sin_lat * sin_lat).sqrt();
        let equatorial = (normal + self.altitude_m) * cos_lat;
        let up = ((1.0 - ECCENTRICITY_SQUARED) * normal + self.altitude_m) * sin_lat;
        DVec3::new(equatorial * cos_lon, equatorial * sin_lon, up)
    }

    /// Converts a point in ECEF [m], in closed form: Vermeille, "Direct transformation from geocentric coordinates to
    /// geodetic coordinates", Journal of Geodesy 76 (2002). Nearer than 43 km to the center of the Earth, where
    /// normals of the ellipsoid intersect, the direction from the center is used instead.
    pub(crate) fn from_ecef(point: DVec3) -> Self {
        const E2: f64 = ECCENTRICITY_SQUARED;
        const E4: f64 = E2 * E2;
        let equatorial_squared = point.x * point.x + point.y * point.y;
        let equatorial = equatorial_squared.sqrt();
        let p = equatorial_squared / (SEMI_MAJOR_M * SEMI_MAJOR_M);
        let q = (1.0 - E2) * (point.z / SEMI_MAJOR_M).powi(2);
        let r = (p + q - E4) / 6.0;
        if r <= 0.0 {
            return Self {
                longitude_deg: libm::atan2(point.y, point.x).to_degrees(),
                latitude_deg: libm::atan2(point.z, equatorial).to_degrees(),
                altitude_m: point.length() - SEMI_MAJOR_M,
            };
        }
        let s = E4 * p * q / (4.0 * r.powi(3));
        let t = libm::cbrt(1.0 + s + (s * (2.0 + s)).sqrt());
        let u = r * (1.0 + t + 1.0 / t);
        let v = (u * u + E4 * q).sqrt();
        let w = E2 * (u + v - q) / (2.0 * v);
        let k = (u + v + w * w).sqrt() - w;
        let d = k * equatorial / (k + E2);
        let to_foot = libm::hypot(d, point.z);
        Self {
            longitude_deg: libm::atan2(point.y, point.x).to_degrees(),
            latitude_deg: (2.0 * libm::atan2(point.z, d + to_foot)).to_degrees(),
            altitude_m: (k + E2 - 1.0) / k * to_foot,
        }
    }
}

/// Properties of the environment that give the scene's origin, in degrees, degrees and meters.
const ORIGIN: [&str; 3] = ["longitude", "latitude", "altitude"];

/// The position and orientation of the scene on Earth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EarthFrame {
    origin_in_ecef: DVec3,
    ecef_from_world: DMat3,
    local_from_world: DMat3,
}

impl EarthFrame {
    /// Reads the origin from the environment of the scene. `user` is the name of the class that needs it, for errors.
    ///
    /// # Errors
    /// If the scene has no origin, or an invalid origin.
    pub(crate) fn of_scene(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let number = |name| environment_number(setup.environment, name).transpose();
        let read = ORIGIN.map(|name| (name, number(name)));
        let missing: Vec<&str> =
            read.iter().filter(|(_, value)| value.is_none()).map(|&(name, _)| name).collect();
        let [(_, Some(longitude)), (_, Some(latitude)), (_, Some(altitude))] = read else {
            return Err(SetupError::Missing(format!(
                "{user} on {} needs the position of the scene on Earth; give {} in Environment.properties(longitude=…, \
                 latitude=…, altitude=…), in degrees and meters",
                setup.name,
                missing.join(", ")
            )));
        };
        let origin = Geodetic { longitude_deg: longitude?, latitude_deg: latitude?, altitude_m: altitude? };
        if origin.latitude_deg.abs() > 90.0 {
            return Err(SetupError::Invalid(format!(
                "{user} on {}: latitude is {}; allowed are -90 to 90 degrees",
                setup.name, origin.latitude_deg
            )));
        }
        Ok(Self::new(origin, world_angle_from_north(setup)?))
    }

    /// Creates the frame of a scene with this origin, whose Y axis is rotated from north by `world_angle` [rad],
    /// clockwise seen from above.
    pub(crate) fn new(origin: Geodetic, world_angle: f64) -> Self {
        let (sin_lon, cos_lon) = libm::sincos(origin.longitude_deg.to_radians());
        let (sin_lat, cos_lat) = libm::sincos(origin.latitude_deg.to_radians());
        let ecef_from_local = DMat3::from_cols(
            DVec3::new(-sin_lon, cos_lon, 0.0),
            DVec3::new(-cos_lon * sin_lat, -sin_lon * sin_lat, cos_lat),
            DVec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat),
        );
        let local_from_world = DMat3::from_quat(enu_from_world(world_angle));
        let ecef_from_world = ecef_from_local * local_from_world;
        Self { origin_in_ecef: origin.to_ecef(), ecef_from_world, local_from_world }
    }

    /// Converts a point of the world to ECEF. [m]
    pub(crate) fn ecef_from_world(&self, point_in_world: DVec3) -> DVec3 {
        self.origin_in_ecef + self.ecef_from_world * point_in_world
    }

    /// Converts a vector from world axes to east, north and up.
    pub(crate) fn local_from_world(&self, vector_in_world: DVec3) -> DVec3 {
        self.local_from_world * vector_in_world
    }

    /// Converts a vector from east, north and up to world axes.
    pub(crate) fn world_from_local(&self, vector_in_local: DVec3) -> DVec3 {
        self.local_from_world.transpose() * vector_in_local
    }

    /// Converts a point of ECEF to the world. [m]
    pub(crate) fn world_from_ecef(&self, point_in_ecef: DVec3) -> DVec3 {
        self.ecef_from_world.transpose() * (point_in_ecef - self.origin_in_ecef)
    }
}

/// Whether the environment sets any of the properties of the scene's origin.
pub(crate) fn has_origin_property(setup: &Setup<'_>) -> bool {
    ORIGIN.iter().any(|name| setup.environment.contains_key(name))
}

/// Angle of the world against north; see [`north::world_angle_from_north`]. [rad]
///
/// # Errors
/// If the property of the environment is not a finite number.
pub(crate) fn world_angle_from_north(setup: &Setup<'_>) -> Result<f64, SetupError> {
    north::world_angle_from_north(setup.environment)
}

/// Compass bearing of a yaw angle: clockwise from north, in [0, 2π). [rad]
pub(crate) fn north_angle(yaw: f64, world_angle: f64) -> f64 {
    (FRAC_PI_2 - (yaw - world_angle)).rem_euclid(TAU)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOULOUSE: Geodetic = Geodetic { longitude_deg: 1.4333, latitude_deg: 43.6, altitude_m: 135.0 };

    #[test]
    fn ecef_points_on_the_axes_have_the_size_of_the_ellipsoid() {
        let at =
            |longitude_deg, latitude_deg| Geodetic { longitude_deg, latitude_deg, altitude_m: 0.0 }.to_ecef();
        assert!((at(0.0, 0.0) - DVec3::new(6_378_137.0, 0.0, 0.0)).length() < 1e-6);
        assert!((at(90.0, 0.0) - DVec3::new(0.0, 6_378_137.0, 0.0)).length() < 1e-6);
        assert!((at(0.0, 90.0) - DVec3::new(0.0, 0.0, 6_356_752.314_2)).length() < 1e-3);
    }

    /// Examples of the IOGP's Geomatics Guidance Note 7, part 2: a point in the North Sea, in ECEF (method 9602) and
    /// relative to a second point in east, north and up (method 9837).
    #[test]
    fn published_points_are_reproduced_to_a_millimeter() {
        let there = Geodetic {
            longitude_deg: 2.0 + 7.0 / 60.0 + 46.380 / 3600.0,
            latitude_deg: 53.0 + 48.0 / 60.0 + 33.820 / 3600.0,
            altitude_m: 73.0,
        };
        let published = DVec3::new(3_771_793.968, 140_253.342, 5_124_304.349);
        assert!((there.to_ecef() - published).length() < 1e-3, "{}", there.to_ecef());
        let back = Geodetic::from_ecef(published);
        assert!((back.to_ecef() - there.to_ecef()).length() < 1e-3, "{back:?}");
        assert!((back.altitude_m - 73.0).abs() < 1e-3, "{back:?}");

        let origin = Geodetic { longitude_deg: 5.0, latitude_deg: 55.0, altitude_m: 200.0 };
        let local = EarthFrame::new(origin, 0.0).world_from_ecef(there.to_ecef());
        assert!((local - DVec3::new(-189_013.869, -128_642.040, -4_220.171)).length() < 1e-3, "{local}");
    }

    #[test]
    fn geodetic_coordinates_survive_a_round_trip_through_ecef() {
        for longitude_deg in [-180.0, -90.0, -1.0, 0.0, 43.6, 135.0, 179.9] {
            for latitude_deg in [-90.0, -43.0, 0.0, 1e-6, 43.6, 89.9] {
                for altitude_m in [-400.0, 0.0, 135.0, 400_000.0] {
                    let there = Geodetic { longitude_deg, latitude_deg, altitude_m };
                    let back = Geodetic::from_ecef(there.to_ecef());
                    assert!((back.to_ecef() - there.to_ecef()).length() < 1e-6, "{there:?} became {back:?}");
                    assert!((back.altitude_m - altitude_m).abs() < 1e-6, "{there:?} became {back:?}");
                }
            }
        }
    }

    #[test]
    fn north_is_y_unless_the_world_is_rotated() {
        let north_of_origin = |frame: &EarthFrame, point| {
            Geodetic::from_ecef(frame.ecef_from_world(point)).latitude_deg - TOULOUSE.latitude_deg
        };
        let straight = EarthFrame::new(TOULOUSE, 0.0);
        assert!(north_of_origin(&straight, DVec3::Y) > 8e-6);
        assert!(north_of_origin(&straight, DVec3::X).abs() < 1e-9);
        let turned = EarthFrame::new(TOULOUSE, FRAC_PI_2);
        assert!(north_of_origin(&turned, DVec3::X) < -8e-6);
    }

    #[test]
    fn point_survives_a_round_trip_through_ecef_in_a_rotated_world() {
        let frame = EarthFrame::new(TOULOUSE, 0.7);
        let point = DVec3::new(120.0, -35.0, 4.0);
        assert!((frame.world_from_ecef(frame.ecef_from_world(point)) - point).length() < 1e-8);
    }

    #[test]
    fn bearings_are_clockwise_from_north() {
        assert_eq!(north_angle(0.0, 0.0), FRAC_PI_2);
        assert_eq!(north_angle(FRAC_PI_2, 0.0), 0.0);
        assert!((north_angle(std::f64::consts::PI, 0.0) - 3.0 * FRAC_PI_2).abs() < 1e-12);
    }
}
