//! Evaluates the material of surface points.

use glam::{DVec3, Vec3};
use morse_world::{Coordinates, MipMap, Relief, SpecularLobe, TextureLayer, World};

use crate::prepared_camera::PreparedCamera;
use crate::shading::facet::Placement;
use crate::shading::parts::PreparedMaterial;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::texture_layers::{self, LayerColumns};
use crate::shading::texture_samples::{TextureSamples, sample};
use crate::shading::{srgb, surface_geometry};
use crate::tile::tile_pixels::TilePixels;

/// Evaluates materials, with the buffers of one thread.
pub(crate) struct SurfaceShader<'a> {
    world: &'a World,
    camera: &'a PreparedCamera,
    /// Whether colors are computed in linear light.
    linear: bool,
    samples: Box<TextureSamples>,
    layers: Box<LayerColumns>,
}

impl<'a> SurfaceShader<'a> {
    /// Creates a shader for points relative to a camera.
    pub(crate) fn new(world: &'a World, camera: &'a PreparedCamera, linear: bool) -> SurfaceShader<'a> {
        SurfaceShader { world, camera, linear, samples: TextureSamples::new(), layers: LayerColumns::new() }
    }

    /// Computes points, normals, colors and opacities. The material of the rows must be set by
    /// [`SurfaceColumns::begin`]. `placement` is that of the surface, if its appearance varies within a triangle. With
    /// `has_start`, the rows have start points.
    pub(crate) fn shade(
        &mut self,
        surfaces: &mut SurfaceColumns,
        material: &PreparedMaterial<'_>,
        placement: Option<&Placement>,
        pixels: &TilePixels,
        has_start: bool,
    ) {
        surface_geometry::place(surfaces, has_start);
        if let Some(placement) = placement {
            surface_geometry::weigh(surfaces);
            if material.has_images() {
                self.step(surfaces, pixels);
            }
            if let Some(image) = material.image {
                surface_geometry::spread(surfaces, false, &mut self.samples);
                sample(&mut self.samples, image);
                self.paint(surfaces, material.image_rgb);
            }
            if !material.layers.is_empty() {
                self.apply_layers(surfaces, material, placement);
            } else if material.facet_parts.smooth {
                surface_geometry::smooth(surfaces);
            }
        }
        if let SpecularLobe::Microfacet { .. } = surfaces.lobe {
            // Their reflectance depends on the direction: every surface reflects at grazing angles.
            surfaces.shines = surfaces.is_lit;
            return;
        }
        let rows = surfaces.end();
        let is_glossy = surfaces.gloss[..rows].iter().any(|&gloss| gloss != 0.0);
        let has_color = surfaces.specular.iter().any(|column| column[..rows].iter().any(|&part| part != 0.0));
        surfaces.shines = surfaces.is_lit && is_glossy && has_color;
    }

    /// Computes the vectors to the hits of the next pixels.
    fn step(&self, surfaces: &mut SurfaceColumns, pixels: &TilePixels) {
        if let Some(pixel_steps) = self.camera.pixel_steps() {
            return surface_geometry::step(surfaces, &pixel_steps);
        }
        for row in 0..surfaces.count {
            let pixel_ray = pixels.pixel_ray(surfaces.ray[row] as usize);
            let normal = SurfaceColumns::vector(&surfaces.outwards, row);
            let steps = self.camera.lens_steps(&pixel_ray, surfaces.from[row], normal);
            for (columns, step) in surfaces.facets.steps.iter_mut().zip(steps) {
                for (column, part) in columns.iter_mut().zip(step.to_array()) {
                    column[row] = part;
                }
            }
        }
    }

    /// Replaces the colors by those of the samples, times a color.
    fn paint(&self, surfaces: &mut SurfaceColumns, rgb: [f32; 3]) {
        let end = surfaces.end();
        for ((to, from), factor) in surfaces.rgb.iter_mut().zip(&self.samples.rgba).zip(rgb) {
            to[..end].copy_from_slice(&from[..end]);
            if self.linear {
                srgb::decode_all(&mut to[..end]);
            }
            if factor != 1.0 {
                for value in &mut to[..end] {
                    *value *= factor;
                }
            }
        }
        for (opacity, seen) in surfaces.opacity[..end].iter_mut().zip(&self.samples.rgba[3]) {
            *opacity *= seen;
        }
    }

    fn apply_layers(
        &mut self,
        surfaces: &mut SurfaceColumns,
        material: &PreparedMaterial<'_>,
        placement: &Placement,
    ) {
        texture_layers::begin(surfaces, &mut self.layers, material.facet_parts.smooth);
        for layer in material.layers {
            let Some(mips) = self.world.mip_map(layer.texture) else { continue };
            if !self.spread(surfaces, material, layer) {
                continue;
            }
            texture_layers::scale(&mut self.samples, layer);
            sample(&mut self.samples, mips);
            if layer.glow != 0.0 {
                surfaces.start_glow();
            }
            texture_layers::apply(surfaces, &mut self.layers, &self.samples, layer, self.linear);
            let Some(relief) = layer.relief else { continue };
            match layer.coordinates {
                Coordinates::World => {
                    for (columns, axis) in self.layers.gradient.iter_mut().zip([Vec3::X, Vec3::Y]) {
                        let gradient = placement.surface_from_point * axis;
                        for (column, part) in columns.iter_mut().zip(gradient.to_array()) {
                            column.fill(part);
                        }
                    }
                }
                coordinates => {
                    let is_generated = coordinates == Coordinates::Generated;
                    texture_layers::gradients(surfaces, is_generated, &mut self.layers);
                }
            }
            match relief {
                Relief::NormalMap { strength } => {
                    texture_layers::tilt(&mut self.layers, &self.samples, layer, strength);
                }
                Relief::Bump { height_m } => {
                    self.measure_slopes(mips);
                    texture_layers::raise(&mut self.layers, layer, height_m, self.samples.count);
                }
            }
        }
        let end = surfaces.end();
        for opacity in &mut surfaces.opacity[..end] {
            *opacity = opacity.clamp(0.0, 1.0);
        }
        let layers = &*self.layers;
        let smooth = if material.facet_parts.smooth { &layers.smooth } else { &layers.normal };
        surface_geometry::turn(surfaces, &layers.normal, smooth, &placement.normal_to_world);
    }

    /// Computes the coordinates of a layer, before its scale. Returns whether the surface has them.
    fn spread(
        &mut self,
        surfaces: &SurfaceColumns,
        material: &PreparedMaterial<'_>,
        layer: &TextureLayer,
    ) -> bool {
        match layer.coordinates {
            Coordinates::Uv if material.facet_parts.uv => {
                surface_geometry::spread(surfaces, false, &mut self.samples);
            }
            Coordinates::Generated if material.facet_parts.generated => {
                surface_geometry::spread(surfaces, true, &mut self.samples);
            }
            Coordinates::World => {
                let DVec3 { x, y, .. } = self.camera.position;
                self.samples.count = surfaces.count;
                for row in 0..surfaces.count {
                    for (axis, origin) in [x, y].into_iter().enumerate() {
                        let place = origin + f64::from(surfaces.point[axis][row]);
                        self.samples.uv[axis][row] = place as f32;
                        self.samples.right[axis][row] = surfaces.facets.steps[0][axis][row];
                        self.samples.down[axis][row] = surfaces.facets.steps[1][axis][row];
                    }
                }
            }
            Coordinates::Uv | Coordinates::Generated => return false,
        }
        true
    }

    /// Computes the slopes of a height map from samples on either side of the points along each axis.
    fn measure_slopes(&mut self, mips: &MipMap) {
        let (samples, layers) = (&mut self.samples, &mut self.layers);
        let count = samples.count;
        let uv = samples.uv;
        for (axis, size) in mips.size(0).into_iter().enumerate() {
            for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
                samples.uv = uv;
                for row in 0..count {
                    let changes = [samples.right[axis][row], samples.down[axis][row]];
                    samples.uv[axis][row] += sign * texture_layers::bump_step(changes, size);
                }
                sample(samples, mips);
                texture_layers::brighten(layers, samples, side);
            }
            for row in 0..count {
                let changes = [samples.right[axis][row], samples.down[axis][row]];
                let across = 2.0 * texture_layers::bump_step(changes, size);
                layers.slopes[axis][row] = (layers.sides[0][row] - layers.sides[1][row]) / across;
            }
        }
        samples.uv = uv;
    }
}
