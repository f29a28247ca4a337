//! The World Magnetic Model: the Earth's main field as spherical harmonics of degree 12.
//!
//! Coefficients and equations: Chulliat et al., "The US/UK World Magnetic Model for 2015-2020: Technical Report", NOAA
//! National Geophysical Data Center (2015), section 1.2. The coefficient files, which Python components share, are those of NOAA and the
//! British Geological Survey, in the public domain.

use std::sync::LazyLock;

use glam::DVec3;

use crate::common::earth::geodesy::Geodetic;

/// Degree and order of the model.
const DEGREE: usize = 12;
/// The Earth's reference radius in geomagnetism. [m]
const REFERENCE_RADIUS_M: f64 = 6_371_200.0;
/// Maximum latitude at which the field is evaluated, a tenth of a meter from the pole: the formulas divide by the cosine
/// of the latitude.
const POLE_DEG: f64 = 90.0 - 1e-6;

/// Coefficients by degree and order. Entries of degree 0 are not used.
type Table = [[f64; DEGREE + 1]; DEGREE + 1];

/// Coefficients of one edition of the model, which is valid for five years.
#[derive(Debug, Clone, Default, PartialEq)]
struct Edition {
    /// Reference date of the coefficients. [year]
    epoch: f64,
    /// Schmidt semi-normalized coefficients of the cosines. [nT]
    g: Table,
    /// Schmidt semi-normalized coefficients of the sines. [nT]
    h: Table,
    /// Rate of change of `g`. [nT/year]
    g_rate: Table,
    h_rate: Table,
}

/// Editions of the model, oldest first.
static EDITIONS: LazyLock<Vec<Edition>> = LazyLock::new(|| {
    let files = [
        include_str!("../../../../../../python/morse/helpers/wmm/WMM2015.COF"),
        include_str!("../../../../../../python/morse/helpers/wmm/WMM2020.COF"),
        include_str!("../../../../../../python/morse/helpers/wmm/WMM2025.COF"),
    ];
    // The files are compiled into the program, and a test checks that they parse.
    files.into_iter().filter_map(Edition::read).collect()
});

/// Magnetic field at a place on a date (decimal year), along north, east and down. [nT]
///
/// Each date uses the edition that covers it; dates outside all editions use the nearest edition.
pub(super) fn field_ned(place: Geodetic, year: f64) -> DVec3 {
    let edition = EDITIONS.iter().rev().find(|edition| edition.epoch <= year).or(EDITIONS.first());
    edition.map_or(DVec3::ZERO, |edition| edition.field_ned(place, year))
}

impl Edition {
    /// Parses a coefficient file: a line with the epoch, then lines with n, m, g, h and their rates of change.
    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let epoch = lines.next()?.split_whitespace().next()?.parse().ok()?;
        let mut edition = Self { epoch, ..Self::default() };
        for line in lines.take_while(|line| !line.starts_with("9999")) {
            let mut words = line.split_whitespace();
            let n: usize = words.next()?.parse().ok()?;
            let m: usize = words.next()?.parse().ok()?;
            for table in [&mut edition.g, &mut edition.h, &mut edition.g_rate, &mut edition.h_rate] {
                *table.get_mut(n)?.get_mut(m)? = words.next()?.parse().ok()?;
            }
        }
        Some(edition)
    }

    fn field_ned(&self, place: Geodetic, year: f64) -> DVec3 {
        let latitude_deg = place.latitude_deg.clamp(-POLE_DEG, POLE_DEG);
        let from_center = Geodetic { latitude_deg, ..place }.to_ecef();
        let radius = from_center.length();
        let geocentric_latitude = libm::asin(from_center.z / radius);
        let (sin_lat, cos_lat) = libm::sincos(geocentric_latitude);
        let (p, dp) = legendre(sin_lat, cos_lat);
        let since_epoch = year - self.epoch;
        let multiples_of_longitude = multiples(place.longitude_deg.to_radians());

        // Equations 10 to 12: components along the geocentric north, east and down.
        let (mut north, mut east, mut down) = (0.0, 0.0, 0.0);
        let radius_ratio = REFERENCE_RADIUS_M / radius;
        let mut decay = radius_ratio * radius_ratio;
        for n in 1..=DEGREE {
            decay *= radius_ratio;
            for m in 0..=n {
                let g = self.g[n][m] + since_epoch * self.g_rate[n][m];
                let h = self.h[n][m] + since_epoch * self.h_rate[n][m];
                let (sin_m, cos_m) = multiples_of_longitude[m];
                let along = g * cos_m + h * sin_m;
                north -= decay * along * dp[n][m];
                east += decay * m as f64 * (g * sin_m - h * cos_m) * p[n][m];
                down -= decay * (n + 1) as f64 * along * p[n][m];
            }
        }
        // Equations 17 and 18: rotation to the ellipsoid's vertical.
        let (sin_tilt, cos_tilt) = libm::sincos(geocentric_latitude - latitude_deg.to_radians());
        DVec3::new(north * cos_tilt - down * sin_tilt, east / cos_lat, north * sin_tilt + down * cos_tilt)
    }
}

