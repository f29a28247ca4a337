//! Color filters of Bayer, and the interpolation of the colors that a pixel does not measure.

use morse_sim::prelude::*;

/// Pattern of the color filters: the colors of the first two pixels of the first and of the second row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::upper_case_acronyms, reason = "the names of the patterns, as ROS and OpenCV have them")]
pub(crate) enum Bayer {
    /// Each pixel measures all colors.
    #[default]
    Off,
    /// Red, green; green, blue.
    RGGB,
    /// Blue, green; green, red.
    BGGR,
    /// Green, red; blue, green.
    GRBG,
    /// Green, blue; red, green.
    GBRG,
}

morse_sim::choice!(Bayer { Off, RGGB, BGGR, GRBG, GBRG });

impl Bayer {
    /// The color that a pixel measures: 0 for red, 1 for green, 2 for blue; `None` without filters.
    pub(super) fn filter(self, column: usize, row: usize) -> Option<usize> {
        let pattern = match self {
            Self::Off => return None,
            Self::RGGB => [0, 1, 1, 2],
            Self::BGGR => [2, 1, 1, 0],
            Self::GRBG => [1, 0, 2, 1],
            Self::GBRG => [1, 2, 0, 1],
        };
        Some(pattern[2 * (row % 2) + column % 2])
    }
}

/// Replaces the colors that pixels do not measure by the means of those among their eight neighbors that measure them.
pub(super) fn interpolate(bayer: Bayer, values: &mut [[f32; 3]], width: usize) {
    let width = width.max(1);
    let height = values.len() / width;
    let measured: Vec<f32> = values
        .iter()
        .enumerate()
        .map(|(number, value)| bayer.filter(number % width, number / width).map_or(0.0, |part| value[part]))
        .collect();
    for row in 0..height {
        for column in 0..width {
            let (mut sums, mut counts) = ([0.0_f32; 3], [0.0_f32; 3]);
            for y in row.saturating_sub(1)..(row + 2).min(height) {
                for x in column.saturating_sub(1)..(column + 2).min(width) {
                    let Some(part) = bayer.filter(x, y) else { continue };
                    // The weights of bilinear interpolation: direct neighbors count, and diagonal ones for the color that no
                    // direct neighbor measures.
                    let weight = match (x == column, y == row) {
                        (true, true) => 0.0,
                        (false, false) => 1e-6,
                        _ => 1.0,
                    };
                    sums[part] += weight * measured[y * width + x];
                    counts[part] += weight;
                }
            }
            let own = bayer.filter(column, row);
            let value = &mut values[row * width + column];
            for part in (0..3).filter(|&part| own != Some(part)) {
                value[part] = if counts[part] > 0.0 { sums[part] / counts[part] } else { 0.0 };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_colors_are_recovered() {
        let color = [0.2, 0.5, 0.8];
        for bayer in [Bayer::RGGB, Bayer::BGGR, Bayer::GRBG, Bayer::GBRG] {
            let (width, height) = (7, 5);
            let mut values: Vec<[f32; 3]> = (0..width * height)
                .map(|number| {
                    let mut value = [0.0; 3];
                    let part = bayer.filter(number % width, number / width).unwrap();
                    value[part] = color[part];
                    value
                })
                .collect();
            interpolate(bayer, &mut values, width);
            for value in values {
                assert!(value.iter().zip(color).all(|(a, b)| (a - b).abs() < 1e-5), "{bayer:?} {value:?}");
            }
        }
    }
}
