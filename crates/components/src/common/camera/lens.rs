//! Lenses of camera sensors: properties, checks, and images through the lens.

use std::f64::consts::PI;

use glam::DVec2;
use morse_render::{Distortion, Fisheye, Lens, LensModel, PixelDirections};
use morse_sim::contract::data::{DistortionLayout, DistortionModel};
use morse_sim::prelude::*;

use crate::common::camera::Intrinsics;

/// Maximum focal length and distance of the optical axis from the corner of the image. [px]
const LENGTH_MAX_PX: f64 = 1e6;
/// Maximum number of rays of an image: 4096 by 4096.
const RAYS_MAX: i64 = 1 << 24;
/// Center of the first pixel, from the edge of the image. [px]
const PIXEL_CENTER: f64 = 0.5;

/// Projection of a lens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Projection {
    /// Brown and Conrady, with the coefficients of OpenCV.
    #[default]
    BrownConrady,
    /// Kannala and Brandt, as OpenCV's module `fisheye`.
    Fisheye,
    /// Mei and Rives, as OpenCV's module `omnidir`.
    Omnidirectional,
}

morse_sim::choice!(Projection { BrownConrady, Fisheye, Omnidirectional });

/// Properties of a lens.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct LensProperties {
    /// Focal length along the columns. By default it follows from `cam_focal` or `cam_fov`. [px]
    #[property(name = "cam_fx")]
    fx: Option<f64>,
    /// Focal length along the rows. By default it is that along the columns. [px]
    #[property(name = "cam_fy")]
    fy: Option<f64>,
    /// Column of the optical axis, counted from the center of the first pixel as in OpenCV. By default the middle. [px]
    #[property(name = "cam_cx")]
    cx: Option<f64>,
    /// Row of the optical axis, counted from the center of the first pixel as in OpenCV. By default the middle. [px]
    #[property(name = "cam_cy")]
    cy: Option<f64>,
    /// Width of the image sensor, for `cam_focal`. By default the longer side is 32 mm. [mm]
    #[property(name = "sensor_width")]
    sensor_width_mm: Option<f64>,
    /// Projection of the lens.
    #[property(name = "lens", default = Projection::BrownConrady)]
    projection: Projection,
    /// First radial coefficient.
    #[property(name = "k1", default = 0.0)]
    k1: f64,
    /// Second radial coefficient.
    #[property(name = "k2", default = 0.0)]
    k2: f64,
    /// Third radial coefficient.
    #[property(name = "k3", default = 0.0)]
    k3: f64,
    /// Fourth radial coefficient.
    #[property(name = "k4", default = 0.0)]
    k4: f64,
    /// Fifth radial coefficient.
    #[property(name = "k5", default = 0.0)]
    k5: f64,
    /// Sixth radial coefficient.
    #[property(name = "k6", default = 0.0)]
    k6: f64,
    /// First tangential coefficient.
    #[property(name = "p1", default = 0.0)]
    p1: f64,
    /// Second tangential coefficient.
    #[property(name = "p2", default = 0.0)]
    p2: f64,
    /// Parameter ξ of an omnidirectional lens.
    #[property(name = "xi", default = 1.0, min = 0)]
    xi: f64,
    /// Largest angle between the optical axis and a visible direction; pixels beyond it are black. [deg]
    #[property(name = "lens_angle", default = 180.0, min = 0, max = 180)]
    angle_max_deg: f64,
    /// Rays along each side of a pixel, whose light is averaged: 2 casts four rays for a pixel.
    #[property(name = "samples", default = 1, min = 1, max = 4)]
    samples: i64,
}

impl LensProperties {
    /// Rays along each side of a pixel.
    pub(crate) fn samples(&self) -> u32 {
        u32::try_from(self.samples.clamp(1, 4)).unwrap_or(1)
    }