/// Sine and cosine of all multiples of an angle [rad], by the angle addition formulas.
fn multiples(angle: f64) -> [(f64, f64); DEGREE + 1] {
    let (sin, cos) = libm::sincos(angle);
    let mut multiples = [(0.0, 1.0); DEGREE + 1];
    for m in 1..=DEGREE {
        let (sin_before, cos_before) = multiples[m - 1];
        multiples[m] = (sin_before * cos + cos_before * sin, cos_before * cos - sin_before * sin);
    }
    multiples
}

/// Coefficients of the recursion of the Legendre functions: factors of the functions one and two degrees below. On the
/// diagonal, the factor of the function one degree and one order below.
static RECURSION: LazyLock<[[(f64, f64); DEGREE + 1]; DEGREE + 1]> = LazyLock::new(|| {
    std::array::from_fn(|n| {
        std::array::from_fn(|m| {
            let (n, m) = (n as f64, m as f64);
            if m < n {
                let scale = (n * n - m * m).sqrt();
                ((2.0 * n - 1.0) / scale, ((n - 1.0).powi(2) - m * m).max(0.0).sqrt() / scale)
            } else if n > 1.0 {
                (((2.0 * n - 1.0) / (2.0 * n)).sqrt(), 0.0)
            } else {
                (1.0, 0.0)
            }
        })
    })
});

