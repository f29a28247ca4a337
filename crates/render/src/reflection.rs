//! Reflection of light by surfaces.

use std::ops::AddAssign;

use glam::{Vec3, Vec3A};
use morse_world::SpecularLobe;

use crate::shading::lights::{IncidentLight, PreparedLight};
use crate::shading::surface_properties::SurfaceProperties;

/// Brightness at which soft light begins to saturate, and its upper limit. With a limit of 1, no surface is brighter than
/// its own color.
const SOFT_FROM: f32 = 0.7;
const SOFT_TO: f32 = 1.0;

/// Light reflected by a surface.
#[derive(Clone, Copy)]
pub(crate) struct Light {
    /// Diffuse light, before multiplication by the color of the surface.
    pub(crate) diffuse: Vec3A,
    /// The specular highlight.
    pub(crate) specular: Vec3A,
}

impl AddAssign for Light {
    fn add_assign(&mut self, other: Light) {
        self.diffuse += other.diffuse;
        self.specular += other.specular;
    }
}

impl Light {
    /// Leaves light up to [`SOFT_FROM`] unchanged and compresses brighter light towards [`SOFT_TO`].
    pub(crate) fn softened(self) -> Light {
        let most = self.diffuse.max_element();
        let over = most - SOFT_FROM;
        if over <= 0.0 {
            return self;
        }
        let range = SOFT_TO - SOFT_FROM;
        let factor = (SOFT_FROM + range * over / (over + range)) / most;
        Light { diffuse: self.diffuse * factor, specular: self.specular * factor }
    }
}

/// The light that arrives at a point of a surface from a light source, and the part reflected towards the camera, without
/// occlusion. `None` if the source does not light that side. `outwards` is the geometric normal.
#[inline(always)]
pub(crate) fn of_light_source(
    source: &PreparedLight,
    surface: &SurfaceProperties,
    point: Vec3,
    outwards: Vec3,
    pixel_ray: Vec3,
) -> Option<(IncidentLight, Light)> {
    let arriving = source.at(point);
    let slant = source.slant(surface.normal.dot(arriving.from));
    let faces_away = !source.is_around() && outwards.dot(arriving.from) <= 0.0;
    if slant <= 0.0 || faces_away || surface.shadeless {
        return None;
    }
    let diffuse = if source.diffuse { arriving.rgb * (slant * surface.diffuse) } else { Vec3A::ZERO };
    let specular = if source.specular {
        arriving.rgb * highlight(surface, arriving.from, -pixel_ray)
    } else {
        Vec3A::ZERO
    };
    Some((arriving, Light { diffuse, specular }))
}

/// The specular highlight of a white light. `from` and `to` are the directions to the light and to the camera.
#[inline]
fn highlight(surface: &SurfaceProperties, from: Vec3, to: Vec3) -> Vec3A {
    let middle = (from + to).normalize_or_zero();
    let brightness = power(surface.normal.dot(middle).max(0.0), surface.hardness) * surface.gloss;
    match surface.lobe {
        SpecularLobe::Phong => surface.specular * brightness,
        SpecularLobe::CookTorrance => {
            surface.specular * (brightness / (0.1 + surface.normal.dot(to).max(0.0)))
        }
    }
}

/// A power by repeated squaring, bit-identical on all platforms.
#[inline]
fn power(base: f32, exponent: u16) -> f32 {
    // Fast path: most materials have this exponent.
    if exponent == 32 {
        let eighth = (base * base) * (base * base) * ((base * base) * (base * base));
        return (eighth * eighth) * (eighth * eighth);
    }
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 1 {
        if left & 1 == 1 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    if left == 1 { result * square } else { result }
}
