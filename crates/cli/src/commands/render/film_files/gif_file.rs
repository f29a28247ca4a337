//! GIF files: each picture stores only the pixels that differ from the picture before it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use morse_render::Picture;

/// Clock of GIF files: delays are in hundredths of a second. [Hz]
pub const RATE_HZ: u32 = 100;
/// The index of unchanged pixels. The colors are below it.
const UNCHANGED: u8 = 255;
/// Share of the pixels from which the colors are chosen, from 1 (all, slow) to 30.
const SAMPLING: i32 = 10;
/// A picture whose new pixels differ from the colors of the file by more than this in the mean gets colors of its own.
const COLOR_ERROR_MAX: f64 = 6.0;
/// Bits of each part of a color that is looked up in the table of the nearest colors.
const TABLE_BITS: u32 = 6;

/// A GIF file that is being written.
pub struct GifFile<W: Write = BufWriter<File>> {
    output: Option<W>,
    encoder: Option<Encoder<W>>,
    palette: Option<Palette>,
    /// The last picture.
    last: Vec<[u8; 4]>,
    /// The last frame, which is written when the next one differs: until then, its delay grows.
    waiting: Option<Frame<'static>>,
}

impl<W: Write> GifFile<W> {
    /// A file without pictures.
    pub fn new(output: W) -> Self {
        Self { output: Some(output), encoder: None, palette: None, last: Vec::new(), waiting: None }
    }

    /// Adds a picture that is shown for a number of hundredths of a second.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, picture: &Picture, hundredths: u16) -> Result<(), EncodingError> {
        let [width, height] =
            [picture.width, picture.height].map(|side| side.min(u32::from(u16::MAX)) as u16);
        let changed = if self.last.len() == picture.rgba.len() {
            changed_area(&self.last, &picture.rgba, usize::from(width))
        } else {
            Some([0, 0, usize::from(width), usize::from(height)])
        };
        let delay = self.waiting.as_ref().map(|frame| frame.delay.checked_add(hundredths));
        if let (None, Some(Some(delay)), Some(frame)) = (changed, delay, &mut self.waiting) {
            frame.delay = delay;
            return Ok(());
        }
        // Without a change, the delay is at its limit: one pixel is repeated.
        let area = changed.unwrap_or([0, 0, 1, 1]);
        let frame = self.frame(picture, area, hundredths);
        self.write_waiting(width, height)?;
        self.waiting = Some(frame);
        self.last.clone_from(&picture.rgba);
        Ok(())
    }

    /// Writes the rest of the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), EncodingError> {
        // The encoder has the size already if there is a second picture.
        let size = self.waiting.as_ref().map_or([1, 1], |frame| [frame.width, frame.height]);
        self.write_waiting(size[0], size[1])?;
        if let Some(encoder) = self.encoder.take() {
            encoder.into_inner().and_then(|mut output| output.flush()).map_err(EncodingError::from)?;
        }
        Ok(())
    }

    fn write_waiting(&mut self, width: u16, height: u16) -> Result<(), EncodingError> {
        let Some(frame) = self.waiting.take() else { return Ok(()) };
        if let Some(output) = self.output.take() {
            let colors = self.palette.as_ref().map(Palette::with_unchanged).unwrap_or_default();
            let mut encoder = Encoder::new(output, width, height, &colors)?;
            encoder.set_repeat(Repeat::Infinite)?;
            self.encoder = Some(encoder);
        }
        match &mut self.encoder {
            Some(encoder) => encoder.write_frame(&frame),
            None => Ok(()),
        }
    }

    /// The frame of an area: left, top, right, bottom.
    fn frame(&mut self, picture: &Picture, area: [usize; 4], hundredths: u16) -> Frame<'static> {
        let [left, top, right, bottom] = area;
        let width = picture.width as usize;
        let places = (top..bottom).flat_map(|row| (left..right).map(move |column| row * width + column));
        let is_new = |place: usize| self.last.get(place) != picture.rgba.get(place);
        let new: Vec<[u8; 4]> =
            places.clone().filter(|&place| is_new(place)).map(|place| picture.rgba[place]).collect();
        let mut own = match &mut self.palette {
            Some(palette) => (palette.mean_error(&new) > COLOR_ERROR_MAX).then(|| Palette::of(&new)),
            none => {
                *none = Some(Palette::of(&picture.rgba));
                None
            }
        };
        let palette = own.as_mut().or(self.palette.as_mut());
        let last = &self.last;
        let is_new = |place: usize| last.get(place) != picture.rgba.get(place);
        let pixels: Vec<u8> = match palette {
            Some(palette) => places
                .map(|place| if is_new(place) { palette.nearest(picture.rgba[place]) } else { UNCHANGED })
                .collect(),
            None => Vec::new(),
        };
        Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            palette: own.as_ref().map(Palette::with_unchanged),
            buffer: pixels.into(),
            ..Frame::default()
        }
    }
}

