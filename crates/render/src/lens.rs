//! Lenses: projections with distortion, and the rays of the pixels of a camera behind a lens.

pub(crate) mod directions;
mod distortion;
mod fisheye;

use std::fmt;

use glam::{DVec2, DVec3};

pub use crate::lens::directions::PixelDirections;
pub use crate::lens::distortion::Distortion;
pub use crate::lens::fisheye::Fisheye;

/// The projection of a lens, from directions to the image plane at a distance of 1.
///
/// Points have the axes of camera images: x to the right, y down, z ahead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LensModel {
    /// Brown and Conrady, with the eight coefficients of OpenCV; all zero is a pinhole camera.
    Distorted(Distortion),
    /// Kannala and Brandt, the fisheye model of OpenCV.
    Fisheye(Fisheye),
    /// Mei and Rives: a projection to the unit sphere, then from a point `xi` behind its center to the image plane. Of the
    /// distortion, OpenCV's module `omnidir` has k1, k2, p1 and p2.
    Omnidirectional {
        /// Distance of the center of projection from the center of the sphere; 0 is a pinhole camera.
        xi: f64,
        /// Distortion in the image plane.
        distortion: Distortion,
    },
}

/// A lens and the image behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// The projection to the image plane at a distance of 1.
    pub model: LensModel,
    /// Focal lengths along columns and rows. [px]
    pub focal: DVec2,
    /// The point of the image on the optical axis, from the upper left corner of the image. [px]
    pub center: DVec2,
    /// Directions farther from the optical axis are not visible. [rad], up to π
    pub angle_max: f64,
}

/// Reason why a lens has no image of some size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoldedLens {
    /// A place of the image that more than one direction or no direction leads to, from the upper left corner. [px]
    pub pixel: DVec2,
    /// The distance from the optical axis up to which the image is unfolded on the way to this place. [px]
    pub radius: f64,
}

impl fmt::Display for FoldedLens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the coefficients fold the image: on the way to the pixel ({:.0}, {:.0}), the distance from the optical axis \
             grows to {:.1} px and then decreases; allowed are coefficients for which it grows up to the corners of the image",
            self.pixel.x, self.pixel.y, self.radius
        )
    }
}

impl std::error::Error for FoldedLens {}

