//! Names and measures on a picture.

use glam::DVec3;
use morse_render::{Canvas, Picture};

use super::framing::{Extent, Frame, Side, Thing};

const INK: [u8; 3] = [20, 26, 36];
const RIM: [u8; 3] = [246, 248, 250];
/// Height of a letter of the smallest size. [pixels]
const LETTER: f32 = 8.0;
/// A picture has letters of that many times the smallest size for so many pixels of its height.
const PIXELS_PER_SIZE: u32 = 400;

/// Writes the names of things above them, and the metres of the grid beside it.
pub fn write(picture: &mut Picture, frame: &Frame) {
    let scale = ((picture.height + PIXELS_PER_SIZE / 2) / PIXELS_PER_SIZE).max(1);
    let height = LETTER * scale as f32;
    let mut canvas = Canvas::new(picture, &frame.view, scale);
    for thing in &frame.things {
        write_name(&mut canvas, thing, height);
    }
    let middle = canvas.project(frame.middle_of_grid());
    for (text, place) in measures(frame) {
        if let (Some(at), Some(middle)) = (canvas.project(place), middle) {
            canvas.write(&text, beside(at, middle, text.chars().count() as f32 * height, height), INK, RIM);
        }
    }
}

/// Where a text of that size stands that is to begin just outside of a point at the edge of something.
fn beside(at: [f32; 2], middle: [f32; 2], width: f32, height: f32) -> [f32; 2] {
    let [right, down] = [at[0] - middle[0], at[1] - middle[1]];
    let away = right.hypot(down).max(1.0);
    [at[0] + right / away * (width / 2.0 + height / 2.0), at[1] + down / away * height - height / 2.0]
}

/// Above the thing if there is room, or else below it, or where there is.
fn write_name(canvas: &mut Canvas<'_>, thing: &Thing, height: f32) {
    let Extent { low, high } = thing.extent;
    let middle = thing.extent.centre();
    let above = canvas.project(middle.with_z(high.z)).map(|[column, row]| [column, row - 1.6 * height]);
    let below = canvas.project(middle.with_z(low.z)).map(|[column, row]| [column, row + 0.6 * height]);
    let places = [above, below]
        .into_iter()
        .flatten()
        .flat_map(|[column, row]| [0.0, -1.4, 1.4, -2.8, 2.8].map(|lines| [column, row + lines * height]));
    for place in places {
        if canvas.write(&thing.name, place, INK, RIM) {
            return;
        }
    }
}

/// What to write where at the edges of the grid: the metres of its strong lines, with the name of the axis.
fn measures(frame: &Frame) -> Vec<(String, DVec3)> {
    let grid = frame.grid();
    let step = frame.step_m();
    let lines = |low: f64, high: f64| {
        let numbers = (low / step).ceil() as i64..=(high / step).floor() as i64;
        // More would not be read.
        numbers.take(64).map(move |number| number as f64 * step)
    };
    // The name of an axis stands at its last line.
    let along = |axis: char, low: f64, high: f64| {
        let lines: Vec<f64> = lines(low, high).collect();
        let last = lines.len().saturating_sub(1);
        lines.into_iter().enumerate().map(move |(number, at)| {
            let metres = format!("{} m", (at * 1e6).round() / 1e6);
            (if number == last { format!("{axis} = {metres}") } else { metres }, at)
        })
    };
    let place = |x: f64, y: f64| grid.world_from_grid.transform_point(DVec3::new(x, y, 0.0));
    let (low, high) = (grid.low, grid.high);
    // The edges that are nearest to the camera or, seen from straight before, lowest and leftmost.
    let ([first, second], first_at, second_at) = match frame.side {
        Side::Iso => (['x', 'y'], low.y, high.x),
        Side::Top => (['x', 'y'], high.y, low.x),
        Side::Front => (['y', 'z'], low.y, low.x),
    };
    let firsts = along(first, low.x, high.x).map(|(text, at)| (text, place(at, first_at)));
    firsts.chain(along(second, low.y, high.y).map(|(text, at)| (text, place(second_at, at)))).collect()
}
