//! Draws names and dimensions on an image.

use glam::DVec3;
use morse_render::{Canvas, Picture};

use super::extent::Extent;
use super::frame::Frame;
use super::survey::NamedObject;

const INK: [u8; 3] = [20, 26, 36];
const RIM: [u8; 3] = [246, 248, 250];
/// Height of a letter of the smallest size. [pixels]
const LETTER: f32 = 8.0;
/// The image height per step of letter size. [pixels]
const PIXELS_PER_SIZE: u32 = 400;

/// Maximum number of labeled grid lines.
const LINES_MAX: usize = 64;

/// Draws the names of objects, and distances along the grid.
pub fn draw(picture: &mut Picture, frame: &Frame) {
    let scale = ((picture.height + PIXELS_PER_SIZE / 2) / PIXELS_PER_SIZE).max(1);
    let height = LETTER * scale as f32;
    let mut canvas = Canvas::new(picture, &frame.view, scale);
    for object in &frame.objects {
        write_name(&mut canvas, object, height);
    }
    let Some(middle) = canvas.project(frame.middle_of_grid()) else { return };
    for axis in axes(frame) {
        let on_line = |&number: &i64| canvas.project((axis.place)(number as f64 * axis.step_m));
        let mut lines: Vec<(i64, [f32; 2])> =
            axis.numbers().filter_map(|number| Some((number, on_line(&number)?))).collect();
        let width = lines.iter().map(|&(number, _)| axis.text(number, true).len()).max().unwrap_or(0) as f32;
        let boxes = |&(number, at): &(i64, [f32; 2])| (number, beside(at, middle, width * height, height));
        let places: Vec<(i64, [f32; 2])> = lines.iter().map(boxes).collect();
        let stride = stride(&places, [width * height, height]);
        lines.retain(|(number, _)| number % stride == 0);
        let mut write = |number, at: [f32; 2], with_name| {
            let text = axis.text(number, with_name);
            canvas.write(&text, beside(at, middle, text.len() as f32 * height, height), INK, RIM)
        };
        // The last label that fits also names the axis.
        let mut has_name = false;
        for &(number, at) in lines.iter().rev() {
            if !has_name && write(number, at, true) {
                has_name = true;
            } else {
                write(number, at, false);
            }
        }
    }
}

/// The interval of labeled grid lines at which texts of that size do not overlap: 1, 2 or 5 times a power of ten, so that
/// labels are round numbers.
fn stride(places: &[(i64, [f32; 2])], [width, height]: [f32; 2]) -> i64 {
    let meets = |[a, b]: [[f32; 2]; 2]| {
        // Texts keep a distance of one letter.
        (a[0] - b[0]).abs() < width + height && (a[1] - b[1]).abs() < 2.0 * height
    };
    let has_room = |&stride: &i64| {
        let mut kept = places.iter().filter(|(number, _)| number % stride == 0).map(|&(_, at)| at);
        let mut before = kept.next();
        kept.all(|at| before.replace(at).is_none_or(|before| !meets([before, at])))
    };
    let strides = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    strides.into_iter().find(has_room).unwrap_or(i64::MAX)
}

/// The position of a text of that size just outside of a point `at` on the edge of a shape around `middle`.
fn beside(at: [f32; 2], middle: [f32; 2], width: f32, height: f32) -> [f32; 2] {
    let [right, down] = [at[0] - middle[0], at[1] - middle[1]];
    let away = right.hypot(down).max(1.0);
    [at[0] + right / away * (width / 2.0 + height / 2.0), at[1] + down / away * height - height / 2.0]
}

/// Writes the name above the object if there is space, otherwise below it, otherwise at another free position.
fn write_name(canvas: &mut Canvas<'_>, object: &NamedObject, height: f32) {
    let Extent { low, high } = object.extent;
    let middle = object.extent.center();
    let above = canvas.project(middle.with_z(high.z)).map(|[column, row]| [column, row - 1.6 * height]);
    let below = canvas.project(middle.with_z(low.z)).map(|[column, row]| [column, row + 0.6 * height]);
    let places = [above, below]
        .into_iter()
        .flatten()
        .flat_map(|[column, row]| [0.0, -1.4, 1.4, -2.8, 2.8].map(|lines| [column, row + lines * height]));
    for place in places {
        if canvas.write(&object.name, place, INK, RIM) {
            return;
        }
    }
}

/// An edge of the grid with distance labels.
struct Axis<'a> {
    name: char,
    low: f64,
    high: f64,
    step_m: f64,
    /// Maps a distance along the axis [m] to a point of the world.
    place: Box<dyn Fn(f64) -> DVec3 + 'a>,
}

impl Axis<'_> {
    /// The numbers of the strong grid lines across it, counted from the origin.
    fn numbers(&self) -> impl Iterator<Item = i64> {
        ((self.low / self.step_m).ceil() as i64..=(self.high / self.step_m).floor() as i64).take(LINES_MAX)
    }

    fn text(&self, number: i64, with_name: bool) -> String {
        let meters = (number as f64 * self.step_m * 1e6).round() / 1e6;
        if with_name { format!("{} = {meters} m", self.name) } else { format!("{meters} m") }
    }
}

/// The edges of the grid with labels: the edges nearest to the camera or, in a top or front view, the lowest and the
/// leftmost.
fn axes(frame: &Frame) -> [Axis<'_>; 2] {
    let grid = frame.grid();
    let step_m = frame.step_m();
    let place = move |x: f64, y: f64| grid.world_from_grid.transform_point(DVec3::new(x, y, 0.0));
    let (low, high) = (grid.low, grid.high);
    let away = frame.view.world_from_camera.translation - frame.middle_of_grid();
    let is_above = away.truncate().length() < 1e-3 * away.length();
    let [first_at, second_at] = if frame.is_front {
        [low.y, low.x]
    } else if is_above {
        [high.y, low.x]
    } else {
        [if away.y < 0.0 { low.y } else { high.y }, if away.x < 0.0 { low.x } else { high.x }]
    };
    let [first, second] = if frame.is_front { ['y', 'z'] } else { ['x', 'y'] };
    [
        Axis {
            name: first,
            low: low.x,
            high: high.x,
            step_m,
            place: Box::new(move |at| place(at, first_at)),
        },
        Axis {
            name: second,
            low: low.y,
            high: high.y,
            step_m,
            place: Box::new(move |at| place(second_at, at)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_round_numbers_that_do_not_overlap() {
        let row = |distance: f32| -> Vec<(i64, [f32; 2])> {
            (-7..=13).map(|number| (number, [number as f32 * distance, 0.0])).collect()
        };
        for (distance, expected) in [(60.0, 1), (30.0, 2), (10.0, 5), (6.0, 10), (1.0, 20)] {
            assert_eq!(stride(&row(distance), [40.0, 8.0]), expected, "{distance}");
        }
        // In a column they need less space.
        let column: Vec<(i64, [f32; 2])> =
            (0..5).map(|number| (number, [0.0, number as f32 * 17.0])).collect();
        assert_eq!(stride(&column, [40.0, 8.0]), 1);
        assert_eq!(stride(&[], [40.0, 8.0]), 1);
    }
}
