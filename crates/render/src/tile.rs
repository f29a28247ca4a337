//! Renders an image tile by tile.

use glam::{Vec3, Vec3A};
use morse_world::{Hit, NodeId, Ray, RayFilter, RayKind, World};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::reflection;
use crate::reflection::Light;
use crate::shading::lights::PreparedLight;
use crate::shading::paint::Paint;
use crate::shading::srgb;
use crate::shading::surface_sampler::{SurfaceHit, SurfaceSampler};
use crate::{Sky, Style};

/// Size of a tile: its rays fit in the first-level cache, and are enough to be worth a call. [pixels]
const WIDTH: u32 = 32;
/// Height of a tile. [pixels]
pub(crate) const HEIGHT: u32 = 8;
/// Size of a packet of rays in a tile: the most square arrangement of eight. [pixels]
const PACKET: [u32; 2] = [4, 2];
/// Maximum number of transparent layers.
const LAYERS_MAX: u32 = 8;
/// Light behind transparent layers that is fainter than this is ignored.
const FAINT: f32 = 1.0 / 256.0;

/// The data that all tiles of an image share.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a World,
    pub(crate) camera: PreparedCamera,
    pub(crate) lights: Vec<PreparedLight>,
    /// On what faces up, and on what faces down.
    pub(crate) ambient: [Vec3A; 2],
    /// Light from all around that surfaces give back whatever their colour.
    pub(crate) ambient_added: Vec3A,
    /// Colours are proportional to light until they are encoded for the screen.
    pub(crate) linear: bool,
    pub(crate) style: Style<'a>,
    pub(crate) size: [u32; 2],
}

/// Rows of an image that are rendered together.
pub(crate) struct RowBand<'a> {
    pub(crate) first_row: u32,
    /// Empty if there are no colours.
    pub(crate) rgba: &'a mut [[u8; 4]],
    pub(crate) depth: &'a mut [f32],
    pub(crate) nodes: &'a mut [Option<NodeId>],
}

/// The buffers of a thread, kept from tile to tile.
pub(crate) struct TileRenderer<'a> {
    scene: &'a Scene<'a>,
    sampler: SurfaceSampler<'a>,
    rays: Vec<Ray>,
    hits: Vec<Option<Hit>>,
    pixels: Vec<Pixel>,
    /// Pixels that still need a hit, in the order of the rays.
    looking: Vec<u32>,
    /// Those of them that see through what they found.
    seeing_on: Vec<u32>,
    /// What was found, if it waits for shadows.
    spots: Vec<SurfacePoint>,
    /// Light towards the spots, in the order of the rays.
    arriving: Vec<(u32, Light)>,
}

/// A pixel in progress.
struct Pixel {
    /// Its index in the band.
    place: usize,
    row: u32,
    pixel_ray: PixelRay,
    /// The distance up to which its ray was cast. [m]
    from: f32,
    rgb: Vec3A,
    /// Share of what comes next.
    left: f32,
    found: bool,
}