    /// The lens of an image with these intrinsics.
    pub(crate) fn lens(&self, intrinsics: &Intrinsics) -> Lens {
        let [width, height] = intrinsics.size().map(f64::from);
        let focal = match self.sensor_width_mm {
            Some(sensor_mm) if intrinsics.fov_deg.is_none() => intrinsics.focal_mm / sensor_mm * width,
            _ => intrinsics.focal_px(),
        };
        let fx = self.fx.unwrap_or(focal);
        let middle = |place: Option<f64>, side: f64| place.map_or(side / 2.0, |place| place + PIXEL_CENTER);
        let distortion = Distortion {
            radial: [self.k1, self.k2, self.k3, self.k4, self.k5, self.k6],
            tangential: [self.p1, self.p2],
        };
        Lens {
            model: match self.projection {
                Projection::BrownConrady => LensModel::Distorted(distortion),
                Projection::Fisheye => {
                    LensModel::Fisheye(Fisheye { coefficients: [self.k1, self.k2, self.k3, self.k4] })
                }
                Projection::Omnidirectional => LensModel::Omnidirectional { xi: self.xi, distortion },
            },
            focal: DVec2::new(fx, self.fy.unwrap_or(fx)),
            center: DVec2::new(middle(self.cx, width), middle(self.cy, height)),
            angle_max: self.angle_max_deg.to_radians().min(PI),
        }
    }

    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range, or the coefficients fold the image; the error gives the range.
    pub(crate) fn check(&self, intrinsics: &Intrinsics) -> Result<(), SetupError> {
        let refuse = |message: String| Err(SetupError::Invalid(message));
        let lengths = [("cam_fx", self.fx), ("cam_fy", self.fy), ("sensor_width", self.sensor_width_mm)];
        for (name, length) in lengths {
            if let Some(length) = length.filter(|length| !(*length > 0.0 && *length <= LENGTH_MAX_PX)) {
                return refuse(format!("{name} is {length}; allowed is more than 0, up to {LENGTH_MAX_PX}"));
            }
        }
        for (name, place) in [("cam_cx", self.cx), ("cam_cy", self.cy)] {
            if let Some(place) = place.filter(|place| place.abs() > LENGTH_MAX_PX) {
                return refuse(format!(
                    "{name} is {place}; allowed are -{LENGTH_MAX_PX} to {LENGTH_MAX_PX} px"
                ));
            }
        }
        let rays = intrinsics.width * intrinsics.height * self.samples * self.samples;
        if rays > RAYS_MAX {
            return refuse(format!(
                "samples is {}, which casts {rays} rays for an image; allowed are {RAYS_MAX}, which is 4096 x 4096",
                self.samples
            ));
        }
        let numbers = [
            ("k1", self.k1),
            ("k2", self.k2),
            ("k3", self.k3),
            ("k4", self.k4),
            ("k5", self.k5),
            ("k6", self.k6),
            ("p1", self.p1),
            ("p2", self.p2),
            ("xi", self.xi),
        ];
        if let Some((name, number)) = numbers.iter().find(|(_, number)| !number.is_finite()) {
            return refuse(format!("{name} is {number}; allowed are finite numbers"));
        }
        if let Some(name) = self.unused() {
            return refuse(format!("{name} has no effect on the lens {:?}; allowed is 0", self.projection));
        }
        let [k1, k2, k3, k4, k5, k6] = [self.k1, self.k2, self.k3, self.k4, self.k5, self.k6];
        self.lens(intrinsics).check(intrinsics.size()).or_else(|folded| {
            let (p1, p2) = (self.p1, self.p2);
            refuse(format!(
                "{folded}; given are k1 = {k1}, k2 = {k2}, k3 = {k3}, k4 = {k4}, k5 = {k5}, k6 = {k6}, p1 = {p1}, p2 = {p2}"
            ))
        })
    }

    /// The name of a coefficient that is set, but that the projection does not have.
    fn unused(&self) -> Option<&'static str> {
        let of = |numbers: &[(&'static str, f64)]| {
            numbers.iter().find(|(_, number)| *number != 0.0).map(|(name, _)| *name)
        };
        match self.projection {
            Projection::BrownConrady => None,
            Projection::Fisheye => of(&[("k5", self.k5), ("k6", self.k6), ("p1", self.p1), ("p2", self.p2)]),
            Projection::Omnidirectional => {
                of(&[("k3", self.k3), ("k4", self.k4), ("k5", self.k5), ("k6", self.k6)])
            }
        }
    }

    /// The distortion as middlewares report it.
    pub(crate) fn distortion(&self) -> DistortionLayout {
        let Self { k1, k2, k3, k4, k5, k6, p1, p2, xi, .. } = *self;
        let (model, coefficients) = match self.projection {
            Projection::BrownConrady if [k4, k5, k6] == [0.0; 3] => {
                (DistortionModel::PlumbBob, [k1, k2, p1, p2, k3, 0.0, 0.0, 0.0])
            }
            Projection::BrownConrady => {
                (DistortionModel::RationalPolynomial, [k1, k2, p1, p2, k3, k4, k5, k6])
            }
            Projection::Fisheye => (DistortionModel::Equidistant, [k1, k2, k3, k4, 0.0, 0.0, 0.0, 0.0]),
            Projection::Omnidirectional => {
                (DistortionModel::Omnidirectional, [k1, k2, p1, p2, xi, 0.0, 0.0, 0.0])
            }
        };
        DistortionLayout { model, coefficients }
    }
}

/// The rays of the pixels behind a lens, recomputed when a property changed.
#[derive(Clone, Default)]
pub(crate) struct LensRays {
    known: Option<(Lens, PixelDirections)>,
}

impl LensRays {
    /// The rays of an image with some rays along each side of a pixel; `None` if the properties were changed to values that
    /// fold it.
    pub(crate) fn of(&mut self, lens: &Lens, size: [u32; 2], samples: u32) -> Option<&PixelDirections> {
        let share = f64::from(samples);
        let lens = &Lens { focal: lens.focal * share, center: lens.center * share, ..*lens };
        let size = size.map(|side| side * samples);
        let is_known =
            |(known, directions): &(Lens, PixelDirections)| known == lens && directions.size() == size;
        if !self.known.as_ref().is_some_and(is_known) {
            self.known = PixelDirections::new(lens, size).ok().map(|directions| (*lens, directions));
        }
        self.known.as_ref().map(|(_, directions)| directions)
    }
}

/// The camera matrix of a lens, as OpenCV counts pixels: the center of the first one is (0, 0).
pub(crate) fn intrinsic_matrix(lens: &Lens) -> DMat3 {
    let Lens { focal, center, .. } = lens;
    DMat3::from_cols(
        DVec3::new(focal.x, 0.0, 0.0),
        DVec3::new(0.0, focal.y, 0.0),
        DVec3::new(center.x - PIXEL_CENTER, center.y - PIXEL_CENTER, 1.0),
    )
}
