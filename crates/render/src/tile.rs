//! How a few neighbouring pixels are made at a time.

use glam::{Vec3, Vec4};
use morse_world::{Hit, NodeId, Ray, RayFilter, RayKind, World};

use crate::eye::{Eye, Sight};
use crate::lamps::Lamp;
use crate::paint::{Paint, Painter};
use crate::{Sky, Style};

/// Size of a tile: few enough rays to stay in the nearest cache, enough to be worth a call. [pixels]
const WIDTH: u32 = 32;
/// [pixels]
pub(crate) const HEIGHT: u32 = 8;
/// Size of a packet of rays in a tile: as near to a square as eight are. [pixels]
const PACKET: [u32; 2] = [4, 2];
/// Surfaces that are looked through at most.
const LAYERS_MAX: u32 = 8;
/// What shines through a surface is left out if it is fainter than this.
const FAINT: f32 = 1.0 / 256.0;
/// Where light begins to fade into white, and what it never exceeds, so that nothing is brighter than its own colour.
const SOFT_FROM: f32 = 0.7;
const SOFT_TO: f32 = 1.0;
/// The highlight is as wide as the thirty-second power of a cosine.
const GLOSS_SQUARINGS: u32 = 5;

/// All that the tiles of a picture have in common.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a World,
    pub(crate) eye: Eye,
    pub(crate) lamps: Vec<Lamp>,
    /// On what faces up, and on what faces down.
    pub(crate) ambient: [Vec3; 2],
    pub(crate) style: Style<'a>,
    pub(crate) size: [u32; 2],
}

/// Rows of a picture that are made together.
pub(crate) struct Band<'a> {
    pub(crate) first_row: u32,
    /// Empty if there are no colours.
    pub(crate) rgba: &'a mut [[u8; 4]],
    pub(crate) depth: &'a mut [f32],
    pub(crate) nodes: &'a mut [Option<NodeId>],
}

/// What a thread works with, kept from tile to tile.
pub(crate) struct Brush<'a> {
    scene: &'a Scene<'a>,
    painter: Painter<'a>,
    rays: Vec<Ray>,
    hits: Vec<Option<Hit>>,
    pixels: Vec<Pixel>,
    /// Pixels that still look for something, in the order of the rays.
    looking: Vec<u32>,
    spots: Vec<Spot>,
    /// Light on its way to spots, in the order of the rays.
    arriving: Vec<(u32, Vec4)>,
}

/// A pixel in the making.
struct Pixel {
    /// Its place in the band.
    place: usize,
    row: u32,
    sight: Sight,
    /// How far it has been looked. [m]
    from: f32,
    rgb: Vec3,
    /// Share of what comes next.
    left: f32,
    found: bool,
}

/// A place on a surface that a pixel sees.
struct Spot {
    pixel: u32,
    /// From the camera. [m]
    point: Vec3,
    /// Of the surface itself.
    outwards: Vec3,
    paint: Paint,
    /// Light, and brightness of the highlight.
    light: Vec4,
}