/// A visible point of a surface.
struct SurfacePoint {
    pixel: u32,
    /// The point relative to the camera. [m]
    point: Vec3,
    /// The geometric normal.
    outwards: Vec3,
    shade: Paint,
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
            looking: Vec::new(),
            seeing_on: Vec::new(),
            spots: Vec::new(),
            arriving: Vec::new(),
        }
    }

    /// Renders all pixels of a band.
    pub(crate) fn draw(&mut self, row_band: &mut RowBand<'_>) {
        for first_column in (0..self.scene.size[0]).step_by(WIDTH as usize) {
            self.begin(row_band, first_column);
            for layer in 0..LAYERS_MAX {
                let is_last = layer + 1 == LAYERS_MAX;
                self.look(row_band, is_last);
                if !self.spots.is_empty() {
                    self.light_with_shadows();
                    self.blend(is_last);
                }
                std::mem::swap(&mut self.looking, &mut self.seeing_on);
                if self.looking.is_empty() {
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
                for (column, pixel_ray) in (first..width).zip(scene.camera.four_sights(first, row)) {
                    self.pixels.push(Pixel {
                        place: (y + dy) as usize * width as usize + column as usize,
                        row,
                        pixel_ray,
                        from: 0.0,
                        rgb: Vec3A::ZERO,
                        left: 1.0,
                        found: false,
                    });
                }
            }
        }
        self.looking.clear();
        self.looking.extend(0..self.pixels.len() as u32);
    }

    /// Finds what the pixels that still look see next, and puts it into them, unless it waits for shadows.
    fn look(&mut self, row_band: &mut RowBand<'_>, is_last: bool) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        self.rays.clear();
        let (pixels, looking) = (&mut self.pixels, &self.looking);
        self.rays.extend(looking.iter().map(|&number| {
            let pixel = &pixels[number as usize];
            scene.camera.ray(&pixel.pixel_ray, pixel.from)
        }));
        scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
        self.spots.clear();
        self.seeing_on.clear();
        for (&number, hit) in looking.iter().zip(&mut self.hits) {
            let pixel = &mut pixels[number as usize];
            let near = scene.camera.near(&pixel.pixel_ray);
            if hit.is_some_and(|hit| pixel.from + hit.distance < near) {
                // All rays of a perspective camera start at one point, which is faster; few have to be cast again.
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
                pixel.rgb += pixel.left * scene.sky(pixel.row);
                pixel.left = 0.0;
                continue;
            };
            pixel.from += hit.distance;
            let point = pixel.pixel_ray.start + pixel.pixel_ray.direction * pixel.from;
            let meeting = SurfaceHit { hit, pixel_ray: &pixel.pixel_ray, from: pixel.from, point };
            if !scene.style.colours {
                let opacity = self.sampler.opacity(&meeting);
                pixel.find(row_band, hit.node, opacity);
                if pixel.cover(if is_last { 1.0 } else { opacity }, Vec3A::ZERO) {
                    self.seeing_on.push(number);
                }
                continue;
            }
            let shade = self.sampler.shade(&meeting);
            pixel.find(row_band, hit.node, shade.opacity);
            let mut light = scene.around(&shade);
            if scene.style.shadows {
                self.spots.push(SurfacePoint { pixel: number, point, outwards: hit.normal, shade, light });
                continue;
            }
            for source in &scene.lights {
                if let Some((_, arrived)) =
                    reflection::of_lamp(source, &shade, point, hit.normal, pixel.pixel_ray.direction)
                {
                    light += arrived;
                }
            }
            let opacity = if is_last { 1.0 } else { shade.opacity };
            if pixel.cover(opacity, scene.colour(&shade, light)) {
                self.seeing_on.push(number);
            }
        }
    }

    /// Adds the light of the lamps that nothing hides from the spots.
    fn light_with_shadows(&mut self) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        for source in &scene.lights {
            self.arriving.clear();
            self.rays.clear();
            for (number, spot) in self.spots.iter().enumerate() {
                let pixel = &self.pixels[spot.pixel as usize];
                let direction = pixel.pixel_ray.direction;
                let lit = reflection::of_lamp(source, &spot.shade, spot.point, spot.outwards, direction);
                let Some((arriving, light)) = lit else { continue };
                // Off the surface, by more than the rounding of the distance.
                let off = 1e-3 + 1e-5 * pixel.from;
                self.rays.push(Ray {
                    origin: scene.camera.place + (spot.point + spot.outwards * off).as_dvec3(),
                    direction: arriving.from,
                    max_distance: arriving.distance - off,
                });
                self.arriving.push((number as u32, light));
            }
            scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
            for ((number, light), hit) in self.arriving.iter().zip(&self.hits) {
                if hit.is_none() {
                    self.spots[*number as usize].light += *light;
                }
            }
        }
    }

    /// Puts the spots over what comes behind them.
    fn blend(&mut self, is_last: bool) {
        for spot in &self.spots {
            let opacity = if is_last { 1.0 } else { spot.shade.opacity };
            let colour = self.scene.colour(&spot.shade, spot.light);
            if self.pixels[spot.pixel as usize].cover(opacity, colour) {
                self.seeing_on.push(spot.pixel);
            }
        }
    }
}

impl Pixel {
    /// Writes down what is there, if it is the first that is not mostly looked through.
    #[inline]
    fn find(&mut self, row_band: &mut RowBand<'_>, node: NodeId, opacity: f32) {
        if !self.found && opacity > 0.5 {
            self.found = true;
            row_band.depth[self.place] = self.from * self.pixel_ray.ahead;
            row_band.nodes[self.place] = Some(node);
        }
    }

    /// Puts a surface over what comes behind it. Whether that is seen too; if so, it looks from there on.
    #[inline]
    fn cover(&mut self, opacity: f32, colour: Vec3A) -> bool {
        self.rgb += self.left * opacity * colour;
        self.left *= 1.0 - opacity;
        let sees_on = self.left > FAINT;
        if sees_on {
            self.from += 1e-4 + 1e-6 * self.from;
        }
        sees_on
    }
}

impl Scene<'_> {
    /// Ambient light on a surface, and its emission.
    #[inline]
    fn around(&self, shade: &Paint) -> Light {
        let [above, below] = self.ambient;
        let around = below.lerp(above, 0.5 + 0.5 * shade.normal.z);
        Light { diffuse: around + shade.emission, specular: shade.ambient * self.ambient_added }
    }

    /// The colour that a surface has in a light.
    #[inline]
    fn colour(&self, shade: &Paint, light: Light) -> Vec3A {
        let light = if self.style.soft { light.softened() } else { light };
        let colour = if shade.shadeless { shade.rgb } else { shade.rgb * light.diffuse + light.specular };
        if self.linear { srgb::encode(colour.into()).into() } else { colour }
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
