//! Renders an image tile by tile.

mod composition;
mod groups;
mod light;
mod picture_rows;
pub(crate) mod tile_pixels;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use glam::Vec3A;
use morse_world::{Hit, HitSurface, NodeId, Ray, RayFilter, RayTile, SkyImage, TileHits, World};

use crate::prepared_camera::PreparedCamera;
use crate::redraw::{Tiles, WIDTH};
use crate::shading::ambient_light::AmbientLight;
use crate::shading::development::Development;
use crate::shading::lights::PreparedLight;
use crate::shading::occlusion::Occlusion;
use crate::shading::parts::{Parts, PreparedMaterial};
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::surface_shader::SurfaceShader;
use crate::tile::composition::SkyBlocks;
use crate::tile::groups::{Groups, RowSource};
use crate::tile::picture_rows::PictureRows;
use crate::tile::tile_pixels::TilePixels;
use crate::{Sky, Style, Visibility};

/// Maximum number of transparent layers.
const LAYERS_MAX: u32 = 8;
/// Up to this number of active pixels, rays are faster than a tile.
const FEW: usize = 24;
/// Surfaces behind transparent layers are ignored if the transmittance is below this.
const FAINT: f32 = 1.0 / 256.0;

/// The data that all tiles of an image share.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a World,
    pub(crate) camera: PreparedCamera,
    pub(crate) lights: Vec<PreparedLight>,
    pub(crate) ambient_light: AmbientLight,
    /// Whether colors are linear light until they are encoded for the display.
    pub(crate) linear: bool,
    pub(crate) style: Style<'a>,
    /// The sky of the world, behind everything in images by a perspective or a lens.
    pub(crate) sky: Option<SkyImage<'a>>,
    pub(crate) size: [u32; 2],
    /// How light becomes color, if not unchanged.
    pub(crate) development: Option<Development>,
    /// The tiles to render.
    pub(crate) tiles: &'a Tiles,
    /// Whether a ray was followed beyond a mirror.
    pub(crate) has_reflections: AtomicBool,
}

/// A band of image rows that is rendered by one thread.
pub(crate) struct RowBand<'a> {
    pub(crate) first_row: u32,
    /// Colors of the pixels. Empty if no colors were requested.
    pub(crate) rgba: &'a mut [[u8; 4]],
    /// Normals of the pixels. Empty if no normals were requested.
    pub(crate) normals: &'a mut [[f32; 3]],
    pub(crate) depth: &'a mut [f32],
    /// Nodes of the pixels. Empty if no nodes were requested.
    pub(crate) nodes: &'a mut [Option<NodeId>],
}

/// Renders tiles with the buffers of one thread.
pub(crate) struct TileRenderer<'a> {
    scene: &'a Scene<'a>,
    parts: Parts<'a>,
    shader: SurfaceShader<'a>,
    hits: TileHits<NodeId>,
    pixels: Box<TilePixels>,
    surfaces: Box<SurfaceColumns>,
    groups: Groups,
    /// The sky in the current tile.
    sky: SkyBlocks,
    rays: Vec<Ray>,
    /// The numbers of the rays that are cast singly.
    numbers: Vec<usize>,
    ray_hits: Vec<Option<Hit>>,
    /// Rows of surface points that the current source may light, in the order of the shadow rays.
    shadowed: Vec<u32>,
    /// With ambient occlusion.
    occlusion: Option<Box<Occlusion>>,
    /// The distances from which the rays of a tile are cast. [m]
    starts: Box<[f32; RayTile::COUNT]>,
    rows: PictureRows,
}

