//! Images of `<texture>`: files, cubes of six images, and generated patterns.
//!
//! Source: MuJoCo's documentation, "XML reference", section "asset/texture".

use std::f64::consts::{FRAC_PI_2, SQRT_2};
use std::sync::Arc;

use crate::ReadError;
use crate::formats::images::pixels_of;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::{Pixels, Texture, TextureData, TextureId};

/// Sides of a cube in the order of its images: to +x, −x, +y, −y, +z, −z.
const SIDES: [(&str, char); 6] = [
    ("fileright", 'R'),
    ("fileleft", 'L'),
    ("fileup", 'U'),
    ("filedown", 'D'),
    ("filefront", 'F'),
    ("fileback", 'B'),
];
/// Largest width and height of a generated image. [pixels]
const SIDE_MAX: usize = 4096;
/// Share of the pixels with a random mark.
const MARKED_SHARE: f64 = 0.01;
/// Numbers of the sides that face up, down and to the front.
const UP: usize = 2;
const DOWN: usize = 3;
const FRONT: usize = 4;

/// An image of the file, and whether it is six images of a cube below each other.
#[derive(Clone, Copy)]
pub(super) struct Image {
    pub texture: TextureId,
    pub is_cube: bool,
}

/// A color between 0 and 1.
type Rgb = [f64; 3];

