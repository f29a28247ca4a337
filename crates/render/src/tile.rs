//! Renders an image tile by tile.

use glam::{Vec3, Vec3A};
use morse_world::{Hit, NodeId, Ray, RayFilter, RayKind, World};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::redraw::{HEIGHT, Tiles, WIDTH};
use crate::reflection;
use crate::reflection::Light;
use crate::shading::lights::PreparedLight;
use crate::shading::srgb;
use crate::shading::surface_properties::SurfaceProperties;
use crate::shading::surface_sampler::{SurfaceHit, SurfaceSampler};
use crate::{Sky, Style};

/// Width and height of a ray packet in a tile: the most square arrangement of eight rays. [pixels]
const PACKET: [u32; 2] = [4, 2];
/// Maximum number of transparent layers.
const LAYERS_MAX: u32 = 8;
/// Surfaces behind transparent layers are ignored if the transmittance is below this.
const FAINT: f32 = 1.0 / 256.0;

/// The data that all tiles of an image share.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a World,
    pub(crate) camera: PreparedCamera,
    pub(crate) lights: Vec<PreparedLight>,
    /// Ambient light on surfaces that face up and on surfaces that face down.
    pub(crate) ambient: [Vec3A; 2],
    /// Ambient light that surfaces reflect regardless of their color.
    pub(crate) ambient_added: Vec3A,
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
    pixels: Vec<Pixel>,
    /// Indices of the pixels whose rays are cast next, in the order of the rays.
    active: Vec<u32>,
    /// Indices of the pixels whose rays continue behind a transparent surface.
    continuing: Vec<u32>,
    /// The surface points of this layer, if shadows are computed.
    surface_points: Vec<SurfacePoint>,
    /// Light from the current source towards surface points, in the order of the shadow rays.
    arriving: Vec<(u32, Light)>,
}

/// A pixel in progress.
struct Pixel {
    /// Index of the pixel in the band.
    place: usize,
    row: u32,
    pixel_ray: PixelRay,
    /// The distance along the ray from which it is cast next. [m]
    from: f32,
    rgb: Vec3A,
    /// Transmittance of the surfaces so far: the weight of the next surface.
    transmittance: f32,
    found: bool,
}

/// A visible point of a surface.
struct SurfacePoint {
    pixel: u32,
    /// The point relative to the camera. [m]
    point: Vec3,
    /// The geometric normal.
    outwards: Vec3,
    surface: SurfaceProperties,
    light: Light,
}

