//! Draws a chart as a bitmap.

use glam::Vec2;
use morse_render::Picture;

use super::chart::{Anchor, Chart, LETTER, PAPER};
use crate::output::drawing_sheet::DrawingSheet;

/// Width and height of a letter. [pixels]
const FONT: f32 = 8.0;

/// The chart as a picture.
pub fn picture(chart: &Chart) -> Picture {
    let [width, height] = chart.size;
    let mut sheet = DrawingSheet::new(width, height, PAPER);
    for line in &chart.lines {
        for pair in line.points.windows(2) {
            if let [from, to] = pair {
                sheet.line(Vec2::from(*from), Vec2::from(*to), line.width, line.color);
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
        sheet.text(&label.text, Vec2::new(x + shift, y + (LETTER - FONT) / 2.0), 1, label.color);
    }
    sheet.finish()
}