impl Import<'_> {
    /// Reads a `<texture>`; `None` if it is the sky, which is kept, or has neither a file nor a pattern that can be used.
    pub(super) fn image(&mut self, attributes: &Attributes<'_>) -> Result<Option<Image>, ReadError> {
        let name = attributes.text("name").or(attributes.text("file")).unwrap_or("texture").to_owned();
        let kind = attributes.text("type").unwrap_or("cube");
        let is_cube = kind != "2d";
        let data = if !matches!(attributes.text("builtin"), None | Some("none")) {
            Some(TextureData::Decoded(self.pattern(attributes, is_cube, &name)?))
        } else if !is_cube {
            attributes.text("file").map(|file| self.image_file(attributes, file))
        } else {
            self.cube(attributes)?.map(TextureData::Decoded)
        };
        let Some(data) = data else {
            self.note("textures without an image are left out", &name);
            return Ok(None);
        };
        let flips = [attributes.switch("hflip")?, attributes.switch("vflip")?].map(|flip| flip == Some(true));
        // Generated patterns are not mirrored.
        let is_of_file = matches!(attributes.text("builtin"), None | Some("none"));
        let data = if is_of_file && flips != [false; 2] { flipped(data, is_cube, flips) } else { data };
        self.model.textures.push(Texture { name, data });
        let texture = TextureId::new(self.model.textures.len() - 1);
        if kind == "skybox" {
            // MuJoCo shows the first sky.
            self.sky = self.sky.or(Some(texture));
            return Ok(None);
        }
        Ok(Some(Image { texture, is_cube }))
    }

    /// An image file, whose existence is checked.
    fn image_file(&mut self, attributes: &Attributes<'_>, file: &str) -> TextureData {
        let folder = self.compiler(attributes.tag).texture_folder.clone();
        let problem = match self.asset_path(attributes.tag, &folder, file) {
            Ok(path) if path.is_file() => return TextureData::File(path),
            Ok(path) => format!("image {} is missing", path.display()),
            Err(problem) => format!("image {file}: {problem}"),
        };
        self.warnings.add(format!("{}: {problem}", attributes.tag.place()));
        TextureData::Missing
    }

    /// The pixels of an image file; `None` if it cannot be used, which is reported.
    fn image_pixels(&mut self, attributes: &Attributes<'_>, file: &str) -> Option<Pixels> {
        let TextureData::File(path) = self.image_file(attributes, file) else { return None };
        match pixels_of(&path) {
            Ok(pixels) => Some(pixels),
            Err(problem) => {
                self.warnings.add(format!("{}: image {} {problem}", attributes.tag.place(), path.display()));
                None
            }
        }
    }

    /// The six images of a cube from six files, or from one with a grid of them.
    fn cube(&mut self, attributes: &Attributes<'_>) -> Result<Option<Pixels>, ReadError> {
        let blank = attributes.array::<3>("rgb1")?.unwrap_or([0.8; 3]);
        let mut sides: [Option<Pixels>; 6] = Default::default();
        if let Some(file) = attributes.text("file") {
            let Some(whole) = self.image_pixels(attributes, file) else { return Ok(None) };
            let [rows, columns] =
                attributes.array::<2>("gridsize")?.unwrap_or([1.0; 2]).map(|it| it as usize);
            let layout: Vec<char> = attributes.text("gridlayout").unwrap_or_default().chars().collect();
            if (rows, columns) == (1, 1) {
                sides = std::array::from_fn(|_| Some(whole.clone()));
            } else if rows == 0 || columns == 0 || layout.len() != rows.saturating_mul(columns) {
                let problem =
                    format!("gridlayout has {} characters, not {rows} times {columns}", layout.len());
                return Err(attributes.tag.error(problem));
            } else {
                for (cell, letter) in layout.iter().enumerate() {
                    if let Some(side) = SIDES.iter().position(|(_, known)| known == letter) {
                        sides[side] = Some(part(&whole, [rows, columns], [cell / columns, cell % columns]));
                    }
                }
            }
        }
        for (side, (name, _)) in SIDES.iter().enumerate() {
            if let Some(file) = attributes.text(name) {
                sides[side] = self.image_pixels(attributes, file);
            }
        }
        let size = sides.iter().flatten().map(|side| side.width.max(side.height) as usize).max();
        let Some(size) = size.filter(|size| *size > 0) else { return Ok(None) };
        self.budget.bytes(size * size * 24, "texture")?;
        let blank = opaque(blank);
        let mut rgba = Vec::with_capacity(size * size * 24);
        for side in &sides {
            for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
                let pixel = side.as_ref().filter(|side| side.width > 0 && side.height > 0).map(|side| {
                    let [x, y] = [(column, side.width), (row, side.height)]
                        .map(|(place, count)| place * count as usize / size);
                    pixel(side, x, y)
                });
                rgba.extend_from_slice(&pixel.unwrap_or(blank));
            }
        }
        Ok(Some(Pixels { width: size as u32, height: 6 * size as u32, rgba: Arc::from(rgba) }))
    }

    /// A generated pattern.
    fn pattern(
        &mut self,
        attributes: &Attributes<'_>,
        is_cube: bool,
        name: &str,
    ) -> Result<Pixels, ReadError> {
        let color = |name: &str, otherwise: f64| {
            Ok::<Rgb, ReadError>(attributes.array(name)?.unwrap_or([otherwise; 3]))
        };
        let side =
            |name: &str| Ok::<usize, ReadError>(attributes.number(name)?.unwrap_or(0.0).max(0.0) as usize);
        let width = side("width")?;
        let height = if is_cube { width } else { side("height")? };
        if !(1..=SIDE_MAX).contains(&width) || !(1..=SIDE_MAX).contains(&height) {
            let problem =
                format!("texture {name} is {width} × {height} pixels, not between 1 and {SIDE_MAX}");
            return Err(attributes.tag.error(problem));
        }
        let sides = if is_cube { 6 } else { 1 };
        self.budget.bytes(width * height * 4 * sides, "texture")?;
        let pattern = Pattern {
            kind: attributes.text("builtin").unwrap_or_default(),
            first: color("rgb1", 0.8)?,
            second: color("rgb2", 0.5)?,
            size: [width, height],
            is_cube,
        };
        let mark = opaque(color("markrgb", 0.0)?);
        let marks = attributes.text("mark").unwrap_or("none");
        let share = attributes.number("random")?.unwrap_or(MARKED_SHARE);
        let mut rgba = Vec::with_capacity(width * height * 4 * sides);
        for side in 0..sides {
            for (row, column) in (0..width * height).map(|at| (at / width, at % width)) {
                let is_marked = match marks {
                    "edge" => row == 0 || column == 0 || row == height - 1 || column == width - 1,
                    "cross" => row == height / 2 || column == width / 2,
                    "random" => is_drawn((side * width * height + row * width + column) as u64, share),
                    _ => false,
                };
                let color = if is_marked { mark } else { opaque(pattern.color(side, row, column)) };
                rgba.extend_from_slice(&color);
            }
        }
        Ok(Pixels { width: width as u32, height: (height * sides) as u32, rgba: Arc::from(rgba) })
    }
}

