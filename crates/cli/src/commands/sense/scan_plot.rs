//! Plots scans and point clouds from above, with range rings around the sensor, angles, and the heading of the robot.

use glam::{DVec2, DVec3, Vec2};
use morse_components::ScanGeometry;
use morse_render::Picture;
use morse_world::Pose;

use super::Shown;
use super::cloud::{self, Point};
use super::picture::color;
use super::reading::Reading;
use crate::output::drawing_sheet::{DrawingSheet, Rgb};

const PAPER: Rgb = [250, 251, 252];
const INK: Rgb = [24, 30, 40];
const FAINT: Rgb = [206, 212, 220];
const GREY: Rgb = [120, 128, 140];
const FREE: Rgb = [120, 178, 235];
const HIT: Rgb = [206, 40, 32];
const ROBOT: Rgb = [40, 96, 60];
/// Width of the picture. [pixels]
const WIDTH: u32 = 640;
/// Height of the picture. [pixels]
const HEIGHT: u32 = 700;
/// Radius of the outermost ring. [pixels]
const RADIUS: f32 = 276.0;
/// Center of the rings. [pixels]
const MIDDLE: Vec2 = Vec2::new(320.0, 380.0);
/// Angle between spokes. [deg]
const SPOKES_DEG: i32 = 30;
/// Maximum number of rings.
const RINGS_MAX: f64 = 6.0;
/// Fraction of the heights of a cloud that the color range ignores at each end.
const EXTREMES: f64 = 0.02;

/// Cosine of the tilt of the scan axis beyond which the scan plane counts as vertical.
const VERTICAL_COS: f64 = 0.5;
const FROM_ABOVE: &str = "from above: the arrow is the robot, 0° is ahead";
const FROM_THE_SIDE: &str = "in the plane of the arc, which is vertical";

/// A plot of points around the sensor.
struct ScanPlot {
    sheet: DrawingSheet,
    /// Range of the outermost ring. [m]
    range: f64,
}

/// Plots the newest reading or, if `joins`, the merged points of all readings.
pub fn draw(shown: &Shown<'_>, readings: &[Reading], joins: bool) -> Picture {
    let Some(last) = readings.last() else { return Picture::default() };
    let ranges = last.numbers("range_list").filter(|_| !joins);
    match ranges.and(ScanGeometry::of(&shown.properties, &shown.sensor.options)) {
        Some(arc) => scan(shown, last, &arc),
        None => from_above(shown, readings, joins),
    }
}

/// Plots a scan in the plane of its arc.
fn scan(shown: &Shown<'_>, reading: &Reading, arc: &ScanGeometry) -> Picture {
    let arc_from_sensor = arc.sensor_from_arc().inverse();
    let flat = |place: DVec3| (arc_from_sensor * place).truncate();
    let directions = arc.directions();
    let echoes = reading
        .points()
        .unwrap_or_default()
        .iter()
        .map(|point| (*point != [0.0; 3]).then(|| flat(DVec3::from_array(point.map(f64::from)))));
    let echoes: Vec<Option<DVec2>> = echoes.collect();
    let farthest = echoes.iter().flatten().map(|echo| echo.length()).fold(0.0, f64::max);
    let mut plot = ScanPlot::new(if farthest > 0.0 { farthest } else { arc.range_m() });

    let in_layer = (directions.len() / arc.layers().max(1)).max(1);
    let rays: Vec<(DVec3, Option<DVec2>)> = directions.into_iter().zip(echoes).collect();
    let layers: Vec<&[(DVec3, Option<DVec2>)]> = rays.chunks(in_layer).collect();
    let end = |&(direction, echo): &(DVec3, Option<DVec2>)| {
        echo.unwrap_or_else(|| flat(direction).normalize_or_zero() * plot.range)
    };
    let middle_layer = layers.get(layers.len() / 2).copied().unwrap_or_default();
    let fan: Vec<[DVec2; 2]> =
        middle_layer.windows(2).filter_map(|pair| Some([end(pair.first()?), end(pair.last()?)])).collect();
    for [from, to] in fan {
        let corners = [MIDDLE, plot.place(from), plot.place(to)];
        plot.sheet.triangle(corners, FREE, 0.35);
    }
    plot.rings();
    for (number, layer) in layers.iter().enumerate() {
        let ink = match layers.len() {
            1 => HIT,
            count => color(0.25 + 0.6 * number as f64 / (count - 1) as f64),
        };
        for echo in layer.iter().filter_map(|(_, echo)| *echo) {
            let at = plot.place(echo);
            plot.sheet.disc(at, 1.8, ink);
        }
    }
    // A vertical scan plane does not show the heading of the robot.
    let is_vertical = (arc_from_sensor * DVec3::Z).z < VERTICAL_COS;
    if !is_vertical {
        let arc_from_sensor = Pose { translation: DVec3::ZERO, rotation: arc_from_sensor };
        plot.robot(&(arc_from_sensor * reading.world_from_sensor.inverse() * reading.world_from_robot));
    }
    plot.sheet.disc(MIDDLE, 3.5, INK);
    let hits = rays.iter().filter(|(_, echo)| echo.is_some()).count();
    let layers = if layers.len() > 1 { format!(" in {} layers", layers.len()) } else { String::new() };
    let nearest =
        reading.numbers("range_list").unwrap_or_default().iter().copied().fold(f64::INFINITY, f64::min);
    let about = match hits {
        0 => format!("{} rays{layers}, no hits within {} m", rays.len(), arc.range_m()),
        _ => format!("{} rays{layers}, {hits} hits, the nearest at {nearest:.2} m", rays.len()),
    };
    plot.finish(
        &shown.sensor.name,
        reading.time_s,
        &about,
        if is_vertical { FROM_THE_SIDE } else { FROM_ABOVE },
    )
}

