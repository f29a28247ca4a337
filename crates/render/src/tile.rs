//! Renders an image tile by tile.

use glam::{Vec3, Vec3A};
use morse_world::{Hit, NodeId, Ray, RayFilter, RayKind, RayTile, World};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::redraw::{Tiles, WIDTH};
use crate::shading::lighting::AmbientLight;
use crate::shading::lights::PreparedLight;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::surface_sampler::{SurfaceHit, SurfaceSampler};
use crate::shading::{lighting, srgb};
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
    pub(crate) size: [u32; 2],
    /// The tiles to render.
    pub(crate) tiles: &'a Tiles,
}

/// A band of image rows that is rendered by one thread.
pub(crate) struct RowBand<'a> {
    pub(crate) first_row: u32,
    /// Colors of the pixels. Empty if no colors were requested.
    pub(crate) rgba: &'a mut [[u8; 4]],
    pub(crate) depth: &'a mut [f32],
    pub(crate) nodes: &'a mut [Option<NodeId>],
}

/// Renders tiles with the buffers of one thread.
pub(crate) struct TileRenderer<'a> {
    scene: &'a Scene<'a>,
    sampler: SurfaceSampler<'a>,
    rays: Vec<Ray>,
    hits: Vec<Option<Hit>>,
    shadow_hits: Vec<Option<Hit>>,
    pixels: Vec<Pixel>,
    /// Indices of the pixels whose rays are cast next, in the order of the rays.
    active: Vec<u32>,
    /// Indices of the pixels whose rays continue behind a transparent surface.
    continuing: Vec<u32>,
    /// Surface points that are not in the pixels yet.
    surfaces: Box<SurfaceColumns>,
    /// Rows of surface points that the current source may light, in the order of the shadow rays.
    shadowed: Vec<u32>,
    /// The distances from which the rays of a tile are cast. [m]
    starts: Box<[f32; RayTile::COUNT]>,
}

/// A pixel in progress.
struct Pixel {
    /// Index of the pixel in the band.
    place: usize,
    /// Number of its ray in the tile.
    number: u16,
    row: u32,
    pixel_ray: PixelRay,
    /// The distance along the ray from which it is cast next. [m]
    from: f32,
    rgb: Vec3A,
    /// Transmittance of the surfaces so far: the weight of the next surface.
    transmittance: f32,
    found: bool,
}

