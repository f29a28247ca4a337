//! The background of a scene of Blender 2.80 and later: its color or image as the sky, and its light on all surfaces.

use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::sync::Arc;

use glam::{DVec3, EulerRot, Mat3, Vec3};
use image::DynamicImage;

use crate::ReadError;
use crate::display_color::{in_light, on_screen};
use crate::formats::blend::import::Import;
use crate::formats::blend::import::shader_nodes::{self, Backdrop};
use crate::formats::blend::view::View;
use crate::formats::images;
use crate::model::{Headlight, Pixels, Texture, TextureData, TextureId, ViewSettings};

/// Largest width of a side of the sky. [pixels]
const SIDE_MAX: u32 = 512;
/// The linear color of the background of a new file, which is grey.
const NEW_GRAY: f32 = 0.050_876;
/// Names of color spaces whose values are linear.
const LINEAR_SPACES: [&str; 4] = ["Linear", "Linear Rec.709", "Non-Color", "Raw"];

/// Light of all directions.
struct Panorama {
    width: usize,
    height: usize,
    /// Linear red, green and blue of each pixel, row by row from straight up.
    light: Vec<f32>,
    /// The frame of the image, in which the middle of the image is along +x, from that of the world.
    image_from_world: Mat3,
}

impl Import<'_, '_> {
    /// Reads the background of the scene. That of a new file, in a file without lamps, counts as none: the scene is lit as one
    /// without a file.
    pub(super) fn background(&mut self, scene: &View<'_>) -> Result<(), ReadError> {
        let Some(world) = scene.follow_as("world", "World") else { return Ok(()) };
        let backdrop = shader_nodes::backdrop(&world);
        if let Some(omission) = backdrop.omission {
            self.omissions.note(format!("background: {omission}"), &world.id_name());
        }
        if !backdrop.is_known {
            return Ok(());
        }
        let color = Vec3::from(backdrop.linear_rgb) * backdrop.strength;
        let panorama = match &backdrop.image {
            Some(image) => match self.panorama(image, &backdrop)? {
                None => return Ok(()),
                known => known,
            },
            None => None,
        };
        let is_new = (color - Vec3::splat(NEW_GRAY)).abs().max_element() < 1e-4;
        if panorama.is_none() && is_new && self.model.lights.is_empty() {
            return Ok(());
        }
        let (light, sky) = match &panorama {
            Some(panorama) => (panorama.mean() * backdrop.strength, panorama.cube(backdrop.strength)),
            None => (color, one_color(color)),
        };
        self.model.textures.push(Texture { name: world.id_name(), data: TextureData::Decoded(sky) });
        self.model.view = Some(ViewSettings {
            headlight: Some(Headlight { ambient: shown(light), diffuse: [0.0; 3], specular: [0.0; 3] }),
            sky: Some(TextureId::new(self.model.textures.len() - 1)),
            viewpoint: None,
        });
        Ok(())
    }

    /// The image of the background; `None` if it cannot be used, which is reported.
    fn panorama(&mut self, view: &View<'_>, backdrop: &Backdrop<'_>) -> Result<Option<Panorama>, ReadError> {
        let name = view.id_name();
        let texture = self.texture(view);
        let decoded = match &self.model.textures[texture.index()].data {
            TextureData::Packed(bytes) => images::decode_bytes(bytes),
            TextureData::File(path) => images::decode_file(path),
            TextureData::Decoded(_) | TextureData::Missing => {
                Err("is neither in the file nor beside it".to_owned())
            }
        };
        let image = match decoded {
            Ok(image) => image,
            Err(problem) => {
                self.warnings.add(format!("image '{name}' of the background {problem}; it counts as none"));
                return Ok(None);
            }
        };
        let is_linear = view
            .nested("colorspace_settings")
            .map(|settings| settings.text("name"))
            .is_some_and(|space| LINEAR_SPACES.contains(&space.as_str()));
        let [x, y, z] = backdrop.rotation;
        // A mapping node rotates the direction in which the image is looked up.
        let image_from_world = Mat3::from_euler(EulerRot::ZYX, z, y, x);
        let (width, height) = (image.width() as usize, image.height() as usize);
        self.budget.bytes(width.saturating_mul(height).saturating_mul(12), &format!("image {name}"))?;
        let is_float = matches!(image, DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_));
        let mut light = image.into_rgb32f().into_raw();
        for value in &mut light {
            *value = match *value {
                value if !value.is_finite() => 0.0,
                value if is_linear || is_float => value.max(0.0),
                value => in_light(value),
            };
        }
        Ok((width > 0 && height > 0).then_some(Panorama { width, height, light, image_from_world }))
    }
}