/// The smallest area with all pixels that differ: left, top, right, bottom.
fn changed_area(last: &[[u8; 4]], next: &[[u8; 4]], width: usize) -> Option<[usize; 4]> {
    let mut area: Option<[usize; 4]> = None;
    for (row, (old, new)) in last.chunks(width).zip(next.chunks(width)).enumerate() {
        let differs = |column: &usize| old[*column] != new[*column];
        let Some(first) = (0..new.len()).find(differs) else { continue };
        let end = (0..new.len()).rev().find(differs).unwrap_or(first) + 1;
        let [left, top, right, _] = area.unwrap_or([first, row, end, row]);
        area = Some([left.min(first), top, right.max(end), row + 1]);
    }
    area
}

/// Up to 255 colors.
struct Palette {
    rgb: Vec<u8>,
    /// The index of the nearest color for each color, as far as it was looked up.
    table: Vec<Option<u8>>,
}

impl Palette {
    /// The colors of pixels, or 255 that are near to them if they have more.
    fn of(pixels: &[[u8; 4]]) -> Self {
        let mut exact = BTreeSet::new();
        for [red, green, blue, _] in pixels {
            exact.insert([*red, *green, *blue]);
            if exact.len() > usize::from(UNCHANGED) {
                break;
            }
        }
        let rgb = if exact.len() > usize::from(UNCHANGED) {
            NeuQuant::new(SAMPLING, usize::from(UNCHANGED), pixels.as_flattened()).color_map_rgb()
        } else {
            exact.into_iter().flatten().collect()
        };
        Self { rgb, table: vec![None; 1 << (3 * TABLE_BITS)] }
    }

    /// The colors with that of unchanged pixels, which is not shown.
    fn with_unchanged(&self) -> Vec<u8> {
        let mut rgb = self.rgb.clone();
        rgb.resize(3 * (usize::from(UNCHANGED) + 1), 0);
        rgb
    }

    fn nearest(&mut self, pixel: [u8; 4]) -> u8 {
        let [red, green, blue, _] = pixel.map(|part| usize::from(part >> (8 - TABLE_BITS)));
        let key = (red << (2 * TABLE_BITS)) | (green << TABLE_BITS) | blue;
        *self.table[key].get_or_insert_with(|| {
            let distance = |color: &[u8]| -> u32 {
                pixel.iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
            };
            let colors = self.rgb.chunks_exact(3).enumerate();
            colors.min_by_key(|(_, color)| distance(color)).map_or(0, |(index, _)| index as u8)
        })
    }

    /// The mean distance of pixels from their nearest colors, as the largest difference of a part.
    fn mean_error(&mut self, pixels: &[[u8; 4]]) -> f64 {
        let mut sum = 0_u64;
        for &pixel in pixels {
            let start = 3 * usize::from(self.nearest(pixel));
            let color = &self.rgb[start..start + 3];
            let parts = pixel.iter().zip(color).map(|(part, color)| part.abs_diff(*color));
            sum += u64::from(parts.max().unwrap_or(0));
        }
        sum as f64 / pixels.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 40;

    fn picture(square: Option<([u32; 2], [u8; 4])>) -> Picture {
        let mut picture = Picture { width: WIDTH, height: 30, ..Picture::default() };
        for row in 0..30 {
            for column in 0..WIDTH {
                let inside = |[left, top]: [u32; 2]| {
                    (left..left + 5).contains(&column) && (top..top + 5).contains(&row)
                };
                let ground = [10 + 8 * (column / 4) as u8, 100, 200 - 8 * (row / 3) as u8, 255];
                let color = square.filter(|(place, _)| inside(*place)).map_or(ground, |(_, color)| color);
                picture.rgba.push(color);
            }
        }
        picture
    }

    /// The frames of a file: delay, area, and the whole picture after it.
    fn frames(pictures: &[Picture]) -> Vec<(u16, [u16; 2], Vec<[u8; 4]>)> {
        let mut bytes = Vec::new();
        let mut file = GifFile::new(&mut bytes);
        for picture in pictures {
            file.add(picture, 4).unwrap();
        }
        file.finish().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut screen = vec![[0_u8; 4]; (WIDTH * 30) as usize];
        let mut all = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
                let place = (y + usize::from(frame.top)) * WIDTH as usize + x + usize::from(frame.left);
                if pixel[3] > 0 {
                    screen[place].copy_from_slice(pixel);
                }
            }
            all.push((frame.delay, [frame.width, frame.height], screen.clone()));
        }
        all
    }

    fn largest_difference(shown: &[[u8; 4]], picture: &Picture) -> u8 {
        let pairs = shown.as_flattened().iter().zip(picture.rgba.as_flattened());
        pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap()
    }

    #[test]
    fn equal_pictures_are_one_frame() {
        let all = frames(&[picture(None), picture(None), picture(None)]);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].0, 12);
        assert_eq!(largest_difference(&all[0].2, &picture(None)), 0);
    }

    #[test]
    fn a_frame_has_the_area_that_changed_and_colors_that_are_new() {
        let red = [255, 0, 0, 255];
        let pictures = [picture(None), picture(Some(([3, 4], red))), picture(Some(([4, 4], red)))];
        let all = frames(&pictures);
        let sizes: Vec<[u16; 2]> = all.iter().map(|(_, size, _)| *size).collect();
        assert_eq!(sizes, [[40, 30], [5, 5], [6, 5]]);
        for ((_, _, shown), picture) in all.iter().zip(&pictures) {
            assert_eq!(largest_difference(shown, picture), 0);
        }
    }
}