impl<'a> TileRenderer<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> TileRenderer<'a> {
        TileRenderer {
            scene,
            sampler: SurfaceSampler::new(scene.world, &scene.camera, scene.linear),
            rays: Vec::new(),
            hits: Vec::new(),
            pixels: Vec::new(),
            active: Vec::new(),
            continuing: Vec::new(),
            surface_points: Vec::new(),
            arriving: Vec::new(),
        }
    }

    /// Renders all pixels of a band.
    pub(crate) fn draw(&mut self, row_band: &mut RowBand<'_>) {
        for first_column in (0..self.scene.size[0]).step_by(WIDTH as usize) {
            if !self.scene.tiles.holds(first_column, row_band.first_row) {
                continue;
            }
            self.begin(row_band, first_column);
            for layer in 0..LAYERS_MAX {
                let is_last = layer + 1 == LAYERS_MAX;
                self.trace_layer(row_band, is_last);
                if !self.surface_points.is_empty() {
                    self.light_with_shadows();
                    self.blend(is_last);
                }
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

    /// Initializes the pixels of a tile, packet by packet.
    fn begin(&mut self, row_band: &RowBand<'_>, first_column: u32) {
        let (scene, [width, height]) = (self.scene, self.scene.size);
        self.pixels.clear();
        let [across, down] = PACKET;
        const { assert!(PACKET[0] == 4) };
        for (y, x) in
            (0..HEIGHT / down).flat_map(|y| (0..WIDTH / across).map(move |x| (y * down, x * across)))
        {
            for dy in 0..down {
                let (first, row) = (first_column + x, row_band.first_row + y + dy);
                if row >= height {
                    break;
                }
                for (column, pixel_ray) in (first..width).zip(scene.camera.four_pixel_rays(first, row)) {
                    self.pixels.push(Pixel {
                        place: (y + dy) as usize * width as usize + column as usize,
                        row,
                        pixel_ray,
                        from: 0.0,
                        rgb: Vec3A::ZERO,
                        transmittance: 1.0,
                        found: false,
                    });
                }
            }
        }
        self.active.clear();
        self.active.extend(0..self.pixels.len() as u32);
    }

    /// Casts the rays of the active pixels and composites their hits. With shadows, collects the hits as surface points
    /// instead.
    fn trace_layer(&mut self, row_band: &mut RowBand<'_>, is_last: bool) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        self.rays.clear();
        let (pixels, active) = (&mut self.pixels, &self.active);
        self.rays.extend(active.iter().map(|&number| {
            let pixel = &pixels[number as usize];
            scene.camera.ray(&pixel.pixel_ray, pixel.from)
        }));
        scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
        self.surface_points.clear();
        self.continuing.clear();
        for (&number, hit) in active.iter().zip(&mut self.hits) {
            let pixel = &mut pixels[number as usize];
            let near = scene.camera.near(&pixel.pixel_ray);
            if hit.is_some_and(|hit| pixel.from + hit.distance < near) {
                // Rays start at the camera, not at the near clip plane: rays with a common origin are faster. The few
                // rays that hit a surface in front of the near plane are cast again from there.
                pixel.from = near;
                let mut again = Vec::new();
                scene.world.cast_rays(&[scene.camera.ray(&pixel.pixel_ray, near)], &filter, &mut again);
                *hit = again.pop().flatten();
            }
            let Some(hit) = hit else {
                if !pixel.found {
                    row_band.depth[pixel.place] = f32::INFINITY;
                    row_band.nodes[pixel.place] = None;
                }
                pixel.rgb += pixel.transmittance * scene.sky(pixel.row);
                pixel.transmittance = 0.0;
                continue;
            };
            pixel.from += hit.distance;
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
            let mut light = scene.ambient_light(&surface);
            if scene.style.shadows {
                self.surface_points.push(SurfacePoint {
                    pixel: number,
                    point,
                    outwards: hit.normal,
                    surface,
                    light,
                });
                continue;
            }
            for source in &scene.lights {
                if let Some((_, arrived)) = reflection::of_light_source(
                    source,
                    &surface,
                    point,
                    hit.normal,
                    pixel.pixel_ray.direction,
                ) {
                    light += arrived;
                }
            }
            let opacity = if is_last { 1.0 } else { surface.opacity };
            if pixel.composite(opacity, scene.color(&surface, light)) {
                self.continuing.push(number);
            }
        }
    }

    /// Adds the light of the sources that are visible from the surface points.
    fn light_with_shadows(&mut self) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        for source in &scene.lights {
            self.arriving.clear();
            self.rays.clear();
            for (number, surface_point) in self.surface_points.iter().enumerate() {
                let pixel = &self.pixels[surface_point.pixel as usize];
                let direction = pixel.pixel_ray.direction;
                let lit = reflection::of_light_source(
                    source,
                    &surface_point.surface,
                    surface_point.point,
                    surface_point.outwards,
                    direction,
                );
                let Some((arriving, light)) = lit else { continue };
                // Offset from the surface by more than the rounding error of the distance.
                let off = 1e-3 + 1e-5 * pixel.from;
                self.rays.push(Ray {
                    origin: scene.camera.position
                        + (surface_point.point + surface_point.outwards * off).as_dvec3(),
                    direction: arriving.from,
                    max_distance: arriving.distance - off,
                });
                self.arriving.push((number as u32, light));
            }
            scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
            for ((number, light), hit) in self.arriving.iter().zip(&self.hits) {
                if hit.is_none() {
                    self.surface_points[*number as usize].light += *light;
                }
            }
        }
    }

    /// Composites the surface points over the surfaces behind them.
    fn blend(&mut self, is_last: bool) {
        for surface_point in &self.surface_points {
            let opacity = if is_last { 1.0 } else { surface_point.surface.opacity };
            let color = self.scene.color(&surface_point.surface, surface_point.light);
            if self.pixels[surface_point.pixel as usize].composite(opacity, color) {
                self.continuing.push(surface_point.pixel);
            }
        }
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
    /// Ambient light on a surface, and its emission.
    #[inline]
    fn ambient_light(&self, surface: &SurfaceProperties) -> Light {
        let [above, below] = self.ambient;
        let ambient_light = below.lerp(above, 0.5 + 0.5 * surface.normal.z);
        Light { diffuse: ambient_light + surface.emission, specular: surface.ambient * self.ambient_added }
    }

    /// The display color of a surface in a light.
    #[inline]
    fn color(&self, surface: &SurfaceProperties, light: Light) -> Vec3A {
        let light = if self.style.soft { light.softened() } else { light };
        let color =
            if surface.shadeless { surface.rgb } else { surface.rgb * light.diffuse + light.specular };
        if self.linear { srgb::encode(color.into()).into() } else { color }
    }

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
    (rgb.clamp(Vec3A::ZERO, Vec3A::ONE) * 255.0 + 0.5).to_array().map(|part| part as u8)
}
