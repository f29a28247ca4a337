//! Draws the floor plan of a room as text.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DVec2, DVec3};
use morse::Frame;
use morse_world::{Euler, Pose};

/// Width and height of a character cell, which is twice as high as wide. [m]
const CELL_M: DVec2 = DVec2::new(0.25, 0.5);
/// Symbols of the robot for eight headings, counterclockwise from +x.
const ARROWS: [char; 8] = ['>', '/', '^', '\\', '<', '/', 'v', '\\'];
/// A ray longer than this fraction of the longest ray counts as one without a hit.
const REACH: f64 = 0.99;

/// A floor plan: x to the right, y up.
pub struct FloorPlan {
    rows: Vec<Vec<char>>,
    size: [usize; 2],
    title: String,
}

impl FloorPlan {
    /// The plan of a square room with sides of twice `room_m`.
    pub fn of(frame: &Frame<'_>, room_m: f64) -> Self {
        let size = [2.0 * room_m / CELL_M.x, 2.0 * room_m / CELL_M.y].map(|cells| cells.round() as usize + 1);
        let title = format!("{:6.1} s", frame.now().seconds());
        let mut plan = Self { rows: vec![vec![' '; size[0]]; size[1]], size, title };
        if let Some(scanner) = frame.world_from("robot.scan") {
            plan.draw_scan(scanner, super::ranges(frame));
        }
        if let Some(person) = frame.world_from("person") {
            plan.put(person.translation, '@');
        }
        if let Some(robot) = frame.world_from("robot") {
            let yaw = Euler::from_quat(robot.rotation).yaw;
            let eighth = (yaw.rem_euclid(TAU) / TAU * 8.0).round() as usize % 8;
            plan.put(robot.translation, ARROWS[eighth]);
        }
        plan
    }

    /// Draws the hits of a scan over half a circle, from the right to the left.
    fn draw_scan(&mut self, scanner: Pose, ranges: &[f64]) {
        let reach = ranges.iter().copied().fold(0.0, f64::max);
        let step = 2.0 * FRAC_PI_2 / (ranges.len().max(2) - 1) as f64;
        for (number, &range) in ranges.iter().enumerate() {
            if range < reach * REACH || range < 15.0 {
                let angle = number as f64 * step - FRAC_PI_2;
                let end = DVec3::new(angle.cos(), angle.sin(), 0.0) * range;
                self.put(scanner.transform_point(end), '#');
            }
        }
    }

    fn put(&mut self, point: DVec3, character: char) {
        let cell = point.truncate() / CELL_M;
        let place = |cell: f64, size: usize| cell.round() as i64 + size as i64 / 2;
        let (column, row) = (place(cell.x, self.size[0]), place(-cell.y, self.size[1]));
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get_mut(row));
        let place = usize::try_from(column).ok().and_then(|column| row?.get_mut(column));
        if let Some(place) = place {
            *place = character;
        }
    }

    /// The lines of the plan, below its time.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for row in &self.rows {
            let line: String = row.iter().collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
