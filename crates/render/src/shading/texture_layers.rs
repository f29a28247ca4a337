//! Texture layers of a material: the formulas of the material shaders of Blender 2.7.

use glam::{Vec2, Vec3};
use morse_world::{BlendMode, Coordinates, Relief, TextureLayer, World};

use crate::shading::footprint::Footprint;
use crate::shading::srgb;
use crate::shading::surface_properties::SurfaceProperties;

/// Weights of red, green and blue in the brightness of an image.
const BRIGHTNESS: Vec3 = Vec3::new(0.35, 0.45, 0.2);

/// Image coordinates at a point of a surface.
#[derive(Clone, Copy)]
pub(crate) struct SurfaceCoordinates {
    pub(crate) uv: Vec2,
    /// Change of the coordinates to the adjacent pixels.
    pub(crate) footprint: Footprint,
    /// Gradient of the coordinates along the surface, in the surface frame. [1/m]
    pub(crate) gradient: [Vec3; 2],
}

impl SurfaceCoordinates {
    /// Applies the scale and offset of a layer.
    fn of_layer(self, layer: &TextureLayer) -> SurfaceCoordinates {
        let (scale, offset) = (Vec2::from(layer.scale), Vec2::from(layer.offset));
        let Footprint { right, down } = self.footprint;
        SurfaceCoordinates {
            uv: self.uv * scale + offset,
            footprint: Footprint { right: right * scale, down: down * scale },
            gradient: [self.gradient[0] * scale.x, self.gradient[1] * scale.y],
        }
    }
}

/// Applies the texture layers of a material to its properties, whose colors are linear if the world is `linear`.
/// Returns the normal in the surface frame if the layers change it.
pub(crate) fn apply(
    world: &World,
    layers: &[TextureLayer],
    linear: bool,
    spread: impl Fn(Coordinates) -> Option<SurfaceCoordinates>,
    normal: Vec3,
    surface: &mut SurfaceProperties,
) -> Vec3 {
    let mut stencil = 1.0;
    let mut normal = normal;
    let light = |rgb: Vec3| if linear { srgb::decode(rgb) } else { rgb };
    // Most layers of a material have the same coordinates.
    let mut last: Option<(Coordinates, Option<SurfaceCoordinates>)> = None;
    for layer in layers {
        let (_, known) = match last {
            Some(known) if known.0 == layer.coordinates => known,
            _ => *last.insert((layer.coordinates, spread(layer.coordinates))),
        };
        let Some(spread) = known.map(|known| known.of_layer(layer)) else { continue };
        let (Some(texture), Some(mips)) = (world.texture(layer.texture), world.mip_map(layer.texture)) else {
            continue;
        };
        let sample = |uv: Vec2| spread.footprint.mean(texture, mips, uv);
        let seen = sample(spread.uv);
        let (mut rgb, mut opacity) = (seen.truncate(), seen.w);
        let mut intensity = rgb.dot(BRIGHTNESS);
        if layer.inverted {
            (rgb, intensity) = (Vec3::ONE - rgb, 1.0 - intensity);
        }
        if layer.stencil {
            let open = if layer.intensity_rgb.is_some() { intensity } else { opacity };
            (intensity, opacity) = (intensity * stencil, opacity * stencil);
            stencil *= open;
        }
        let (color, share) = match layer.intensity_rgb {
            Some(laid_on) => (light(laid_on.into()), intensity),
            None if layer.alpha > 0.0 => (light(rgb), stencil),
            None if layer.uses_alpha => (light(rgb), opacity),
            None => (light(rgb), 1.0),
        };
        let mix = |factor: f32, below: Vec3| blended(layer.blend, color, below, share * factor * stencil);
        if layer.color != 0.0 {
            surface.rgb = mix(layer.color, surface.rgb.into()).into();
        }
        if layer.specular_color != 0.0 {
            surface.specular = mix(layer.specular_color, surface.specular.into()).into();
        }
        let share = match layer.intensity_rgb {
            None if layer.uses_alpha => opacity,
            _ => intensity,
        };
        let change = |factor: f32, number: &mut f32| {
            if factor != 0.0 {
                let (value, below) = (Vec3::splat(layer.value), Vec3::splat(*number));
                *number = blended(layer.blend, value, below, share * factor * stencil).x.max(0.0);
            }
        };
        change(layer.diffuse, &mut surface.diffuse);
        change(layer.specular, &mut surface.gloss);
        change(layer.emission, &mut surface.emission);
        change(layer.alpha, &mut surface.opacity);
        normal = match layer.relief {
            Some(Relief::NormalMap { strength }) => {
                let strength = strength * stencil;
                let mapped = mapped(seen.truncate(), strength < 0.0, normal, spread.gradient);
                normal.lerp(mapped, strength.abs()).normalize_or(normal)
            }
            Some(Relief::Bump { height_m }) => {
                let brightness = |uv: Vec2| sample(uv).truncate().dot(BRIGHTNESS);
                let step = bump_step(&spread, [texture.width, texture.height]);
                let slope = |aside: Vec2, along: f32| {
                    (brightness(spread.uv + aside) - brightness(spread.uv - aside)) / (2.0 * along)
                };
                let rise = spread.gradient[0] * slope(Vec2::new(step.x, 0.0), step.x)
                    + spread.gradient[1] * slope(Vec2::new(0.0, step.y), step.y);
                (normal - rise * (height_m * stencil)).normalize_or(normal)
            }
            None => normal,
        };
    }
    surface.opacity = surface.opacity.clamp(0.0, 1.0);
    normal
}

