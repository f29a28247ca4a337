//! A marker of the world, and reading its cells in a picture.

use glam::DVec2;
use morse_render::Picture;
use morse_world::{NodeId, PropertyValue, World};

use crate::sensors::vision::marker_detector::quad::{Quad, place};

/// Weights of red, green and blue in the brightness of a pixel (ITU-R BT.601, as in OpenCV's conversion to gray).
const BRIGHTNESS: [f64; 3] = [0.299, 0.587, 0.114];
/// Largest number of cells along a side: their codes have 64 bits.
const CELLS_MAX: i64 = 8;

/// A marker, by the properties of its node.
#[derive(Debug, Clone)]
pub(super) struct Marker {
    pub(super) family: String,
    pub(super) id: i64,
    /// Edge length of the black square. [m]
    pub(super) size_m: f64,
    /// Cells of the code along a side.
    pub(super) cells: usize,
    /// The cells row by row, white is 1; the upper left one is the highest bit.
    code: u64,
}

/// The cells of a marker in a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// Cells of the code that were read wrongly.
    pub(super) hamming: u32,
    /// Half the difference between the mean brightness of margin and border.
    pub(super) contrast: f64,
}

impl Marker {
    /// The marker of a node; `None` for a node without marker.
    pub(super) fn of(world: &World, node: NodeId) -> Option<Self> {
        let property = |name| world.property(node, name);
        let whole = |name| property(name).and_then(PropertyValue::as_i64);
        let family = property("Fiducial_Family").and_then(PropertyValue::as_str)?.to_owned();
        let size_m = property("Fiducial_Size").and_then(PropertyValue::as_f64)?;
        let cells = whole("Fiducial_Cells").filter(|cells| (1..=CELLS_MAX).contains(cells))?;
        let code =
            u64::from_str_radix(property("Fiducial_Code").and_then(PropertyValue::as_str)?, 16).ok()?;
        let is_sized = size_m.is_finite() && size_m > 0.0;
        is_sized.then_some(Self { family, id: whole("Fiducial_ID")?, size_m, cells: cells as usize, code })
    }

    /// Reads the cells at their middles. `None` if a cell of the border or the margin is read wrongly.
    pub(super) fn read(&self, quad: &Quad, picture: &Picture) -> Option<Seen> {
        let homography = quad.homography()?;
        let across = self.cells as i64 + 2;
        // Columns and rows are counted from the border; the margin has -1 and `across`.
        let brightness = |column: i64, row: i64| {
            let along = |number: i64| (2 * number + 1) as f64 / across as f64 - 1.0;
            brightness_at(picture, place(&homography, along(column), along(row)))
        };
        let ring = |first: i64, last: i64| {
            let is_edge = move |number: i64| number == first || number == last;
            let all = (first..=last).flat_map(move |row| (first..=last).map(move |column| (column, row)));
            let edge = all.filter(move |&(column, row)| is_edge(column) || is_edge(row));
            edge.map(|(column, row)| brightness(column, row)).collect::<Option<Vec<f64>>>()
        };
        let border = ring(0, across - 1)?;
        // The margin may be cut off by the edge of the image, but for some cells.
        let margin: Vec<f64> = (-1..=across)
            .flat_map(|number| [(number, -1), (number, across), (-1, number), (across, number)])
            .filter_map(|(column, row)| brightness(column, row))
            .collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        if margin.is_empty() {
            return None;
        }
        let (white, black) = (mean(&margin), mean(&border));
        let threshold = white.midpoint(black);
        if border.iter().any(|&value| value > threshold) || margin.iter().any(|&value| value < threshold) {
            return None;
        }
        let mut hamming = 0;
        for row in 0..self.cells {
            for column in 0..self.cells {
                let is_white = brightness(column as i64 + 1, row as i64 + 1)? > threshold;
                let bit = self.cells * self.cells - 1 - (row * self.cells + column);
                hamming += u32::from(is_white != (self.code >> bit & 1 == 1));
            }
        }
        Some(Seen { hamming, contrast: (white - black) / 2.0 })
    }
}

/// The brightness of the pixel at a place, 0 to 255; `None` outside of the picture.
fn brightness_at(picture: &Picture, place: DVec2) -> Option<f64> {
    let is_inside = place.x >= 0.0
        && place.y >= 0.0
        && place.x < f64::from(picture.width)
        && place.y < f64::from(picture.height);
    let index = is_inside.then_some(place.y as usize * picture.width as usize + place.x as usize)?;
    let [red, green, blue, _] = picture.rgba.get(index)?.map(f64::from);
    Some(BRIGHTNESS[0] * red + BRIGHTNESS[1] * green + BRIGHTNESS[2] * blue)
}
