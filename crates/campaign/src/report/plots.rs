//! Plots as SVG.

use std::fmt::Write as _;

use super::axis::{Axis, extent};
use super::text::{escaped, readable};

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 44.0;
/// Width of a character of a label.
const CHARACTER: f64 = 6.0;

/// Bars side by side.
pub(super) struct Bars {
    pub(super) title: String,
    /// Label, height and class of each.
    pub(super) bars: Vec<(String, f64, &'static str)>,
    pub(super) unit: &'static str,
    /// The upper end of the axis, if it is known.
    pub(super) max: Option<f64>,
}

impl Bars {
    pub(super) fn svg(&self) -> String {
        if self.bars.is_empty() {
            return String::new();
        }
        let highest = extent(self.bars.iter().map(|(_, height, _)| *height)).1;
        let y = Axis::from_zero(self.max.unwrap_or(highest), HEIGHT - BOTTOM, TOP);
        let mut svg = begin(&self.title);
        draw_y(&mut svg, &y);
        let step = (WIDTH - LEFT - RIGHT) / self.bars.len() as f64;
        // Labels that would overlap are left out.
        let longest = self.bars.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0);
        let labeled = ((CHARACTER * longest as f64 + 8.0) / step).ceil().max(1.0) as usize;
        for (index, (label, height, class)) in self.bars.iter().enumerate() {
            let (x, top) = (LEFT + step * index as f64, y.at(*height));
            let label = escaped(label);
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
                 <title>{label}: {} {}</title></rect>",
                x + 0.08 * step,
                0.84 * step,
                HEIGHT - BOTTOM - top,
                readable(*height),
                self.unit
            );
            if index % labeled == 0 {
                let (x, y) = (x + 0.5 * step, HEIGHT - BOTTOM + 15.0);
                let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
            }
        }
        svg + "</svg>\n"
    }
}

/// A point for each run.
pub(super) struct Points {
    /// Label of the horizontal axis.
    pub(super) x: String,
    /// Label of the vertical axis.
    pub(super) y: String,
    /// Place, class and name of each.
    pub(super) points: Vec<(f64, f64, &'static str, String)>,
}

impl Points {
    pub(super) fn svg(&self) -> String {
        let x = Axis::new(extent(self.points.iter().map(|point| point.0)), LEFT, WIDTH - RIGHT);
        let y = Axis::new(extent(self.points.iter().map(|point| point.1)), HEIGHT - BOTTOM, TOP);
        let mut svg = begin(&format!("{} over {}", self.y, self.x));
        draw_y(&mut svg, &y);
        for tick in x.ticks() {
            let (place, bottom) = (x.at(tick), HEIGHT - BOTTOM + 15.0);
            let text = readable(tick);
            let _ =
                write!(svg, "<text x=\"{place:.1}\" y=\"{bottom:.1}\" text-anchor=\"middle\">{text}</text>");
        }
        let (middle, bottom) = (0.5 * (LEFT + WIDTH - RIGHT), HEIGHT - 10.0);
        let name = escaped(&self.x);
        let _ = write!(svg, "<text x=\"{middle:.1}\" y=\"{bottom:.1}\" text-anchor=\"middle\">{name}</text>");
        for (across, up, class, name) in &self.points {
            let _ = write!(
                svg,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}: {}, {}</title></circle>",
                x.at(*across),
                y.at(*up),
                escaped(name),
                readable(*across),
                readable(*up)
            );
        }
        svg + "</svg>\n"
    }
}

fn begin(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
         <text class=\"title\" x=\"{LEFT}\" y=\"17\">{title}</text>"
    )
}

fn draw_y(svg: &mut String, axis: &Axis) {
    for tick in axis.ticks() {
        let (place, right) = (axis.at(tick), WIDTH - RIGHT);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            place + 4.0,
            readable(tick)
        );
    }
}