impl Lens {
    /// Projects a point in front of the lens. Columns and rows from the upper left corner of the image [px]; `None` for a
    /// point that the lens does not see.
    #[must_use]
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        if libm::atan2(point.truncate().length(), point.z) > self.angle_max {
            return None;
        }
        let at = match self.model {
            LensModel::Distorted(distortion) => {
                (point.z > 0.0).then(|| distortion.apply(point.truncate() / point.z))?
            }
            LensModel::Fisheye(fisheye) => fisheye.project(point),
            LensModel::Omnidirectional { xi, distortion } => {
                let onto = point.normalize_or_zero();
                let ahead = onto.z + xi;
                // Points behind the limit share their image with points in front of it.
                let is_seen = ahead > 0.0 && (xi <= 1.0 || onto.z > -1.0 / xi);
                is_seen.then(|| distortion.apply(onto.truncate() / ahead))?
            }
        };
        at.is_finite().then_some(at * self.focal + self.center)
    }

    /// The direction that leads to a place in the image, a unit vector; `None` outside of the image circle. `near` is the
    /// place in the undistorted image plane of a neighbor, or 0.
    fn direction(&self, pixel: DVec2, near: &mut DVec2) -> Option<DVec3> {
        let at = (pixel - self.center) / self.focal;
        let direction = match self.model {
            LensModel::Distorted(distortion) => {
                *near = distortion.remove(at, *near)?;
                near.extend(1.0)
            }
            LensModel::Fisheye(fisheye) => fisheye.direction(at)?,
            LensModel::Omnidirectional { xi, distortion } => {
                *near = distortion.remove(at, *near)?;
                let square = near.length_squared();
                let root = 1.0 + (1.0 - xi * xi) * square;
                let factor = (xi + (root >= 0.0).then(|| root.sqrt())?) / (1.0 + square);
                (factor * *near).extend(factor - xi)
            }
        };
        let angle = libm::atan2(direction.truncate().length(), direction.z);
        (angle <= self.angle_max).then(|| direction.normalize_or(DVec3::Z))
    }

    /// Checks that each place in an image of some size has one direction, or is outside of the image circle.
    ///
    /// # Errors
    /// [`FoldedLens`] for coefficients that fold the image.
    pub fn check(&self, [width, height]: [u32; 2]) -> Result<(), FoldedLens> {
        let (width, height) = (f64::from(width), f64::from(height));
        let border = |share: f64| {
            [
                DVec2::new(share * width, 0.0),
                DVec2::new(share * width, height),
                DVec2::new(0.0, share * height),
                DVec2::new(width, share * height),
            ]
        };
        const STEPS: u32 = 64;
        for pixel in (0..=STEPS).flat_map(|step| border(f64::from(step) / f64::from(STEPS))) {
            let at = (pixel - self.center) / self.focal;
            let reached = match self.model {
                LensModel::Distorted(distortion) => distortion.unfolded_share(at, f64::INFINITY),
                LensModel::Omnidirectional { xi, distortion } => {
                    // Beyond this distance, no direction reaches the image plane.
                    let limit = if xi > 1.0 { 1.0 / (xi * xi - 1.0).sqrt() } else { f64::INFINITY };
                    distortion.unfolded_share(at, limit)
                }
                LensModel::Fisheye(fisheye) => fisheye.unfolded_share(at, self.angle_max),
            };
            if reached < 1.0 {
                return Err(FoldedLens { pixel, radius: reached * (at * self.focal).length() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [640, 480];

    fn lens(model: LensModel) -> Lens {
        let focal = DVec2::new(420.0, 424.0);
        Lens { model, focal, center: DVec2::new(317.3, 244.8), angle_max: std::f64::consts::PI }
    }

    fn lenses() -> [LensModel; 5] {
        let five = Distortion { radial: [-0.28, 0.07, 0.002, 0.0, 0.0, 0.0], tangential: [1.5e-3, -8e-4] };
        let eight = Distortion { radial: [0.4, -0.1, 0.01, 0.5, -0.08, 0.02], tangential: [-1e-3, 5e-4] };
        let four = Distortion { radial: [-0.1, 0.02, 0.0, 0.0, 0.0, 0.0], tangential: [1e-3, 1e-3] };
        [
            LensModel::Distorted(Distortion::default()),
            LensModel::Distorted(five),
            LensModel::Distorted(eight),
            LensModel::Fisheye(Fisheye { coefficients: [-0.02, 0.004, -0.002, 0.0003] }),
            LensModel::Omnidirectional { xi: 1.3, distortion: four },
        ]
    }

    #[test]
    fn rays_of_all_pixels_are_projected_to_their_pixels() {
        for model in lenses() {
            let lens = lens(model);
            let directions = PixelDirections::new(&lens, SIZE).unwrap();
            for (number, direction) in (0..).zip(directions.directions.iter()) {
                let (column, row) = (number % SIZE[0], number / SIZE[0]);
                let direction = direction.as_dvec3();
                let point = 7.0 * DVec3::new(-direction.y, -direction.z, direction.x);
                let pixel = lens.project(point).unwrap();
                let error = (pixel - DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5)).length();
                assert!(error < 1e-3, "{model:?} {column} {row}: {error} px");
            }
        }
    }

    #[test]
    fn distortion_has_the_values_of_opencv() {
        // cv2.projectPoints and cv2.fisheye.projectPoints of OpenCV 4, by hand from the formulas of its documentation.
        let point = DVec3::new(0.5, -0.25, 1.0);
        let square: f64 = 0.3125;
        let radial = 1.0 - 0.28 * square + 0.07 * square * square + 0.002 * square.powi(3);
        let x = 0.5 * radial + 2.0 * 1.5e-3 * 0.5 * -0.25 - 8e-4 * (square + 0.5);
        let y = -0.25 * radial + 1.5e-3 * (square + 2.0 * 0.0625) + 2.0 * -8e-4 * 0.5 * -0.25;
        let pixel = lens(lenses()[1]).project(point).unwrap();
        assert!((pixel - DVec2::new(420.0 * x + 317.3, 424.0 * y + 244.8)).length() < 1e-9);
        let angle = square.sqrt().atan();
        let distance = angle
            * (1.0 - 0.02 * angle.powi(2) + 0.004 * angle.powi(4) - 0.002 * angle.powi(6)
                + 0.0003 * angle.powi(8));
        let pixel = lens(lenses()[3]).project(point).unwrap();
        let expected =
            distance / square.sqrt() * DVec2::new(0.5 * 420.0, -0.25 * 424.0) + DVec2::new(317.3, 244.8);
        assert!((pixel - expected).length() < 1e-9);
    }

    #[test]
    fn coefficients_that_fold_the_image_are_refused() {
        let radial = |k1: f64, k2: f64, k4: f64| {
            LensModel::Distorted(Distortion { radial: [k1, k2, 0.0, k4, 0.0, 0.0], tangential: [0.0; 2] })
        };
        let folded = [
            radial(-0.9, 0.0, 0.0),
            radial(0.0, -1.5, 0.0),
            radial(0.0, 0.0, 2.5),
            radial(f64::NAN, 0.0, 0.0),
            LensModel::Fisheye(Fisheye { coefficients: [-0.9, 0.0, 0.0, 0.0] }),
            LensModel::Distorted(Distortion { radial: [0.0; 6], tangential: [0.9, 0.0] }),
        ];
        for model in folded {
            let error = PixelDirections::new(&lens(model), SIZE).err().unwrap();
            assert!(error.to_string().contains("fold the image"), "{model:?}: {error}");
        }
        // Without a need for the corners, the same fisheye is allowed.
        let narrow = Lens {
            angle_max: 0.5,
            ..lens(LensModel::Fisheye(Fisheye { coefficients: [-0.9, 0.0, 0.0, 0.0] }))
        };
        assert!(PixelDirections::new(&narrow, SIZE).is_ok());
    }

    #[test]
    fn fisheye_sees_behind_itself_and_nothing_beyond_its_angle() {
        let fisheye = LensModel::Fisheye(Fisheye::default());
        let wide = Lens { focal: DVec2::splat(120.0), ..lens(fisheye) };
        let pixel = wide.project(DVec3::new(1.0, 0.0, -0.2)).unwrap();
        assert!((pixel.x - (317.3 + 120.0 * (std::f64::consts::FRAC_PI_2 + 0.2_f64.atan()))).abs() < 1e-9);
        let directions = PixelDirections::new(&wide, SIZE).unwrap();
        let at = |column: usize, row: usize| directions.directions[row * 640 + column];
        assert!(at(600, 240).x < -0.5 && at(0, 0) == glam::Vec3::ZERO);
        let narrow = Lens { angle_max: 1.0, ..wide };
        assert_eq!(narrow.project(DVec3::new(1.0, 0.0, 0.2)), None);
        assert_eq!(
            PixelDirections::new(&narrow, SIZE).unwrap().directions[240 * 640 + 600],
            glam::Vec3::ZERO
        );
    }
}