impl<'a> TileRenderer<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> TileRenderer<'a> {
        TileRenderer {
            scene,
            sampler: SurfaceSampler::new(scene.world, &scene.camera, scene.linear),
            rays: Vec::new(),
            hits: Vec::new(),
            shadow_hits: Vec::new(),
            pixels: Vec::new(),
            active: Vec::new(),
            continuing: Vec::new(),
            surfaces: SurfaceColumns::new(),
            shadowed: Vec::new(),
            starts: Box::new([0.0; RayTile::COUNT]),
        }
    }

    /// Renders all pixels of a band.
    pub(crate) fn draw(&mut self, row_band: &mut RowBand<'_>) {
        for first_column in (0..self.scene.size[0]).step_by(WIDTH as usize) {
            if !self.scene.tiles.holds(first_column, row_band.first_row) {
                continue;
            }
            self.begin(row_band, first_column);
            let tile = self.ray_tile(first_column, row_band.first_row);
            for layer in 0..LAYERS_MAX {
                self.continuing.clear();
                let is_tile = self.find_surfaces(tile.as_ref(), layer == 0);
                self.shade_layer(row_band, is_tile, layer + 1 == LAYERS_MAX);
                std::mem::swap(&mut self.active, &mut self.continuing);
                if self.active.is_empty() {
                    break;
                }
            }
            if !row_band.rgba.is_empty() {
                for pixel in &self.pixels {
                    let [red, green, blue] = to_bytes(pixel.rgb);
                    row_band.rgba[pixel.place] = [red, green, blue, u8::MAX];
                }
            }
        }
    }

    /// The rays of a tile, if surfaces are found by rasterization.
    fn ray_tile(&self, first_column: u32, first_row: u32) -> Option<RayTile> {
        let tile = self.scene.camera.tile(first_column, first_row)?;
        (self.scene.style.visibility == Visibility::Raster).then_some(tile)
    }

    /// Initializes the pixels of a tile, in the order of its rays.
    fn begin(&mut self, row_band: &mut RowBand<'_>, first_column: u32) {
        let (scene, [width, height]) = (self.scene, self.scene.size);
        self.pixels.clear();
        for number in (0..RayTile::COUNT as u32).step_by(4) {
            let [x, y] = RayTile::pixel(number);
            let (first, row) = (first_column + x, row_band.first_row + y);
            if row >= height {
                continue;
            }
            let pixel_rays = scene.camera.four_pixel_rays(first, row);
            for ((column, pixel_ray), number) in (first..width).zip(pixel_rays).zip(number..) {
                let place = y as usize * width as usize + column as usize;
                if pixel_ray.direction == Vec3::ZERO {
                    // Outside of the image circle of a lens.
                    row_band.depth[place] = f32::INFINITY;
                    row_band.nodes[place] = None;
                    if let Some(pixel) = row_band.rgba.get_mut(place) {
                        *pixel = [0, 0, 0, u8::MAX];
                    }
                    continue;
                }
                self.pixels.push(Pixel {
                    place,
                    number: number as u16,
                    row,
                    pixel_ray,
                    from: 0.0,
                    rgb: Vec3A::ZERO,
                    transmittance: 1.0,
                    found: false,
                });
            }
        }
        self.active.clear();
        self.active.extend(0..self.pixels.len() as u32);
    }

    /// Finds the hits of the active pixels. Returns whether they are in the order of the rays of the tile, with distances from
    /// the camera; otherwise they are in the order of the active pixels, with distances from the starts of their rays.
    fn find_surfaces(&mut self, tile: Option<&RayTile>, is_first: bool) -> bool {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        let active = self.active.iter().map(|&number| &self.pixels[number as usize]);
        if let Some(tile) = tile.filter(|_| is_first || self.active.len() > FEW) {
            let starts = if is_first {
                None
            } else {
                self.starts.fill(-1.0);
                active.for_each(|pixel| self.starts[usize::from(pixel.number) % RayTile::COUNT] = pixel.from);
                Some(&*self.starts)
            };
            scene.world.cast_tile(tile, starts, &filter, &mut self.hits);
            return true;
        }
        self.rays.clear();
        self.rays.extend(active.map(|pixel| scene.camera.ray(&pixel.pixel_ray, pixel.from)));
        scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
        for (&number, hit) in self.active.iter().zip(&mut self.hits) {
            let pixel = &mut self.pixels[number as usize];
            let near = scene.camera.near(&pixel.pixel_ray);
            if hit.is_some_and(|hit| pixel.from + hit.distance < near) {
                // Rays start at the camera, not at the near clip plane: rays with a common origin are faster. The few
                // rays that hit a surface in front of the near plane are cast again from there.
                pixel.from = near;
                let mut again = Vec::new();
                scene.world.cast_rays(&[scene.camera.ray(&pixel.pixel_ray, near)], &filter, &mut again);
                *hit = again.pop().flatten();
            }
        }
        false
    }

    /// Composites the surfaces that were found.
    fn shade_layer(&mut self, row_band: &mut RowBand<'_>, is_tile: bool, is_last: bool) {
        let scene = self.scene;
        for nth in 0..self.active.len() {
            let number = self.active[nth];
            let pixel = &mut self.pixels[number as usize];
            let place = if is_tile { usize::from(pixel.number) } else { nth };
            let Some(hit) = self.hits.get(place).and_then(Option::as_ref) else {
                if !pixel.found {
                    row_band.depth[pixel.place] = f32::INFINITY;
                    row_band.nodes[pixel.place] = None;
                }
                pixel.rgb += pixel.transmittance * scene.sky(pixel.row);
                pixel.transmittance = 0.0;
                continue;
            };
            pixel.from = if is_tile { hit.distance } else { pixel.from + hit.distance };
            let point = pixel.pixel_ray.start + pixel.pixel_ray.direction * pixel.from;
            let surface_hit = SurfaceHit { hit, pixel_ray: &pixel.pixel_ray, from: pixel.from, point };
            if !scene.style.colors {
                let opacity = self.sampler.opacity(&surface_hit);
                pixel.record_surface(row_band, hit.node, opacity);
                if pixel.composite(if is_last { 1.0 } else { opacity }, Vec3A::ZERO) {
                    self.continuing.push(number);
                }
                continue;
            }
            let surface = self.sampler.shade(&surface_hit);
            pixel.record_surface(row_band, hit.node, surface.opacity);
            self.surfaces.push(number, [point, pixel.pixel_ray.direction, hit.normal], &surface);
            if self.surfaces.is_full() {
                self.blend(is_last);
            }
        }
        self.blend(is_last);
    }

    /// Composites the surface points over the surfaces behind them.
    fn blend(&mut self, is_last: bool) {
        let scene = self.scene;
        lighting::start(&mut self.surfaces, &scene.ambient_light);
        for source in &scene.lights {
            lighting::arrive(&mut self.surfaces, source);
            if scene.style.shadows {
                self.cast_shadows();
            }
            lighting::reflect(&mut self.surfaces, source);
        }
        lighting::color(&mut self.surfaces, &scene.ambient_light);
        for row in 0..self.surfaces.count {
            let color = self.surfaces.color(row);
            let color = if scene.linear { srgb::encode(color.into()).into() } else { color };
            let opacity = if is_last { 1.0 } else { self.surfaces.opacity[row] };
            let number = self.surfaces.pixel[row];
            if self.pixels[number as usize].composite(opacity, color) {
                self.continuing.push(number);
            }
        }
        self.surfaces.clear();
    }

    /// Removes the light of the current source from the surface points that it does not see.
    fn cast_shadows(&mut self) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        self.shadowed.clear();
        self.rays.clear();
        let surfaces = &mut self.surfaces;
        for row in (0..surfaces.count).filter(|&row| surfaces.light.strength[row] > 0.0) {
            let [point, outwards, from] = [&surfaces.point, &surfaces.outwards, &surfaces.light.from]
                .map(|it| SurfaceColumns::vector(it, row));
            // Offset from the surface by more than the rounding error of the distance.
            let off = 1e-3 + 1e-5 * self.pixels[surfaces.pixel[row] as usize].from;
            self.rays.push(Ray {
                origin: scene.camera.position + (point + outwards * off).as_dvec3(),
                direction: from,
                max_distance: surfaces.light.distance[row] - off,
            });
            self.shadowed.push(row as u32);
        }
        // The hits of the layer are still in use.
        let mut hits = std::mem::take(&mut self.shadow_hits);
        scene.world.cast_rays(&self.rays, &filter, &mut hits);
        for (&row, _) in self.shadowed.iter().zip(&hits).filter(|(_, hit)| hit.is_some()) {
            surfaces.light.strength[row as usize] = 0.0;
        }
        self.shadow_hits = hits;
    }
}

