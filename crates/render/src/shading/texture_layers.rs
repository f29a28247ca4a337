//! Texture layers of a material: the formulas of the material shaders of Blender 2.7, for all rows at once.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use morse_world::{BlendMode, Channel, TextureLayer};

use crate::shading::columns::{Column, Columns, ROWS};
use crate::shading::srgb;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::texture_samples::TextureSamples;
use crate::shading::vectorized::vectorized;

/// Weights of red, green and blue in the brightness of an image.
const BRIGHTNESS: [f32; 3] = [0.35, 0.45, 0.2];

/// The state of the layers, and intermediate results.
pub(crate) struct LayerColumns {
    /// Factor of all later layers.
    pub(crate) stencil: Column,
    /// Normals in the frame of the surface.
    pub(crate) normal: Columns,
    /// Normals before the layers, except for their length.
    pub(crate) smooth: Columns,
    /// Color, opacity and intensity of the current layer.
    rgb: Columns,
    opacity: Column,
    intensity: Column,
    share: Column,
    /// Gradients of the texture coordinates along the surface, in the surface frame. [1/m]
    pub(crate) gradient: [Columns; 2],
    /// Brightness on either side of the points.
    pub(crate) sides: [Column; 2],
    /// Slopes of a height map along its axes.
    pub(crate) slopes: [Column; 2],
}

impl LayerColumns {
    pub(crate) fn new() -> Box<LayerColumns> {
        let none = [0.0; ROWS];
        Box::new(LayerColumns {
            stencil: none,
            normal: [none; 3],
            smooth: [none; 3],
            rgb: [none; 3],
            opacity: none,
            intensity: none,
            share: none,
            gradient: [[none; 3]; 2],
            sides: [none; 2],
            slopes: [none; 2],
        })
    }
}

vectorized! {
    /// Starts the layers: normals of the flat or smooth surface.
    pub(crate) begin = begin_in(surfaces: &SurfaceColumns, layers: &mut LayerColumns, is_smooth: bool)
}
vectorized! {
    /// Applies scale and offset of a layer to texture coordinates and footprints.
    pub(crate) scale = scale_in(samples: &mut TextureSamples, layer: &TextureLayer)
}
vectorized! {
    /// Computes the gradients of texture coordinates along the surface.
    pub(crate) gradients = gradients_in(surfaces: &SurfaceColumns, is_generated: bool, layers: &mut LayerColumns)
}
vectorized! {
    /// Applies a sampled layer to the properties of the surfaces, whose colors are linear if the world is `linear`.
    pub(crate) apply =
        apply_in(surfaces: &mut SurfaceColumns, layers: &mut LayerColumns, samples: &TextureSamples, layer: &TextureLayer, linear: bool)
}
vectorized! {
    /// Tilts normals by a sampled normal map.
    pub(crate) tilt = tilt_in(layers: &mut LayerColumns, samples: &TextureSamples, layer: &TextureLayer, strength: f32)
}
vectorized! {
    /// The brightness of samples, into one of the two sides.
    pub(crate) brighten = brighten_in(layers: &mut LayerColumns, samples: &TextureSamples, side: usize)
}
vectorized! {
    /// Tilts normals by the slopes of a height map.
    pub(crate) raise = raise_in(layers: &mut LayerColumns, layer: &TextureLayer, height_m: f32, count: usize)
}

#[inline(always)]
fn whole(count: usize) -> usize {
    count.next_multiple_of(16).min(ROWS)
}

#[inline(always)]
fn vector(columns: &Columns, row: usize) -> [f32; 3] {
    [columns[0][row], columns[1][row], columns[2][row]]
}

#[inline(always)]
fn set(columns: &mut Columns, row: usize, [x, y, z]: [f32; 3]) {
    (columns[0][row], columns[1][row], columns[2][row]) = (x, y, z);
}

