//! A drawing surface for anti-aliased shapes and text.

use glam::{IVec2, Vec2};
use morse_render::{Canvas, Picture, View};
use morse_world::Pose;

/// A color: red, green, blue.
pub type Rgb = [u8; 3];

/// Gap between two pictures. [pixels]
const GAP: u32 = 6;
/// Supersampling: subpixels per pixel along each side.
const SUBPIXELS: u32 = 2;

/// A drawing surface. Positions are in pixels from the upper left corner.
pub struct DrawingSheet {
    width: u32,
    height: u32,
    /// The subpixels, row by row.
    subpixels: Vec<Rgb>,
    /// Texts: content, center of the upper edge [pixels], scale, color.
    texts: Vec<(String, Vec2, u32, Rgb)>,
    paper: Rgb,
}

impl DrawingSheet {
    /// An empty sheet. The size is in pixels.
    pub fn new(width: u32, height: u32, paper: Rgb) -> Self {
        let count = (width * SUBPIXELS) as usize * (height * SUBPIXELS) as usize;
        Self { width, height, subpixels: vec![paper; count], texts: Vec::new(), paper }
    }

    /// Blends a color into the subpixels between two corners whose centers `covers` accepts.
    fn paint(&mut self, low: Vec2, high: Vec2, ink: Rgb, opacity: f32, covers: impl Fn(Vec2) -> bool) {
        let size = IVec2::new((self.width * SUBPIXELS) as i32, (self.height * SUBPIXELS) as i32);
        let fine = SUBPIXELS as f32;
        let low = (low * fine).floor().as_ivec2().max(IVec2::ZERO);
        let high = (high * fine).ceil().as_ivec2().min(size);
        for row in low.y..high.y {
            for column in low.x..high.x {
                if !covers((IVec2::new(column, row).as_vec2() + 0.5) / fine) {
                    continue;
                }
                if let Some(subpixel) = self.subpixels.get_mut((row * size.x + column) as usize) {
                    for (part, color) in subpixel.iter_mut().zip(ink) {
                        let mixed = f32::from(*part) + opacity * (f32::from(color) - f32::from(*part));
                        *part = (mixed + 0.5) as u8;
                    }
                }
            }
        }
    }

    /// Fills a circle.
    pub fn disc(&mut self, middle: Vec2, radius: f32, ink: Rgb) {
        let reach = Vec2::splat(radius);
        self.paint(middle - reach, middle + reach, ink, 1.0, |at| at.distance(middle) <= radius);
    }

    /// Draws the outline of a circle.
    pub fn ring(&mut self, middle: Vec2, radius: f32, width: f32, ink: Rgb) {
        let reach = Vec2::splat(radius + width);
        let covers = |at: Vec2| (at.distance(middle) - radius).abs() <= width / 2.0;
        self.paint(middle - reach, middle + reach, ink, 1.0, covers);
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, ink: Rgb) {
        let along = to - from;
        let reach = Vec2::splat(width);
        let covers = |at: Vec2| {
            let share = ((at - from).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            at.distance(from + along * share) <= width / 2.0
        };
        self.paint(from.min(to) - reach, from.max(to) + reach, ink, 1.0, covers);
    }

    /// Fills a transparent triangle.
    pub fn triangle(&mut self, [a, b, c]: [Vec2; 3], ink: Rgb, opacity: f32) {
        let area = (b - a).perp_dot(c - a);
        let side = |from: Vec2, to: Vec2, at: Vec2| (to - from).perp_dot(at - from) * area.signum();
        // Each subpixel on a side shared by two triangles belongs to one of them.
        let covers = |at: Vec2| side(a, b, at) >= 0.0 && side(b, c, at) >= 0.0 && side(c, a, at) > 0.0;
        if area != 0.0 {
            self.paint(a.min(b).min(c), a.max(b).max(c), ink, opacity, covers);
        }
    }

    /// Adds a line of text. `at` is the center of its upper edge; letters are 8 pixels times `size` high.
    pub fn text(&mut self, text: &str, at: Vec2, size: u32, ink: Rgb) {
        self.texts.push((text.to_owned(), at, size, ink));
    }

    /// Renders the sheet as a picture.
    pub fn finish(self) -> Picture {
        let mean = |column: u32, row: u32| {
            let subpixel = |x: u32, y: u32| {
                let place = (row * SUBPIXELS + y) * self.width * SUBPIXELS + column * SUBPIXELS + x;
                self.subpixels.get(place as usize).copied().unwrap_or(self.paper)
            };
            let subpixels =
                (0..SUBPIXELS).flat_map(|y| (0..SUBPIXELS).map(move |x| (x, y))).map(|(x, y)| subpixel(x, y));
            let sum = subpixels.fold([0_u32; 3], |sum, subpixel| {
                std::array::from_fn(|part| sum[part] + u32::from(subpixel[part]))
            });
            let [red, green, blue] = sum.map(|sum| ((sum + SUBPIXELS) / (SUBPIXELS * SUBPIXELS)) as u8);
            [red, green, blue, u8::MAX]
        };
        let (width, height) = (self.width, self.height);
        let rgba = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let mut picture = blank(width, height, rgba.map(|(column, row)| mean(column, row)).collect());
        for (text, at, size, ink) in &self.texts {
            write(&mut picture, text, *at, *size, *ink, self.paper);
        }
        picture
    }
}

/// An image whose pixels show no node.
pub fn blank(width: u32, height: u32, rgba: Vec<[u8; 4]>) -> Picture {
    let count = rgba.len();
    Picture {
        width,
        height,
        rgba,
        depth: vec![f32::INFINITY; count],
        nodes: vec![None; count],
        normals: Vec::new(),
        has_reflections: false,
    }
}

/// Places pictures side by side, aligned at their upper edges, with gaps between them.
pub fn side_by_side(pictures: &[Picture]) -> Picture {
    let height = pictures.iter().map(|picture| picture.height).max().unwrap_or(0);
    let gaps = GAP * pictures.len().saturating_sub(1) as u32;
    let width = pictures.iter().map(|picture| picture.width).sum::<u32>() + gaps;
    let mut all = blank(width, height, vec![[u8::MAX; 4]; width as usize * height as usize]);
    let mut left = 0;
    for picture in pictures {
        for row in 0..picture.height {
            let (from, to) = (picture.index(0, row), all.index(left, row));
            let count = picture.width as usize;
            all.rgba[to..to + count].copy_from_slice(&picture.rgba[from..from + count]);
        }
        left += picture.width + GAP;
    }
    all
}

/// Writes a line of text. `at` is the center of its upper edge, moved sideways if necessary to keep the text inside the
/// picture.
pub fn write(picture: &mut Picture, text: &str, at: Vec2, size: u32, ink: Rgb, rim: Rgb) {
    let half = text.chars().count() as f32 * 4.0 * size as f32 + size as f32 + 1.0;
    let width = picture.width as f32;
    let column = if 2.0 * half > width { at.x } else { at.x.clamp(half, width - half) };
    let view = View::orthographic(Pose::IDENTITY, [picture.width.max(1), picture.height.max(1)], 1.0);
    Canvas::new(picture, &view, size).write(text, [column, at.y], ink, rim);
}
