//! Draws images of cameras: colors unchanged, all other pixels in false colors.

use glam::Vec2;
use morse_render::Picture;
use morse_sim::contract::data::false_colors;
use morse_sim::contract::data::image::{Image, PixelKind};

use super::reading::Reading;
use super::{Shown, cloud};
use crate::output::drawing_sheet::{self, Rgb};

/// Colors from the nearest to the farthest.
const RAMP: [Rgb; 6] =
    [[252, 248, 200], [250, 190, 90], [226, 104, 84], [156, 50, 116], [80, 26, 112], [26, 14, 62]];
/// The color of pixels without a hit.
const NOTHING: Rgb = [0, 0, 0];
const INK: Rgb = [20, 26, 36];
const PAPER: Rgb = [246, 248, 250];
/// Height of the color scale below a depth picture. [pixels]
const SCALE: u32 = 22;
/// Narrower images are enlarged to this width. [pixels]
const WIDTH_MIN: u32 = 192;

/// The picture of a reading. The top row comes first.
pub fn draw(shown: &Shown<'_>, reading: &Reading) -> Picture {
    match reading.image() {
        Some(image) if reading.points().is_some() => depth(image, &projected(reading, image)),
        Some(image) if image.pixels == PixelKind::Color => {
            let pixels: Vec<[u8; 4]> = image.bytes.as_chunks::<4>().0.to_vec();
            let opaque = upright(shown, image, pixels).into_iter();
            let opaque = opaque.map(|[red, green, blue, _]| [red, green, blue, u8::MAX]);
            drawing_sheet::blank(image.width, image.height, opaque.collect())
        }
        Some(image) => match false_colors(image) {
            Some(colors) => {
                let opaque = upright(shown, image, colors).into_iter();
                let opaque = opaque.map(|[red, green, blue]| [red, green, blue, u8::MAX]);
                drawing_sheet::blank(image.width, image.height, opaque.collect())
            }
            None => depth(image, &upright(shown, image, cloud::depths(shown, image))),
        },
        None => Picture::default(),
    }
}

/// The pixels of an image with the top row first.
fn upright<P: Copy>(shown: &Shown<'_>, image: &Image, pixels: Vec<P>) -> Vec<P> {
    if cloud::begins_at_top(shown) {
        return pixels;
    }
    pixels.chunks((image.width as usize).max(1)).rev().flatten().copied().collect()
}

/// The color of a depth from near (0) to far (1).
pub fn color(share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let below = (place as usize).min(RAMP.len() - 2);
    let part = place - below as f64;
    std::array::from_fn(|index| {
        let [low, high] = [below, below + 1].map(|step| f64::from(RAMP[step][index]));
        (low + part * (high - low)).round() as u8
    })
}

/// Draws depths [m], row by row from the top, in false colors above a color scale.
fn depth(image: &Image, depths: &[f64]) -> Picture {
    let seen = || depths.iter().copied().filter(|depth| depth.is_finite());
    let (near, far) = (seen().fold(f64::INFINITY, f64::min), seen().fold(0.0, f64::max));
    let larger = WIDTH_MIN.div_ceil(image.width.max(1));
    let (width, height) = (image.width * larger, image.height * larger);
    let solid = |[red, green, blue]: Rgb| [red, green, blue, u8::MAX];
    let pixel = |column: u32, row: u32| {
        if row >= height {
            return solid(color(f64::from(column) / f64::from(width.max(2) - 1)));
        }
        let place = (row / larger * image.width + column / larger) as usize;
        match depths.get(place) {
            Some(&depth) if depth.is_finite() => solid(color((depth - near) / (far - near).max(1e-9))),
            _ => solid(NOTHING),
        }
    };
    let rows = (0..height + SCALE).flat_map(|row| (0..width).map(move |column| (column, row)));
    let rgba = rows.map(|(column, row)| pixel(column, row)).collect();
    let mut picture = drawing_sheet::blank(width, height + SCALE, rgba);
    let top = height as f32 + 7.0;
    if near <= far {
        for (meters, column) in [(near, 0.0), ((near + far) / 2.0, 0.5), (far, 1.0)] {
            let at = Vec2::new(column * width as f32, top);
            drawing_sheet::write(&mut picture, &format!("{meters:.2} m"), at, 1, INK, PAPER);
        }
    } else {
        drawing_sheet::write(
            &mut picture,
            "nothing in range",
            Vec2::new(0.5 * width as f32, top),
            1,
            INK,
            PAPER,
        );
    }
    picture
}

/// Projects points into the image of the camera that measured them: depths [m], row by row from the top; infinite
/// without a point.
fn projected(reading: &Reading, image: &Image) -> Vec<f64> {
    let (width, height) = (image.width as usize, image.height as usize);
    let mut depths = vec![f64::INFINITY; width * height];
    let Some(focal) = reading.matrix().map(|matrix| matrix.x_axis.x) else { return depths };
    for &[x, y, z] in reading.points().unwrap_or_default() {
        if z <= 0.0 {
            continue;
        }
        // A point is on the ray through the lower left corner of its pixel.
        let column = (f64::from(x / z) * focal).round() as i64 + (width / 2) as i64;
        let row = (f64::from(y / z) * focal).round() as i64 + (height / 2) as i64 - 1;
        let place =
            usize::try_from(column).ok().filter(|column| *column < width).zip(usize::try_from(row).ok());
        if let Some(depth) = place.and_then(|(column, row)| depths.get_mut(row * width + column)) {
            *depth = depth.min(f64::from(z));
        }
    }
    depths
}
