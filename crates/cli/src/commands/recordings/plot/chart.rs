//! Layout of a chart of lines over time, independent of the output format.

use std::ops::RangeInclusive;

use morse_recording::series::Series;

use crate::output::drawing_sheet::Rgb;

/// Height of letters. [pixels]
pub const LETTER: f32 = 16.0;
/// Maximum width of a letter. [pixels]
const LETTER_WIDTH: f32 = 8.0;
/// Gap between labels and axes. [pixels]
const GAP: f32 = 8.0;
/// Approximate distance between numbers on an axis. [pixels]
const PIXELS_PER_NUMBER: f64 = 90.0;
/// Line colors that color-blind people can distinguish: those of Okabe and Ito, without yellow.
const COLORS: [Rgb; 7] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [230, 159, 0],
    [60, 60, 60],
];
/// Color of axes and labels.
pub const INK: Rgb = [40, 44, 52];
/// Color of the grid.
pub const FAINT: Rgb = [222, 226, 230];
/// Background color.
pub const PAPER: Rgb = [255, 255, 255];

/// Horizontal alignment of a label at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A text, positioned at its upper edge.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub text: String,
    pub at: [f32; 2],
    pub anchor: Anchor,
    pub color: Rgb,
}

/// A polyline.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub points: Vec<[f32; 2]>,
    pub color: Rgb,
    pub width: f32,
}

/// A laid-out chart. Positions are in pixels from the upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub size: [u32; 2],
    pub lines: Vec<Line>,
    pub labels: Vec<Label>,
}

impl Chart {
    /// Lays out a chart of series, with their names above it.
    pub fn new(title: &str, series: &[Series], size: [u32; 2]) -> Self {
        let mut chart = Self { size, lines: Vec::new(), labels: Vec::new() };
        let [width, height] = size.map(|side| side as f32);
        let finite = |axis: usize| {
            series
                .iter()
                .flat_map(move |each| each.points.iter().map(move |point| point[axis]))
                .filter(|n| n.is_finite())
        };
        let (times, values) = (range(finite(0), 0.0), range(finite(1), 0.05));
        let below = LETTER * 2.0 + GAP * 2.0;
        let count = |pixels: f32| (f64::from(pixels) / PIXELS_PER_NUMBER).max(2.0);
        let mut top = GAP * 2.0 + LETTER;
        top += chart.add_names(title, series, width, top) + GAP;
        let bottom = (height - below).max(top + 1.0);
        let (rows, row_digits) = ticks(&values, count(bottom - top) * 2.0);
        let digits = rows.iter().map(|&row| text(row, row_digits).len()).max().unwrap_or(1);
        let left = GAP * 3.0 + digits as f32 * LETTER_WIDTH;
        let right = (width - GAP * 4.0).max(left + 1.0);
        let horizontal = Scale { range: times.clone(), from: left, to: right };
        let vertical = Scale { range: values, from: bottom, to: top };
        for &row in &rows {
            let y = vertical.to_pixels(row);
            chart.add_line(vec![[left, y], [right, y]], FAINT, 1.0);
            chart.add_label(text(row, row_digits), [left - GAP, y - LETTER / 2.0], Anchor::End, INK);
        }
        let (columns, column_digits) = ticks(&times, count(right - left));
        for &column in &columns {
            let x = horizontal.to_pixels(column);
            chart.add_line(vec![[x, top], [x, bottom]], FAINT, 1.0);
            chart.add_label(text(column, column_digits), [x, bottom + GAP], Anchor::Middle, INK);
        }
        chart.add_line(vec![[left, top], [left, bottom], [right, bottom]], INK, 1.0);
        let below_numbers = [(left + right) / 2.0, bottom + GAP + LETTER];
        chart.add_label("time [s]".to_owned(), below_numbers, Anchor::Middle, INK);
        for (each, color) in series.iter().zip(COLORS.iter().cycle()) {
            for points in thinned(&each.points, &horizontal, &vertical) {
                chart.add_line(points, *color, 1.6);
            }
        }
        chart
    }

    /// Adds the title and the names of the series, in as many lines as they need. Returns the height of the names. [pixels]
    fn add_names(&mut self, title: &str, series: &[Series], width: f32, top: f32) -> f32 {
        self.add_label(title.to_owned(), [GAP * 2.0, GAP], Anchor::Start, INK);
        let (mut x, mut y) = (GAP * 2.0, top);
        for (each, color) in series.iter().zip(COLORS.iter().cycle()) {
            let needs = 20.0 + GAP + each.name.chars().count() as f32 * LETTER_WIDTH + 2.0 * GAP;
            if x + needs > width && x > GAP * 2.0 {
                (x, y) = (GAP * 2.0, y + LETTER + GAP / 2.0);
            }
            let middle = y + LETTER / 2.0;
            self.add_line(vec![[x, middle], [x + 20.0, middle]], *color, 3.0);
            self.add_label(each.name.clone(), [x + 20.0 + GAP, y], Anchor::Start, INK);
            x += needs;
        }
        y + LETTER - top
    }

    fn add_line(&mut self, points: Vec<[f32; 2]>, color: Rgb, width: f32) {
        self.lines.push(Line { points, color, width });
    }

    fn add_label(&mut self, text: String, at: [f32; 2], anchor: Anchor, color: Rgb) {
        self.labels.push(Label { text, at, anchor, color });
    }
}

/// A linear map from numbers to pixels.
struct Scale {
    range: RangeInclusive<f64>,
    from: f32,
    to: f32,
}