impl Pixel {
    /// Records depth and node of the first surface with an opacity above one half.
    #[inline]
    fn record_surface(&mut self, row_band: &mut RowBand<'_>, node: NodeId, opacity: f32) {
        if !self.found && opacity > 0.5 {
            self.found = true;
            row_band.depth[self.place] = self.from * self.pixel_ray.ahead;
            row_band.nodes[self.place] = Some(node);
        }
    }

    /// Composites a surface over the surfaces behind it. Returns whether the pixel sees behind it; its ray then continues
    /// there.
    #[inline]
    fn composite(&mut self, opacity: f32, color: Vec3A) -> bool {
        self.rgb += self.transmittance * opacity * color;
        self.transmittance *= 1.0 - opacity;
        let continues = self.transmittance > FAINT;
        if continues {
            self.from += 1e-4 + 1e-6 * self.from;
        }
        continues
    }
}

impl Scene<'_> {
    fn sky(&self, row: u32) -> Vec3A {
        match self.style.sky {
            Sky::Horizon => self.world.horizon().into(),
            Sky::Backdrop { bottom, top } => {
                let share = (row as f32 + 0.5) / self.size[1] as f32;
                Vec3A::from(top).lerp(bottom.into(), share)
            }
        }
    }
}

fn to_bytes(rgb: Vec3A) -> [u8; 3] {
    let [red, green, blue] = (rgb.clamp(Vec3A::ZERO, Vec3A::ONE) * 255.0 + 0.5).to_array();
    [red as u8, green as u8, blue as u8]
}