impl Panorama {
    /// The light of a direction of the world, interpolated between pixels.
    fn at(&self, direction: Vec3) -> Vec3 {
        let direction = self.image_from_world * direction;
        let across = 0.5 - libm::atan2f(direction.y, direction.x) / TAU;
        let down = (FRAC_PI_2 - libm::atan2f(direction.z, direction.truncate().length())) / PI;
        let (x, y) = (across * self.width as f32 - 0.5, down * self.height as f32 - 0.5);
        let column = |column: f32| (column as i64).rem_euclid(self.width as i64) as usize;
        let row = |row: f32| row.clamp(0.0, (self.height - 1) as f32) as usize;
        let pixel = |x: f32, y: f32| {
            let at = 3 * (row(y) * self.width + column(x));
            Vec3::from_slice(&self.light[at..at + 3])
        };
        let (left, above) = (x.floor(), y.floor());
        let upper = pixel(left, above).lerp(pixel(left + 1.0, above), x - left);
        let lower = pixel(left, above + 1.0).lerp(pixel(left + 1.0, above + 1.0), x - left);
        upper.lerp(lower, y - above)
    }

    /// The mean light over all directions: rows near the poles are small parts of the sphere.
    fn mean(&self) -> Vec3 {
        let rows = self.light.chunks(3 * self.width).enumerate().map(|(row, pixels)| {
            let share = libm::sin(f64::from((row as f32 + 0.5) / self.height as f32 * PI));
            let sum: DVec3 = pixels.chunks_exact(3).map(|pixel| Vec3::from_slice(pixel).as_dvec3()).sum();
            (share, sum * share / self.width as f64)
        });
        let (shares, sum) =
            rows.fold((0.0, DVec3::ZERO), |(shares, sum), (share, row)| (shares + share, sum + row));
        (sum / shares.max(f64::MIN_POSITIVE)).as_vec3()
    }

    /// The six squares of the sky.
    fn cube(&self, strength: f32) -> Pixels {
        let size = (self.width as u32 / 4).clamp(8, SIDE_MAX);
        // The inverse of the look-up in a cube map of OpenGL, whose y is up and whose z is along −y of the world.
        let sides: [fn(f32, f32) -> [f32; 3]; 6] = [
            |s, t| [1.0, -t, -s],
            |s, t| [-1.0, -t, s],
            |s, t| [s, 1.0, t],
            |s, t| [s, -1.0, -t],
            |s, t| [s, -t, 1.0],
            |s, t| [-s, -t, -1.0],
        ];
        let place = |at: u32| 2.0 * (at as f32 + 0.5) / size as f32 - 1.0;
        let mut rgba = Vec::with_capacity((size * size) as usize * 24);
        for side in sides {
            for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
                let [x, y, z] = side(place(column), place(row));
                let light = self.at(Vec3::new(x, -z, y).normalize()) * strength;
                rgba.extend(bytes(light));
            }
        }
        Pixels { width: size, height: 6 * size, rgba: Arc::from(rgba) }
    }
}

/// A sky of one color.
fn one_color(light: Vec3) -> Pixels {
    Pixels { width: 1, height: 6, rgba: Arc::from(bytes(light).repeat(6)) }
}

fn shown(light: Vec3) -> [f32; 3] {
    light.to_array().map(on_screen)
}

fn bytes(light: Vec3) -> [u8; 4] {
    let [red, green, blue] = shown(light).map(|part| (part * 255.0 + 0.5) as u8);
    [red, green, blue, 255]
}