impl<'a> TileRenderer<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> TileRenderer<'a> {
        TileRenderer {
            scene,
            parts: Parts::new(scene.world, scene.camera.position, scene.linear, scene.style.colors),
            shader: SurfaceShader::new(scene.world, &scene.camera, scene.linear),
            hits: TileHits::default(),
            pixels: TilePixels::new(),
            surfaces: SurfaceColumns::new(),
            groups: Groups::default(),
            sky: SkyBlocks::default(),
            rays: Vec::new(),
            numbers: Vec::new(),
            ray_hits: Vec::new(),
            shadowed: Vec::new(),
            occlusion: (scene.style.occlusion_m > 0.0).then(|| Box::new(Occlusion::new())),
            starts: Box::new([0.0; RayTile::COUNT]),
            rows: PictureRows::new(),
        }
    }

    /// Renders all pixels of a band.
    pub(crate) fn draw(&mut self, row_band: &mut RowBand<'_>) {
        let width = self.scene.size[0];
        for first_column in (0..width).step_by(WIDTH as usize) {
            if !self.scene.tiles.holds(first_column, row_band.first_row) {
                continue;
            }
            let first = [first_column, row_band.first_row];
            self.pixels.begin(&self.scene.camera, first, self.scene.size, self.scene.style.normals);
            self.prefetch(row_band);
            self.sky = self.scene.sky_blocks(row_band.first_row);
            let tile = self.ray_tile(first_column, row_band.first_row);
            for layer in 0..LAYERS_MAX {
                if self.pixels.active == 0 {
                    break;
                }
                self.find_surfaces(tile.as_ref(), layer == 0);
                self.prefetch(row_band);
                self.group();
                self.prefetch(row_band);
                self.shade_groups(row_band, layer + 1 == LAYERS_MAX);
                if self.scene.style.normals {
                    self.pixels.record_normals(&self.hits);
                }
            }
            picture_rows::write(&mut self.rows, &self.pixels, row_band, width, self.parts.nodes());
        }
    }

    /// Prefetches the places of the next row of the tile.
    fn prefetch(&mut self, row_band: &RowBand<'_>) {
        self.rows.prefetch(&self.pixels, row_band, self.scene.size[0], 1);
    }

    /// The rays of a tile, if surfaces are found by rasterization.
    fn ray_tile(&self, first_column: u32, first_row: u32) -> Option<RayTile> {
        let tile = self.scene.camera.tile(first_column, first_row)?;
        (self.scene.style.visibility == Visibility::Raster).then_some(tile)
    }

    /// Finds the hits of the active rays, and sets their distances in the pixels.
    fn find_surfaces(&mut self, tile: Option<&RayTile>, is_first: bool) {
        let scene = self.scene;
        let filter = scene.style.filter();
        let in_tile = (is_first || self.pixels.active > FEW) && !self.pixels.has_mirrored;
        if let Some(tile) = tile.filter(|_| in_tile) {
            let starts = if is_first {
                None
            } else {
                for (ray, start) in self.starts.iter_mut().enumerate() {
                    *start = if self.pixels.is_active[ray] { self.pixels.from[ray] } else { -1.0 };
                }
                Some(&*self.starts)
            };
            scene.world.cast_tile(tile, starts, &filter, &mut self.hits);
            for run in self.hits.runs.iter().filter(|run| run.surface.is_some()) {
                let rays = run.rays.clone();
                self.pixels.from[rays.clone()].copy_from_slice(&self.hits.distance[rays]);
            }
            return;
        }
        self.cast_singly(&filter);
    }

    /// Finds the hits of the active rays one by one.
    fn cast_singly(&mut self, filter: &RayFilter<'_>) {
        let (scene, pixels) = (self.scene, &mut *self.pixels);
        self.numbers.clear();
        self.numbers.extend((0..RayTile::COUNT).filter(|&ray| pixels.is_active[ray]));
        self.rays.clear();
        let ray = |&ray: &usize| scene.camera.ray(&pixels.pixel_ray(ray), pixels.from[ray]);
        self.rays.extend(self.numbers.iter().map(ray));
        scene.world.cast_rays(&self.rays, filter, &mut self.ray_hits);
        self.hits.clear();
        for (&ray, hit) in self.numbers.iter().zip(&mut self.ray_hits) {
            let pixel_ray = pixels.pixel_ray(ray);
            let near = if pixels.is_mirrored[ray] { 0.0 } else { scene.camera.near(&pixel_ray) };
            if hit.is_some_and(|hit| pixels.from[ray] + hit.distance < near) {
                // Rays start at the camera, not at the near clip plane: rays with a common origin are faster. The few
                // rays that hit a surface in front of the near plane are cast again from there.
                pixels.from[ray] = near;
                *hit = scene.world.cast_single_ray(&scene.camera.ray(&pixel_ray, near), filter);
            }
            let found = hit.map(|hit| {
                pixels.from[ray] += hit.distance;
                let surface = HitSurface { object: hit.node, part: hit.part, triangle: hit.triangle };
                (surface, pixels.from[ray], hit.normal)
            });
            self.hits.record(ray, found);
        }
    }

    /// Shows the sky where nothing was hit, and groups the other rays by their materials.
    fn group(&mut self) {
        let (scene, pixels) = (self.scene, &mut *self.pixels);
        self.groups.clear();
        for run in &self.hits.runs {
            let Some(surface) = &run.surface else {
                if scene.style.colors {
                    if scene.sky.is_none() && !pixels.has_mirrored {
                        composition::show_sky(pixels, &run.rays, &self.sky);
                    } else {
                        pixels.show_surroundings(&run.rays, scene, &self.sky);
                    }
                }
                continue;
            };
            self.groups.add(run.rays.clone(), surface, &mut self.parts);
        }
        pixels.is_active.fill(false);
        pixels.active = 0;
    }

    /// Composites the surfaces that were found.
    fn shade_groups(&mut self, row_band: &RowBand<'_>, is_last: bool) {
        for number in 0..self.groups.len() {
            let group = self.groups.get(number);
            let material = self.parts.material(group.part, group.slot, group.is_surface);
            if !self.scene.style.colors && material.has_uniform_opacity {
                self.pass(number, material.properties.opacity, is_last);
                self.prefetch(row_band);
            } else {
                self.shade_group(number, &material, row_band, is_last);
            }
        }
    }

    /// Composites a group without colors.
    fn pass(&mut self, number: usize, opacity: f32, is_last: bool) {
        let group = self.groups.get(number);
        let node = group.part as u32 + 1;
        if opacity >= 1.0 {
            return composition::cover_runs(&mut self.pixels, &group.runs, node);
        }
        for run in &group.runs {
            for ray in run.first..run.end {
                if opacity > 0.5 {
                    self.pixels.record(ray, node);
                }
                self.pixels.composite(ray, if is_last { 1.0 } else { opacity }, Vec3A::ZERO);
            }
        }
    }

    /// Shades and composites a group.
    fn shade_group(
        &mut self,
        number: usize,
        material: &PreparedMaterial<'_>,
        row_band: &RowBand<'_>,
        is_last: bool,
    ) {
        let scene = self.scene;
        let part = self.groups.get(number).part;
        let has_start = scene.camera.has_start() || self.pixels.has_mirrored;
        let mut source = RowSource {
            group: number,
            run: 0,
            done: 0,
            has_start,
            facet_parts: material.is_detailed().then_some(material.facet_parts),
        };
        while !self.groups.is_done(&source) {
            self.surfaces.begin(&material.properties);
            groups::append(&mut self.surfaces, &self.pixels, &self.hits, &self.groups, &mut source);
            self.prefetch(row_band);
            let placement = self.parts.get(part).frame().map(|frame| &frame.placement);
            let placement = placement.filter(|_| material.is_detailed());
            self.shader.shade(&mut self.surfaces, material, placement, &self.pixels, has_start);
            self.prefetch(row_band);
            if scene.style.colors {
                self.light();
                self.prefetch(row_band);
            }
            let (mirror, node) = (material.properties.mirror, part as u32 + 1);
            if scene.style.colors && !is_last && mirror > 0.0 {
                self.mirror(node, mirror);
            } else {
                self.blend(node, is_last);
            }
        }
    }

    /// Composites mirrors over the objects that they reflect. As in MuJoCo, they have their own color where they reflect none.
    fn mirror(&mut self, node: u32, share: f32) {
        self.scene.has_reflections.store(true, Ordering::Relaxed);
        let (surfaces, pixels) = (&*self.surfaces, &mut *self.pixels);
        for row in 0..surfaces.count {
            let ray = surfaces.ray[row] as usize;
            let opacity = surfaces.opacity[row];
            if opacity > 0.5 {
                pixels.record(ray, node);
            }
            pixels.composite(ray, opacity * (1.0 - share), surfaces.color(row));
            let [point, outwards] =
                [&surfaces.point, &surfaces.outwards].map(|columns| SurfaceColumns::vector(columns, row));
            pixels.reflect(ray, point, outwards, surfaces.color(row));
        }
    }

    /// Composites the surface points over the surfaces behind them.
    fn blend(&mut self, node: u32, is_last: bool) {
        let (surfaces, pixels) = (&*self.surfaces, &mut *self.pixels);
        if surfaces.opacity[..surfaces.count].iter().all(|&opacity| opacity >= 1.0) {
            // Nothing is seen behind it.
            return composition::cover(pixels, surfaces, node);
        }
        for row in 0..surfaces.count {
            let ray = surfaces.ray[row] as usize;
            let opacity = surfaces.opacity[row];
            if opacity > 0.5 {
                pixels.record(ray, node);
            }
            pixels.composite(ray, if is_last { 1.0 } else { opacity }, surfaces.color(row));
        }
    }
}