/// Plots a cloud around the last pose of the robot; higher points are lighter.
fn from_above(shown: &Shown<'_>, readings: &[Reading], joins: bool) -> Picture {
    let Some(last) = readings.last() else { return Picture::default() };
    let robot_from_world = last.world_from_robot.inverse();
    let robot_from_cloud = if joins { robot_from_world } else { robot_from_world * last.world_from_sensor };
    let cloud: Vec<Point> = cloud::of(shown, readings, joins);
    let mut points: Vec<DVec3> =
        cloud.iter().map(|point| robot_from_cloud.transform_point(point.at)).collect();
    points.sort_by(|a, b| a.z.total_cmp(&b.z));
    let height = |share: f64| {
        points.get((share * points.len().saturating_sub(1) as f64) as usize).map_or(0.0, |point| point.z)
    };
    let (low, high) = (height(EXTREMES), height(1.0 - EXTREMES));
    let farthest = points.iter().map(|point| point.truncate().length()).fold(0.0, f64::max);
    let mut plot = ScanPlot::new(if farthest > 0.0 { farthest } else { 1.0 });
    for point in &points {
        let share = (point.z - low) / (high - low).max(1e-9);
        let at = plot.place(point.truncate());
        plot.sheet.disc(at, 0.9, color(0.95 - 0.75 * share));
    }
    plot.rings();
    plot.robot(&Pose::IDENTITY);
    let of = if joins { format!(" of {} readings", readings.len()) } else { String::new() };
    let about = format!("{} points{of}, from {low:.2} m (dark) to {high:.2} m (light)", points.len());
    plot.finish(&shown.sensor.name, last.time_s, &about, FROM_ABOVE)
}

impl ScanPlot {
    /// An empty plot that covers a range. [m]
    fn new(farthest: f64) -> Self {
        let step = step(farthest);
        Self { sheet: DrawingSheet::new(WIDTH, HEIGHT, PAPER), range: (farthest / step).ceil() * step }
    }

    /// The pixel of a point with x ahead and y to the left [m]: ahead is up.
    fn place(&self, at: DVec2) -> Vec2 {
        let scale = f64::from(RADIUS) / self.range;
        MIDDLE - DVec2::new(at.y * scale, at.x * scale).as_vec2()
    }

    /// Draws rings with their ranges, and spokes with their angles.
    fn rings(&mut self) {
        let step = step(self.range);
        let toward = |degrees: i32| {
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            Vec2::new(-sin, -cos)
        };
        for degrees in (-180 + SPOKES_DEG..=180).step_by(SPOKES_DEG as usize) {
            let rim = MIDDLE + toward(degrees) * RADIUS;
            self.sheet.line(MIDDLE, rim, 0.8, FAINT);
            let label = MIDDLE + toward(degrees) * (RADIUS + 20.0) - Vec2::Y * 4.0;
            self.sheet.text(&format!("{degrees}°"), label, 1, INK);
        }
        let count = (self.range / step).round() as i32;
        for number in 1..=count {
            let radius = RADIUS * number as f32 / count as f32;
            self.sheet.ring(MIDDLE, radius, if number == count { 1.6 } else { 1.0 }, FAINT);
            let meters = (f64::from(number) * step * 1e6).round() / 1e6;
            let label = MIDDLE + toward(-SPOKES_DEG / 2) * radius - Vec2::Y * 4.0;
            self.sheet.text(&format!("{meters} m"), label, 1, GREY);
        }
    }

    /// Draws the robot as an arrow centered at its origin.
    fn robot(&mut self, plot_from_robot: &Pose) {
        let at = self.place(plot_from_robot.translation.truncate());
        let ahead = (plot_from_robot.rotation * DVec3::X).truncate();
        let ahead = Vec2::new(-ahead.y as f32, -ahead.x as f32).normalize_or(Vec2::NEG_Y);
        let aside = ahead.perp();
        let (tip, tail) = (at + ahead * 14.0, at - ahead * 10.0);
        for side in [aside, -aside] {
            self.sheet.triangle([tip, tail + side * 9.0, at - ahead * 5.0], ROBOT, 1.0);
        }
        self.sheet.line(tip, at + ahead * 30.0, 1.6, ROBOT);
    }

    fn finish(mut self, name: &str, time_s: f64, about: &str, legend: &str) -> Picture {
        let line = |row: f32| Vec2::new(MIDDLE.x, row);
        self.sheet.text(&format!("{name} at {time_s:.3} s"), line(14.0), 2, INK);
        self.sheet.text(about, line(40.0), 1, INK);
        self.sheet.text(legend, line(56.0), 1, GREY);
        self.sheet.finish()
    }
}

/// Distance between rings: 1, 2 or 5 times a power of ten. [m]
fn step(farthest: f64) -> f64 {
    let spacing = farthest / RINGS_MAX;
    let ten = 10.0_f64.powf(spacing.log10().floor());
    [1.0, 2.0, 5.0].into_iter().find(|step| step * ten >= spacing * (1.0 - 1e-9)).unwrap_or(10.0) * ten
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_few_round_numbers() {
        for (farthest, ring) in [(30.0, 5.0), (6.0, 1.0), (6.1, 2.0), (0.5, 0.1), (100.0, 20.0)] {
            assert!((step(farthest) / ring - 1.0).abs() < 1e-9, "{farthest}: {}", step(farthest));
        }
    }

    #[test]
    fn ahead_is_up_and_left_is_left() {
        let plot = ScanPlot::new(3.0);
        assert!(plot.place(DVec2::X * 3.0).distance(MIDDLE - Vec2::Y * RADIUS) < 1e-3);
        assert!(plot.place(DVec2::Y * 3.0).distance(MIDDLE - Vec2::X * RADIUS) < 1e-3);
    }
}