/// The distance to the second height sample, in texture coordinates: half a texel or half the footprint of a pixel,
/// whichever is larger.
fn bump_step(spread: &SurfaceCoordinates, size: [u32; 2]) -> Vec2 {
    let seen = spread.footprint.right.abs().max(spread.footprint.down.abs());
    let pixel = Vec2::new(1.0 / size[0] as f32, 1.0 / size[1] as f32);
    0.5 * seen.max(pixel)
}

/// The normal encoded by a color of a normal map. Red is the component in the direction of increasing u, green in that of
/// increasing v, blue along the normal of the surface.
fn mapped(rgb: Vec3, is_negative: bool, normal: Vec3, gradient: [Vec3; 2]) -> Vec3 {
    let [along_u, along_v] = gradient;
    let tangent = along_v.cross(normal);
    let tangent = if along_u.dot(tangent) < 0.0 { -tangent } else { tangent };
    let tangent = (tangent - normal * tangent.dot(normal)).normalize_or_zero();
    let across = normal.cross(tangent);
    let across = if along_v.dot(across) < 0.0 { -across } else { across };
    let Vec3 { x, y, z } = 2.0 * rgb - 1.0;
    let side = if is_negative { -1.0 } else { 1.0 };
    (side * (x * tangent + y * across) + z * normal).normalize_or(normal)
}

/// A color blended with the layers below it by a factor.
fn blended(mode: BlendMode, color: Vec3, below: Vec3, share: f32) -> Vec3 {
    let rest = 1.0 - share;
    match mode {
        BlendMode::Mix => share * color + rest * below,
        BlendMode::Multiply => (Vec3::splat(rest) + share * color) * below,
        BlendMode::Add => below + share * color,
        BlendMode::Subtract => below - share * color,
        BlendMode::Divide => {
            let quotient = |color: f32, below: f32| {
                if color == 0.0 { below } else { rest * below + share * below / color }
            };
            Vec3::new(quotient(color.x, below.x), quotient(color.y, below.y), quotient(color.z, below.z))
        }
        BlendMode::Darken => share * color.min(below) + rest * below,
        BlendMode::Difference => share * (color - below).abs() + rest * below,
        BlendMode::Lighten => (share * color).max(below),
        BlendMode::Screen => {
            Vec3::ONE - (Vec3::splat(rest) + share * (Vec3::ONE - color)) * (Vec3::ONE - below)
        }
        BlendMode::Overlay => {
            let dark = below * (Vec3::splat(rest) + 2.0 * share * color);
            let bright =
                Vec3::ONE - (Vec3::splat(rest) + 2.0 * share * (Vec3::ONE - color)) * (Vec3::ONE - below);
            Vec3::select(below.cmplt(Vec3::splat(0.5)), dark, bright)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blend_modes_follow_their_formulas() {
        let (color, below) = (Vec3::splat(0.25), Vec3::splat(0.6));
        for (mode, whole) in [
            (BlendMode::Mix, 0.25),
            (BlendMode::Multiply, 0.15),
            (BlendMode::Add, 0.85),
            (BlendMode::Subtract, 0.35),
            (BlendMode::Divide, 2.4),
            (BlendMode::Darken, 0.25),
            (BlendMode::Difference, 0.35),
            (BlendMode::Lighten, 0.6),
            (BlendMode::Screen, 1.0 - 0.75 * 0.4),
            (BlendMode::Overlay, 1.0 - 2.0 * 0.75 * 0.4),
        ] {
            let all = blended(mode, color, below, 1.0).x;
            assert!((all - whole).abs() < 1e-6, "{mode:?}: {all}");
            assert!((blended(mode, color, below, 0.0).x - 0.6).abs() < 1e-6, "{mode:?}");
        }
    }

    #[test]
    fn normal_map_tilts_towards_increasing_texture_coordinates() {
        let gradient = [Vec3::X, Vec3::Y];
        let lean = |rgb, is_negative| mapped(rgb, is_negative, Vec3::Z, gradient);
        assert!((lean(Vec3::new(0.5, 0.5, 1.0), false) - Vec3::Z).length() < 1e-6);
        assert!((lean(Vec3::new(1.0, 0.5, 0.5), false) - Vec3::X).length() < 1e-6);
        assert!((lean(Vec3::new(0.5, 1.0, 0.5), false) - Vec3::Y).length() < 1e-6);
        assert!((lean(Vec3::new(1.0, 0.5, 0.5), true) - Vec3::NEG_X).length() < 1e-6);
        // A mirrored image tilts the normal the other way.
        let mirrored = mapped(Vec3::new(1.0, 0.5, 0.5), false, Vec3::Z, [Vec3::NEG_X, Vec3::Y]);
        assert!((mirrored - Vec3::NEG_X).length() < 1e-6);
    }
}
