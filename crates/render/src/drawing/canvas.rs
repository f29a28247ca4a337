//! Text labels on images.

use glam::{DVec3, IVec2, Vec2};

use crate::drawing::text;
use crate::drawing::text::DOTS;
use crate::prepared_camera::PreparedCamera;
use crate::{Picture, View};

/// An image with text labels.
pub struct Canvas<'a> {
    picture: &'a mut Picture,
    camera: PreparedCamera,
    /// Pixels per dot of a letter.
    scale: i32,
    /// Boxes that already contain text: upper left and lower right corner.
    taken: Vec<[IVec2; 2]>,
}

impl<'a> Canvas<'a> {
    /// Wraps a picture of that view. Letters are `8 * scale` pixels high.
    pub fn new(picture: &'a mut Picture, view: &View, scale: u32) -> Canvas<'a> {
        Canvas {
            picture,
            camera: PreparedCamera::new(view),
            scale: scale.clamp(1, 64) as i32,
            taken: Vec::new(),
        }
    }

    /// Projects a point in world coordinates [m] to the image: column and row in fractional pixels. `None` outside the
    /// image.
    pub fn project(&self, point: DVec3) -> Option<[f32; 2]> {
        let at = self.camera.project(point)?.0;
        let size = Vec2::new(self.picture.width as f32, self.picture.height as f32);
        (at.cmpge(Vec2::ZERO).all() && at.cmplt(size).all()).then(|| at.into())
    }

    /// Writes a line of text in the color `ink`, with an outline in the color `rim`. `at` is the column of its center and
    /// the row of its upper edge. Text that would overlap other text or the border of the image is not written. Returns
    /// whether it was written.
    pub fn write(&mut self, text: &str, at: [f32; 2], ink: [u8; 3], rim: [u8; 3]) -> bool {
        let size = IVec2::new(text.chars().count() as i32, 1) * DOTS as i32 * self.scale;
        let corner = Vec2::from(at).round().as_ivec2() - IVec2::new(size.x / 2, 0);
        let around = [corner - self.scale, corner + size + self.scale];
        let whole = IVec2::new(self.picture.width as i32, self.picture.height as i32);
        let is_inside = around[0].cmpge(IVec2::ZERO).all() && around[1].cmple(whole).all();
        let meets = |[low, high]: &[IVec2; 2]| low.cmplt(around[1]).all() && around[0].cmplt(*high).all();
        if !is_inside || self.taken.iter().any(meets) {
            return false;
        }
        // A margin of half a letter separates adjacent texts.
        let margin = DOTS as i32 * self.scale / 2;
        self.taken.push([around[0] - margin, around[1] + margin]);
        let rim_dots = (-1..=1).flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y)));
        for shift in rim_dots {
            self.stamp(text, corner + shift * self.scale.max(2) / 2, rim);
        }
        self.stamp(text, corner, ink);
        true
    }

    fn stamp(&mut self, text: &str, corner: IVec2, [red, green, blue]: [u8; 3]) {
        let scale = self.scale as u32;
        for (number, letter) in text.chars().enumerate() {
            let corner = corner + IVec2::new(number as i32 * DOTS as i32 * self.scale, 0);
            for (y, x) in (0..DOTS * scale).flat_map(|y| (0..DOTS * scale).map(move |x| (y, x))) {
                let [column, row] = [corner.x + x as i32, corner.y + y as i32].map(u32::try_from);
                let (Ok(column), Ok(row)) = (column, row) else { continue };
                if column >= self.picture.width || !text::is_set(letter, x / scale, y / scale) {
                    continue;
                }
                let place = self.picture.index(column, row);
                if let Some(pixel) = self.picture.rgba.get_mut(place) {
                    *pixel = [red, green, blue, u8::MAX];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::Pose;

    use super::*;
    use crate::Style;

    #[test]
    fn text_overlapping_other_text_or_the_border_is_not_written() {
        let mut picture = Picture::default();
        picture.resize(100, 40, &Style::default());
        let view = View::perspective(Pose::IDENTITY, [100, 40], 1.0);
        let mut canvas = Canvas::new(&mut picture, &view, 1);
        let (black, white) = ([0; 3], [255; 3]);
        assert!(canvas.write("atrv", [50.0, 10.0], white, black));
        assert!(!canvas.write("b", [50.0, 12.0], white, black));
        assert!(!canvas.write("atrv", [90.0, 25.0], white, black));
        assert!(canvas.write("ok", [50.0, 25.0], white, black));
        let ink = picture.rgba.iter().filter(|pixel| **pixel == [255; 4]).count();
        assert!(ink > 20 && ink < 400, "{ink}");
    }
}
