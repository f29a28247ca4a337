//! How much of the light on a surface is seen.

use std::ops::AddAssign;

use glam::{Vec3, Vec3A};
use morse_world::SpecularLobe;

use crate::shading::lights::{IncidentLight, PreparedLight};
use crate::shading::paint::Paint;

/// Where light begins to fade into white, and what it never exceeds, so that nothing is brighter than its own colour.
const SOFT_FROM: f32 = 0.7;
const SOFT_TO: f32 = 1.0;

/// Light on a surface.
#[derive(Clone, Copy)]
pub(crate) struct Light {
    /// What is scattered, before it takes on the colour of the surface.
    pub(crate) diffuse: Vec3A,
    /// The highlight.
    pub(crate) specular: Vec3A,
}

impl AddAssign for Light {
    fn add_assign(&mut self, other: Light) {
        self.diffuse += other.diffuse;
        self.specular += other.specular;
    }
}

impl Light {
    /// Light up to [`SOFT_FROM`] as it is, and more of it as less and less more.
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

/// What arrives from a lamp at a surface and what of it is seen along a sight, if nothing is in between; `None` if it does
/// not shine on that side.
#[inline(always)]
pub(crate) fn of_lamp(
    source: &PreparedLight,
    shade: &Paint,
    point: Vec3,
    outwards: Vec3,
    pixel_ray: Vec3,
) -> Option<(IncidentLight, Light)> {
    let arriving = source.at(point);
    let slant = source.slant(shade.normal.dot(arriving.from));
    let faces_away = !source.is_around() && outwards.dot(arriving.from) <= 0.0;
    if slant <= 0.0 || faces_away || shade.shadeless {
        return None;
    }
    let diffuse = if source.diffuse { arriving.rgb * (slant * shade.diffuse) } else { Vec3A::ZERO };
    let specular = if source.specular {
        arriving.rgb * highlight(shade, arriving.from, -pixel_ray)
    } else {
        Vec3A::ZERO
    };
    Some((arriving, Light { diffuse, specular }))
}

/// The highlight of a white light that comes from one direction, seen from another.
#[inline]
fn highlight(shade: &Paint, from: Vec3, to: Vec3) -> Vec3A {
    let middle = (from + to).normalize_or_zero();
    let brightness = power(shade.normal.dot(middle).max(0.0), shade.hardness) * shade.gloss;
    match shade.lobe {
        SpecularLobe::Phong => shade.specular * brightness,
        SpecularLobe::CookTorrance => shade.specular * (brightness / (0.1 + shade.normal.dot(to).max(0.0))),
    }
}

/// A power, by squaring: the same on all computers.
#[inline]
fn power(base: f32, exponent: u16) -> f32 {
    // Of most materials, in fewer steps.
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