#[inline(always)]
fn dot([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> f32 {
    ax * bx + ay * by + az * bz
}

#[inline(always)]
fn cross([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ay * bz - by * az, az * bx - bz * ax, ax * by - bx * ay]
}

#[inline(always)]
fn scaled([x, y, z]: [f32; 3], factor: f32) -> [f32; 3] {
    [x * factor, y * factor, z * factor]
}

#[inline(always)]
fn sum([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ax + bx, ay + by, az + bz]
}

/// The unit vector, or another one if there is none.
#[inline(always)]
fn normalized_or(vector: [f32; 3], other: [f32; 3]) -> [f32; 3] {
    let inverse = 1.0 / dot(vector, vector).sqrt();
    let is_usable = (inverse < f32::INFINITY) & (inverse > 0.0);
    let unit = scaled(vector, inverse);
    [0, 1, 2].map(|axis| if is_usable { unit[axis] } else { other[axis] })
}

#[inline(always)]
fn begin_in(surfaces: &SurfaceColumns, layers: &mut LayerColumns, is_smooth: bool) {
    let end = surfaces.end();
    layers.stencil[..end].fill(1.0);
    let facets = &surfaces.facets;
    for row in 0..end {
        let plane = vector(&facets.plane, row);
        let mut mixed = plane;
        let mut normal = plane;
        if is_smooth {
            let [a, b, c] = [0, 1, 2].map(|corner| vector(&facets.smooth[corner], row));
            let [first, second, third] = vector(&facets.barycentric, row);
            mixed = sum(sum(scaled(a, first), scaled(b, second)), scaled(c, third));
            normal = normalized_or(mixed, [0.0, 0.0, 1.0]);
        }
        set(&mut layers.smooth, row, mixed);
        set(&mut layers.normal, row, normal);
    }
}

#[inline(always)]
fn scale_in(samples: &mut TextureSamples, layer: &TextureLayer) {
    let end = whole(samples.count);
    for axis in 0..2 {
        let (scale, offset) = (layer.scale[axis], layer.offset[axis]);
        for row in 0..end {
            samples.uv[axis][row] = samples.uv[axis][row] * scale + offset;
            samples.right[axis][row] *= scale;
            samples.down[axis][row] *= scale;
        }
    }
}

#[inline(always)]
fn gradients_in(surfaces: &SurfaceColumns, is_generated: bool, layers: &mut LayerColumns) {
    let end = surfaces.end();
    let facets = &surfaces.facets;
    let corners = if is_generated { &facets.generated } else { &facets.uv };
    for axis in 0..2 {
        for part in 0..3 {
            for row in 0..end {
                layers.gradient[axis][part][row] = facets.in_surface[0][part][row]
                    * corners.edges[0][axis][row]
                    + facets.in_surface[1][part][row] * corners.edges[1][axis][row];
            }
        }
    }
}

#[inline(always)]
fn apply_in(
    surfaces: &mut SurfaceColumns,
    layers: &mut LayerColumns,
    samples: &TextureSamples,
    layer: &TextureLayer,
    linear: bool,
) {
    let end = surfaces.end();
    for row in 0..end {
        let mut rgb = [samples.rgba[0][row], samples.rgba[1][row], samples.rgba[2][row]];
        let mut opacity = samples.rgba[3][row];
        let mut intensity = match layer.channel {
            None => dot(rgb, BRIGHTNESS),
            Some(Channel::Red) => rgb[0],
            Some(Channel::Green) => rgb[1],
            Some(Channel::Blue) => rgb[2],
        };
        if layer.inverted {
            rgb = [1.0 - rgb[0], 1.0 - rgb[1], 1.0 - rgb[2]];
            intensity = 1.0 - intensity;
        }
        if layer.stencil {
            let open = if layer.intensity_rgb.is_some() { intensity } else { opacity };
            intensity *= layers.stencil[row];
            opacity *= layers.stencil[row];
            layers.stencil[row] *= open;
        }
        (layers.opacity[row], layers.intensity[row]) = (opacity, intensity);
        set(&mut layers.rgb, row, rgb);
    }
    let is_colored = layer.color != 0.0 || layer.specular_color != 0.0 || layer.glow != 0.0;
    if is_colored {
        let of_color =
            layer.intensity_rgb.map(|rgb| if linear { srgb::decode(rgb.into()).to_array() } else { rgb });
        for part in 0..3 {
            match of_color {
                Some(rgb) => layers.rgb[part][..end].fill(rgb[part]),
                None if linear => srgb::decode_all(&mut layers.rgb[part][..end]),
                None => {}
            }
        }
        for row in 0..end {
            layers.share[row] = match of_color {
                Some(_) => layers.intensity[row],
                None if layer.alpha > 0.0 => layers.stencil[row],
                None if layer.uses_alpha => layers.opacity[row],
                None => 1.0,
            };
        }
        for (factor, below) in [
            (layer.color, &mut surfaces.rgb),
            (layer.specular_color, &mut surfaces.specular),
            (layer.glow, &mut surfaces.glow),
        ] {
            if factor != 0.0 {
                let (share, stencil) = (&layers.share, &layers.stencil);
                for (rgb, below) in layers.rgb.iter().zip(below) {
                    blend(layer.blend, end, |row| rgb[row], below, |row| share[row] * factor * stencil[row]);
                }
            }
        }
    }
    let share = match layer.intensity_rgb {
        None if layer.uses_alpha => &layers.opacity,
        _ => &layers.intensity,
    };
    let stencil = &layers.stencil;
    for (factor, number) in [
        (layer.diffuse, &mut surfaces.diffuse),
        (layer.specular, &mut surfaces.gloss),
        (layer.emission, &mut surfaces.emission),
        (layer.alpha, &mut surfaces.opacity),
        (layer.metallic, &mut surfaces.microfacets.metallic),
        (layer.roughness, &mut surfaces.microfacets.roughness),
        (layer.occlusion, &mut surfaces.microfacets.open),
    ] {
        if factor != 0.0 {
            blend(layer.blend, end, |_| layer.value, number, |row| share[row] * factor * stencil[row]);
            for value in &mut number[..end] {
                *value = if *value > 0.0 { *value } else { 0.0 };
            }
        }
    }
}

#[inline(always)]
fn tilt_in(layers: &mut LayerColumns, samples: &TextureSamples, layer: &TextureLayer, strength: f32) {
    let end = whole(samples.count);
    let [scale_u, scale_v] = layer.scale;
    for row in 0..end {
        let strength = strength * layers.stencil[row];
        let rgb = [samples.rgba[0][row], samples.rgba[1][row], samples.rgba[2][row]];
        let normal = vector(&layers.normal, row);
        let gradient = [
            scaled(vector(&layers.gradient[0], row), scale_u),
            scaled(vector(&layers.gradient[1], row), scale_v),
        ];
        let mapped = mapped(rgb, strength < 0.0, normal, gradient);
        let weight = strength.abs();
        let mixed = sum(scaled(normal, 1.0 - weight), scaled(mapped, weight));
        let tilted = normalized_or(mixed, normal);
        set(&mut layers.normal, row, tilted);
    }
}

#[inline(always)]
fn brighten_in(layers: &mut LayerColumns, samples: &TextureSamples, side: usize) {
    let end = whole(samples.count);
    for row in 0..end {
        let rgb = [samples.rgba[0][row], samples.rgba[1][row], samples.rgba[2][row]];
        layers.sides[side][row] = dot(rgb, BRIGHTNESS);
    }
}

#[inline(always)]
fn raise_in(layers: &mut LayerColumns, layer: &TextureLayer, height_m: f32, count: usize) {
    let [scale_u, scale_v] = layer.scale;
    for row in 0..whole(count) {
        let rise = sum(
            scaled(vector(&layers.gradient[0], row), scale_u * layers.slopes[0][row]),
            scaled(vector(&layers.gradient[1], row), scale_v * layers.slopes[1][row]),
        );
        let normal = vector(&layers.normal, row);
        let raised = sum(normal, scaled(rise, -(height_m * layers.stencil[row])));
        let tilted = normalized_or(raised, normal);
        set(&mut layers.normal, row, tilted);
    }
}

/// The distance to the second height sample along an axis of `size` pixels, in texture coordinates: half a texel or half the
/// footprint of a pixel, whichever is larger.
pub(crate) fn bump_step([right, down]: [f32; 2], size: u32) -> f32 {
    let seen = right.abs().max(down.abs());
    0.5 * seen.max(1.0 / size as f32)
}

/// The normal encoded by a color of a normal map. Red is the component in the direction of increasing u, green in that of
/// increasing v, blue along the normal of the surface.
#[inline(always)]
fn mapped(rgb: [f32; 3], is_negative: bool, normal: [f32; 3], gradient: [[f32; 3]; 2]) -> [f32; 3] {
    let [along_u, along_v] = gradient;
    let tangent = cross(along_v, normal);
    let tangent = scaled(tangent, if dot(along_u, tangent) < 0.0 { -1.0 } else { 1.0 });
    let tangent = sum(tangent, scaled(normal, -dot(tangent, normal)));
    let tangent = normalized_or(tangent, [0.0; 3]);
    let across = cross(normal, tangent);
    let across = scaled(across, if dot(along_v, across) < 0.0 { -1.0 } else { 1.0 });
    let [x, y, z] = rgb.map(|part| 2.0 * part - 1.0);
    let side = if is_negative { -1.0 } else { 1.0 };
    let aside = scaled(sum(scaled(tangent, x), scaled(across, y)), side);
    normalized_or(sum(aside, scaled(normal, z)), normal)
}

/// Blends a column with the layers below it.
#[inline(always)]
fn blend(
    mode: BlendMode,
    end: usize,
    color: impl Fn(usize) -> f32,
    below: &mut Column,
    share: impl Fn(usize) -> f32,
) {
    macro_rules! rows {
        ($blended:expr) => {
            for row in 0..end {
                below[row] = $blended(color(row), below[row], share(row));
            }
        };
    }
    match mode {
        BlendMode::Mix => rows!(|color, below, share| share * color + (1.0 - share) * below),
        BlendMode::Multiply => rows!(|color, below, share| ((1.0 - share) + share * color) * below),
        BlendMode::Add => rows!(|color, below, share| below + share * color),
        BlendMode::Subtract => rows!(|color, below, share| below - share * color),
        BlendMode::Divide => rows!(|color: f32, below: f32, share: f32| {
            let quotient = (1.0 - share) * below + share * below / color;
            if color == 0.0 { below } else { quotient }
        }),
        BlendMode::Darken => rows!(|color: f32, below: f32, share: f32| {
            let darker = if color < below { color } else { below };
            share * darker + (1.0 - share) * below
        }),
        BlendMode::Difference => {
            rows!(|color: f32, below: f32, share: f32| share * (color - below).abs() + (1.0 - share) * below)
        }
        BlendMode::Lighten => rows!(|color: f32, below: f32, share: f32| {
            let lighter = share * color;
            if lighter > below { lighter } else { below }
        }),
        BlendMode::Screen => {
            rows!(|color, below, share| 1.0 - ((1.0 - share) + share * (1.0 - color)) * (1.0 - below))
        }
        BlendMode::Overlay => rows!(|color: f32, below: f32, share: f32| {
            let rest = 1.0 - share;
            let dark = below * (rest + 2.0 * share * color);
            let bright = 1.0 - (rest + 2.0 * share * (1.0 - color)) * (1.0 - below);
            if below < 0.5 { dark } else { bright }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blend_modes_follow_their_formulas() {
        let (color, below) = (0.25, 0.6);
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
            let blended = |share: f32| {
                let mut column = [below; ROWS];
                blend(mode, 16, |_| color, &mut column, |_| share);
                column[15]
            };
            assert!((blended(1.0) - whole).abs() < 1e-6, "{mode:?}: {}", blended(1.0));
            assert!((blended(0.0) - 0.6).abs() < 1e-6, "{mode:?}");
        }
    }

    #[test]
    fn normal_map_tilts_towards_increasing_texture_coordinates() {
        let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let is_close = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        let lean = |rgb, is_negative| mapped(rgb, is_negative, z, [x, y]);
        assert!(is_close(lean([0.5, 0.5, 1.0], false), z));
        assert!(is_close(lean([1.0, 0.5, 0.5], false), x));
        assert!(is_close(lean([0.5, 1.0, 0.5], false), y));
        assert!(is_close(lean([1.0, 0.5, 0.5], true), [-1.0, 0.0, 0.0]));
        // A mirrored image tilts the normal the other way.
        let mirrored = mapped([1.0, 0.5, 0.5], false, z, [[-1.0, 0.0, 0.0], y]);
        assert!(is_close(mirrored, [-1.0, 0.0, 0.0]));
    }
}