impl TilePixels {
    /// Shows the surroundings behind the active ones of some rays: the image of the sky, or the plain sky of the tile, and behind
    /// mirrors their own color.
    fn show_surroundings(&mut self, rays: &Range<usize>, scene: &Scene<'_>, plain: &SkyBlocks) {
        for ray in rays.clone().filter(|&ray| self.is_active[ray]) {
            let color = match &scene.sky {
                _ if self.is_mirrored[ray] => self.unmirrored[ray],
                Some(sky) => {
                    let color = sky.color(self.pixel_ray(ray).direction);
                    scene.development.map_or(color, |development| development.of_display(color))
                }
                None => composition::plain_sky(plain, ray),
            };
            let color = color * self.transmittance[ray];
            for (column, part) in self.rgb.iter_mut().zip(color.to_array()) {
                column[ray] += part;
            }
        }
    }

    /// Composites a surface over the surfaces behind it. If the pixel sees behind it, its ray continues there.
    #[inline(always)]
    fn composite(&mut self, ray: usize, opacity: f32, color: Vec3A) {
        let weight = self.transmittance[ray] * opacity;
        for (column, part) in self.rgb.iter_mut().zip(color.to_array()) {
            column[ray] += weight * part;
        }
        self.transmittance[ray] *= 1.0 - opacity;
        if self.transmittance[ray] > FAINT {
            self.from[ray] += 1e-4 + 1e-6 * self.from[ray];
            self.is_active[ray] = true;
            self.active += 1;
        }
    }
}

impl Scene<'_> {
    /// The sky in a tile with this first row.
    fn sky_blocks(&self, first_row: u32) -> SkyBlocks {
        let mut blocks = SkyBlocks::default();
        for (row, block) in (first_row..).step_by(4).zip(&mut blocks) {
            for (below, row) in (row..row + 4).enumerate() {
                for (column, part) in block.iter_mut().zip(self.backdrop(row).to_array()) {
                    column[4 * below..4 * below + 4].fill(part);
                }
            }
        }
        blocks
    }

    fn backdrop(&self, row: u32) -> Vec3A {
        match self.style.sky {
            Sky::Horizon => self.world.horizon().into(),
            Sky::Backdrop { bottom, top } => {
                let share = (row as f32 + 0.5) / self.size[1] as f32;
                Vec3A::from(top).lerp(bottom.into(), share)
            }
        }
    }
}