/// Schmidt semi-normalized associated Legendre functions of the sine of the latitude, and their derivatives with
/// respect to the latitude.
fn legendre(sin_lat: f64, cos_lat: f64) -> (Table, Table) {
    let (mut p, mut dp) = (Table::default(), Table::default());
    p[0][0] = 1.0;
    for n in 1..=DEGREE {
        for m in 0..n {
            let (one, two) = RECURSION[n][m];
            let (below_p, below_dp) = if n >= 2 { (p[n - 2][m], dp[n - 2][m]) } else { (0.0, 0.0) };
            p[n][m] = one * sin_lat * p[n - 1][m] - two * below_p;
            dp[n][m] = one * (cos_lat * p[n - 1][m] + sin_lat * dp[n - 1][m]) - two * below_dp;
        }
        let (diagonal, _) = RECURSION[n][n];
        p[n][n] = diagonal * cos_lat * p[n - 1][n - 1];
        dp[n][n] = diagonal * (cos_lat * dp[n - 1][n - 1] - sin_lat * p[n - 1][n - 1]);
    }
    (p, dp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_field(year: f64, place: [f64; 3], expected: [f64; 3]) {
        assert_field_within(0.1, year, place, expected);
    }

    #[track_caller]
    fn assert_field_within(
        tolerance: f64,
        year: f64,
        [height_km, latitude_deg, longitude_deg]: [f64; 3],
        expected: [f64; 3],
    ) {
        let place = Geodetic { longitude_deg, latitude_deg, altitude_m: height_km * 1000.0 };
        let field = field_ned(place, year);
        let error = (field - DVec3::from_array(expected)).abs().max_element();
        assert!(error < tolerance, "{year}: {field} instead of {expected:?}");
    }

    #[test]
    fn all_editions_are_read() {
        let epochs: Vec<f64> = EDITIONS.iter().map(|edition| edition.epoch).collect();
        assert_eq!(epochs, [2015.0, 2020.0, 2025.0]);
        for edition in EDITIONS.iter() {
            assert!(edition.g[1][0] < -29_000.0 && edition.h[12][12] != 0.0);
        }
    }

    /// Expected values: table 1 of the edition's technical report.
    #[test]
    fn field_of_2015_has_the_published_values() {
        assert_field(2015.0, [0.0, 80.0, 0.0], [6627.1, -445.9, 54_432.3]);
        assert_field(2015.0, [0.0, 0.0, 120.0], [39_518.2, 392.9, -11_252.4]);
        assert_field(2015.0, [0.0, -80.0, 240.0], [5797.3, 15_761.1, -52_919.1]);
        assert_field(2015.0, [100.0, 80.0, 0.0], [6314.3, -471.6, 52_269.8]);
        assert_field(2017.5, [0.0, 80.0, 0.0], [6599.4, -317.1, 54_459.2]);
    }

    /// Expected values: table 1 of the edition's technical report.
    #[test]
    fn field_of_2020_has_the_published_values() {
        assert_field(2020.0, [0.0, 80.0, 0.0], [6570.4, -146.3, 54_606.0]);
        assert_field(2020.0, [0.0, 0.0, 120.0], [39_624.3, 109.9, -10_932.5]);
        assert_field(2020.0, [0.0, -80.0, 240.0], [5940.6, 15_772.1, -52_480.8]);
    }

    /// Expected values: list of test values published with the edition, in whole nanoteslas.
    #[test]
    fn field_of_2025_has_the_published_values() {
        for (year, place, expected) in [
            (2025.0, [28.0, 89.0, -121.0], [-255.0, -1482.0, 56_194.0]),
            (2025.0, [65.0, 43.0, 93.0], [24_300.0, 211.0, 50_038.0]),
            (2025.5, [50.0, -70.0, -133.0], [9022.0, 14_002.0, -51_085.0]),
            (2026.0, [33.0, -3.0, -147.0], [30_514.0, 5222.0, -1147.0]),
            (2027.5, [0.0, -13.0, -59.0], [21_366.0, -6733.0, -6112.0]),
            (2029.0, [50.0, 87.0, -154.0], [258.0, -869.0, 55_992.0]),
        ] {
            assert_field_within(1.0, year, place, expected);
        }
    }

    #[test]
    fn field_is_continuous_at_the_poles_and_the_date_line() {
        for (latitude_deg, step) in [(90.0, 1e-4), (-90.0, -1e-4), (43.6, 1e-4)] {
            let at = |latitude_deg, longitude_deg| {
                field_ned(Geodetic { longitude_deg, latitude_deg, altitude_m: 0.0 }, 2015.0)
            };
            assert!((at(latitude_deg, 10.0) - at(latitude_deg - step, 10.0)).length() < 1.0);
            assert!((at(latitude_deg, 180.0) - at(latitude_deg, -180.0)).length() < 1e-6);
        }
    }

    #[test]
    fn dates_outside_all_editions_use_the_nearest_edition() {
        let place = Geodetic { longitude_deg: 1.4333, latitude_deg: 43.6, altitude_m: 135.0 };
        let [first, .., last] = EDITIONS.as_slice() else { panic!("no editions") };
        assert_eq!(field_ned(place, 2010.0), first.field_ned(place, 2010.0));
        assert_eq!(field_ned(place, 2033.0), last.field_ned(place, 2033.0));
        // Between editions, the field jumps by less than the forecast error of the older edition.
        let jump = (field_ned(place, 2020.0) - field_ned(place, 2019.999)).length();
        assert!(jump < 200.0, "{jump} nT");
    }
}