/// A generated pattern.
struct Pattern<'a> {
    kind: &'a str,
    first: Rgb,
    second: Rgb,
    size: [usize; 2],
    is_cube: bool,
}

impl Pattern<'_> {
    /// The color of a pixel of a side, as MuJoCo computes it.
    fn color(&self, side: usize, row: usize, column: usize) -> Rgb {
        let [width, height] = self.size;
        match self.kind {
            "checker" => {
                let is_first = (row < height / 2) == (column < width / 2);
                // The sides to the front and to the back have the other color first.
                if is_first == (side < FRONT) { self.first } else { self.second }
            }
            "gradient" => {
                let [x, y] = [(column, width), (row, height)]
                    .map(|(place, count)| 2.0 * place as f64 / (count as f64 - 1.0).max(1.0) - 1.0);
                let level = if self.is_cube {
                    // The angle above the horizon as a share of a right angle.
                    let aside = libm::hypot(x, y);
                    let (up, level) = match side {
                        UP => (1.0, aside),
                        DOWN => (-1.0, aside),
                        _ => (-y, libm::hypot(x, 1.0)),
                    };
                    libm::atan2(up, level) / FRAC_PI_2
                } else {
                    1.0 - 2.0 * libm::hypot(x, y).min(1.0)
                };
                let share = 0.5 * (1.0 + SQRT_2 * level / (1.0 + level * level).sqrt());
                [0, 1, 2].map(|channel| {
                    self.second[channel] + (self.first[channel] - self.second[channel]) * share
                })
            }
            _ if self.is_cube && side == DOWN => self.second,
            _ => self.first,
        }
    }
}

/// Whether the random number of a pixel is below a share: the same for every reading of a file.
fn is_drawn(pixel: u64, share: f64) -> bool {
    // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    let mixed = pixel.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64 <= share
}

/// A color in bytes, with full opacity. MuJoCo rounds down.
fn opaque(rgb: Rgb) -> [u8; 4] {
    let [r, g, b] = rgb.map(|value| (value.clamp(0.0, 1.0) * 255.0 + 1e-9) as u8);
    [r, g, b, 255]
}

fn pixel(pixels: &Pixels, x: usize, y: usize) -> [u8; 4] {
    let at = (y * pixels.width as usize + x) * 4;
    pixels.rgba.get(at..at + 4).and_then(|four| four.try_into().ok()).unwrap_or_default()
}

/// A cell of a grid of images.
fn part(whole: &Pixels, [rows, columns]: [usize; 2], [row, column]: [usize; 2]) -> Pixels {
    let [width, height] = [whole.width as usize / columns, whole.height as usize / rows];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgba = places.flat_map(|(x, y)| pixel(whole, column * width + x, row * height + y));
    Pixels { width: width as u32, height: height as u32, rgba: rgba.collect() }
}

/// An image, or each of the six of a cube, mirrored from left to right and from top to bottom.
fn flipped(data: TextureData, is_cube: bool, [left_right, top_bottom]: [bool; 2]) -> TextureData {
    let pixels = match &data {
        TextureData::Decoded(pixels) => Some(pixels.clone()),
        TextureData::File(path) => pixels_of(path).ok(),
        TextureData::Packed(_) | TextureData::Missing => None,
    };
    // A file that cannot be read is reported where it is shown.
    let Some(pixels) = pixels else { return data };
    let [width, height] = [pixels.width as usize, pixels.height as usize];
    let side = if is_cube { height / SIDES.len() } else { height }.max(1);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgba = places.flat_map(|(x, y)| {
        let first = y - y % side;
        let x = if left_right { width - 1 - x } else { x };
        let y = if top_bottom { first + side - 1 - (y - first) } else { y };
        pixel(&pixels, x, y)
    });
    TextureData::Decoded(Pixels { rgba: rgba.collect(), ..pixels })
}
