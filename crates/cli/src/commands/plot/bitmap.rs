//! A chart as a picture of pixels.

use glam::Vec2;
use morse_render::Picture;

use super::chart::{Anchor, Chart, LETTER, PAPER};
use crate::commands::sheet::DrawingSheet;

/// Letters of the font are so many pixels wide and high. [pixels]
const FONT: f32 = 8.0;

/// The picture.
pub fn picture(chart: &Chart) -> Picture {
    let [width, height] = chart.size;
    let mut sheet = DrawingSheet::new(width, height, PAPER);
    for line in &chart.lines {
        for pair in line.points.windows(2) {
            if let [from, to] = pair {
                sheet.line(Vec2::from(*from), Vec2::from(*to), line.width, line.colour);
            }
        }
    }
    for label in &chart.labels {
        let half = label.text.chars().count() as f32 * FONT / 2.0;
        let shift = match label.anchor {
            Anchor::Start => half,
            Anchor::Middle => 0.0,
            Anchor::End => -half,
        };
        let [x, y] = label.at;
        sheet.text(&label.text, Vec2::new(x + shift, y + (LETTER - FONT) / 2.0), 1, label.colour);
    }
    sheet.finish()
}