impl Scale {
    fn to_pixels(&self, number: f64) -> f32 {
        let share = (number - self.range.start()) / (self.range.end() - self.range.start());
        self.from + share as f32 * (self.to - self.from)
    }
}

/// The range of numbers with a margin on each side, given as a fraction of its width. It is never empty.
fn range(numbers: impl Iterator<Item = f64>, margin: f64) -> RangeInclusive<f64> {
    let limits = numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], n| [low.min(n), high.max(n)]);
    let [low, high] = if limits[0] <= limits[1] { limits } else { [0.0, 1.0] };
    // The difference of two numbers of opposite signs may overflow.
    let [low, high] = [low.max(-1e300), high.min(1e300)];
    let least = 1e-9 * low.abs().max(high.abs()).max(1e-3);
    let width = high - low;
    if width < least {
        low - 0.5_f64.max(least)..=high + 0.5_f64.max(least)
    } else {
        low - margin * width..=high + margin * width
    }
}

/// About `count` round numbers in a range, and the number of their decimals.
fn ticks(range: &RangeInclusive<f64>, count: f64) -> (Vec<f64>, usize) {
    let raw = (range.end() - range.start()) / count;
    let ten = 10.0_f64.powf(raw.log10().floor());
    // Tolerates rounding errors if the range is a whole number of steps.
    let least = raw * (1.0 - 1e-9);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * ten >= least).unwrap_or(10.0) * ten;
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let first = (range.start() / step).ceil();
    let numbers = (0..200).map(|index| (first + f64::from(index)) * step);
    (numbers.take_while(|number| number <= range.end()).collect(), digits)
}

fn text(number: f64, digits: usize) -> String {
    if number.abs() >= 1e7 {
        return format!("{number:e}");
    }
    let text = format!("{number:.digits$}");
    // An axis shows no minus zero.
    if text.trim_matches(['-', '0', '.']).is_empty() { text.trim_start_matches('-').to_owned() } else { text }
}

/// Lines through points, with gaps where a value is not finite. If a column of pixels has many points, only the first,
/// the lowest, the highest and the last are kept, which look the same.
fn thinned(points: &[[f64; 2]], horizontal: &Scale, vertical: &Scale) -> Vec<Vec<[f32; 2]>> {
    let mut lines = Vec::new();
    for part in points.split(|point| !point.iter().all(|number| number.is_finite())) {
        let mut line: Vec<[f32; 2]> = Vec::new();
        let placed: Vec<[f32; 2]> =
            part.iter().map(|&[t, v]| [horizontal.to_pixels(t), vertical.to_pixels(v)]).collect();
        for column in placed.chunk_by(|a, b| a[0].floor() == b[0].floor()) {
            if let ([first, .., last], true) = (column, column.len() > 4) {
                let by_height = |a: &&[f32; 2], b: &&[f32; 2]| a[1].total_cmp(&b[1]);
                let ends = [column.iter().min_by(by_height), column.iter().max_by(by_height)];
                line.push(*first);
                line.extend(ends.into_iter().flatten());
                line.push(*last);
            } else {
                line.extend(column);
            }
        }
        if let [only] = line.as_slice() {
            // A single point is drawn as a short line.
            line = vec![[only[0] - 1.0, only[1]], [only[0] + 1.0, only[1]]];
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: Vec<[f64; 2]>) -> Series {
        Series { name: name.to_owned(), points }
    }

    #[test]
    fn numbers_on_axes_are_round() {
        assert_eq!(ticks(&(0.0..=10.0), 5.0), (vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 0));
        let (numbers, digits) = ticks(&(-0.13..=0.17), 3.0);
        assert_eq!(numbers.iter().map(|n| text(*n, digits)).collect::<Vec<_>>(), ["-0.1", "0.0", "0.1"]);
        assert_eq!(text(2e8, 0), "2e8");
    }

    #[test]
    fn line_covers_full_ranges_of_chart() {
        let wave = (0..5000).map(|n| [f64::from(n) / 50.0, (f64::from(n) / 100.0).sin()]).collect();
        let chart = Chart::new("run.mcap", &[series("robot.pose.x", wave)], [800, 400]);
        let line = chart.lines.last().unwrap();
        assert!(line.points.len() < 4000, "{} points", line.points.len());
        let (xs, ys): (Vec<f32>, Vec<f32>) = line.points.iter().map(|&[x, y]| (x, y)).unzip();
        let limits = |all: &[f32]| all.iter().fold([f32::MAX, f32::MIN], |[l, h], &n| [l.min(n), h.max(n)]);
        let ([left, right], [top, bottom]) = (limits(&xs), limits(&ys));
        assert!(left > 20.0 && right > 750.0 && right < 800.0, "{left} {right}");
        assert!(top > 30.0 && top < 90.0 && bottom < 370.0 && bottom > 300.0, "{top} {bottom}");
    }

    #[test]
    fn gaps_constants_and_single_points_are_drawn() {
        let gap = vec![[0.0, 1.0], [1.0, f64::NAN], [2.0, 1.0], [3.0, 1.0]];
        let chart = Chart::new("x", &[series("a", gap), series("b", vec![[1.0, f64::INFINITY]])], [320, 240]);
        let drawn: Vec<usize> =
            chart.lines.iter().filter(|line| line.width == 1.6).map(|line| line.points.len()).collect();
        assert_eq!(drawn, [2, 2]);
        let numbers = chart.lines.iter().flat_map(|line| &line.points).flatten();
        assert!(numbers.copied().all(f32::is_finite));
    }
}