impl<'a> Brush<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> Brush<'a> {
        Brush {
            scene,
            painter: Painter::new(scene.world, scene.eye.place),
            rays: Vec::new(),
            hits: Vec::new(),
            pixels: Vec::new(),
            looking: Vec::new(),
            spots: Vec::new(),
            arriving: Vec::new(),
        }
    }

    /// Makes all pixels of a band.
    pub(crate) fn draw(&mut self, band: &mut Band<'_>) {
        for first_column in (0..self.scene.size[0]).step_by(WIDTH as usize) {
            self.begin(band, first_column);
            for layer in 0..LAYERS_MAX {
                self.look(band);
                if self.scene.style.colours {
                    self.light();
                }
                self.blend(layer + 1 == LAYERS_MAX);
                if self.looking.is_empty() {
                    break;
                }
            }
            if !band.rgba.is_empty() {
                for pixel in &self.pixels {
                    let [red, green, blue] = pixel.rgb.to_array().map(to_byte);
                    band.rgba[pixel.place] = [red, green, blue, u8::MAX];
                }
            }
        }
    }

    /// Sets out the pixels of a tile, packet by packet.
    fn begin(&mut self, band: &Band<'_>, first_column: u32) {
        let (scene, [width, height]) = (self.scene, self.scene.size);
        self.pixels.clear();
        let [across, down] = PACKET;
        for (y, x) in
            (0..HEIGHT / down).flat_map(|y| (0..WIDTH / across).map(move |x| (y * down, x * across)))
        {
            for (dy, dx) in (0..down).flat_map(|dy| (0..across).map(move |dx| (dy, dx))) {
                let (column, row) = (first_column + x + dx, band.first_row + y + dy);
                if column < width && row < height {
                    self.pixels.push(Pixel {
                        place: (y + dy) as usize * width as usize + column as usize,
                        row,
                        sight: scene.eye.sight(column, row),
                        from: 0.0,
                        rgb: Vec3::ZERO,
                        left: 1.0,
                        found: false,
                    });
                }
            }
        }
        self.looking.clear();
        self.looking.extend(0..self.pixels.len() as u32);
    }

    /// Finds what the pixels that still look see next.
    fn look(&mut self, band: &mut Band<'_>) {
        let scene = self.scene;
        let filter = RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
        self.rays.clear();
        let (pixels, looking) = (&mut self.pixels, &self.looking);
        self.rays.extend(looking.iter().map(|&number| {
            let pixel = &pixels[number as usize];
            scene.eye.ray(&pixel.sight, pixel.from)
        }));
        scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
        self.spots.clear();
        for (&number, hit) in looking.iter().zip(&mut self.hits) {
            let pixel = &mut pixels[number as usize];
            let near = scene.eye.near(&pixel.sight);
            if hit.is_some_and(|hit| pixel.from + hit.distance < near) {
                // All rays of a camera start in one place, which is faster; few have to start again.
                pixel.from = near;
                let mut again = Vec::new();
                scene.world.cast_rays(&[scene.eye.ray(&pixel.sight, near)], &filter, &mut again);
                *hit = again.pop().flatten();
            }
            let Some(hit) = hit else {
                if !pixel.found {
                    band.depth[pixel.place] = f32::INFINITY;
                    band.nodes[pixel.place] = None;
                }
                pixel.rgb += pixel.left * scene.sky(pixel.row);
                pixel.left = 0.0;
                continue;
            };
            pixel.from += hit.distance;
            let point = pixel.sight.start + pixel.sight.direction * pixel.from;
            let paint = self.painter.paint(hit, point);
            if !pixel.found && paint.opacity > 0.5 {
                pixel.found = true;
                band.depth[pixel.place] = pixel.from * pixel.sight.ahead;
                band.nodes[pixel.place] = Some(hit.node);
            }
            let [above, below] = scene.ambient;
            let light = below.lerp(above, 0.5 + 0.5 * paint.normal.z).extend(0.0);
            self.spots.push(Spot { pixel: number, point, outwards: hit.normal, paint, light });
        }
    }

    /// Lights what was found.
    fn light(&mut self) {
        let scene = self.scene;
        for lamp in &scene.lamps {
            self.arriving.clear();
            self.rays.clear();
            for (number, spot) in self.spots.iter_mut().enumerate() {
                let arriving = lamp.at(spot.point);
                let slant = spot.paint.normal.dot(arriving.from);
                if slant <= 0.0 || spot.outwards.dot(arriving.from) <= 0.0 {
                    continue;
                }
                let back = self.pixels[spot.pixel as usize].sight.direction;
                let middle = (arriving.from - back).normalize_or_zero();
                let gloss = power(spot.paint.normal.dot(middle).max(0.0)) * spot.paint.gloss;
                let light = (arriving.rgb * slant).extend(gloss * arriving.rgb.max_element());
                if !scene.style.shadows {
                    spot.light += light;
                    continue;
                }
                // Off the surface, by more than the rounding of the distance.
                let off = 1e-3 + 1e-5 * self.pixels[spot.pixel as usize].from;
                self.rays.push(Ray {
                    origin: scene.eye.place + (spot.point + spot.outwards * off).as_dvec3(),
                    direction: arriving.from,
                    max_distance: arriving.distance - off,
                });
                self.arriving.push((number as u32, light));
            }
            if scene.style.shadows {
                let filter =
                    RayFilter { kind: RayKind::Visual, except: scene.style.except, ..RayFilter::default() };
                scene.world.cast_rays(&self.rays, &filter, &mut self.hits);
                for ((number, light), hit) in self.arriving.iter().zip(&self.hits) {
                    if hit.is_none() {
                        self.spots[*number as usize].light += *light;
                    }
                }
            }
        }
    }

    /// Puts what was found over what comes behind it, and leaves those looking who see through it.
    fn blend(&mut self, is_last: bool) {
        self.looking.clear();
        let is_soft = self.scene.style.soft;
        for spot in &self.spots {
            let pixel = &mut self.pixels[spot.pixel as usize];
            let opacity = if is_last { 1.0 } else { spot.paint.opacity };
            let light = if is_soft { softened(spot.light) } else { spot.light };
            let colour = spot.paint.rgb * light.truncate() + light.w;
            pixel.rgb += pixel.left * opacity * colour;
            pixel.left *= 1.0 - opacity;
            if pixel.left > FAINT {
                pixel.from += 1e-4 + 1e-6 * pixel.from;
                self.looking.push(spot.pixel);
            }
        }
    }
}

impl Scene<'_> {
    fn sky(&self, row: u32) -> Vec3 {
        match self.style.sky {
            Sky::Horizon => self.world.horizon().into(),
            Sky::Backdrop { bottom, top } => {
                let share = (row as f32 + 0.5) / self.size[1] as f32;
                Vec3::from(top).lerp(bottom.into(), share)
            }
        }
    }
}

/// Light up to [`SOFT_FROM`] as it is, and more of it as less and less more.
fn softened(light: Vec4) -> Vec4 {
    let most = light.truncate().max_element();
    let over = most - SOFT_FROM;
    if over <= 0.0 {
        return light;
    }
    let range = SOFT_TO - SOFT_FROM;
    light * ((SOFT_FROM + range * over / (over + range)) / most)
}

fn power(cosine: f32) -> f32 {
    (0..GLOSS_SQUARINGS).fold(cosine, |power, _| power * power)
}

fn to_byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}
